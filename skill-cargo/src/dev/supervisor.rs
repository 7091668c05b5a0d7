//! The robot that runs, and the one that takes its place.

use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use super::build::{Build, Built};
use super::kept::{Kept, Program};
use super::robot::{End, Fault, Launch, Robot};
use super::sources::Sources;
use crate::commands::print_error;

/// The time between two looks at robot and sources.
const PERIOD: Duration = Duration::from_millis(50);

/// A robot that has ended so often by faults, each soon after its start, is not started again.
const FAULTS: u32 = 3;
/// The time from which on a fault is no longer one of the start.
const SOON: Duration = Duration::from_secs(10);

/// The robot that runs, with all that makes the next one.
pub struct Supervisor<'d> {
    build: &'d Build,
    launch: Launch,
    sources: Sources,
    kept: Kept,
    /// The program that runs.
    current: Option<Program>,
    running: Option<Robot>,
    /// The faults since it last ran for long.
    faults: u32,
}

impl<'d> Supervisor<'d> {
    /// Returns one whose robot does not run yet.
    pub fn new(build: &'d Build, launch: Launch, sources: Sources, kept: Kept) -> Self {
        Self { build, launch, sources, kept, current: None, running: None, faults: 0 }
    }

    /// Keeps the robot running until it is over.
    pub fn run(&mut self) {
        self.change(None);
        while !self.is_over() {
            if let Some(saved) = self.sources.changed() {
                self.change(Some(saved));
            }
            self.look();
            thread::sleep(PERIOD);
        }
        self.stop();
    }

    /// Returns whether nothing is to be started any more.
    fn is_over(&self) -> bool {
        self.launch.is_over.load(Relaxed)
    }

    /// Builds what was saved, if it is not the first time, and hands over to it.
    fn change(&mut self, saved: Option<Instant>) {
        if let Err(error) = self.build_and_start(saved) {
            self.problem(&error, "");
        }
        self.wait();
    }

    fn build_and_start(&mut self, saved: Option<Instant>) -> Result<(), String> {
        let (begin, build) = (Instant::now(), self.build);
        let goes_on = || {
            self.look();
            !self.is_over()
        };
        let program = match build.run(goes_on)? {
            Built::Program(program) => program,
            Built::Errors(errors) => {
                self.notice(&errors);
                return Ok(());
            }
            Built::Stopped => return Ok(()),
        };
        self.notice("");
        let built_sec = begin.elapsed().as_secs_f64();
        self.sources.watch_files_of(&program)?;
        let failed = |error| format!("{}: {error}", program.display());
        if self.is_current(&program).map_err(failed)? {
            // What was changed is not in the program, or was undone.
            return Ok(());
        }
        let program = self.kept.copy(&program).map_err(failed)?;
        self.faults = 0;
        if self.hand_over(program) {
            let after = saved.map_or(String::new(), |saved| {
                format!(" {:.1} s after the change was saved", saved.elapsed().as_secs_f64())
            });
            say(&format!("the robot runs{after}; built in {built_sec:.1} s"));
        }
        Ok(())
    }

    fn is_current(&self, program: &Path) -> std::io::Result<bool> {
        match (&self.running, &self.current) {
            (Some(_), Some(current)) => current.is(program),
            _ => Ok(false),
        }
    }

    /// Ends the robot that runs, and starts the new one, or the old one again if that does not come up. Returns
    /// whether the new one runs.
    fn hand_over(&mut self, new: Program) -> bool {
        self.stop();
        let old = self.current.take();
        let Err(fault) = self.start(new) else { return true };
        let (reason, again) = (&fault.reason, old.map(|old| self.start(old)));
        let text = match again {
            None => format!("the robot {reason}"),
            Some(Ok(())) => format!("the new robot {reason}; the one before runs"),
            Some(Err(again)) => {
                format!("the new robot {reason}, the one before {}", again.reason)
            }
        };
        self.problem(&text, &fault.last);
        false
    }

    /// Starts a program, which is removed if it does not come up.
    fn start(&mut self, program: Program) -> Result<(), Fault> {
        self.running = Some(Robot::start(&program.path, &self.launch)?);
        self.current = Some(program);
        Ok(())
    }

    /// Ends the robot that runs.
    fn stop(&mut self) {
        if let Some(robot) = self.running.take() {
            robot.stop();
        }
    }

    /// Starts a robot again that has ended by a fault.
    fn look(&mut self) {
        let Some(robot) = &mut self.running else { return };
        let Some(end) = robot.ended() else { return };
        self.faults = if robot.since.elapsed() > SOON { 1 } else { self.faults + 1 };
        self.running = None;
        match (end, self.current.take()) {
            (End::Fault(Fault { reason, last }), _) if self.faults > FAULTS => {
                self.problem(&format!("the robot {reason}, as {FAULTS} times before"), &last);
            }
            (End::Fault(Fault { reason, last }), Some(program)) => {
                let text = match self.start(program) {
                    Ok(()) => format!("the robot {reason}, and was started again"),
                    Err(again) => format!("the robot {reason}, then it {}", again.reason),
                };
                self.problem(&text, &last);
            }
            _ => say("the robot has ended"),
        }
        self.wait();
    }

    /// Says that no robot runs, and until when.
    fn wait(&self) {
        if self.running.is_none() && !self.is_over() {
            say("waiting for the next change, after which the robot starts");
        }
    }

    /// Says what is wrong, here and in the page of the robot, there with the last lines that it has printed.
    fn problem(&mut self, text: &str, last: &str) {
        if !self.is_over() {
            print_error(format_args!("error: {text}"));
            self.notice(format!("{text}\n{last}").trim_end());
        }
    }

    fn notice(&mut self, text: &str) {
        if let Some(robot) = &mut self.running {
            robot.notice(text);
        }
    }
}

fn say(text: &str) {
    print_error(format_args!("       Skill {text}"));
}
