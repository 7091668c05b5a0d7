#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod after_the_call {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {}; { -> B on FINAL; -> FAILED on FAILED; }
            state B = Count {}! { -> C on FINAL; }
            state C = Count {}.await? { -> D on FINAL; }
            state D = Count {}?("few") { -> FINAL on FINAL; }
        }
    }
}

pub mod blackboard_with_equals {
    use crate::prelude::*;
    blackboard! {
        pub Board { "Motion" = Motion, legs: Motion }
    }
}

pub mod blocks_that_cannot_do_that {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            depends_interfaces { motion: Motion }
            vars { n: u32 = 0 }
            start state A {
                init { motion.send(motion::Stop)?; }
                loop { motion.send(motion::Stop, motion::Stop); this.n += 1; }
                exit { Walk { distance: Some(1.0) }.start(); }
                -> FINAL when self.n > 3;
            }
        }
    }
}

pub mod blocks_under_always {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0 }
            always { exit { self.n += 1; } vars { m: u32 = 0 } -> FINAL when self.n > 3; }
            start state A { -> B after 1s; }
            state B { -> A after 2s; }
        }
    }
}

pub mod call_with_the_base_first {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { ..Walk::default(), distance: 1.0, speed: 0.3 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod calls_of_other_languages {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count, Walk }
            depends_interfaces { motion: Motion }
            start state A = Walk(1.0)? { -> B on FINAL; }
            state B = Count()? { -> C on FINAL; }
            state C { Walk { distance: 2.0 }? -> D on FINAL; }
            state D = Parallel { Count {}, Walk { distance: 1.0 } }? { -> E on FINAL; }
            state E = action motion.halt()? { -> FINAL on FINAL; }
        }
    }
}

pub mod clocks {
    skill! {
        pub skill Probe() {
            start state A { -> B when self.time() > 1.0; -> B when self.elapsed_secs() > 1.0; -> B when self.elapsed().as_millis() > 5; -> FAILED when A.elapsed() > 3.0; }
            state B { loop { self.elapsed() = 0.0; } -> FINAL when self.elapsed() > 500ms; }
        }
    }
}

pub mod comment_after_the_last {
    skill! {
        pub skill Probe() {
            start state A {
                -> FINAL after 1s;
                /// That was all.
            }
        }
    }
}

pub mod comments_of_other_languages {
    skill! {
        pub skill Probe() {
            -- Waits for the ball.
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod default_after_the_range {
    skill! {
        pub skill Probe(a_sec: f32 in 0.5..=10.0 = 1.0) {
            start state A { -> FINAL after self.a_sec; }
        }
    }
}

pub mod default_of_another_type {
    skill! {
        pub skill Probe(a_sec: f32 = 2, n: u32 = None) {
            start state A { -> FINAL after self.a_sec; -> FAILED when self.n > 1; }
        }
    }
}

pub mod defaults_that_name_others {
    skill! {
        pub skill Probe(a_sec: f32 = self.b_sec, b_sec: f32 = c_sec, c_sec: f32 = 1.0) {
            params { p_sec: f32 = self.c_sec }
            start state A { -> FINAL after self.a_sec + self.b_sec + self.c_sec + self.p_sec; }
        }
    }
}

pub mod edge_with_its_source {
    skill! {
        pub skill Probe(n: u32) {
            start state Near { Near -> Far(3) when self.n > 1; -> FAILED after 2s; }
            state Far(k: u32) { Far -> FINAL after self.k as f32; }
        }
    }
}

pub mod equations_with_commas {
    skill! {
        pub skill Probe() {
            continuous { x: f32 = 0.0, y: f32 = 0.0 }
            start state A { flow { der(self.x) = self.y, der(self.y) = -1.0, } -> FINAL when crossing self.x < 0.0; }
        }
    }
}

pub mod failure_with_a_pattern {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {} { -> FINAL on FINAL; -> A on FAILED("late"); -> FAILED on FAILED; }
        }
    }
}

pub mod for_first {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when for 500ms motion.moving; -> FAILED when rising for 2s motion.speed > 1.0; }
        }
    }
}

pub mod functions_as_blocks {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0 }
            start state A {
                on exit { self.n += 1; }
                void update() { self.n += 2; }
                -> FINAL when self.n > 3;
            }
        }
    }
}

pub mod guard_of_a_result_assigns {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {}? { -> FINAL on FINAL(count) when count = 3; -> FAILED("other") on FINAL; }
        }
    }
}

