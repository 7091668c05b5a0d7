//! The snapshot of one pass: the blackboard and the skiller's samples of it.

use super::{Cell, Interface, InterfaceInfo, Sample, SendError, Sent, WriterTaken};

/// A blackboard, made by [`blackboard!`](crate::blackboard!).
pub trait Blackboard: Sized + 'static {
    /// A [`Sample`] of each interface.
    type Samples: Default;
    /// The names, types and layouts of all interfaces as one hash.
    const LAYOUT: u64;
    /// The interfaces, in order.
    const INTERFACES: &'static [BoardEntry];
    /// Brings the samples of the interfaces in `set` up to date.
    fn refresh(&self, samples: &mut Self::Samples, set: InterfaceSet);
    /// Becomes the writer of the interface at `index`.
    ///
    /// # Errors
    /// [`WriterTaken`] while it has another writer.
    fn claim(&self, index: u32) -> Result<(), WriterTaken>;
    /// Stops being the writer of the interface at `index`.
    fn release(&self, index: u32);
}

/// An interface as a blackboard declares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct BoardEntry {
    /// Its id.
    pub id: &'static str,
    /// Who writes it, if the blackboard says so: `skills`, or a component.
    pub writer: Option<&'static str>,
    /// The interface as data.
    pub interface: &'static InterfaceInfo,
}

/// A blackboard that has an interface of type `I` whose id has the hash `ID`.
pub trait Provides<I: Interface, const ID: u64>: Blackboard {
    /// The place of the interface in the blackboard.
    const INDEX: u32;
    /// The interface.
    fn cell(&self) -> &Cell<I>;
    /// Its sample.
    fn sample(samples: &Self::Samples) -> &Sample<I>;
}

/// Which interfaces of a blackboard: bit `INDEX` for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InterfaceSet(pub u64);

impl InterfaceSet {
    /// No interface.
    pub const NONE: Self = Self(0);
    /// Every interface.
    pub const ALL: Self = Self(u64::MAX);
    /// Most interfaces that a blackboard can have.
    pub const MOST: usize = 64;

    /// The interface at `index`.
    #[must_use]
    pub const fn of(index: u32) -> Self {
        Self(1 << index)
    }

    /// Those in either.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The places of the interfaces in the set.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..u64::BITS).filter(move |index| self.contains(*index))
    }

    /// Whether the interface at `index` is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, index: u32) -> bool {
        self.0 & (1 << index) != 0
    }
}

/// What the guards of one pass see: each interface read once, before `exec`.
pub struct Snapshot<'a, B: Blackboard> {
    board: &'a B,
    samples: B::Samples,
    outbox: Outbox,
    claimed: InterfaceSet,
}

/// As whom the skills of a snapshot send, and what was refused since a trace asked.
#[derive(Default)]
pub(crate) struct Outbox {
    pub(super) sender: u32,
    pub(super) refusal: core::cell::Cell<Option<Refusal>>,
}

/// A message of the machine that runs which was refused.
#[derive(Clone, Copy)]
pub(crate) struct Refusal {
    /// The bit of the interface among those of the skill.
    pub(crate) interface: u32,
    pub(crate) message: &'static str,
    pub(crate) error: SendError,
}

/// What a port is made of, for the generated code.
#[doc(hidden)]
pub struct PortParts<'a, I: Interface> {
    pub(crate) sample: &'a Sample<I>,
    pub(super) cell: &'a Cell<I>,
    pub(super) outbox: &'a Outbox,
    pub(super) claimed: bool,
}

impl<'a, B: Blackboard> Snapshot<'a, B> {
    /// A snapshot on `board` in which nothing was read yet.
    #[must_use]
    pub fn new(board: &'a B) -> Self {
        let (samples, outbox) = (B::Samples::default(), Outbox::default());
        Self { board, samples, outbox, claimed: InterfaceSet::NONE }
    }

    /// From now on its skills send their messages as `sender`.
    pub fn send_as(&mut self, sender: u32) {
        self.outbox.sender = sender;
    }

    /// The blackboard.
    #[must_use]
    pub fn board(&self) -> &'a B {
        self.board
    }

    /// Becomes the writer of the interfaces in `set`, until the snapshot is dropped:
    /// what the skills to be run here write ([`Exec::WRITES`](crate::Exec::WRITES)).
    ///
    /// # Errors
    /// [`WriterTaken`] if one has another writer; those before it stay claimed.
    pub fn claim(&mut self, set: InterfaceSet) -> Result<(), WriterTaken> {
        for index in InterfaceSet(set.0 & !self.claimed.0).iter() {
            self.board.claim(index)?;
            self.claimed = self.claimed.union(InterfaceSet::of(index));
        }
        Ok(())
    }

    /// Reads the interfaces in `set` from the blackboard.
    #[inline]
    pub fn refresh(&mut self, set: InterfaceSet) {
        self.board.refresh(&mut self.samples, set);
    }

    /// Reads all interfaces from the blackboard.
    pub fn refresh_all(&mut self) {
        self.refresh(InterfaceSet::ALL);
    }

    /// Sends a message to the writer of an interface.
    pub fn send<I: Interface, const ID: u64>(&self, message: impl Into<I::Message>) -> Sent
    where
        B: Provides<I, ID>,
    {
        self.board.cell().send_as(self.outbox.sender, message)
    }

    /// Returns whether the machine that runs could not send a message since the last was taken.
    #[inline]
    pub(crate) fn has_refusal(&self) -> bool {
        self.outbox.refusal.get().is_some()
    }

    /// Takes the last message that the machine that runs could not send.
    #[inline]
    pub(crate) fn take_refusal(&self) -> Option<Refusal> {
        self.outbox.refusal.take()
    }

    /// What a port is made of, for the generated code.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn port<I: Interface, const ID: u64>(&self) -> PortParts<'_, I>
    where
        B: Provides<I, ID>,
    {
        PortParts {
            sample: B::sample(&self.samples),
            cell: self.board.cell(),
            outbox: &self.outbox,
            claimed: self.claimed.contains(B::INDEX),
        }
    }
}

impl<B: Blackboard> Drop for Snapshot<'_, B> {
    fn drop(&mut self) {
        for index in self.claimed.iter() {
            self.board.release(index);
        }
    }
}
