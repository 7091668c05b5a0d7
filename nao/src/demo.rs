//! `nao` alone: a short demonstration.

use crate::quiet_field::QuietField;
use nao_sim::body::Pose;
use skill_runtime::{NoTrace, SkillSpace};
use skill_studio::cli::Call;
use skill_studio::{Description, Error, Output, Session};
use skills_nao::interfaces::NaoBlackboard;
use std::process::ExitCode;

/// Shows a robot that lies on its back, stands up, beckons and parks.
pub fn demo<S: SkillSpace<Board = NaoBlackboard>>(output: &Output) -> Result<ExitCode, Error> {
    let board = NaoBlackboard::new();
    let robot = QuietField::new(&board, Pose::LyingBack, 1).map_err(Error::usage)?;
    let mut session = Session::<S, _>::new(&board, robot).map_err(Error::usage)?;
    let description = Description::of::<S>("nao", &[]);
    let quiet = output.is_quiet();
    if !quiet {
        output.line(format_args!("The robot {}.", session.robot().describe()));
    }
    for call in ["standup{}", "beckon{}", "park{servos_off=true}"] {
        if !quiet {
            output.line(format_args!("\n> {call}"));
        }
        let code = Call::new(call).run(
            output,
            description,
            &mut session,
            NoTrace,
            QuietField::describe,
        )?;
        if code != ExitCode::SUCCESS {
            return Ok(code);
        }
    }
    if !quiet {
        output.line(
            "\nNext: nao run 'standup{from=\"front\"}' --pose lying-front, nao play, nao list, nao graph standup",
        );
    }
    Ok(ExitCode::SUCCESS)
}
