//! `nao run`: one call on the simulated robot.

#[cfg(feature = "defmt")]
use crate::frames;
use crate::session::{Outcome, Session};
use crate::{did_you_mean, usage};
use clap::{Args, ValueEnum};
use skill_runtime::{ParseError, SkillSpace};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::sim::Pose;
use std::process::ExitCode;
use std::time::Duration;

/// What `nao run` is told.
#[derive(Args)]
pub struct Arguments {
    /// The call: 'standup{from="back"}'.
    call: String,
    /// How the robot is found.
    #[arg(long, value_enum, default_value_t = Found::LyingBack)]
    pose: Found,
    /// The seed of the sensors' noise.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Keeps step with the clock on the wall.
    #[arg(long)]
    realtime: bool,
    /// After how many simulated seconds the skill is stopped.
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds)]
    timeout: f64,
    /// An interface that has no writer, by its id or the variable of a skill.
    #[arg(long, value_name = "INTERFACE")]
    without: Vec<String>,
    /// A file or named pipe that gets the trace as defmt frames; nao trace decode reads it.
    #[cfg(feature = "defmt")]
    #[arg(long, value_name = "FILE")]
    defmt: Option<std::path::PathBuf>,
}

/// A pose to find the robot in.
#[derive(Clone, Copy, ValueEnum)]
enum Found {
    LyingBack,
    LyingFront,
    Sitting,
    Standing,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=1e6).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds, 0 to 1000000".into()),
    }
}

/// Runs the call in the space `S`.
pub fn run<S: SkillSpace<Board = NaoBlackboard>>(arguments: &Arguments) -> ExitCode {
    if let Err(error) = S::parse(&arguments.call) {
        return usage(show(&arguments.call, &error));
    }
    let board = NaoBlackboard::new();
    let (pose, seed) = (pose(arguments.pose), arguments.seed);
    let mut session = match Session::<S>::new(&board, pose, seed, arguments.realtime) {
        Ok(session) => session,
        Err(error) => return usage(error),
    };
    for name in &arguments.without {
        match interface_id::<S>(name) {
            Ok(id) => session.vanish(id),
            Err(error) => return usage(error),
        }
    }
    let timeout = Duration::from_secs_f64(arguments.timeout);
    #[cfg(feature = "defmt")]
    if let Some(path) = &arguments.defmt {
        let broken = |error| usage(format!("{}: {error}", path.display()));
        if let Err(error) = frames::open(path) {
            return broken(error);
        }
        let code = call(&mut session, &arguments.call, timeout);
        return frames::close().map_or_else(broken, |()| code);
    }
    call(&mut session, &arguments.call, timeout)
}

/// Calls a skill and prints how it ended.
pub fn call<S: SkillSpace<Board = NaoBlackboard>>(
    session: &mut Session<'_, S>,
    call: &str,
    timeout: Duration,
) -> ExitCode {
    let (outcome, took) = session.call(call, timeout);
    let (took, pose) = (took.as_secs_f64(), describe(session.pose()));
    match outcome {
        Outcome::Final => {
            say!("FINAL after {took:.3} s; the robot {pose}");
            return ExitCode::SUCCESS;
        }
        Outcome::Failed(why) => say!("FAILED after {took:.3} s: {why}; the robot {pose}"),
        Outcome::TimedOut => {
            say!("FAILED after {took:.3} s: stopped by the timeout; the robot {pose}");
        }
    }
    ExitCode::FAILURE
}

fn pose(found: Found) -> Pose {
    match found {
        Found::LyingBack => Pose::LyingBack,
        Found::LyingFront => Pose::LyingFront,
        Found::Sitting => Pose::Sitting,
        Found::Standing => Pose::Standing,
    }
}

/// What the robot does in a pose.
pub fn describe(pose: Pose) -> &'static str {
    match pose {
        Pose::Standing => "stands",
        Pose::Sitting => "sits",
        Pose::LyingBack => "lies on its back",
        Pose::LyingFront => "lies on its front",
        Pose::Falling { .. } => "falls",
    }
}

/// The id of an interface that is named by it or by a skill's variable.
fn interface_id<S: SkillSpace>(name: &str) -> Result<&'static str, String> {
    let uses = || S::SKILLS.iter().flat_map(|skill| skill.interfaces);
    let found = uses().find(|each| each.id == name || each.variable == name).map(|each| each.id);
    let written = skills_nao::sim::WRITTEN.into_iter().find(|id| *id == name);
    found.or(written).ok_or_else(|| {
        let names = uses().flat_map(|each| [each.variable, each.id]);
        format!("--without {name}: no skill uses such an interface{}", did_you_mean(name, names))
    })
}

/// The error with the place in the call underlined.
fn show(call: &str, error: &ParseError) -> String {
    let column = call.get(..error.at).map_or(0, |before| before.chars().count());
    let length =
        call.get(error.at..error.at + error.len).map_or(1, |part| part.chars().count().max(1));
    format!("{error}\n  {call}\n  {:column$}{}", "", "^".repeat(length))
}