pub mod guard_that_assigns {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            vars { n: u32 = 0 }
            start state A { loop { self.n += 1; } -> FINAL when motion.moving && self.n = 3; -> FAILED after 1s when motion.speed = 0.0; }
        }
    }
}

pub mod head_with_a_colon {
    agent! {
        pub agent Probe(): {
            start state A { -> A after 1s; }
        }
    }
}

pub mod head_with_pub_after {
    skill! {
        skill pub(crate) Probe() {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod head_with_the_result_first {
    skill! {
        pub skill Probe -> f32 (n: u32) {
            start state A { -> FINAL(1.5) when self.n > 1; -> FAILED after 1s; }
        }
    }
}

pub mod head_with_two_names {
    skill! {
        pub skill Probe Test() {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod interface_not_declared {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { init { arm.send(3); } -> FINAL when motion.moving && ball.seen; }
        }
    }
}

pub mod interface_slips {
    interface! {
        pub lamp<T> { fields { bool on, u32 hue } messages (capacity: 4) { Blink: { times: u32 }, Off flush } }
    }
    interface! { pub _ { fields { is_on: bool } } }
}

pub mod interfaces_in_other_orders {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: writes Motion, light: optional Motion: "Light", other: Motion max_age = 40ms }
            start state A { init { motion.speed = 1.0; } -> FINAL when light.moving; }
        }
    }
}

pub mod keyword_after_a_dot {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.final; -> FINAL when motion.speed ~= 3.0; -> FAILED after 1s; }
        }
    }
}

pub mod limit_without_semicolon {
    skill! {
        pub skill Probe() {
            max_transitions = 5
            max_iterations = 3
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod operators_of_other_languages {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            vars { n: u32 = 0 }
            start state A {
                init { self.n--; }
                loop { self.n = motion.moving ? 1 : 2; }
                exit { if self.n > 1 { self.n = 2; } elseif self.n > 2 { self.n = 3; } }
                -> FINAL when self.n === 3;
                -> FINAL when self.n !== 3;
                -> FINAL when self.n <> 3;
                -> FINAL when 0 < self.n < 3;
                -> FAILED when motion == null;
            }
        }
    }
}

pub mod outcome_and_a_guard {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            depends_interfaces { motion: Motion }
            start state A = Count {}? { -> B on FINAL and motion.moving; -> FINAL on FINAL; }
            state B = Count {} { -> FINAL on FINAL; -> A on FAILED & motion.moving; -> FAILED on FAILED; }
        }
    }
}

pub mod outcome_and_a_time {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {} { -> FINAL on FINAL after 500ms; -> A on FAILED otherwise; }
        }
    }
}

pub mod outcome_as_a_guard {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {} { -> FINAL when FINAL; -> FAILED when FAILED; }
        }
    }
}

pub mod outcome_of_a_condition {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL on motion.moving for 1s; -> FAILED on !motion.moving; }
        }
    }
}

pub mod outcome_or_another {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            depends_interfaces { motion: Motion }
            start state A = Count {} { -> FINAL on FINAL, FAILED; }
            state B = Count {} { -> FINAL on FINAL; -> A on FAILED || motion.moving; }
        }
    }
}

pub mod parameter_by_ampersand {
    skill! {
        pub skill Probe() {
            start state A { -> B(C) after 1s; }
            state B(next: &state(u32)) { -> self.next(1) after 1s; }
            state C(n: u32) { -> FINAL when self.n > 1; -> A after 1s; }
        }
    }
}

pub mod parameter_with_a_range {
    skill! {
        pub skill Probe() {
            start state A(n: u32 = 1 in 0..=5, m: f32 = 0.5 in 0.0..=1.0) { -> FINAL when self.n > 3 && self.m > 0.1; -> FAILED after 1s; }
        }
    }
}

pub mod parameters_declared_as_variables {
    skill! {
        pub skill Probe() {
            start state A { -> B(1, 2) after 1s; }
            state B(let k: u32, var m: u32) { loop { self.m += self.k; } -> FINAL when self.m > 9; }
        }
    }
}

pub mod range_with_three_dots {
    skill! {
        pub skill Probe(a_sec: f32 = 1.0 in 0.5...2.0) {
            start state A { -> FINAL after self.a_sec; }
        }
    }
}

pub mod reason_without_parentheses {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FAILED "late" after 1s; -> FINAL when motion.moving; }
        }
    }
}

pub mod result_after_self {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {}? { -> B(self.count) on FINAL(count) when self.count > 2; -> FINAL on FINAL; }
            state B(n: u32) { -> FINAL when self.n > 1; -> A after 1s; }
        }
    }
}

