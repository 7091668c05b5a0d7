//! Looking for the ball.

use super::Turn;
use crate::interfaces::{HumanoidMotion, ObjectPosition, motion};
use crate::predicates::ball_visible;
use skill_runtime::skill;

/// The directions of the head in a sweep: `HeadYaw` and `HeadPitch`, rad.
const LOOKS: [(f32, f32); 5] = [(0.0, 0.1), (0.7, 0.0), (1.3, 0.1), (-1.3, 0.1), (-0.7, 0.0)];

skill! {
    /// Looks for the ball: sweeps the head, then turns, and looks again.
    pub skill SearchBall(
        /// The number of turns before it gives up.
        turns: u32 = 6 in 0..=50,
        /// The angle of each turn.
        angle_rad: f32 = 2.4 in -3.2..=3.2,
        /// The time for which it looks in each direction.
        look_sec: f32 = 0.4 in 0.1..=10.0,
        /// The time limit.
        timeout_sec: f32 = 120.0 in 0.1..=600.0,
    ) {
        depends_skills { Turn }
        depends_interfaces {
            ball: ObjectPosition = "WM Ball",
            naomotion: HumanoidMotion = "NaoQi Motion",
        }
        vars { turned: u32 = 0 }

        always {
            /// ball visible
            -> FINAL when ball_visible(ball);
            -> FAILED("no ball after {} s", self.timeout_sec) after self.timeout_sec;
        }
        start state Look(look: usize = 0) {
            init {
                if let Some(&(yaw, pitch)) = LOOKS.get(self.look) {
                    naomotion.send(motion::YawPitchHead { yaw, pitch, time_sec: 0.2 });
                }
            }
            -> Look(self.look + 1) after self.look_sec when self.look + 1 < LOOKS.len();
            -> FAILED("no ball after {} turns", self.turned)
                after self.look_sec when self.turned >= self.turns;
            -> Turn after self.look_sec;
        }
        state Turn = Turn { angle_rad }? {
            init { self.turned += 1; }
            -> Look on FINAL;
        }
    }
}
