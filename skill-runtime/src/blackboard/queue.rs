//! The bounded queue of messages to an interface's writer.
//!
//! The queue is a ring buffer of words. A sender reserves the words of its message by moving the
//! tail, writes them, and publishes them by storing the header in front of them, which is zero
//! until then. There can be any number of senders and one receiver; none of them waits. The
//! receiver takes a message by setting its header to zero, and then moves the head.
//!
//! A message that is declared `flush` discards all messages before it: its sender reserves words
//! even if none are free, and then moves the head to them. This is one exchange, so the receiver
//! gets messages from before it in order, and then this one. The words between the head and a
//! reserved message are only written by the sender of that message: those of a discarded message
//! may be those of another one by now.
//!
//! A sender in another process can be killed or stopped between any two of these stores. The
//! header therefore has a checksum over all words and the turn of the ring: words that a stopped
//! sender writes later, over those of another message, are no message, and neither are words of an
//! earlier turn. Until its header is valid, a message blocks those after it; [`Queue::recover`]
//! discards it.

use super::interface::Interface;
use super::message_id::MessageId;
use super::words::{Decoder, Encoder, Words};
use crate::atomic::{
    AtomicU32,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
    fence,
};
use core::marker::PhantomData;

/// The number of words in front of each message: the header, which publishes it, and the sender.
const HEADER: usize = 2;
/// The bits of a header that are the number of words of the message, with header and sender. The
/// others are a checksum.
const LENGTH: u32 = 0xffff;

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
    words >= HEADER + longest && HEADER + longest <= LENGTH as usize
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
    /// The number of times that the positions before this one have filled the ring.
    turn: u32,
}

