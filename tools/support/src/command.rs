//! Commands that several tools run.

use crate::packages::NAO;
use crate::workspace;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, bail};

/// Returns a cargo command that runs in `directory` and builds into `target`, independent of
/// the flags that the caller's environment sets.
#[must_use]
pub fn cargo(directory: &Path, target: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(directory)
        .env("CARGO_TARGET_DIR", target)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        .stdin(Stdio::null());
    cargo
}

/// Builds the program `nao` with everything, optimized or not. Returns its path.
///
/// # Errors
/// If it does not compile.
pub fn nao(is_optimized: bool) -> anyhow::Result<PathBuf> {
    program(NAO.name, is_optimized)
}

/// Builds the program of a robot, the package with its name, with everything, optimized or not. Returns its path.
///
/// # Errors
/// If it does not compile.
pub fn program(name: &str, is_optimized: bool) -> anyhow::Result<PathBuf> {
    let workspace = workspace();
    let target = workspace.join("target");
    let mut build = cargo(&workspace, &target);
    build.args(["build", "--quiet", "--package", name, "--bin", name, "--features", "full"]);
    build.args(is_optimized.then_some("--release"));
    run(&mut build)?;
    Ok(target.join(if is_optimized { "release" } else { "debug" }).join(name))
}

/// Runs a command to its end. If it fails, its stderr is printed.
///
/// # Errors
/// If it cannot be run or fails.
pub fn run(command: &mut Command) -> anyhow::Result<Output> {
    let output = output(command)?;
    if output.status.success() {
        return Ok(output);
    }
    eprint!("{}", messages(&output));
    bail!("`{}` failed ({}), see above", line(command), output.status)
}

/// Runs a command to its end, whatever its exit status.
///
/// # Errors
/// If it cannot be run.
pub fn output(command: &mut Command) -> anyhow::Result<Output> {
    let output = command.stdin(Stdio::null()).output();
    output.with_context(|| format!("cannot run `{}`", line(command)))
}

/// Returns what a program wrote to stderr, with a line feed after it unless it is empty.
#[must_use]
pub fn messages(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let text = text.trim_end();
    if text.is_empty() { String::new() } else { format!("{text}\n") }
}

/// Formats a command as in a shell.
#[must_use]
pub fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Returns whether a command can be run and succeeds. Its output is discarded.
pub fn succeeds(command: &mut Command) -> bool {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Checks that a program can be run.
///
/// # Errors
/// If `PROGRAM --version` fails; `help` is the command that installs the program.
pub fn require(program: &str, help: &str) -> anyhow::Result<()> {
    if succeeds(Command::new(program).arg("--version")) {
        return Ok(());
    }
    bail!("`{program}` is not installed\nhelp: {help}")
}

/// Counts the instructions of a program with valgrind.
#[derive(Debug)]
pub struct Callgrind(Command);

impl Callgrind {
    /// Counts the whole program.
    #[must_use]
    pub fn new(program: &Path) -> Self {
        Self::with(program, &[])
    }

    /// Counts only the functions whose names match `pattern`.
    #[must_use]
    pub fn within(program: &Path, pattern: &str) -> Self {
        let pattern = format!("--toggle-collect={pattern}");
        Self::with(program, &["--collect-atstart=no", &pattern])
    }

    fn with(program: &Path, options: &[&str]) -> Self {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        valgrind.args(options).arg(program);
        Callgrind(valgrind)
    }

    /// Checks that valgrind can be run.
    ///
    /// # Errors
    /// If it is not installed.
    pub fn require() -> anyhow::Result<()> {
        require("valgrind", "apt-get install valgrind")
    }

    /// Runs the program with these arguments and returns the number of instructions.
    ///
    /// # Errors
    /// If the program fails, or valgrind reports no count.
    pub fn count(mut self, arguments: &[impl AsRef<std::ffi::OsStr>]) -> anyhow::Result<u64> {
        let output = run(self.0.args(arguments))?;
        let messages = messages(&output);
        collected(&messages).with_context(|| format!("valgrind reports no count:\n{messages}"))
    }
}

/// Returns what one of `times` repetitions counts: the difference of two runs excludes startup.
///
/// # Errors
/// If a run fails.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub fn each(times: u64, run: impl Fn(u64) -> anyhow::Result<u64>) -> anyhow::Result<f64> {
    Ok(run(2 * times)?.saturating_sub(run(times)?) as f64 / times as f64)
}

/// Parses `==123== Collected : 4567`.
fn collected(messages: &str) -> Option<u64> {
    messages.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_count() {
        assert_eq!(collected("==1== Events    : Ir\n==1== Collected : 4567\n"), Some(4567));
        assert_eq!(collected("==1== Collected : \nvalgrind: no such file"), None);
    }

    #[test]
    fn an_error_names_the_command() {
        let error = run(Command::new("sh").args(["-c", "echo bad >&2; exit 3"])).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("`sh -c"), "{text}");
        assert!(text.contains("exit status: 3"), "{text}");
        let missing = require("no-such-program", "apt-get install it").unwrap_err();
        assert!(missing.to_string().ends_with("help: apt-get install it"), "{missing}");
    }
}
