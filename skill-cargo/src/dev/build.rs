//! Builds by `cargo`.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::project::Project;
use crate::commands::{cargo, print_error};
use anstream::adapter::strip_str;
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;

/// The most errors that a page is to show, in bytes.
const MOST: usize = 20_000;
/// The time between two looks at what else there is to do.
const PERIOD: Duration = Duration::from_millis(50);
/// The longest time until a build has ended by a signal.
const END: Duration = Duration::from_secs(1);

/// The program to build.
#[derive(clap::Args)]
pub struct Build {
    /// The package of the robot's program
    #[arg(long, short)]
    package: Option<String>,
    /// The robot's program, if the package has several
    #[arg(long)]
    bin: Option<String>,
    /// Features of the package, such as `full`
    #[arg(long, short = 'F', value_delimiter = ',')]
    features: Vec<String>,
    /// The package or workspace, if not that of the current directory
    #[arg(long, value_name = "Cargo.toml")]
    manifest_path: Option<PathBuf>,
    /// Build with optimizations
    #[arg(long, short)]
    release: bool,
}

/// The end of a build.
pub enum Built {
    Program(PathBuf),
    /// The errors as text, which is printed already.
    Errors(String),
    /// It was not to go on.
    Stopped,
}

/// A program that was built.
struct Program {
    name: String,
    package_id: Value,
    path: PathBuf,
}

impl Build {
    fn cargo(&self, command: &str) -> Command {
        let mut cargo = cargo();
        cargo.arg(command);
        if let Some(path) = &self.manifest_path {
            cargo.arg("--manifest-path").arg(path);
        }
        cargo
    }

    /// Reads the workspace of the program.
    pub fn project(&self) -> Result<Project, String> {
        Project::read(self.cargo("metadata"))
    }

    fn command(&self) -> Command {
        let mut build = self.cargo("build");
        build.args(["--message-format=json-diagnostic-rendered-ansi", "--color=always"]);
        for (name, value) in [("--package", &self.package), ("--bin", &self.bin)] {
            if let Some(value) = value {
                build.args([name, value]);
            }
        }
        if !self.features.is_empty() {
            build.arg(format!("--features={}", self.features.join(",")));
        }
        if self.release {
            build.arg("--release");
        }
        build
    }

