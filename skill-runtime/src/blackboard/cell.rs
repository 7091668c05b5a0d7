//! One interface on the blackboard: the published value under a sequence lock,
//! its writer, and the messages to it.

use super::interface::Interface;
use super::message_id::MessageId;
use super::queue::{Queue, Received};
use super::sent::{SendError, Sent};
use super::set::InterfaceSet;
use super::words::{Decoder, Encoder};
use crate::atomic::{
    AtomicU32,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
    fence,
};
use crate::time::Instant;
use core::num::NonZeroU32;

/// The number of attempts of a reader while a writer is writing, after which it keeps the older
/// value: a writer that died in the middle of a write must not block the readers. Fewer for the
/// model checker, which tries every order of events.
pub(crate) const READ_ATTEMPTS: usize = if cfg!(loom) { 2 } else { 64 };

/// The number of words of an interface before its value.
const HEAD: usize = 5;
/// The number of words of an interface after its value, before its messages.
const INDICES: usize = 3;

/// The results of reading several interfaces.
#[doc(hidden)]
#[derive(Clone, Copy, Default, Debug)]
pub struct RefreshResult {
    /// Those that had a writer when they were read last.
    pub writers: InterfaceSet,
    /// Whether some value could not be read.
    is_busy: bool,
}

impl RefreshResult {
    /// Returns whether some value could not be read since the last time. Another attempt may read
    /// it.
    #[inline]
    pub(super) fn take_busy(&mut self) -> bool {
        self.is_busy && {
            core::hint::spin_loop();
            core::mem::take(&mut self.is_busy)
        }
    }

    // The functions below are rare, and the same for all interfaces.
    #[cold]
    #[inline(never)]
    fn set_busy(&mut self) {
        self.is_busy = true;
    }

    #[cold]
    #[inline(never)]
    fn set_writer(&mut self, index: u32, writer: u32) {
        let one = InterfaceSet::of(index);
        self.writers = match writer {
            0 => InterfaceSet(self.writers.0 & !one.0),
            _ => self.writers.union(one),
        };
    }
}

/// An interface on the blackboard: one writer, any number of readers.
///
/// A sequence lock protects the value (Lameter, "Effective synchronization on
/// Linux/NUMA systems", 2005; with fences as in Boehm, "Can seqlocks get along
/// with programming language memory models?", 2012): the writer never waits, and
/// a reader either sees one write as a whole or keeps the older value.
#[repr(C)]
pub struct Cell<I: Interface> {
    /// Odd while a write is under way; 0 before the first one, and only then.
    sequence: AtomicU32,
    /// The number of the writer; 0 if there is none.
    writer: AtomicU32,
    /// The low half of the time of the last write, in microseconds; protected by the lock.
    time_low: AtomicU32,
    /// The high half of that time.
    time_high: AtomicU32,
    /// The last message that the writer received; protected by the lock.
    handled: AtomicU32,
    data: I::Data,
    queue: Queue<I>,
}

/// The words of an interface in the order in which they are in memory, for tools that show or record
/// a blackboard without knowing the type.
///
/// First [`HEAD`](Self::HEAD) words: the sequence number, which is odd while a write is under way;
/// the number of the writer, 0 if there is none; the time of the last write in microseconds, the low
/// half first; the last message that the writer received. Then the words of the value. Then
/// [`INDICES`](Self::INDICES) words: the tail and the head of the queue of messages, and the number
/// of messages that were refused because the queue was full. Then the words of the queue.
#[derive(Clone, Copy, Debug)]
pub struct CellWords<'a> {
    head: [&'a AtomicU32; HEAD],
    data: &'a [AtomicU32],
    indices: [&'a AtomicU32; INDICES],
    ring: &'a [AtomicU32],
}

impl<'a> CellWords<'a> {
    /// The number of words before those of the value.
    pub const HEAD: usize = HEAD;
    /// The number of words between those of the value and those of the queue.
    pub const INDICES: usize = INDICES;

    /// Returns all words in the order of the memory: head, value, indices, queue.
    pub fn words(&self) -> impl Iterator<Item = &'a AtomicU32> + use<'a> {
        let Self { head, data, indices, ring } = *self;
        head.into_iter().chain(data).chain(indices).chain(ring)
    }

    /// Returns the words in front of the value.
    #[must_use]
    pub fn head(&self) -> [&'a AtomicU32; HEAD] {
        self.head
    }

    /// Returns the words of the value.
    #[must_use]
    pub fn value(&self) -> &'a [AtomicU32] {
        self.data
    }

    /// Returns the words between the value and the queue.
    #[must_use]
    pub fn indices(&self) -> [&'a AtomicU32; INDICES] {
        self.indices
    }

    /// Returns the words of the queue.
    #[must_use]
    pub fn queue(&self) -> &'a [AtomicU32] {
        self.ring
    }
}

