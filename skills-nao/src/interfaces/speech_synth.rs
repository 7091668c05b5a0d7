//! Speech.

use skill_runtime::{Text, interface};

interface! {
    /// Says texts, one after the other; Fawkes's `SpeechSynthInterface`.
    pub SpeechSynth {
        fields {
            /// What is or was said last.
            text: Text<1024>,
            /// The message that is being handled; 0 before the first.
            msgid: u32,
            /// It has been said.
            final: bool,
            /// How long saying it takes, s; -1 if that is not known.
            duration: f32,
        }
        messages (words = 1024) {
            /// Says a text.
            Say {
                /// The text.
                text: Text<1024>,
            },
        }
    }
}
