//! What an editor shows inside `skill!`: a real rust-analyzer reads the crate
//! `xtask/ide-probes` and is asked what the comments in it ask.

mod check;
mod lsp;
mod navigate;
mod probe;
mod text;

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::generated;
use check::Checker;
use lsp::Server;
use probe::{BadProbe, Source};

/// Where the probe crate stands in the workspace.
const PROBES: &str = "xtask/ide-probes";

/// What to check.
#[derive(Debug, Clone)]
pub struct Options {
    /// The root of this workspace.
    pub workspace: PathBuf,
    /// Only probes whose place or text contains this.
    pub filter: String,
    /// Shows the answers to the probes that hold, too.
    pub verbose: bool,
    /// Without a rust-analyzer the check fails.
    pub require: bool,
}

/// Why nothing could be checked.
#[derive(Debug)]
pub enum Error {
    /// A file or a pipe.
    Io(io::Error),
    /// The server did not do its part.
    Server(String),
    /// The server took longer than this to read the crate.
    NotReady(Duration),
    /// A comment looks like a probe and is none.
    Probe(BadProbe),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => write!(out, "ide: {error}"),
            Error::Server(what) => {
                write!(out, "ide: rust-analyzer: {what}; its log is target/ide/server.log")
            }
            Error::NotReady(limit) => {
                let seconds = limit.as_secs();
                write!(
                    out,
                    "ide: rust-analyzer was not ready within {seconds} s; nothing was checked; its log is target/ide/server.log"
                )
            }
            Error::Probe(bad) => write!(out, "{PROBES}/{bad}"),
        }
    }
}

impl std::error::Error for Error {}

/// Checks the probes: what does not hold goes to `out`, with the number of each.
/// Answers whether all hold; without a rust-analyzer, whether that may be.
///
/// # Errors
/// [`Error`], if nothing could be checked.
pub fn run(options: &Options, out: &mut impl Write) -> Result<bool, Error> {
    let program = std::env::var_os("RUST_ANALYZER").unwrap_or_else(|| "rust-analyzer".into());
    if !answers(&program) {
        writeln!(
            out,
            "ide: no rust-analyzer here (rustup component add rust-analyzer, or \
             RUST_ANALYZER=path); nothing was checked"
        )?;
        return Ok(!options.require);
    }
    let sources = probe::read_all(&options.workspace.join(PROBES).join("src"), "src")?;
    let sources = sources.map_err(Error::Probe)?;
    let root = copy(&options.workspace, &sources)?;
    let mut server = Server::start(&program, &root, &root.join("server.log"))?;
    server.wait_until_ready()?;
    if let Some(complaint) = server.complaint() {
        writeln!(out, "ide: rust-analyzer says {complaint}")?;
    }
    check_all(options, &sources, Checker::new(&mut server, &root, &sources), out)
}

/// Whether there is a rust-analyzer that can be run.
fn answers(program: &OsString) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Writes the crate to `target/ide`, so that the server leaves nothing in the
/// sources. It is as deep in the workspace as they are: the path to the runtime is
/// the same.
fn copy(workspace: &Path, sources: &[Source]) -> io::Result<PathBuf> {
    let root = workspace.join("target").join("ide");
    generated::remove_dir(&root.join("src"))?;
    fs::create_dir_all(&root)?;
    for file in ["Cargo.toml", "LampInterface.xml"] {
        fs::copy(workspace.join(PROBES).join(file), root.join(file))?;
    }
    generated::lock(workspace, &root)?;
    for source in sources {
        let path = root.join(&source.path);
        fs::create_dir_all(path.parent().unwrap_or(&root))?;
        fs::write(path, &source.text)?;
    }
    // The server names files by their real paths.
    root.canonicalize()
}

fn check_all(
    options: &Options,
    sources: &[Source],
    mut checker: Checker<'_>,
    out: &mut impl Write,
) -> Result<bool, Error> {
    let (mut passed, mut failed) = (0, 0);
    for source in sources {
        let chosen: Vec<_> = source
            .probes
            .iter()
            .map(|probe| (probe, format!("{PROBES}/{}:{}", source.path, probe.line)))
            .filter(|(probe, at)| format!("{at}: {}", probe.text).contains(&options.filter))
            .collect();
        if chosen.is_empty() {
            continue;
        }
        checker.open(source)?;
        for (probe, at) in chosen {
            let outcome = checker.check(source, probe)?;
            let (verdict, count) =
                if outcome.holds { ("ok", &mut passed) } else { ("failed", &mut failed) };
            *count += 1;
            if options.verbose || !outcome.holds {
                let (place, text, came) = (source.place(probe), &probe.text, outcome.came);
                writeln!(out, "{at}: {verdict}{place}: expected {text}; came: {came}")?;
                out.flush()?;
            }
        }
        checker.close(source)?;
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(failed == 0)
}
