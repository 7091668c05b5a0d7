//! A program that runs while others do.

use std::io::{BufRead as _, BufReader, Read};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::thread::spawn;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};

/// The time in which a line that is expected comes.
const PATIENCE: Duration = Duration::from_secs(30);

/// The number of this signal.
const SIGTERM: i32 = 15;

/// A program that runs, and is ended with this value.
pub struct Process {
    child: Child,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a program, of which the lines are read that are piped.
    pub fn start(command: &mut Command) -> anyhow::Result<Self> {
        let mut child = command.spawn().with_context(|| format!("cannot run {command:?}"))?;
        let (sender, lines) = channel();
        let outputs = [
            child.stdout.take().map(|of| Box::new(of) as Box<dyn Read + Send>),
            child.stderr.take().map(|of| Box::new(of) as Box<dyn Read + Send>),
        ];
        for output in outputs.into_iter().flatten() {
            let sender = sender.clone();
            spawn(move || {
                // What the image logs is no text.
                for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                    let _ = sender.send(String::from_utf8_lossy(&line).into_owned());
                }
            });
        }
        Ok(Self { child, lines })
    }

    /// Returns the next line with this text in it.
    pub fn line(&mut self, text: &str) -> anyhow::Result<String> {
        let mut before = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) if line.contains(text) => return Ok(line),
                Ok(line) => before.push(line),
                Err(error) => bail!("no line with `{text}`: {error}; before: {before:#?}"),
            }
        }
    }

    /// Sends SIGTERM, and waits for the end, which is in good order if the program then ends by this signal.
    pub fn end(mut self) -> anyhow::Result<()> {
        let mut kill = Command::new("kill");
        kill.arg(self.child.id().to_string());
        ensure!(kill.status()?.success(), "it has ended before");
        let status = self.child.wait()?;
        ensure!(status.success() || status.signal() == Some(SIGTERM), "{status}");
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Fails if it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
