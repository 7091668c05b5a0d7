//! Looking at the ball.

use crate::interfaces::{HumanoidMotion, ObjectPosition};
use crate::predicates::{Gaze, ball_visible};
use skill_runtime::skill;

skill! {
    /// Keeps looking at the ball.
    pub skill TrackBall(
        /// For how long.
        time_sec: f32 = 5.0 in 0.1..=600.0,
        /// The longest time for which the ball may be out of sight.
        lost_sec: f32 = 2.0 in 0.1..=60.0,
    ) {
        depends_interfaces {
            ball: ObjectPosition = "WM Ball",
            naomotion: HumanoidMotion = "NaoQi Motion",
        }
        vars { gaze: Gaze = Gaze::NOWHERE }

        start state Track {
            -> FINAL after self.time_sec;
            start state Watch {
                loop { self.gaze.follow(ball, naomotion); }
                -> Wait when !ball_visible(ball);
            }
            state Wait {
                -> Watch when ball_visible(ball);
                -> FAILED("no ball for {} s", self.lost_sec) after self.lost_sec;
            }
        }
    }
}
