//! Habits and slips of someone who knows other languages.

#[macro_use]
extern crate skill_runtime;

interface! {
    /// A base that drives.
    pub Mover {
        fields { bumped: bool, x: f32 }
        messages { Drive { speed: f32 } until Stop, flush Stop }
    }
}
skill! {
    /// Waits.
    pub skill Wait(time_sec: f32 = 1.0) {
        start state A { -> FINAL after self.time_sec; }
    }
}
skill! {
    /// Looks.
    pub skill Look() {
        depends_interfaces { mover: Mover }
        start state A { -> FINAL when mover.bumped; -> FAILED("none") after 1s; }
    }
}

pub mod a_mark_of_the_start {
    skill! {
        pub skill Probe() {
            [*] -> A;
            state A { -> FINAL after 1s; }
        }
    }
}

pub mod a_mark_of_the_start_inside {
    skill! {
        pub skill Probe() {
            start state O {
                [*] -> A;
                state A { -> FINAL after 1s; }
            }
        }
    }
}

pub mod a_path_as_a_target {
    skill! {
        pub skill Probe() {
            start state A { -> State::B after 1s; }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod a_result_of_a_state {
    skill! {
        pub skill Probe() {
            start state A() -> u32 { -> FINAL after 1s; }
        }
    }
}

pub mod a_misspelt_flush {
    interface! {
        pub Pump { fields { on: bool } messages { Run { flow: f32 } until Stop, flsh Stop } }
    }
}

pub mod until_before_a_message {
    interface! {
        pub Pump { fields { on: bool } messages { until Stop Run { flow: f32 }, flush Stop } }
    }
}

pub mod until_after_a_field {
    interface! {
        pub Pump { fields { on: bool until Stop } messages { flush Stop } }
    }
}

pub mod until_in_a_state {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state Go = mover.send(mover::Drive { speed: 0.2 }) until Stop { -> FINAL after 2s; }
        }
    }
}

pub mod keeps_running_in_a_state {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state Go = mover.send(mover::Drive { speed: 0.2 }) keeps_running { -> FINAL after 2s; }
        }
    }
}

pub mod keeps_running_of_a_skill {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Wait (keeps_running) }
            start state A = Wait {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod an_id_after_the_options {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover (keeps_running) = "mover" }
            start state Go = mover.send(mover::Drive { speed: 0.2 }) { -> FINAL after 2s; }
        }
    }
}

pub mod an_id_after_an_age {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover (max_age = 1s) = "mover" }
            start state A { -> FINAL when mover.bumped; -> FAILED("x") after 1s; }
        }
    }
}

pub mod let_in_a_flow {
    skill! {
        pub skill Probe() {
            continuous { h: f32 = 1.0 }
            start state A { flow { let k = 2.0; der(self.h) = -k; } -> FINAL when crossing self.h < 0.0; }
        }
    }
}

pub mod pub_in_a_blackboard {
    use super::*;
    blackboard! { pub Small { pub mover: Mover } }
}

pub mod an_enum_in_a_skill {
    skill! {
        pub skill Probe() {
            enum Mode { A, B }
            vars { m: Mode = Mode::A }
            start state A { -> FINAL when self.m == Mode::B; -> FAILED("x") after 1s; }
        }
    }
}

pub mod let_in_a_skill {
    skill! {
        pub skill Probe() {
            let mut n: u32 = 0;
            start state A { loop { n += 1; } -> FINAL when n > 2; }
        }
    }
}

pub mod a_time_first {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A { when mover.bumped -> FINAL; after 5s -> FAILED("x"); }
        }
    }
}

pub mod publishes {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { publishes mover: Mover, subscribes other: Mover }
            start state A { init { mover.x = 1.0; } -> FINAL when other.bumped; -> FAILED("x") after 1s; }
        }
    }
}

pub mod a_misspelt_of {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Wait, Look }
            start state A = 1 fo (Wait {}, Look {})? { -> FINAL on FINAL; }
        }
    }
}

pub mod an_equation_in_loop {
    skill! {
        pub skill Probe() {
            continuous { h: f32 = 1.0 }
            start state A { loop { der(self.h) = -1.0; } -> FINAL when crossing self.h < 0.0; -> FAILED("x") after 9s; }
        }
    }
}

