//! `nao` alone: a short demonstration.

use crate::run::describe;
use crate::session::{Outcome, Session};
use crate::usage;
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::sim::{Pose, Robot};
use std::process::ExitCode;
use std::time::Duration;

/// The robot lies on its back, stands up, kicks, parks.
pub fn demo() -> ExitCode {
    let board = NaoBlackboard::new();
    let mut session = match Session::new(&board, Robot::new(Pose::LyingBack, 1), false) {
        Ok(session) => session,
        Err(error) => return usage(error),
    };
    println!("The robot {}.", describe(session.sim().pose()));
    for call in ["standup{}", "kick{leg=\"right\"}", "park{servos_off=true}"] {
        println!("\n> {call}");
        let (outcome, took) = session.call(call, Duration::from_mins(1));
        let took = took.as_secs_f64();
        let pose = describe(session.sim().pose());
        match outcome {
            Outcome::Final => println!("FINAL after {took:.3} s; the robot {pose}"),
            Outcome::Failed(why) => {
                println!("FAILED after {took:.3} s: {why}; the robot {pose}");
                return ExitCode::FAILURE;
            }
            Outcome::TimedOut => {
                println!("FAILED after {took:.3} s: stopped by the timeout; the robot {pose}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!(
        "\nNext: nao run 'standup{{from=\"front\"}}' --pose lying-front, nao list, nao graph standup"
    );
    ExitCode::SUCCESS
}
