//! States of equal names at several places, and skills of one name by path.
#![deny(warnings)]

use skill_runtime::skiller::{SkillStatus, SkillerInterface};
use skill_runtime::{
    Instant, NoTrace, SkillSpace, Skiller, Tick, blackboard, interface, skill, skill_space,
};

interface! {
    pub Lamp {
        fields { send: bool, refused: bool, stale: f32 }
        messages { Go { send: u32 } }
    }
}
blackboard! { pub Board { lamp: Lamp, "Skiller": SkillerInterface } }

skill! {
    pub skill Doors() {
        start state Left {
            start state Open { -> Closed after 1s; }
            state Closed { -> Right after 1s; }
        }
        state Right {
            vars { n: u32 = 1 }
            start state Open {
                init { self.n += 1; }
                -> Closed when self.n == 2;
            }
            state Closed {
                start state Closed {
                    init { self.n += 1; }
                    -> Open when self.n == 3;
                }
                state Open { -> FINAL after 1s; }
            }
        }
    }
}

mod a {
    skill_runtime::skill! {
        pub skill Pick() {
            start state A { -> FINAL after 1s; }
        }
    }
}
mod b {
    skill_runtime::skill! {
        pub skill Pick(time_sec: f32 = 2.0) {
            start state A { -> FINAL after self.time_sec; }
        }
    }
}

skill! {
    pub skill Both() {
        depends_skills { a::Pick, b::Pick }
        start state A = a::Pick {}? { -> B on FINAL; }
        state B = b::Pick { time_sec: 3.0 }? { -> C on FINAL; }
        state C = (a::Pick {}, b::Pick {})? { -> FINAL on FINAL; }
    }
}

skill! {
    /// The fields are called as methods of the port.
    pub skill Fields() {
        depends_interfaces { lamp: Lamp }
        start state A {
            init { lamp.send(lamp::Go { send: 1 }); }
            -> FINAL when lamp.send && !lamp.refused && lamp.stale > 0.5;
            -> FAILED after 1s;
        }
    }
}

skill_space! { pub Robot on Board { a::Pick, "pick_b" => b::Pick, Both, Doors, Fields } }

/// Returns the active states of a call every 500 ms, and its status.
fn run(call: impl Into<RobotCall>, board: &Board) -> (Vec<String>, SkillStatus) {
    let mut skiller = Skiller::<Robot>::new(board).expect("one skiller");
    skiller.start(call).expect("a valid call");
    let mut states: Vec<String> = Vec::new();
    for count in 0..30 {
        let now = Tick { time: Instant::from_millis(u64::from(count) * 500), count };
        skiller.tick(now, NoTrace);
        let state = skiller.active().map(|active| active.to_string()).collect::<Vec<_>>().join(" ");
        if !state.is_empty() && states.last() != Some(&state) {
            states.push(state);
        }
    }
    (states, skiller.status())
}

#[test]
fn runs() {
    let board = Board::new();
    let (states, status) = run(Doors {}, &board);
    let expected = [
        "doors: Left doors: Open",
        "doors: Left doors: Closed",
        "doors: Right doors: Closed doors: Open",
    ];
    assert_eq!(states, expected);
    assert_eq!(status, SkillStatus::Final);
    let (states, status) = run(Both {}, &board);
    let in_order: Vec<&str> = states.iter().filter_map(|state| state.get(..7)).collect();
    assert!(in_order.is_sorted() && in_order.contains(&"both: B"), "{states:?}");
    assert_eq!(status, SkillStatus::Final);
    assert_eq!(DoorsState::Right_Closed_Closed.name(), "Closed");

    let mut writer = board.lamp.writer().expect("one writer");
    writer.write(&Lamp { send: true, refused: false, stale: 1.0 }, Instant::from_micros(1));
    assert_eq!(run(Fields {}, &board).1, SkillStatus::Final);

    let call = Robot::parse("pick_b{time_sec=2}").expect("a call");
    assert_eq!(call.to_string(), "pick_b{time_sec=2}");
    assert_eq!(call, RobotCall::PickB(b::Pick { time_sec: Some(2.0) }));
    assert_eq!(Robot::parse("pick{}").expect("a call").to_string(), "pick{}");
    let names: Vec<_> = Robot::SKILLS.iter().map(|skill| skill.name).collect();
    assert_eq!(names, ["pick", "pick_b", "both", "doors", "fields"]);
    assert_eq!(Robot::info(&call).name, "pick_b");
}
