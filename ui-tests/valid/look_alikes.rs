//! Valid code that is like a slip: names that are words of other languages elsewhere.
#![deny(warnings)]

use skill_runtime::{MessageId, Skill, StoredFailure, blackboard, interface, skill, skill_space};

interface! {
    pub Lamp {
        enum Colour { Red, Green }
        fields { msgid: u32, final: bool, colour: Colour, level: f32 }
        messages { Dim { level: f32 }, Off }
    }
}
blackboard! { pub Board { lamp: Lamp } }

fn twice(value: f32) -> f32 {
    2.0 * value
}

fn is_dim(level: f32, of: fn(f32) -> f32) -> bool {
    of(level) < 0.5
}

skill! {
    pub skill Wait(lamp: f32 = 1.0, time_sec: f32 = lamp) {
        start state next { -> goto after self.time_sec; }
        state goto { -> to when self.lamp > 0.5; -> FAILED(LATE: "late") after 1s; }
        state to { -> FINAL after 1s; }
    }
}

skill! {
    pub skill Choice() {
        depends_skills { Wait }
        depends_interfaces { lamp: Lamp }
        vars { id: MessageId = MessageId::NONE, last: Option<StoredFailure> = None }
        start state Which {
            precond -> Off when lamp.level > 0.5;
            precond -> Run otherwise;
        }
        state Off {
            init {
                let twice = lamp.level * 2.0;
                let level = twice;
                self.id = lamp.send(lamp::Dim { level }).id();
            }
            loop {
                let level = lamp.level;
                self.last = if is_dim(level, twice) { None } else { self.last };
            }
            -> Run when lamp.done(self.id);
            -> FAILED after 1s;
        }
        state Run = Wait { time_sec: 0.5, ..Wait::default() } {
            -> FINAL on FINAL;
            -> FAILED(why) on FAILED(why) when self.last == Some(why);
            -> Again(why) on FAILED(why) when !why.is(Wait::LATE) && lamp.colour == lamp::Colour::Red;
            -> FAILED on FAILED;
        }
        state Again(why: StoredFailure) { -> FAILED(self.why) after 1s; }
    }
}

skill_space! { pub Space on Board { Wait, Choice } }

#[test]
fn has_a_size() {
    assert!(Choice::SIZE > 0 && Wait::SIZE > 0);
}