pub mod a_state_with_two_equals {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Wait, Look }
            start state A == Wait {}? { -> B on FINAL; }
            state B = Look {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod params_in_a_state {
    skill! {
        pub skill Probe() {
            start state A { params { t: f32 = 1.0 } init { vars { n: u32 = 0 } } -> FINAL after self.t; }
        }
    }
}

pub mod interfaces_in_a_state {
    skill! {
        pub skill Probe() {
            start state A { depends_interfaces { mover: Mover } -> FINAL when mover.bumped; -> FAILED("x") after 1s; }
        }
    }
}

pub mod skills_in_a_state {
    skill! {
        pub skill Probe() {
            start state A = Wait {}? { depends_skills { Wait } -> FINAL on FINAL; }
        }
    }
}

pub mod continuous_in_a_state {
    skill! {
        pub skill Probe() {
            start state A { continuous { h: f32 = 1.0 } flow { der(self.h) = -1.0; } -> FINAL when crossing self.h < 0.0; }
        }
    }
}

pub mod vars_in_always {
    skill! {
        pub skill Probe() {
            always { vars { n: u32 = 0 } -> FINAL when self.n > 3; }
            start state A { loop { self.n += 1; } -> FAILED("x") after 9s; }
        }
    }
}

pub mod vars_in_the_arguments {
    skill! {
        pub skill Probe(vars { n: u32 = 0 }) {
            start state A { loop { self.n += 1; } -> FINAL when self.n > 3; }
        }
    }
}

pub mod an_outcome_in_always {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Wait }
            always { -> FINAL on FINAL; -> FAILED on FAILED; }
            start state A = Wait {} {}
        }
    }
}

pub mod a_precondition_in_always {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            always { precond -> FINAL when mover.bumped; }
            start state A { -> FAILED("x") after 1s; }
        }
    }
}

pub mod pass {
    skill! {
        pub skill Probe() {
            start state A { init { pass } -> B after 1s; }
            state B { pass; -> FINAL after 1s; }
        }
    }
}

pub mod a_state_that_extends {
    skill! {
        pub skill Probe() {
            start state A { -> B after 1s; }
            state B extends A { -> FINAL after 1s; }
        }
    }
}

pub mod a_sequence {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Wait, Look }
            start state A = Sequence(Wait {}, Look {})? { -> FINAL on FINAL; }
        }
    }
}

pub mod an_outcome_first {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Wait }
            start state A = Wait {}? { succeeded -> B; aborted -> FAILED; }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod a_type_before_its_name {
    skill! {
        pub skill Probe() {
            depends_interfaces { Mover: mover }
            start state A { -> FINAL when mover.bumped; -> FAILED("x") after 1s; }
        }
    }
}

pub mod comparisons_reversed {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A { -> FINAL when mover.x => 1.0; -> FAILED("x") when mover.x =< 0.0; }
        }
    }
}

pub mod int_for_init {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0 }
            start state A { int { self.n = 1; } -> FINAL when self.n > 3; -> FAILED("x") after 1s; }
        }
    }
}

pub mod a_misspelt_action {
    fn f(_: &mut ProbePorts<'_>) -> skill_runtime::Status {
        skill_runtime::Status::Final
    }
    skill! {
        pub skill Probe() { start state A = acton f()? { -> FINAL on FINAL; } }
    }
}

pub mod a_misspelt_precondition {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A { precon -> FINAL when mover.bumped; -> FAILED("x") after 1s; }
        }
    }
}

pub mod a_misspelt_self {
    skill! {
        pub skill Probe(n: u32 = 3) {
            start state A { -> FINAL when slef.n > 2; -> FAILED("x") after 1s; }
        }
    }
}

pub mod an_arrow_with_a_space {
    skill! {
        pub skill Probe() {
            start state A { - > FINAL after 1s; }
        }
    }
}

