//! `nao` alone: a short demonstration.

use crate::run::{call, describe};
use crate::session::Session;
use crate::usage;
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::sim::Pose;
use skills_nao::skills::NaoDemo;
use std::process::ExitCode;
use std::time::Duration;

/// The robot lies on its back, stands up, beckons, parks.
pub fn demo() -> ExitCode {
    let board = NaoBlackboard::new();
    let mut session = match Session::<NaoDemo>::new(&board, Pose::LyingBack, 1, false) {
        Ok(session) => session,
        Err(error) => return usage(error),
    };
    say!("The robot {}.", describe(session.pose()));
    for skill in ["standup{}", "beckon{}", "park{servos_off=true}"] {
        say!("\n> {skill}");
        if call(&mut session, skill, Duration::from_mins(1)) != ExitCode::SUCCESS {
            return ExitCode::FAILURE;
        }
    }
    say!(
        "\nNext: nao run 'standup{{from=\"front\"}}' --pose lying-front, nao play, nao list, nao graph standup"
    );
    ExitCode::SUCCESS
}
