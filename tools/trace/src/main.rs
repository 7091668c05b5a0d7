//! The trace as `defmt` frames: whether `nao trace decode` tells what `nao run` prints, and
//! what the tracers cost.

mod overhead;

use crate::commands::cargo;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The other machine; the robot's.
const OTHER: &str = "i586-unknown-linux-gnu";
const FEATURES: &str = "defmt,trace-decode";
/// What is run: a call and how the robot is found.
const RUNS: [(&str, &str); 5] = [
    ("standup{}", "lying-back"),
    ("standup{from=\"front\"}", "lying-front"),
    ("kick{leg=\"right\"}", "standing"),
    ("park{servos_off=true}", "standing"),
    ("servo{head_yaw=9.0}", "sitting"),
];

/// Why nothing could be compared or measured.
#[derive(Debug)]
pub enum Error {
    /// A file could not be written, or a program not be run.
    Io(io::Error),
    /// Something does not compile, or is not linked.
    Build(String),
    /// A program has failed, or said what is not expected.
    Program(String),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(out),
            Error::Build(messages) => write!(out, "{messages}\nit is not built, see above"),
            Error::Program(what) => out.write_str(what),
        }
    }
}

impl std::error::Error for Error {}

/// Compares the decoded trace with the printed one, on both machines where that can be
/// done, and prints what tracing costs. Answers whether all agree.
///
/// # Errors
/// [`Error`], if it cannot be told.
pub fn run(workspace: &Path, out: &mut impl Write) -> Result<bool, Error> {
    let target = workspace.join("target").join("trace");
    let mut test = cargo(workspace, &target);
    test.args(["test", "--quiet", "--package", "skills-nao", "--bin", "nao"]);
    let tests = test.args(["--features", FEATURES]).stdout(Stdio::null()).status()?.success();
    let mut agree = tests;
    let verdict = if tests { "ok" } else { "NOT SO" };
    writeln!(out, "the tests of nao with --features {FEATURES}: {verdict}")?;

    // The host's own nao decodes the other's frames too, as it would the robot's.
    let host = build(workspace, &target, None)?;
    agree &= compare(&host, &host, &target, "this machine", out)?;
    match build(workspace, &target, Some(OTHER)) {
        Ok(other) => agree &= compare(&host, &other, &target, OTHER, out)?,
        Err(Error::Build(messages)) => {
            let why = messages.lines().find(|line| line.starts_with("error")).unwrap_or("");
            writeln!(out, "{OTHER}: left out, nao cannot be built for it here ({why})")?;
        }
        Err(error) => return Err(error),
    }
    overhead::measure(workspace, &target, out)?;
    Ok(agree)
}

/// Builds `nao`; answers where it is.
fn build(workspace: &Path, target: &Path, machine: Option<&str>) -> Result<PathBuf, Error> {
    let mut build = cargo(workspace, target);
    build.args(["build", "--quiet", "--package", "skills-nao", "--bin", "nao"]);
    build.args(["--features", FEATURES]);
    let mut place = target.to_owned();
    if let Some(machine) = machine {
        build.args(["--target", machine]);
        place.push(machine);
    }
    built(&build.output()?)?;
    Ok(place.join("debug").join("nao"))
}

fn built(output: &Output) -> Result<(), Error> {
    if output.status.success() {
        return Ok(());
    }
    Err(Error::Build(String::from_utf8_lossy(&output.stderr).trim_end().to_owned()))
}

/// Runs the calls on `nao` and decodes them with `decoder`.
fn compare(
    decoder: &Path,
    nao: &Path,
    target: &Path,
    machine: &str,
    out: &mut impl Write,
) -> Result<bool, Error> {
    let mut agree = true;
    let mut count = 0;
    for (number, (call, pose)) in RUNS.into_iter().enumerate() {
        let file = target.join(format!("frames-{number}"));
        let mut run = Command::new(nao);
        run.args(["run", call, "--pose", pose, "--defmt"]).arg(&file);
        let (printed, decoded) = if number == 0 {
            through_pipe(&mut run, decode(decoder, nao, &file), &file)?
        } else {
            (run.output()?, decode(decoder, nao, &file).output()?)
        };
        fs::remove_file(&file)?;
        let (printed, decoded) = (text(&printed, &[0, 1])?, text(&decoded, &[0])?);
        let expected: Vec<_> = printed.lines().filter_map(Line::printed).collect();
        let told: Vec<_> = decoded.lines().filter_map(Line::decoded).collect();
        count += expected.len();
        if expected.is_empty() || expected != told {
            agree = false;
            writeln!(out, "{machine}: {call}: NOT SO\n{printed}is decoded as\n{decoded}")?;
        }
    }
    if agree {
        let runs = RUNS.len();
        writeln!(out, "{machine}: {runs} runs, {count} events, decoded as they are printed")?;
    }
    Ok(agree)
}

