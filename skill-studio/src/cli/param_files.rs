//! The files of `--params`.

use crate::console::error::Error;
use crate::model::params::Mistake;
use crate::text::escape::Escaped;
use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The size of the largest file of parameters, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The files that were read before their parameters: what can be read once is enough.
static EARLY: Mutex<BTreeMap<PathBuf, Vec<u8>>> = Mutex::new(BTreeMap::new());

fn early() -> MutexGuard<'static, BTreeMap<PathBuf, Vec<u8>>> {
    EARLY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads a file for its options, and keeps what it has for its parameters.
pub(super) fn read_early(path: &Path) -> Result<Vec<u8>, Error> {
    let bytes = read_whole(path)?;
    early().insert(path.to_owned(), bytes.clone());
    Ok(bytes)
}

/// Reads a file of parameters.
pub(super) fn read_whole(path: &Path) -> Result<Vec<u8>, Error> {
    if let Some(bytes) = early().get(path) {
        return Ok(bytes.clone());
    }
    let (file, mut bytes) = (std::fs::File::open(path).map_err(Error::file(path))?, Vec::new());
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(Error::file(path))?;
    if bytes.len() as u64 > MAX_BYTES {
        let place = Escaped(path.display());
        return Err(Error::Usage(format!(
            "{place}: longer than 1 MiB\nhelp: the command `params` lists what a file of parameters can set"
        )));
    }
    Ok(bytes)
}

/// Returns the files with parameters at a path: itself, or those in a directory.
pub(super) fn files_of(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let file = std::fs::metadata(path).map_err(|error| {
        let place = Escaped(path.display());
        Error::Usage(format!(
            "{place}: {error}\nhelp: parameters are in a file such as `params.toml`, or in a directory of such files"
        ))
    })?;
    #[cfg(unix)]
    if std::os::unix::fs::FileTypeExt::is_fifo(&file.file_type()) && !path.starts_with("/dev") {
        let place = Escaped(path.display());
        return Err(Error::Usage(format!(
            "{place}: it is a pipe\nhelp: name a file, or `/dev/stdin`"
        )));
    }
    if !file.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut files: Vec<_> =
        entries.map_err(Error::file(path))?.iter().map(std::fs::DirEntry::path).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    if let Some(inner) = files.iter().find(|file| file.is_dir()) {
        let place = Escaped(inner.display());
        return Err(Error::Usage(format!(
            "{place}: it is a directory\nhelp: name it by itself, or give it a name without `.toml`"
        )));
    }
    if files.is_empty() {
        let place = Escaped(path.display());
        return Err(Error::Usage(format!(
            "{place}: no file `*.toml` in this directory\nhelp: the command `params` lists what such a file can set"
        )));
    }
    Ok(files)
}

/// Returns the error for mistakes in what files set: the options, the parameters.
pub(super) fn refused(what: &str, mistakes: &[Mistake]) -> Error {
    let count = match mistakes.len() {
        1 => format!("a mistake in the {what}"),
        count => format!("{count} mistakes in the {what}"),
    };
    let lines = mistakes.iter().map(|mistake| format!("\n{mistake}"));
    Error::Usage(count + &lines.collect::<String>())
}
