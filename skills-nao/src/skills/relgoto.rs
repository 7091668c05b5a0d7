//! Walking to a point that is given relative to the robot.

use crate::drive::Drive;
use crate::interfaces::Navigator;
use skill_runtime::skill;

skill! {
    /// Walks to a point relative to the robot: `x_m` and `y_m`, or `phi_rad` and `dist_m`.
    pub skill Relgoto(
        /// Forward.
        x_m: Option<f32> = None in -20.0..=20.0,
        /// To the left.
        y_m: Option<f32> = None in -20.0..=20.0,
        /// The orientation there; if not given, the direction of the path.
        ori_rad: Option<f32> = None in -6.3..=6.3,
        /// In which direction, positive to the left.
        phi_rad: Option<f32> = None in -6.3..=6.3,
        /// The distance in that direction.
        dist_m: Option<f32> = None in 0.0..=20.0,
        /// The time limit.
        timeout_sec: f32 = 120.0 in 0.1..=600.0,
    ) {
        depends_interfaces { navigator: Navigator = "Navigator" }
        vars { drive: Drive = Drive::NONE }

        start state Relgoto {
            precond -> FAILED("give x_m and y_m, or phi_rad and dist_m")
                when (self.x_m.is_none() || self.y_m.is_none())
                    && (self.phi_rad.is_none() || self.dist_m.is_none());
            init {
                let ori_rad = self.ori_rad;
                match (self.x_m, self.y_m, self.phi_rad, self.dist_m) {
                    (Some(x), Some(y), ..) => {
                        let ori_rad = ori_rad.unwrap_or_else(|| libm::atan2f(y, x));
                        self.drive.go(navigator, (x, y), ori_rad);
                    }
                    (.., Some(phi), Some(dist)) => {
                        self.drive.go_polar(navigator, (phi, dist), ori_rad.unwrap_or(phi));
                    }
                    _ => {}
                }
            }
            exit { self.drive.stop(navigator); }
            -> FAILED("another target took this one's place") when self.drive.superseded(navigator);
            -> FAILED("navigator error {}", error)
                when let Some(error) = self.drive.error(navigator);
            /// Position reached
            -> FINAL when self.drive.ended(navigator);
            -> FAILED("not there after {} s", self.timeout_sec) after self.timeout_sec;
        }
    }
}
