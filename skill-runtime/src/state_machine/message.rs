//! A message as one of the things that a state runs.

use crate::blackboard::{Interface, MessageId, Port, Sent};
use crate::status::Status;

/// A message that a state has sent, until it is done.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SentMessage(u32);

/// No id of a message, which all are odd.
const DONE: u32 = 2;

impl SentMessage {
    /// Makes it of what `send` returns; one that was refused is never done.
    #[must_use]
    #[inline]
    pub const fn new(sent: Sent) -> Self {
        Self(sent.id().0)
    }

    /// Returns whether the message has been done.
    #[must_use]
    #[inline]
    pub const fn is_done(self) -> bool {
        self.0 == DONE
    }

    /// Returns FINAL once the message is done, also after the writer takes another one. Those of an
    /// interface that does not report it never end.
    #[inline]
    pub fn status<I: Interface>(&mut self, port: &Port<'_, I>) -> Status {
        if !self.is_done() && port.is_done(MessageId(self.0)) {
            self.0 = DONE;
        }
        if self.is_done() { Status::Final } else { Status::Running }
    }
}