    /// Builds the program, as long as it is to go on. Errors and warnings are printed.
    pub fn run(&self, mut goes_on: impl FnMut() -> bool) -> Result<Built, String> {
        if !goes_on() {
            return Ok(Built::Stopped);
        }
        let failed = |error| format!("cannot run `cargo build`: {error}");
        let mut build = self.command();
        // It is ended with all that it has started.
        build.process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut build = build.spawn().map_err(failed)?;
        let (lines, mut output) = (lines(&mut build), Output::default());
        loop {
            match lines.recv_timeout(PERIOD) {
                Ok(line) => output.read(&line),
                // Somebody else may have its output, and go on.
                Err(RecvTimeoutError::Timeout) if build.try_wait().is_ok_and(|is| is.is_some()) => {
                    break;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if !goes_on() {
                end(build);
                return Ok(Built::Stopped);
            }
        }
        if build.wait().map_err(failed)?.success() {
            return self.choose(&output.programs).map(Built::Program);
        }
        if output.errors.is_empty() {
            output.errors = output.printed_errors();
            if let Some(help) = self.help() {
                print_error(&help);
                output.errors = format!("{}\n{help}", output.errors);
            }
        } else if output.more > 0 {
            let plural = if output.more == 1 { "" } else { "s" };
            output.errors += &format!("and {} more error{plural}", output.more);
        }
        Ok(Built::Errors(output.errors))
    }

    /// Returns the programs that there are, if one was named.
    fn help(&self) -> Option<String> {
        let is_named = self.package.is_some() || self.bin.is_some();
        let programs = is_named.then(|| self.project().ok())??.programs();
        Some(format!("help: the programs are {programs}"))
    }

    fn choose(&self, programs: &[Program]) -> Result<PathBuf, String> {
        match programs {
            [program] => return Ok(program.path.clone()),
            [] => {
                let programs = self.project()?.programs();
                let help = if programs.is_empty() {
                    "the workspace has none".to_owned()
                } else {
                    format!("choose a package with `--package`; the programs are {programs}")
                };
                return Err(format!("there is no program\nhelp: {help}"));
            }
            [first, others @ ..] => {
                let project = self.project()?;
                if others.iter().all(|other| other.package_id == first.package_id)
                    && let Some(name) = project.default_run(&first.package_id)
                    && let Some(program) = programs.iter().find(|program| program.name == name)
                {
                    return Ok(program.path.clone());
                }
            }
        }
        // They come in the order in which they were built.
        let mut names: Vec<_> =
            programs.iter().map(|program| format!("`{}`", program.name)).collect();
        names.sort_unstable();
        Err(format!(
            "there are several programs: {}\nhelp: choose one with `--bin` or `--package`",
            names.join(", ")
        ))
    }
}

/// A line of `cargo build`.
enum Line {
    /// Standard output.
    Message(String),
    /// Standard error, with its end.
    Printed(String),
}

/// Reads both outputs of a build.
fn lines(build: &mut Child) -> Receiver<Line> {
    let (sender, lines) = channel();
    let read =
        |from: Option<Box<dyn Read + Send>>, sender: Sender<Line>, line: fn(String) -> Line| {
            let Some(from) = from else { return };
            thread::spawn(move || {
                let (mut from, mut bytes) = (BufReader::new(from), Vec::new());
                while from.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0)
                    && sender.send(line(String::from_utf8_lossy(&bytes).into_owned())).is_ok()
                {
                    bytes.clear();
                }
            });
        };
    let (stdout, stderr) = (build.stdout.take(), build.stderr.take());
    read(stdout.map(|out| Box::new(out) as _), sender.clone(), Line::Message);
    read(stderr.map(|out| Box::new(out) as _), sender, Line::Printed);
    lines
}

/// Ends a build that is not to go on, with the compilers that it has started.
fn end(mut build: Child) {
    let group = Pid::from_child(&build);
    // Each may have ended already.
    let _ = kill_process_group(group, Signal::TERM);
    let begin = Instant::now();
    while begin.elapsed() < END && build.try_wait().is_ok_and(|status| status.is_none()) {
        thread::sleep(Duration::from_millis(10));
    }
    let _ = kill_process_group(group, Signal::KILL);
    let _ = build.wait();
}

/// The output of a build, so far.
#[derive(Default)]
struct Output {
    programs: Vec<Program>,
    errors: String,
    /// The errors for which there is no room.
    more: usize,
    printed: String,
}

impl Output {
    /// Reads a line, and prints what is for people.
    fn read(&mut self, line: &Line) {
        // Standard error may be closed.
        let print = |text: &str| drop(anstream::stderr().write_all(text.as_bytes()));
        let line = match line {
            Line::Message(line) => line,
            Line::Printed(line) => {
                print(line);
                self.printed.extend(strip_str(line));
                return;
            }
        };
        // A build script may print anything.
        let Ok(message) = serde_json::from_str::<Value>(line) else { return };
        let (diagnostic, executable) = (&message["message"], message["executable"].as_str());
        if let Some(rendered) = diagnostic["rendered"].as_str() {
            print(rendered);
            if diagnostic["level"] != "error" {
            } else if self.errors.len() < MOST {
                self.errors.extend(strip_str(rendered));
            } else {
                self.more += 1;
            }
        } else if let Some(executable) = executable
            && message["target"]["kind"] == serde_json::json!(["bin"])
        {
            self.programs.push(Program {
                name: message["target"]["name"].as_str().unwrap_or_default().to_owned(),
                package_id: message["package_id"].clone(),
                path: executable.into(),
            });
        }
    }

    /// Returns the printed lines from the first error on, which are few.
    fn printed_errors(&self) -> String {
        let from = self.printed.lines().skip_while(|line| !line.starts_with("error"));
        let lines: Vec<_> = from.take(40).collect();
        if lines.is_empty() { "`cargo build` failed".to_owned() } else { lines.join("\n") }
    }
}