impl Record<'_> {
    /// Returns the header of this record of `len` words, if it is complete: the length, and a
    /// checksum over the sender and the content, to which the turn of the ring is added: the same
    /// words have another header in each of 2^16 turns.
    fn valid_header(&self, len: u32) -> u32 {
        let words = self.words.into_iter().flatten();
        let sum = core::iter::once(self.sender).chain(words).fold(len, |sum, word| {
            (sum.rotate_left(5) ^ word.load(Relaxed)).wrapping_mul(0x9e37_79b1)
        });
        (sum.wrapping_add(self.turn << 16) & !LENGTH) | len
    }
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

    /// Returns the tail, the head and the number of overflows, and the words of the ring.
    pub(super) fn words(&self) -> ([&AtomicU32; 3], &[AtomicU32]) {
        ([&self.tail, &self.head, &self.overflows], self.ring.as_ref())
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
        let turn = position.checked_div(u32::try_from(ring.len()).ok()?)?;
        Some(Record { header, sender, words: [first, over], turn })
    }

    /// Appends a message. One that is declared `flush` discards those before it. If the queue is
    /// full, counts an overflow and returns `None`.
    #[inline(never)]
    #[allow(clippy::cast_possible_truncation)] // no ring has 2^32 words
    pub(super) fn push(&self, sender: u32, message: &I::Message) -> Option<MessageId> {
        let mut length = Encoder::new(&[]);
        message.put(&mut length);
        let len = (HEADER + length.used()) as u32;
        let at = if I::flushes(message) { Some(self.reserve_all(len)) } else { self.reserve(len) };
        let Some(at) = at else {
            self.overflows.fetch_add(1, Relaxed);
            return None;
        };
        let record = self.record(at, len)?;
        record.sender.store(sender, Relaxed);
        message.put(&mut Encoder::over(record.words));
        record.header.store(record.valid_header(len), Release);
        Some(id(at.wrapping_add(len)))
    }

    /// Reserves `len` words and returns their position, or `None` if the queue is full.
    #[allow(clippy::cast_possible_truncation)] // no ring has 2^32 words
    fn reserve(&self, len: u32) -> Option<u32> {
        let capacity = self.ring.as_ref().len() as u32;
        let mut at = self.tail.load(Relaxed);
        loop {
            // If the head moves in the meantime, more words are free.
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
            match self.move_tail(at, len) {
                Ok(()) => return Some(at),
                Err(newer) => at = newer,
            }
        }
    }

    /// Reserves `len` words, discards all messages before them, and returns their position.
    fn reserve_all(&self, len: u32) -> u32 {
        let mut at = self.tail.load(Relaxed);
        while let Err(newer) = self.move_tail(at, len) {
            at = newer;
        }
        let mut head = self.head.load(Acquire);
        // Unless a later message has discarded this one, too.
        while at.wrapping_sub(head).cast_signed() > 0 {
            // The receiver has taken the oldest message, or it can no longer take it.
            let moved = self.clear_header(&self.head, head).and_then(|()| {
                self.head.compare_exchange_weak(head, at, AcqRel, Acquire).map(|_| ())
            });
            match moved {
                Ok(()) => break,
                Err(newer) => head = newer,
            }
        }
        at
    }

    /// Moves the tail from `at` over `len` words, of which the first one, the header, is zero.
    ///
    /// # Errors
    /// Returns the tail if it is not at `at`.
    fn move_tail(&self, at: u32, len: u32) -> Result<(), u32> {
        self.clear_header(&self.tail, at)?;
        let end = at.wrapping_add(len);
        self.tail.compare_exchange_weak(at, end, Release, Relaxed).map(|_| ())
    }

    /// Sets the word at `at` to zero, where `index` is: the head or the tail.
    ///
    /// # Errors
    /// Returns the index if another process has moved it, or may have written the word: then the
    /// word may be the header of another message.
    fn clear_header(&self, index: &AtomicU32, at: u32) -> Result<(), u32> {
        let Some(header) = self.word(at) else { return Ok(()) };
        let old = header.load(Acquire);
        if old == 0 {
            return Ok(());
        }
        // An exchange, because a mere load could return an older value than the one after which
        // the word was written.
        index.compare_exchange(at, at, AcqRel, Acquire)?;
        let cleared = header.compare_exchange(old, 0, AcqRel, Acquire).map(|_| ());
        cleared.map_err(|_| index.load(Relaxed))
    }

    /// Removes and returns the oldest message. Skips words that are not a valid message. Only the
    /// receiver must call this, which `is_receiver` confirms: in another process, it may have been
    /// replaced.
    #[inline(never)]
    pub(super) fn pop(&self, is_receiver: impl Fn() -> bool) -> Option<Received<I::Message>> {
        loop {
            let head = self.head.load(Relaxed);
            // After the head: a receiver that replaces this one takes the messages from here.
            fence(Acquire);
            if !is_receiver() {
                return None;
            }
            let received = self.next(head, |id, record| {
                let sender = record.sender.load(Relaxed);
                let message = I::Message::take(&mut Decoder::over(record.words))?;
                Some(Received { id, sender, message })
            });
            match received {
                Some(None) => {}
                // A sender has discarded the message.
                None if self.head.load(Relaxed) != head => {}
                received => return received.flatten(),
            }
        }
    }

    /// Discards the queued messages. Only the receiver must call this.
    #[inline(never)]
    pub(super) fn drain(&self) {
        while self.next(self.head.load(Relaxed), |_, _| ()).is_some() {}
    }

    /// Reads the message at the head and frees its words; returns `None` if the queue is empty, or
    /// the message is not published.
    fn next<R>(&self, head: u32, read: impl FnOnce(MessageId, &Record<'_>) -> R) -> Option<R> {
        let (header, record) = self.front(head)?;
        let len = header & LENGTH;
        let end = head.wrapping_add(len);
        let read = read(id(end), &record);
        // Checked after the words were read, in case that another sender has just changed them. The
        // exchange fails if this receiver was stopped, and another one has taken the message.
        if record.valid_header(len) != header
            || record.header.compare_exchange(header, 0, AcqRel, Relaxed).is_err()
        {
            return None;
        }
        self.head.compare_exchange(head, end, Release, Relaxed).is_ok().then_some(read)
    }

    /// Returns the header at `head` and the record that it describes, whose checksum may be
    /// wrong; `None` if there is none.
    fn front(&self, head: u32) -> Option<(u32, Record<'_>)> {
        let header = self.word(head)?.load(Acquire);
        let len = header & LENGTH;
        // Beyond the tail there are no messages, but perhaps words of a sender that was stopped.
        if len > self.reserved(head) {
            return None;
        }
        Some((header, self.record(head, len)?))
    }

    /// Returns the number of words between `head` and the tail.
    fn reserved(&self, head: u32) -> u32 {
        self.tail.load(Acquire).wrapping_sub(head)
    }

    /// Returns whether there is a message, but none that [`pop`](Self::pop) would return: its
    /// sender has not published it yet, or has died.
    pub(super) fn is_blocked(&self) -> bool {
        let head = self.head.load(Relaxed);
        self.reserved(head) != 0
            && self
                .front(head)
                .is_none_or(|(header, record)| record.valid_header(header & LENGTH) != header)
    }

    /// Discards the queued messages, and words that a sender has reserved but not published: the
    /// sender may have died in between, which would block the queue. If it is still alive, its
    /// message is lost.
    pub(super) fn recover(&self) {
        self.drain();
        if self.reserved(self.head.load(Relaxed)) != 0 {
            self.clear();
        }
    }

    /// Sets all words to zero and empties the queue.
    fn clear(&self) {
        let head = self.head.load(Relaxed);
        for word in self.ring.as_ref() {
            word.store(0, Relaxed);
        }
        let _ = self.head.compare_exchange(head, self.tail.load(Relaxed), Release, Relaxed);
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
        assert!(queue.pop(|| true).is_some());
        assert!(queue.pop(|| true).is_none(), "the next one is blocked by the incomplete one");
        assert!(queue.is_blocked());
        queue.recover();
        assert!(!queue.is_blocked());
        assert!(queue.pop(|| true).is_none());
        let id = stop();
        assert_eq!(queue.pop(|| true).map(|received| received.id), id);
    }

    /// The sender writes its message after the receiver has recovered the queue, where another
    /// message is by then.
    #[test]
    fn a_sender_that_was_stopped_garbles_no_message() {
        let call = |text| {
            let text = crate::blackboard::Text::try_from(text).unwrap();
            crate::skiller::Message::from(crate::skiller::ExecSkill { skill_string: text })
        };
        let capacity = u32::try_from(Queue::<SkillerInterface>::new().ring.as_ref().len()).unwrap();
        for shift in 0..40 {
            let queue = Queue::<SkillerInterface>::new();
            let late = queue.reserve(9).unwrap();
            queue.recover();
            // Another turn of the ring, to a message that overlaps the late one.
            while queue.head.load(Relaxed) < capacity - 20 + shift {
                queue.push(7, &StopExec {}.into()).unwrap();
                queue.pop(|| true).unwrap();
            }
            let text = call("servo{head_yaw=0.25, head_pitch=-0.125, speed=0.5, r_hand=1}");
            queue.push(7, &text).unwrap();
            let record = queue.record(late, 9).unwrap();
            record.sender.store(3, Relaxed);
            call("stop{}").put(&mut Encoder::over(record.words));
            record.header.store(record.valid_header(9), Release);
            if let Some(received) = queue.pop(|| true) {
                assert_eq!((received.sender, received.message), (7, text.clone()));
            } else {
                assert!(queue.is_blocked());
                queue.recover();
            }
            // Its words beyond the tail affect no later message.
            for _ in 0..2 * capacity {
                queue.push(7, &StopExec {}.into()).unwrap();
                assert_eq!(queue.pop(|| true).map(|received| received.sender), Some(7));
            }
        }
    }

    #[test]
    fn messages_go_over_the_end_of_the_ring() {
        let queue = Queue::<SkillerInterface>::new();
        let text =
            crate::blackboard::Text::try_from("servo{head_yaw=0.25, head_pitch=-0.125}").unwrap();
        let call = crate::skiller::ExecSkill { skill_string: text };
        let mut ids = 0;
        for round in 0..500 {
            let sent = [round % 3, 1, 2].map(|_| queue.push(round, &call.clone().into()));
            for id in sent {
                let received = queue.pop(|| true).expect("was sent");
                assert_eq!((Some(received.id), received.sender), (id, round));
                assert_eq!(received.message, call.clone().into());
                assert!(received.id.0 > ids);
                ids = received.id.0;
            }
            assert!(queue.pop(|| true).is_none());
        }
    }
}
