//! `nao run`: one call on the simulated robot.

#[cfg(feature = "defmt")]
use crate::frames;
use crate::motions::MotionArgs;
use crate::quiet_field::QuietField;
use clap::{Args, ValueEnum};
use nao_sim::FIELD_INTERFACES;
use nao_sim::body::{MotionTimes, Pose};
use nao_sim::field::LIGHTS;
use skill_runtime::{NoTrace, SkillInfo, SkillSpace};
use skill_studio::cli::Call;
#[cfg(feature = "remote")]
use skill_studio::mcp::Rehearsal;
use skill_studio::{Description, Error, Escaped, Output, Session, did_you_mean};
use skills_nao::adapter::BODY_INTERFACES;
use skills_nao::interfaces::NaoBlackboard;
use std::process::ExitCode;
#[cfg(feature = "remote")]
use std::time::Duration;

/// The arguments of `nao run`.
#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    call: Call,
    /// The pose that the robot is in at first.
    #[arg(long, value_enum, default_value_t = StartPose::LyingBack)]
    pose: StartPose,
    /// The seed of the sensors' noise.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    motions: MotionArgs,
    /// An interface that has no writer, by its id or the variable of a skill.
    #[arg(long, value_name = "INTERFACE")]
    without: Vec<String>,
    /// A file or named pipe that receives the trace as defmt frames; nao trace decode reads
    /// it.
    #[cfg(feature = "defmt")]
    #[arg(long, value_name = "FILE")]
    defmt: Option<std::path::PathBuf>,
}

/// A pose for the robot at the start.
#[derive(Clone, Copy, ValueEnum)]
enum StartPose {
    LyingBack,
    LyingFront,
    Sitting,
    Standing,
}

impl From<StartPose> for Pose {
    fn from(pose: StartPose) -> Pose {
        match pose {
            StartPose::LyingBack => Pose::LyingBack,
            StartPose::LyingFront => Pose::LyingFront,
            StartPose::Sitting => Pose::Sitting,
            StartPose::Standing => Pose::Standing,
        }
    }
}

impl Run {
    /// Runs the call in the space `S`.
    pub fn run<S: SkillSpace<Board = NaoBlackboard>>(
        &self,
        output: &Output,
        agents: &'static [&'static SkillInfo],
    ) -> Result<ExitCode, Error> {
        self.call.check::<S>()?;
        let board = NaoBlackboard::new();
        let robot = QuietField::new(
            &board,
            self.pose.into(),
            self.seed,
            self.motions.times(MotionTimes::default()),
        );
        let mut robot = robot.map_err(Error::usage)?;
        for name in &self.without {
            robot.remove_writer(interface_id::<S>(name)?);
        }
        let session = Session::<S, _>::new(&board, robot).map_err(Error::usage)?;
        let session = session.in_realtime(self.call.realtime);
        let mut session = session.with_world(QuietField::WORLD);
        let description = Description::of::<S>("nao", agents);
        #[cfg(feature = "defmt")]
        if let Some(path) = &self.defmt {
            frames::open(path)?;
            let trace = skill_runtime::DefmtTrace::default();
            let code =
                self.call.run(output, description, &mut session, trace, QuietField::describe);
            return frames::close().and(code);
        }
        self.call.run(output, description, &mut session, NoTrace, QuietField::describe)
    }
}

/// Returns the id of an interface that is named by it or by a skill's variable.
fn interface_id<S: SkillSpace>(name: &str) -> Result<&'static str, Error> {
    let uses = || S::SKILLS.iter().flat_map(|skill| skill.interfaces);
    let used = uses().find(|each| each.id == name || each.variable == name).map(|each| each.id);
    let written = || BODY_INTERFACES.into_iter().chain(FIELD_INTERFACES).chain(LIGHTS);
    used.or_else(|| written().find(|id| *id == name)).ok_or_else(|| {
        let names = uses().flat_map(|each| [each.variable, each.id]).chain(written());
        let near = did_you_mean(name, names);
        Error::Usage(format!("`--without {}`: there is no such interface{near}", Escaped(name)))
    })
}

/// Runs calls on a new robot that lies on its back.
#[cfg(feature = "remote")]
pub fn rehearse<S: SkillSpace<Board = NaoBlackboard>>(
    calls: &[String],
    timeout: Duration,
) -> Result<Vec<Rehearsal>, Error> {
    let board = NaoBlackboard::new();
    let times = MotionTimes::default();
    let robot = QuietField::new(&board, Pose::LyingBack, 1, times).map_err(Error::usage)?;
    let mut session = Session::<S, _>::new(&board, robot).map_err(Error::usage)?;
    Ok(skill_studio::mcp::rehearse(&mut session, calls, timeout))
}
