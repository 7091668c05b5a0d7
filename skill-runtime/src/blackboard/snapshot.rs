//! The snapshot of one pass: the blackboard and samples of its interfaces.

use super::cell::{Cell, CellWords, READ_ATTEMPTS, RefreshResult, Sample, WriterId, WriterTaken};
use super::info::InterfaceInfo;
use super::interface::Interface;
use super::parameters::{ReadParameters, SetParameterError};
use super::sent::{SendError, Sent};
use super::set::InterfaceSet;
use crate::hash::fnv;
use crate::time::Instant;
use crate::value_kind::{MAX_VALUES, ValueKind};

/// A blackboard, declared by [`blackboard!`](crate::blackboard!).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a blackboard",
    label = "not a blackboard",
    note = "declare it with `blackboard! {{ .. }}`"
)]
pub trait Blackboard: Sized + 'static {
    /// A [`Sample`] of each interface.
    type Samples: Default;
    /// Whether errors are reported in its declaration: what it lacks is no further one.
    #[doc(hidden)]
    const IS_BROKEN: bool = false;
    /// A hash of the names, types and layouts of all interfaces.
    const LAYOUT: u64;
    /// The interfaces, in order of declaration.
    const INTERFACES: &'static [BoardEntry];
    /// The interface with the [`Parameters`](super::Parameters), if there is one.
    const PARAMETERS: InterfaceSet = InterfaceSet::NONE;
    /// Returns what was read of the parameters.
    #[doc(hidden)]
    #[inline]
    fn parameters(samples: &Self::Samples) -> ReadParameters<'_> {
        let _ = samples;
        ReadParameters::default()
    }
    /// Sets the word of the parameter with the [key](crate::parameter::ParamInfo::key) `key`, or
    /// its default if `word` is `None`. It is not checked here, but by the skill that reads it.
    ///
    /// # Errors
    /// Returns [`SetParameterError`] if the blackboard has no parameters, or no memory for another
    /// one, or if somebody else is writing them.
    fn set_parameter(
        &self,
        key: u32,
        word: Option<u32>,
        now: Instant,
    ) -> Result<(), SetParameterError> {
        let _ = (key, word, now);
        Err(SetParameterError::NoParameters)
    }
    /// The interface with the failures of calls, if there is one.
    #[doc(hidden)]
    const FAILURES: InterfaceSet = InterfaceSet::NONE;
    /// Returns what was read of it, if it has a writer.
    #[doc(hidden)]
    #[inline]
    fn failure(samples: &Self::Samples) -> Option<(u32, [u32; 7])> {
        let _ = samples;
        None
    }
    /// Publishes a failure as its writer.
    #[doc(hidden)]
    #[inline]
    fn publish_failure(&self, msgid: u32, failure: [u32; 7], now: Instant) {
        let _ = (msgid, failure, now);
    }
    /// Updates the samples, once: whether the interfaces in `set` have a writer, and the values of
    /// those that are also in `values`. What it finds out about them comes into `found`.
    fn refresh(
        &self,
        samples: &mut Self::Samples,
        found: &mut RefreshResult,
        set: InterfaceSet,
        values: InterfaceSet,
    );
    /// Returns the time from which the sample of the interface at `index` ages, and the age in microseconds from
    /// which it is stale; `None` if it never is.
    #[doc(hidden)]
    fn age(samples: &Self::Samples, index: u32) -> Option<(&Instant, u64)>;
    /// Becomes the writer of the interface at `index`.
    ///
    /// # Errors
    /// Returns [`WriterTaken`] if it already has a writer which `id` does not replace.
    fn claim(&self, index: u32, id: WriterId) -> Result<(), WriterTaken>;
    /// Stops being the writer of the interface at `index`.
    fn release(&self, index: u32, id: WriterId);
    /// Returns the words of the interface at `index`, for tools that show or record a blackboard.
    fn cell_words(&self, index: u32) -> Option<CellWords<'_>>;
}

