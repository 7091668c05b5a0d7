//! Processes that are killed and stopped at random, and that start at once: `nao-c/c/kills.c`.

use std::fs::File;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tool_support::Progress;

use super::operation::Results;
use super::random::Random;

/// The states of a process, as it reports them.
const REPLACED: u32 = 2;
const FAILED: u32 = 3;
/// The number of processes in the report.
const PROCESSES: u32 = 256;
/// Longer than a process waits before it says that it has failed.
const PATIENCE: Duration = Duration::from_secs(30);
/// The size of both files, more than is needed.
const SIZE: u64 = 1 << 16;

struct Process {
    child: Child,
    /// Its line of the report.
    number: u32,
    name: &'static str,
}

impl Process {
    fn signal(&self, signal: Signal) -> Result<()> {
        Ok(kill(Pid::from_raw(i32::try_from(self.child.id())?), signal)?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Kills a stopped process too.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The files that processes have in common, and their program.
struct Field<'a> {
    program: PathBuf,
    shared: File,
    report: File,
    next: u32,
    random: Random,
    results: &'a Results,
}

/// A line of the report.
#[derive(Debug, Clone, Copy)]
struct Line {
    state: u32,
    code: u32,
    progress: u32,
    place: u32,
}

/// A host and a behavior that have proved that they move the robot.
struct Robot {
    host: Process,
    behaviour: Process,
}

/// The reason for which a robot is lost.
struct Lost(String);

type Outcome<T> = Result<std::result::Result<T, Lost>>;

/// Returns from the function if the robot is lost.
macro_rules! alive {
    ($outcome:expr) => {
        match $outcome? {
            Ok(value) => value,
            Err(lost) => return Ok(Err(lost)),
        }
    };
}

impl<'a> Field<'a> {
    fn new(program: &Path, seed: u32, results: &'a Results) -> Result<Self> {
        let memory = || -> Result<File> {
            let file = File::from(memfd_create("kills", MFdFlags::MFD_CLOEXEC)?);
            file.set_len(SIZE)?;
            Ok(file)
        };
        let (shared, report) = (memory()?, memory()?);
        let program = program.to_owned();
        Ok(Field { program, shared, report, next: 0, random: Random::new(seed), results })
    }

    /// Makes the shared memory new.
    fn clear(&self) -> Result<()> {
        // A file that grows is zeros.
        self.shared.set_len(0)?;
        Ok(self.shared.set_len(SIZE)?)
    }

    fn command(&mut self, role: &str, number: u32) -> Command {
        let path = |file: &File| format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd());
        let mut command = Command::new(&self.program);
        command.args([path(&self.shared), path(&self.report), role.to_owned()]);
        command.args([number, self.random.next()].map(|number| number.to_string()));
        command.stdin(Stdio::null());
        command
    }

    fn start(&mut self, role: &'static str) -> Result<Process> {
        self.next = (self.next + 1) % PROCESSES;
        let number = self.next;
        self.report.write_all_at(&[0; 16], u64::from(number) * 16)?;
        let child = self.command(role, number).spawn()?;
        Ok(Process { child, number, name: role })
    }

    fn line(&self, number: u32) -> Result<Line> {
        let mut bytes = [0; 16];
        self.report.read_exact_at(&mut bytes, u64::from(number) * 16)?;
        let [state, code, progress, place] = [0, 4, 8, 12]
            .map(|at| u32::from_ne_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]));
        Ok(Line { state, code, progress, place })
    }

    /// Waits until `done` holds of what a process reports.
    fn wait(&self, process: &mut Process, what: &str, done: impl Fn(Line) -> bool) -> Outcome<()> {
        let late = Instant::now() + PATIENCE;
        loop {
            let line = self.line(process.number)?;
            if done(line) {
                return Ok(Ok(()));
            }
            let ended = process.child.try_wait()?;
            if ended.is_some() || line.state == FAILED || Instant::now() > late {
                let line = self.line(process.number)?;
                if done(line) {
                    return Ok(Ok(()));
                }
                let ended = ended.map_or(String::new(), |status| format!(", {status}"));
                return Ok(Err(Lost(format!(
                    "the {} {what}: state {}, {}, at {}{ended}",
                    process.name,
                    line.state,
                    self.results.name(line.code),
                    line.place
                ))));
            }
            std::thread::sleep(Duration::from_micros(50));
        }
    }

    /// Waits until a behavior has once more moved the robot, from now on.
    fn moves(&self, behaviour: &mut Process) -> Outcome<()> {
        let before = self.line(behaviour.number)?.progress;
        // The proof that is under way may have begun under the last host.
        self.wait(behaviour, "does not move the robot", |line| line.progress > before + 1)
    }

    fn moves_first(&self, behaviour: &mut Process) -> Outcome<()> {
        self.wait(behaviour, "never moves the robot", |line| line.progress > 0)
    }

    fn acts(&self, host: &mut Process) -> Outcome<()> {
        self.wait(host, "does not act", |line| line.progress > 0)
    }

    fn robot(&mut self) -> Outcome<Robot> {
        let mut robot = Robot { host: self.start("host")?, behaviour: self.start("behaviour")? };
        alive!(self.moves_first(&mut robot.behaviour));
        Ok(Ok(robot))
    }

    /// Lets them run for a random time of less than a millisecond.
    fn pass(&mut self) {
        let micros = u64::from(self.random.below(1000));
        let until = Instant::now() + Duration::from_micros(micros);
        while Instant::now() < until {
            std::thread::yield_now();
        }
    }

    /// Kills or stops somebody, and has the robot moved again.
    fn strike(&mut self, robot: &mut Robot) -> Outcome<&'static str> {
        self.pass();
        Ok(Ok(match self.random.below(100) {
            0..50 => {
                robot.behaviour.child.kill()?;
                robot.behaviour = self.start("behaviour")?;
                alive!(self.moves_first(&mut robot.behaviour));
                "behavior killed"
            }
            50..70 => {
                robot.host.child.kill()?;
                robot.host = self.start("host")?;
                alive!(self.acts(&mut robot.host));
                alive!(self.moves(&mut robot.behaviour));
                "host killed"
            }
            70..80 => {
                robot.behaviour.child.kill()?;
                robot.host.child.kill()?;
                // Either may be the first to come back.
                if self.random.below(2) == 0 {
                    robot.host = self.start("host")?;
                    robot.behaviour = self.start("behaviour")?;
                } else {
                    robot.behaviour = self.start("behaviour")?;
                    robot.host = self.start("host")?;
                }
                alive!(self.moves_first(&mut robot.behaviour));
                "both killed"
            }
            80..90 => {
                robot.behaviour.signal(Signal::SIGSTOP)?;
                let next = self.start("behaviour")?;
                let mut old = std::mem::replace(&mut robot.behaviour, next);
                alive!(self.moves_first(&mut robot.behaviour));
                old.signal(Signal::SIGCONT)?;
                alive!(self.replaced(&mut old));
                alive!(self.moves(&mut robot.behaviour));
                "behavior stopped and replaced"
            }
            90..97 => {
                robot.host.signal(Signal::SIGSTOP)?;
                let next = self.start("host")?;
                let mut old = std::mem::replace(&mut robot.host, next);
                alive!(self.acts(&mut robot.host));
                alive!(self.moves(&mut robot.behaviour));
                old.signal(Signal::SIGCONT)?;
                alive!(self.replaced(&mut old));
                alive!(self.moves(&mut robot.behaviour));
                "host stopped and replaced"
            }
            _ => {
                let stopped =
                    if self.random.below(2) == 0 { &robot.host } else { &robot.behaviour };
                stopped.signal(Signal::SIGSTOP)?;
                std::thread::sleep(Duration::from_millis(2));
                stopped.signal(Signal::SIGCONT)?;
                alive!(self.moves(&mut robot.behaviour));
                "stopped and continued"
            }
        }))
    }

    fn replaced(&self, old: &mut Process) -> Outcome<()> {
        self.wait(old, "does not find out that it was replaced", |line| line.state == REPLACED)
    }
}

