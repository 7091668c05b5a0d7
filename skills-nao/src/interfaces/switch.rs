//! Buttons, bumpers, and what can be switched on and off.

use skill_runtime::interface;

interface! {
    /// A switch: a button of the NAO, or what a program turns on and off.
    ///
    /// Fawkes's `SwitchInterface`. A press shorter than 0.5 s is short; the counters go
    /// back to 0 when nothing was pressed for 2 s.
    pub Switch {
        fields {
            /// It is on, or pressed.
            enabled: bool,
            /// The value, where there is more than on and off.
            value: f32,
            /// Since when, s: positive on, negative off.
            history: f32,
            /// Short presses.
            short_activations: u32,
            /// Long presses.
            long_activations: u32,
            /// All presses ever.
            activation_count: u32,
        }
        messages (words = 32) {
            /// Sets it.
            Set {
                /// On.
                enabled: bool,
                /// The value.
                value: f32,
            },
            /// Turns it on.
            EnableSwitch,
            /// Turns it off.
            DisableSwitch,
            /// Turns it on for a time.
            EnableDuration {
                /// The duration, s.
                duration: f32,
                /// The value.
                value: f32,
            },
        }
    }
}
