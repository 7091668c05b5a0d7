//! A controller with variables that flow, and a time in a state.

use crate::interfaces::{Line, Wheels};
use skill_runtime::skill;

skill! {
    /// Follows a line.
    pub skill Follow(
        /// The speed, m/s.
        speed: f32 = 0.2 in 0.0..=1.0,
        length_m: f32 = 2.0,
    ) {
        depends_interfaces { line: Line, writes wheels: Wheels }
        continuous { integral: f32 = 0.0, way_m: f32 = 0.0 }

        start state Drive {
            exit {
                wheels.v_m_per_sec = 0.0;
                wheels.omega_rad_per_sec = 0.0;
            }

            start state On {
                flow {
                    der(self.integral) = line.offset_m;
                    der(self.way_m) = self.speed;
                }
                loop {
                    wheels.v_m_per_sec = self.speed;
                    wheels.omega_rad_per_sec = -2.0 * line.offset_m - 0.5 * self.integral;
                }
                -> FINAL when crossing self.way_m >= self.length_m;
                -> Lost when !line.on_line;
            }
            state Lost {
                init {
                    wheels.v_m_per_sec = 0.0;
                    wheels.omega_rad_per_sec = if line.offset_m > 0.0 { -0.5 } else { 0.5 };
                }
                -> On when line.on_line;
                -> FAILED("line lost for {} s", self.elapsed()) after 3s;
            }
        }
    }
}
