//! Which interfaces a snapshot reads, and what it keeps of them.
#![cfg(not(loom))]

use skill_runtime::blackboard::{AtomicU32, Decoder, Encoder};
use skill_runtime::{Exec, Instant, Interface, InterfaceSet, Skill, Snapshot, Words};
use skill_runtime::{blackboard, interface, skill};

interface! {
    pub Lamp {
        max_age = never;
        fields { on: bool }
    }
}
blackboard! { pub Board { left: Lamp, right: Lamp } }

const LEFT: InterfaceSet = InterfaceSet::of(0);
const RIGHT: InterfaceSet = InterfaceSet::of(1);

#[test]
fn a_snapshot_has_the_writers_of_the_last_reading() {
    let board = Board::new();
    let mut snapshot = Snapshot::new(&board);
    assert_eq!(snapshot.writers(), InterfaceSet::NONE);
    let left = board.left.writer().unwrap();
    snapshot.refresh(RIGHT);
    assert_eq!(snapshot.writers(), InterfaceSet::NONE, "the left one was not read");
    snapshot.refresh_all();
    assert_eq!(snapshot.writers(), LEFT);
    drop(left);
    let mut right = board.right.writer().unwrap();
    right.write(&Lamp { on: true }, Instant::ZERO);
    snapshot.refresh(RIGHT);
    assert_eq!(snapshot.writers(), LEFT.union(RIGHT), "the left one was not read again");
    snapshot.refresh(LEFT);
    assert_eq!(snapshot.writers(), RIGHT);
}

#[test]
fn what_a_snapshot_claims_has_a_writer() {
    let board = Board::new();
    let mut snapshot = Snapshot::new(&board);
    snapshot.claim(RIGHT).unwrap();
    assert_eq!((snapshot.claimed(), snapshot.writers()), (RIGHT, InterfaceSet::NONE));
    snapshot.refresh_all();
    assert_eq!(snapshot.writers(), RIGHT);
    let mut other = Snapshot::new(&board);
    assert!(other.claim(LEFT.union(RIGHT)).is_err());
    assert_eq!(other.claimed(), LEFT, "those before the one that has a writer stay claimed");
}

interface! {
    pub Everything {
        enum Color { Red = 1, Green, Blue = 7 }
        fields {
            on: bool,
            small: [u8; 3],
            short: u16,
            word: u32,
            long: u64,
            signed: [i8; 2],
            signed_short: i16,
            signed_word: i32,
            signed_long: i64,
            real: f32,
            double: f64,
            color: Color,
            colors: [[Color; 2]; 2],
        }
    }
}

/// Random words, of which most are small.
fn words(random: &mut u64) -> Vec<AtomicU32> {
    let word = || {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        let bytes = random.to_le_bytes();
        let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        AtomicU32::new(match bytes[7] % 32 {
            0 => word,
            1 => word % 0x1_0000,
            2 => (word % 256).wrapping_sub(128),
            _ => word % 2 + 1,
        })
    };
    std::iter::repeat_with(word).take(Everything::LEN).collect()
}

/// Returns the words of a value, which are equal for equal values, NaN included.
fn put(value: &Everything) -> Vec<u32> {
    let words: Vec<_> =
        std::iter::repeat_with(|| AtomicU32::new(0)).take(Everything::LEN).collect();
    value.put(&mut Encoder::new(&words));
    words.iter().map(|word| word.load(std::sync::atomic::Ordering::Relaxed)).collect()
}

#[test]
fn a_value_read_in_place_is_the_value() {
    let mut random = 1;
    let mut kept = Everything::default();
    let (mut valid, mut refused) = (0, 0);
    for _ in 0..100_000 {
        let words = words(&mut random);
        let expected = Everything::take(&mut Decoder::new(&words));
        let before = put(&kept);
        // Somebody has written in the meantime.
        assert!(!kept.update(&mut Decoder::new(&words), || false));
        assert_eq!(put(&kept), before, "keeps the older value");
        assert_eq!(kept.update(&mut Decoder::new(&words), || true), expected.is_some());
        match expected {
            Some(new) => assert_eq!(put(&kept), put(&new)),
            None => assert_eq!(put(&kept), before, "keeps the older value"),
        }
        *if expected.is_some() { &mut valid } else { &mut refused } += 1;
    }
    assert!(valid > 1000 && refused > 1000, "{valid} valid, {refused} refused");
}

skill! {
    /// Sends, and checks nothing but the writer.
    #[allow(skill::unused_interface, skill::redundant_check)]
    skill Sends() {
        depends_interfaces { left: Lamp = "left", optional right: Lamp = "right" }
        start state Sends { -> FINAL when right.has_writer() && !right.refused(); }
    }
}

skill! {
    /// Reads a field.
    #[allow(skill::unused_interface)]
    skill Reads() {
        depends_interfaces { left: Lamp = "left", right: Lamp = "right" }
        start state Reads { -> FINAL when left.on; }
    }
}

skill! {
    /// Passes a port on, in the input of a macro.
    #[allow(skill::unused_interface)]
    skill Passes() {
        depends_interfaces { left: Lamp = "left", right: Lamp = "right" }
        start state Passes { -> FINAL when matches!(is_on(right), true); }
    }
}

skill! {
    /// Needs the time.
    #[allow(skill::unused_interface)]
    skill Limits() {
        depends_interfaces { left: Lamp = "left" (max_age = 1s), right: Lamp = "right" }
        start state Limits { -> FINAL when right.handled().0 == 1; }
    }
}

skill! {
    /// Runs another one.
    #[allow(skill::unused_interface)]
    skill Runs() {
        depends_skills { Reads }
        depends_interfaces { right: Lamp = "right" }
        start state Runs = Reads {} {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}

fn is_on(lamp: &Lamp) -> bool {
    lamp.on
}

#[test]
fn a_skill_uses_the_values_that_its_code_may_read() {
    fn sets<S: Skill>() -> (InterfaceSet, InterfaceSet)
    where
        S::Machine: Exec<Board>,
    {
        (<S::Machine as Exec<Board>>::READS, <S::Machine as Exec<Board>>::VALUES)
    }
    let both = LEFT.union(RIGHT);
    assert_eq!(sets::<Sends>(), (both, InterfaceSet::NONE));
    assert_eq!(sets::<Reads>(), (both, LEFT));
    assert_eq!(sets::<Passes>(), (both, RIGHT));
    assert_eq!(sets::<Limits>(), (both, both));
    assert_eq!(sets::<Runs>(), (both, LEFT));
}
