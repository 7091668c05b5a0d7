#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod argument_with_one_dot {
    use skill_runtime::Arguments;
    #[derive(Clone, PartialEq, Debug, Default, Arguments)]
    pub struct Joints { pub head_yaw: Option<f32> }
    skill! {
        pub skill Pose(.joints: Joints) {
            start state Go { -> FINAL when self.joints.head_yaw.is_none(); -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill Probe() {
            depends_skills { Pose }
            start state Go = Pose { head_yaw: 0.5 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod argument_without_a_name {
    skill! {
        pub skill Pose(1.0: f32, gait: u32) {
            start state Go { -> FINAL when self.gait == 1 && self.speed > 0.5; -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill Probe() {
            depends_skills { Pose }
            start state Go = Pose { speed: 0.5, gait: 1 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod argument_without_a_type {
    skill! {
        pub skill Pose(speed, gait: u32) {
            start state Go { -> FINAL when self.gait == 1 && self.speed > 0.5; -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill Probe() {
            depends_skills { Pose }
            start state Go = Pose { speed: 0.5, gait: 1 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod constant_without_a_type {
    use crate::prelude::*;
    interface! { pub Lamp { const MOST = 0.5; fields { level: f32 } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { lamp: Lamp, motion: Motion }
            start state Go {
                init { motion.send(motion::Go { distance: lamp::MOST }); }
                -> FINAL when lamp.level > 2.0 * lamp::MOST;
                -> FAILED after 2s;
            }
        }
    }
}

pub mod enum_without_braces {
    interface! { pub Lamp { enum Color = Red; fields { color: Color } } }
    skill! {
        pub skill Probe(color: lamp::Color) {
            depends_interfaces { lamp: Lamp }
            start state Go { -> FINAL when lamp.color == lamp::Color::Red && self.color == lamp.color; -> FAILED after 2s; }
        }
    }
}

pub mod field_without_a_name {
    interface! { pub Lamp { fields { on: bool, 3: f32 } messages { Set { level: f32, 4: f32 } } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { lamp: Lamp }
            start state Go {
                init { lamp.send(lamp::Set { level: 0.5, hue: 0.5 }); }
                -> FINAL when lamp.on && lamp.level > 0.5;
                -> FAILED after 2s;
            }
        }
    }
}

pub mod field_without_a_type {
    interface! { pub Lamp { fields { msgid, final: bool, level } messages { Set { level: f32 } } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { lamp: Lamp }
            start state Go = lamp.send(lamp::Set { level: lamp.level.max(0.5) }) {
                -> FINAL on FINAL when lamp.level > 3;
                -> FAILED on FINAL;
                -> FAILED after 2s;
            }
        }
    }
}

pub mod interface_of_an_action {
    use crate::prelude::*;
    use skill_runtime::Status;
    fn walk(ports: &mut ProbePorts<'_>) -> Status {
        if ports.motion.moving && ports.legs.speed > 0.5 { Status::Final } else { Status::Running }
    }
    skill! {
        pub skill Probe() {
            depends_interfaces { motion Motion, legs: Motion }
            start state Go = action walk() { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod max_age_with_a_comma {
    interface! { pub Lamp { max_age = 100ms, fields { on: bool } } }
}

pub mod message_of_another_type {
    interface! { pub Lamp { fields { on: bool, level: float32, flags: bool[], name: string } } }
    skill! {
        pub skill Probe(most: float64 = 1.0, times: u64) {
            depends_interfaces { lamp: Lamp }
            vars { done: int = 0 }
            start state Go(sec: double = 1.0) {
                init { self.done += 1; }
                -> FINAL when lamp.on && lamp.level > 0.5 && lamp.flags[0] && self.done > self.times;
                -> FAILED after self.sec;
            }
        }
    }
    skill! {
        pub skill Other() {
            depends_skills { Probe }
            start state Go = Probe { most: 0.5 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod name_of_listed_skills {
    use crate::prelude::*;
    skill! {
        pub skill [LeftTo, RightTo]() {
            depends_interfaces { arm: Motion = ["Left", "Right"] }
            start state Go { -> FINAL when arm.moving; -> FAILED(SLOW: "slow") after 1s; }
        }
    }
    skill! {
        pub skill [LeftPick, RightPick]() {
            depends_interfaces { arm: Motion = ["Left", "Right"] }
            depends_skills { [LeftTo, RightTo] }
            start state Go = MoveTo {} {
                -> FINAL on FINAL;
                -> FAILED(why) on FAILED(why) when why.is(MoveTo::SLOW);
                -> FINAL on FAILED;
            }
        }
    }
}

pub mod names_of_interfaces {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { legs: Motion, optional legs: Motion = "Arms" }
            start state Go { -> FINAL when legs.moving || arms.has_writer() && arms.moving; -> FAILED after 1s; }
        }
    }
}

pub mod one_group_twice {
    field_group! { joints { head_yaw, head_pitch } }
    interface! { pub Neck { fields { ..joints: f32, ..joints: f32 } messages { Move { ..joints: f32, ..joints: f32 } } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { neck: Neck }
            start state Go {
                init { neck.send(neck::Move { head_yaw: 0.1, head_pitch: neck.joints()[0] }); }
                -> FINAL after 1s;
            }
        }
    }
}

pub mod tuple_of_results {
    use crate::prelude::*;
    skill! {
        pub skill Probe() -> u32 {
            depends_skills { Count }
            start state First = (one: Count {}, other: Count {})? { -> FINAL(one + other) on FINAL(one: one, other: other) when one > 3; -> Go on FINAL; }
            state Go = (one: Count {}, other: Count {})? { -> FINAL(one) on FINAL((one, _)); }
        }
    }
}

pub mod unused_interface {
    #![deny(warnings)]
    mod io { interface! { pub Button { fields { down: bool } } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { button: Button }
            start state Go { -> FINAL when button.down; }
        }
    }
}

pub mod blackboard_entry_without_a_type {
    use crate::prelude::*;
    use skill_runtime::Instant;
    blackboard! { pub Board { motion: ;, other: Motion } }
    pub fn write(board: &'static Board) {
        let mut motion = board.motion.writer().expect("the only one");
        motion.write(&Motion::default(), Instant::ZERO);
    }
    skill_space! { pub Skills on Board { Walk } }
}

pub mod blackboard_without_a_name {
    use crate::prelude::*;
    blackboard! { pub 3 { motion: Motion } }
    skill_space! { pub Skills on Board { Walk } }
}

pub mod dependency_that_is_none {
    skill! {
        pub skill Probe() {
            depends_skills { fn }
            start state Go = Walk { distance: 1.0 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod default_of_a_lost_parameter {
    skill! {
        pub skill Probe() {
            start state Go { -> Turn(3) after 1s; }
            state Turn(count: ) { vars { left: u32 = count } -> FINAL when self.left > self.count; -> FAILED after 1s; }
        }
    }
}

pub mod dependencies_twice {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills depends_skills { Walk }
            start state Go = Walk { distance: 1.0 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod group_without_a_name {
    interface! { pub Neck { fields { on: bool } messages { Move Move { yaw: f32 }, flush Stop Stop } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { neck: Neck }
            start state Go { init { neck.send(neck::Move { yaw: 0.1 }); } -> FINAL when neck.on; -> FAILED after 1s; }
        }
    }
}

pub mod interface_without_a_name {
    interface! { pub : Lamp { fields { on: bool } messages { Set { level: f32 } } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { lamp: Lamp }
            start state Go { init { lamp.send(lamp::Set { level: 0.5 }); } -> FINAL when lamp.on; -> FAILED after 1s; }
        }
    }
}

pub mod label_that_is_none {
    use crate::prelude::*;
    skill! {
        pub skill Probe() -> u32 {
            depends_skills { Count }
            start state Go = (one: Count {}, other: Count {})? { -> FINAL(2) on FINAL(3 :); -> FINAL(1) on FINAL; }
        }
    }
}

pub mod message_with_the_name_of_a_skill {
    interface! { pub Legs { fields { on: bool } messages { Step { side 3 m: f32 } } } }
    skill! {
        pub skill Step() {
            depends_interfaces { legs: Legs }
            start state Go { init { legs.send(legs::Step { m: 0.1 }); } -> FINAL when legs.on; -> FAILED after 1s; }
        }
    }
}

pub mod section_of_another_word {
    skill! {
        pub skill Probe() {
            settings { wait_sec: f32 = 1.0 }
            start state Go { -> FINAL after self.wait_sec; }
        }
    }
}

pub mod section_without_its_word {
    skill! {
        pub skill Probe() {
            { motion: crate::prelude::Motion }
            start state Go { init { motion.send(motion::Stop {}); } -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod skill_without_a_name {
    use crate::prelude::*;
    skill! { pub skill ->() Probe { start state Go { -> FINAL after 1s; } } }
    blackboard! { pub Board { motion: Motion } }
    skill_space! { pub Skills on Board { Walk, Probe } }
}

pub mod state_of_another_word {
    skill! {
        pub skill Probe() {
            start state Go { -> Line(Stop) after 1s; }
            state Line(next: state()) { -> self.next after 1s; }
            Stop state { -> FINAL after 1s; }
        }
    }
}

pub mod target_that_is_none {
    skill! { pub skill Probe() { start state Go { -> ("no tag") after 2s; -> FINAL after 3s; } } }
}

pub mod type_before_the_colon {
    skill! {
        pub skill Probe(times: u32 u32, sec: f32) {
            start state Begin { -> Go(1) after 1s; }
            state Go(next: u32 u32) { -> FINAL when self.next > self.times; -> FAILED after self.sec; }
        }
    }
}
