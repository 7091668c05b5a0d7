//! Speaking.

use crate::interfaces::{SpeechSynth, speech};
use skill_runtime::{MessageId, Text, skill};

skill! {
    /// Says a text.
    pub skill Say(
        /// The text.
        text: Text<256>,
        /// Waits until it has been said.
        wait: bool = false,
        /// The time limit.
        timeout_sec: f32 = 60.0 in 0.1..=600.0,
    ) {
        depends_interfaces { speechsynth: SpeechSynth = "NaoQi TTS" }
        vars { id: MessageId = MessageId::NONE }

        start state Wait {
            init {
                let text = Text::try_from(self.text.as_str()).unwrap_or_default();
                self.id = speechsynth.send(speech::Say { text }).id();
            }
            /// Speech ordered, or done
            -> FINAL when !self.wait || speechsynth.done(self.id);
            -> FAILED("another text took this one's place")
                when MessageId(speechsynth.msgid).has_reached(self.id)
                    && speechsynth.msgid != self.id.0;
            -> FAILED("not said after {} s", self.timeout_sec) after self.timeout_sec;
        }
    }
}