pub mod result_as_a_pattern {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {}? { -> FINAL on FINAL(Number(n)) when n > 1; -> FAILED("few") on FINAL; }
        }
    }
}

pub mod result_of_another_skill {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count, Walk }
            start state A = (Count {}, Walk { distance: 1.0 })? { -> FINAL on FINAL(Count: n) when n > 1; -> FAILED("few") on FINAL(third: m) when m > 1; -> FAILED("other") on FINAL; }
        }
    }
}

pub mod rising_as_a_method {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when (motion.speed > 1.0).rising(); -> FAILED when motion.moving.falling(); }
        }
    }
}

pub mod rising_in_a_block {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            vars { n: u32 = 0 }
            start state A { loop { while rising motion.moving { self.n += 1; } } -> FINAL when self.n > 3; }
        }
    }
}

pub mod sends_what_it_writes {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { writes motion: Motion }
            start state A { init { motion.speed = 1.0; motion.send(motion::Stop); } -> FINAL after 1s; }
        }
    }
}

pub mod skills_in_quotes {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { "Count" }
            start state A = Count {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod space_with_braces {
    use crate::prelude::*;
    skill_space! {
        pub Skills on Nowhere { Walk {}, Count() }
    }
    pub struct Nowhere;
}

pub mod start_misspelt {
    skill! {
        pub skill Probe() {
            strat state A { -> B after 1s; }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod state_named_by_a_string {
    skill! {
        pub skill Probe() {
            start state "Begin here" { -> "Stop" after 1s; -> "Begin here" after 2s; }
            state "Stop" { -> FINAL after 1s; }
        }
    }
}

pub mod state_twice_named {
    skill! {
        pub skill Probe() {
            start state A Begin { -> FINAL after 1s; }
        }
    }
}

pub mod state_with_a_colon {
    skill! {
        pub skill Probe() {
            start state A: { -> B after 1s; }
            state B(n: u32 = 1): { -> FINAL when self.n > 1; -> A after 1s; }
        }
    }
}

pub mod state_with_a_digit {
    skill! {
        pub skill Probe() {
            start state A { -> 3rd(1) after 1s; }
            state 3rd(n: u32) { -> FINAL when self.n > 1; -> A after 1s; }
        }
    }
}

pub mod state_with_hyphens {
    skill! {
        pub skill Probe() {
            start state A { -> go-to-ball after 1s; }
            state go-to-ball { -> FINAL after 1s; }
        }
    }
}

pub mod state_without_a_name {
    skill! {
        pub skill Probe() {
            start state (n: u32 = 0) { -> Last when self.n == 0; -> FINAL after 1s; }
            state Last { -> FINAL after 1s; }
            state
        }
    }
}

pub mod state_without_equals {
    use crate::prelude::*;
    fn wave(_: &mut ProbePorts<'_>) -> skill_runtime::Status {
        skill_runtime::Status::Final
    }
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A Count {}? { -> B on FINAL; }
            state B action wave() { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod states_in_braces {
    skill! {
        pub skill Probe() {
            state_machine { start state A { -> B after 1s; } state B { -> FINAL after 1s; } }
        }
    }
}

pub mod target_self {
    skill! {
        pub skill Probe() {
            start state A(n: u32 = 0) { -> self after 1s when self.n > 3; -> FINAL otherwise; }
        }
    }
}

pub mod time_in_quotes {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after "500ms"; -> FAILED after "soon"; }
        }
    }
}

pub mod time_with_a_unit {
    skill! {
        pub skill Probe(limit_sec: f32) {
            start state A { -> FINAL after self.limit_sec sec; -> FAILED after (self.limit_sec * 2.0) ms; }
        }
    }
}

pub mod time_with_half_a_name {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL after self. when motion.moving; }
        }
    }
}

pub mod two_mistakes_in_one_transition {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> Bak when motion.sped > 1.0; -> Bak after self.limt; -> FINAL if motion.moving for 2sec; }
            state Back { -> A after 1s; }
        }
    }
}

pub mod values_by_name {
    skill! {
        pub skill Probe() {
            start state A { -> B(k: 1, m = 2) after 1s; -> B { k: 1, m: 2 } after 2s; }
            state B(k: u32, m: u32) { -> FINAL when self.k > self.m; -> A after 1s; }
        }
    }
}

pub mod vars_without_braces {
    skill! {
        pub skill Probe() {
            vars count: u32 = 0;
            start state A { loop { self.count += 1; } -> FINAL when self.count > 3; }
        }
    }
}

