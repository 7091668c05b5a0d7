//! The file of a recording: a new one, which takes the place of an old one.
//!
//! It is made under another name, locked, begun, and then renamed, so that neither a link is followed
//! nor the file of another recorder is touched, and that the old one stays if there is no room. The lock is the system's: it ends with the process.

use super::error::RecordError;
use super::framing::MAGIC;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

/// Creates a file at `path` that `begin` has begun. Its owner may write it, and the owner's group may read
/// it. With `replaces` it takes the place of an old recording there; otherwise it is `None` if there is one,
/// or a later file of one.
///
/// # Errors
/// [`RecordError::Link`], [`RecordError::InUse`], [`RecordError::Create`].
pub(super) fn create<T>(
    path: &Path,
    replaces: bool,
    begin: impl FnOnce(File) -> io::Result<T>,
) -> Result<Option<T>, RecordError> {
    try_create(path, replaces, begin).map_err(|refusal| match refusal {
        Refusal::Link => RecordError::Link(path.to_owned()),
        Refusal::InUse => RecordError::InUse(path.to_owned()),
        Refusal::Io(error) => RecordError::Create(path.to_owned(), error),
    })
}

/// Returns whether nobody writes a recording there.
pub(super) fn is_free(path: &Path) -> bool {
    system::is_locked(path).is_ok_and(|is_locked| !is_locked)
}

/// The reason why a file is not created.
enum Refusal {
    Link,
    InUse,
    Io(io::Error),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Returns whether a directory has a recording of this name, or what is left of one: a later file,
/// `NAME-2.mcap`, or the word that something failed.
fn is_taken(directory: &Path, path: &Path) -> io::Result<bool> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let (later, failed) = (format!("{stem}-"), format!("{stem}.failed"));
    for entry in directory.read_dir()? {
        let name = entry?.file_name();
        let is_left = name.to_string_lossy().starts_with(&later) || *name == *failed;
        if is_left || Some(&*name) == path.file_name() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether a file is a recording, or nothing.
fn may_go(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    File::open(path)?.take(8).read_to_end(&mut begin)?;
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    let is_trace = is_json && matches!(begin.first(), Some(b'[' | b'{'));
    Ok(is_trace || MAGIC.starts_with(&begin))
}

fn try_create<T>(
    path: &Path,
    replaces: bool,
    begin: impl FnOnce(File) -> io::Result<T>,
) -> Result<Option<T>, Refusal> {
    let Some(name) = path.file_name() else {
        return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
    };
    let directory = match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    };
    // One at a time: between the look at the old file and its replacement nobody begins another.
    let _turn = system::lock_directory(directory)?;
    if !replaces && is_taken(directory, path)? {
        return Ok(None);
    }
    match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
        Ok(old) if old.is_symlink() => return Err(Refusal::Link),
        Ok(old) if !old.is_file() => {
            return Err(io::Error::other("it is no file that can be replaced").into());
        }
        // A file that may not be written may not be replaced either.
        Ok(_) if system::is_locked(path)? => return Err(Refusal::InUse),
        Ok(_) if !may_go(path)? => {
            let message =
                "it is no recording, and is not replaced; give another name, or remove it";
            return Err(io::Error::other(message).into());
        }
        Ok(_) => {}
    }
    let part = format!(".{}.{}.part", name.to_string_lossy(), std::process::id());
    let part = directory.join(part);
    let result = system::create_locked(&part).and_then(|file| {
        let begun = begin(file)?;
        std::fs::rename(&part, path)?;
        Ok(begun)
    });
    if result.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    Ok(Some(result?))
}

#[cfg(unix)]
mod system {
    use super::{File, OpenOptions, Path, io};
    use rustix::fs::{FlockOperation, OFlags, flock};
    use std::os::unix::fs::OpenOptionsExt as _;

    /// The rights of the owner, and of the owner's group, as far as the process's mask allows.
    const MODE: u32 = 0o640;

    #[allow(clippy::cast_possible_wrap)] // a bit of the system
    const NO_LINK: i32 = OFlags::NOFOLLOW.bits() as i32;

    pub fn lock_directory(path: &Path) -> io::Result<File> {
        let directory = File::open(path)?;
        flock(&directory, FlockOperation::LockExclusive)?;
        Ok(directory)
    }

    /// Returns whether somebody writes a recording there.
    pub fn is_locked(path: &Path) -> io::Result<bool> {
        let file = OpenOptions::new().write(true).custom_flags(NO_LINK).open(path)?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(false),
            Err(rustix::io::Errno::WOULDBLOCK) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    pub fn create_locked(path: &Path) -> io::Result<File> {
        let _ = std::fs::remove_file(path);
        let mut options = OpenOptions::new();
        let file = options.write(true).create_new(true).mode(MODE).open(path)?;
        flock(&file, FlockOperation::NonBlockingLockExclusive)?;
        Ok(file)
    }
}

#[cfg(not(unix))]
mod system {
    use super::{File, OpenOptions, Path, io};

    pub fn lock_directory(_: &Path) -> io::Result<()> {
        Ok(())
    }

    /// A file that is being written cannot be replaced.
    pub fn is_locked(_: &Path) -> io::Result<bool> {
        Ok(false)
    }

    pub fn create_locked(path: &Path) -> io::Result<File> {
        let _ = std::fs::remove_file(path);
        OpenOptions::new().write(true).create_new(true).open(path)
    }
}
