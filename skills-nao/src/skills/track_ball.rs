//! Looking at the ball.

use crate::interfaces::{HumanoidMotion, ObjectPosition, motion};
use crate::predicates::{ball_visible, gaze};
use skill_runtime::skill;

skill! {
    /// Keeps looking at the ball.
    pub skill TrackBall(
        /// For how long.
        time_sec: f32 = 5.0 in 0.1..=600.0,
        /// How long the ball may be out of sight.
        lost_sec: f32 = 2.0 in 0.1..=60.0,
    ) {
        depends_interfaces {
            ball: ObjectPosition = "WM Ball",
            naomotion: HumanoidMotion = "NaoQi Motion",
        }
        vars { yaw: f32 = 9.0, pitch: f32 = 0.0 }

        always {
            -> FAILED("no writer for ball") when !ball.has_writer();
            -> FAILED("no writer for naomotion") when !naomotion.has_writer();
        }
        start state Track {
            -> FINAL after self.time_sec;
            start state Watch {
                loop {
                    let (yaw, pitch) = gaze(ball);
                    if (yaw - self.yaw).abs() + (pitch - self.pitch).abs() > 0.05 {
                        (self.yaw, self.pitch) = (yaw, pitch);
                        naomotion.send(motion::YawPitchHead { yaw, pitch, time_sec: 0.2 });
                    }
                }
                -> FAILED("message queue full") when naomotion.refused();
                -> Wait when !ball_visible(ball);
            }
            state Wait {
                -> Watch when ball_visible(ball);
                -> FAILED("no ball for {} s", self.lost_sec) after self.lost_sec;
            }
        }
    }
}
