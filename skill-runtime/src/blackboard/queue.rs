//! The bounded queue of messages to an interface's writer.
//!
//! The queue is a ring buffer of words. A sender reserves the words of its message by moving the
//! tail, writes them, and publishes them by storing the header in front of them, which is zero
//! until then. There can be any number of senders and one receiver; none of them waits. The
//! receiver sets the words of a message to zero before it moves the head, so a ring of zeros
//! is an empty queue.

use super::{Decoder, Encoder, Interface, MessageId, Words};
use crate::atomic::{
    AtomicU32,
    Ordering::{Acquire, Relaxed, Release},
};
use core::marker::PhantomData;

/// The number of words in front of each message: its length, which publishes it, and its sender.
const HEADER: usize = 2;

/// Returns the number of words, a power of two, for `messages` messages of at most `longest`
/// words.
#[must_use]
pub const fn room(messages: usize, longest: usize) -> usize {
    (messages * (HEADER + longest)).next_power_of_two()
}

/// Returns the greatest of some lengths in words, or 0.
#[must_use]
pub const fn longest(mut lengths: &[usize]) -> usize {
    let mut longest = 0;
    while let [first, rest @ ..] = lengths {
        if *first > longest {
            longest = *first;
        }
        lengths = rest;
    }
    longest
}

/// Returns the sum of some lengths in words.
#[must_use]
pub const fn total(mut lengths: &[usize]) -> usize {
    let mut total = 0_usize;
    while let [first, rest @ ..] = lengths {
        total = total.saturating_add(*first);
        lengths = rest;
    }
    total
}

/// Returns whether a message of `longest` words fits into a ring of `words` words.
#[must_use]
pub const fn fits(words: usize, longest: usize) -> bool {
    words >= HEADER + longest
}

/// A message as the writer receives it.
#[derive(Clone, PartialEq, Debug)]
pub struct Received<M> {
    /// The number that was returned to the sender.
    pub id: MessageId,
    /// The id of the sender.
    pub sender: u32,
    /// The content of the message.
    pub message: M,
}

/// The queue of the messages of `I`.
#[repr(C)]
pub(super) struct Queue<I: Interface> {
    tail: AtomicU32,
    head: AtomicU32,
    overflows: AtomicU32,
    ring: I::Ring,
    interface: PhantomData<I>,
}

/// The words of a message in the ring: its header, its sender, and the content in two slices, of
/// which the second begins at the start of the ring.
struct Record<'a> {
    header: &'a AtomicU32,
    sender: &'a AtomicU32,
    words: [&'a [AtomicU32]; 2],
}

impl<I: Interface> Queue<I> {
    pub(super) const fn new() -> Self {
        Self {
            tail: AtomicU32::new(0),
            head: AtomicU32::new(0),
            overflows: AtomicU32::new(0),
            ring: I::NEW_RING,
            interface: PhantomData,
        }
    }

    fn word(&self, position: u32) -> Option<&AtomicU32> {
        let ring = self.ring.as_ref();
        ring.get(position as usize & ring.len().checked_sub(1)?)
    }

