#[macro_use]
extern crate skill_runtime;

pub mod after_otherwise {
    skill! {
        pub skill Probe() {
            start state A { -> B otherwise; -> FINAL after 1s; }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod always_has_none {
    skill! {
        pub skill Probe() {
            always { init {} }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod always_with_a_time {
    skill! {
        pub skill Probe() {
            always { -> B after 1s; -> FAILED after 3 ticks; -> FAILED after 2s when self.n > 1; }
            vars { n: u32 = 0 }
            start state A { loop { self.n += 1; } -> FINAL after 1s; }
            state B { -> A after 1s; }
        }
    }
}

pub mod argument_is_read_only {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A { init { self.n = 3; } -> FINAL after 1s; }
        }
    }
}

pub mod guard_assigns {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0 }
            start state A { -> FINAL when self.n = 3; -> FAILED after 1s; }
        }
    }
}

pub mod guard_assigns_an_interface {
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
            start state A { -> FINAL when { motion.speed = 1.0; true }; -> FAILED after 1s; }
        }
    }
}

pub mod guard_changes_variable {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0 }
            start state A { -> FINAL when { self.n += 1; self.n > 3 }; -> FAILED after 1s; }
        }
    }
}

pub mod guard_incomplete {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A { -> FINAL when self.n >; -> FAILED after 1s; }
        }
    }
}

pub mod guard_missing {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL when; -> FAILED after 1s; }
        }
    }
}

pub mod guard_not_bool {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A { -> FINAL when self.n; -> FAILED after 1s; }
        }
    }
}

pub mod guard_sends {
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
            start state A { -> FINAL when motion.send(motion::Stop {}).is_refused(); -> FAILED after 1s; }
        }
    }
}

pub mod left_arrow {
    skill! {
        pub skill Probe(x: f32 = 0.0) {
            start state A { -> FINAL when self.x <-35.0; -> FAILED after 1s; }
        }
    }
}

pub mod no_target {
    skill! {
        pub skill Probe() {
            start state A { -> when true; -> FAILED after 1s; }
        }
    }
}

pub mod no_trigger {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL; -> FAILED after 1s; }
        }
    }
}

pub mod on_misspelt {
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
            depends_skills { Walk }
            start state Go = Walk { distance: 1.0 } { -> FINAL on FINL; -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod precondition_with_a_time {
    skill! {
        pub skill Probe() {
            start state A { precond -> FINAL after 1s; -> FAILED after 2s; }
        }
    }
}

pub mod precondition_without_an_arrow {
    skill! {
        pub skill Probe() {
            start state A {
                precond FINAL when 1 > 2;
                -> FINAL after 1s;
            }
        }
    }
}

pub mod reason_incomplete {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED( after 1s; ) -> FINAL after 2s; }
        }
    }
}

pub mod semicolon_missing {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A {
                -> FINAL when self.n > 3
                -> FAILED after 1s;
            }
        }
    }
}

pub mod skill_for_a_state {
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
            depends_skills { Walk }
            start state A {
                -> Walk after 1s;
                -> B after 2s;
            }
            state B = Walk { distance: 1.0 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod trigger_misspelt {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL wen true; -> FAILED after 1s; }
        }
    }
}

pub mod value_after_a_guard {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL when 1 > 0 2; }
        }
    }
}

pub mod value_word_after {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED("text {}", 1 2) after 1s; }
        }
    }
}
