//! A blackboard as words, as tools show, record, or read it in the memory of another process.

use skill_runtime::blackboard::{AtomicU32, CellWords};
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{Blackboard, Instant, Interface, Text, blackboard, interface};
use skills_nao::interfaces::{BodyBlackboard, NaoBlackboard};
use std::sync::atomic::Ordering::Relaxed;

interface! {
    /// A text of an odd length, an array of arrays, and numbers of two words.
    pub Odd {
        fields {
            name: Text<13>,
            stamp_us: u64,
            sum: f64,
            bits: [[bool; 3]; 2],
            small: i8,
        }
    }
}

interface! {
    /// One word, and messages.
    pub Tiny {
        fields { on: bool }
        messages { Set { on: bool }, Toggle }
    }
}

blackboard! { pub OddBoard { odd: Odd, "Tiny": Tiny, "Skiller": SkillerInterface, "Odd 2": Odd } }
blackboard! { pub OneBoard { odd: Odd } }
blackboard! { pub EmptyBoard {} }

/// The words of all interfaces are the memory of the blackboard.
fn check<B: Blackboard>(board: &B, name: &str) {
    let start = std::ptr::from_ref(board).addr();
    let mut at = start;
    for (index, entry) in (0..).zip(B::INTERFACES) {
        let id = entry.id;
        assert_eq!(start + 4 * entry.offset, at, "{name}: {id} begins elsewhere");
        let cell = board.cell_words(index).expect("it is on the blackboard");
        let words: Vec<&AtomicU32> = cell.words().collect();
        assert_eq!(words.len(), entry.words, "{name}: {id}");
        for word in &words {
            assert_eq!(std::ptr::from_ref::<AtomicU32>(word).addr(), at, "{name}: {id} has gaps");
            at += 4;
        }
        let fields = entry.interface.fields.iter().map(|field| field.ty.words()).sum::<usize>();
        assert_eq!(entry.data_words, fields, "{name}: {id}");
        assert!(CellWords::HEAD + fields + CellWords::INDICES <= entry.words, "{name}: {id}");
        let has_messages = CellWords::HEAD + fields + CellWords::INDICES < entry.words;
        assert_eq!(has_messages, !entry.interface.messages.is_empty(), "{name}: {id}");
    }
    assert_eq!(at - start, size_of::<B>(), "{name}");
    let count = u32::try_from(B::INTERFACES.len()).unwrap();
    assert!(board.cell_words(count).is_none() && board.cell_words(u32::MAX).is_none());
}

#[test]
fn a_blackboard_is_its_words() {
    check(&NaoBlackboard::new(), "NaoBlackboard");
    check(&BodyBlackboard::new(), "BodyBlackboard");
    check(&rover::interfaces::RoverBoard::new(), "RoverBoard");
    check(&OddBoard::new(), "OddBoard");
    check(&OneBoard::new(), "OneBoard");
    check(&EmptyBoard::new(), "EmptyBoard");
}

#[test]
fn the_words_are_what_was_written() {
    let board = OddBoard::new();
    let name = Text::try_from("lighthouse").unwrap();
    let value =
        Odd { name, stamp_us: 7 << 32 | 5, sum: -1.5, bits: [[true, false, true]; 2], small: -2 };
    let mut writer = board.odd_2.writer().unwrap();
    writer.write(&value, Instant::from_micros(3 << 32 | 4));
    let entry = &OddBoard::INTERFACES[3];
    assert_eq!((entry.id, entry.interface), ("Odd 2", Odd::INFO));
    let words: Vec<u32> =
        board.cell_words(3).unwrap().words().map(|word| word.load(Relaxed)).collect();
    let sum = (-1.5_f64).to_bits();
    let text = |bytes: &[u8; 4]| u32::from_le_bytes(*bytes);
    let [low, high] = [sum & 0xffff_ffff, sum >> 32].map(|half| u32::try_from(half).unwrap());
    let head = [2, 1, 4, 3, 0];
    let data = [
        10,
        text(b"ligh"),
        text(b"thou"),
        text(b"se\0\0"),
        0,
        5,
        7,
        low,
        high,
        1,
        0,
        1,
        1,
        0,
        1,
        (-2_i32).cast_unsigned(),
    ];
    assert_eq!(words, [&head[..], &data, &[0, 0, 0]].concat());
}
