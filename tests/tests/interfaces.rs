//! `interface_from_xml!` gives what `interface!` does: descriptions compared with their twins.
#![deny(warnings)]

use skill_runtime::blackboard::{Decoder, Encoder};
use skill_runtime::{Cell, Instant, Interface, Text, Words, blackboard, interface};
use skill_xml::interface_from_xml;
use std::sync::atomic::AtomicU32;

interface_from_xml!("../interfaces/GripperArmInterface.xml");
interface_from_xml! {
    /// Takes the place of the comment.
    pub(crate) Odd = "../interfaces/OddNamesInterface.xml", capacity = 2
}
interface_from_xml!("interfaces/BareInterface.xml");
interface_from_xml!("../interfaces/FormerTypesInterface.xml");
interface_from_xml! { Latin = "../interfaces/LatinInterface.xml", }

mod twin {
    use skill_runtime::{Text, interface};

    interface! {
        /// An arm with a gripper.
        pub GripperArm {
            const HAS_GRIPPER: bool = true;
            const ADDRESS: u8 = 255;
            const LETTER: u8 = 65;
            const COLDEST: i8 = -128;
            const JOINT_SHOULDER: u8 = 1;
            const LOWEST: i16 = -32_768;
            const HIGHEST: u16 = 65_535;
            const FARTHEST_LEFT: i32 = -2_147_483_648;
            const ALL: u32 = 4_294_967_295;
            const BEGINNING: i64 = -9_223_372_036_854_775_808;
            const END: u64 = 18_446_744_073_709_551_615;
            const SLOW: f32 = -0.1;
            const PI: f64 = core::f64::consts::PI;
            const MAKER: &'static str = "A \"workshop\"";
            enum Grip { Open, Closed }
            enum Fault { None = 0, Hot = 16, Stuck, Lost = 4294967295 }
            fields {
                moving: bool,
                id: u8,
                letter: u8,
                temperature: i8,
                version: [u8; 4],
                offset: i16,
                voltage: u16,
                position: [i32; 3],
                msgid: u32,
                final: bool,
                started: i64,
                runs: [u64; 2],
                angle: [f32; 40],
                covariance: [f64; 36],
                frame: Text<30>,
                grip: Grip,
                faults: [Fault; 2],
            }
            messages {
                Goto { pose: [f64; 6], frame: Text<30>, grip: Grip },
                Stop,
                Report { faults: [Fault; 2], started: i64 },
            }
        }
    }
}

mod handwritten {
    use skill_runtime::{Text, interface};

    interface! {
        pub FormerTypes {
            fields {
                flags: u32,
                temperature: [i32; 3],
                started: i64,
                runs: u64,
                letter: u8,
                room: Text<30>,
            }
            messages { Move { room: Text<30>, floor: u32 } }
        }
    }
}

interface! { pub NotBare { fields { lit: u8 } } }

blackboard! {
    /// Described and declared interfaces side by side.
    pub Board { arm: GripperArm, "Odd Names": Odd, bare: Bare, twin: twin::GripperArm }
}

/// A value as words.
fn words<T: Words>(value: &T) -> Vec<u32> {
    let words: Vec<AtomicU32> = (0..T::LEN).map(|_| AtomicU32::new(0)).collect();
    value.put(&mut Encoder::new(&words));
    words.into_iter().map(AtomicU32::into_inner).collect()
}

fn back<T: Words>(words: &[u32]) -> Option<T> {
    let words: Vec<AtomicU32> = words.iter().map(|word| AtomicU32::new(*word)).collect();
    T::take(&mut Decoder::new(&words))
}

fn ring<I: Interface>() -> usize {
    I::NEW_RING.as_ref().len()
}

#[test]
fn a_description_is_what_its_twin_is() {
    type Twin = twin::GripperArm;
    assert_eq!(GripperArm::NAME, Twin::NAME);
    assert_eq!(GripperArm::LAYOUT, Twin::LAYOUT);
    assert_eq!(<GripperArm as Words>::LEN, <Twin as Words>::LEN);
    assert_eq!(<gripper_arm::Message as Words>::LEN, <twin::gripper_arm::Message as Words>::LEN);
    assert_eq!(ring::<GripperArm>(), ring::<Twin>());
    assert_ne!(Bare::LAYOUT, NotBare::LAYOUT, "their names differ");
}

#[test]
fn types_are_read_by_their_names_before_2010() {
    assert_eq!(FormerTypes::LAYOUT, handwritten::FormerTypes::LAYOUT);
    assert_eq!(<FormerTypes as Words>::LEN, <handwritten::FormerTypes as Words>::LEN);
    let (least, all): (i32, u32) = (former_types::COLDEST, former_types::ALL);
    let (beginning, end): (i64, u64) = (former_types::BEGINNING, former_types::END);
    assert_eq!((least, all, beginning, end), (i32::MIN, u32::MAX, i64::MIN, u64::MAX));
}

