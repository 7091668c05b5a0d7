//! The C headers of the library.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::paths;

pub fn write(workspace: &Path) -> anyhow::Result<bool> {
    for (path, text) in headers(workspace) {
        fs::create_dir_all(path.parent().unwrap_or(workspace))?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(true)
}

/// Returns whether the headers are those of the sources.
pub fn is_current(workspace: &Path) -> bool {
    let same = |path: &PathBuf, text| fs::read_to_string(path).is_ok_and(|old| old == text);
    headers(workspace).into_iter().all(|(path, text)| same(&path, text))
}

fn headers(workspace: &Path) -> [(PathBuf, String); 2] {
    let header = nao_skills::header();
    [
        (paths::header(workspace), header.to_string()),
        (paths::memory_header(workspace), header.memory().to_string()),
    ]
}