    /// Returns the message of `len` words at `position`, or `None` if there can be none.
    fn record(&self, position: u32, len: u32) -> Option<Record<'_>> {
        let ring = self.ring.as_ref();
        let len = (len as usize).checked_sub(HEADER)?;
        let start = position.wrapping_add(2) as usize & ring.len().checked_sub(1)?;
        let (before, from) = ring.split_at_checked(start)?;
        let (first, over) = match from.split_at_checked(len) {
            Some((first, _)) => (first, &[][..]),
            None => (from, before.get(..len.checked_sub(from.len())?)?),
        };
        let (header, sender) = (self.word(position)?, self.word(position.wrapping_add(1))?);
        Some(Record { header, sender, words: [first, over] })
    }

    /// Appends a message. If the queue is full, counts an overflow and returns `None`.
    #[inline(never)]
    #[allow(clippy::cast_possible_truncation)] // no ring has 2^32 words
    pub(super) fn push(&self, sender: u32, message: &I::Message) -> Option<MessageId> {
        let mut length = Encoder::new(&[]);
        message.put(&mut length);
        let len = (HEADER + length.used()) as u32;
        let Some(at) = self.reserve(len) else {
            self.overflows.fetch_add(1, Relaxed);
            #[cfg(feature = "defmt")]
            defmt::println!("{=str}: queue full, message refused", I::NAME);
            return None;
        };
        let record = self.record(at, len)?;
        record.sender.store(sender, Relaxed);
        message.put(&mut Encoder::over(record.words));
        record.header.store(len, Release);
        Some(id(at.wrapping_add(len)))
    }

    /// Reserves `len` words and returns their position, or `None` if the queue is full.
    #[allow(clippy::cast_possible_truncation)] // no ring has 2^32 words
    fn reserve(&self, len: u32) -> Option<u32> {
        let capacity = self.ring.as_ref().len() as u32;
        let mut at = self.tail.load(Relaxed);
        loop {
            // The words before this head are zero. If the head moves in the meantime, more of
            // them are free.
            let head = self.head.load(Acquire);
            let free = capacity.checked_sub(at.wrapping_sub(head));
            if free.is_none_or(|free| len > free) {
                // Full, unless the tail was read before the head passed it.
                let newer = self.tail.load(Relaxed);
                if newer == at {
                    return None;
                }
                at = newer;
                continue;
            }
            match self.tail.compare_exchange_weak(at, at.wrapping_add(len), Relaxed, Relaxed) {
                Ok(_) => return Some(at),
                Err(newer) => at = newer,
            }
        }
    }

    /// Removes and returns the oldest message. Skips words that are not a valid message. Only the
    /// receiver must call this.
    #[inline(never)]
    pub(super) fn pop(&self) -> Option<Received<I::Message>> {
        loop {
            let received = self.next(|id, record| {
                let sender = record.sender.load(Relaxed);
                let message = I::Message::take(&mut Decoder::over(record.words))?;
                Some(Received { id, sender, message })
            })?;
            if received.is_some() {
                return received;
            }
        }
    }

    /// Discards the queued messages. Only the receiver must call this.
    #[inline(never)]
    pub(super) fn drain(&self) {
        while self.next(|_, _| ()).is_some() {}
    }

    /// Reads the oldest message and frees its words; returns `None` if the queue is empty.
    fn next<R>(&self, read: impl FnOnce(MessageId, &Record<'_>) -> R) -> Option<R> {
        let head = self.head.load(Relaxed);
        let len = self.word(head)?.load(Acquire);
        if len == 0 {
            return None;
        }
        let Some(record) = self.record(head, len) else {
            // No sender writes such a header: another process has corrupted the ring.
            self.clear();
            return None;
        };
        let end = head.wrapping_add(len);
        let read = read(id(end), &record);
        record.header.store(0, Relaxed);
        record.sender.store(0, Relaxed);
        for word in record.words.into_iter().flatten() {
            word.store(0, Relaxed);
        }
        self.head.store(end, Release);
        Some(read)
    }

    /// Discards the queued messages, and words that a sender has reserved but not published: the
    /// sender may have died in between, which would block the queue. If it is still alive, its
    /// message is lost.
    pub(super) fn unblock(&self) {
        self.drain();
        if self.head.load(Relaxed) != self.tail.load(Relaxed) {
            self.clear();
        }
    }

    /// Sets all words to zero and empties the queue.
    fn clear(&self) {
        for word in self.ring.as_ref() {
            word.store(0, Relaxed);
        }
        self.head.store(self.tail.load(Relaxed), Release);
    }

    /// Returns the number of messages that were refused because the queue was full; wraps.
    pub(super) fn overflows(&self) -> u32 {
        self.overflows.load(Relaxed)
    }
}

/// Returns the number of the message that ends at `end`. It is odd, so never
/// [`MessageId::NONE`], and differs from the previous one since a message has at least two words.
fn id(end: u32) -> MessageId {
    MessageId(end | 1)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::skiller::{SkillerInterface, StopExec};

    #[test]
    fn a_sender_that_died_is_passed_over_on_demand() {
        let queue = Queue::<SkillerInterface>::new();
        let stop = || queue.push(1, &StopExec {}.into());
        assert!(stop().is_some());
        assert!(queue.reserve(5).is_some(), "this sender dies before it publishes");
        assert!(stop().is_some());
        assert!(queue.pop().is_some());
        assert!(queue.pop().is_none(), "the next one is blocked by the incomplete one");
        queue.unblock();
        assert!(queue.pop().is_none());
        let id = stop();
        assert_eq!(queue.pop().map(|received| received.id), id);
    }

    #[test]
    fn messages_go_over_the_end_of_the_ring() {
        let queue = Queue::<SkillerInterface>::new();
        let text = crate::Text::try_from("servo{head_yaw=0.25, head_pitch=-0.125}").unwrap();
        let call = crate::skiller::ExecSkill { skill_string: text };
        let mut ids = 0;
        for round in 0..500 {
            let sent = [round % 3, 1, 2].map(|_| queue.push(round, &call.clone().into()));
            for id in sent {
                let received = queue.pop().expect("was sent");
                assert_eq!((Some(received.id), received.sender), (id, round));
                assert_eq!(received.message, call.clone().into());
                assert!(received.id.0 > ids);
                ids = received.id.0;
            }
            assert!(queue.pop().is_none());
        }
    }
}