fn decode(decoder: &Path, nao: &Path, file: &Path) -> Command {
    let mut decode = Command::new(decoder);
    decode.args([OsStr::new("trace"), OsStr::new("decode"), nao.as_os_str(), file.as_os_str()]);
    decode
}

/// Runs and decodes at once. A pipe is open when both ends are, so the reader goes first.
fn through_pipe(
    run: &mut Command,
    mut decode: Command,
    pipe: &Path,
) -> Result<(Output, Output), Error> {
    make_pipe(pipe)?;
    let mut reader = decode.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let printed = run.output()?;
    if !matches!(printed.status.code(), Some(0 | 1)) {
        // It may never have opened its end.
        reader.kill()?;
    }
    Ok((printed, reader.wait_with_output()?))
}

fn make_pipe(path: &Path) -> Result<(), Error> {
    if let Err(error) = fs::remove_file(path)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error.into());
    }
    text(&Command::new("mkfifo").arg(path).output()?, &[0]).map(drop)
}

/// What a program has printed, if it ended with one of `codes`.
fn text(output: &Output, codes: &[i32]) -> Result<String, Error> {
    if output.status.code().is_some_and(|code| codes.contains(&code)) {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(Error::Program(format!("{}: {}", output.status, errors.trim_end())))
}

/// A line of a trace, as far as both traces tell it: milliseconds, skill, and the states of
/// a transition or that it has failed.
#[derive(PartialEq, Debug)]
struct Line<'a> {
    time: &'a str,
    skill: &'a str,
    what: &'a str,
}

impl<'a> Line<'a> {
    /// `  t=0.000 servo: Servo -> FINAL  "Servo movements done"`
    fn printed(line: &'a str) -> Option<Self> {
        let (time, skill, what) = Self::split(line)?;
        Self::event(time, skill, what, "  \"")
    }

    /// `t=0.000000 servo#1: Servo -> FINAL (edge 5)`
    fn decoded(line: &'a str) -> Option<Self> {
        let (time, skill, what) = Self::split(line)?;
        Self::event(time.get(..time.len().checked_sub(3)?)?, skill.split_once('#')?.0, what, " (")
    }

    fn split(line: &'a str) -> Option<(&'a str, &'a str, &'a str)> {
        let (time, rest) = line.trim_start().strip_prefix("t=")?.split_once(' ')?;
        let (skill, what) = rest.split_once(": ")?;
        Some((time, skill, what))
    }

    fn event(time: &'a str, skill: &'a str, what: &'a str, end: &str) -> Option<Self> {
        let what = match what.split_once(" -> ") {
            Some(_) => what.split_once(end)?.0,
            // The numbers of the reason are rounded in one of the two.
            None => what.strip_prefix("failed: ").map(|_| "failed")?,
        };
        Some(Self { time, skill, what })
    }
}

#[cfg(test)]
mod tests {
    use super::Line;

    #[test]
    fn both_traces_are_read_alike() {
        let line = Line { time: "0.010", skill: "servo", what: "Servo -> FINAL" };
        assert_eq!(Line::printed("  t=0.010 servo: Servo -> FINAL  \"a (b)\""), Some(line));
        let line = Line { time: "0.010", skill: "servo", what: "Servo -> FINAL" };
        assert_eq!(Line::decoded("t=0.010000 servo#1: Servo -> FINAL (edge 5)"), Some(line));
        let failed = Line { time: "1.000", skill: "servo", what: "failed" };
        assert_eq!(Line::decoded("t=1.000000 servo#0: failed: x 9.0"), Some(failed));
        assert_eq!(Line::decoded("t=1.000000 servo#0: reset"), None);
        assert_eq!(Line::decoded("t=1.000000 servo ends FINAL"), None);
        assert_eq!(Line::printed("FINAL after 12.500 s; the robot stands"), None);
    }
}
