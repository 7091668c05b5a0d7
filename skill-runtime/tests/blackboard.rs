//! Tests of the blackboard with several threads.
//!
//! | run as | the threads are |
//! |---|---|
//! | `cargo test --test blackboard` | threads of the operating system, many times |
//! | `cargo +nightly miri test --test blackboard` | those of Miri, which simulates delayed stores and detects undefined behavior |
//! | `cargo xtask loom` | those of loom, in every order that the memory model allows |

use blackboard::{
    Cell, Decoder, Encoder, Interface, InterfaceInfo, MessageId, Sent, Words, Writer, room,
    update_in_place,
};
use threads::{Arc, AtomicU32, model, thread};

#[cfg(not(loom))]
use skill_runtime::{Instant, blackboard};

#[cfg(loom)]
#[path = "../src/blackboard/mod.rs"]
#[allow(dead_code, unused_imports)] // the models need the cell and its queue
mod blackboard;
#[cfg(loom)]
#[path = "../src/hash.rs"]
#[allow(dead_code)]
mod hash;
#[cfg(loom)]
#[path = "../src/time.rs"]
#[allow(dead_code)]
mod time;
#[cfg(loom)]
#[path = "../src/value_kind.rs"]
#[allow(dead_code)]
mod value_kind;
#[cfg(loom)]
use threads::atomic;
#[cfg(loom)]
use time::{Instant, Tick};

/// An interface of two words that are always equal, with a queue of two numbers.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Twins {
    one: u32,
    other: u32,
}

impl Twins {
    fn both(number: u32) -> Self {
        Self { one: number, other: number }
    }
}

impl Words for Twins {
    const LEN: usize = 2;
    fn put(&self, to: &mut Encoder<'_>) {
        to.put(self.one);
        to.put(self.other);
    }
    fn take(from: &mut Decoder<'_>) -> Option<Self> {
        Some(Self { one: from.take(), other: from.take() })
    }
}

const CAPACITY: usize = 2;
/// The message that discards those before it.
const FLUSH: u32 = u32::MAX;

/// The maximum number of preemptions that loom tries: all, or as many as take about a minute.
const ALL: Option<usize> = None;
const SOME: Option<usize> = Some(2);

#[allow(clippy::declare_interior_mutable_const)] // only used as the initial value of a cell
impl Interface for Twins {
    const NAME: &'static str = "Twins";
    const INFO: &'static InterfaceInfo = &InterfaceInfo {
        name: "Twins",
        docs: "",
        max_age_micros: None,
        fields: &[],
        messages: &[],
        enums: &[],
        constants: &[],
    };
    const LAYOUT: u64 = 0;
    type Message = u32;
    fn update(&mut self, from: &mut Decoder<'_>, is_whole: impl FnOnce() -> bool) -> bool {
        update_in_place(
            self,
            from,
            |twins, from| twins.one.read(from) && twins.other.read(from),
            is_whole,
        )
    }
    type Data = [AtomicU32; 2];
    type Ring = [AtomicU32; room(CAPACITY, 1)];
    fn flushes(message: &u32) -> bool {
        *message == FLUSH
    }
    const NEW_DATA: Self::Data = [const { AtomicU32::new(0) }; 2];
    type Running = ();
    const NEW_RING: Self::Ring = [const { AtomicU32::new(0) }; room(CAPACITY, 1)];
}

/// Returns a time with both halves in use.
fn time(number: u32) -> Instant {
    Instant::from_micros(u64::from(number) << 32 | u64::from(number))
}

/// Returns a cell whose words have all been used, without a writer and with an empty queue.
fn cell() -> Arc<Cell<Twins>> {
    let cell = Cell::new();
    let mut writer = cell.writer().expect("no writer yet");
    for _ in 0..CAPACITY {
        assert!(!cell.send_as(0, 1_u32).is_refused());
    }
    assert!(cell.send_as(0, 1_u32).is_refused(), "full");
    while writer.next_message().is_some() {}
    writer.write(&Twins::default(), Instant::ZERO);
    drop(writer);
    Arc::new(cell)
}

