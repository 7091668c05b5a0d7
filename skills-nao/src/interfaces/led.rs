//! Lights.

use skill_runtime::interface;

interface! {
    /// One light, or a ring of them, of one colour; Fawkes's `LedInterface`.
    pub Led {
        /// Fully on.
        const ON: f32 = 1.0;
        /// Off.
        const OFF: f32 = 0.0;
        fields {
            /// The brightness, 0 to 1.
            intensity: f32,
        }
        messages (words = 16) {
            /// Changes it.
            SetIntensity {
                /// The brightness, 0 to 1.
                intensity: f32,
                /// The time for the change, s.
                time_sec: f32,
            },
            /// Turns it on.
            TurnOn,
            /// Turns it off.
            TurnOff,
        }
    }
}
