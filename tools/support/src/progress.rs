//! The line that tells that a compiler is at work.

use std::io::{self, IsTerminal, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How a command ended, and what it said.
pub struct Said {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

/// One line on stderr, which counts the seconds on a terminal.
struct Progress {
    label: String,
    start: Instant,
    live: bool,
}

impl Progress {
    fn start(label: String) -> Self {
        let progress = Progress { label, start: Instant::now(), live: io::stderr().is_terminal() };
        if !progress.live {
            eprintln!("{} ..", progress.label);
        }
        progress
    }

    fn show(&self) {
        if self.live {
            eprint!("\r{} .. {} s", self.label, self.start.elapsed().as_secs());
            let _ = io::stderr().flush();
        }
    }

    fn end(&self, success: bool) {
        let verdict = if success { "done" } else { "failed" };
        let clear = if self.live { "\r" } else { "" };
        let seconds = self.start.elapsed().as_secs();
        eprintln!("{clear}{}: {verdict} after {seconds} s", self.label);
    }
}

/// Runs a command, with `label` on stderr; answers what it said there and on stdout.
pub fn run(command: &mut Command, label: String) -> io::Result<Said> {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (stdout, stderr) = (read(child.stdout.take()), read(child.stderr.take()));
    let progress = Progress::start(label);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        progress.show();
        thread::sleep(Duration::from_millis(200));
    };
    progress.end(status.success());
    let text = |reader: JoinHandle<String>| reader.join().unwrap_or_default();
    Ok(Said { status, stdout: text(stdout), stderr: text(stderr) })
}

/// Reads to the end, so that the command does not wait.
fn read(from: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(mut from) = from {
            let _ = from.read_to_end(&mut text);
        }
        String::from_utf8_lossy(&text).into_owned()
    })
}
