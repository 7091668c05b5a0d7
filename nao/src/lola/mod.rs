//! `nao lola`: skills and agent on a NAO V6, over LoLA.
//!
//! The program is two processes. The first has the robot's socket and is the watchdog (`guard`). It
//! starts the second, the behavior (`robot`), which receives each sensor packet and replies with an
//! actuator packet (`link`).

mod guard;
mod hash;
mod link;
mod robot;

use crate::gamecontroller::RefereeArgs;
use clap::Args;
use hash::TraceHash;
use link::Link;
use robot::LolaRobot;
use skill_runtime::{Agent as _, AgentRunner, SkillInfo};
use skill_studio::cli::{Call, Record, Tuning};
use skill_studio::trace::Printer;
use skill_studio::{Description, Error, Escaped, Outcome, Output, Session, realtime};
use skills_nao::agents::Striker;
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoSoccer;
use std::fs::File;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// The arguments of `nao lola`.
#[derive(Args)]
pub struct Lola {
    /// A skill to run instead of the agent `striker`: 'standup{}'. When it is over, the robot sits
    /// down.
    #[arg(value_name = "CALL")]
    call: Option<String>,
    /// The socket of the robot.
    #[arg(long, value_name = "PATH", default_value = "/tmp/robocup")]
    socket: PathBuf,
    /// The time that the behavior has for a reply, ms. After more than three replies in a row that
    /// were late or missing the robot sits down.
    #[arg(long, value_name = "MS", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    deadline_ms: u16,
    /// Starts the behavior again when it has died and the robot rests.
    #[arg(long)]
    restart: bool,
    /// Runs with real-time priority, locks its memory and keeps the processors awake: replies in
    /// time beside other programs, at the cost of power.
    #[arg(long, conflicts_with = "packets")]
    realtime: bool,
    /// Writes each sensor packet to a file, for --packets.
    #[arg(long, value_name = "FILE", conflicts_with = "packets")]
    save_packets: Option<PathBuf>,
    /// Runs on sensor packets of a file instead of a robot, without replies, and prints a hash of
    /// the trace.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["restart", "gamecontroller"])]
    packets: Option<PathBuf>,
    #[command(flatten)]
    referee: RefereeArgs,
    #[command(flatten)]
    tuning: Tuning,
    #[command(flatten)]
    record: Record,
}

/// The robot's time after which a skill is stopped.
const TIMEOUT: Duration = Duration::from_secs(120);
/// The sender id of the agent's messages.
const AGENT: NonZeroU32 = NonZeroU32::MIN;

impl Lola {
    /// Runs the watchdog, or the behavior in the process that the watchdog has started.
    pub fn run(
        &self,
        output: &Output,
        agents: &'static [&'static SkillInfo],
    ) -> Result<ExitCode, Error> {
        let call = self.call.as_ref().map(|text| Call::new(text.as_str()));
        if let Some(call) = &call {
            call.check::<NaoSoccer>()?;
        }
        let say = |line: &str| output.line(format_args!("{line}"));
        if let Some(path) = &self.packets {
            let link = Link::file(path).map_err(Error::file(path))?;
            return self.behave(output, agents, link);
        }
        if std::env::var_os(guard::BEHAVIOR).is_some() {
            if self.realtime {
                realtime::begin(realtime::PASSES, say)?;
            }
            let link = Link::to_watchdog().map_err(Error::usage)?;
            return self.behave(output, agents, link);
        }
        let deadline = Duration::from_millis(self.deadline_ms.into());
        let saved = self.save_packets.as_ref();
        let saved = saved.map(|path| File::create(path).map_err(Error::file(path))).transpose()?;
        let guard = guard::Guard::new(output, &self.socket, deadline, self.restart)?;
        if self.realtime {
            // An endless pass does not stop it.
            realtime::begin(realtime::PASSES + 1, say)?;
        }
        let _awake = self.realtime.then(|| realtime::keep_awake(say));
        guard.run(saved)
    }

    /// Runs the call or the agent on the packets of a link.
    fn behave(
        &self,
        output: &Output,
        agents: &'static [&'static SkillInfo],
        link: Link,
    ) -> Result<ExitCode, Error> {
        let board = NaoBlackboard::new();
        let description = Description::of::<NaoSoccer>("nao", agents);
        self.tuning.apply(&description, &board)?;
        let referee = self.referee.open()?;
        let robot = LolaRobot::new(&board, link, referee, output).map_err(Error::usage)?;
        let is_over = robot.is_over();
        let goes_on = || !is_over.get() && !output.is_over();
        let session = Session::<NaoSoccer, _>::new(&board, robot).map_err(Error::usage)?;
        let mut session = session.with_period(Duration::from_millis(nao_lola::PERIOD_MS.into()));
        let mut hash = TraceHash::default();
        let mut tracer = (Printer::text(output), &mut hash);
        let code = if let Some(call) = &self.call {
            self.record.start(description, &board, None, session.watching_mut())?;
            let (outcome, took) = session.call_while(call, TIMEOUT, &mut tracer, goes_on);
            let (status, reason, code) = match &outcome {
                Outcome::Final(result) => ("FINAL", &**result, ExitCode::SUCCESS),
                Outcome::Ended if is_over.get() => ("FAILED", "no more packets", ExitCode::FAILURE),
                other => ("FAILED", other.reason().unwrap_or_default(), ExitCode::FAILURE),
            };
            let colon = if reason.is_empty() { "" } else { ": " };
            let (took_sec, reason) = (took.as_secs_f64(), Escaped(reason));
            output.line(format_args!("{status} after {took_sec:.3} s{colon}{reason}"));
            Record::end(session.watching_mut(), code)?
        } else {
            let agent =
                AgentRunner::new(&board, Striker::default(), AGENT).map_err(Error::usage)?;
            let mut session = session.with_agent(agent);
            let agent = Some(Striker::INFO.name);
            self.record.start(description, &board, agent, session.watching_mut())?;
            while goes_on() {
                session.pass(&mut tracer);
            }
            Record::end(session.watching_mut(), ExitCode::SUCCESS)?
        };
        if self.packets.is_some() {
            output.line(format_args!("{hash}"));
        }
        Ok(code)
    }
}
