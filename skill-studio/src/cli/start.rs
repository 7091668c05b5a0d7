//! `start`: a robot that goes on until it is ended, as a service or in a terminal.

use super::notify::Notifier;
use super::{Gui, Record, Tuning};
use crate::console::error::Error;
use crate::console::output::Output;
use crate::console::signals;
use crate::console::trace::Printer;
use crate::model::describe::Description;
#[cfg(unix)]
use crate::running::realtime;
use crate::running::session::Session;
use crate::text::escape::Escaped;
use clap::Args;
use skill_runtime::agent::HasSkiller;
use skill_runtime::{AgentStage, SkillSpace, Stages};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The time between two lines about passes that were missed.
const MISSED: Duration = Duration::from_secs(1);

/// The arguments of `start`.
#[derive(Args, Clone, Debug)]
pub struct Start {
    /// Runs passes with real-time priority, locks the memory of the program and keeps the processors awake:
    /// passes in time beside other programs, at the cost of power.
    #[cfg(unix)]
    #[arg(long)]
    realtime: bool,
    #[command(flatten)]
    tuning: Tuning,
    #[command(flatten)]
    gui: Gui,
    #[command(flatten)]
    record: Record,
}

impl Start {
    /// Sets the parameters of the command line.
    pub(super) fn tune<S: SkillSpace>(
        &self,
        description: &Description,
        board: &S::Board,
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller,
    {
        self.tuning.apply(description, board)
    }

    /// Runs the robot until a signal comes, or a pass panics. Then skills and agent are stopped, and the
    /// recording ends whole.
    pub(super) fn run<S: SkillSpace, R: Stages, A: AgentStage>(
        &self,
        output: &Output,
        description: Description,
        session: &mut Session<'_, S, R, A>,
    ) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller,
    {
        signals::catch()?;
        let (board, kind) = (session.board(), session.kind());
        let agent = session.agent().info().map(|agent| agent.name);
        let watching = session.watching_mut();
        self.gui.show(output, description, board, kind, watching)?;
        self.record.start(description, board, agent, watching)?;
        #[cfg(unix)]
        let _awake = if self.realtime {
            let say = |line: &str| output.line(format_args!("{line}"));
            realtime::begin(realtime::PASSES, say)?;
            realtime::keep_awake(say)
        } else {
            None
        };
        let mut tracer = Printer::text(output);
        let manager = Notifier::ready();
        let mut missed = Missed::default();
        while signals::came().is_none() {
            let now = session.pass(&mut tracer);
            manager.pass();
            manager.status(|| session.doing());
            if let Some(count) = missed.line(session.take_missed()) {
                let line = format!("error: {count} passes were missed, since others took too long");
                output.line(format_args!("{:7.2}  {line}", now.time.as_secs_f64()));
                session.watching_mut().log(&line);
            }
        }
        output.line("stopping");
        session.stop(&mut tracer);
        manager.end();
        let code = Record::end(session.watching_mut(), ExitCode::SUCCESS)?;
        signals::obeyed();
        Ok(code)
    }
}

/// The missed passes that no line was about yet.
#[derive(Default)]
struct Missed {
    count: u64,
    last: Option<Instant>,
}

impl Missed {
    /// Adds missed passes, and returns how many a line is due about.
    fn line(&mut self, count: u64) -> Option<u64> {
        self.count = self.count.saturating_add(count);
        let is_due = self.count > 0 && self.last.is_none_or(|last| last.elapsed() >= MISSED);
        is_due.then(|| {
            self.last = Some(Instant::now());
            std::mem::take(&mut self.count)
        })
    }
}

/// The arguments of `service`.
#[derive(Args, Clone, Debug)]
pub struct Unit {
    /// The user that runs it; root if none is given.
    #[arg(long, value_name = "NAME")]
    user: Option<String>,
    /// The time without a pass after which the manager starts the program anew, s.
    #[arg(long, value_name = "S", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=3600))]
    watchdog_sec: u32,
    /// The arguments of `start`.
    #[arg(last = true, value_name = "ARGUMENTS")]
    arguments: Vec<String>,
}

impl Unit {
    /// Prints the unit of a robot with a name.
    pub(super) fn run(&self, output: &Output, name: &str) -> Result<ExitCode, Error> {
        let program = std::env::current_exe().map_err(Error::usage)?;
        let program = program.into_os_string().into_string();
        let program = program.map_err(|path| {
            Error::usage(format_args!("{}: no unit can name this path", Escaped(path.display())))
        })?;
        let words = [program.as_str(), "start"].into_iter();
        let words = words.chain(self.arguments.iter().map(String::as_str));
        let command: Vec<String> = words.map(quoted).collect();
        let user = self.user.as_ref().map(|user| format!("User={user}\n")).unwrap_or_default();
        output.write(format_args!(
            "[Unit]
Description=The robot {name}
After=network-online.target
Wants=network-online.target

[Service]
Type=notify
ExecStart={}
{user}WatchdogSec={}
Restart=on-failure
RestartSec=1
TimeoutStopSec=10

[Install]
WantedBy=multi-user.target
",
            command.join(" "),
            self.watchdog_sec
        ));
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns a word of a command as units write it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    let mut out = String::from("\"");
    for c in word.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // The specifiers and variables of units.
            '%' | '$' => out.extend([c, c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_unit_are_quoted() {
        assert_eq!(quoted("--serial=/dev/ttyUSB0"), "--serial=/dev/ttyUSB0");
        assert_eq!(quoted("50 % of $HOME \"x\\\""), r#""50 %% of $$HOME \"x\\\"""#);
        assert_eq!(quoted(""), "\"\"");
    }

    #[test]
    fn missed_passes_are_counted_until_a_line_is_due() {
        let mut missed = Missed::default();
        assert_eq!(missed.line(0), None);
        assert_eq!(missed.line(3), Some(3));
        assert_eq!((missed.line(1), missed.line(2)), (None, None));
        missed.last = Instant::now().checked_sub(MISSED);
        assert_eq!(missed.line(0), Some(3));
    }
}