#[test]
fn a_reader_sees_whole_values_in_order() {
    model(SOME, |rounds| {
        let cell = cell();
        let shared = Arc::clone(&cell);
        let writes = thread::spawn(move || {
            let mut writer = shared.writer().expect("the only writer");
            for number in 1..=rounds {
                writer.write(&Twins::both(number), time(number));
            }
        });
        let mut sample = cell.sample();
        for _ in 0..rounds {
            let before = sample.time;
            cell.read(&mut sample);
            assert_eq!(sample.data.one, sample.data.other, "half old, half new");
            assert_eq!(sample.time, time(sample.data.one), "the time of another value");
            assert!(sample.time >= before, "time goes back");
        }
        writes.join().expect("the writer ends");
        assert!(cell.read(&mut sample), "nobody writes");
        assert_eq!(sample.data, Twins::both(rounds));
    });
}

#[test]
fn a_reader_that_sees_a_message_as_handled_sees_the_result() {
    model(ALL, |_| {
        let cell = cell();
        let shared = Arc::clone(&cell);
        let mut writer = cell.writer().expect("the only writer");
        let Sent::Queued(id) = cell.send_as(1, 5_u32) else { panic!("the queue is full") };
        let reads = thread::spawn(move || {
            let sample = shared.sample();
            if sample.handled == id {
                assert_eq!(sample.data, Twins::both(5));
            }
        });
        let received = writer.next_message().expect("was sent");
        assert_eq!((received.id, received.sender, received.message), (id, 1, 5));
        writer.write(&Twins::both(received.message), time(1));
        reads.join().expect("the reader ends");
    });
}

#[test]
fn messages_are_neither_lost_nor_doubled() {
    model(SOME, |rounds| {
        let cell = cell();
        let mut writer = cell.writer().expect("the only writer");
        let before = cell.overflows();
        let senders = [1, 2].map(|sender| {
            let cell = Arc::clone(&cell);
            thread::spawn(move || send(&cell, sender, rounds))
        });
        let mut received = take(&mut writer);
        let mut sent = Vec::new();
        for sender in senders {
            sent.extend(sender.join().expect("the sender ends"));
            received.extend(take(&mut writer));
        }
        let refused = cell.overflows().wrapping_sub(before);
        assert_eq!(sent.len() + refused as usize, 2 * rounds as usize);
        for sender in [1, 2] {
            let of = |all: &[(MessageId, u32, u32)]| -> Vec<_> {
                all.iter().filter(|message| message.1 == sender).copied().collect()
            };
            assert_eq!(of(&received), of(&sent), "sender {sender}");
        }
        let order: Vec<u32> = received.iter().map(|message| message.0.0).collect();
        assert!(order.is_sorted_by(|a, b| a < b), "numbers repeat or are out of order: {order:?}");
    });
}

/// Sends `rounds` numbers, and returns those that were not refused, with their ids.
fn send(cell: &Cell<Twins>, sender: u32, rounds: u32) -> Vec<(MessageId, u32, u32)> {
    (0..rounds)
        .filter_map(|number| match cell.send_as(sender, number) {
            Sent::Queued(id) => Some((id, sender, number)),
            Sent::Refused(_) => None,
        })
        .collect()
}

/// Receives all queued messages.
fn take(writer: &mut Writer<'_, Twins>) -> Vec<(MessageId, u32, u32)> {
    std::iter::from_fn(|| writer.next_message())
        .map(|received| (received.id, received.sender, received.message))
        .collect()
}

/// The queue is full, then two threads send: one a message that may be refused, one a message that
/// discards all before it.
#[test]
fn a_flush_message_is_never_lost() {
    model(SOME, |rounds| {
        for _ in 0..(rounds / 2).min(100) {
            let cell = cell();
            let mut writer = cell.writer().expect("the only writer");
            let mut sent = send(&cell, 1, 2);
            assert_eq!(sent.len(), CAPACITY, "full");
            let senders = [7, FLUSH].map(|message| {
                let cell = Arc::clone(&cell);
                thread::spawn(move || match cell.send_as(2, message) {
                    Sent::Queued(id) => Some((id, 2, message)),
                    Sent::Refused(_) => None,
                })
            });
            let mut received = take(&mut writer);
            let [other, flush] = senders.map(|sender| sender.join().expect("the sender ends"));
            let flush = flush.expect("it always fits");
            received.extend(take(&mut writer));
            sent.extend(other);
            sent.push(flush);
            let order: Vec<u32> = received.iter().map(|message| message.0.0).collect();
            assert!(order.is_sorted_by(|a, b| a < b), "out of order: {order:?}");
            assert!(
                received.iter().all(|message| sent.contains(message)),
                "{received:?} of {sent:?}"
            );
            let later = |message: &&(MessageId, u32, u32)| message.0.0 >= flush.0.0;
            let mut kept: Vec<_> = sent.iter().filter(later).copied().collect();
            kept.sort_by_key(|message| message.0.0);
            let after: Vec<_> = received.iter().filter(later).copied().collect();
            assert_eq!(after, kept, "it and those after it are received");
            assert!(!writer.is_blocked() && !cell.send_as(1, 1_u32).is_refused());
        }
    });
}

