//! The numbers of messages.

/// The number of a message in the queue of its interface, as returned to the sender.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MessageId(pub u32);

impl MessageId {
    /// No message: the initial value, and the result of a refused `send`.
    pub const NONE: Self = Self(0);

    /// Returns whether this message is `other` or was sent after it, to compare the
    /// [handled](crate::Sample::handled) message of an interface. The distance between them must be
    /// less than 2^31.
    #[must_use]
    #[inline]
    pub const fn has_reached(self, other: Self) -> bool {
        self.0.wrapping_sub(other.0) < 1 << 31
    }
}