pub mod a_crossing_after_a_time {
    skill! {
        pub skill Probe() {
            continuous { h: f32 = 1.0 }
            start state A {
                flow { der(self.h) = -1.0; }
                -> B after 1s when crossing self.h < 0.0;
                -> FAILED("x") after 9s;
            }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod a_path_with_values {
    skill! {
        pub skill Probe() {
            start state A { -> states::B(2) when true; }
            state B(n: u32) { -> FINAL when self.n > 1; -> FAILED("x") after 1s; }
        }
    }
}

pub mod a_struct_in_a_skill {
    skill! {
        pub skill Probe() {
            struct Spot { x: f32 }
            vars { spot: Spot = Spot { x: 1.0 } }
            start state A { init { self.spot.x = 2.0; } -> FINAL when self.spot.x > 1.0; -> FAILED("x") after 1s; }
        }
    }
}

pub mod an_interface_in_always {
    skill! {
        pub skill Probe() {
            always { depends_interfaces { mover: Mover = "Base" } -> FINAL when mover.bumped; }
            start state A { -> FAILED("x") after 1s; }
        }
    }
}

pub mod publishes_to_an_interface {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { publish mover: Mover }
            start state A { loop { mover.bumped = true; } -> FINAL when mover.x > 1.0; -> FAILED("x") after 1s; }
        }
    }
}

pub mod time_with_a_comma {
    skill! {
        pub skill Probe() {
            start state A { -> B after 1,5s; -> FINAL after 2; }
            state B { -> FINAL after 0,25; }
        }
    }
}

pub mod two_guards {
    interface! { pub Stick { fields { button: bool, far: bool } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { stick: Stick }
            start state A { -> FINAL when stick.button when stick.far; }
        }
    }
}

pub mod guard_in_brackets {
    interface! { pub Stick { fields { button: bool } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { stick: Stick }
            start state A { -> B [!stick.button]; -> FAILED after 2s; }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod let_without_a_value {
    interface! { pub Camera { fields { x_m: f32, ok: bool } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { camera: Camera }
            start state A {
                -> B(x_m) when let Some(x_m) && x_m < 2.0;
                -> B(y_m) when camera.ok && let Some(y_m);
                -> FINAL after 1s;
            }
            state B(to_m: f32) { -> FINAL when self.to_m > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod cycle_until_a_number_of_seconds {
    skill! {
        pub skill Probe(speed: f32 = 1.0) {
            start state A { -> FINAL after 0.01 / self.speed; -> B otherwise; }
            state B { -> FINAL after 0.5; -> A otherwise; }
        }
    }
}

pub mod action_among_the_skills {
    fn look(_yaw_rad: f32) {}
    skill! { pub skill Walk() { start state A { -> FINAL after 1s; } } }
    skill! {
        pub skill Probe() {
            depends_skills { Walk, look }
            start state A = (action look(0.5), Walk {})? { -> B on FINAL; }
            state B = action look(1.0)? { -> FINAL on FINAL; }
        }
    }
}

pub mod skill_as_an_action {
    skill! { pub skill Walk() { start state A { -> FINAL after 1s; } } }
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = action Walk()? { -> FINAL on FINAL; }
        }
    }
}

pub mod argument_named_twice_and_read_between {
    skill! {
        pub skill Probe(angle_rad: f32, from_rad: f32 = -angle_rad, angle_rad: f32) {
            start state A { -> FINAL when self.from_rad > self.angle_rad; -> FAILED after 1s; }
        }
    }
}

pub mod group_without_its_derive {
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Joints {
        pub neck_rad: Option<f32>,
    }
    skill! {
        pub skill Pose(..joints: Joints) { start state A { -> FINAL when self.joints.neck_rad.is_some(); -> FAILED after 1s; } }
    }
    skill! {
        pub skill Probe() {
            depends_skills { Pose }
            start state A = Pose { joints: Joints::default() }? { -> FINAL on FINAL; }
        }
    }
}

pub mod length_that_is_no_number {
    interface! {
        pub Eye { fields { float history[4 4], count: u8 } }
    }
}

pub mod skill_that_runs_itself {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Wait }
            start state All = Wait {}? { -> Back on FINAL; }
            state Back = Probe {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod start_state_that_runs_the_skill {
    skill! {
        pub skill Probe() {
            start state Back = Probe {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod agent_that_runs_itself {
    use super::*;
    agent! {
        pub agent Probe() {
            depends_skills { Wait }
            start state All = Wait {}? { -> Back on FINAL; }
            state Back = (Wait {}, Probe {})? { -> All on FINAL; }
        }
    }
}

pub mod foreign_type_of_what_a_default_uses {
    skill! {
        pub skill Probe(angle_rad: float in -1.5..=1.5, from_rad: f32 = -angle_rad) {
            vars { to_rad: f32 = angle_rad }
            start state A { -> FINAL when self.to_rad > self.from_rad; -> FAILED after 1s; }
        }
    }
}

pub mod foreign_type_of_a_variable_that_a_later_one_uses {
    skill! {
        pub skill Probe() {
            vars { angle_rad: float = 0.5, to_rad: f32 = -angle_rad }
            continuous { height_m: f32 = angle_rad }
            start state A {
                flow { der(self.height_m) = self.to_rad; }
                -> FINAL when crossing self.height_m > 1.0;
            }
        }
    }
}

pub mod parameter_as_a_reason {
    skill! {
        pub skill Probe() {
            params { strict: bool = false }
            start state A { -> FAILED(strict) when self.strict; -> FINAL after 1s; }
        }
    }
}

pub mod number_as_a_reason {
    skill! {
        pub skill Probe(limit_m: f32 = 1.0) {
            start state A { -> FAILED(limit_m) when self.limit_m > 2.0; -> FINAL after 1s; }
        }
    }
}

pub mod unknown_name_as_a_reason {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Look }
            start state A = Look {} { -> FAILED(lost) on FAILED; -> FINAL on FINAL; }
        }
    }
}

pub mod words_as_a_reason {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED(too late) after 1s; }
        }
    }
}

pub mod name_and_number_as_a_reason {
    skill! {
        pub skill Probe(limit_m: f32 = 1.0) {
            start state A { -> FAILED(limit, self.limit_m) when self.limit_m > 2.0; -> FINAL after 1s; }
        }
    }
}

pub mod other_name_of_a_failure {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Look }
            start state A = Look {} { -> FAILED(why) on FAILED(reason); -> FINAL on FINAL; }
        }
    }
}

pub mod always_in_a_state {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Wait }
            start state Go {
                always { -> FINAL after 1s; }
                start state In = Wait {}? { -> In on FINAL; }
            }
        }
    }
}

