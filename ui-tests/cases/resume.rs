#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod after_the_state {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> Walk resume when self.n > 1; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod after_the_state_deep {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> Walk deep when self.n > 1; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod back_to_failed {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resume deep FAILED("x") after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod back_to_final {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resume FINAL when self.n > 1; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod backwards {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> deep resume Walk after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod before_the_arrow {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { resume -> Walk after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod call {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resume(Walk) after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod deep_alone {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> deep Walk after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod deep_twice {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resume deep deep Walk after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod for_a_flat_state {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resume Stop after 3s; }
            state Stop { -> FINAL after 1s; }
        }
    }
}

pub mod for_a_held_state {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state A { -> Wait(Walk) after 3s; }
            state Wait(next: ref state()) { -> resume self.next after 3s; }
            state Walk { -> FINAL after 2s; start state Leg {} }
        }
    }
}

pub mod for_a_state_inside {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resume Leg after 3s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; start state Left {} } }
        }
    }
}

pub mod from_inside {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Walk { -> FINAL after 2s; start state Leg { -> resume Walk after 1s; } }
        }
    }
}

pub mod history_deep {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> history deep Walk after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod history_word {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> history Walk after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod itself {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Walk { -> resume Walk after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod misspelt_state {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resume Wolk after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod misspelt_word {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resme Walk after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod no_default {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resume Walk after 3s; -> resume deep Walk(3) after 4s; }
            state Walk(laps: u32) { -> Wait when self.laps > self.n; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod no_state {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resume;  -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod no_state_at_the_end {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> FINAL after 9s; -> resume deep }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod no_trigger {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resume Walk; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod one_too_many {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resume Walk(3, 4) after 3s; }
            state Walk(laps: u32 = 1) { -> Wait when self.laps > self.n; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod not_cloned {
    pub struct Plan;
    skill! {
        pub skill Probe() {
            start state Walk {
                -> Wait after 1s;
                start state Leg { -> Turn(Plan) after 2s; }
                state Turn(_plan: Plan) { -> FINAL after 1s; }
            }
            state Wait { -> resume Walk after 3s; }
        }
    }
}

pub mod passed_by_value {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> Walk(Turn) after 3s; }
            state Walk(next: state()) { -> self.next after 2s; start state Leg { -> FINAL after 1s; } }
            state Turn { -> resume Walk(Turn) after 1s; }
        }
    }
}

pub mod shallow_word {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resume shallow Walk after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod state_called_resume {
    skill! {
        pub skill Probe() {
            start state Wait { -> resume after 3s; -> FINAL after 9s; }
        }
    }
}

pub mod twice {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resume resume Walk after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod unknown_value {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Wait { -> resume Walk after 3s when self.m > 1; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod deep_without_a_state {
    skill! {
        pub skill Probe() {
            start state Wait { -> resume deep after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod deep_misspelt {
    skill! {
        pub skill Probe() {
            start state Wait { -> resume depp Walk after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod before_state {
    skill! {
        pub skill Probe() {
            start state Wait { -> Walk after 3s; -> FINAL after 9s; }
            resume state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod between_start_and_state {
    skill! {
        pub skill Probe() {
            start resume state Wait { -> Walk after 3s; -> FINAL after 9s; }
            state Walk { -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod in_a_block {
    skill! {
        pub skill Probe() {
            start state Wait { exit { self.resume(Walk); } -> Walk after 3s; -> FINAL after 9s; }
            state Walk { exit { self.deep(); } -> Wait after 2s; start state Leg { -> FINAL after 1s; } }
        }
    }
}

pub mod the_only_state {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0 }
            always { -> resume Walk when self.n > 3; }
            start state Walk {
                start state Leg { -> Other after 1s; }
                state Other { init { self.n += 1; } -> FINAL after 1s; }
            }
        }
    }
}

pub mod deep_of_one_level {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state Outer {
                start state A { -> B when motion.moving; }
                state B { -> A when !motion.moving; }
                -> Out after 5s;
                -> FINAL when motion.moving;
            }
            state Out { -> resume deep Outer after 1s; }
        }
    }
}