#[test]
fn there_is_one_writer_at_a_time() {
    model(ALL, |rounds| {
        let cell = cell();
        let threads = [0, 1].map(|_| {
            let cell = Arc::clone(&cell);
            thread::spawn(move || count_up(&cell, rounds))
        });
        let written: u32 = threads.map(|thread| thread.join().expect("it ends")).iter().sum();
        assert!(written >= 1, "nobody became the writer");
        assert!(!cell.has_writer(), "nobody is the writer any more");
        assert_eq!(cell.sample().data, Twins::both(written), "two at a time");
    });
}

/// Adds 1 to the value each time it becomes the writer, and returns how often it did.
fn count_up(cell: &Cell<Twins>, rounds: u32) -> u32 {
    let mut written = 0;
    for _ in 0..rounds {
        if let Ok(mut writer) = cell.writer() {
            let number = cell.sample().data.one + 1;
            writer.write(&Twins::both(number), time(number));
            written += 1;
        }
    }
    written
}

#[test]
fn a_reader_sees_what_a_later_writer_writes() {
    model(SOME, |_| {
        let cell = cell();
        let writers = [1, 2].map(|number| {
            let cell = Arc::clone(&cell);
            thread::spawn(move || {
                let claimed = cell.writer();
                claimed.map(|mut writer| writer.write(&Twins::both(number), time(number))).is_ok()
            })
        });
        let mut sample = cell.sample();
        assert_eq!(sample.data.one, sample.data.other, "half old, half new");
        for writer in writers {
            writer.join().expect("the writer ends");
        }
        assert!(cell.read(&mut sample), "nobody writes");
        assert_eq!(sample, cell.sample(), "kept up, and read anew");
    });
}

#[cfg(not(loom))]
mod threads {
    pub use skill_runtime::blackboard::AtomicU32;
    pub use std::sync::Arc;
    pub use std::thread;

    /// Runs `of` repeatedly, with the number of rounds as its argument.
    pub fn model(_: Option<usize>, of: impl Fn(u32)) {
        let (times, rounds) = if cfg!(miri) { (20, 8) } else { (50, 2000) };
        for _ in 0..times {
            of(rounds);
        }
    }
}

#[cfg(loom)]
mod threads {
    pub use self::atomic::AtomicU32;
    pub use loom::thread;
    pub use std::sync::Arc;

    /// Runs `of` with 2 rounds in every order of events with at most `preemptions` preemptions.
    pub fn model(preemptions: Option<usize>, of: impl Fn(u32) + Send + Sync + 'static) {
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = builder.preemption_bound.or(preemptions);
        builder.check(move || of(2));
    }

    /// Loom's atomics with a `const fn new`: loom's own are made at the first use,
    /// which must come before other threads begin.
    pub mod atomic {
        pub use loom::sync::atomic::{Ordering, fence};
        use std::sync::OnceLock;

        #[derive(Debug)]
        pub struct AtomicU32 {
            first: u32,
            inner: OnceLock<loom::sync::atomic::AtomicU32>,
        }

        impl AtomicU32 {
            pub const fn new(first: u32) -> Self {
                Self { first, inner: OnceLock::new() }
            }

            fn inner(&self) -> &loom::sync::atomic::AtomicU32 {
                self.inner.get_or_init(|| loom::sync::atomic::AtomicU32::new(self.first))
            }

            pub fn load(&self, order: Ordering) -> u32 {
                self.inner().load(order)
            }

            pub fn store(&self, value: u32, order: Ordering) {
                self.inner().store(value, order);
            }

            pub fn fetch_add(&self, value: u32, order: Ordering) -> u32 {
                self.inner().fetch_add(value, order)
            }

            pub fn compare_exchange(
                &self,
                from: u32,
                to: u32,
                success: Ordering,
                failure: Ordering,
            ) -> Result<u32, u32> {
                self.inner().compare_exchange(from, to, success, failure)
            }

            pub fn compare_exchange_weak(
                &self,
                from: u32,
                to: u32,
                success: Ordering,
                failure: Ordering,
            ) -> Result<u32, u32> {
                self.inner().compare_exchange_weak(from, to, success, failure)
            }
        }
    }
}