pub mod any_state_in_a_state {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Wait }
            start state Go {
                start state In = Wait {}? { -> In on FINAL; }
                any_state { -> FINAL after 1s; -> FAILED when self.elapsed() > 0.5; }
            }
        }
    }
}

pub mod only_transition_to_the_state_itself {
    skill! {
        pub skill Probe() {
            vars { bounces: u32 = 0 }
            start state Fall { -> Bounce after 1s; }
            state Bounce { init { self.bounces += 1; } -> Bounce otherwise; }
        }
    }
}

pub mod misspelt_send_of_a_variable_with_another_name {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { left: Mover = "Left" }
            start state Halt = left.post(mover::Stop) { -> FINAL after 200ms; }
        }
    }
}

pub mod message_of_a_variable_with_another_name {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { left: Mover = "Left" }
            start state Halt = left.Stop { -> FINAL after 200ms; }
        }
    }
}

pub mod message_without_its_module_to_a_misspelt_method {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { left: Mover = "Left" }
            start state Halt = left.publish(Drive { speed: 0.5 }) { -> FINAL after 200ms; }
        }
    }
}

pub mod outcome_as_a_pattern {
    skill! {
        pub skill Count() -> u32 { start state A { -> FINAL(1) after 1s; } }
    }
    skill! {
        pub skill Probe() -> u32 {
            depends_skills { Count }
            start state A = Count {}? {
                -> FINAL(1) on FINAL(count) when count > 3;
                -> FINAL(count) when let FINAL(count) = count && count > 1;
                -> FINAL(count) if let FINAL(count) = count;
            }
        }
    }
}

pub mod outcome_as_a_value {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Wait }
            start state A = Wait {} {
                -> FINAL when wait == FINAL;
                -> FAILED on FAILED;
            }
        }
    }
}

pub mod second_skill_of_a_header_that_runs_itself {
    use super::*;
    skill! {
        pub skill [Left, Right]() {
            depends_skills { Right }
            depends_interfaces { mover: Mover = ["Left", "Right"] }
            start state A = Right {}? { -> FINAL when mover.bumped; -> FINAL on FINAL; }
        }
    }
}

pub mod result_in_a_guard {
    skill! {
        pub skill Count() -> u32 { start state A { -> FINAL(1) after 1s; } }
    }
    skill! {
        pub skill Probe() -> u32 {
            depends_skills { Count }
            start state A = Count {}? {
                -> FINAL(n) when let Some(n) = count;
                -> FINAL(1) on FINAL;
            }
        }
    }
}
