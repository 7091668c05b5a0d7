//! Words of other languages, and the cures of what is at another place.

#[macro_use]
extern crate skill_runtime;
#[path = "../robot.rs"]
pub mod prelude;

use prelude::*;
use skill_runtime::{MessageId, StoredFailure};

pub mod arrow_for_via {
    use super::*;
    skill! {
        /// C.
        pub skill C() {
            depends_skills { Grip }
            start state A = Grip {} tries 3 -> Wait { -> FINAL on FINAL; }
            state Wait { -> AA after 1s; }
        }
    }
}

pub mod arrow_between_sub_skills {
    use super::*;
    skill! { /// M.
        pub skill M() { depends_skills { Locate, Grip }
            start state A = Locate {} -> Grip {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
}

pub mod let_before_a_sub_skill {
    use super::*;
    skill! { /// S.
        pub skill S() { depends_skills { Pause } start state A = let p = Pause {}? { -> FINAL on FINAL; } } }
}

pub mod run_before_a_sub_skill {
    use super::*;
    skill! { /// S.
        pub skill S() { depends_skills { Pause } start state A = run Pause {}? { -> FINAL on FINAL; } } }
}

pub mod call_before_a_sub_skill {
    use super::*;
    skill! { /// U.
        pub skill U() { depends_skills { Pause } start state A = call Pause { time_sec: 1.0 } { -> FINAL on FINAL; -> FAILED on FAILED; } } }
}

pub mod skill_before_a_sub_skill {
    use super::*;
    skill! { /// U.
        pub skill U() { depends_skills { Pause } start state A = skill Pause {}? { -> FINAL on FINAL; } } }
}

pub mod runs_for_equals {
    use super::*;
    skill! { /// U.
        pub skill U() { depends_skills { Pause } start state A runs Pause {}? { -> FINAL on FINAL; } } }
}

pub mod sub_skill_as_a_parameter {
    use super::*;
    skill! { /// U.
        pub skill U() { depends_skills { Pause } start state A(Pause {})? { -> FINAL on FINAL; } } }
}

pub mod sub_skill_in_a_body {
    use super::*;
    skill! { /// U.
        pub skill U() { depends_skills { Pause } start state A { Pause {} -> FINAL on FINAL; -> FAILED on FAILED; } } }
}

pub mod run_in_a_body {
    use super::*;
    skill! { /// S.
        pub skill S() { depends_skills { Pause } start state A { run Pause {}; -> FINAL on FINAL; -> FAILED on FAILED; } } }
}

pub mod state_before_a_target {
    skill! { /// U.
        pub skill U() { start state A { -> state B after 1s; } state B { -> FINAL after 1s; } } }
}

pub mod goto_before_a_target {
    skill! { /// U.
        pub skill U() { start state A { -> goto B after 1s; } state B { -> FINAL after 1s; } } }
}

pub mod action_of_a_block {
    use super::*;
    skill! { /// N.
        pub skill C() { depends_interfaces { base: Base } start state A = action { Status::Final } { -> FINAL on FINAL; -> FAILED("x") when base.far_m > 9.0; } } }
}

pub mod variable_without_equals {
    skill! { /// P.
        pub skill P() { vars { n: u32 0, m: u32 = 1 } start state A { loop { self.n += self.m; } -> FINAL when self.n > 5; } } }
}

pub mod head_of_python {
    skill! { /// U.
        def wait(time_sec=1.0): pass }
}

pub mod sub_skill_in_a_guard {
    use super::*;
    skill! { /// M.
        pub skill M() { depends_skills { Grip } depends_interfaces { base: Base }
            start state A { -> FINAL when Grip {}.done(); -> FAILED("x") when base.far_m > 3.0; } } }
}

pub mod interface_in_a_skill {
    use super::*;
    skill! { /// M.
        pub skill M() { interface { base: Base }
            start state A { -> FINAL when base.far_m > 1.0; -> FAILED("x") after 1s; } } }
}

pub mod renamed_dependency {
    mod a { skill_runtime::skill! { /// P.
     pub skill Pick() { start state W { -> FINAL after 1s; } } } }
    skill! { /// R.
        pub skill R() { depends_skills { a::Pick as Take } start state A = Take {}? { -> FINAL on FINAL; } } }
}

pub mod arguments_of_a_dependency {
    use super::*;
    skill! { /// R.
        pub skill R() { depends_skills { Pause { time_sec: 1.0 } } start state A = Pause {}? { -> FINAL on FINAL; } } }
}

pub mod name_of_a_dependency {
    skill! { /// S.
        pub skill S() { depends_skills { p: Pause } start state A = p {}? { -> FINAL on FINAL; } } }
}

pub mod misspelt_dependency {
    use super::*;
    skill! {
        /// C.
        pub skill C() {
            depends_skills { Puase, Locate }
            start state A = Pause {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod tries_of_an_entry {
    use super::*;
    skill! {
        /// C.
        pub skill C() {
            depends_skills { Count, Locate }
            start state A = (Count { upto: 3 } tries 2, Locate {})? { -> FINAL on FINAL; }
        }
    }
}

pub mod until_itself {
    interface! {
        /// A.
        pub Motor { fields { rpm: f32 } messages { Run { rpm: f32 } until Run, flush Stop } }
    }
}

pub mod age_on_a_board {
    use super::*;
    blackboard! {
        /// B.
        pub MyBoard { light: Light (max_age = 1s) }
    }
}

pub mod generic_id {
    use super::*;
    skill! {
        /// M.
        pub skill Up<ARM>(z_m: f32) {
            depends_interfaces { arm: SideArm = ARM }
            start state Go { -> FINAL when arm.z_m > self.z_m; -> FAILED("x") after 1s; }
        }
    }
}

pub mod names_in_parentheses {
    use super::*;
    skill! {
        /// M.
        pub skill (LUp, RUp)(z_m: f32) {
            depends_interfaces { arm: SideArm = ("Left", "Right") }
            start state Go { -> FINAL when arm.z_m > self.z_m; -> FAILED("x") after 1s; }
        }
    }
}

pub mod skill_of_a_list {
    use super::*;
    skill! {
        /// M.
        pub skill [LUp, RUp]() {
            depends_interfaces { arm: SideArm = ["Left", "Right"] }
            depends_skills { To = [LeftTo, RightTo] }
            start state Go = LeftTo { z_m: 0.3 }? { -> FINAL on FINAL when arm.z_m > 0.1; -> FINAL on FINAL; }
        }
    }
}

pub mod super_as_a_target {
    use super::*;
    skill! {
        /// N.
        pub skill N() {
            depends_interfaces { base: Base }
            start state Out { start state In { -> super after 1s; -> FINAL when base.far_m > 1.0; } }
        }
    }
}

pub mod attribute_after_start {
    skill! {
        /// J.
        pub skill J() { start #[allow(skill::dead_end)] state A { } }
    }
}

pub mod misspelt_lint {
    skill! {
        /// J.
        #[warn(skill::unused_args)]
        pub skill J(x: f32 = 1.0) { start state A { #[allow(skill::unused_argument)] -> FINAL after 1s; } }
    }
}

pub mod documentation_after_an_argument {
    skill! {
        /// J.
        pub skill J(
            x: f32 = 1.0, /// The x.
            y: f32 = 1.0 /// The y.
        ) { start state A { -> FINAL when self.x > self.y; -> FAILED("x") after 1s; } }
    }
}

pub mod field_that_is_null {
    use super::*;
    skill! {
        /// J.
        pub skill J() { depends_interfaces { base: Base } start state A { -> FINAL when base.far_m != null; -> FAILED("x") after 1s; } }
    }
}

pub mod crossing_with_equals {
    skill! {
        /// K.
        pub skill K() { continuous { h: f32 = 1.0 }
            start state A { flow { der(self.h) = -1.0; der(self.v) = 2.0; } -> FINAL when crossing self.h = 0.0; } } }
}

pub mod field_of_a_struct_of_arguments {
    use super::*;
    skill! { /// N.
        pub skill C(..joints: Joints) { start state A { -> FINAL when self.head_yaw.is_some(); -> FAILED("x") after 1s; } } }
}

pub mod range_of_times {
    skill! { /// N.
        pub skill P(wait_sec: f32 = 1.0 in 100ms..=5s) { start state A { -> FINAL after self.wait_sec; } } }
}

pub mod ticks_as_a_unit {
    skill! { /// N.
        pub skill P() { start state A { -> FINAL after 25ticks; } } }
}

pub mod rising_after_a_guard {
    use super::*;
    skill! { /// P.
        pub skill P() { depends_interfaces { stick: Stick } start state A { -> B when stick.button rising; -> FAILED("n") after 3 seconds; } state B { -> FINAL after 1s; } } }
}

pub mod rising_after_a_time {
    use super::*;
    skill! { /// V.
        pub skill V() { depends_interfaces { stick: Stick } start state A { -> FINAL when stick.button for 200ms rising; -> FAILED("x") after 1s; } } }
}

pub mod negative_without_a_sign {
    use super::*;
    skill! { /// N.
        pub skill C() { depends_skills { Count } start state A = Count { upto: -3 }? { -> FINAL on FINAL; } } }
}

pub mod path_of_a_dependency {
    use super::*;
    mod a { skill_runtime::skill! { /// P.
     pub skill Pick() { start state W { -> FINAL after 1s; } } } }
    skill! { /// R.
        pub skill R() { depends_skills { Pause } start state A = a::Pick {}? { -> FINAL on FINAL; } } }
}

pub mod negative_age {
    interface! { /// R.
        pub M { max_age = -1s; fields { x: f32 } } }
}

pub mod arrow_before_a_body {
    use super::*;
    skill! { /// S.
        pub skill S() { depends_interfaces { base: Base } start state A => { -> FINAL when base.far_m > 1.0; -> FAILED("x") after 1s; } } }
}

pub mod arrow_for_equals {
    use super::*;
    skill! { /// S.
        pub skill S() { depends_skills { Pause } start state A => Pause {}? { -> FINAL on FINAL; } } }
}

pub mod new_sub_skill {
    use super::*;
    skill! { /// S.
        pub skill S() { depends_skills { Pause } start state A = Pause::new(1.0)? { -> FINAL on FINAL; } } }
}

pub mod default_sub_skill {
    use super::*;
    skill! { /// S.
        pub skill S() { depends_skills { Pause } start state A = Pause::default()? { -> FINAL on FINAL; } } }
}

pub mod common_transition {
    use super::*;
    skill! { /// U.
        pub skill U() { depends_interfaces { base: Base } common_transition { -> FAILED("x") when base.far_m < 0.0; } start state A { -> FINAL after 1s; } } }
}

pub mod requires_interfaces {
    use super::*;
    skill! { /// U.
        pub skill U() { requires { base: Base } start state A { -> FINAL when base.far_m > 1.0; -> FAILED("x") after 1s; } } }
}

pub mod until_of_a_dependency {
    use super::*;
    skill! { /// V.
        pub skill V() { depends_interfaces { base: Base until Stop } start state A = base.send(base::GoTo { x_m: 1.0, y_m: 0.0 }) { -> FINAL on FINAL; } } }
}

pub mod walrus {
    use super::*;
    skill! {
        /// C.
        pub skill C() {
            depends_interfaces { camera: Camera }
            start state A { -> B(x) when (x := near(camera)) > 1.0; -> FAILED("x") after 2s; }
            state B(x: f32) { -> FINAL when self.x > 1.0; -> A after 1s; }
        }
    }
    fn near(c: &Camera) -> f32 { c.x_m }
}

pub mod default_of_a_struct {
    use super::*;
    skill! {
        /// Poses.
        pub skill Pose(..joints: Joints = Joints::default()) {
            start state Go { -> FINAL when self.joints.head_yaw.is_none(); -> FINAL after 1s; }
        }
    }
}

pub mod message_of_a_type {
    use super::*;
    skill! {
        /// C.
        pub skill C() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(Arm::MoveTo { x_m: 0.0, z_m: 0.4 }) { -> FINAL on FINAL; }
        }
    }
}

pub mod enum_of_a_type {
    interface! { /// R.
        pub M { enum Side { Left, Right } fields { side: Side } } }
    skill! { /// R.
        pub skill R() { depends_interfaces { m: M } start state A { -> FINAL when m.side == M::Side::Left; -> FAILED("x") after 1s; } } }
}

pub mod kind_in_quotes {
    use super::*;
    skill! {
        /// C.
        pub skill C() {
            depends_skills { Grip }
            start state A = Grip {} { -> FINAL on FINAL; -> B on FAILED(why) when why.is("EMPTY"); -> FAILED on FAILED; }
            state B { -> A after 1s; }
        }
    }
}

pub mod compared_failure {
    use super::*;
    skill! {
        /// C.
        pub skill C() {
            depends_skills { Grip }
            start state A = Grip {} { -> FINAL on FINAL; -> B on FAILED(why) when why == Grip::EMPTY; -> FAILED on FAILED; }
            state B { -> A after 1s; }
        }
    }
}

pub mod failure_as_a_number {
    use super::*;
    skill! {
        /// C.
        pub skill C() {
            depends_skills { Grip }
            start state A = Grip {} { -> FINAL on FINAL; -> FAILED("grip: {}", why) on FAILED(why); }
        }
    }
}

pub mod message_without_id {
    use super::*;
    skill! {
        /// C.
        pub skill C() {
            depends_interfaces { arm: Arm }
            vars { id: MessageId = MessageId::NONE }
            start state A {
                init { self.id = arm.send(arm::MoveTo { x_m: 0.0, z_m: 0.4 }); }
                -> FINAL when arm.done(self.id);
                -> FAILED("x") after 1s;
            }
        }
    }
}

pub mod message_unwrapped {
    use super::*;
    skill! { /// S.
        pub skill S() { depends_interfaces { base: Base } vars { id: MessageId = MessageId::NONE } start state A { init { self.id = base.send(base::Stop).unwrap(); } -> FINAL when base.done(self.id); -> FAILED("x") after 1s; } } }
}

pub mod failure_without_a_name {
    use super::*;
    skill! { /// K.
        pub skill K() { depends_skills { Grip }
            always { -> Rest(why) on FAILED; }
            start state A = Grip {} { -> FINAL on FINAL; }
            state Rest(why: StoredFailure) { -> FAILED(self.wy) after 1s; } } }
}

pub mod failure_in_a_guard {
    use super::*;
    skill! { /// O.
        pub skill O() { depends_skills { Grip } start state A = Grip {} { -> FINAL on FINAL; -> FINAL on FAILED when why.is(Grip::EMPTY); -> FINAL on FAILED(f) when f.kind() == 3; -> FAILED on FAILED; } } }
}

pub mod local_of_another_block {
    use super::*;
    skill! {
        /// J.
        pub skill J() { depends_interfaces { base: Base, writes light: Light } start state A { init { let start_m = base.far_m; } loop { light.brightness = base.far_m - start_m; } -> FAILED("x") after 1s; } }
    }
}

pub mod argument_in_a_default {
    skill! {
        /// P.
        pub skill P(base_m: f32 = 2.0) {
            params { gain: f32 = base_m * 2.0 }
            start state A { -> FINAL when self.base_m > self.gain; -> FAILED("x") after 1s; }
        }
    }
}

pub mod interface_in_a_default {
    use super::*;
    skill! { /// S.
        pub skill S(to_m: f32 = base.far_m + 1.0) { depends_interfaces { base: Base } start state A { -> FINAL when base.far_m > self.to_m; -> FAILED("x") after 1s; } } }
}

pub mod method_of_self {
    use super::*;
    skill! {
        /// J.
        pub skill J() { depends_interfaces { base: Base } start state A { -> FINAL when self.arrived(); -> FAILED("x") after 1s; } }
    }
}

pub mod published_message {
    use super::*;
    skill! { /// M.
        pub skill M() { depends_interfaces { base: Base }
            start state A { init { base.publish(base::Drive { v_m_per_sec: 0.1, omega_rad_per_sec: 0.0 }); } -> FINAL after 1s; -> FAILED("x") when base.far_m > 3.0; } } }
}

pub mod message_as_a_method {
    use super::*;
    skill! { /// U.
        pub skill U() { depends_interfaces { base: Base } start state A { init { base.Stop(); } -> FINAL when base.far_m > 1.0; -> FAILED("x") after 1s; } } }
}

pub mod precondition_otherwise {
    use super::*;
    skill! { /// K.
        pub skill K() { depends_interfaces { base: Base }
            start state A { precond -> FINAL otherwise; -> B when base.far_m > 1.0; }
            state B { -> FINAL after 1s; } } }
}

pub mod precondition_true {
    use super::*;
    skill! { /// O.
        pub skill O() { depends_interfaces { base: Base } start state A { precond -> FINAL when true; -> B when base.far_m > 1.0; } state B { -> FINAL after 1s; } } }
}

pub mod time_as_a_limit {
    skill! {
        /// J.
        pub skill J() { max_transitions = 5s; start state A { -> FINAL after 1s; } }
    }
}
