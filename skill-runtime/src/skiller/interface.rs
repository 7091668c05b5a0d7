//! The interface of the skiller on the blackboard.

use crate::blackboard::{Text, Words};
use crate::dependency::interface_id;
use core::fmt::{self, Write as _};

crate::interface! {
    /// The current call of the skiller and its status, and the messages that control it.
    pub SkillerInterface {
        max_age = never;
        /// The status of the last call.
        enum SkillStatus {
            /// No skill was called, or it was stopped.
            Inactive,
            /// The skill has reached its purpose.
            Final,
            /// The skill is running.
            Running,
            /// The skill has failed, or could not be called.
            Failed,
        }
        fields {
            /// The last call.
            skill_string: Text<1024>,
            /// The reason of a failure, or the result of a skill that is FINAL as a text; empty if
            /// there is none. Both are in one field, so that the interface is laid out as in version 0.1.
            error: Text<128>,
            /// The sender with exclusive control; 0 if there is none.
            exclusive_controller: u32,
            /// The number of the message with the call; 0 if there is none.
            msgid: u32,
            /// The status of the last call.
            status: SkillStatus,
        }
        messages (words = 512) {
            /// Runs a call. A skill that is running is stopped.
            ExecSkill {
                /// The call: `standup{from="back"}`.
                skill_string: Text<1024>,
            },
            /// Stops the skill that is running.
            StopExec,
            /// Acquires exclusive control: only the sender can call and stop skills. The sender
            /// must not be 0.
            AcquireControl {
                /// Whether to take control from another sender.
                steal_control: bool,
            },
            /// Releases exclusive control.
            ReleaseControl,
        }
    }
}

pub use skiller_interface::{
    AcquireControl, ExecSkill, Message, ReleaseControl, SkillStatus, StopExec,
};

impl SkillerInterface {
    /// Returns the result of a skill that is FINAL as a text: `{x_m=1.5, y_m=0}`; empty if it has
    /// none, and in every other status. A result of more than 128 bytes is truncated.
    #[must_use]
    pub fn result(&self) -> &str {
        if self.status == SkillStatus::Final { &self.error } else { "" }
    }
}

/// The number of words of the first text.
pub(super) const CALL_WORDS: usize = <Text<1024> as Words>::LEN;
/// The number of words of the texts, which are the first fields.
pub(super) const TEXT_WORDS: usize = CALL_WORDS + <Text<128> as Words>::LEN;

/// The id of the skiller's interface on the blackboard.
pub const INTERFACE_ID: &str = "Skiller";
pub(crate) const ID: u64 = interface_id(INTERFACE_ID);

/// Replaces `text` by `new`, truncated to the capacity.
pub(super) fn write_truncated<const N: usize>(text: &mut Text<N>, new: fmt::Arguments<'_>) {
    text.clear();
    let _ = Truncating(text).write_fmt(new);
}

/// A writer that truncates the text to the capacity.
struct Truncating<'a, const N: usize>(&'a mut Text<N>);

impl<const N: usize> fmt::Write for Truncating<'_, N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| self.0.push(c).map_err(|_| fmt::Error))
    }
}
