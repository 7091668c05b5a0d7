//! The bounded queue of messages to an interface's writer.
//!
//! A ring of words: a sender reserves as many as its message needs by moving the tail,
//! writes them, and publishes them by the header in front, which was zero until then. Any
//! number of senders, one receiver; nobody waits. The receiver makes zeros of what it has
//! taken before it moves the head, so a ring of zeros is an empty queue.

use super::{Decoder, Encoder, Interface, MessageId, Words};
use crate::atomic::{
    AtomicU32,
    Ordering::{Acquire, Relaxed, Release},
};
use core::marker::PhantomData;

/// Words in front of each message: its length, which publishes it, and the sender.
const HEADER: usize = 2;

/// How many words hold `messages` of the length `longest`; a power of two.
#[must_use]
pub const fn room(messages: usize, longest: usize) -> usize {
    (messages * (HEADER + longest)).next_power_of_two()
}

/// Whether a message of the length `longest` fits into a ring of so many words.
#[must_use]
pub const fn fits(words: usize, longest: usize) -> bool {
    words >= HEADER + longest
}

/// A message as the writer gets it.
#[derive(Clone, PartialEq, Debug)]
pub struct Received<M> {
    /// Its number, as the sender got it.
    pub id: MessageId,
    /// Who sent it.
    pub sender: u32,
    /// What it asks.
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

/// The words of a message in the ring: its header, its sender, and the rest in two pieces,
/// of which the second lies at the ring's start.
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

    /// The message of `len` words at a position; `None` if there can be none.
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

    /// Puts a message in; `None` if there is no room, which is counted.
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

    /// Reserves `len` words: where they begin.
    #[allow(clippy::cast_possible_truncation)] // no ring has 2^32 words
    fn reserve(&self, len: u32) -> Option<u32> {
        let room = self.ring.as_ref().len() as u32;
        let mut at = self.tail.load(Relaxed);
        loop {
            // What lies behind this head has been made zeros. The head may move on, which
            // only gives more room.
            let head = self.head.load(Acquire);
            let free = room.checked_sub(at.wrapping_sub(head));
            if free.is_none_or(|free| len > free) {
                // Full; unless the tail was read before the head passed it.
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

    /// Takes the oldest message out. Words that are no message are passed over.
    /// Only the one receiver calls this.
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

    /// Throws away what waits. Only the one receiver calls this.
    #[inline(never)]
    pub(super) fn drain(&self) {
        while self.next(|_, _| ()).is_some() {}
    }

    /// Reads the oldest message and makes room of it; `None` if none waits.
    fn next<R>(&self, read: impl FnOnce(MessageId, &Record<'_>) -> R) -> Option<R> {
        let head = self.head.load(Relaxed);
        let len = self.word(head)?.load(Acquire);
        if len == 0 {
            return None;
        }
        let Some(record) = self.record(head, len) else {
            // No sender writes such a header: another process has spoilt the ring.
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

    /// Throws away what waits, and what a sender has reserved and not published: it may have
    /// died in between, and nobody's message would be taken any more. One that lives after
    /// all loses that message.
    pub(super) fn unblock(&self) {
        self.drain();
        if self.head.load(Relaxed) != self.tail.load(Relaxed) {
            self.clear();
        }
    }

    /// Throws everything away.
    fn clear(&self) {
        for word in self.ring.as_ref() {
            word.store(0, Relaxed);
        }
        self.head.store(self.tail.load(Relaxed), Release);
    }

    /// How many messages were refused because the queue was full; wraps.
    pub(super) fn overflows(&self) -> u32 {
        self.overflows.load(Relaxed)
    }
}

/// The number of the message that ends at a position: never that of none, and greater than
/// those before, since each message has two words at least.
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
        assert!(queue.pop().is_none(), "the next one waits behind the dead one");
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
