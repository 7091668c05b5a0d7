//! Walking on.

use crate::interfaces::{HumanoidMotion, motion};
use skill_runtime::skill;

skill! {
    /// Walks on at a velocity, until another motion or a stop; all zero ends a walk.
    pub skill Walk(
        /// Forward, as a part of what is possible.
        x: f32 = 0.0 in -1.0..=1.0,
        /// To the left, as a part of what is possible.
        y: f32 = 0.0 in -1.0..=1.0,
        /// Turning left, as a part of what is possible.
        theta: f32 = 0.0 in -1.0..=1.0,
        /// Of the step frequency.
        speed: f32 = 1.0 in 0.0..=1.0,
    ) {
        depends_interfaces { naomotion: HumanoidMotion = "NaoQi Motion" }

        start state Walk {
            init {
                let (x, y, theta, speed) = (self.x, self.y, self.theta, self.speed);
                naomotion.send(motion::WalkVelocity { x, y, theta, speed });
            }
            -> FINAL otherwise;
        }
    }
}
