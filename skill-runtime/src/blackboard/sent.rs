//! The result of sending a message.

use super::message_id::MessageId;

/// The result of sending a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Sent {
    /// The message is in the queue of the writer with this number.
    Queued(MessageId),
    /// The message was not sent.
    Refused(SendError),
}

impl Sent {
    /// Returns the number of the message, or [`MessageId::NONE`] if it was refused.
    #[must_use]
    pub const fn id(self) -> MessageId {
        match self {
            Sent::Queued(id) => id,
            Sent::Refused(_) => MessageId::NONE,
        }
    }

    /// Returns whether the message was not sent.
    #[must_use]
    pub const fn is_refused(self) -> bool {
        matches!(self, Sent::Refused(_))
    }
}

/// The reason why a message was not sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SendError {
    /// The interface has no writer to receive it.
    NoWriter,
    /// The message queue is full.
    QueueFull,
}

impl SendError {
    /// Returns the reason as text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            SendError::NoWriter => "no writer",
            SendError::QueueFull => "queue full",
        }
    }
}

impl core::fmt::Display for SendError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.text())
    }
}

impl core::error::Error for SendError {}
