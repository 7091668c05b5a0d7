//! `nao replay`: recordings of the NAO.

use crate::describe;
use crate::spaces::SpaceName;
use nao_sim::game::AGENT;
use nao_sim::team::{PlayerId, Setup};
use skill_runtime::{Agent, AgentRunner, SkillSpace};
use skill_studio::record::Recording;
use skill_studio::{BoardField, Clocks, Error, Output, cli};
use skills_nao::agents::{Naojoystick, Striker};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::{NaoDemo, NaoSoccer};
use std::process::ExitCode;

/// The fields that show how far the clocks of robots are apart.
const CLOCKS: Clocks = Clocks {
    number: of("Referee", "number"),
    spoken_ms: of("Team", "clock_ms"),
    age_sec: of("Team", "age_sec"),
    common: &[
        of("Referee", "phase"),
        of("Referee", "first_half"),
        of("Referee", "remaining_sec"),
        of("WM GameState", "game_state"),
    ],
};

const fn of(interface: &'static str, field: &'static str) -> BoardField {
    BoardField { interface, field }
}

/// Replays the recorded robots.
pub fn run(replay: &cli::Replay, output: &Output) -> Result<ExitCode, Error> {
    let description = describe::soccer();
    replay.each(output, Some((&CLOCKS, &description)), |recordings| {
        robots(replay, recordings, output)
    })
}

/// Replays recordings in the space and with the agent that they name.
fn robots(
    replay: &cli::Replay,
    recordings: &[Recording],
    output: &Output,
) -> Result<ExitCode, Error> {
    let Some(recording) = recordings.first() else { return Ok(ExitCode::SUCCESS) };
    let agent = recording.agent.as_deref();
    match (&recording.space[..], agent) {
        (NaoSoccer::NAME, None) => {
            replay.run::<NaoSoccer, _>(output, describe::soccer(), recordings, |_, _| Ok(()))
        }
        (NaoDemo::NAME, None) => {
            replay.run::<NaoDemo, _>(output, describe::demo(), recordings, |_, _| Ok(()))
        }
        (NaoSoccer::NAME, Some(name)) if name == Striker::INFO.name => replay.run::<NaoSoccer, _>(
            output,
            describe::soccer(),
            recordings,
            |recording, board| AgentRunner::new(board, striker_of(recording), AGENT),
        ),
        (NaoSoccer::NAME, Some(name)) if name == Naojoystick::INFO.name => {
            replay.run::<NaoSoccer, _>(output, describe::soccer(), recordings, naojoystick)
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

/// Returns the striker of a recording: that of a team knows how many robots play in it.
fn striker_of(recording: &Recording) -> Striker {
    let ids = recording.run.iter().filter_map(|name| name.parse::<PlayerId>().ok());
    let Some(id) = recording.name.as_ref().and_then(|name| name.parse::<PlayerId>().ok()) else {
        return Striker::default();
    };
    let mut players = [0; 2];
    ids.for_each(|id| players[id.team.index()] += 1);
    Setup { players, ..Setup::default() }.striker(id)
}

fn naojoystick(
    _: &Recording,
    board: &'static NaoBlackboard,
) -> Result<Runner<Naojoystick>, skill_runtime::WriterTaken> {
    AgentRunner::new(board, Naojoystick::default(), AGENT)
}
