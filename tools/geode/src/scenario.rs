//! Two processes, the host of the hardware and a behaviour, that are killed and stopped
//! while a skill runs.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::Error;
use super::programs::Runner;
use super::test::Report;

/// How long anything may take, on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(90);

/// The poses as `dcm` counts them.
const STANDING: &str = "0";
const ON_THE_BACK: &str = "2";

/// A step of a scenario: what went wrong, if anything.
type Step = Result<(), String>;

/// A program that runs, and what it prints.
struct Process {
    name: &'static str,
    child: Child,
    lines: Receiver<String>,
    /// All it has printed so far.
    said: Vec<String>,
}

impl Process {
    fn start(name: &'static str, mut command: Command) -> Result<Self, String> {
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
        Ok(Process { name, child, lines, said: Vec::new() })
    }

    /// Waits until it prints a line with `text` in it, from here on.
    fn says(&mut self, text: &str) -> Step {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    let found = line.contains(text);
                    self.said.push(line);
                    if found {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(self.complain(text, "in time")),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.complain(text, "before it ended"));
                }
            }
        }
    }

    fn complain(&self, text: &str, when: &str) -> String {
        let said = self.said.iter().rev().take(12).rev();
        let said: Vec<&str> = said.map(String::as_str).collect();
        format!("{} did not say \"{text}\" {when}; it said:\n{}", self.name, said.join("\n"))
    }

    /// Sends a signal by its name.
    fn signal(&self, signal: &str) -> Step {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args([&format!("-{signal}"), &id]).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            _ => Err(format!("{}: the signal {signal} could not be sent", self.name)),
        }
    }

    /// Waits for the end, which must be this exit status.
    fn ends(&mut self, code: i32) -> Step {
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
        // A process that is stopped is killed all the same.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where the processes of one scenario meet.
struct Stage<'a> {
    programs: &'a Path,
    runner: Runner,
    /// The shared memory's name.
    name: String,
}

impl Stage<'_> {
    fn dcm(&self, pose: &str) -> Result<Process, String> {
        let mut command = self.runner.command(self.programs, "dcm");
        command.args([self.name.as_str(), pose]);
        Process::start("dcm", command)
    }

    fn behaviour(&self, call: &str) -> Result<Process, String> {
        let mut command = self.runner.command(self.programs, "behaviour");
        command.args([self.name.as_str(), call]);
        Process::start("behaviour", command)
    }

    fn remove(&self) {
        let _ = std::fs::remove_file(format!("/dev/shm{}", self.name));
    }
}

/// A scenario: what must happen in words, and how.
type Scenario = (&'static str, fn(&Stage<'_>) -> Step);

const SCENARIOS: [Scenario; 6] = [
    ("the robot stands up by the shared memory", stand_up),
    ("a behaviour that is killed: the robot sits, limp as 0.3; the next one gets control", kill),
    ("a behaviour that is stopped: the same; when it goes on it gets control", stop),
    ("a host that is killed: the behaviour waits; the next host gives control anew", kill_host),
    ("a host that is stopped: the behaviour waits, and goes on with it", stop_host),
    ("a second host and a second behaviour are refused", second),
];

/// Runs all scenarios on the emulated Geode.
pub fn all<W: Write>(programs: &Path, report: &mut Report<'_, W>) -> Result<(), Error> {
    for (number, (what, scenario)) in SCENARIOS.iter().enumerate() {
        let name = format!("/nao-test-{}-{number}", std::process::id());
        let stage = Stage { programs, runner: Runner::Geode, name };
        stage.remove();
        let start = Instant::now();
        let result = scenario(&stage);
        stage.remove();
        report.case(&format!("{what} ({:.1?})", start.elapsed()), result.is_ok())?;
        if let Err(why) = result {
            report.note(&why)?;
        }
    }
    Ok(())
}

