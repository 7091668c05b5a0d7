//! `index`: recordings as a table.

use crate::console::error::Error;
use crate::console::output::{Output, Verbosity, error_line};
use crate::console::progress::Progress;
use crate::model::describe::Description;
use crate::recording::index::{IndexError, IndexFile, Row, Stamp, rows};
use crate::recording::record::{ReadError, Recording, path_of};
use crate::text::escape::Escaped;
use clap::Args;
use std::collections::BTreeSet;
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
    /// Removes the rows of recordings that are no longer there.
    #[arg(long)]
    prune: bool,
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

    fn finish(self, is_gone: impl FnMut(&str) -> bool) -> Result<(), Error> {
        match self {
            Self::Parquet(table) => Ok(table.finish(is_gone)?),
            Self::Lines(lines) => lines.commit(),
        }
    }
}

impl Index {
    /// Writes the table; of robots that are not `known` by the descriptions in their recordings. Exit status 1 if a
    /// file is no recording: the others are in the table.
    ///
    /// # Errors
    /// [`Error`] if the table cannot be written: an old one is untouched then.
    pub fn run(&self, output: &Output, known: &[Description]) -> Result<ExitCode, Error> {
        let Found { files, mut wrong } = Found::at(&self.files);
        let mut table = Table::open(&self.out)?;
        let mut reader = Reader { known: known.to_vec() };
        let (mut all, mut added, mut kept) = (0_u64, 0_u64, 0_u64);
        let progress = Progress::new(output, "recordings", files.len());
        for path in &files {
            progress.advance();
            let Some(name) = path.to_str() else {
                wrong.push(format!("{}: the name is not UTF-8", Escaped(path.display())));
                continue;
            };
            let stamp = match stamp(path) {
                Ok(stamp) => stamp,
                Err(error) => {
                    wrong.push(format!("{}: {error}", Escaped(path.display())));
                    continue;
                }
            };
            if table.keep(name, stamp)? {
                kept += 1;
                continue;
            }
            let run = match reader.read(path) {
                Ok(run) => run,
                Err(error) => {
                    wrong.push(format!("{}: {error}", Escaped(path.display())));
                    continue;
                }
            };
            let before = all;
            let mut declared = BTreeSet::new();
            for (recording, description) in &run {
                let declares = declared.insert(description.hash);
                rows(recording, description, name, declares, |row| {
                    all += 1;
                    table.add(row)
                })?;
            }
            table.end(name, stamp)?;
            // A later file is read with the first one.
            added += u64::from(!run.is_empty());
            if output.verbosity() == Verbosity::Verbose {
                output.line(format_args!("{}: {} rows", Escaped(path.display()), all - before));
            }
        }
        drop(progress);
        let mut gone = 0;
        table.finish(|file| {
            let is_gone = self.prune && !Path::new(file).exists();
            gone += u64::from(is_gone);
            is_gone
        })?;
        wrong.iter().for_each(error_line);
        let (out, wrong) = (Escaped(self.out.display()), wrong.len());
        let gone = if self.prune { format!("; {gone} are gone") } else { String::new() };
        output.line(format_args!(
            "{out}: {added} recordings added, {all} rows; {kept} files were there{gone}; {wrong} cannot be read"
        ));
        Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Returns the size and time of a recording, with all its files.
fn stamp(path: &Path) -> std::io::Result<Stamp> {
    let mut all = Stamp::of(&std::fs::metadata(path)?);
    for later in (2..).map(|number| path_of(path, number)) {
        let Ok(metadata) = std::fs::metadata(later) else { break };
        let of = Stamp::of(&metadata);
        all = Stamp { bytes: all.bytes + of.bytes, changed_ms: all.changed_ms.max(of.changed_ms) };
    }
    Ok(all)
}

struct Reader {
    /// Descriptions of other robots stay in memory, so each is read once.
    known: Vec<Description>,
}

impl Reader {
    /// Reads the recordings of a file, and of the files after it, with the descriptions of their robots. None if the
    /// file itself is a later one, whose first is there.
    fn read(&mut self, path: &Path) -> Result<Vec<(Recording, Description)>, ReadError> {
        let mut run = Recording::open_run(path)?;
        let number = run.first().map_or(1, |of| of.file);
        if number > 1 && first_of(path, number).is_some_and(|first| first.is_file()) {
            return Ok(Vec::new());
        }
        while number == 1
            && let Some(later) = run.first().and_then(|of| of.next_file(path))
            && let Ok(later) = Recording::open_run(&later)
            && later.len() == run.len()
        {
            let mut both = run.iter_mut().zip(later);
            // Files of another recording end this one.
            if both.any(|(before, later)| before.append(later).is_err()) {
                break;
            }
        }
        let with_description = |recording: Recording| {
            let description = recording.description(&self.known)?;
            let is_it =
                |of: &Description| (of.layout, of.hash) == (description.layout, description.hash);
            if !self.known.iter().any(is_it) {
                self.known.push(description);
            }
            Ok((recording, description))
        };
        run.into_iter().map(with_description).collect()
    }
}

/// Returns the path of the first file of a recording, by that of a later one: `game-2.mcap`.
fn first_of(path: &Path, number: u32) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_str()?.strip_suffix(&format!("-{number}"))?;
    Some(path.with_file_name(format!("{stem}.{}", path.extension()?.to_str()?)))
}

/// The files that were given, and those in directories, each once, by their whole paths.
#[derive(Default)]
struct Found {
    files: Vec<PathBuf>,
    /// The messages about what cannot be read.
    wrong: Vec<String>,
}

impl Found {
    fn at(given: &[PathBuf]) -> Self {
        let (mut all, mut seen) = (Self::default(), BTreeSet::new());
        for path in given {
            let before = all.files.len();
            let errors = all.wrong.len();
            if path.is_dir() {
                all.inside(path);
                if (all.files.len(), all.wrong.len()) == (before, errors) {
                    let path = Escaped(path.display());
                    all.wrong.push(format!(
                        "{path}: no recording is in it\nhelp: recordings end in .mcap"
                    ));
                }
            } else {
                all.add(path);
            }
        }
        all.files.retain(|path| seen.insert(path.clone()));
        all
    }

    fn add(&mut self, path: &Path) {
        match path.canonicalize() {
            Ok(path) => self.files.push(path),
            Err(error) => self.wrong.push(format!("{}: {error}", Escaped(path.display()))),
        }
    }

    fn inside(&mut self, directory: &Path) {
        let read = || std::fs::read_dir(directory)?.collect::<Result<Vec<_>, _>>();
        let mut entries = match read() {
            Ok(entries) => entries,
            Err(error) => {
                return self.wrong.push(format!("{}: {error}", Escaped(directory.display())));
            }
        };
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            // A link to a directory could lead around for ever.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.inside(&path);
            } else if path.extension().is_some_and(|of| of == "mcap") && path.is_file() {
                self.add(&path);
            }
        }
    }
}
