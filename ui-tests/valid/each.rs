//! Blocks that declare several skills.
#![deny(warnings, missing_docs)]

use skill_runtime::{Agent, Skill, Status, agent, blackboard, interface, skill, skill_space};

mod parts {
    //! Sub-skills.
    use skill_runtime::skill;
    skill! {
        /// Homes.
        pub skill HomeLeft(far_m: f32 = 0.1 in 0.0..=1.0) {
            start state A {
                -> FAILED(SLOW: "slow") when self.far_m > 0.5;
                -> FINAL otherwise;
            }
        }
    }
    skill! {
        /// Homes.
        pub skill HomeRight(far_m: f32 = 0.2 in 0.0..=2.0) -> u32 {
            start state A {
                -> FAILED(SLOW: "slow") when self.far_m > 0.7;
                -> FINAL(3) otherwise;
            }
        }
    }
}

interface! {
    /// An arm.
    pub Arm {
        fields { z_m: f32 }
        messages { Stop }
    }
}
blackboard! {
    /// Two arms.
    pub Board { "Left": Arm, "Right": Arm }
}

/// Works for both.
fn lift(ports: &mut LeftToPorts<'_>, z_m: f32) -> Status {
    if ports.arm.z_m > z_m { Status::Final } else { Status::Running }
}

skill! {
    /// Moves an arm.
    #[must_use]
    pub skill [
        LeftTo,
        RightTo,
    ](z_m: f32 = 0.2) -> f32 {
        depends_interfaces {
            arm: Arm = [
                "Left",
                "Right",
            ] (max_age = 40ms)
        }
        depends_skills {
            Home = [
                parts::HomeLeft,
                parts::HomeRight,
            ],
        }
        vars { next: Home = Home { far_m: Some(0.3), ..Home::default() }, seen: f32 = 0.0 }
        start state Begin = Home { far_m: 0.1, ..self.next.clone() } {
            exit { self.seen = arm.z_m; }
            -> Lift(arm.z_m) on FINAL;
            -> FAILED("slow at {}", self.seen) on FAILED(why) when why.is(Home::SLOW);
            -> FAILED(why) on FAILED(why);
        }
        state Lift(high_m: f32) = (home: Home {}, action lift(self.high_m + self.z_m)) {
            init { arm.send(arm::Stop); }
            -> FINAL(self.high_m) on FINAL;
            -> FAILED on FAILED;
        }
    }
}
skill! {
    /// Moves both arms.
    pub skill [Both, Swapped]() {
        depends_skills { First = [LeftTo, RightTo], Second = [RightTo, LeftTo] }
        start state A = (First {}, Second {})? {
            -> FINAL on FINAL(first: a, second: b) when a > b;
            -> A on FINAL;
        }
    }
}
skill! {
    /// Swaps what it runs, under the same names.
    pub skill [Crossed, Straight]() {
        depends_skills { LeftTo = [RightTo, LeftTo], RightTo = [LeftTo, RightTo] }
        start state A = LeftTo {}? { -> B on FINAL; }
        state B = RightTo { ..RightTo::default() }? { -> FINAL on FINAL; }
    }
}
agent! {
    /// Moves the arms.
    pub agent [Calm, Busy]() {
        depends_skills { Task = [LeftTo, RightTo] }
        start state A = Task { z_m: 0.1 } {
            -> B on FINAL;
            -> B on FAILED;
        }
        state B { -> A after 1s; }
    }
}
skill_space! {
    /// All.
    pub Space on Board {
        parts::HomeLeft, parts::HomeRight, LeftTo, RightTo, Both, Swapped, Crossed, Straight
    }
}

fn in_a_function() {
    skill! {
        skill [One, Two]() {
            depends_interfaces { arm: Arm = ["Left", "Right"] }
            start state A {
                -> FINAL when arm.z_m > 1.0;
                -> FAILED after 1s;
            }
        }
    }
    assert_eq!((One::INFO.name, Two::INFO.name), ("one", "two"));
}

#[test]
fn each_skill_has_its_own_description() {
    in_a_function();
    let ids = |info: &'static skill_runtime::SkillInfo| info.interfaces[0].id;
    assert_eq!((ids(LeftTo::INFO), ids(RightTo::INFO)), ("Left", "Right"));
    assert_eq!((LeftTo::INFO.name, RightTo::INFO.name), ("left_to", "right_to"));
    assert_ne!(LeftTo::INFO.id, RightTo::INFO.id);
    let sub_skills = |info: &'static skill_runtime::SkillInfo| info.deps[0].name;
    assert_eq!((sub_skills(LeftTo::INFO), sub_skills(RightTo::INFO)), ("home_left", "home_right"));
    assert_eq!((sub_skills(Crossed::INFO), sub_skills(Straight::INFO)), ("right_to", "left_to"));
    assert_eq!((sub_skills(Calm::INFO), sub_skills(Busy::INFO)), ("left_to", "right_to"));
    assert_eq!(LeftToState::Begin.name(), RightToState::Begin.name());
}
