//! The bounded queue of messages to an interface's writer.
//!
//! After Vyukov's bounded queue: each slot carries a turn, a sender claims a
//! place by moving the tail, and publishes it by moving the slot's turn. Any
//! number of senders, one receiver; nobody waits. Turns are stored less the
//! slot's index, so that a queue of zeros is an empty queue.

use super::{Decoder, Encoder, Interface, MessageId, Words};
use crate::atomic::{
    AtomicU32,
    Ordering::{Acquire, Relaxed, Release},
};
use core::marker::PhantomData;

/// Words in front of the message in each slot: turn and sender.
pub const SLOT_HEADER: usize = 2;

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
    slots: I::Slots,
    interface: PhantomData<I>,
}

struct Slot<'a> {
    index: u32,
    turn: &'a AtomicU32,
    sender: &'a AtomicU32,
    message: &'a [AtomicU32],
}

impl<I: Interface> Queue<I> {
    pub(super) const fn new() -> Self {
        Self {
            tail: AtomicU32::new(0),
            head: AtomicU32::new(0),
            overflows: AtomicU32::new(0),
            slots: I::NEW_SLOTS,
            interface: PhantomData,
        }
    }

    fn slot(&self, position: u32) -> Option<Slot<'_>> {
        let index = position & I::CAPACITY.checked_sub(1)?;
        let len = SLOT_HEADER + <I::Message as Words>::LEN;
        let words = self.slots.as_ref().chunks_exact(len).nth(index as usize)?;
        let [turn, sender, message @ ..] = words else {
            return None;
        };
        Some(Slot { index, turn, sender, message })
    }

    /// Puts a message in; `None` if the queue is full, which is counted.
    pub(super) fn push(&self, sender: u32, message: &I::Message) -> Option<MessageId> {
        let mut position = self.tail.load(Relaxed);
        loop {
            let slot = self.slot(position)?;
            let turn = slot.turn.load(Acquire).wrapping_add(slot.index);
            match turn.wrapping_sub(position).cast_signed() {
                0 => {
                    let next = position.wrapping_add(1);
                    match self.tail.compare_exchange_weak(position, next, Relaxed, Relaxed) {
                        Ok(_) => {
                            slot.sender.store(sender, Relaxed);
                            message.put(&mut Encoder::new(slot.message));
                            slot.turn.store(next.wrapping_sub(slot.index), Release);
                            return Some(MessageId(next));
                        }
                        Err(newer) => position = newer,
                    }
                }
                ..0 => {
                    self.overflows.fetch_add(1, Relaxed);
                    #[cfg(feature = "defmt")]
                    defmt::println!("{=str}: queue full, message refused", I::NAME);
                    return None;
                }
                1.. => position = self.tail.load(Relaxed),
            }
        }
    }

    /// Takes the oldest message out. Words that are no message are passed over.
    /// Only the one receiver calls this.
    pub(super) fn pop(&self) -> Option<Received<I::Message>> {
        loop {
            let position = self.head.load(Relaxed);
            let slot = self.slot(position)?;
            let next = position.wrapping_add(1);
            if slot.turn.load(Acquire).wrapping_add(slot.index) != next {
                return None;
            }
            let sender = slot.sender.load(Relaxed);
            let message = I::Message::take(&mut Decoder::new(slot.message));
            let turn = position.wrapping_add(I::CAPACITY).wrapping_sub(slot.index);
            slot.turn.store(turn, Release);
            self.head.store(next, Relaxed);
            if let Some(message) = message {
                return Some(Received { id: MessageId(next), sender, message });
            }
        }
    }

    /// How many messages were refused because the queue was full; wraps.
    pub(super) fn overflows(&self) -> u32 {
        self.overflows.load(Relaxed)
    }
}
