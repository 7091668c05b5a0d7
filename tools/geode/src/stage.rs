//! The common parts of the cases with running programs: the programs, the machine, and a shared
//! memory of their own.

use std::path::{Path, PathBuf};

use crate::process::{Process, Step};
use crate::programs::Runner;
use crate::report::{self, Report};

/// The poses, by their numbers in `dcm`.
pub const STANDING: &str = "0";
pub const ON_THE_BACK: &str = "2";

pub struct Stage<'a> {
    pub programs: &'a Path,
    pub runner: Runner,
    pub name: String,
    pub file: PathBuf,
}

impl<'a> Stage<'a> {
    /// Prepares a case; `kind` makes the name of its memory its own.
    pub fn new(programs: &'a Path, runner: Runner, kind: &str) -> Self {
        let name = format!("/nao-{kind}-{}", std::process::id());
        let file = PathBuf::from(format!("/dev/shm{name}"));
        let stage = Stage { programs, runner, name, file };
        stage.remove();
        stage
    }

    pub fn remove(&self) {
        let _ = std::fs::remove_file(&self.file);
        let _ = std::fs::remove_file(self.file.with_extension("other"));
    }

    pub fn start(&self, name: &'static str, arguments: &[&str]) -> Result<Process, String> {
        let mut command = self.runner.command(self.programs, name);
        command.args(arguments);
        Process::start(name, command)
    }

    pub fn dcm(&self, pose: &str) -> Result<Process, String> {
        self.start("dcm", &[&self.name, pose])
    }

    pub fn behaviour(&self, call: &str) -> Result<Process, String> {
        self.start("behaviour", &[&self.name, call])
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        self.remove();
    }
}

/// Adds the result of a case to the report.
pub fn report(report: &mut Report, what: &str, result: Step) {
    report.case(what, result.is_ok());
    if let Err(problem) = result {
        report::note(&problem);
    }
}
