//! The interface of the skiller on the blackboard.

use crate::blackboard::{Cell, MessageId, Provides, Sample, Text, Words};
use crate::call::SkillString;
use crate::dependency::interface_id;
use crate::time::Instant;
use core::fmt::{self, Write as _};

/// The text of an error or a result.
pub(super) type ErrorText = Text<{ if cfg!(feature = "text") { 128 } else { 48 } }>;

/// Declares the interface with texts of these bytes, a queue of these words, and this call.
macro_rules! skiller_interface {
    (with text) => {
        skiller_interface!(1024, 128, 512, {
            /// The call: `standup{from="back"}`.
            skill_string: Text<1024>,
        });
    };
    // The name of a skill, and no error that has numbers.
    (without text) => {
        skiller_interface!(32, 48, 32, {
            /// The number of the skill.
            skill: u32,
            /// Its arguments, as in a trace.
            arguments: [u32; 8],
        });
    };
    ($call:literal, $error:literal, $words:literal, $exec:tt) => {
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
                    skill_string: Text<$call>,
                    /// The reason of a failure, or the result of a skill that is FINAL as a text; empty if
                    /// there is none. Both are in one field, so that the interface is laid out as in version 0.1.
                    error: Text<$error>,
                    /// The sender with exclusive control; 0 if there is none.
                    exclusive_controller: u32,
                    /// The number of the message with the call; 0 if there is none.
                    msgid: u32,
                    /// The status of the last call.
                    status: SkillStatus,
                }
                messages (words = $words) {
                    /// Runs a call. A skill that is running is stopped.
                    ExecSkill $exec,
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
    };
}

#[cfg(feature = "text")]
skiller_interface!(with text);
#[cfg(not(feature = "text"))]
skiller_interface!(without text);

/// The interface of a program without the feature `text`, for tools that watch it.
#[cfg(feature = "text")]
pub mod without_text {
    use crate::blackboard::Text;
    skiller_interface!(without text);
}

crate::interface! {
    /// The failure of the last call of the skiller that has failed, which agents name.
    pub SkillerFailure {
        max_age = never;
        fields {
            /// The number of the message with the call; 0 if it was a call of the skiller's process.
            msgid: u32,
            /// The key of the skill in which it arose, the cause, the kinds of the values of the reason,
            /// and these; zeros if the call was invalid, or broken off.
            failure: [u32; 7],
        }
    }
}

/// The id of the interface with the failures on the blackboard.
pub const FAILURE_ID: &str = "Skiller Failure";
pub(crate) const FAILURE: u64 = interface_id(FAILURE_ID);

/// A blackboard with the skiller's interface, which agents and the skiller require.
#[diagnostic::on_unimplemented(
    message = "the skiller has no interface on blackboard `{Self}`",
    label = "`\"Skiller\": SkillerInterface` is missing",
    note = "add `\"Skiller\": SkillerInterface,` to `blackboard! {{ {Self} {{ .. }} }}`"
)]
pub trait HasSkiller: Provides<SkillerInterface, ID> {}

#[diagnostic::do_not_recommend]
impl<B: Provides<SkillerInterface, ID>> HasSkiller for B {}

/// A blackboard with the failures of calls, which an agent requires that names them.
#[diagnostic::on_unimplemented(
    message = "the agent names failures of skills, which blackboard `{Self}` does not provide",
    label = "`\"Skiller Failure\": SkillerFailure` is missing",
    note = "add `\"Skiller Failure\": SkillerFailure,` to `blackboard! {{ {Self} {{ .. }} }}`"
)]
pub trait HasFailures: Provides<SkillerFailure, FAILURE> {}

#[diagnostic::do_not_recommend]
impl<B: Provides<SkillerFailure, FAILURE>> HasFailures for B {}

/// Returns the published failure if there is a writer, for the generated code.
#[doc(hidden)]
#[must_use]
pub fn read_failure(sample: &Sample<SkillerFailure>) -> Option<(u32, [u32; 7])> {
    sample.has_writer().then_some((sample.data.msgid, sample.data.failure))
}

/// Publishes a failure, for the generated code.
#[doc(hidden)]
#[allow(clippy::needless_pass_by_value)] // the value exists only for this call
pub fn publish_failure(cell: &Cell<SkillerFailure>, failure: SkillerFailure, now: Instant) {
    cell.publish(&failure, now, MessageId::NONE);
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
pub(super) const CALL_WORDS: usize = <SkillString as Words>::LEN;
/// The number of words of the texts, which are the first fields.
pub(super) const TEXT_WORDS: usize = CALL_WORDS + <ErrorText as Words>::LEN;

/// The id of the skiller's interface on the blackboard.
pub const INTERFACE_ID: &str = "Skiller";
pub(crate) const ID: u64 = interface_id(INTERFACE_ID);

/// Replaces `text` by `new`, truncated to the capacity.
pub(super) fn write_truncated<const N: usize>(text: &mut Text<N>, new: fmt::Arguments<'_>) {
    text.clear();
    let _ = Truncating(text).write_fmt(new);
}

/// Replaces `text` by `new`, truncated to the capacity, without [`core::fmt`].
pub(super) fn put_truncated<const N: usize>(text: &mut Text<N>, new: &[&str]) {
    text.clear();
    let _ = new.iter().try_for_each(|part| Truncating(text).write_str(part));
}

/// A writer that truncates the text to the capacity.
struct Truncating<'a, const N: usize>(&'a mut Text<N>);

impl<const N: usize> fmt::Write for Truncating<'_, N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| self.0.push(c).map_err(|_| fmt::Error))
    }
}
