//! Signs and words in heads of skills and states, after which all is declared.

#[macro_use]
extern crate skill_runtime;

#[path = "../robot.rs"]
pub mod robot;

pub mod after_a_word_of_the_language {
    skill! {
        pub skill Probe() {
            start A;
            state A { flow der(self.x_m) = 1.0; -> FINAL after 1s; }
            state * { -> FINAL after 1s; }
        }
    }
}

pub mod range_after_a_comma {
    skill! {
        pub skill Probe(speed: f32 = 0.5, in 0.0..=1.0, count: u32 = 1) {
            start state A { -> FINAL when self.speed > 0.1 && self.count > 1; -> FAILED after 1s; }
        }
    }
}

pub mod continuous_in_vars {
    skill! {
        pub skill Probe() {
            vars { continuous far_m: f32 = 0.0 }
            start state A { -> FINAL when self.far_m > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod arguments_block {
    skill! {
        pub skill Probe() {
            arguments { limit: u32, wait_sec: f32 = 1.0 in 0.0..=5.0 }
            start state A { -> FAILED("{}", self.limit) after self.wait_sec; }
        }
    }
}

pub mod arguments_without_parentheses {
    skill! {
        pub skill Probe limit: u32 = 3 in 1..=9, wait_sec: f32 -> u32 {
            start state A { -> FINAL(self.limit) after self.wait_sec; }
        }
    }
    skill! {
        pub skill Calls() {
            depends_skills { Probe }
            start state A = Probe { limit: 4, wait_sec: 1.0 }? { -> FINAL on FINAL(n) when n > 3; -> FAILED on FINAL; }
        }
    }
}

pub mod arrow_after_outcome {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count, Locate }
            start state A = 1 of (n: Count {}, spot: Locate {})? {
                -> B(count) on FINAL -> count;
                -> FAILED("{}", m) on FINAL(n: m);
                -> FAILED on FINAL;
            }
            state B(n: u32) { -> FAILED("{}", self.n) after 1s; }
        }
    }
}

pub mod arrow_and_colon_around_result {
    skill! {
        pub skill Probe() -> u32 => { start state A { -> FINAL(3) after 1s; } }
    }
    skill! {
        pub skill Other() -> (u32): { start state A { -> FINAL(3) after 1s; } }
    }
}

pub mod failure_is_mut {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {} { -> FINAL on FINAL; -> FAILED(why) on FAILED(mut why); }
        }
    }
}

pub mod interface_constant_with_comma {
    interface! {
        pub Arm {
            const REACH_M: f32 = 0.8,
            /// The grip.
            enum Grip { Open, Closed }
            const STEPS: u32 = 4
            fields { z_m: f32, grip: Grip }
        }
    }
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A { -> FINAL when arm.z_m > arm::REACH_M && arm.grip == arm::Grip::Open; -> FAILED after 1s; }
        }
    }
}

pub mod blackboard_id_after_type {
    use crate::robot::{Arm, Light};
    blackboard! {
        pub Board { Light as "Desk Light", arm: Arm = "Left Arm" }
    }
    pub fn light(board: &Board) -> u32 {
        let _ = (&board.desk_light, &board.left_arm);
        0
    }
}

pub mod own_name_as_target {
    skill! {
        pub skill Probe() {
            start state First { -> FINAL after 1s; -> Probe after 2s; }
        }
    }
}

pub mod parameters_block {
    skill! {
        pub skill Probe() {
            parameters { limit: u32 = 3 in 1..=9 }
            start state A { -> FAILED("{}", self.limit) after 1s; }
        }
    }
}

pub mod placeholder_with_number {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0, x: f32 = 0.0 }
            start state A {
                init { self.n += 1; self.x += 1.0; }
                -> FAILED("nothing after {0}", self.n) after 1s;
                -> FAILED("nothing after {1:.2}", self.x) after 2s;
            }
        }
    }
}

pub mod result_as {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count, Locate }
            start state A = (n: Count {}, spot: Locate {})? {
                -> B(count) on FINAL(n as count) when count > 3;
                -> B(count) on FINAL(count = n);
            }
            state B(n: u32) { -> FAILED("{}", self.n) after 1s; }
        }
    }
}

pub mod result_is_mut {
    use crate::robot::*;
    impl Spot {
        pub fn clear(&mut self) -> bool {
            self.x_m = 0.0;
            true
        }
    }
    skill! {
        pub skill Probe() {
            depends_skills { Locate }
            start state A = Locate {}? {
                -> FINAL on FINAL(mut spot) when spot.clear();
                -> FAILED("{}", spot.x_m) on FINAL(spot);
            }
        }
    }
}

pub mod result_after_equals {
    skill! {
        pub skill Probe() -> u32 { start state A { -> FINAL = 1 + 2 after 1s; } }
    }
}

pub mod result_not_named {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {}? { -> B(count) on FINAL; }
            state B(n: u32) { -> FAILED("{}", self.n) after 1s; }
        }
    }
}

pub mod results_of_a_wrong_list {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count, Locate }
            start state A = any of (n: Count {}, spot: Locate {})? {
                -> B(count) on FINAL(n: count);
                -> FAILED("{}", m) on FINAL(n: m);
                -> FAILED on FINAL;
            }
            state B(n: u32) = Count {} && Locate {}? { -> B(count) on FINAL(count: count); }
            state C = (n: Count {}, spot: Locate {})? { -> B(count) on FINAL(m: count); }
        }
    }
}

pub mod state_parameter_without_lifetime {
    skill! {
        pub skill Probe() {
            start state A { -> B after 1s; }
            state B(text: &str = 3) { -> FAILED("{}", self.text.len() as u32) after 1s; }
        }
    }
}

pub mod state_as_value {
    skill! {
        pub skill Probe() -> u32 {
            start state A { -> B(Stop, Stop) otherwise; }
            state B(next: state(), laps: u32) { -> FINAL(self.laps) when self.laps > 3; -> self.next after 1s; }
            state Stop { -> FINAL(Stop) after 1s; }
        }
    }
}

pub mod variables_block {
    skill! {
        pub skill Probe() {
            variables { n: u32 = 0 }
            start state A {
                locals { m: u32 = 0 }
                init { self.n += 1; self.m += 1; }
                -> FAILED("{} {}", self.n, self.m) after 1s;
            }
        }
    }
}

pub mod generic_result {
    use skill_runtime::SkillResult;
    #[derive(Clone, Copy, PartialEq, Debug, SkillResult)]
    pub struct Spot<T> {
        pub x_m: f32,
        pub y_m: T,
    }
    skill! {
        pub skill Probe() -> Spot<f32> {
            start state A { -> FINAL(Spot { x_m: 1.0, y_m: 2.0 }) after 1s; }
        }
    }
}

pub mod generic_arguments {
    use skill_runtime::Arguments;
    #[derive(Clone, Default, PartialEq, Debug, Arguments)]
    pub struct Joints<T> {
        pub yaw: Option<T>,
    }
    skill! {
        pub skill Probe(..joints: Joints<f32>) {
            start state A { -> FINAL when self.joints.yaw.is_some(); -> FAILED after 1s; }
        }
    }
}