/// Records the sensors of a stand-up, for the comparison of machines.
pub fn record(programs: &Path, file: &Path) -> Result<(), Error> {
    let name = format!("/nao-record-{}", std::process::id());
    let stage = Stage { programs, runner: Runner::Native, name };
    stage.remove();
    let result = (|| {
        let mut command = stage.runner.command(programs, "dcm");
        command.args([stage.name.as_str(), ON_THE_BACK, "--record"]).arg(file);
        let mut dcm = Process::start("dcm", command)?;
        dcm.says("attached")?;
        let mut behaviour = stage.behaviour("standup{}")?;
        behaviour.says("behaviour: FINAL")?;
        dcm.signal("TERM")?;
        dcm.says("detached")?;
        dcm.ends(0)
    })();
    stage.remove();
    result.map_err(Error::Failed)?;
    if File::open(file)?.metadata()?.len() == 0 {
        return Err(Error::Failed("nothing was recorded".to_owned()));
    }
    Ok(())
}

fn stand_up(stage: &Stage<'_>) -> Step {
    let mut dcm = stage.dcm(ON_THE_BACK)?;
    dcm.says("attached")?;
    let mut behaviour = stage.behaviour("standup{}")?;
    dcm.says("control given")?;
    behaviour.says("behaviour: FINAL")?;
    behaviour.ends(0)?;
    dcm.says("standing")?;
    dcm.signal("TERM")?;
    dcm.says("detached")?;
    dcm.ends(0)
}

fn kill(stage: &Stage<'_>) -> Step {
    let mut dcm = stage.dcm(STANDING)?;
    let mut behaviour = stage.behaviour("kick{leg=\"left\"}")?;
    dcm.says("control given")?;
    behaviour.says("kick#0:")?;
    behaviour.signal("KILL")?;
    dcm.says("no behaviour in control, 4 late")?;
    dcm.says("safe, sitting, stiffness 0.30")?;
    let mut next = stage.behaviour("standup{}")?;
    dcm.says("control given")?;
    dcm.says("standing")?;
    next.says("behaviour: FINAL")?;
    next.ends(0)
}

fn stop(stage: &Stage<'_>) -> Step {
    let mut dcm = stage.dcm(STANDING)?;
    let mut behaviour = stage.behaviour("kick{leg=\"left\"}")?;
    dcm.says("control given")?;
    behaviour.says("kick#0:")?;
    behaviour.signal("STOP")?;
    dcm.says("no behaviour in control, 4 late")?;
    dcm.says("safe, sitting, stiffness 0.30")?;
    behaviour.signal("CONT")?;
    behaviour.says("stopped: the host took control away")?;
    behaviour.says("kick#0: reset")?;
    dcm.says("control given")?;
    behaviour.says("kick#0:")?;
    behaviour.signal("KILL")
}

fn kill_host(stage: &Stage<'_>) -> Step {
    let dcm = stage.dcm(ON_THE_BACK)?;
    let mut behaviour = stage.behaviour("standup{}")?;
    behaviour.says("-> Wait")?;
    dcm.signal("KILL")?;
    behaviour.says("the host is lost")?;
    let mut next = stage.dcm(ON_THE_BACK)?;
    next.says("the host before is dead; taking over")?;
    behaviour.says("the host is back")?;
    behaviour.says("stopped: the host took control away")?;
    next.says("control given")?;
    behaviour.says("behaviour: FINAL")?;
    next.says("standing")?;
    behaviour.ends(0)
}

fn stop_host(stage: &Stage<'_>) -> Step {
    let mut dcm = stage.dcm(ON_THE_BACK)?;
    let mut behaviour = stage.behaviour("standup{}")?;
    behaviour.says("-> Wait")?;
    dcm.signal("STOP")?;
    behaviour.says("the host is lost")?;
    dcm.signal("CONT")?;
    behaviour.says("the host is back")?;
    behaviour.says("behaviour: FINAL")?;
    behaviour.ends(0)?;
    dcm.says("standing")
}

fn second(stage: &Stage<'_>) -> Step {
    let mut dcm = stage.dcm(STANDING)?;
    let mut behaviour = stage.behaviour("kick{leg=\"left\"}")?;
    dcm.says("control given")?;
    behaviour.says("kick#0:")?;
    // The dcm sees that the first lives, and the behaviour waits for its place, in vain.
    stage.dcm(STANDING)?.ends(3)?;
    let mut other = stage.behaviour("kick{leg=\"right\"}")?;
    match other.says("attached") {
        Ok(()) if behaviour.says("behaviour: FINAL").is_err() => {
            Err("a second behaviour took the place of a living one".to_owned())
        }
        _ => Ok(()),
    }
}
