//! The trace as `defmt` frames: whether `nao trace decode` prints what `nao run` prints, on this
//! machine and on the robot's, and what tracing costs. `cargo xtask trace`.

mod overhead;

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use anyhow::{Context as _, bail};
use clap::Parser;
use tool_support::{command, packages, workspace};

const OTHER: &str = "i586-unknown-linux-gnu";
/// The features of the program that writes and decodes frames.
const FEATURES: &str = "full,defmt,trace-decode";
/// Those of the program that only writes them, as on a robot.
const WRITES: &str = "defmt";
/// The runs: a call, and the initial pose of the robot.
const RUNS: [(&str, &str); 5] = [
    ("standup{}", "lying-back"),
    ("standup{from=\"front\"}", "lying-front"),
    ("kick{leg=\"right\"}", "standing"),
    ("park{servos_off=true}", "standing"),
    ("servo{head_yaw=2.0, tolerance_rad=0}", "sitting"),
];

/// Compare the decoded trace with the printed one.
#[derive(Parser)]
#[command(bin_name = "cargo xtask trace")]
struct Cli {
    /// Measure what tracing costs instead, and compare it with the book
    #[arg(long)]
    cost: bool,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Cli::parse()))
}

/// Compares the traces on both machines. Returns whether all agree.
fn run(cli: &Cli) -> anyhow::Result<bool> {
    let workspace = workspace();
    let target = workspace.join("target");
    if cli.cost {
        return overhead::measure(&workspace, &target.join("trace"));
    }
    // The host's nao decodes the frames of the other machine too, as it would for the robot.
    let host = build(&workspace, &target, None)?;
    let other = build(&workspace, &target, Some(OTHER)).with_context(|| {
        format!("cannot build for {OTHER}\nhelp: rustup target add {OTHER}; apt-get install gcc-multilib")
    })?;
    let frames = target.join("trace");
    fs::create_dir_all(&frames)?;
    Ok(compare(&host, &host, &frames, "this machine")? & compare(&host, &other, &frames, OTHER)?)
}

/// Builds `nao`. Returns its path.
fn build(workspace: &Path, target: &Path, machine: Option<&str>) -> anyhow::Result<PathBuf> {
    let mut build = command::cargo(workspace, target);
    build.args(["build", "--quiet", "--package", packages::NAO.name, "--bin", "nao"]);
    build.args(["--features", if machine.is_some() { WRITES } else { FEATURES }]);
    let mut place = target.to_owned();
    if let Some(machine) = machine {
        build.args(["--target", machine]);
        place.push(machine);
    }
    command::run(&mut build)?;
    Ok(place.join("debug").join("nao"))
}

/// Runs the calls with `nao` and decodes their frames with `decoder`. Returns whether the
/// traces agree.
fn compare(decoder: &Path, nao: &Path, frames: &Path, machine: &str) -> anyhow::Result<bool> {
    let mut agree = true;
    let mut count = 0;
    for (number, (call, pose)) in RUNS.into_iter().enumerate() {
        let file = frames.join(format!("frames-{number}"));
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
        let found: Vec<_> = decoded.lines().filter_map(Line::decoded).collect();
        count += expected.len();
        if expected.is_empty() || expected != found {
            agree = false;
            println!("{machine}: {call}: FAILED\n{printed}is decoded as\n{decoded}");
        }
    }
    if agree {
        let runs = RUNS.len();
        println!("{machine}: {runs} runs, {count} events, decoded as they are printed");
    }
    Ok(agree)
}

fn decode(decoder: &Path, nao: &Path, file: &Path) -> Command {
    let mut decode = Command::new(decoder);
    decode.args([OsStr::new("trace"), OsStr::new("decode"), nao.as_os_str(), file.as_os_str()]);
    decode
}

/// Runs and decodes at the same time. Opening a pipe waits for the other end, so the reader
/// starts first.
fn through_pipe(
    run: &mut Command,
    mut decode: Command,
    pipe: &Path,
) -> anyhow::Result<(Output, Output)> {
    make_pipe(pipe)?;
    let mut reader = decode.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let printed = run.output()?;
    if !matches!(printed.status.code(), Some(0 | 1)) {
        // The run may not have opened the pipe: then the reader would wait forever.
        reader.kill()?;
    }
    Ok((printed, reader.wait_with_output()?))
}

fn make_pipe(path: &Path) -> anyhow::Result<()> {
    if let Err(error) = fs::remove_file(path)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error.into());
    }
    command::run(Command::new("mkfifo").arg(path)).map(drop)
}

fn text(output: &Output, codes: &[i32]) -> anyhow::Result<String> {
    if output.status.code().is_some_and(|code| codes.contains(&code)) {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    bail!("nao failed ({}):\n{}", output.status, command::messages(output))
}

/// The part of a line that both traces have: milliseconds, skill, and the states of a
/// transition, `failed` or `result`.
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

    /// `t=0.000000 servo#1: Servo -> FINAL (transition 5)`
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
            // One of the two rounds the numbers of the reason.
            None if what.starts_with("failed: ") => "failed",
            None if what.starts_with("result ") => "result",
            None => return None,
        };
        Some(Self { time, skill, what })
    }
}

#[cfg(test)]
mod tests {
    use super::Line;

    #[test]
    fn parses_both_traces() {
        let line = Line { time: "0.010", skill: "servo", what: "Servo -> FINAL" };
        assert_eq!(Line::printed("  t=0.010 servo: Servo -> FINAL  \"a (b)\""), Some(line));
        let line = Line { time: "0.010", skill: "servo", what: "Servo -> FINAL" };
        assert_eq!(Line::decoded("t=0.010000 servo#1: Servo -> FINAL (transition 5)"), Some(line));
        let failed = Line { time: "1.000", skill: "servo", what: "failed" };
        assert_eq!(Line::decoded("t=1.000000 servo#0: failed: x 9.0"), Some(failed));
        let result = Line { time: "1.000", skill: "look", what: "result" };
        assert_eq!(Line::printed("t=1.000 look: result {x_m=0.1}"), Some(result));
        assert_eq!(Line::decoded("t=1.000000 servo#0: reset"), None);
        assert_eq!(Line::decoded("t=1.000000 servo ends FINAL"), None);
        assert_eq!(Line::printed("FINAL after 12.500 s; the robot stands"), None);
    }
}
