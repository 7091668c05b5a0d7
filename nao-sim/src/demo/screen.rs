//! Lines of text and, on a terminal, the drawing of the robot below them.

use crate::figure::{ROWS, draw};
use nao_sim::body::Robot;
use skill_runtime::{Instant, TraceEvent, TraceKind, Tracer};
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// On a terminal, simulated time passes this many times as fast as time.
const SPEED: u32 = 4;
/// The simulated time between two drawings.
const FRAME: Duration = Duration::from_millis(120);

/// Prints the transitions, and draws the robot if the output is a terminal.
pub struct Screen {
    is_terminal: bool,
    is_drawn: bool,
    depth: usize,
    next_frame: Instant,
    /// Not printed yet.
    lines: String,
    result: io::Result<()>,
}

impl Screen {
    /// Writes to the standard output.
    pub fn new() -> Self {
        let is_terminal = io::stdout().is_terminal();
        let (lines, result) = (String::new(), Ok(()));
        Self { is_terminal, is_drawn: false, depth: 0, next_frame: Instant::ZERO, lines, result }
    }

    /// Adds a line above the drawing.
    pub fn line(&mut self, line: &str) {
        self.lines += line;
        self.lines.push('\n');
        if !self.is_terminal {
            self.print("");
        }
    }

    /// Draws the robot, if it is time to.
    pub fn frame(&mut self, robot: &Robot, now: Instant) {
        if self.is_terminal && now >= self.next_frame {
            self.next_frame = now.after(FRAME);
            self.print(&draw(robot));
            std::thread::sleep(FRAME / SPEED);
        }
    }

    /// Replaces the last drawing by the new lines and a drawing.
    fn print(&mut self, drawing: &str) {
        let mut output = io::stdout().lock();
        let erase = if self.is_drawn { format!("\x1b[{ROWS}A\x1b[J") } else { String::new() };
        let result = write!(output, "{erase}{}{drawing}", self.lines).and_then(|()| output.flush());
        self.is_drawn = !drawing.is_empty();
        self.lines.clear();
        if self.result.is_ok() {
            self.result = result;
        }
    }

    /// Prints what is left, below the last drawing. Returns the first error of the output.
    pub fn close(&mut self) -> io::Result<()> {
        self.is_drawn = false;
        self.print("");
        std::mem::replace(&mut self.result, Ok(()))
    }
}

impl Tracer for Screen {
    const TIMES: bool = true;
    fn record(&mut self, event: &TraceEvent) {
        if !matches!(
            event.kind,
            TraceKind::Called(_) | TraceKind::Entered { .. } | TraceKind::Reset
        ) {
            self.line(&format!("{:indent$}{event}", "", indent = 2 * self.depth));
        }
    }
    fn descend(&mut self, _: u32) {
        self.depth += 1;
    }
    fn ascend(&mut self, _: u32) {
        self.depth -= 1;
    }
}