/// An interface as a blackboard declares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct BoardEntry {
    /// The id of the interface.
    pub id: &'static str,
    /// The declared writer, if there is one: `skills`, or a component.
    pub writer: Option<&'static str>,
    /// The interface as data.
    pub interface: &'static InterfaceInfo,
    /// The number of words before it in the memory of the blackboard. The words of all interfaces
    /// follow each other without a gap.
    pub offset: usize,
    /// The number of its words.
    pub words: usize,
    /// The number of words of its value, which is described by
    /// [`InterfaceInfo::fields`](super::InterfaceInfo::fields). [`CellWords`] lists the others.
    pub data_words: usize,
    /// The hash of its fields and messages, [`Interface::LAYOUT`].
    #[cfg_attr(feature = "serde", serde(serialize_with = "hexadecimal"))]
    pub layout: u64,
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde requires
fn hexadecimal<S: serde::Serializer>(hash: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{hash:016x}"))
}

impl BoardEntry {
    /// Returns the [layout](Blackboard::LAYOUT) of a blackboard with these interfaces.
    #[must_use]
    pub const fn layout(mut entries: &[Self]) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325;
        while let [entry, rest @ ..] = entries {
            hash = fnv(hash ^ entry.layout, entry.id);
            entries = rest;
        }
        hash
    }

    /// Creates the entry of the interface `I` that is `bytes` bytes after the beginning of the
    /// blackboard, for the generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn of<I: Interface>(
        id: &'static str,
        writer: Option<&'static str>,
        bytes: usize,
    ) -> Self {
        let word = size_of::<u32>();
        let (offset, words) = (bytes / word, size_of::<Cell<I>>() / word);
        let layout = I::LAYOUT;
        Self { id, writer, interface: I::INFO, offset, words, data_words: I::LEN, layout }
    }
}

/// A blackboard that has an interface of type `I` whose id has the hash `ID`.
pub trait Provides<I, const ID: u64>: Blackboard {
    /// The index of the interface in the blackboard.
    const INDEX: u32;
    /// Returns the memory of the interface.
    fn cell(&self) -> &Cell<I>
    where
        I: Interface;
    /// Returns the sample of the interface.
    fn sample(samples: &Self::Samples) -> &Sample<I>
    where
        I: Interface;
}

/// The values that the guards of one pass read: each interface is read once, before `exec`.
pub struct Snapshot<'a, B: Blackboard> {
    board: &'a B,
    samples: B::Samples,
    outbox: Outbox,
    found: RefreshResult,
    /// The interfaces whose values are read: those that the skill that runs uses.
    values: InterfaceSet,
    /// Before this time, no value in `values` is older than its interface allows.
    look_again: core::cell::Cell<Instant>,
    claimed: InterfaceSet,
    id: WriterId,
    #[cfg(feature = "why")]
    refusing: InterfaceSet,
}

/// The sender id of the skills of a snapshot, and a refused message of the block that runs: the
/// first that no transition decides, otherwise the last.
#[derive(Default)]
pub(crate) struct Outbox {
    pub(super) sender: u32,
    pub(super) refusal: core::cell::Cell<Option<Refusal>>,
}

/// A refused message of the machine that runs.
#[derive(Clone, Copy)]
pub(crate) struct Refusal {
    /// The index of the interface among those of the skill.
    pub(crate) interface: u8,
    /// Whether a transition decides what happens.
    pub(crate) decided: bool,
    pub(crate) error: SendError,
    /// The index of the message among those of the interface.
    pub(crate) message: u32,
    pub(crate) kinds: &'static [ValueKind; MAX_VALUES],
}

impl Refusal {
    /// Returns the name of the message.
    pub(crate) fn message_name(&self) -> &'static str {
        let [ValueKind::Name(names), ..] = self.kinds else { return "message" };
        names.get(self.message as usize).copied().unwrap_or("message")
    }
}

