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
            loop {
                if ball_visible(ball) {
                    self.gaze.follow(ball, naomotion);
                }
            }
            -> FINAL after self.time_sec;
            -> FAILED("no ball for {} s", self.lost_sec) when !ball_visible(ball) for self.lost_sec;
        }
    }
}
