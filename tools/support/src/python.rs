//! Python with packages, in an environment below `target`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;

use crate::command;

/// Returns a Python with these requirements (`name==version`), in `directory/venv`. Installs them
/// if they have changed since the last time.
///
/// # Errors
/// If the environment cannot be made or a package cannot be installed.
pub fn with_packages(directory: &Path, requirements: &[&str]) -> anyhow::Result<PathBuf> {
    let venv = directory.join("venv");
    let (python, stamp) = (venv.join("bin/python"), venv.join("requirements"));
    let wanted = requirements.join("\n");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    eprintln!("installing {} into {}", requirements.join(", "), venv.display());
    let mut pip = new_environment("python3".as_ref(), &venv)?;
    command::run(pip.args(requirements)).context("cannot install the packages")?;
    std::fs::write(&stamp, wanted).with_context(|| format!("cannot write {}", stamp.display()))?;
    Ok(python)
}

/// Makes an environment of a Python, and returns the command that installs packages into it.
///
/// # Errors
/// If the environment cannot be made.
pub fn new_environment(python: &Path, venv: &Path) -> anyhow::Result<Command> {
    command::run(Command::new(python).args(["-m", "venv"]).arg(venv))
        .context("cannot make a Python environment\nhelp: apt-get install python3-venv")?;
    let mut pip = Command::new(venv.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    Ok(pip)
}
