//! Results through the skiller: as text in its interface, in a trace, and to an agent.
#![cfg(not(loom))]
#![allow(missing_docs)] // the fields of results

use skill_runtime::skiller::{ExecSkill, SkillStatus, SkillerInterface, StopExec};
use skill_runtime::{
    AgentRunner, Argument, Cause, Instant, Machine, NoTrace, SkillResult, Skiller, Status, Text,
    Tick, TraceKind, TraceRing, agent, blackboard, interface, skill, skill_space,
};
use std::num::NonZeroU32;

interface! { pub Eyes { fields { x_m: f32, far: bool } } }
blackboard! { pub Board { eyes: Eyes, "Skiller": SkillerInterface } }

/// The certainty.
#[derive(Clone, Copy, PartialEq, Debug, Argument)]
pub enum Sure {
    Not,
    VeryMuch,
}

/// A place.
#[derive(Clone, Copy, PartialEq, Debug, SkillResult)]
pub struct Spot {
    pub x_m: f32,
    pub y_m: f64,
    pub sure: Sure,
    pub seen: Option<u16>,
    pub is_ball: bool,
}

/// More than a trace keeps, and than 128 bytes.
#[derive(Clone, Copy, PartialEq, Debug, SkillResult)]
pub struct Wide {
    pub first_number: f64,
    pub second_number: f64,
    pub third_number: f64,
    pub fourth_number: f64,
    pub fifth_number: f64,
    pub sixth_number: f64,
}

skill! {
    pub skill Locate() -> Spot {
        depends_interfaces { eyes: Eyes }
        vars { passes: u16 = 0 }
        start state Look {
            loop { self.passes += 1; }
            -> FINAL(Spot {
                x_m: eyes.x_m,
                y_m: 1.0 / 3.0,
                sure: Sure::VeryMuch,
                seen: Some(self.passes),
                is_ball: true,
            }) after 2 ticks;
        }
    }
}
skill! {
    pub skill Measure() -> Wide {
        start state Now {
            -> FINAL(Wide {
                first_number: 0.1 + 0.2,
                second_number: 1.0 / 3.0,
                third_number: 2.0 / 3.0,
                fourth_number: 1e-300 / 7.0,
                fifth_number: 0.0,
                sixth_number: -1.0,
            }) otherwise;
        }
    }
}
skill! {
    pub skill Nothing() {
        start state Now { -> FINAL otherwise; }
    }
}
skill_space! { pub Space on Board { Locate, Measure, Nothing } }

const fn at(count: u32) -> Tick {
    Tick { time: Instant::from_millis(count as u64 * 10), count }
}

const TEXT: &str = "{x_m=1.5, y_m=0.3333333333333333, sure=\"very_much\", seen=3, is_ball=true}";

#[test]
fn the_skiller_publishes_the_text_of_a_result_with_its_status() {
    let board = Board::new();
    let mut eyes = board.eyes.writer().unwrap();
    eyes.write(&Eyes { x_m: 1.5, far: false }, Instant::ZERO);
    let mut skiller = Skiller::<Space>::new(&board).unwrap();
    let mut trace = TraceRing::<32>::new();
    let published = || board.skiller.sample().data;

    board.skiller.send_as(1, ExecSkill { skill_string: Text::try_from("locate{}").unwrap() });
    skiller.tick(at(0), &mut trace);
    assert_eq!((published().status, published().result()), (SkillStatus::Running, ""));
    skiller.tick(at(1), &mut trace);
    skiller.tick(at(2), &mut trace);
    assert_eq!((published().status, published().result()), (SkillStatus::Final, TEXT));
    assert_eq!(published().skill_string, "locate{}");
    assert_eq!(skiller.interface(), published());
    let result = trace.iter().find_map(|entry| match entry.event.kind {
        TraceKind::Result(values) => Some(values),
        _ => None,
    });
    let text = result.expect("it is in the trace").result_text(&Locate).to_string();
    assert_eq!(text, "{x_m=1.5, y_m=0.33333334, sure=\"very_much\", seen=3, is_ball=true}");

    // Each call begins without a result, and so does a skill that has none.
    board.skiller.send_as(1, ExecSkill { skill_string: Text::try_from("locate{}").unwrap() });
    skiller.tick(at(3), &mut trace);
    assert_eq!((published().status, published().error.as_str()), (SkillStatus::Running, ""));
    board.skiller.send_as(1, ExecSkill { skill_string: Text::try_from("nothing{}").unwrap() });
    skiller.tick(at(4), &mut trace);
    assert_eq!((published().status, published().error.as_str()), (SkillStatus::Final, ""));

    // Truncated: 128 bytes, and five fields in a trace.
    trace.clear();
    skiller.start(Measure {}).unwrap();
    skiller.tick(at(5), &mut trace);
    let text = published().result().to_owned();
    assert_eq!(text.len(), 128);
    assert!(text.starts_with("{first_number=0.30000000000000004, second_number="), "{text}");
    let line = trace.iter().map(|entry| entry.event.to_string()).nth(3).expect("the result");
    assert!(line.ends_with(", fifth_number=0, ..}"), "{line}");

    // What is stopped has none.
    board.skiller.send_as(1, StopExec {});
    skiller.tick(at(6), &mut trace);
    assert_eq!((published().status, published().error.as_str()), (SkillStatus::Inactive, ""));
}