/// Kills and stops processes `count` times. Returns the number of lost robots.
pub fn kills(program: &Path, results: &Results, count: u64, seed: u32) -> Result<usize> {
    let progress = Progress::bar("nao: kills", count);
    let mut field = Field::new(program, seed, results)?;
    let mut lost = Vec::new();
    let mut robot: Option<Robot> = None;
    let mut struck = std::collections::BTreeMap::<&str, u64>::new();
    for round in 0..count {
        let outcome = match &mut robot {
            Some(robot) => field.strike(robot)?,
            None => {
                field.clear()?;
                match field.robot()? {
                    Ok(new) => field.strike(robot.insert(new))?,
                    Err(lost) => Err(lost),
                }
            }
        };
        match outcome {
            Ok(what) => *struck.entry(what).or_default() += 1,
            Err(Lost(why)) => {
                lost.push(format!("round {round}: {why}"));
                robot = None;
            }
        }
        progress.advance();
    }
    drop(robot);
    progress.finish(lost.is_empty());
    for why in lost.iter().take(20) {
        println!("FAIL {why}");
    }
    let struck: Vec<String> =
        struck.iter().map(|(what, count)| format!("{count} x {what}")).collect();
    println!("{}: {} lost robots", struck.join(", "), lost.len());
    Ok(lost.len())
}

/// Starts two behaviors, and two hosts, at once, `count` times each. Returns the number of
/// rounds in which it is not one that has control.
pub fn pairs(program: &Path, results: &Results, count: u64, seed: u32) -> Result<usize> {
    let progress = Progress::bar("nao: pairs", 2 * count);
    let mut field = Field::new(program, seed, results)?;
    let (mut failed, mut done) = (0, 0);
    while done < count {
        let mut command = field.command("pairs", u32::try_from(count - done)?);
        let mut child = command.spawn()?;
        let mut shown = 0;
        let status = loop {
            while shown < field.line(0)?.progress {
                progress.advance();
                shown += 1;
            }
            if let Some(status) = child.try_wait()? {
                break status;
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let line = field.line(0)?;
        if status.success() {
            break;
        }
        if status.code() != Some(1) {
            bail!("the pairs end with {status}");
        }
        failed += 1;
        let of = |which| -> Result<String> {
            let code = field.line(which)?.code;
            Ok(format!("{}, status {}", results.name(code & 0xffff), code >> 16))
        };
        println!(
            "FAIL round {}: {} at {}; the first {}, the second {}",
            2 * done + u64::from(line.progress) + 1,
            results.name(line.code),
            line.place,
            of(1)?,
            of(2)?
        );
        if failed > 20 {
            break;
        }
        done += u64::from(line.progress) / 2 + 1;
        field.clear()?;
        field.report.set_len(0)?;
        field.report.set_len(SIZE)?;
    }
    progress.finish(failed == 0);
    println!(
        "{count} pairs of behaviors and {count} of hosts: {failed} in which not one has control"
    );
    Ok(failed)
}
