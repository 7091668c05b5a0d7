//! Writes that another writer interrupts, and numbers of writes that wrap.

use super::cell::{Cell, Sample};
use super::message_id::MessageId;
use super::words::Words as _;
use crate::interface;
use crate::time::Instant;
use core::sync::atomic::Ordering::Relaxed;

interface! {
    /// Two words that belong together.
    pub Pair { fields { one: u32, two: u32 } }
}

fn publish(cell: &Cell<Pair>, number: u32) {
    cell.publish(&Pair { one: number, two: number }, Instant::ZERO, MessageId::NONE);
}

#[test]
fn a_writer_that_was_replaced_in_the_middle_leaves_no_mixture() {
    // The successor publishes once or more before the first word, between the two, or after them.
    for (place, times) in [(0, 1), (0, 2), (1, 1), (1, 3), (2, 1)] {
        let cell = Cell::<Pair>::new();
        publish(&cell, 1);
        let (mut kept, mut seen) = (cell.sample(), cell.sample());
        let successor = |at| {
            for _ in 0..if at == place { times } else { 0 } {
                publish(&cell, 3);
                assert!(cell.read(&mut seen) && seen.data.two == 3);
            }
        };
        let mut successor = successor;
        cell.publish_from(
            0,
            |to| {
                successor(0);
                2_u32.put(to);
                successor(1);
                2_u32.put(to);
                successor(2);
            },
            Instant::ZERO,
            MessageId::NONE,
        );
        assert!(!cell.read(&mut kept) && kept.data.one == 1, "it keeps the older value");
        assert!(!cell.read(&mut seen) && seen.data.two == 3, "it keeps the older value");
        publish(&cell, 4);
        for sample in [&mut kept, &mut seen] {
            assert!(cell.read(sample));
            assert_eq!((sample.data.one, sample.data.two), (4, 4));
        }
    }
}

#[test]
fn a_number_of_writes_that_wraps_is_no_first_write() {
    let cell = Cell::<Pair>::new();
    publish(&cell, 1);
    let mut sample = cell.sample();
    cell.words().head()[0].store(u32::MAX - 3, Relaxed);
    for number in 2..9 {
        publish(&cell, number);
        let mut new = Sample::default();
        for sample in [&mut sample, &mut new] {
            assert!(cell.read(sample));
            assert_eq!((sample.data.one, *sample.ages_from()), (number, Instant::ZERO));
        }
    }
}