#[test]
fn a_result_that_is_not_a_number_fails_the_call() {
    let board = Board::new();
    let mut eyes = board.eyes.writer().unwrap();
    eyes.write(&Eyes { x_m: f32::NAN, far: false }, Instant::ZERO);
    let mut skiller = Skiller::<Space>::new(&board).unwrap();
    skiller.start(Locate {}).unwrap();
    for count in 0..3 {
        // `step` alone makes no text of the reason.
        if count == 0 {
            skiller.tick(at(count), NoTrace);
        } else {
            skiller.step(at(count), NoTrace);
        }
    }
    assert_eq!(skiller.status(), SkillStatus::Failed);
    let failure = skiller.failure().expect("the reason");
    assert_eq!(failure.cause, Cause::ResultOutOfRange(0));
    assert_eq!(failure.to_string(), "result `x_m` is NaN, not a finite number");
    assert_eq!(skiller.interface().result(), "");
}

agent! {
    pub agent Scout() {
        depends_skills { Locate, Measure }
        start state Look = Locate {} {
            -> Measure(spot) on FINAL(spot);
            -> FAILED on FAILED;
        }
        state Measure(spot: Spot) = Measure {} {
            -> FAILED("{} m, {}", self.spot.x_m, wide.sixth_number as f32) on FINAL(wide);
            -> FAILED("{} m, {} passes, no numbers", self.spot.x_m, self.spot.seen.unwrap_or(0))
                on FAILED;
        }
    }
}

/// Runs the agent to its end, with a skiller that publishes; `other` may publish instead of it.
fn scout(other: impl Fn(&mut SkillerInterface)) -> String {
    let board = Board::new();
    let mut eyes = board.eyes.writer().unwrap();
    eyes.write(&Eyes { x_m: 0.1, far: false }, Instant::ZERO);
    let mut agent = AgentRunner::<Scout, _>::new(&board, Scout {}, NonZeroU32::MIN).unwrap();
    let mut skiller = Skiller::<Space>::new(&board).unwrap();
    for count in 0..50 {
        if agent.tick(at(count), NoTrace) != Status::Running {
            let failure = agent.machine().failure().expect("it fails in the end");
            return failure.to_string();
        }
        skiller.tick(at(count), NoTrace);
        let mut published = board.skiller.sample().data;
        let before = published.clone();
        other(&mut published);
        if published != before {
            drop(skiller);
            let mut writer = board.skiller.writer().unwrap();
            writer.write(&published, at(count).time);
            for count in count + 1..count + 5 {
                if agent.tick(at(count), NoTrace) != Status::Running {
                    break;
                }
            }
            return agent.machine().failure().map_or(String::new(), |failure| failure.to_string());
        }
    }
    panic!("the agent goes on for ever");
}

#[test]
fn an_agent_reads_the_result_from_the_skillers_interface() {
    // The second result is longer than the skiller's text.
    assert_eq!(scout(|_| {}), "0.1 m, 3 passes, no numbers");
    for wrong in ["", "{x_m=1.5}", "{x_m=NaN, y_m=0, sure=\"not\", seen=nil, is_ball=true}"] {
        let forge = |published: &mut SkillerInterface| {
            if published.status == SkillStatus::Final {
                published.error = Text::try_from(wrong).unwrap();
            }
        };
        assert_eq!(scout(forge), "locate: its result cannot be read", "{wrong}");
    }
}
