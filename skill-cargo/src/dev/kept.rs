//! Copies of the programs: a build writes over what it has built before.

use std::path::{Path, PathBuf};
use std::{fs, io, process};

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};
use tempfile::TempDir;

/// The beginning of the names of directories; the process follows.
const PREFIX: &str = "skill-dev-";

/// The directory of the copies.
pub struct Kept {
    directory: TempDir,
    count: u32,
}

/// A copy, with a directory of its own. It is removed when nobody needs it any more.
pub struct Program {
    pub path: PathBuf,
}

impl Kept {
    /// Creates it, and removes those of processes that are gone.
    pub fn create(target: &Path) -> io::Result<Self> {
        fs::create_dir_all(target)?;
        for entry in fs::read_dir(target)?.flatten() {
            let name = entry.file_name();
            let process = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.parse().ok());
            if process.is_some_and(is_gone) {
                // Another one may remove it, too.
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        let name = format!("{PREFIX}{}", process::id());
        let directory = tempfile::Builder::new().prefix(&name).rand_bytes(0).tempdir_in(target)?;
        Ok(Self { directory, count: 0 })
    }

    /// Copies a program.
    pub fn copy(&mut self, program: &Path) -> io::Result<Program> {
        self.count += 1;
        let directory = self.directory.path().join(self.count.to_string());
        fs::create_dir(&directory)?;
        let copy = Program { path: directory.join(program.file_name().unwrap_or_default()) };
        fs::copy(program, &copy.path)?;
        Ok(copy)
    }
}

/// Whether no other process of this number runs.
fn is_gone(process: i32) -> bool {
    u32::try_from(process) == Ok(process::id())
        || Pid::from_raw(process).is_some_and(|id| test_kill_process(id) == Err(Errno::SRCH))
}

impl Program {
    /// Whether a program is the same.
    pub fn is(&self, program: &Path) -> io::Result<bool> {
        Ok(fs::metadata(program)?.len() == fs::metadata(&self.path)?.len()
            && fs::read(program)? == fs::read(&self.path)?)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(directory) = self.path.parent() {
            let _ = fs::remove_dir_all(directory);
        }
    }
}
