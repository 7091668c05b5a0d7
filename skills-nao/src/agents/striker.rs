//! A NAO that plays football alone.

use crate::interfaces::motion::Leg;
use crate::interfaces::{
    GameState, HumanoidMotion, NaoState, ObjectPosition, SoccerPenalty, game, penalty,
    state::{Conduct, Posture},
};
use crate::predicates::{ball_unseen, ball_visible};
use crate::skills::{ApproachBall, Goto, InterceptBall, Kick, SearchBall, Standup};
use skill_runtime::agent;

agent! {
    /// Looks for the ball, walks around it, and kicks it at the opponents' goal; stands up
    /// after a fall, and does what the referee says. While somebody holds it, or a value that it
    /// needs is stale, it waits.
    pub agent Striker(
        /// The place to wait for the kick-off, m in front of the center.
        kickoff_x_m: f32 = -0.7 in -3.0..=0.0,
    ) {
        depends_skills { ApproachBall, Goto, InterceptBall, Kick, SearchBall, Standup }
        depends_interfaces {
            optional ball: ObjectPosition = "WM Ball",
            optional state: NaoState = "Nao State",
            optional naomotion: HumanoidMotion = "NaoQi Motion",
            optional game: GameState = "WM GameState",
            optional penalty: SoccerPenalty = "SPL Penalty",
        }
        params {
            /// The time after a skill that has FAILED: the robot may be falling.
            pause_sec: f32 = 0.7 in 0.0..=10.0,
        }
        vars { leg: Leg = Leg::Left }

        always {
            /// a value is stale
            -> Blind when state.stale() || naomotion.stale() || game.stale() || penalty.stale();
            /// somebody holds it
            -> Held when state.posture == Posture::Carried;
        }

        start state Wait {
            /// fallen
            -> Rise when may_rise(state);
            -> Position when game.game_state == game::GS_SPL_READY && may_play(penalty);
            -> Play when game.game_state == game::GS_SPL_PLAY && may_play(penalty) && !ball.stale();
        }
        state Position {
            -> Rise when may_rise(state);
            -> Wait when game.game_state != game::GS_SPL_READY || !may_play(penalty);

            /// A kick may not be over yet.
            start state Settle { -> Walk when !naomotion.moving; }
            state Walk = Goto { x_m: self.kickoff_x_m, y_m: 0.0 } {
                -> There on FINAL;
                -> There on FAILED;
            }
            state There { -> Settle after 2s; }
        }
        state Play {
            -> Rise when may_rise(state);
            -> Wait when game.game_state != game::GS_SPL_PLAY || !may_play(penalty) || ball.stale();
            -> Pause on FAILED;

            start state Decide {
                -> Search when ball_unseen(ball, 8);
                -> Intercept otherwise;
            }
            state Search = SearchBall { turns: 3 } {
                -> Decide on FINAL;
                -> Centre on FAILED;
            }
            state Centre = Goto { x_m: 0.0, y_m: 0.0 } {
                -> Search on FINAL;
                -> Decide when ball_visible(ball);
            }
            state Intercept = InterceptBall { dir_rad: aim(ball) } {
                -> Approach on FINAL;
            }
            state Approach = ApproachBall { leg: self.leg, dir_rad: aim(ball) } {
                init { self.leg = if ball.relative_y < 0.0 { Leg::Right } else { Leg::Left }; }
                -> Kick on FINAL;
            }
            state Kick = Kick { leg: self.leg } {
                -> Decide on FINAL;
            }
            /// It may be falling: then it lies soon.
            state Pause { -> Decide after self.pause_sec; }
        }
        state Rise = Standup {} {
            -> Wait on FINAL;
            -> Trouble on FAILED;
        }
        state Trouble { -> Wait after 1s; }
        /// It has no stiffness, and is put down at last.
        state Held {
            -> Rise when state.posture != Posture::Carried && state.conduct == Conduct::Play;
        }
        state Blind {
            -> Wait when !state.stale() && !naomotion.stale() && !game.stale() && !penalty.stale();
        }
    }
}

/// Returns whether the robot has fallen, and may stand up.
fn may_rise(state: &NaoState) -> bool {
    state.posture.lies() && matches!(state.conduct, Conduct::Stay | Conduct::Play)
}

/// Returns whether the robot has no penalty.
fn may_play(penalty: &SoccerPenalty) -> bool {
    penalty.penalty == penalty::SPL_PENALTY_NONE
}

/// Returns the direction from the ball into the opponents' goal, rad.
fn aim(ball: &ObjectPosition) -> f32 {
    libm::atan2f(-ball.world_y, 3.2 - ball.world_x)
}
