//! Recovery: after a failure the robot backs off before it tries again.

use crate::interfaces::{Base, Dock, base};
use skill_runtime::skill;

// ANCHOR: dock
skill! {
    /// Drives to the dock and charges.
    pub skill DockIn(
        /// The number of times that it may back off.
        backoffs: u32 = 2 in 0..=10,
    ) {
        depends_interfaces { dock: Dock (max_age = 300ms), base: Base }

        start state Attempt tries self.backoffs + 1 via BackOff {
            start state Search {
                init { base.send(base::Drive { v_m_per_sec: 0.0, omega_rad_per_sec: 0.4 }); }
                -> Approach when dock.visible;
                -> FAILED("no dock seen") after 20s;
            }
            state Approach {
                loop {
                    base.send(base::Drive {
                        v_m_per_sec: (dock.distance_m * 0.5).clamp(0.05, 0.3),
                        omega_rad_per_sec: dock.bearing_rad,
                    });
                }
                -> Charge when dock.contact;
                -> FAILED("askew by {} rad", dock.bearing_rad)
                    when dock.distance_m < 0.5 && dock.bearing_rad.abs() > 0.3;
                -> Search when !dock.visible for 500ms;
            }
            state Charge = base.send(base::Stop) {
                -> FINAL when dock.charging;
                -> FAILED("contact, but no charge") after 3s;
            }
        }
        state BackOff = base.send(base::Drive { v_m_per_sec: -0.2, omega_rad_per_sec: 0.0 }) {
            -> Attempt after 2s;
        }
    }
}
// ANCHOR_END: dock
