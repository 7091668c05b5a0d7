//! A robot that runs as a part of this program.

use std::io::Write as _;
use std::os::unix::net::UnixDatagram;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::page;
use super::stderr::Stderr;
use crate::commands::print_error;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// The longest time until a robot is ready.
const READY: Duration = Duration::from_secs(10);
/// The longest time until a robot has ended by itself; its drivers have 5 s.
const END: Duration = Duration::from_secs(7);
/// The time between two looks at it.
const PERIOD: Duration = Duration::from_millis(10);

/// The same for each program.
pub struct Launch {
    /// The arguments of `start`.
    pub arguments: Vec<String>,
    /// The token of the page.
    pub token: Option<String>,
    /// Whether nothing is to be started any more.
    pub is_over: Arc<AtomicBool>,
}

/// A running robot; it ends with this program, since its standard input does.
pub struct Robot {
    child: Child,
    stderr: Stderr,
    /// The time of its start.
    pub since: Instant,
}

/// The way in which a robot has ended.
pub enum End {
    /// Somebody has stopped it.
    Order,
    Fault(Fault),
}

/// A robot that has ended too early.
pub struct Fault {
    /// As the predicate of a sentence: `has failed with exit status 101`.
    pub reason: String,
    /// The last lines of its standard error, which are printed already.
    pub last: String,
}

impl Robot {
    /// Starts a robot, and waits until it is ready.
    pub fn start(program: &Path, launch: &Launch) -> Result<Self, Fault> {
        let fault = |reason: String| Fault { reason, last: String::new() };
        let failed = |error: std::io::Error| fault(format!("cannot be started: {error}"));
        let directory = TempDir::new().map_err(failed)?;
        // The protocol of systemd.
        let path = directory.path().join("notify");
        let socket = UnixDatagram::bind(&path).map_err(failed)?;
        socket.set_read_timeout(Some(PERIOD)).map_err(failed)?;
        let (stderr, robot) = Stderr::create(&program.with_extension("stderr")).map_err(failed)?;
        if launch.is_over.load(Relaxed) {
            return Err(fault("was not started".to_owned()));
        }
        let child = Command::new(program)
            .args(["start", "--supervised"])
            .args(&launch.arguments)
            .env("NOTIFY_SOCKET", &path)
            .env_remove("WATCHDOG_USEC")
            .envs(launch.token.iter().map(|token| (page::TOKEN, token)))
            .stdin(Stdio::piped())
            .stderr(robot)
            // Ctrl-C is for this program alone: a second signal would end the robot at once.
            .process_group(0)
            .spawn()
            .map_err(failed)?;
        let mut robot = Self { child, stderr, since: Instant::now() };
        let mut message = [0; 1024];
        loop {
            let length = socket.recv(&mut message).unwrap_or(0);
            if message[..length].split(|byte| *byte == b'\n').any(|line| line == b"READY=1") {
                return Ok(robot);
            }
            match robot.ended() {
                Some(End::Fault(fault)) => return Err(fault),
                Some(End::Order) => return Err(robot.fault("has ended before it was ready")),
                None if launch.is_over.load(Relaxed) => {
                    robot.stop();
                    return Err(fault("was stopped".to_owned()));
                }
                None if robot.since.elapsed() > READY => {
                    robot.kill();
                    let reason = format!("was not ready within {} s", READY.as_secs());
                    return Err(robot.fault(&reason));
                }
                None => {}
            }
        }
    }

    fn fault(&self, reason: &str) -> Fault {
        Fault { reason: reason.to_owned(), last: self.stderr.last().to_owned() }
    }

    /// Has the page of the robot show a text, or nothing if it is empty.
    pub fn notice(&mut self, text: &str) {
        if let Some(stdin) = &mut self.child.stdin {
            // A robot that has just ended shows nothing.
            let _ = writeln!(stdin, "{}", serde_json::Value::from(text));
        }
    }

    /// Returns how it has ended, if it has, and prints what it says.
    pub fn ended(&mut self) -> Option<End> {
        let status = self.child.try_wait();
        self.stderr.pass_on();
        Some(match reason(status.ok()??) {
            None => End::Order,
            Some(reason) => End::Fault(self.fault(&reason)),
        })
    }

    /// Ends it: skills and agent stop by their `exit` blocks. One that does not end is killed.
    pub fn stop(mut self) {
        // It may have ended already.
        let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
        let begin = Instant::now();
        while begin.elapsed() < END {
            if self.ended().is_some() {
                return;
            }
            std::thread::sleep(PERIOD);
        }
        let seconds = END.as_secs();
        print_error(format_args!("error: the robot did not end within {seconds} s, and is killed"));
        self.kill();
    }

    fn kill(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.stderr.pass_on();
    }
}

/// Returns the reason of an end that is a fault.
fn reason(status: ExitStatus) -> Option<String> {
    match (status.code(), status.signal()) {
        (Some(0), _) => None,
        (Some(code), _) => Some(format!("has failed with exit status {code}")),
        (None, signal) => Some(format!("was ended by signal {}", signal.unwrap_or(0))),
    }
}
