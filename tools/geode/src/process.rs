//! A program that runs beside the tests.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The timeout of every step, generous for a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);

/// The result of a step of a scenario, with the problem if it failed.
pub type Step = Result<(), String>;

pub struct Process {
    name: &'static str,
    child: Child,
    lines: Receiver<String>,
    output: Vec<String>,
}

impl Process {
    pub fn start(name: &'static str, mut command: Command) -> Result<Self, String> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().map_err(|error| format!("{name}: {error}"))?;
        let (sender, lines) = channel();
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Process { name, child, lines, output: Vec::new() })
    }

    /// Waits until it prints a line that contains `text`.
    pub fn prints(&mut self, text: &str) -> Step {
        self.line(text).map(drop)
    }

    /// Waits until it prints a line that contains `text`. Returns the line.
    pub fn line(&mut self, text: &str) -> Result<String, String> {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    self.output.push(line.clone());
                    if line.contains(text) {
                        return Ok(line);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(self.missing(text, "in time")),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.missing(text, "before it ended"));
                }
            }
        }
    }

    fn missing(&self, text: &str, when: &str) -> String {
        let last = self.output.iter().rev().take(12).rev();
        let last: Vec<&str> = last.map(String::as_str).collect();
        format!("{} did not print \"{text}\" {when}; it printed:\n{}", self.name, last.join("\n"))
    }

    /// Returns the lines that were waited for, and those before them.
    pub fn output(&self) -> &[String] {
        &self.output
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    pub fn signal(&self, signal: &str) -> Step {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args([&format!("-{signal}"), &id]).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            _ => Err(format!("{}: the signal {signal} could not be sent", self.name)),
        }
    }

    /// Waits until it exits with this status.
    pub fn ends(&mut self, code: i32) -> Step {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) if status.code() == Some(code) => return Ok(()),
                Ok(Some(status)) => return Err(format!("{} ended with {status}", self.name)),
                Ok(None) if Instant::now() < end => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                _ => return Err(format!("{} does not end", self.name)),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // This kills a stopped process too.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
