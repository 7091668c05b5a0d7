//! The second mistake in one transition, block, list or call is reported beside the first.

#[macro_use]
extern crate skill_runtime;
#[path = "../robot.rs"]
pub mod prelude;

use prelude::*;

pub mod semicolon_after_a_unit {
    use super::*;
    skill! {
        /// W.
        pub skill Wait() {
            depends_interfaces { light: Light }
            start state Go { -> FINAL when light.on; -> FAILED("x") after 5 }
        }
    }
}

pub mod guard_after_a_reason {
    use super::*;
    skill! {
        /// C.
        pub skill C() {
            depends_skills { Grip }
            start state A = Grip {} { -> FINAL on FINAL; -> FAILED(EMPTY "none") on FAILED when self.failures < 3; -> FAILED on FAILED; }
        }
    }
}

pub mod guard_before_a_time {
    use super::*;
    skill! { /// O.
        pub skill O() { depends_interfaces { stick: Stick } start state A { -> FINAL when stick.buton for 500; -> FAILED("x") after 1s; } } }
}

pub mod guard_after_a_time {
    use super::*;
    skill! { /// O.
        pub skill O() { depends_interfaces { stick: Stick } start state A { -> FINAL after 2 when stick.buton; -> FAILED("x") after 3s; } } }
}

pub mod numbers_of_a_kind {
    use super::*;
    skill! { /// O.
        pub skill O() { depends_interfaces { stick: Stick } start state A { -> FAILED(stuck: "x {}", stick.third_axis) when stick.button; -> FINAL after 3s; } } }
}

pub mod kind_after_braces {
    use super::*;
    skill! { /// W.
        pub skill W() { depends_skills { Grip } start state A = Grip {} { -> FINAL on FINAL; -> FAILED{"x"} on FAILED(w) when w.is(Grip::FOO); -> FAILED on FAILED; } } }
}

pub mod values_beside_elif {
    use super::*;
    skill! {
        /// J.
        pub skill J() { depends_interfaces { stick: Stick, writes light: Light } start state A { loop { if stick.button { light.on = True; } elif stick.center { light.on = False; } } -> FAILED("x") after 1s; } }
    }
}

pub mod second_block {
    use super::*;
    skill! { /// K.
        pub skill K() { depends_interfaces { writes light: Light }
            start state A { loop { light.on = !light.on; } loop { self.count += 1; } -> FINAL after 3s; } } }
}

pub mod name_after_a_semicolon {
    use super::*;
    skill! { /// O.
        pub skill O() { depends_interfaces { writes light: Light } start state A { init { light.on = true light.brightness = self.level; } -> FINAL after 1s; } } }
}

pub mod message_after_an_assignment {
    use super::*;
    skill! { /// O.
        pub skill O() { depends_interfaces { light: Light, base: Base } start state A { init { light.on = true; base.send(base::Drive { v: 0.1, omega_rad_per_sec: 0.0 }); } -> FINAL after 1s; } } }
}

pub mod field_beside_a_name {
    use super::*;
    skill! { /// P.
        pub skill P() { params { slow: f32 = 0.5 in 0.1..=1.0 } depends_interfaces { base: Base } start state A { init { base.send(base::Drive { v_m_per_sec: slow, omega: 0.0 }); } -> FINAL when base.far_m > 1.0; -> FAILED("x") after 2s; } } }
}

pub mod field_with_equals {
    use super::*;
    skill! { /// W.
        pub skill W() { depends_interfaces { base: Base, gripper: Gripper } start state A { init { base.send(base::Drive { v: 0.1, omega_rad_per_sec: 0.0 }); gripper.send(gripper::Close { force_n = 2.0 }); } -> FINAL after 1s; } } }
}

pub mod message_after_a_comma {
    use super::*;
    skill! { /// K.
        pub skill K() { depends_interfaces { left: SideArm = "Left", right: SideArm = "Right" }
            start state A = (left.send(side_arm::MoveTo { z_m: 0.1 }) right.send(side_arm::MoveTo { z: 0.1 })) { -> FINAL on FINAL; -> FAILED("x") after 1s; } } }
}

pub mod argument_after_a_comma {
    use super::*;
    skill! { /// O.
        pub skill O() { depends_skills { Pause, Count } start state A = (Pause { time_sec: 1.0 } Count { up: 3 })? { -> FINAL on FINAL; } } }
}

pub mod default_after_a_missing_one {
    skill! { /// P.
        pub skill P() { start state A(n: u32, x: f32 = 0) { -> FINAL when self.n > 1 && self.x > 1.0; -> A(1, 2.0) after 1s; } } }
}

pub mod target_beside_a_parameter {
    skill! { /// P.
        pub skill P() { start state A { -> B(C) after 1s; } state B(next: state ref()) { -> self.nxt after 1s; } state C { -> FINAL after 1s; } } }
}

