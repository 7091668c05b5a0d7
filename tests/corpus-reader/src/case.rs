//! One recorded run, read from its two files.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::compare::{self, Compared};
use crate::error::{InputError, Malformed};
use crate::fsm::Program;
use crate::record::{Event, EventKind, Record};

/// One recorded run of Fawkes's engine.
#[derive(Debug, Clone)]
pub struct Case {
    /// The file name without `.fsm`.
    pub name: String,
    /// Its machines and inputs.
    pub program: Program,
    /// The run of Fawkes.
    pub record: Record,
}

impl Case {
    /// Reads `NAME.fsm` and the `NAME.out` in the same folder.
    ///
    /// # Errors
    /// [`InputError`] if a file cannot be read, is malformed, or records another run.
    pub fn read(fsm: &Path) -> Result<Case, InputError> {
        let out = fsm.with_extension("out");
        let program = Program::parse(&read(fsm)?).map_err(InputError::malformed(fsm))?;
        let record = Record::parse(&read(&out)?).map_err(InputError::malformed(&out))?;
        let is_limit = |event: &&Event| event.kind == EventKind::Limit;
        let limit = record.blocks.iter().flat_map(|block| &block.events).find(is_limit);
        if let Some(event) = limit {
            let error = Malformed::word("limit", "an event of Fawkes").at(event.line);
            return Err(InputError::malformed(&out)(error));
        }
        record.check_run(&program).map_err(InputError::malformed(&out))?;
        let name = fsm.file_stem().unwrap_or_default();
        Ok(Case { name: name.to_string_lossy().into_owned(), program, record })
    }

    /// Compares the log of a run with the record. Returns how much of the record is comparable.
    ///
    /// # Errors
    /// The first difference, or the reason why the log cannot be compared.
    pub fn compare(&self, log: &str) -> Result<Compared, String> {
        let log = Record::parse(log)
            .map_err(|error| format!("line {} of the log: {}", error.line, error.problem))?;
        compare::compare(&self.program, &self.record, &log)
            .map_err(|difference| difference.to_string())
    }
}

fn read(path: &Path) -> Result<String, InputError> {
    fs::read_to_string(path).map_err(InputError::unreadable(path))
}

/// Reads the cases of a directory whose names contain `filter`, sorted by name.
///
/// # Errors
/// An [`InputError`] for each file that cannot be read or is malformed.
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
