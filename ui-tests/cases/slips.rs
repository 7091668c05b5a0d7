#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod action_missing {
    skill! {
        pub skill Probe() {
            start state A = action { -> FINAL on FINAL; }
        }
    }
}

pub mod action_on_transition {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving { motion.send(motion::Stop); } -> FAILED after 1s; }
        }
    }
}

pub mod action_on_transition_slash {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL after 1s / motion.send(motion::Stop); }
        }
    }
}

pub mod action_without_arguments {
    skill! {
        pub skill Probe() {
            start state A = action drive? { -> FINAL on FINAL; }
        }
    }
}

pub mod after_hours {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 2h; }
        }
    }
}

pub mod after_missing_time {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after; }
        }
    }
}

pub mod after_number_only {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 2; }
        }
    }
}

pub mod after_sec {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 2sec; }
        }
    }
}

pub mod after_seconds_word {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 2 seconds; }
        }
    }
}

pub mod after_space_unit {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 2 s; }
        }
    }
}

pub mod and {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving and motion.speed > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod bare_argument {
    skill! {
        pub skill Probe(limit: f32) {
            start state A { -> FINAL when limit > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod bare_argument_in_block {
    skill! {
        pub skill Probe(limit: f32) {
            vars { x: f32 = 0.0 }
            start state A { init { self.x = limit; } -> FINAL when self.x > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod bare_argument_in_call {
    use crate::prelude::*;
    skill! {
        pub skill Probe(limit: f32) {
            depends_skills { Walk }
            start state A = Walk { distance: limit }? { -> FINAL on FINAL; }
        }
    }
}

pub mod bare_argument_in_time {
    skill! {
        pub skill Probe(limit: f32) {
            start state A { -> FINAL after limit; }
        }
    }
}

pub mod bare_variable {
    skill! {
        pub skill Probe() {
            vars { count: u32 = 0 }
            start state A { loop { count += 1; } -> FINAL when self.count == 3; -> FAILED after 1s; }
        }
    }
}

pub mod board_equals {
    interface! { pub Motion { fields { moving: bool } } }
    blackboard! { pub Board { motion = Motion } }
}

pub mod board_keyword {
    interface! { pub Motion { fields { moving: bool } } }
    blackboard! { pub struct Board { motion: Motion } }
}

pub mod board_missing_comma {
    interface! { pub Motion { fields { moving: bool } } }
    blackboard! { pub Board { motion: Motion other: Motion } }
}

pub mod board_only_types {
    interface! { pub Motion { fields { moving: bool } } }
    blackboard! { pub Board { Motion } }
}

pub mod brackets_in_depends {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills [ Walk ]
            start state A = Walk { distance: 1.0 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod colon_for_equals_in_call {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance = 1.0 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod colon_in_depends {
    skill! {
        pub skill Probe() {
            depends_skills: Walk;
            start state A = Walk { distance: 1.0 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod comma_for_semicolon {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 1s, }
        }
    }
}

pub mod condition_before_the_arrow {
    interface! {
        pub Motion {
            enum Leg { Left, Right }
            fields { moving: bool, speed: f32 }
            messages { Go { distance: f32 }, Stop }
        }
    }

    skill! {
        pub skill Walk(distance: f32, speed: f32 = 0.5 in 0.0..=1.0) {
            depends_interfaces { motion: Motion }
            start state Go {
                init { motion.send(motion::Go { distance: self.distance * self.speed }); }
                -> FINAL when motion.moving;
                -> FAILED after 2s;
            }
        }
    }

    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A {
                motion.moving -> FINAL;
                -> FAILED after 2s;
            }
        }
    }
}

pub mod const_in_skill {
    skill! {
        pub skill Probe() {
            const LIMIT: f32 = 3.0;
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod data_in_enum_value {
    interface! { pub Other { enum Mode { Go(f32), Stop } fields { mode: Mode } } }
}

pub mod do_block {
    skill! {
        pub skill Probe() {
            start state A { do { } -> FINAL after 1s; }
        }
    }
}

pub mod do_on_transition {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL after 1s do { motion.send(motion::Stop); }; }
        }
    }
}

pub mod else_before_the_arrow {
    interface! {
        pub Motion {
            enum Leg { Left, Right }
            fields { moving: bool, speed: f32 }
            messages { Go { distance: f32 }, Stop }
        }
    }

    skill! {
        pub skill Walk(distance: f32, speed: f32 = 0.5 in 0.0..=1.0) {
            depends_interfaces { motion: Motion }
            start state Go {
                init { motion.send(motion::Go { distance: self.distance * self.speed }); }
                -> FINAL when motion.moving;
                -> FAILED after 2s;
            }
        }
    }

    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A {
                -> FINAL when motion.moving;
                else -> FAILED;
            }
        }
    }
}

pub mod else_for_otherwise {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving; -> FAILED else; }
        }
    }
}

pub mod else_if_before_the_arrow {
    interface! {
        pub Motion {
            enum Leg { Left, Right }
            fields { moving: bool, speed: f32 }
            messages { Go { distance: f32 }, Stop }
        }
    }

    skill! {
        pub skill Walk(distance: f32, speed: f32 = 0.5 in 0.0..=1.0) {
            depends_interfaces { motion: Motion }
            start state Go {
                init { motion.send(motion::Go { distance: self.distance * self.speed }); }
                -> FINAL when motion.moving;
                -> FAILED after 2s;
            }
        }
    }

    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A {
                -> FINAL when motion.moving;
                else if motion.speed > 0.1 -> FAILED;
                -> FAILED after 2s;
            }
        }
    }
}

pub mod empty_block {
    skill! { }
}

pub mod empty_parallel {
    skill! {
        pub skill Probe() {
            start state A = () { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod entry {
    skill! {
        pub skill Probe() {
            start state A { entry { } -> FINAL after 1s; }
        }
    }
}

pub mod equals_for_colon_in_argument {
    skill! {
        pub skill Probe(speed = 1.0) {
            start state A { -> FINAL when self.speed > 0.5; -> FAILED after 1s; }
        }
    }
}

pub mod equals_for_colon_in_interface {
    skill! {
        pub skill Probe() {
            depends_interfaces { motion = "Motion" }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod extra_brace_item {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 1s; }
            { }
        }
    }
}

pub mod failed_braces {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED { "too late" } after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod failed_misspelt {
    skill! {
        pub skill Probe() {
            start state A { -> FAIL after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod failed_number {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED(3) after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod failed_too_few_values {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED("a {}") after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod failed_too_many_values {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED("a", 3) after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod failed_without_quotes {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED(too late) after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod fat_arrow {
    skill! {
        pub skill Probe() {
            start state A { => FINAL after 1s; }
        }
    }
}

pub mod final_misspelt {
    skill! {
        pub skill Probe() {
            start state A { -> Final after 1s; }
        }
    }
}

pub mod fn_for_skill {
    skill! { pub fn Probe() { start state S { -> FINAL after 1s; } } }
}

pub mod fn_in_skill {
    skill! {
        pub skill Probe() {
            fn help() -> bool { true }
            start state A { -> FINAL when help(); -> FAILED after 1s; }
        }
    }
}

pub mod fn_in_state {
    skill! {
        pub skill Probe() {
            start state A { fn help() -> bool { true } -> FINAL when help(); }
        }
    }
}

pub mod fn_init {
    skill! {
        pub skill Probe() {
            start state A { fn init() { } -> FINAL after 1s; }
        }
    }
}

pub mod goto {
    skill! {
        pub skill Probe() {
            start state A { goto FINAL after 1s; }
        }
    }
}

pub mod guard_incomplete_member {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion. ; -> FAILED after 1s; }
        }
    }
}

pub mod guard_unbalanced_expression {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.speed > ; -> FAILED after 1s; }
        }
    }
}

pub mod if_before_the_arrow {
    interface! {
        pub Motion {
            enum Leg { Left, Right }
            fields { moving: bool, speed: f32 }
            messages { Go { distance: f32 }, Stop }
        }
    }

    skill! {
        pub skill Walk(distance: f32, speed: f32 = 0.5 in 0.0..=1.0) {
            depends_interfaces { motion: Motion }
            start state Go {
                init { motion.send(motion::Go { distance: self.distance * self.speed }); }
                -> FINAL when motion.moving;
                -> FAILED after 2s;
            }
        }
    }

    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A {
                if motion.moving && motion.speed > 0.1 -> FINAL;
                -> FAILED after 2s;
            }
        }
    }
}

pub mod if_for_when {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL if motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod init_arrow {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { init: motion.send(motion::Stop); -> FINAL after 1s; }
        }
    }
}

pub mod init_in_skill {
    skill! {
        pub skill Probe() {
            init { }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod init_parens {
    skill! {
        pub skill Probe() {
            start state A { init() { } -> FINAL after 1s; }
        }
    }
}

pub mod init_without_braces {
    skill! {
        pub skill Probe() {
            start state A { init; -> FINAL after 1s; }
        }
    }
}

pub mod initial_state {
    interface! {
        pub Motion {
            enum Leg { Left, Right }
            fields { moving: bool, speed: f32 }
            messages { Go { distance: f32 }, Stop }
        }
    }

    skill! {
        pub skill Walk(distance: f32, speed: f32 = 0.5 in 0.0..=1.0) {
            depends_interfaces { motion: Motion }
            start state Go {
                init { motion.send(motion::Go { distance: self.distance * self.speed }); }
                -> FINAL when motion.moving;
                -> FAILED after 2s;
            }
        }
    }

    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            initial state A { -> B when motion.moving; -> FAILED after 2s; }
            state B { -> FINAL when !motion.moving; -> FAILED after 2s; }
        }
    }
}

pub mod inner_attribute {
    skill! {
        pub skill Probe() {
            #![allow(unused)]
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod inner_doc {
    skill! {
        pub skill Probe() {
            //! Documentation.
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod inner_doc_in_state {
    skill! {
        pub skill Probe() {
            start state A {
                //! Documentation.
                -> FINAL after 1s;
            }
        }
    }
}

pub mod interface_default_value {
    interface! { pub Other { fields { a: bool = true } } }
}

pub mod interface_fields_directly {
    interface! { pub Other { a: bool, b: bool } }
}

pub mod interface_id_not_string {
    use super::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion = Wheels }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod interface_keyword {
    interface! { pub interface Other { fields { a: bool } } }
}

pub mod interface_reference {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: &Motion }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod interface_struct_keyword {
    interface! { pub struct Other { fields { a: bool } } }
}

pub mod keyword_as_argument {
    skill! {
        pub skill Probe(type: u32) {
            start state A { -> FINAL when self.r#type == 3; -> FAILED after 1s; }
        }
    }
}

pub mod keyword_as_skill {
    skill! {
        pub skill Move() {
            start state type { -> FINAL after 1s; }
        }
    }
}

pub mod keyword_as_state {
    skill! {
        pub skill Probe() {
            start state loop { -> FINAL after 1s; }
        }
    }
}

pub mod keyword_as_variable {
    skill! {
        pub skill Probe() {
            vars { match: u32 = 0 }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod let_in_skill {
    skill! {
        pub skill Probe() {
            let limit = 3.0;
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod let_in_state {
    skill! {
        pub skill Probe() {
            start state A { let limit = 3.0; -> FINAL after 1s; }
        }
    }
}

pub mod let_in_vars {
    skill! {
        pub skill Probe() {
            vars { let count: u32 = 0; }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod long_arrow {
    skill! {
        pub skill Probe() {
            start state A { --> FINAL after 1s; }
        }
    }
}

pub mod max_age_colon {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion (max_age: 40ms) }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod max_age_without_unit {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion (max_age = 40) }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod max_iterations_twice {
    skill! {
        pub skill Probe() {
            max_iterations = 10;
            max_iterations = 20;
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod max_transitions_braces {
    skill! {
        pub skill Probe() {
            max_transitions { 10 }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod max_transitions_colon {
    skill! {
        pub skill Probe() {
            max_transitions: 10;
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod max_transitions_huge {
    skill! {
        pub skill Probe() {
            max_transitions = 99999999999999999999999;
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod max_transitions_twice {
    skill! {
        pub skill Probe() {
            max_transitions = 10;
            max_transitions = 20;
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod max_transitions_word {
    skill! {
        pub skill Probe() {
            max_transitions = ten;
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod max_transitions_zero {
    skill! {
        pub skill Probe() {
            max_transitions = 0;
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod misspelt_depends {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depend_skills { Walk }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod misspelt_interfaces {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interface { motion: Motion }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod misspelt_optional {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { optionl motion: Motion }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod misspelt_state {
    skill! {
        pub skill Probe() {
            start sate A { -> FINAL after 1s; }
        }
    }
}

pub mod misspelt_wehn {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL wehn motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod name_without_keyword {
    skill! { pub Probe() { start state S { -> FINAL after 1s; } } }
}

pub mod no_start {
    skill! {
        pub skill Probe() {
            state A { -> FINAL after 1s; }
        }
    }
}

pub mod no_states {
    skill! {
        pub skill Probe() {
        }
    }
}

pub mod no_target {
    skill! {
        pub skill Probe() {
            start state A { -> after 1s; }
        }
    }
}

pub mod no_trigger {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL; }
        }
    }
}

pub mod no_word_state {
    skill! {
        pub skill Probe() {
            start state A { -> B after 1s; }
            B { -> FINAL after 1s; }
        }
    }
}

pub mod not {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when not motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod on_done {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on done; -> FAILED on FAILED; }
        }
    }
}

pub mod on_entry {
    skill! {
        pub skill Probe() {
            start state A { on_entry { } -> FINAL after 1s; }
        }
    }
}

pub mod on_exit {
    skill! {
        pub skill Probe() {
            start state A { on_exit { } -> FINAL after 1s; }
        }
    }
}

pub mod on_failure {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FAILED on failure; }
        }
    }
}

pub mod on_final_lower_case {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on final; -> FAILED on FAILED; }
        }
    }
}

pub mod on_success {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on success; -> FAILED on FAILED; }
        }
    }
}

pub mod only_type_in_interfaces {
    skill! {
        pub skill Probe() {
            depends_interfaces { Motion }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod or {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving or motion.speed > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod outcome_in_small_letters {
    interface! {
        pub Motion {
            enum Leg { Left, Right }
            fields { moving: bool, speed: f32 }
            messages { Go { distance: f32 }, Stop }
        }
    }

    skill! {
        pub skill Walk(distance: f32, speed: f32 = 0.5 in 0.0..=1.0) {
            depends_interfaces { motion: Motion }
            start state Go {
                init { motion.send(motion::Go { distance: self.distance * self.speed }); }
                -> FINAL when motion.moving;
                -> FAILED after 2s;
            }
        }
    }

    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A {
                -> final when motion.moving;
                -> failed after 2s;
            }
        }
    }
}

pub mod parallel_with_and_signs {
    interface! {
        pub Motion {
            enum Leg { Left, Right }
            fields { moving: bool, speed: f32 }
            messages { Go { distance: f32 }, Stop }
        }
    }

    skill! {
        pub skill Walk(distance: f32, speed: f32 = 0.5 in 0.0..=1.0) {
            depends_interfaces { motion: Motion }
            start state Go {
                init { motion.send(motion::Go { distance: self.distance * self.speed }); }
                -> FINAL when motion.moving;
                -> FAILED after 2s;
            }
        }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Walk, Look }
            start state A = Walk { distance: 1.0 } && Look {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }

    skill! {
        pub skill Look() { start state B { -> FINAL after 1s; } }
    }
}

pub mod parens_in_depends {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills(Walk);
            start state A = Walk { distance: 1.0 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod return_in_argument {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: { return; } }? { -> FINAL on FINAL; }
        }
    }
}

pub mod return_in_time {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after { return 1.0 }; }
        }
    }
}

pub mod return_number_in_guard {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when { return 0; }; -> FAILED after 1s; }
        }
    }
}

pub mod self_interface {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when self.motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod self_interface_in_block {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { init { self.motion.send(motion::Stop); } -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod semicolon_in_fields {
    interface! { pub Other { fields { a: bool; b: bool; } } }
}

pub mod semicolon_missing {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving -> FAILED after 1s; }
        }
    }
}

pub mod semicolon_missing_at_end {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 1s }
        }
    }
}

pub mod semicolons_in_interfaces {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion; other: Motion = "Other"; }
            start state A { -> FINAL when motion.moving; -> FAILED when other.moving; }
        }
    }
}

pub mod send_in_guard {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when { motion.send(motion::Stop); true }; -> FAILED after 1s; }
        }
    }
}

pub mod single_ampersand {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving & ; -> FAILED after 1s; }
        }
    }
}

pub mod skill_without_arguments {
    skill! {
        pub skill Probe {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod skill_without_name {
    skill! {
        pub skill () {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod space_colon {
    interface! { pub Motion { fields { moving: bool } } }
    skill! { pub skill A() { start state S { -> FINAL after 1s; } } }
    blackboard! { pub Board { motion: Motion } }
    skill_space! { pub Space: Board { A } }
}

pub mod space_keyword {
    interface! { pub Motion { fields { moving: bool } } }
    skill! { pub skill A() { start state S { -> FINAL after 1s; } } }
    blackboard! { pub Board { motion: Motion } }
    skill_space! { pub space Space on Board { A } }
}

pub mod space_missing_on {
    interface! { pub Motion { fields { moving: bool } } }
    skill! { pub skill A() { start state S { -> FINAL after 1s; } } }
    blackboard! { pub Board { motion: Motion } }
    skill_space! { pub Space { A } }
}

pub mod space_semicolon_list {
    interface! { pub Motion { fields { moving: bool } } }
    skill! { pub skill A() { start state S { -> FINAL after 1s; } } }
    skill! { pub skill B() { start state S { -> FINAL after 1s; } } }
    blackboard! { pub Board { motion: Motion } }
    skill_space! { pub Space on Board { A; B } }
}

pub mod start_without_state {
    skill! {
        pub skill Probe() {
            start A { -> FINAL after 1s; }
        }
    }
}

pub mod state_for_skill {
    skill! { state A { -> FINAL after 1s; } }
}

pub mod state_start {
    skill! {
        pub skill Probe() {
            state start A { -> FINAL after 1s; }
        }
    }
}

pub mod state_without_body {
    skill! {
        pub skill Probe() {
            start state A { -> B after 1s; }
            state B;
        }
    }
}

pub mod state_without_name {
    skill! {
        pub skill Probe() {
            start state { -> FINAL after 1s; }
        }
    }
}

pub mod statement_in_state {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { motion.send(motion::Stop); -> FINAL after 1s; }
        }
    }
}

pub mod stray_comma {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 1s; },
        }
    }
}

pub mod stray_semicolon {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 1s; };
        }
    }
}

pub mod stray_semicolon_in_state {
    skill! {
        pub skill Probe() {
            start state A { init { }; -> FINAL after 1s; }
        }
    }
}

pub mod sub_skill_parens {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk(distance: 1.0)? { -> FINAL on FINAL; }
        }
    }
}

pub mod sub_skill_without_braces {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod transition_in_skill {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            -> FAILED when motion.moving;
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod tuple_message {
    interface! { pub Other { fields { a: bool } messages { Go(f32), Stop } } }
}

pub mod two_skills_in_a_block {
    skill! {
        pub skill A() { start state S { -> FINAL after 1s; } }
        pub skill B() { start state S { -> FINAL after 1s; } }
    }
}

pub mod two_triggers_on {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL when true; -> FAILED on FAILED; }
        }
    }
}

pub mod type_missing_in_interfaces {
    skill! {
        pub skill Probe() {
            depends_interfaces { motion }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod unit_message_with_parens {
    interface! { pub Other { fields { a: bool } messages { Stop() } } }
}

pub mod use_in_skill {
    skill! {
        pub skill Probe() {
            use core::f32::consts::PI;
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod var_singular {
    skill! {
        pub skill Probe() {
            var { count: u32 = 0 }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod vars_equals {
    skill! {
        pub skill Probe() {
            vars { count = 0 }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod vars_semicolon {
    skill! {
        pub skill Probe() {
            vars { count: u32 = 0; other: u32 = 0; }
            start state A { -> FINAL when self.count == self.other; -> FAILED after 1s; }
        }
    }
}

pub mod vars_without_value {
    skill! {
        pub skill Probe() {
            vars { count: u32 }
            start state A { -> FINAL when self.count == 1; -> FAILED after 1s; }
        }
    }
}

pub mod when_missing_guard {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL when; -> FAILED after 1s; }
        }
    }
}

pub mod when_then_after {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving after 2s; -> FAILED after 1s; }
        }
    }
}

pub mod writes_and_reads {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { mut motion: Motion }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod question_after_a_trigger {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; -> B on FAILED?; } state B { -> FINAL after 1s; }
        }
    }
}

pub mod question_after_the_name {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A? = Walk { distance: 1.0 } { -> FINAL on FINAL; }
        }
    }
}

pub mod question_before_arguments {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk? { distance: 1.0 } { -> FINAL on FINAL; }
        }
    }
}

pub mod question_after_the_body {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; }?
        }
    }
}

pub mod result_after_a_colon {
    skill! { pub skill Probe() : f32 { start state A { -> FINAL(1.0) after 1s; } } }
}

pub mod after_and_guard {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL after 2s && motion.moving; }
        }
    }
}

pub mod guard_and_after {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving && after 2s; }
        }
    }
}

pub mod after_two_times {
    skill! { pub skill Probe() { start state A { -> FINAL after 1min 30s; } } }
}

pub mod option_of_an_interface {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Option<Motion> }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod board_with_an_array {
    use crate::prelude::*;
    blackboard! { pub Board { motions: [Motion; 2] } }
}

pub mod comment_with_hash {
    skill! { pub skill Probe() { # waits
            start state A { -> FINAL after 1s; } } }
}

pub mod comment_with_hash_in_state {
    skill! {
        pub skill Probe() {
            start state A {
                # the end
                -> FINAL after 1s; }
        }
    }
}

pub mod member_with_an_arrow {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion->moving; }
        }
    }
}

pub mod member_with_an_arrow_in_block {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { init { motion->send(motion::Stop); } -> FINAL when motion.moving; }
        }
    }
}

