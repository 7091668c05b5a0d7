//! The C headers of the library.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

use crate::paths;

pub fn write(workspace: &Path) -> anyhow::Result<bool> {
    let path = paths::header(workspace);
    fs::create_dir_all(path.parent().unwrap_or(workspace))?;
    fs::write(&path, nao_skills::header().to_string())
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(true)
}

/// Returns whether the header is that of the sources.
pub fn is_current(workspace: &Path) -> bool {
    let text = nao_skills::header().to_string();
    fs::read_to_string(paths::header(workspace)).is_ok_and(|old| old == text)
}
