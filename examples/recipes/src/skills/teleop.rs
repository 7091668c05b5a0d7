//! An edge: a person must press the button anew before the robot drives.

use crate::interfaces::{Base, Stick, base};
use skill_runtime::skill;

// ANCHOR: teleop
skill! {
    /// Drives with the stick while its button is held.
    #[allow(skill::never_final)]
    pub skill Teleop(
        /// The highest speed, m/s.
        max_speed: f32 = 0.5 in 0.0..=1.0,
    ) {
        depends_interfaces { stick: Stick (max_age = 200ms), base: Base }

        start state Stopped = base.send(base::Stop) { -> Driving when rising stick.deadman; }
        state Driving {
            loop {
                base.send(base::Drive {
                    v_m_per_sec: stick.y * self.max_speed,
                    omega_rad_per_sec: stick.x,
                });
            }
            -> Stopped when !stick.deadman;
        }
    }
}
// ANCHOR_END: teleop
