//! The source code of skills, if it is on this machine.

use super::Refusal;
use serde::Serialize;
use skill_runtime::SkillInfo;
use skill_runtime::graph::SourcePlace;
use std::fs;
use std::path::{Path, PathBuf};

/// The greatest size of a file that is shown, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// The file that declares a skill.
#[derive(Serialize)]
pub(super) struct SourceView {
    /// Its name, as the compiler was given it.
    file: &'static str,
    /// Its path on this machine, for editors.
    path: PathBuf,
    /// The line of the declaration, counted from 1.
    line: u32,
    /// Its text as it is now.
    text: String,
}

/// Returns the path of the file that declares a skill, if it is there.
pub(super) fn path(skill: &SkillInfo) -> Option<PathBuf> {
    let SourcePlace { package, file, .. } = skill.source;
    if file.is_empty() {
        return None;
    }
    // From the folder of the package, or of the workspace that has it.
    let folders = Path::new(package?).ancestors();
    folders.map(|folder| folder.join(file)).find(|path| path.is_file())
}

/// Returns the file that declares a skill.
///
/// # Errors
/// 404 if it is not on this machine, or is no text of at most 1 MiB.
pub(super) fn of(skill: &SkillInfo) -> Result<SourceView, Refusal> {
    let missing = || {
        Refusal::not_found(format!("the source code of `{}` is not on this machine", skill.name))
    };
    let path = fs::canonicalize(path(skill).ok_or_else(missing)?).map_err(|_| missing())?;
    if fs::metadata(&path).map_or(true, |file| file.len() > MAX_SIZE) {
        return Err(missing());
    }
    let text = fs::read_to_string(&path).map_err(|_| missing())?;
    let SourcePlace { file, line, .. } = skill.source;
    Ok(SourceView { file, path, line, text })
}

/// Returns the file that declares a skill as JSON for a page, without the folders of this machine. `None` if it is
/// not on this machine.
#[cfg(all(feature = "cli", feature = "live", feature = "playground"))]
pub(crate) fn page_source(skill: &SkillInfo) -> Option<String> {
    let SourceView { file, line, text, .. } = of(skill).ok()?;
    let package = skill.source.package.unwrap_or_default();
    let file = Path::new(file).strip_prefix(package).unwrap_or(Path::new(file));
    Some(serde_json::json!({ "file": file, "line": line, "text": text }).to_string())
}