pub mod type_before_a_variable {
    skill! { pub skill Probe() { vars { f32 x = 1.0 }
            start state A { -> FINAL when self.x > 1.0; } } }
}

pub mod final_state {
    skill! {
        pub skill Probe() {
            start state A { -> B after 1s; } final state B {}
        }
    }
}

pub mod transition_with_trigger_in_loop {
    skill! {
        pub skill Probe() {
            start state A { loop { -> B after 1s; } } state B { -> FINAL after 1s; }
        }
    }
}

pub mod transition_in_loop {
    skill! {
        pub skill Probe() {
            start state A { loop { -> B; } } state B { -> FINAL after 1s; }
        }
    }
}

pub mod action_forgotten {
    use skill_runtime::Status;

    fn drive(_: &mut ProbePorts<'_>, _speed: f32) -> Status {
        Status::Running
    }

    skill! {
        pub skill Probe() {
            start state A = drive(2.0)? { -> FINAL on FINAL; }
        }
    }
}

pub mod header_without_name {
    skill! { pub skill }
}

pub mod header_without_arguments {
    skill! { pub skill Probe }
}

pub mod header_without_keyword {
    skill! { pub }
}

pub mod header_without_type_and_body {
    skill! { pub skill Probe() -> }
}

pub mod header_without_type {
    skill! { pub skill Probe() -> { start state A { -> FINAL after 1s; } } }
}

pub mod merge_conflict {
    skill! {
        pub skill Probe() {
<<<<<<< HEAD
            start state A { -> FINAL after 1s; }
=======
            start state A { -> FINAL after 2s; }
>>>>>>> other
    } }
}

pub mod type_before_an_argument {
    skill! {
        pub skill Probe(f32 limit = 1.0) {
            start state A { -> FINAL when self.limit > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod member_with_an_arrow_after_an_outcome {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            depends_interfaces { motion: Motion }
            start state A = Walk { distance: 1.0 }? { -> FINAL on FINAL when motion->moving; -> FAILED on FINAL; }
        }
    }
}
