#[macro_use]
extern crate skill_runtime;

pub mod guard_missing {
    interface! { pub Panel { fields { go: bool, count: u32 } messages { Note {} } } }

    skill! {
        pub skill Probe(wait_sec: f32 = 1.0) {
            depends_interfaces { panel: Panel }
            start state A { -> FINAL after 2s when ; -> FAILED after 9s; }
        }
    }
}

pub mod guard_sends {
    interface! { pub Panel { fields { go: bool, count: u32 } messages { Note {} } } }

    skill! {
        pub skill Probe(wait_sec: f32 = 1.0) {
            depends_interfaces { panel: Panel }
            start state A { -> FINAL after self.wait_sec when { panel.send(panel::Note {}); true }; -> FAILED after 9s; }
        }
    }
}

pub mod guard_without_time {
    interface! { pub Panel { fields { go: bool, count: u32 } messages { Note {} } } }

    skill! {
        pub skill Probe(wait_sec: f32 = 1.0) {
            depends_interfaces { panel: Panel }
            start state A { -> FINAL after when panel.go; -> FAILED after 2s when panel.count; }
        }
    }
}

pub mod max_age_without_unit {
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
            depends_interfaces { motion: Motion (max_age = 40) }
            start state A { -> FINAL when motion.moving; -> FAILED after 9s; }
        }
    }
}

pub mod missing {
    skill! {
        pub skill Probe(name: bool = true) {
            start state A { -> FINAL after ; -> FAILED after 9s; }
        }
    }
}

pub mod negative {
    skill! {
        pub skill Probe(name: bool = true) {
            start state A { -> FINAL after -1.0; -> FAILED after 9s; }
        }
    }
}

pub mod negative_with_a_unit {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after -5s; -> FAILED after 9s; }
        }
    }
}

pub mod not_a_time {
    skill! {
        pub skill Probe(name: bool = true) {
            start state A { -> FINAL after self.name; -> FAILED after 9s; }
        }
    }
}

pub mod unit_of_ticks {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 3 blinks; }
        }
    }
}

pub mod unknown_unit {
    skill! {
        pub skill Probe(name: bool = true) {
            start state A { -> FINAL after 5h; -> FAILED after 9s; }
        }
    }
}

pub mod word_for_a_time {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 3 seconds; }
        }
    }
}

pub mod zero {
    skill! {
        pub skill Probe(name: bool = true) {
            start state A { -> FINAL after 0s; -> FAILED after 9s; }
        }
    }
}

pub mod zero_ticks {
    skill! {
        pub skill Probe(name: bool = true) {
            start state A { -> FINAL after 0 ticks; -> FAILED after 9s; }
        }
    }
}
