#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod elapsed_too_late {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FAILED after 5s; -> FINAL when motion.moving && self.elapsed() > 6.0; -> FINAL when 7.5 < self.elapsed(); }
        }
    }
}

pub mod equation_missing {
    skill! {
        pub skill Probe() {
            continuous { x: f32 = 1.0, y: f32 = 0.0 }
            start state A { flow { der(self.x) = self.y; } -> FINAL when crossing self.x > 3.0; }
        }
    }
}

pub mod lasts_too_long {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving for 3s; -> FINAL when rising motion.moving for 1s; -> FAILED after 2s; }
        }
    }
}

pub mod mut_that_nothing_assigns {
    skill! {
        pub skill Probe() {
            start state A { -> B(3, 4) after 1s; }
            state B(mut k: u32, mut m: u32) { loop { self.m += 1; } -> FINAL when self.m > self.k; }
        }
    }
}

pub mod name_of_a_result_unused {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            depends_interfaces { motion: Motion }
            start state A = Count {}? { -> FINAL on FINAL(n) when motion.moving; -> B on FINAL(_m); }
            state B = 1 of (left: Count {}, right: Count {})? { -> FINAL on FINAL(left); -> FAILED("few") on FINAL; }
        }
    }
}

pub mod reason_without_text {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving; -> FAILED("") after 1s; -> FAILED(" ") after 2s; }
        }
    }
}

pub mod refused_of_nothing_sent {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving; -> FAILED("refused") when motion.refused() || !motion.moving; }
        }
    }
}

pub mod rises_never {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL when rising true; -> FINAL when rising false; -> FAILED when false for 1s; -> FAILED after 9s; }
        }
    }
}

pub mod statement_of_a_field {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            vars { n: u32 = 0 }
            start state A { init { self.n; motion.speed; } loop { self.n += 1; } -> FINAL when self.n > 3; }
        }
    }
}

pub mod variable_never_assigned {
    skill! {
        pub skill Probe(n: u32) {
            vars { tries: u32 = 0, sent: skill_runtime::MessageId = skill_runtime::MessageId::NONE, limit: u32 = n + 1 }
            start state A { vars { seen: bool = false } -> FINAL when self.tries > self.limit; -> FAILED when self.seen && self.sent == skill_runtime::MessageId::NONE; }
        }
    }
}

pub mod writes_nothing {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { writes motion: Motion }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}
