//! Walking to a point that is given relative to the robot.

use crate::interfaces::{Navigator, navigation};
use crate::predicates::superseded;
use skill_runtime::{MessageId, skill};

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
        vars { id: MessageId = MessageId::NONE }

        start state Relgoto {
            precond -> FAILED("no writer for navigator") when !navigator.has_writer();
            precond -> FAILED("give x_m and y_m, or phi_rad and dist_m")
                when (self.x_m.is_none() || self.y_m.is_none()) && (self.phi_rad.is_none() || self.dist_m.is_none());
            init {
                let polar = (self.phi_rad, self.dist_m);
                let (x, y) = (self.x_m.unwrap_or(0.0), self.y_m.unwrap_or(0.0));
                let way_m = if let (None, Some(dist)) = (self.x_m, self.dist_m) { dist } else { libm::hypotf(x, y) };
                let max_velocity = if way_m <= 0.5 { 1.0 } else { 2.0 };
                navigator.send(navigation::SetMaxVelocity { max_velocity });
                self.id = match polar {
                    (Some(phi), Some(dist)) if self.x_m.is_none() || self.y_m.is_none() => {
                        let orientation = self.ori_rad.unwrap_or(phi);
                        navigator.send(navigation::PolarGoto { phi, dist, orientation })
                    }
                    _ => {
                        let orientation = self.ori_rad.unwrap_or_else(|| libm::atan2f(y, x));
                        navigator.send(navigation::CartesianGoto { x, y, orientation })
                    }
                }.id();
            }
            exit {
                if self.id != MessageId::NONE && !navigator.done(self.id) {
                    navigator.send(navigation::Stop { msgid: self.id.0 });
                }
            }
            -> FAILED("message queue full") when navigator.refused();
            -> FAILED("no writer for navigator") when !navigator.has_writer();
            -> FAILED("another target took this one's place") when superseded(navigator, self.id);
            -> FAILED("navigator error {}", navigator.error_code)
                when navigator.done(self.id) && navigator.error_code != navigation::ERROR_NONE;
            /// Position reached
            -> FINAL when navigator.done(self.id);
            -> FAILED("not there after {} s", self.timeout_sec) after self.timeout_sec;
        }
    }
}
