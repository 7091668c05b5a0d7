//! One interface on the blackboard: the published value under a sequence lock,
//! its writer, and the messages to it.

use super::queue::{Queue, Received};
use super::{Decoder, Encoder, Interface, MessageId, SendError, Sent};
use crate::Instant;
use crate::atomic::{
    AtomicU32,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
    fence,
};

/// How often a reader tries again while a writer is writing, before it keeps
/// what it has: a writer that died half-way must not hang the readers.
/// The model checker tries every order of events, so it gets fewer.
const READ_ATTEMPTS: usize = if cfg!(loom) { 2 } else { 64 };

/// An interface on the blackboard: one writer, any number of readers.
///
/// The value lies under a sequence lock (Lameter, "Effective synchronization on
/// Linux/NUMA systems", 2005; with fences as in Boehm, "Can seqlocks get along
/// with programming language memory models?", 2012): the writer never waits, and
/// a reader sees all of one write or keeps its older value.
#[repr(C)]
pub struct Cell<I: Interface> {
    /// Odd while a write is under way.
    sequence: AtomicU32,
    /// 1 while there is a writer.
    writer: AtomicU32,
    /// Time of the last write in microseconds, low half; under the lock.
    time_low: AtomicU32,
    /// The high half.
    time_high: AtomicU32,
    /// The last message the writer took; under the lock.
    handled: AtomicU32,
    data: I::Data,
    queue: Queue<I>,
}

/// An interface as a reader sees it in one pass of the main loop.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample<I> {
    /// The published value.
    pub data: I,
    /// When it was published; [`Instant::ZERO`] before the first time.
    pub time: Instant,
    /// The last message that the writer had taken when it published.
    pub handled: MessageId,
    /// Whether the interface has a writer.
    pub has_writer: bool,
    /// The lock's sequence at the last read: an unchanged value is not copied.
    sequence: u32,
}

impl<I: Default> Default for Sample<I> {
    fn default() -> Self {
        Self {
            data: I::default(),
            time: Instant::ZERO,
            handled: MessageId::NONE,
            has_writer: false,
            sequence: 0,
        }
    }
}

/// The interface has a writer already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct WriterTaken {
    /// The interface's type.
    pub interface: &'static str,
}

impl core::fmt::Display for WriterTaken {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} has a writer already", self.interface)
    }
}

impl core::error::Error for WriterTaken {}

impl<I: Interface> Default for Cell<I> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Interface> Cell<I> {
    /// An interface without a writer, all fields zero.
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

    /// Becomes the writer, until the [`Writer`] is dropped. Messages left from an
    /// earlier writer's time are thrown away.
    ///
    /// # Errors
    /// [`WriterTaken`] while there is another writer.
    pub fn writer(&self) -> Result<Writer<'_, I>, WriterTaken> {
        self.claim()?;
        self.queue.drain();
        Ok(Writer { cell: self, handled: MessageId::NONE })
    }

    /// Marks the interface as written, for a blackboard's [`Snapshot`](super::Snapshot).
    #[doc(hidden)]
    pub fn claim(&self) -> Result<(), WriterTaken> {
        self.writer
            .compare_exchange(0, 1, AcqRel, Relaxed)
            .map(|_| ())
            .map_err(|_| WriterTaken { interface: I::NAME })
    }

    /// Takes a [`claim`](Self::claim) back.
    #[doc(hidden)]
    pub fn release(&self) {
        self.writer.store(0, Release);
    }

    /// Whether the interface has a writer.
    #[must_use]
    pub fn has_writer(&self) -> bool {
        self.writer.load(Acquire) != 0
    }

    /// Brings `sample` up to date. A value that is being written at this moment,
    /// or whose words are no value, leaves the older one in place; then, and only
    /// then, the answer is `false`.
    pub fn read(&self, sample: &mut Sample<I>) -> bool {
        sample.has_writer = self.has_writer();
        for _ in 0..READ_ATTEMPTS {
            let before = self.sequence.load(Acquire);
            if before == sample.sequence {
                return true;
            }
            if before & 1 == 0 {
                let data = I::take(&mut Decoder::new(self.data.as_ref()));
                let low = self.time_low.load(Relaxed);
                let high = self.time_high.load(Relaxed);
                let handled = self.handled.load(Relaxed);
                // Orders the loads above before the load below.
                fence(Acquire);
                if self.sequence.load(Relaxed) == before {
                    let Some(data) = data else { return false };
                    sample.data = data;
                    sample.time = Instant::from_micros(u64::from(low) | u64::from(high) << 32);
                    sample.handled = MessageId(handled);
                    sample.sequence = before;
                    return true;
                }
            }
            core::hint::spin_loop();
        }
        false
    }

    /// The interface as it stands now.
    #[must_use]
    pub fn sample(&self) -> Sample<I> {
        let mut sample = Sample::default();
        self.read(&mut sample);
        sample
    }

    /// Sends a message to the writer, as `sender`.
    pub fn send_as(&self, sender: u32, message: impl Into<I::Message>) -> Sent {
        if !self.has_writer() {
            return Sent::Refused(SendError::NoWriter);
        }
        match self.queue.push(sender, &message.into()) {
            Some(id) => Sent::Queued(id),
            None => Sent::Refused(SendError::QueueFull),
        }
    }

    /// How many messages were refused because the queue was full; wraps.
    #[must_use]
    pub fn overflows(&self) -> u32 {
        self.queue.overflows()
    }

    /// Publishes `data`. Only the writer (or the skill that is the writer) may call it.
    pub(super) fn publish(&self, data: &I, time: Instant, handled: MessageId) {
        self.publish_from(0, |to| data.put(to), time, handled);
    }

    /// Publishes anew what `put` puts from the word `start` on; the rest stays.
    fn publish_from(
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
        self.sequence.store(sequence.wrapping_add(1), Release);
    }
}

/// The right to write an interface and to take its messages; dropping it leaves
/// the interface without a writer.
pub struct Writer<'a, I: Interface> {
    cell: &'a Cell<I>,
    handled: MessageId,
}

impl<I: Interface> Writer<'_, I> {
    /// Publishes `data` with the time `time`.
    pub fn write(&mut self, data: &I, time: Instant) {
        self.cell.publish(data, time, self.handled);
    }

    /// Throws away the messages that wait, also one whose sender has died half-way, behind
    /// which all others would wait for ever.
    pub fn unblock(&mut self) {
        self.cell.queue.unblock();
    }

    /// Publishes the last fields anew, those from the word `start` on: `put` puts them.
    pub(crate) fn write_from(
        &mut self,
        start: usize,
        put: impl FnOnce(&mut Encoder<'_>),
        time: Instant,
    ) {
        self.cell.publish_from(start, put, time, self.handled);
    }

    /// What was published last.
    #[must_use]
    pub fn value(&self) -> I {
        self.cell.sample().data
    }

    /// Takes the oldest message that waits. Readers see it as handled with the
    /// next [`write`](Self::write).
    pub fn next_message(&mut self) -> Option<Received<I::Message>> {
        let received = self.cell.queue.pop()?;
        self.handled = received.id;
        Some(received)
    }
}

impl<I: Interface> Drop for Writer<'_, I> {
    fn drop(&mut self) {
        self.cell.release();
    }
}