/// The value of an interface that a reader uses in one pass of the main loop.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample<I> {
    /// The published value.
    pub data: I,
    /// The time at which it was published; [`Instant::ZERO`] before the first write.
    pub time: Instant,
    /// The last message that the writer had received when it published the value.
    pub handled: MessageId,
    /// The number of the writer at the last read; 0 if there was none.
    writer: u32,
    /// The sequence number at the last read, so that an unchanged value is not copied.
    sequence: u32,
}

impl<I> Sample<I> {
    /// Returns a number that each write makes another one; 0 before the first.
    #[inline]
    pub(super) const fn version(&self) -> u32 {
        self.sequence
    }

    /// Returns whether the interface had a writer.
    #[must_use]
    #[inline]
    pub const fn has_writer(&self) -> bool {
        self.writer != 0
    }

    /// Returns the time from which the value ages. That of a value that was never published is from
    /// another clock for each clock, so that it is stale whatever its maximum age.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn ages_from(&self) -> &Instant {
        if self.sequence == 0 { &Instant::LAST } else { &self.time }
    }
}

impl<I: Default> Default for Sample<I> {
    fn default() -> Self {
        Self {
            data: I::default(),
            time: Instant::ZERO,
            handled: MessageId::NONE,
            writer: 0,
            sequence: 0,
        }
    }
}

/// The error of an interface that already has a writer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct WriterTaken {
    /// The name of the interface's type.
    pub interface: &'static str,
}

impl core::fmt::Display for WriterTaken {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} already has a writer", self.interface)
    }
}

impl core::error::Error for WriterTaken {}

/// The identity of a writer, which is in the memory of the blackboard while it is the writer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriterId {
    number: u32,
    replaces: bool,
}

impl WriterId {
    /// The identity of every writer of a process that has the blackboard for itself. An interface
    /// that has a writer refuses another one.
    pub const LOCAL: Self = WriterId { number: 1, replaces: false };

    /// Creates the identity of a writer that replaces the one before, which may have died in
    /// another process. The processes that share the memory must agree on one process that may do
    /// so.
    ///
    /// The writer before, if it lives, no longer releases the interface, because it has another
    /// `number`. The number 1 is [`LOCAL`](Self::LOCAL)'s.
    #[must_use]
    pub const fn replacing(number: NonZeroU32) -> Self {
        WriterId { number: number.get(), replaces: true }
    }
}

