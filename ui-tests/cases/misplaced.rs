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
