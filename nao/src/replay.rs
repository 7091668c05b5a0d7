//! `nao replay`: recordings of the NAO.

use crate::describe;
use crate::spaces::SpaceName;
use nao_sim::game::AGENT;
use skill_runtime::{Agent, AgentRunner, SkillSpace};
use skill_studio::{Error, Output, cli};
use skills_nao::agents::{Naojoystick, Striker};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::{NaoDemo, NaoSoccer};
use std::process::ExitCode;

/// Replays a recording in the space and with the agent that it names.
pub fn run(replay: &cli::Replay, output: &Output) -> Result<ExitCode, Error> {
    let recording = replay.read()?;
    let agent = recording.agent.as_deref();
    match (&recording.space[..], agent) {
        (NaoSoccer::NAME, None) => {
            replay.run::<NaoSoccer, _>(output, describe::soccer(), &recording, |_| Ok(()))
        }
        (NaoDemo::NAME, None) => {
            replay.run::<NaoDemo, _>(output, describe::demo(), &recording, |_| Ok(()))
        }
        (NaoSoccer::NAME, Some(name)) if name == Striker::INFO.name => {
            replay.run::<NaoSoccer, _>(output, describe::soccer(), &recording, striker)
        }
        (NaoSoccer::NAME, Some(name)) if name == Naojoystick::INFO.name => {
            replay.run::<NaoSoccer, _>(output, describe::soccer(), &recording, naojoystick)
        }
        (space, agent) => {
            let agent = agent.map_or(String::new(), |agent| format!(" and the agent `{agent}`"));
            let names = SpaceName::or_all(None);
            let names: Vec<&str> = names.iter().map(|space| space.name).collect();
            Err(Error::Usage(format!(
                "the recording is of the skill space `{}`{}, which this program does not have; it \
                 has {}",
                skill_studio::Escaped(space),
                skill_studio::Escaped(agent),
                names.join(", ")
            )))
        }
    }
}

type Runner<A> = AgentRunner<'static, A, NaoBlackboard>;

fn striker(board: &'static NaoBlackboard) -> Result<Runner<Striker>, skill_runtime::WriterTaken> {
    AgentRunner::new(board, Striker::default(), AGENT)
}

fn naojoystick(
    board: &'static NaoBlackboard,
) -> Result<Runner<Naojoystick>, skill_runtime::WriterTaken> {
    AgentRunner::new(board, Naojoystick::default(), AGENT)
}
