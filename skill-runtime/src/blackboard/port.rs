//! Ports: the interfaces as the guards and blocks of a skill use them.

use super::cell::{Cell, Sample};
use super::interface::{Interface, MessageTo, ReportsDone};
use super::message_id::MessageId;
use super::running::{Role, Running};
use super::sent::{SendError, Sent};
use super::snapshot::{Outbox, PortParts, Refusal};
use crate::time::{Instant, Tick};
use crate::value_kind::{MAX_VALUES, ValueKind};
use core::ops::{Deref, DerefMut};

/// Added to the index of an interface: a transition decides what happens when a message is
/// refused. A skill has at most 32 interfaces.
#[doc(hidden)]
pub const DECIDED: u32 = 32;

/// An interface that a skill reads. It dereferences to the interface's fields.
pub struct Port<'a, I: Interface> {
    sample: &'a Sample<I>,
    cell: &'a Cell<I>,
    /// The bit set of the interfaces that refused a message of this state, and the index of this
    /// one among those of the skill, to which [`DECIDED`] is added if a transition decides.
    refused: (&'a core::cell::Cell<u32>, u32),
    now: Instant,
    max_age_micros: u64,
    outbox: &'a Outbox,
    running: <I::Running as Running>::Part<'a>,
    /// Whether a debugger has all messages refused.
    #[cfg(feature = "why")]
    refuses: bool,
}

impl<'a, I: Interface> Port<'a, I> {
    /// Creates a port, for the generated code.
    #[doc(hidden)]
    #[inline]
    #[allow(clippy::needless_pass_by_value)] // the parts exist only for this call
    pub fn new(
        parts: PortParts<'a, I>,
        refused: (&'a core::cell::Cell<u32>, u32),
        now: Tick,
        max_age_micros: Option<u64>,
        running: <I::Running as Running>::Part<'a>,
    ) -> Self {
        let PortParts { sample, cell, outbox, .. } = parts;
        Self {
            sample,
            cell,
            refused,
            now: now.time,
            max_age_micros: max_age_micros.or(const { I::INFO.max_age_micros }).unwrap_or(u64::MAX),
            outbox,
            running,
            #[cfg(feature = "why")]
            refuses: parts.refuses,
        }
    }

    /// Returns whether the interface has a writer.
    #[must_use]
    #[inline]
    pub fn has_writer(&self) -> bool {
        self.sample.has_writer()
    }

    /// Returns the time at which the value was published; [`Instant::ZERO`] before the first.
    #[must_use]
    #[inline]
    pub fn time(&self) -> Instant {
        self.sample.time
    }

    /// Returns the last message that the writer had received when it published the value.
    #[must_use]
    #[inline]
    pub fn handled(&self) -> MessageId {
        self.sample.handled
    }

    /// Returns whether the interface has no writer, or a value that is older than the skill's
    /// `max_age` or, if it says none, than the interface's. A value from the future by more than
    /// that is from another clock, and counts as older, as does one that was never published.
    #[must_use]
    #[inline]
    pub fn stale(&self) -> bool {
        !self.sample.has_writer() || self.sample.ages_from().is_off(self.now, self.max_age_micros)
    }

    /// Returns whether a message to this interface was refused since the state was entered: one
    /// of the state, or of a state inside it.
    #[must_use]
    #[inline]
    pub fn refused(&self) -> bool {
        self.refused.0.get() & self.bit() != 0
    }

    /// Returns whether the message `id` was the last one that the writer has done. The interface has a method
    /// of its own for that; this one is there for the message about an interface that has none.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn done(&self, id: MessageId) -> bool
    where
        I: ReportsDone,
    {
        self.sample.data.is_done(id)
    }

    /// The bit of this interface in sets of the interfaces of the skill.
    const fn bit(&self) -> u32 {
        1 << (self.refused.1 % DECIDED)
    }

    /// Sends a message to the writer.
    #[inline]
    pub fn send(&mut self, message: impl MessageTo<I>) -> Sent {
        let message = message.message();
        let index = I::message_index(&message);
        #[cfg(feature = "why")]
        if self.refuses {
            self.record_refusal(index, SendError::QueueFull);
            return Sent::Refused(SendError::QueueFull);
        }
        let role = if <I::Running as Running>::ENDS > 0 { I::role(&message) } else { Role::None };
        let sent = self.cell.send_as(self.outbox.sender, message);
        match sent {
            Sent::Refused(error) => self.record_refusal(index, error),
            Sent::Queued(id) if <I::Running as Running>::ENDS > 0 => {
                #[allow(clippy::cast_possible_truncation)] // an interface has fewer
                I::Running::note(
                    self.running,
                    role,
                    index as u16,
                    id,
                    self.sample.data.carried_out(),
                );
            }
            Sent::Queued(_) => {}
        }
        sent
    }

    #[cold]
    fn record_refusal(&self, message: u32, error: SendError) {
        let (refused, tag) = self.refused;
        refused.set(refused.get() | self.bit());
        if self.outbox.refusal.get().is_none_or(|before| before.decided) {
            #[allow(clippy::cast_possible_truncation)] // below 32
            let interface = (tag % DECIDED) as u8;
            let (decided, kinds) = (tag >= DECIDED, Self::REFUSED);
            let refusal = Refusal { interface, decided, error, message, kinds };
            self.outbox.refusal.set(Some(refusal));
        }
    }

    /// The reason of a failure because of a refused message.
    const REFUSED: &'static [ValueKind; MAX_VALUES] =
        &[ValueKind::Name(I::MESSAGES), ValueKind::None, ValueKind::None, ValueKind::None];
}

impl<I: Interface> Deref for Port<'_, I> {
    type Target = I;
    #[inline]
    fn deref(&self) -> &I {
        &self.sample.data
    }
}

/// An interface that a skill writes (`writes v: Type`). Blocks can assign its fields, which are
/// published at the end of the block. If the snapshot has not
/// [claimed](super::Snapshot::claim) the interface, nothing is published.
pub struct WritePort<'a, I: Interface> {
    cell: &'a Cell<I>,
    claimed: bool,
    data: I,
    changed: bool,
    now: Instant,
}

impl<'a, I: Interface> WritePort<'a, I> {
    /// Creates a port, for the generated code.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    #[allow(clippy::needless_pass_by_value)] // the parts exist only for this call
    pub fn new(parts: PortParts<'a, I>, now: Tick) -> Self {
        let PortParts { cell, claimed, .. } = parts;
        Self { cell, claimed, data: cell.sample().data, changed: false, now: now.time }
    }

    /// Returns whether the snapshot in which the skill runs is the writer of the interface.
    #[must_use]
    #[inline]
    pub fn has_writer(&self) -> bool {
        self.claimed
    }
}

impl<I: Interface> Deref for WritePort<'_, I> {
    type Target = I;
    #[inline]
    fn deref(&self) -> &I {
        &self.data
    }
}

impl<I: Interface> DerefMut for WritePort<'_, I> {
    #[inline]
    fn deref_mut(&mut self) -> &mut I {
        self.changed = true;
        &mut self.data
    }
}

impl<I: Interface> Drop for WritePort<'_, I> {
    fn drop(&mut self) {
        if self.changed && self.claimed {
            self.cell.publish(&self.data, self.now, MessageId::NONE);
        }
    }
}