/// The parts of a port, for the generated code.
#[doc(hidden)]
pub struct PortParts<'a, I: Interface> {
    pub(crate) sample: &'a Sample<I>,
    pub(super) cell: &'a Cell<I>,
    pub(super) outbox: &'a Outbox,
    pub(super) claimed: bool,
    #[cfg(feature = "why")]
    pub(super) refuses: bool,
}

impl<'a, B: Blackboard> Snapshot<'a, B> {
    /// Creates a snapshot of `board` that has not read any interface yet.
    #[must_use]
    pub fn new(board: &'a B) -> Self {
        Self::new_as(board, WriterId::LOCAL)
    }

    /// Creates a snapshot like [`new`](Self::new), which [claims](Self::claim) interfaces with the
    /// identity `id`.
    #[must_use]
    pub fn new_as(board: &'a B, id: WriterId) -> Self {
        let (samples, outbox) = (B::Samples::default(), Outbox::default());
        let (found, claimed) = (RefreshResult::default(), InterfaceSet::NONE);
        Self {
            board,
            samples,
            outbox,
            found,
            values: InterfaceSet::NONE,
            look_again: core::cell::Cell::new(Instant::ZERO),
            claimed,
            id,
            #[cfg(feature = "why")]
            refusing: InterfaceSet::NONE,
        }
    }

    /// Refuses the messages that skills send to these interfaces from now on, as if their queues
    /// were full. It is for debuggers.
    #[cfg(feature = "why")]
    pub fn refuse_messages(&mut self, to: InterfaceSet) {
        self.refusing = to;
    }

    /// Sets the sender id of the messages that the skills send.
    pub fn send_as(&mut self, sender: u32) {
        self.outbox.sender = sender;
    }

