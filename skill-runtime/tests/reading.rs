//! Reading while somebody writes: the value that a reader gets, and how often it tries.
#![cfg(not(loom))]

use skill_runtime::blackboard::{Decoder, Encoder, Sample};
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{Instant, InterfaceSet, NoTrace, Skiller, Snapshot, Tick, Words};
use skill_runtime::{blackboard, interface, skill, skill_space};
use std::cell::{Cell, RefCell};

/// A number that does something while it is written or read.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Active(u32);

/// A word that is no value of [`Active`].
const INVALID: u32 = 13;

thread_local! {
    static DURING_WRITE: RefCell<Option<Box<dyn Fn()>>> = const { RefCell::new(None) };
    static DURING_READ: RefCell<Option<Box<dyn Fn()>>> = const { RefCell::new(None) };
    static READS: Cell<u32> = const { Cell::new(0) };
}

impl Words for Active {
    const LEN: usize = 1;
    fn put(&self, to: &mut Encoder<'_>) {
        if let Some(during) = DURING_WRITE.with_borrow_mut(Option::take) {
            during();
        }
        to.put(self.0);
    }
    fn take(from: &mut Decoder<'_>) -> Option<Self> {
        let word = from.take();
        READS.set(READS.get() + 1);
        DURING_READ.with_borrow(|during| {
            if let Some(during) = during {
                during();
            }
        });
        (word != INVALID).then_some(Self(word))
    }
}

interface! {
    pub Gauge {
        max_age = never;
        fields { before: u32, active: Active, after: u32 }
    }
}
interface! {
    pub Lamp {
        max_age = never;
        fields { on: bool }
    }
}
blackboard! { pub Board { gauge: Gauge, lamp: Lamp, "Skiller": SkillerInterface } }

skill! {
    /// Uses the gauge, in a sub-skill.
    pub skill Outer() {
        depends_skills { Watch }
        start state Run = Watch {}? { -> FINAL on FINAL; }
    }
}
skill! {
    /// Uses the gauge.
    pub skill Watch() {
        depends_interfaces { gauge: Gauge }
        start state Wait { -> FINAL when gauge.after == 1000; }
    }
}
skill! {
    /// Declares the gauge, but needs no more than its writer.
    #[allow(skill::unused_interface)]
    pub skill Require() {
        depends_interfaces { gauge: Gauge, lamp: Lamp }
        start state Wait { -> FINAL when lamp.on; }
    }
}
skill! {
    /// Declares other interfaces.
    pub skill Ignore() {
        depends_interfaces { lamp: Lamp }
        start state Wait { -> FINAL when lamp.on; }
    }
}
skill_space! { pub Space on Board { Outer, Watch, Require, Ignore } }

fn gauge(number: u32) -> Gauge {
    Gauge { before: number, active: Active(number), after: number }
}

/// Returns a blackboard that lives as long as the program, for what happens during a write.
fn board() -> &'static Board {
    Box::leak(Box::default())
}

/// Reads again what was read before, with the reads that this took.
fn read(board: &Board, sample: &mut Sample<Gauge>) -> (bool, u32) {
    READS.set(0);
    (board.gauge.read(sample), READS.get())
}

#[test]
fn a_reader_in_the_middle_of_a_write_keeps_the_older_value() {
    let board = board();
    let mut writer = board.gauge.writer().expect("the only writer");
    writer.write(&gauge(1), Instant::from_millis(1));
    let older = board.gauge.sample();
    // The writer stays in the middle of the write while another one reads.
    let kept = older.clone();
    DURING_WRITE.set(Some(Box::new(move || {
        let mut sample = kept.clone();
        assert_eq!(read(board, &mut sample), (false, 0));
        assert_eq!(sample, kept);
        let mut snapshot = Snapshot::new(board);
        snapshot.refresh(InterfaceSet::ALL);
        assert_eq!(snapshot.writers(), InterfaceSet::of(0), "the writer is seen all the same");
    })));
    writer.write(&gauge(2), Instant::from_millis(2));
    assert!(DURING_WRITE.with_borrow(Option::is_none), "it has read");
    let mut sample = older;
    assert_eq!(read(board, &mut sample), (true, 1));
    assert_eq!((sample.data, sample.time), (gauge(2), Instant::from_millis(2)));
}

#[test]
fn a_reader_tries_again_but_not_for_ever() {
    let board = board();
    let mut writer = board.gauge.writer().expect("the only writer");
    writer.write(&gauge(1), Instant::ZERO);
    let older = board.gauge.sample();
    writer.write(&gauge(2), Instant::ZERO);
    drop(writer);
    let writes_in_the_first = |attempts| {
        DURING_READ.set(None);
        let writer = RefCell::new(board.gauge.writer().expect("the only writer"));
        DURING_READ.set(Some(Box::new(move || {
            if READS.get() <= attempts {
                writer.borrow_mut().write(&gauge(100 + READS.get()), Instant::ZERO);
            }
        })));
    };

    writes_in_the_first(3);
    let mut sample = older.clone();
    assert_eq!(read(board, &mut sample), (true, 4));
    assert_eq!(sample.data, gauge(103), "the one that was whole");

    writes_in_the_first(u32::MAX);
    let mut sample = older.clone();
    let (is_current, reads) = read(board, &mut sample);
    assert!(!is_current && (2..100).contains(&reads), "{reads} reads");
    assert_eq!(sample.data, older.data);
    DURING_READ.set(None);
}

#[test]
fn words_that_are_no_value_are_read_once() {
    let board = board();
    let mut writer = board.gauge.writer().expect("the only writer");
    writer.write(&gauge(1), Instant::ZERO);
    let mut sample = board.gauge.sample();
    writer.write(&gauge(INVALID), Instant::ZERO);
    assert_eq!(read(board, &mut sample), (false, 1));
    assert_eq!(sample.data, gauge(1));
    writer.write(&gauge(2), Instant::ZERO);
    assert_eq!(read(board, &mut sample), (true, 1));
    assert_eq!(sample.data, gauge(2));
}

#[test]
fn a_pass_reads_what_the_skill_uses_and_what_was_written_since() {
    let board = board();
    let mut gauges = board.gauge.writer().expect("the only writer");
    let _lamps = board.lamp.writer().expect("the only writer");
    let mut skiller = Skiller::<Space>::new(board).expect("the only skiller");
    let mut passes = 0;
    let mut reads = |skiller: &mut Skiller<'_, Space>| {
        passes += 1;
        READS.set(0);
        skiller.tick(Tick { time: Instant::from_millis(passes.into()), count: passes }, NoTrace);
        READS.get()
    };
    for (call, uses) in [
        (SpaceCall::from(Watch {}), true),
        (SpaceCall::from(Require {}), false),
        (SpaceCall::from(Outer {}), true),
        (SpaceCall::from(Ignore {}), false),
    ] {
        let skill = call.to_string();
        skiller.start(call).expect("it can be called");
        // The skill before ends.
        reads(&mut skiller);
        for number in 1..=3 {
            gauges.write(&gauge(number), Instant::ZERO);
            assert_eq!(reads(&mut skiller), u32::from(uses), "{skill}: it was written");
            assert_eq!(reads(&mut skiller), 0, "{skill}: it was not written since");
        }
    }
}
