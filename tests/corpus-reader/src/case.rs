//! Recorded runs of the genuine Fawkes engine as tests of ours.
//!
//! A case is a pair of files: `NAME.fsm`, machines and inputs, and `NAME.out`,
//! what Fawkes did with them. [`translate`] turns the machines into `skill!`
//! source, [`build`] compiles and runs it, [`compare`] compares the logs.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

pub mod build;
pub mod compare;
pub mod error;
pub mod fsm;
pub mod guard;
pub mod names;
pub mod normal;
mod parse;
pub mod record;
pub mod translate;

use error::{InputError, Malformed};
use fsm::Program;
use record::Record;

/// One recorded run.
#[derive(Debug, Clone)]
pub struct Case {
    /// The file name without `.fsm`.
    pub name: String,
    /// The machines and the inputs.
    pub program: Program,
    /// What Fawkes did.
    pub record: Record,
}

impl Case {
    /// Reads `NAME.fsm` and the `NAME.out` beside it.
    ///
    /// # Errors
    /// A file that cannot be read or is not well-formed.
    pub fn read(fsm: &Path) -> Result<Case, InputError> {
        let out = fsm.with_extension("out");
        let program = Program::parse(&read(fsm)?).map_err(InputError::malformed(fsm))?;
        let record = Record::parse(&read(&out)?).map_err(InputError::malformed(&out))?;
        let ours = |event: &&record::Event| event.what == record::What::Limit;
        let limit = record.blocks.iter().flat_map(|block| &block.events).find(ours);
        if let Some(event) = limit {
            let error = Malformed::word("limit", "an event of Fawkes").at(event.line);
            return Err(InputError::malformed(&out)(error));
        }
        record.check_run(&program).map_err(InputError::malformed(&out))?;
        let name = fsm.file_stem().unwrap_or_default();
        Ok(Case { name: name.to_string_lossy().into_owned(), program, record })
    }

    /// Compares the log of our run with the record: the first difference, or
    /// why the log cannot be compared.
    #[must_use]
    pub fn complaint(&self, log: &str) -> Option<String> {
        match Record::parse(log) {
            Ok(log) => compare::compare(&self.program, &self.record, &log)
                .map(|difference| difference.to_string()),
            Err(error) => Some(format!("our log, line {}: {}", error.line, error.what)),
        }
    }
}

fn read(path: &Path) -> Result<String, InputError> {
    fs::read_to_string(path).map_err(InputError::unreadable(path))
}

/// Reads the cases of a directory whose names contain `filter`, by name.
///
/// # Errors
/// All files that cannot be read or are not well-formed.
pub fn read_cases(directory: &Path, filter: &str) -> Result<Vec<Case>, Vec<InputError>> {
    let files = fsm_files(directory, filter).map_err(|error| vec![error])?;
    let mut cases = Vec::new();
    let mut errors = Vec::new();
    for file in files {
        match Case::read(&file) {
            Ok(case) => cases.push(case),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(cases) } else { Err(errors) }
}

fn fsm_files(directory: &Path, filter: &str) -> Result<Vec<PathBuf>, InputError> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).map_err(InputError::unreadable(directory))? {
        let path = entry.map_err(InputError::unreadable(directory))?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if path.extension() == Some(OsStr::new("fsm")) && name.contains(filter) {
            found.push(path);
        }
    }
    if found.is_empty() {
        let path = directory.to_owned();
        return Err(InputError::NoCases { path });
    }
    found.sort();
    Ok(found)
}

/// What to run.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where the cases are.
    pub directory: PathBuf,
    /// Only cases whose names contain this.
    pub filter: String,
    /// Whether the generated crate is to stay.
    pub keep: bool,
    /// The root of this workspace.
    pub workspace: PathBuf,
}

/// How many cases passed and failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Those that agree with Fawkes.
    pub passed: usize,
    /// Those that do not, or could not be compiled.
    pub failed: usize,
}

/// Runs the cases of a directory: the failures and the summary go to `out`,
/// the progress to stderr.
///
/// # Errors
/// All files that cannot be read or are not well-formed.
pub fn run(options: &Options, out: &mut impl Write) -> Result<Summary, Vec<InputError>> {
    let cases = read_cases(&options.directory, &options.filter)?;
    let outcomes = build::run(&options.workspace, &cases, options.keep);
    let mut summary = Summary::default();
    for (case, outcome) in cases.iter().zip(outcomes) {
        let complaint = match outcome {
            Ok(log) => case.complaint(&log),
            Err(reason) => Some(reason),
        };
        match complaint {
            None => summary.passed += 1,
            Some(complaint) => {
                summary.failed += 1;
                let _ = writeln!(out, "{}: {complaint}", case.name);
            }
        }
    }
    let Summary { passed, failed } = summary;
    let _ = writeln!(out, "{passed} passed, {failed} failed");
    Ok(summary)
}
