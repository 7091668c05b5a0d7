//! A skiller without the feature `text`: `cargo test -p robot-skill-runtime --no-default-features`.
#![cfg(not(feature = "text"))]

use core::num::NonZeroU32;
use skill_runtime::failure::CallFault;
use skill_runtime::skiller::{ExecSkill, SkillStatus, SkillerFailure, SkillerInterface};
use skill_runtime::{
    AgentRunner, Argument, Cause, Failure, Instant, Machine as _, NoTrace, Skill as _, SkillInfo,
    Skiller, Status, Tick, agent, blackboard, interface, skill, skill_space,
};

interface! {
    /// A lamp.
    pub Lamp {
        fields { lit: bool }
        messages { Light }
    }
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

#[derive(Argument, Clone, Copy, PartialEq, Debug)]
enum Side {
    Left,
    Right,
}

skill! {
    /// Turns on, to a side.
    pub skill Turn(side: Side, times: i8 in -9..=9, fast: bool = false, speed: f32 = 1.0) {
        start state Turn {
            -> FINAL
                when self.side == Side::Right
                    && self.times == -7
                    && self.fast
                    && self.speed == 0.1;
            -> FAILED(TURNED: "turned {} times", self.times) otherwise;
        }
    }
}
skill! {
    /// Has an argument that a number of 32 bits is not enough for.
    pub skill Exactly(angle: f64 = 0.1) {
        start state Turn { -> FINAL when self.angle != 0.0; }
    }
}
blackboard! { pub Turning { "Skiller": SkillerInterface, "Skiller Failure": SkillerFailure } }
skill_space! { pub Turns on Turning { Exactly, Turn } }

agent! {
    /// Turns to one side, and to the other.
    pub agent Turner(angle: Option<f64> = None) {
        depends_skills { Turn, Exactly }
        start state Right = Turn { side: Side::Right, times: -7, fast: true, speed: 0.1 } {
            -> Left on FINAL;
            -> FAILED("right") on FAILED;
        }
        state Left = Turn { side: Side::Left, times: 3 } {
            -> FAILED("left") on FINAL;
            -> More on FAILED(why) when why.is(Turn::TURNED);
            -> FAILED("why") on FAILED;
        }
        state More {
            -> Exact when self.angle.is_some();
            -> FINAL otherwise;
        }
        state Exact = Exactly { angle: self.angle.unwrap_or(0.0) }? { -> FINAL on FINAL; }
    }
}

/// Runs the agent to its end.
fn turned(agent: Turner) -> (Status, Option<Failure>) {
    let board = Turning::new();
    let mut skiller = Skiller::<Turns>::new(&board).unwrap();
    let mut agent = AgentRunner::new(&board, agent, NonZeroU32::MIN).unwrap();
    for pass in 0..20 {
        let status = agent.tick(at(10 * pass), NoTrace);
        if status != Status::Running {
            return (status, agent.machine().failure());
        }
        skiller.tick(at(10 * pass), NoTrace);
    }
    panic!("it never ends: {:?}", skiller.interface());
}

#[test]
fn an_agent_calls_by_number() {
    assert_eq!(turned(Turner::default()), (Status::Final, None));
    // It would be rounded.
    let (status, failure) = turned(Turner { angle: Some(0.1) });
    assert_eq!(status, Status::Failed);
    assert_eq!(failure.unwrap().cause, Cause::Call(CallFault::NotSent));
}

#[test]
fn a_wrong_call_fails_and_says_so() {
    let board = Turning::new();
    let mut skiller = Skiller::<Turns>::new(&board).unwrap();
    let mut random = 1_u32;
    let mut word = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        random
    };
    let turn = SkillInfo::key(&Turn);
    for pass in 0..20_000 {
        let skill = if pass % 2 == 0 { turn } else { word() };
        board.skiller.send_as(7, ExecSkill { skill, arguments: [(); 8].map(|()| word()) });
        assert_eq!(skiller.tick(at(pass), NoTrace), SkillStatus::Failed);
        let shown = skiller.interface();
        if shown.skill_string == *"" {
            assert_eq!(shown.error, *"not a call of a skill of this space");
        }
    }
}
