//! Crates that a tool writes below `target`.

use std::path::Path;
use std::{fs, io};

/// Gives the crate in `root` the workspace's `Cargo.lock`, if there is one: the same
/// versions of what it depends on, and no net.
pub fn lock(workspace: &Path, root: &Path) -> io::Result<()> {
    let lock = workspace.join("Cargo.lock");
    if lock.exists() {
        fs::copy(lock, root.join("Cargo.lock"))?;
    }
    Ok(())
}

/// Removes a directory, if it is there.
pub fn remove_dir(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