pub mod words_twice {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            depends_interfaces { motion: Motion }
            start state A = Count {} { -> FINAL on on FINAL; -> A on FAILED; -> FINAL when when motion.moving; -> FAILED after after 9s; }
        }
    }
}

pub mod action_as_a_section {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            action stop |ports| { motion.send(motion::Stop); }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod comma_first_in_a_list {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { , Walk }
            start state A = Walk { distance: 1.0 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod word_in_place_of_an_equals_sign {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A with_skill(Walk) { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod words_twice {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { writes writes motion: Motion, optional optional light: Motion = "Light" }
            start state A { init { motion.moving = true; } -> FINAL when light.has_writer() && light.moving; -> FAILED after 3s; }
        }
    }
}

pub mod keywords_twice {
    interface! { pub pub Wheel { fields { rpm: f32 } } }
    skill! {
        pub skill skill Probe() {
            start start state A tries 3 via via B { -> FAILED after 1s; -> FINAL when self.elapsed() > 0.5; }
            state state B { -> A after 1s; }
        }
    }
    pub fn rpm(wheel: &Wheel) -> f32 { wheel.rpm }
}

pub mod types_of_other_languages {
    interface! { pub Wheel { fields { float32 rpm, pub on: bool, mut count: u32, number u8 } } }
    blackboard! { pub Board { wheel Wheel, other:: Wheel, third: Wheel (writer: "driver") } }
    skill! {
        pub skill Probe(float x_m, n int = 3) {
            vars { var m float32 = 0.0, int k = 0 }
            start state A { loop { self.m += self.x_m; self.k += self.n; } -> FINAL when self.m > 3.0 && self.k > 2; -> FINAL after 1s; }
        }
    }
}

pub mod head_of_other_languages {
    skill! { pub skill Result() => u32 { start state A { -> FINAL(3) after 1s; } } }
    skill! { pub skill Left + Right() { start state A { -> FINAL after 1s; } } }
    skill! { pub skill Child() extends Walk { start state A { -> FINAL after 1s; } } }
    skill! {
        pub skill Probe() {
            uses {}
            tries 3;
            start state A = fallback(Walk { distance: 1.0 }, Walk { distance: 2.0 }) { -> B on FINAL; -> FAILED on FAILED; }
            state B = Walk { distance: 1.0 } then Walk { distance: 2.0 } { -> C on FINAL; -> FAILED on FAILED; }
            state C = { Walk { distance: 1.0 }, Walk { distance: 2.0 } }? { -> FINAL on FINAL; }
        }
    }
}

pub mod items_of_other_languages {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion (max_age = "never") }
            start state A { timeout 5s -> B; every 500ms { } match 3 { } 1: -> B when true; region X { } else { } -> FINAL after 1s; }
            state B { -> FINAL unless motion.moving; -> A until motion.moving; -> FINAL after 500.ms; }
        }
    }
}

pub mod values_of_other_languages {
    use crate::prelude::*;
    skill! {
        pub skill Probe(x_m: f32 = 1.0 within 0.0..=1.0) -> f32 {
            depends_interfaces { motion: Motion }
            vars { last: Option<u32> = null, xs: [f32] = [0.0; 3] }
            start state A {
                init { if motion.moving { return Status::Final; } }
                -> B when self.xs[0] > 1.0 && self.last.is_none();
                -> B when self.x_m ** 2.0 > 1.0;
                -> B after 1s / motion.moving = true;
                -> FINAL { x_m: 1.0 } after 1s;
            }
            state B { -> A when motion.moving == True; -> FINAL(1.0) after 1s; }
        }
    }
}

pub mod list_of_types {
    use crate::prelude::*;
    skill! {
        pub skill [Left, Right]() {
            depends_interfaces { arm: [Motion, Motor] = ["Left", "Right"] }
            depends_skills { Go: [Walk, Walk] }
            start state A = Go { distance: 1.0 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod result_without_a_name {
    skill! { pub skill Locate() -> f32 { start state A { -> FINAL(1.0) after 1s; } } }
    skill! {
        pub skill Probe() {
            depends_skills { Locate }
            depends_interfaces { Probe: crate::prelude::Motion }
            start state A = Locate {}? { -> FINAL on FINAL when locate.x > 1.0; -> A on FINAL; }
        }
    }
}

pub mod action_with_braces {
    skill! { pub skill Probe() { start state A = action act {}? { -> FINAL on FINAL; } } }
}
