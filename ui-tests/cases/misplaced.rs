//! Words at another place than theirs.

#[macro_use]
extern crate skill_runtime;

interface! {
    /// A stick with a button.
    pub Stick { fields { button: bool, x: f32 } messages { Shake { strength: f32 } } }
}
skill! {
    /// Returns where something is.
    pub skill Look() -> f32 {
        depends_interfaces { stick: Stick }
        start state Wait { -> FINAL(stick.x) when stick.button; -> FAILED("none") after 1s; }
    }
}

pub mod a_body_without_braces {
    skill! {
        pub skill Probe()
            start state A { -> FINAL after 1s; }
    }
}

pub mod a_call_name_after_the_skill {
    use super::*;
    blackboard! { pub Board { stick: Stick } }
    skill_space! { pub Space on Board { Look => "look_around" } }
}

pub mod a_clock {
    skill! {
        pub skill Probe() { start state A { -> FINAL when time.time() > 2.0; } }
    }
}

pub mod a_colon_after_optional {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { optional: stick: Stick }
            start state A { -> FINAL when stick.has_writer() && stick.button; -> FAILED("none") after 1s; }
        }
    }
}

pub mod a_message_as_a_skill {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { stick: Stick }
            start state A = stick::Shake { strength: 0.4 } { -> FINAL when stick.button; }
        }
    }
}

pub mod a_name_as_a_result {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Look }
            start state A = Look {}? { -> B(far_m) on FINAL as far_m; }
            state B(far_m: f32) { -> FINAL when self.far_m > 1.0; -> FAILED("near") after 1s; }
        }
    }
}

pub mod a_name_without_parentheses {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Look }
            start state A = Look {} { -> B(far_m) on FINAL far_m; -> C on FAILED why when why.is_input(); -> FAILED on FAILED; }
            state B(far_m: f32) { -> FINAL when self.far_m > 1.0; -> FAILED("near") after 1s; }
            state C { -> FINAL after 1s; }
        }
    }
}

pub mod a_negative_limit {
    skill! {
        pub skill Probe() { max_transitions = -5; start state A { -> FINAL after 1s; } }
    }
}

pub mod a_precondition_in_full {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { stick: Stick }
            start state A { precondition -> B when stick.button; -> FINAL after 1s; }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod a_question_mark_after_an_interface {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { stick?: Stick }
            start state A { -> FINAL when stick.has_writer() && stick.button; -> FAILED("none") after 1s; }
        }
    }
}

pub mod a_short_optional {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { opt stick: Stick }
            start state A { -> FINAL when stick.has_writer() && stick.button; -> FAILED("none") after 1s; }
        }
    }
}

pub mod precond_after_the_arrow {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { stick: Stick }
            start state A { -> precond B when stick.button; -> FINAL after 1s; }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod ref_after_state {
    skill! {
        pub skill Probe() {
            start state A { -> B(C) after 1s; }
            state B(next: state ref()) { -> self.next after 1s; }
            state C { -> FINAL after 1s; }
        }
    }
}

pub mod writes_after_the_type {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { stick: Stick writes }
            start state A { init { stick.x = 1.0; } -> FINAL after 1s; }
        }
    }
}

pub mod a_semicolon_after_a_let {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { stick: Stick }
            start state A { -> B(x) when let x = stick.x; x < 1.0; -> FAILED("late") after 1s; }
            state B(x: f32) { -> FINAL when self.x > 0.5; -> C when stick.button; }
            state C = stick.send(stick::Shake { strength: 1.0 }) {}
        }
    }
}

pub mod a_semicolon_after_a_range {
    skill! {
        pub skill Probe() {
            params { wait_s: f32 = 5.0 in 0.1..=3.0; n: u32 = 1 }
            start state A { -> FINAL after self.wait_s when self.n > 2; -> FAILED("late") after 7s; }
        }
    }
}

pub mod done_without_reports {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { stick: Stick }
            vars { id: skill_runtime::MessageId = skill_runtime::MessageId::NONE }
            start state A {
                init { self.id = stick.send(stick::Shake { strength: 1.0 }).id(); }
                -> FINAL when stick.done(self.id);
                -> FAILED("late") after 1s;
            }
        }
    }
}

pub mod optional_after_the_interface {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { stick: Stick (optional) }
            start state A { -> FINAL when stick.button; -> FAILED("late") after 1s; }
        }
    }
}

pub mod an_action_as_a_closure {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { stick: Stick }
            start state A = action |ports| { Status::Final }? { -> FINAL on FINAL; }
            state B { -> FINAL when stick.button; }
        }
    }
}

pub mod bounds_below_zero {
    skill! {
        pub skill Probe(y: u32 = 0 in -1..=3, n: u8 = -1) {
            params { m: u16 = 2 in -1..=5 }
            start state A { -> FINAL when self.y > 1 && self.n > 2 && self.m > 3; -> FAILED("late") after 1s; }
        }
    }
}

pub mod break_in_a_block {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0 }
            start state A {
                loop {
                    self.n += 1;
                    for _ in 0..3 { if self.n == 2 { break; } }
                    if self.n == 3 { break; }
                }
                exit { continue; }
                -> FINAL when self.n > 3;
            }
        }
    }
}

pub mod an_interface_in_a_first_value {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { stick: Stick }
            vars { x: f32 = stick.x }
            start state A { -> FINAL when stick.x > self.x; -> FAILED("late") after 1s; }
        }
    }
}

pub mod results_by_place {
    use super::*;
    skill! {
        pub skill Seek() -> u32 { start state A { -> FINAL(1) after 1s; } }
    }
    skill! {
        pub skill Probe() {
            depends_skills { Seek, Look }
            start state A = (Seek {}, Look {})? { -> B(n) on FINAL(n, far); }
            state B(x: u32) { -> FINAL when self.x > 1; -> FAILED("late") after 1s; }
        }
    }
}

pub mod states_in_variables_and_arguments {
    skill! {
        pub skill Probe(then: ref state()) {
            vars { next: state() = B }
            start state A { -> self.next after 1s; -> self.then after 2s; }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod the_type_for_the_value {
    skill! {
        pub skill Probe(n: u32 = 3) { start state A { -> FINAL when Self.n > 2; -> FAILED("late") after 1s; } }
    }
}

pub mod the_length_after_the_type {
    interface! { pub Lamp { fields { level: f32[4] } } }
}

pub mod a_negative_number_of_a_value {
    interface! { pub Lamp { enum Color { Red = -1, Green = 7 } fields { color: Color } } }
}

pub mod bits_that_are_none {
    field_group! { pub(crate) head { yaw, pitch } }
    interface! { pub Neck { bits SERVO_..head: f32; fields { ..head: f32 } } }
}

pub mod dots_after_a_group {
    field_group! { pub(crate) head { yaw, pitch } }
    interface! { pub Neck { fields { head..: f32 } } }
}

pub mod ids_in_parentheses {
    use super::*;
    skill! {
        pub skill [Left, Right]() {
            depends_interfaces { stick: Stick = ("Left", "Right") }
            start state A { -> FINAL when stick.button; -> FAILED("late") after 1s; }
        }
    }
}

pub mod no_type_for_a_group {
    field_group! { pub(crate) head { yaw, pitch } }
    interface! { pub Neck { fields { ..head } } }
}

pub mod types_in_a_group {
    field_group! { pub(crate) head { yaw: f32, pitch } }
    interface! { pub Neck { fields { ..head: f32 } } }
}

pub mod half_a_path {
    skill! {
        pub skill Probe() { start state A { -> FINAL when crate; -> FAILED("late") after 1s; } }
    }
}