impl<I: Interface> Default for Cell<I> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Interface> Cell<I> {
    /// Creates an interface without a writer, whose fields are all zero.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            sequence: AtomicU32::new(0),
            writer: AtomicU32::new(0),
            time_low: AtomicU32::new(0),
            time_high: AtomicU32::new(0),
            handled: AtomicU32::new(0),
            data: I::NEW_DATA,
            queue: Queue::new(),
        }
    }

    /// Returns the writer of the interface, which remains the only one until it is dropped.
    /// Messages that an earlier writer has not received are discarded.
    ///
    /// # Errors
    /// Returns [`WriterTaken`] if the interface already has a writer.
    pub fn writer(&self) -> Result<Writer<'_, I>, WriterTaken> {
        self.writer_as(WriterId::LOCAL)
    }

    /// Returns the writer of the interface like [`writer`](Self::writer), with the identity `id`.
    /// One that replaces the writer before also discards a message whose sender died while
    /// sending it.
    ///
    /// # Errors
    /// Returns [`WriterTaken`] if the interface already has a writer which `id` does not replace.
    pub fn writer_as(&self, id: WriterId) -> Result<Writer<'_, I>, WriterTaken> {
        self.claim(id)?;
        if id.replaces {
            self.queue.recover();
        } else {
            self.queue.drain();
        }
        Ok(Writer { cell: self, id, handled: MessageId::NONE })
    }

    /// Marks the interface as having a writer, for a [`Snapshot`](super::Snapshot).
    #[doc(hidden)]
    pub fn claim(&self, id: WriterId) -> Result<(), WriterTaken> {
        if id.replaces {
            self.writer.store(id.number, Release);
            return Ok(());
        }
        self.writer
            .compare_exchange(0, id.number, AcqRel, Relaxed)
            .map(|_| ())
            .map_err(|_| WriterTaken { interface: I::NAME })
    }

    /// Reverts a [`claim`](Self::claim), unless another writer has replaced this one.
    #[doc(hidden)]
    pub fn release(&self, id: WriterId) {
        let _ = self.writer.compare_exchange(id.number, 0, Release, Relaxed);
    }

    /// Returns the words of the value.
    pub(super) fn data_words(&self) -> &[AtomicU32] {
        self.data.as_ref()
    }

    /// Returns whether the interface has a writer.
    #[must_use]
    pub fn has_writer(&self) -> bool {
        self.writer.load(Acquire) != 0
    }

    /// Updates `sample`, and returns whether it is up to date. It keeps the older value and
    /// returns `false` if a write is under way, or if the words are not a valid value.
    pub fn read(&self, sample: &mut Sample<I>) -> bool {
        let mut found = RefreshResult::default();
        self.refresh_writer(sample, &mut found, 0);
        for _ in 0..READ_ATTEMPTS {
            let is_current = self.refresh_value(sample, &mut found);
            if !found.take_busy() {
                return is_current;
            }
        }
        false
    }

    /// Updates `sample` in one attempt, for the blackboard on which this interface is at `index`:
    /// whether it has a writer, and the value if somebody uses it. In line, because every tick
    /// does it for every interface.
    #[doc(hidden)]
    #[inline(always)]
    #[allow(clippy::inline_always)] // a call costs as much as what it does if nothing has changed
    pub fn refresh(
        &self,
        sample: &mut Sample<I>,
        found: &mut RefreshResult,
        index: u32,
        uses_value: bool,
    ) {
        self.refresh_writer(sample, found, index);
        if uses_value {
            self.refresh_value(sample, found);
        }
    }

    /// Updates in `sample` and in `found` whether this interface, at `index`, has a writer.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a call costs as much as what it does if nothing has changed
    fn refresh_writer(&self, sample: &mut Sample<I>, found: &mut RefreshResult, index: u32) {
        let writer = self.writer.load(Acquire);
        if writer != sample.writer {
            sample.writer = writer;
            found.set_writer(index, writer);
        }
    }

    /// Makes one attempt to update the value of `sample`. Returns whether it is up to date; if not,
    /// and another attempt may succeed, `found` is busy.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a call costs as much as what it does if nothing has changed
    fn refresh_value(&self, sample: &mut Sample<I>, found: &mut RefreshResult) -> bool {
        let before = self.sequence.load(Acquire);
        if before == sample.sequence {
            return true;
        }
        if before & 1 != 0 {
            found.set_busy();
            return false;
        }
        let (mut low, mut high, mut handled) = (0, 0, 0);
        let words = &mut Decoder::new(self.data.as_ref());
        let updated = sample.data.update(words, || {
            low = self.time_low.load(Relaxed);
            high = self.time_high.load(Relaxed);
            handled = self.handled.load(Relaxed);
            // Orders the loads above before the load below.
            fence(Acquire);
            let is_whole = self.sequence.load(Relaxed) == before;
            if !is_whole {
                found.set_busy();
            }
            is_whole
        });
        if updated {
            sample.time = Instant::from_micros(u64::from(low) | u64::from(high) << 32);
            sample.handled = MessageId(handled);
            sample.sequence = before;
        }
        updated
    }

    /// Returns the current value of the interface.
    #[must_use]
    pub fn sample(&self) -> Sample<I> {
        let mut sample = Sample::default();
        self.read(&mut sample);
        sample
    }

    /// Sends a message to the writer, with `sender` as its sender.
    pub fn send_as(&self, sender: u32, message: impl Into<I::Message>) -> Sent {
        if !self.has_writer() {
            return Sent::Refused(SendError::NoWriter);
        }
        match self.queue.push(sender, &message.into()) {
            Some(id) => Sent::Queued(id),
            None => Sent::Refused(SendError::QueueFull),
        }
    }

    /// Returns the number of messages that were refused because the queue was full; wraps.
    #[must_use]
    pub fn overflows(&self) -> u32 {
        self.queue.overflows()
    }

    /// Returns all words of the interface, for tools.
    #[must_use]
    pub fn words(&self) -> CellWords<'_> {
        let Self { sequence, writer, time_low, time_high, handled, data, queue } = self;
        let (indices, ring) = queue.words();
        CellWords {
            head: [sequence, writer, time_low, time_high, handled],
            data: data.as_ref(),
            indices,
            ring,
        }
    }

    /// Publishes `data`. Only the writer (or the skill that is the writer) must call this.
    pub(crate) fn publish(&self, data: &I, time: Instant, handled: MessageId) {
        self.publish_from(0, |to| data.put(to), time, handled);
    }

    /// Publishes a value whose words from `start` on are written by `put`, and whose other words
    /// are unchanged.
    pub(super) fn publish_from(
        &self,
        start: usize,
        put: impl FnOnce(&mut Encoder<'_>),
        time: Instant,
        handled: MessageId,
    ) {
        let sequence = self.sequence.load(Relaxed).wrapping_add(1) | 1;
        self.sequence.store(sequence, Relaxed);
        // Orders the store above before the stores below.
        fence(Release);
        put(&mut Encoder::new(self.data.as_ref().get(start..).unwrap_or_default()));
        let micros = time.as_micros();
        #[allow(clippy::cast_possible_truncation)] // the two halves
        {
            self.time_low.store(micros as u32, Relaxed);
            self.time_high.store((micros >> 32) as u32, Relaxed);
        }
        self.handled.store(handled.0, Relaxed);
        let now = self.sequence.load(Relaxed);
        // A writer that has replaced this one meanwhile has published: its words are mixed with those
        // above, so nobody believes them until it publishes again.
        let next = if now == sequence { sequence.wrapping_add(1).max(2) } else { now | 1 };
        self.sequence.store(next, Release);
    }
}

