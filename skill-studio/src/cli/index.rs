//! `index`: recordings as a table.

use crate::console::error::Error;
use crate::console::output::{Output, Verbosity, error_line};
use crate::console::progress::Progress;
use crate::model::describe::Description;
use crate::recording::index::{IndexError, IndexFile, Row, Stamp, rows};
use crate::recording::record::Recording;
use crate::text::escape::Escaped;
use clap::Args;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The arguments of `index`.
#[derive(Args, Clone, Debug)]
pub struct Index {
    /// The recordings, and directories: all `*.mcap` in them, and in the directories inside.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The table: `.parquet`, to which recordings are added that it does not have, or have changed; or `.ndjson`,
    /// which is written anew.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// A table that is written.
enum Table {
    Parquet(Box<IndexFile>),
    Lines(crate::OutputFile),
}

impl From<IndexError> for Error {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::File(error) => error,
            other => Self::Usage(other.to_string()),
        }
    }
}

impl Table {
    fn open(path: &Path) -> Result<Self, Error> {
        match path.extension().and_then(|of| of.to_str()) {
            Some("parquet") => Ok(Self::Parquet(Box::new(IndexFile::open(path)?))),
            Some("ndjson" | "jsonl") => Ok(Self::Lines(crate::OutputFile::create(path)?)),
            _ => Err(Error::Usage(format!(
                "{}: no kind of table\nhelp: end the name in .parquet, or in .ndjson for lines of JSON",
                Escaped(path.display())
            ))),
        }
    }

    fn keep(&mut self, file: &str, stamp: Stamp) -> Result<bool, Error> {
        match self {
            Self::Parquet(table) => Ok(table.keep(file, stamp)?),
            Self::Lines(_) => Ok(false),
        }
    }

    fn add(&mut self, row: Row) -> Result<(), Error> {
        match self {
            Self::Parquet(table) => Ok(table.add(row)?),
            Self::Lines(lines) => {
                let path = lines.path().to_owned();
                let mut line = serde_json::to_vec(&row).map_err(Error::usage)?;
                line.push(b'\n');
                lines.write_all(&line).map_err(Error::file(path))
            }
        }
    }

    fn end(&mut self, file: &str, stamp: Stamp) -> Result<(), Error> {
        match self {
            Self::Parquet(table) => Ok(table.end(file, stamp)?),
            Self::Lines(_) => Ok(()),
        }
    }

    fn finish(self) -> Result<(), Error> {
        match self {
            Self::Parquet(table) => Ok(table.finish()?),
            Self::Lines(lines) => lines.commit(),
        }
    }
}

impl Index {
    /// Writes the table; of robots that are not `known` by the descriptions in their recordings. Exit status 1 if a
    /// file is no recording: the others are in the table.
    ///
    /// # Errors
    /// [`Error`] if a file cannot be found, or the table be written: an old one is untouched then.
    pub fn run(&self, output: &Output, known: &[Description]) -> Result<ExitCode, Error> {
        let files = files(&self.files)?;
        let mut table = Table::open(&self.out)?;
        // Descriptions of others stay in memory, so each is read once.
        let mut known = known.to_vec();
        let (mut all, mut added, mut kept, mut wrong) = (0_u64, 0_u64, 0_u64, 0_u64);
        let progress = Progress::new(output, "recordings", files.len());
        for path in &files {
            let metadata = std::fs::metadata(path).map_err(Error::file(path))?;
            let (name, stamp) = (path.to_string_lossy(), Stamp::of(&metadata));
            progress.advance();
            if table.keep(&name, stamp)? {
                kept += 1;
                continue;
            }
            let run = match read(path, &mut known) {
                Ok(run) => run,
                Err(error) => {
                    wrong += 1;
                    error_line(format!("{}: {error}", Escaped(path.display())));
                    continue;
                }
            };
            let before = all;
            let mut declared = BTreeSet::new();
            for (recording, description) in run {
                let declares = declared.insert(description.hash);
                rows(&recording, &description, &name, declares, |row| {
                    all += 1;
                    table.add(row)
                })?;
            }
            table.end(&name, stamp)?;
            added += 1;
            if output.verbosity() == Verbosity::Verbose {
                output.line(format_args!("{}: {} rows", Escaped(path.display()), all - before));
            }
        }
        table.finish()?;
        drop(progress);
        let out = Escaped(self.out.display());
        output.line(format_args!(
            "{out}: {added} recordings added, {all} rows; {kept} were there; {wrong} cannot be read"
        ));
        Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Reads the recordings of a file, with the descriptions of their robots.
fn read(
    path: &Path,
    known: &mut Vec<Description>,
) -> Result<Vec<(Recording, Description)>, impl Display + use<>> {
    let run = Recording::open_run(path)?;
    let with_description = |recording: Recording| {
        let description = recording.description(known)?;
        if known.iter().all(|of| (of.layout, of.hash) != (description.layout, description.hash)) {
            known.push(description);
        }
        Ok((recording, description))
    };
    run.into_iter().map(with_description).collect::<Result<_, crate::record::ReadError>>()
}

/// Returns the files, and those in directories, each once.
fn files(given: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    for path in given {
        let mut found = Vec::new();
        let metadata = std::fs::metadata(path).map_err(Error::file(path))?;
        if metadata.is_dir() {
            inside(path, &mut found)?;
        } else {
            found.push(path.clone());
        }
        if found.is_empty() {
            let path = Escaped(path.display());
            return Err(Error::Usage(format!(
                "{path}: no recording is in it\nhelp: recordings end in .mcap"
            )));
        }
        all.extend(found.into_iter().filter(|path| seen.insert(path.clone())));
    }
    Ok(all)
}

fn inside(directory: &Path, found: &mut Vec<PathBuf>) -> Result<(), Error> {
    let read = || std::fs::read_dir(directory)?.collect::<Result<Vec<_>, _>>();
    let mut entries = read().map_err(Error::file(directory))?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // A link to a directory could lead around for ever.
        let kind = entry.file_type().map_err(Error::file(&path))?;
        if kind.is_dir() {
            inside(&path, found)?;
        } else if path.extension().is_some_and(|of| of == "mcap") && path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}
