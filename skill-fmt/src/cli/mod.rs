//! The program `cargo skill-fmt`.

mod files;
mod report;
mod write;

use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

use crate::error::FormatError;
use crate::format::{Formatter, Lines, may_have_blocks};
use files::{Formatters, SourceFile};

/// Format the blocks of `skill!` and the other macros of robot-skill-runtime in Rust files
///
/// Without files, all Rust files of the packages of the workspace are formatted. Everything
/// outside the blocks is left as it is. A file with errors is left as it is, and the compiler's
/// errors are printed.
///
/// Exit status: 0 if all is formatted; 1 if `--check` found differences, or a file has errors;
/// 2 if a file could not be read, formatted or written.
#[derive(Parser)]
#[command(name = "cargo-skill-fmt", bin_name = "cargo skill-fmt", version)]
struct Arguments {
    /// Files, directories, or `-` for the standard input
    paths: Vec<PathBuf>,
    /// Print the differences and write nothing
    #[arg(long)]
    check: bool,
    /// Apply the cures that the compiler names in the errors of blocks, before they are formatted
    #[arg(long)]
    fix: bool,
    /// Format the standard input to the standard output, as `rustfmt` does, with its blocks
    #[arg(long)]
    stdin: bool,
    /// Format only the blocks on these lines, counted from 1, of one file
    #[arg(long, value_name = "START:END", value_parser = lines)]
    range: Option<Lines>,
    /// The edition of Rust; if not given, that of the package
    #[arg(long)]
    edition: Option<String>,
    /// The package or workspace to format, if not that of the current directory
    #[arg(long, value_name = "Cargo.toml")]
    manifest_path: Option<PathBuf>,
}

/// The reason why a file is not formatted.
#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error("{}: {error}", .path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: not UTF-8: byte {at} is no part of a character", .path.display())]
    NotUtf8 { path: PathBuf, at: usize },
    #[error("{}: the file is read-only", .path.display())]
    ReadOnly { path: PathBuf },
    #[error("{}: the file has changed since it was read", .path.display())]
    Changed { path: PathBuf },
    #[error("{}: neither a file nor a directory", .path.display())]
    NoFile { path: PathBuf },
    #[error("cargo metadata: {0}")]
    Metadata(String),
    #[error("`--range` needs exactly one file\nhelp: name the file, or use `--stdin`")]
    Range,
    #[error("`-` and `--stdin` cannot be used with files")]
    StdinAndFiles,
    #[error(transparent)]
    Format(FormatError),
}

/// Parses a range of lines, `START:END`.
fn lines(text: &str) -> Result<Lines, String> {
    let expected = || "expected two lines such as `10:20`".to_owned();
    let (start, end) = text.split_once(':').ok_or_else(expected)?;
    let line = |text: &str| text.trim().parse::<usize>().map_err(|_| expected());
    let (start, end) = (line(start)?, line(end)?);
    if start == 0 || end < start {
        return Err("expected lines from 1, the first before the last".to_owned());
    }
    Ok(start..=end)
}

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    // Cargo calls `cargo-skill-fmt skill-fmt ARGUMENTS..`.
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|word| word == "skill-fmt") {
        arguments.remove(1);
    }
    let arguments = Arguments::parse_from(arguments);
    let status = run(&arguments).unwrap_or_else(|error| report::failure(None, &error));
    ExitCode::from(status)
}

fn run(arguments: &Arguments) -> Result<u8, CliError> {
    let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
    if arguments.stdin || arguments.paths.iter().any(is_stdin) {
        return if arguments.paths.iter().all(is_stdin) {
            stdin(arguments)
        } else {
            Err(CliError::StdinAndFiles)
        };
    }
    let files = if arguments.paths.is_empty() {
        files::of_workspace(arguments.manifest_path.as_deref())?
    } else {
        files::of_paths(&arguments.paths)?
    };
    if arguments.range.is_some() && files.len() != 1 {
        return Err(CliError::Range);
    }
    Ok(format_all(arguments, &files))
}