/// The writer of an interface, which publishes its value and receives its messages. Dropping it
/// leaves the interface without a writer.
pub struct Writer<'a, I: Interface> {
    cell: &'a Cell<I>,
    id: WriterId,
    handled: MessageId,
}

impl<I: Interface> Writer<'_, I> {
    /// Publishes `data` with the timestamp `time`.
    pub fn write(&mut self, data: &I, time: Instant) {
        self.write_from(0, |to| data.put(to), time);
    }

    /// Returns whether an incomplete message blocks all later ones: its sender is in the middle of
    /// sending it, or has died there.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        self.cell.queue.is_blocked()
    }

    /// Discards the queued messages, including an incomplete one whose sender has died.
    pub fn recover(&mut self) {
        if self.is_writer() {
            self.cell.queue.recover();
        }
    }

    /// Returns whether no other process has replaced this writer.
    fn is_writer(&self) -> bool {
        self.cell.writer.load(Acquire) == self.id.number
    }

    /// Publishes a value in which only the words from `start` on change; `put` writes them.
    pub(crate) fn write_from(
        &mut self,
        start: usize,
        put: impl FnOnce(&mut Encoder<'_>),
        time: Instant,
    ) {
        self.stay();
        self.cell.publish_from(start, put, time, self.handled);
    }

    /// Becomes the writer again, if a process that this one has replaced was stopped while it
    /// became the writer, and has continued.
    fn stay(&self) {
        if self.id.replaces {
            self.cell.writer.store(self.id.number, Relaxed);
        }
    }

    /// Returns the last message that was removed.
    #[cfg(feature = "why")]
    pub(crate) const fn handled(&self) -> MessageId {
        self.handled
    }

    /// Comes back to the moment at which `handled` was the last message that was removed.
    #[cfg(feature = "why")]
    pub(crate) fn restore(&mut self, handled: MessageId) {
        self.handled = handled;
    }

    /// Returns the value that was published last.
    #[must_use]
    pub fn value(&self) -> I {
        self.cell.sample().data
    }

    /// Removes and returns the oldest queued message. Readers see it as handled after the next
    /// [`write`](Self::write).
    pub fn next_message(&mut self) -> Option<Received<I::Message>> {
        let received = self.cell.queue.pop(|| self.is_writer())?;
        self.handled = received.id;
        Some(received)
    }
}

impl<I: Interface> Drop for Writer<'_, I> {
    fn drop(&mut self) {
        self.cell.release(self.id);
    }
}
