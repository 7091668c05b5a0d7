//! Runs the Python package `physics` of this directory: a NAO with contact physics that speaks
//! LoLA, and the search for its motions. `cargo xtask physics`.

use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::Context as _;
use tool_support::{command, workspace};

fn main() -> ExitCode {
    tool_support::exit(run())
}

/// Replaces this process by Python's, so that it gets the signals; returns only on failure.
fn run() -> anyhow::Result<bool> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = environment(&workspace().join("target/physics"), directory)?;
    let mut arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--test") {
        arguments.extend(["--program".into(), command::nao(true)?.into()]);
    }
    let error = Command::new(&python)
        .args(["-m", "physics"])
        .args(arguments)
        .env("PYTHONPATH", directory)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .exec();
    Err(error).with_context(|| format!("cannot run {}", python.display()))
}

/// Returns a Python with the packages of `requirements.txt`, in an environment of its own.
fn environment(target: &Path, directory: &Path) -> anyhow::Result<PathBuf> {
    let (venv, requirements) = (target.join("venv"), directory.join("requirements.txt"));
    let (python, stamp) = (venv.join("bin/python"), venv.join("requirements.txt"));
    let wanted = std::fs::read(&requirements)
        .with_context(|| format!("cannot read {}", requirements.display()))?;
    if std::fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    eprintln!("physics: installing the packages of {}", requirements.display());
    command::run(Command::new("python3").args(["-m", "venv"]).arg(&venv))
        .context("cannot make a Python environment\nhelp: apt-get install python3-venv")?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]);
    command::run(install.arg(&requirements)).context("cannot install the packages")?;
    std::fs::write(&stamp, wanted).with_context(|| format!("cannot write {}", stamp.display()))?;
    Ok(python)
}