    /// Returns the blackboard.
    #[must_use]
    pub fn board(&self) -> &'a B {
        self.board
    }

    pub(crate) fn samples(&self) -> &B::Samples {
        &self.samples
    }

    /// Becomes the writer of the interfaces in `set` until the snapshot is dropped. A skill that
    /// runs in the snapshot needs those of [`Exec::WRITES`](crate::Exec::WRITES).
    ///
    /// # Errors
    /// Returns [`WriterTaken`] if one of them already has a writer; those before it stay claimed.
    pub fn claim(&mut self, set: InterfaceSet) -> Result<(), WriterTaken> {
        for index in InterfaceSet(set.0 & !self.claimed.0).iter() {
            self.board.claim(index, self.id)?;
            self.claimed = self.claimed.union(InterfaceSet::of(index));
        }
        Ok(())
    }

    /// Reads the interfaces in `set` from the blackboard.
    #[inline(never)] // once for all callers
    pub fn refresh(&mut self, set: InterfaceSet) {
        self.set_values(set);
        for _ in 0..READ_ATTEMPTS {
            self.board.refresh(&mut self.samples, &mut self.found, set, set);
            if !self.is_busy() {
                break;
            }
        }
    }

    /// Sets the interfaces whose values [`refresh_within`](Self::refresh_within) reads.
    #[doc(hidden)]
    pub fn set_values(&mut self, values: InterfaceSet) {
        if self.values != values {
            self.values = values;
            self.forget_ages();
        }
    }

    /// Begins to watch the ages of the values anew, since the clock may be another one.
    pub(crate) fn forget_ages(&self) {
        self.look_again.set(Instant::ZERO);
    }

    /// Forgets what was read: the blackboard is that of another moment, whose `values` are read.
    #[cfg(feature = "why")]
    pub(crate) fn restore(&mut self, values: InterfaceSet) {
        (self.samples, self.found) = (B::Samples::default(), RefreshResult::default());
        self.values = values;
        self.forget_ages();
    }

    /// Returns whether a value that was read may be older than its interface allows.
    #[inline]
    pub(crate) fn may_be_old(&self, now: Instant) -> bool {
        now >= self.look_again.get()
    }

    /// Finds out until when no value that was read is older than its interface allows.
    #[inline]
    pub(crate) fn look_ahead(&self, now: Instant) {
        let mut next = Instant::LAST;
        // Not the set itself: the prover sees the end of a range.
        for index in 0..64 {
            if self.values.contains(index) {
                next = next.min(self.stale_from(index, now));
            }
        }
        self.look_again.set(next);
    }

    /// Returns the first instant at which the value of the interface at `index` is older than the
    /// interface allows; [`Instant::ZERO`] if it is from another clock, or was never published.
    #[inline(never)]
    pub(crate) fn stale_from(&self, index: u32, now: Instant) -> Instant {
        let Some((time, age)) = B::age(&self.samples, index) else {
            return Instant::LAST;
        };
        if time.micros_since(now) >= age {
            return Instant::ZERO;
        }
        Instant::from_micros(time.as_micros().saturating_add(age))
    }

    /// Returns the interfaces whose values the skill that runs uses, or that ran last.
    #[must_use]
    pub fn values(&self) -> InterfaceSet {
        self.values
    }

    /// Makes an attempt to read which interfaces in `set` have a writer, and the
    /// [values](Self::set_values) that are in `values`. In line, so that only the code for the
    /// interfaces in these sets comes into the program.
    #[inline(always)]
    #[allow(clippy::inline_always)] // the sets are constants only in the caller
    pub(crate) fn refresh_within(&mut self, set: InterfaceSet, values: InterfaceSet) {
        let values = self.values.intersection(values);
        self.board.refresh(&mut self.samples, &mut self.found, set, values);
    }

    /// Returns whether a write was under way during the last attempt, so that another one may read
    /// a newer value.
    #[inline]
    pub(crate) fn is_busy(&mut self) -> bool {
        self.found.take_busy()
    }

    /// Reads all interfaces from the blackboard.
    pub fn refresh_all(&mut self) {
        self.refresh(InterfaceSet::ALL);
    }

    /// Returns the interfaces that had a writer when they were read last.
    #[must_use]
    #[inline]
    pub fn writers(&self) -> InterfaceSet {
        self.found.writers
    }

    /// Returns the interfaces that this snapshot has [claimed](Self::claim), so that its skills
    /// can write them.
    #[must_use]
    #[inline]
    pub fn claimed(&self) -> InterfaceSet {
        self.claimed
    }

    /// Returns whether the value of an interface is older than `max_age_micros`, for the generated
    /// code.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn is_old<I: Interface, const ID: u64>(&self, now: Instant, max_age_micros: u64) -> bool
    where
        B: Provides<I, ID>,
    {
        B::sample(&self.samples).ages_from().is_off(now, max_age_micros)
    }

    /// Returns the parameters that were read for this pass.
    #[inline]
    pub(crate) fn parameters(&self) -> ReadParameters<'_> {
        B::parameters(&self.samples)
    }

    /// Sends a message to the writer of an interface.
    pub fn send<I: Interface, const ID: u64>(&self, message: impl Into<I::Message>) -> Sent
    where
        B: Provides<I, ID>,
    {
        self.board.cell().send_as(self.outbox.sender, message)
    }

    /// Returns whether there is a refused message that
    /// [`take_refusal`](Self::take_refusal) would return.
    #[inline]
    pub(crate) fn has_refusal(&self) -> bool {
        self.outbox.refusal.get().is_some()
    }

    /// Removes and returns the refused message of the block that ran last.
    #[inline]
    pub(crate) fn take_refusal(&self) -> Option<Refusal> {
        self.outbox.refusal.take()
    }

    /// Returns the parts of a port, for the generated code.
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
            #[cfg(feature = "why")]
            refuses: self.refusing.contains(B::INDEX),
        }
    }
}

impl<B: Blackboard> Drop for Snapshot<'_, B> {
    fn drop(&mut self) {
        for index in self.claimed.iter() {
            self.board.release(index, self.id);
        }
    }
}
