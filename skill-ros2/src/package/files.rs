//! Writing a message package to a folder.

use super::error::PackageError;
use super::model::Package;
use super::text::{self, MARK};
use std::fs;
use std::path::{Path, PathBuf};

impl Package {
    /// Returns the paths and contents of the files, in order.
    #[must_use]
    pub fn files(&self) -> Vec<(String, String)> {
        text::files(self)
    }

    /// Writes the package to the folder with its name in `parent`, and returns that folder. It is written
    /// beside the old one, and then takes its place in one step; one that is the same is left as it is, so
    /// that nothing is built again.
    ///
    /// # Errors
    /// [`PackageError`] if the folder is there and is no message package of a robot, or a file cannot be
    /// written. The old folder is there then.
    pub fn write(&self, parent: &Path) -> Result<PathBuf, PackageError> {
        let (folder, files) = (parent.join(&self.name), self.files());
        let is_there = folder.symlink_metadata().is_ok();
        if is_there {
            let manifest = fs::read_to_string(folder.join("package.xml")).unwrap_or_default();
            if !manifest.contains(MARK) {
                return Err(PackageError::Foreign(folder));
            }
            if is_same(&folder, &files) {
                return Ok(folder);
            }
        }
        fs::create_dir_all(parent).map_err(PackageError::file(parent))?;
        let beside = tempfile::Builder::new().prefix(&format!(".{}", self.name)).tempdir_in(parent);
        let beside = beside.map_err(PackageError::file(parent))?;
        let new = beside.path().join(&self.name);
        for (path, text) in &files {
            let path = new.join(path);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(PackageError::file(parent))?;
            }
            fs::write(&path, text).map_err(PackageError::file(&path))?;
        }
        // The old one is removed with the folder beside.
        let moved = if is_there { exchange(&new, &folder) } else { fs::rename(&new, &folder) };
        moved.map_err(PackageError::file(&folder))?;
        Ok(folder)
    }
}

/// Puts two folders in each other's places.
fn exchange(new: &Path, old: &Path) -> std::io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE)?)
}

/// Returns whether a folder has these files and no others.
fn is_same(folder: &Path, files: &[(String, String)]) -> bool {
    let equal = |(path, text): &(String, String)| {
        fs::read_to_string(folder.join(path)).is_ok_and(|found| found == *text)
    };
    files.iter().all(equal) && count(folder).is_some_and(|count| count == files.len())
}

/// Returns the number of files below a folder; `None` if it cannot be read.
fn count(folder: &Path) -> Option<usize> {
    let mut count = 0;
    for entry in fs::read_dir(folder).ok()? {
        let entry = entry.ok()?;
        count += if entry.file_type().ok()?.is_dir() { self::count(&entry.path())? } else { 1 };
    }
    Some(count)
}
