//! The program that serves the page, as a user starts it.

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

/// The longest wait for a program to start or to change.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running program; it is killed when it is dropped.
pub struct Program {
    child: Child,
    /// `http://127.0.0.1:PORT`.
    pub origin: String,
    /// The token for commands; empty if it accepts none.
    pub token: String,
}

impl Program {
    /// Starts a program and waits for the address that it prints.
    pub fn start(program: &Path, arguments: &[&str]) -> anyhow::Result<Self> {
        let line = format!("{} {}", program.display(), arguments.join(" "));
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run `{line}`"))?;
        let (sender, lines) = channel();
        read(child.stdout.take(), sender.clone());
        read(child.stderr.take(), sender);
        let (mut printed, start) = (String::new(), Instant::now());
        while let Ok(text) = lines.recv_timeout(PATIENCE.saturating_sub(start.elapsed())) {
            if let Some((origin, token)) = address(&text) {
                // Drains the pipes so that the program never blocks.
                std::thread::spawn(move || lines.iter().for_each(drop));
                return Ok(Self { child, origin, token });
            }
            printed.push_str(&text);
            printed.push('\n');
        }
        let _ = child.kill();
        let _ = child.wait();
        bail!("`{line}` prints no address but:\n{printed}")
    }

    /// Records what a program does with these arguments, and starts the replay of the file.
    pub fn replay(program: &Path, file: &Path, arguments: &[&str]) -> anyhow::Result<Self> {
        let file = file.to_str().context("a directory with a strange name")?;
        let mut recorder = Command::new(program);
        let status = recorder.arg("-q").args(arguments).args(["--record", file]).status()?;
        ensure!(status.success(), "nothing was recorded");
        Self::start(program, &["replay", file])
    }

    /// The address with the token.
    pub fn address(&self) -> String {
        if self.token.is_empty() {
            return self.origin.clone();
        }
        format!("{}/#token={}", self.origin, self.token)
    }

    pub fn port(&self) -> &str {
        self.origin.rsplit(':').next().unwrap_or_default()
    }

    /// Returns the processor time that the program has taken, in milliseconds; `None` where that is not
    /// known.
    pub fn busy_ms(&self) -> Option<f64> {
        /// The ticks of a second, which Linux has everywhere.
        const TICK_MS: f64 = 10.0;
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let (_, rest) = stat.rsplit_once(')')?;
        let ticks = rest.split_whitespace().skip(11).take(2);
        let ticks: u32 = ticks.map(str::parse::<u32>).sum::<Result<_, _>>().ok()?;
        Some(f64::from(ticks) * TICK_MS)
    }

    /// Returns the most memory that the program has had, in kB; `None` where that is not known.
    pub fn most_memory_kb(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Waits until the program has nothing to do.
    pub fn rest(&self) -> anyhow::Result<()> {
        let start = Instant::now();
        while let Some(before) = self.busy_ms() {
            std::thread::sleep(Duration::from_millis(500));
            if self.busy_ms().is_some_and(|now| now - before < 100.0) {
                break;
            }
            ensure!(start.elapsed() < PATIENCE, "it is always busy");
        }
        Ok(())
    }

    /// Stops the program, which goes on existing, or has it go on.
    pub fn hang(&self, hangs: bool) -> anyhow::Result<()> {
        let signal = if hangs { "-STOP" } else { "-CONT" };
        let done = Command::new("kill").args([signal, &self.child.id().to_string()]).status()?;
        ensure!(done.success(), "no {signal}");
        Ok(())
    }

    /// Kills the program without a chance to clean up.
    pub fn kill(mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Returns `view`, `board`, `why` or `description` of the program.
    pub fn get(&self, what: &str) -> anyhow::Result<Value> {
        self.read(&format!("api/{what}"))
    }

    /// Returns the same of a robot of a run.
    pub fn of_robot(&self, name: &str, what: &str) -> anyhow::Result<Value> {
        self.read(&format!("robots/{name}/api/{what}"))
    }

    fn read(&self, path: &str) -> anyhow::Result<Value> {
        let address = format!("{}/{path}", self.origin);
        let mut answer = ureq::get(&address).call().with_context(|| address)?;
        Ok(answer.body_mut().read_json()?)
    }

    /// Waits until the view meets a condition.
    pub fn wait(&self, wanted: &str, is_wanted: impl Fn(&Value) -> bool) -> anyhow::Result<Value> {
        let start = Instant::now();
        loop {
            let view = self.get("view")?;
            if is_wanted(&view) {
                return Ok(view);
            }
            if start.elapsed() > PATIENCE {
                bail!("waited in vain until {wanted}: {view}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(from: Option<impl Read + Send + 'static>, to: Sender<String>) {
    let Some(from) = from else { return };
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if to.send(line).is_err() {
                return;
            }
        }
    });
}

/// Finds `http://127.0.0.1:PORT/`, with `#token=TOKEN` if there is one, in a line.
fn address(line: &str) -> Option<(String, String)> {
    let (_, rest) = line.split_once("http://")?;
    let (host, rest) = rest.split_once('/')?;
    let rest = rest.strip_prefix("#token=").unwrap_or_default();
    let token: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
    Some((format!("http://{host}"), token))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_address() {
        let line = "page: http://127.0.0.1:4711/#token=0aB9 (read only)";
        let found = ("http://127.0.0.1:4711".to_owned(), "0aB9".to_owned());
        assert_eq!(address(line), Some(found));
        let found = ("http://127.0.0.1:4711".to_owned(), String::new());
        assert_eq!(address("live page: http://127.0.0.1:4711/"), Some(found));
        assert_eq!(address("no page"), None);
    }
}
