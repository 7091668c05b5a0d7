//! Directories and files.

use std::path::{Path, PathBuf};

/// Returns the directory into which everything is built.
pub fn directory(workspace: &Path) -> PathBuf {
    workspace.join("target").join("nao")
}

/// Returns the path of the C header in the repository.
pub fn header(workspace: &Path) -> PathBuf {
    workspace.join("nao-c/include/nao_skills.h")
}

/// Returns the path of the C header for the shared memory's file.
pub fn memory_header(workspace: &Path) -> PathBuf {
    workspace.join("nao-c/include/nao_memory.h")
}