macro_rules! constants {
    ($($name:ident: $type:ty),* $(,)?) => {$({
        let (read, declared): ($type, $type) = (gripper_arm::$name, twin::gripper_arm::$name);
        assert_eq!(read.to_string(), declared.to_string(), stringify!($name));
    })*};
}

#[test]
fn its_constants_are_the_twins() {
    constants! {
        HAS_GRIPPER: bool, ADDRESS: u8, LETTER: u8, COLDEST: i8, JOINT_SHOULDER: u8, LOWEST: i16,
        HIGHEST: u16, FARTHEST_LEFT: i32, ALL: u32, BEGINNING: i64, END: u64, SLOW: f32, PI: f64,
        MAKER: &'static str,
    }
}

#[test]
fn values_written_by_one_are_read_by_the_other() {
    use gripper_arm::{Fault, Goto, Grip, Message, Report, Stop};
    let arm = GripperArm {
        moving: true,
        temperature: -3,
        version: [1, 2, 3, 4],
        position: [i32::MIN, 0, 7],
        r#final: true,
        runs: [u64::MAX, 1],
        angle: core::array::from_fn(|joint| if joint == 39 { 1.5 } else { -0.5 }),
        frame: Text::try_from("/base").expect("it is short"),
        grip: Grip::Closed,
        faults: [Fault::Lost, Fault::Stuck],
        ..GripperArm::default()
    };
    let twin: twin::GripperArm = back(&words(&arm)).expect("the twin reads it");
    assert_eq!(format!("{arm:?}"), format!("{twin:?}"));
    assert_eq!(back::<GripperArm>(&words(&twin)).expect("it reads the twin"), arm);

    let goto = Goto { pose: [0.5; 6], frame: Text::new(), grip: Grip::Open };
    let report = Report { faults: [Fault::Hot, Fault::None], started: -1 };
    let cell = Cell::<GripperArm>::new();
    let mut writer = cell.writer().expect("the first writer");
    writer.write(&arm, Instant::from_micros(5));
    assert_eq!(cell.sample().data, arm);
    for message in [goto.into(), Stop {}.into(), Message::Report(report)] {
        let twin: twin::gripper_arm::Message = back(&words(&message)).expect("the twin reads it");
        assert_eq!(words(&twin), words(&message));
        assert!(!cell.send_as(1, message.clone()).is_refused());
        assert_eq!(writer.next_message().map(|received| received.message), Some(message));
    }
    assert!(!arm.done(skill_runtime::MessageId(1)), "msgid is 0");
}

#[test]
fn odd_names_become_names() {
    use odd::{
        Case, GetUp, Level, MessageEnum, MessageMessage, Mode, ModeEnum, ModeEnumEnum, OddNames,
    };
    let odd = Odd {
        r#type: true,
        max_speed: 1.0,
        max_speed_2: 2.0,
        max_speed_3: 3.0,
        _1: 4.0,
        level: Level::LevelHigh,
        crate_: ModeEnumEnum::Crate,
        case: [Case::Ab3],
    };
    assert_eq!(back::<Odd>(&words(&odd)), Some(odd));
    assert_eq!(Odd::default().level, Level::Level, "the first, as the number 0 is nobody's");
    assert_eq!((Level::Level as u32, Level::LevelHigh as u32), (5, 3));
    let _ = [Case::AB, Case::Ab2, Case::Ab3];
    let _ = [ModeEnumEnum::Self2, ModeEnumEnum::Self3];
    let _ = ModeEnum::M2;
    let _: [odd::Message; 4] = [
        Mode { self_: ModeEnum::M1, r#type: true }.into(),
        MessageMessage {}.into(),
        OddNames {}.into(),
        GetUp {}.into(),
    ];
    let _ = MessageEnum::Only;
    assert_eq!((odd::SPEED_LIMIT, odd::SPEED_LIMIT_2, odd::SURE), (7, 8, true));
    assert_eq!(odd::EMPTY_TEXT, "a < b");
    assert_eq!(odd::TINY.to_string(), 1e-300_f64.to_string());
    assert_eq!(ring::<Odd>(), 16, "two messages of four words each, with two in front");
    assert_eq!(words(&Latin { size: 1.0 }), [1.0_f32.to_bits()]);
    assert!(Board::new().arm.sample().data == GripperArm::default());
}

#[test]
fn cargo_knows_that_the_descriptions_are_sources() {
    let program = std::env::current_exe().expect("this program");
    let sources = std::fs::read_to_string(program.with_extension("d")).expect("what it is made of");
    for name in ["GripperArm", "OddNames", "Bare", "Latin"] {
        assert!(sources.contains(&format!("{name}Interface.xml")), "{name} in {sources}");
    }
}
