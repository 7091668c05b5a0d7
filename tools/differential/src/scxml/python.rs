//! The implementation of SCXML: the Python package python-statemachine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::bail;
use tool_support::command;

/// The package, and the version that is compared with.
const PACKAGE: &str = "python-statemachine";
const VERSION: &str = "3.2.2";

/// A Python that can import the package.
#[derive(Debug)]
pub struct Python {
    program: PathBuf,
    /// The directory of its packages, unless it has an environment of its own.
    packages: Option<PathBuf>,
}

impl Python {
    /// Returns a Python with the package below `directory`; installs it if necessary.
    pub fn with_statemachine(directory: &Path) -> anyhow::Result<Self> {
        let venv = directory.join("venv");
        let packages = directory.join("packages");
        let own = Python { program: venv.join("bin").join("python"), packages: None };
        let shared = Python { program: "python3".into(), packages: Some(packages.clone()) };
        let (own, shared) = match (own.has_package(), shared.has_package()) {
            (true, _) => return Ok(own),
            (_, true) => return Ok(shared),
            _ => (own, shared),
        };
        fs::create_dir_all(directory)?;
        let package = format!("{PACKAGE}=={VERSION}");
        let mut tried = Vec::new();
        // Some Pythons have neither `venv` nor `pip`: on Debian they are packages of their own.
        let mut make = Command::new("python3");
        make.args(["-m", "venv"]).arg(&venv);
        let mut pip = Command::new(&own.program);
        pip.args(["-m", "pip", "install", "--quiet", &package]);
        if attempt(&mut make, &mut tried) && attempt(&mut pip, &mut tried) && own.has_package() {
            return Ok(own);
        }
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--target"]).arg(&packages).arg(&package);
        if attempt(&mut pip, &mut tried) && shared.has_package() {
            return Ok(shared);
        }
        bail!(
            "cannot install {}; tried\n  {}\nhelp: apt-get install python3-venv",
            Self::name(),
            tried.join("\n  ")
        )
    }

    fn has_package(&self) -> bool {
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

    /// Runs a script with a directory as its argument.
    pub fn run(&self, script: &Path, directory: &Path) -> anyhow::Result<Output> {
        command::run(self.command().arg(script).arg(directory))
    }

    /// Returns the name and version of the package.
    pub fn name() -> String {
        format!("{PACKAGE} {VERSION}")
    }
}

/// Runs a command. If it fails, adds it to `tried` with the reason.
fn attempt(command: &mut Command, tried: &mut Vec<String>) -> bool {
    let reason = match command.stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => return true,
        Ok(output) => {
            let text = if output.stderr.is_empty() { output.stdout } else { output.stderr };
            String::from_utf8_lossy(&text).trim_end().lines().last().unwrap_or("").to_owned()
        }
        Err(error) => error.to_string(),
    };
    tried.push(format!("{}: {reason}", command::line(command)));
    false
}