pub mod option_after_a_comma {
    use super::*;
    skill! {
        /// K.
        pub skill K() { depends_interfaces { base: Base (max_age = 1s keeps_runing) }
            start state A { init { base.send(base::Drive { v_m_per_sec: 0.2 }); } -> FINAL when base.far_m > 1.0; -> FAILED("x") after 1s; } } }
}

pub mod label_beside_a_skill {
    use super::*;
    skill! { /// O.
        pub skill O() -> u32 { depends_skills { Pause, Count } start state A = (Puse {}, n: Count {})? { -> FINAL(m) on FINAL(m: m); } } }
}

pub mod list_in_braces {
    use super::*;
    blackboard! { /// B.
        pub Board { fields { arm: SideArm } } }
    skill_space! { /// S.
        pub Skills on Board { skills { Pause } } }
}

pub mod skills_of_a_wrong_board {
    use super::*;
    skill! { /// L.
        pub skill L() { depends_interfaces { light: Light } start state A { -> FINAL when light.on; } } }
    blackboard! { /// B.
        pub Board { arm Arm, } }
    skill_space! { /// S.
        pub Skills on Board { L } }
}

pub mod returned_values {
    skill! { /// R.
        pub skill R() -> bool { start state A { -> return true when self.elapsed() > 1.0; -> return FINAL after 2s; } } }
}

pub mod failure_of_what_is_final {
    use super::*;
    skill! { /// F.
        pub skill F() { depends_skills { Pause } start state A = Pause {} { -> FAILED(why) on FINAL; -> FAILED on FAILED; } } }
}

pub mod history_of_uml {
    skill! { /// H.
        pub skill H() { start state A { -> B after 1s; start state C { } } state B { -> H(A) after 1s; } } }
}

pub mod question_after_a_name {
    skill! { /// Q.
        pub skill Q(near?: f32) { start state A { -> FINAL when self.near.is_some(); -> FAILED("x") after 1s; } } }
    skill! { /// C.
        pub skill C() { depends_skills { Q } start state A = Q {}? { -> FINAL on FINAL; } } }
}

pub mod texts_that_borrow {
    skill! { /// T.
        pub skill T(name: &str = "home", other: Option<String>) { start state A { -> FINAL when self.name.as_str() == "a" && self.other.is_none(); -> FAILED("x") after 1s; } } }
    skill! { /// C.
        pub skill C() { depends_skills { T } start state A = T { name: "cup" }? { -> FINAL on FINAL; } } }
}

pub mod result_that_allocates {
    skill! { /// R.
        pub skill R() -> Vec<u8> { start state A { -> FINAL(vec![1]) after 1s; } } }
}

pub mod interface_in_a_variable_of_a_state {
    use super::*;
    skill! { /// V.
        pub skill V() { depends_interfaces { base: Base } start state A { vars { begun_m: f32 = base.far_m } -> FINAL when self.begun_m > 1.0; -> FAILED("x") after 1s; } } }
}

pub mod function_that_is_no_action {
    use super::*;
    fn before() -> Pause { Pause { time_sec: Some(1.0) } }
    skill! { /// F.
        pub skill F() { depends_skills { Pause } start state A = before()? { -> FINAL on FINAL; } } }
}

pub mod colon_before_the_fields_of_a_group {
    field_group! { head: { yaw, pitch } }
}

pub mod results_that_are_none {
    skill! { /// R.
        pub skill R() -> Result<bool, u8> { start state A { -> FINAL(true) after 1s; } } }
    skill! { /// T.
        pub skill T() -> (bool, bool) { start state A { -> FINAL((true, false)) after 1s; } } }
    skill! { /// U.
        pub skill U() -> u64 { start state A { -> FINAL(1) after 1s; } } }
}

pub mod end_as_a_time {
    use super::*;
    skill! { /// E.
        pub skill E() { depends_skills { Pause } start state A = Pause {} { -> FINAL after FINAL; -> FAILED on FAILED; } } }
}

pub mod name_that_is_missing_twice {
    skill! { /// N.
        pub skill N() { start state A { loop { self.times += 1; } -> FINAL when self.times > 3; -> FAILED("x") after 1s; } } }
}

pub mod variable_of_another_interface {
    use super::*;
    skill! { /// V.
        pub skill V() { depends_interfaces { base: Base, base: Stick } start state A { -> FINAL when stick.button && base.far_m > 1.0; -> FAILED("x") after 1s; } } }
}

pub mod group_without_a_type {
    field_group! { head { yaw, pitch } }
    interface! { /// N.
        pub Neck { fields { ..head } } }
    skill! { /// N.
        pub skill N() { depends_interfaces { neck: Neck } start state A { -> FINAL when neck.yaw > 1.0; -> FAILED("x") after 1s; } } }
}
