#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod a_kind_in_small_letters {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED(slow: "slow") after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod a_name_in_large_letters {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FAILED on FAILED(Why); }
        }
    }
}

pub mod a_number {
    skill! {
        pub skill Probe() {
            start state A(n: u32 = 1) { -> FAILED(self.n) after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod a_pattern {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FINAL on FAILED(Walk::SLOW); -> FAILED on FAILED; }
        }
    }
}

pub mod a_reason_without_text {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED(SLOW) after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod a_text_after_the_kind {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED(SLOW, "slow") after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod a_text_as_kind {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FINAL on FAILED("slow"); -> FAILED on FAILED; }
        }
    }
}

pub mod an_empty_name {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FAILED on FAILED(); }
        }
    }
}

pub mod an_interface {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            depends_interfaces { motion: super::prelude::Motion }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FAILED on FAILED(motion) when motion.number(0) > None; -> FAILED on FAILED; }
        }
    }
}

pub mod an_unknown_kind {
    use super::prelude::Walk;
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FINAL on FAILED(why) when why.is(Walk::SLOW); -> FAILED on FAILED; }
        }
    }
}

pub mod more_than_the_failure {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FAILED(why, 3) on FAILED(why); }
        }
    }
}

pub mod outside_of_the_transition {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; -> B on FAILED(why) when why.is_input(); -> FAILED on FAILED; } state B { -> FAILED(why) after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod the_last_has_a_guard {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FAILED(why) on FAILED(why) when why.is_input(); }
        }
    }
}

pub mod unused {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FAILED("no") on FAILED(why); }
        }
    }
}

pub mod a_kind_with_a_path {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 1s; -> FAILED(Probe::SLOW: "slow") after 5s; }
        }
    }
}

pub mod a_kind_that_is_taken {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED(INFO: "slow") after 5s; -> B after 1s; }
            state B { -> FAILED(INFO: "slow") after 5s; -> FAILED(SIZE: "large") after 2s; -> FINAL after 1s; }
        }
    }
}

pub mod a_kind_of_the_result {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL(DONE: "ok") after 1s; -> FAILED("no") after 5s; }
        }
    }
}

pub mod a_skill_as_an_argument {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } {
                -> FINAL on FINAL;
                -> FINAL on FAILED(why) when why.is_of(Walk);
                -> FAILED on FAILED;
            }
        }
    }
}

pub mod an_underscore {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FAILED("no") on FAILED(_); }
        }
    }
}

pub mod always_on_failed_first {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            always { on FAILED -> Rest; }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; }
            state Rest { -> FINAL after 1s; }
        }
    }
}