/// Formats the standard input.
fn stdin(arguments: &Arguments) -> Result<u8, CliError> {
    let path = Path::new("<stdin>");
    let of_stdin = |error| CliError::File { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes).map_err(of_stdin)?;
    let text = utf8(bytes, path)?;
    let directory = std::env::current_dir().map_err(of_stdin)?;
    let edition = arguments.edition.clone().or_else(|| files::edition_at(&directory));
    let mut fixed = text.clone();
    let formatted = Formatter::new(directory, edition).and_then(|formatter| {
        fixed = with_fixes(arguments, &formatter, path, &text)?;
        match &arguments.range {
            Some(lines) => formatter.blocks(&fixed, Some(lines)),
            None => formatter.file(&fixed),
        }
    });
    let formatted = match formatted {
        Ok(formatted) => formatted,
        Err(error) => return Ok(report::failure(Some((path, &fixed)), &CliError::Format(error))),
    };
    if arguments.check {
        report::difference(path, &text, &formatted).map_err(of_stdin)?;
        return Ok(u8::from(text != formatted));
    }
    io::stdout().lock().write_all(formatted.as_bytes()).map_err(of_stdin)?;
    Ok(0)
}

/// A file after it was formatted.
struct Formatted {
    before: String,
    /// The same with cures, if they are wanted; its blocks are not formatted.
    fixed: String,
    result: Result<String, CliError>,
}

/// Formats files on all processors. Returns the exit status.
fn format_all(arguments: &Arguments, files: &[SourceFile]) -> u8 {
    let formatters = Formatters::default();
    let bar = ProgressBar::new(files.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} files {wide_msg}") {
        bar.set_style(style);
    }
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let work = || {
        while let Some((index, file)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            files.get(index).map(|file| (index, file))
        } {
            let result = format_one(arguments, file, &formatters);
            bar.inc(1);
            bar.set_message(file.path.display().to_string());
            if let (Some(result), Ok(mut results)) = (result, results.lock()) {
                results.push((index, result));
            }
        }
    };
    thread::scope(|scope| {
        let count = thread::available_parallelism().map_or(1, usize::from).min(files.len());
        for _ in 0..count {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    let mut status = 0;
    for (index, Formatted { before, fixed, result }) in results {
        let path = &files[index].path;
        let of_file = |error| CliError::File { path: path.clone(), error };
        let this = match result {
            Ok(after) if arguments.check => {
                report::difference(path, &before, &after).map_err(of_file).map(|()| 1)
            }
            Ok(after) => write::replace(path, &before, &after).map(|()| 0),
            // What is cured stays so, although other errors are left.
            Err(error) if fixed != before && !arguments.check => {
                write::replace(path, &before, &fixed).and(Err(error))
            }
            Err(error) => Err(error),
        };
        let this = this.unwrap_or_else(|error| report::failure(Some((path, &fixed)), &error));
        status = status.max(this);
    }
    status
}

/// Formats a file. Returns nothing if it has no blocks or is formatted already.
fn format_one(
    arguments: &Arguments,
    file: &SourceFile,
    formatters: &Formatters,
) -> Option<Formatted> {
    let before = match std::fs::read(&file.path)
        .map_err(|error| CliError::File { path: file.path.clone(), error })
        .and_then(|bytes| utf8(bytes, &file.path))
    {
        Ok(before) => before,
        Err(error) => {
            let (before, fixed) = Default::default();
            return Some(Formatted { before, fixed, result: Err(error) });
        }
    };
    if !may_have_blocks(&before) {
        return None;
    }
    let edition = arguments.edition.clone().or_else(|| file.edition.clone());
    let formatter = formatters.of_file(&file.path, edition);
    let mut fixed = before.clone();
    let result = formatter.and_then(|formatter| {
        fixed = with_fixes(arguments, &formatter, &file.path, &before)?;
        formatter.blocks(&fixed, arguments.range.as_ref())
    });
    match result {
        Ok(after) if after == before => None,
        result => Some(Formatted { before, fixed, result: result.map_err(CliError::Format) }),
    }
}

/// Applies cures to a text, if that is wanted, and says which.
fn with_fixes(
    arguments: &Arguments,
    formatter: &Formatter,
    path: &Path,
    text: &str,
) -> Result<String, FormatError> {
    if !arguments.fix {
        return Ok(text.to_owned());
    }
    let (text, fixes) = formatter.fixed(text)?;
    for fix in &fixes {
        report::fix(path, fix);
    }
    Ok(text)
}

fn utf8(bytes: Vec<u8>, path: &Path) -> Result<String, CliError> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        CliError::NotUtf8 { path: path.to_owned(), at }
    })
}
