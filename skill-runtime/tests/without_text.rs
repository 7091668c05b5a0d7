//! A skiller without the feature `text`: `cargo test -p robot-skill-runtime --no-default-features`.
#![cfg(not(feature = "text"))]

use skill_runtime::call::SkillString;
use skill_runtime::skiller::{ExecSkill, SkillStatus, SkillerInterface};
use skill_runtime::{
    Instant, NoTrace, Skill as _, Skiller, Tick, blackboard, interface, skill, skill_space,
};

interface! {
    /// A lamp.
    pub Lamp { fields { lit: bool } messages { Light } }
}
blackboard! { pub Board { lamp: Lamp, "Skiller": SkillerInterface } }
skill! {
    /// Waits until the lamp is lit.
    pub skill Wait(time_sec: f32 = 2.5 in 0.0..=9.0) -> f32 {
        depends_interfaces { lamp: Lamp (max_age = never) }
        start state Look {
            -> FINAL(self.time_sec) when lamp.lit;
            -> FAILED("not lit after {} s", self.time_sec) after self.time_sec;
        }
    }
}
skill_space! { pub Space on Board { Wait } }

fn at(millis: u64) -> Tick {
    Tick { time: Instant::from_millis(millis), count: 0 }
}

#[test]
fn a_typed_call_runs_and_only_its_name_is_a_text() {
    let board = Board::new();
    let mut lamp = board.lamp.writer().unwrap();
    lamp.write(&Lamp { lit: false }, Instant::ZERO);
    let mut skiller = Skiller::<Space>::new(&board).unwrap();
    skiller.start(Wait { time_sec: Some(1.0) }).unwrap();
    assert_eq!(skiller.tick(at(0), NoTrace), SkillStatus::Running);
    assert_eq!(skiller.interface().skill_string, *"wait");
    assert_eq!(skiller.tick(at(1000), NoTrace), SkillStatus::Failed);
    assert_eq!(skiller.interface().error, *"");
    let failure = skiller.failure().expect("it has failed");
    assert_eq!(failure.skill.name, Wait::INFO.name);
    assert_eq!(failure.to_string(), "not lit after 1 s");
    lamp.write(&Lamp { lit: true }, Instant::from_millis(1000));
    skiller.start(Wait::default()).unwrap();
    assert_eq!(skiller.tick(at(1010), NoTrace), SkillStatus::Final);
    assert_eq!(skiller.interface().result(), "");
    assert!(skiller.start(Wait { time_sec: Some(9.5) }).is_err());
}

#[test]
fn a_call_as_text_fails_and_says_why() {
    let board = Board::new();
    let mut skiller = Skiller::<Space>::new(&board).unwrap();
    let skill_string = SkillString::try_from("wait{time_sec=1}").unwrap();
    let sent = board.skiller.send_as(7, ExecSkill { skill_string });
    assert_eq!(skiller.tick(at(0), NoTrace), SkillStatus::Failed);
    let shown = skiller.interface();
    assert_eq!(shown.error, *"calls as text need the feature `text`");
    assert_eq!((shown.skill_string.as_str(), shown.msgid), ("wait{time_sec=1}", sent.id().0));
}
