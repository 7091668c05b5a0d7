#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod broken_header {
    skill! {
        pub skil Probe() { start state A { -> FINAL after 1s; } }
    }
    skill! {
        pub skill Other() {
            depends_skills { Probe }
            start state A = Probe {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod broken_interface_does_not_break_skills {
    interface! {
        pub Motion {
            fields { moving: bool speed: f32 }
            messages { Go { distance: f32 } }
        }
    }
    skill! {
        pub skill Walk() {
            depends_interfaces { motion: Motion }
            start state Go {
                init { motion.send(motion::Go { distance: motion.speed }); }
                -> FINAL when motion.moving;
                -> FAILED after 2s;
            }
        }
    }
}

pub mod generics_on_a_skill {
    skill! {
        pub skill Probe<T>(value: T) {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod generics_on_a_skill_no_use {
    skill! {
        pub skill Probe<const N: usize>() {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod interface_field_type_missing {
    interface! {
        pub Motion {
            fields { moving: bool, speed }
            messages { Go { distance: f32 } }
        }
    }
    skill! {
        pub skill Walk() {
            depends_interfaces { motion: Motion }
            start state Go {
                init { motion.send(motion::Go { distance: 1.0 }); }
                -> FINAL when motion.moving;
                -> FAILED after 2s;
            }
        }
    }
}

pub mod lifetime_on_a_skill {
    skill! {
        pub skill Probe<'a>() {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod missing_comma_in_arguments {
    skill! {
        pub skill Probe(a: f32 b: f32) {
            start state A { -> FINAL when self.a > self.b; -> FAILED after 1s; }
        }
    }
}

pub mod missing_comma_in_call {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0 speed: 0.5 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod missing_comma_in_depends_skills {
    use crate::prelude::*;
    skill! { pub skill Other() { start state A { -> FINAL after 1s; } } }
    skill! {
        pub skill Probe() {
            depends_skills { Walk Other }
            start state A = Walk { distance: 1.0 }? { -> B on FINAL; }
            state B = Other {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod missing_comma_in_interfaces {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion other: Motion = "Other" }
            start state A { -> FINAL when motion.moving; -> FAILED when other.moving; }
        }
    }
}

pub mod missing_comma_in_vars {
    skill! {
        pub skill Probe() {
            vars { a: u32 = 0 b: u32 = 0 }
            start state A { -> FINAL when self.a == self.b; -> FAILED after 1s; }
        }
    }
}

pub mod parallel_with_ampersand {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0 } & Walk { distance: 2.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod parallel_without_parentheses {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0 }, Walk { distance: 2.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod state_twice {
    skill! {
        pub skill Probe() {
            start state A { -> B after 1s; }
            state B { -> FINAL after 1s; }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod state_with_a_colon {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A: Walk { distance: 1.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod state_with_a_colon_and_question {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A: Walk { distance: 1.0 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod two_starts {
    skill! {
        pub skill Probe() {
            start state A { -> B after 1s; }
            start state B { -> FINAL after 1s; }
        }
    }
}

pub mod where_on_a_skill {
    skill! {
        pub skill Probe() where u8: Copy {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod wrong_target_keeps_on_final {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0 } { -> Bb on FINAL; -> FAILED on FAILED; }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod wrong_target_keeps_reachable {
    skill! {
        pub skill Probe() {
            start state A { -> Bb after 1s; }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod unreachable_after_a_syntax_error {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { optional motion: Motion }
            start state A {
                init { if motion.moving { -> B; } }
                -> FINAL after 1s;
            }
            state B { init { } }
        }
    }
}
