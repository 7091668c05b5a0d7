//! Files that commands write.

use crate::console::error::Error;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that takes the place of an old one when it is complete: it is written beside the old
/// file, with its permissions, and then renamed. Until then, and after any error, the old file is
/// untouched.
///
/// A symbolic link keeps pointing to the file that is replaced. A device or a pipe is written to
/// directly, and so is the file that standard output or standard error goes to.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// The new file, and what it replaces.
    Beside(NamedTempFile, PathBuf),
    Direct(File),
}

impl OutputFile {
    /// Checks that a file can be written, without changing it: before work whose result it is.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn check(path: &Path) -> Result<(), Error> {
        match Place::of(path) {
            Ok(Place::File { path, old }) => beside(&path, old.as_ref()).map(drop),
            Ok(Place::Direct | Place::Stream(_)) => Ok(()),
            Err(error) => Err(error),
        }
        .map_err(Error::file(path))
    }

    /// Begins to write a file. Waits for the reader of a named pipe.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn create(path: &Path) -> Result<OutputFile, Error> {
        let target = match Place::of(path) {
            Ok(Place::File { path, old }) => {
                beside(&path, old.as_ref()).map(|file| Target::Beside(file, path))
            }
            Ok(Place::Direct) => File::options().write(true).open(path).map(Target::Direct),
            Ok(Place::Stream(stream)) => Ok(Target::Direct(stream)),
            Err(error) => Err(error),
        };
        let path = path.to_owned();
        match target {
            Ok(target) => Ok(OutputFile { path, target }),
            Err(error) => Err(Error::File { path, error }),
        }
    }

    /// Returns the path that was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the file in the place of the old one.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn commit(self) -> Result<(), Error> {
        let result = match self.target {
            Target::Beside(file, path) => match file.persist(path) {
                Ok(_) => Ok(()),
                Err(error) => Err(error.error),
            },
            Target::Direct(mut file) => file.flush(),
        };
        result.map_err(Error::file(self.path))
    }

    /// Replaces the content of a file, and waits until the disk has it: after a power cut the file has the old
    /// content or the new one.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn write_through(path: &Path, content: &[u8]) -> Result<(), Error> {
        let mut file = OutputFile::create(path)?;
        file.write_all(content).map_err(Error::file(path))?;
        let Target::Beside(new, target) = &file.target else { return file.commit() };
        let directory = parent(target).to_owned();
        new.as_file().sync_all().map_err(Error::file(path))?;
        file.commit()?;
        // The new name, where the system can be held to it.
        #[cfg(unix)]
        File::open(directory).and_then(|of| of.sync_all()).map_err(Error::file(path))?;
        #[cfg(not(unix))]
        drop(directory);
        Ok(())
    }

    /// Replaces the content of a file.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn write(path: &Path, content: &[u8]) -> Result<(), Error> {
        let mut file = OutputFile::create(path)?;
        file.write_all(content).map_err(Error::file(path))?;
        file.commit()
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Beside(file, _) => file.write(bytes),
            Target::Direct(file) => file.write(bytes),
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Beside(file, _) => file.flush(),
            Target::Direct(file) => file.flush(),
        }
    }
}

/// The destination of a path.
enum Place {
    /// A file, after all symbolic links; `old` if it exists.
    File { path: PathBuf, old: Option<Metadata> },
    /// A device or a pipe.
    Direct,
    /// The destination of standard output or standard error.
    Stream(File),
}

impl Place {
    fn of(path: &Path) -> io::Result<Place> {
        let old = match fs::metadata(path) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let name = path.as_os_str().as_encoded_bytes();
        if old.as_ref().is_some_and(Metadata::is_dir) || name.ends_with(b"/") {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if let Some(old) = &old {
            if let Some(stream) = same_stream(old)? {
                return Ok(Place::Stream(stream));
            }
            if !old.is_file() {
                return Ok(Place::Direct);
            }
        }
        Ok(Place::File { path: after_links(path)?, old })
    }
}

/// Follows the symbolic links at the end of a path.
fn after_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Returns the directory in which a file is.
fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

/// Creates an empty file beside `path`, with the permissions of the old file.
fn beside(path: &Path, old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    if old.is_some() {
        // A file that may not be written may not be replaced either.
        File::options().write(true).open(path)?;
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The process's mask applies, as to any new file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(parent(path))?;
    if let Some(old) = old {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            // Only root may give a file to another user; for others it is theirs already.
            let _ = fchown(file.as_file(), Some(old.uid()), Some(old.gid()));
        }
        file.as_file().set_permissions(old.permissions())?;
    }
    Ok(file)
}

/// Returns standard output or standard error if that is what `file` describes.
#[cfg(unix)]
fn same_stream(file: &Metadata) -> io::Result<Option<File>> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let (output, error) = (io::stdout(), io::stderr());
    for stream in [output.as_fd(), error.as_fd()] {
        let stream = File::from(stream.try_clone_to_owned()?);
        let other = stream.metadata()?;
        if (other.dev(), other.ino()) == (file.dev(), file.ino()) {
            return Ok(Some(stream));
        }
    }
    Ok(None)
}

#[cfg(not(unix))]
fn same_stream(_: &Metadata) -> io::Result<Option<File>> {
    Ok(None)
}
