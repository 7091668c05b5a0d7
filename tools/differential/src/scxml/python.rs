//! The implementation of SCXML: python-statemachine, a maintained package that reads it.

use super::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

/// The package, and the release that is compared with.
const PACKAGE: &str = "python-statemachine";
const VERSION: &str = "3.2.2";

/// A Python that has it.
#[derive(Debug)]
pub struct Python {
    program: PathBuf,
    /// Where its packages are, if not in its own place.
    packages: Option<PathBuf>,
}

impl Python {
    /// The one below `directory`; installed there if it is not.
    ///
    /// # Errors
    /// What was tried, if it is not to be had.
    pub fn with_statemachine(directory: &Path) -> Result<Self, Error> {
        let venv = directory.join("venv");
        let packages = directory.join("packages");
        let own = Python { program: venv.join("bin").join("python"), packages: None };
        let beside = Python { program: "python3".into(), packages: Some(packages.clone()) };
        let (own, beside) = match (own.has_it(), beside.has_it()) {
            (true, _) => return Ok(own),
            (_, true) => return Ok(beside),
            _ => (own, beside),
        };
        fs::create_dir_all(directory)?;
        let package = format!("{PACKAGE}=={VERSION}");
        let mut tried = Vec::new();
        // Not every Python can make a surrounding of its own, nor has every one pip.
        let mut make = Command::new("python3");
        make.args(["-m", "venv"]).arg(&venv);
        let mut pip = Command::new(&own.program);
        pip.args(["-m", "pip", "install", "--quiet", &package]);
        if attempt(&mut make, &mut tried) && attempt(&mut pip, &mut tried) && own.has_it() {
            return Ok(own);
        }
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--target"]).arg(&packages).arg(&package);
        if attempt(&mut pip, &mut tried) && beside.has_it() {
            return Ok(beside);
        }
        Err(Error::NoPython(tried))
    }

    fn has_it(&self) -> bool {
        let version = "import importlib.metadata as m; import statemachine.io.scxml.processor; \
                       print(m.version('python-statemachine'))";
        let output = self.command().args(["-c", version]).stderr(Stdio::null()).output();
        output.is_ok_and(|output| output.stdout.trim_ascii() == VERSION.as_bytes())
    }

    fn command(&self) -> Command {
        let mut python = Command::new(&self.program);
        if let Some(packages) = &self.packages {
            python.env("PYTHONPATH", packages);
        }
        python.stdin(Stdio::null());
        python
    }

    /// Replays the inputs in `directory` with `script`.
    ///
    /// # Errors
    /// It failed.
    pub fn replay(&self, script: &Path, directory: &Path) -> Result<(), Error> {
        let output = self.command().arg(script).arg(directory).output()?;
        if output.status.success() {
            return Ok(());
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        Err(Error::Program(format!("{}: {}", script.display(), errors.trim_end())))
    }

    /// Its name, with the release.
    pub fn name() -> String {
        format!("{PACKAGE} {VERSION}")
    }
}

/// Runs a command; if it fails, `tried` is told.
fn attempt(command: &mut Command, tried: &mut Vec<String>) -> bool {
    let why = match command.stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => return true,
        Ok(output) => {
            let said = if output.stderr.is_empty() { output.stdout } else { output.stderr };
            String::from_utf8_lossy(&said).trim_end().lines().last().unwrap_or("").to_owned()
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => "there is no such program".into(),
        Err(error) => error.to_string(),
    };
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    tried.push(format!("{}: {why}", words.join(" ")));
    false
}
