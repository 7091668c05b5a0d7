//! Speech.

use skill_runtime::{Text, interface};

interface! {
    /// Says texts, one after the other; Fawkes's `SpeechSynthInterface`.
    pub SpeechSynth {
        fields {
            /// The text that is being said, or was last.
            text: Text<1024>,
            /// The message that is being handled; 0 before the first.
            msgid: u32,
            /// It has been said.
            final: bool,
            /// The time that it takes to say it, s; -1 if unknown.
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
