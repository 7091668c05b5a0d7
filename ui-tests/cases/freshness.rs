#[macro_use]
extern crate skill_runtime;

pub mod after_the_age {
    interface! { pub Motion { fields { moving: bool } } }

    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion (max_age = 40ms, 1) }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod age_in_an_unknown_unit {
    interface! { pub Motion { fields { moving: bool } } }

    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion (max_age = 40sec) }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod age_is_a_name {
    interface! { pub Motion { fields { moving: bool } } }

    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion (max_age = LIMIT) }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod age_out_of_range {
    interface! { pub Motion { fields { moving: bool } } }

    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion (max_age = 99999999999999s) }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod age_without_a_unit {
    interface! { pub Motion { fields { moving: bool } } }

    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion (max_age = 40) }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod limit_on_what_it_writes {
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
            depends_interfaces { writes motion: Motion (max_age = 40ms) }
            start state A { init { motion.moving = true; } -> FINAL after 1s; }
        }
    }
}

pub mod limit_that_nothing_checks {
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
            depends_interfaces { optional motion: Motion (max_age = 40ms) }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod misspelt_optional {
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
            depends_interfaces { optoinal motion: Motion }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod option_unknown {
    interface! { pub Motion { fields { moving: bool } } }

    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion (age = 40ms) }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod optional_what_it_writes {
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
            depends_interfaces { optional writes motion: Motion }
            start state A { init { motion.moving = true; } -> FINAL after 1s; }
        }
    }
}

pub mod writes_optional {
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
            depends_interfaces { writes optional motion: Motion }
            start state A { init { motion.moving = true; } -> FINAL after 1s; }
        }
    }
}

pub mod age_of_zero {
    interface! { pub Motion { fields { moving: bool } } }

    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion (max_age = 0ms) }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod age_of_the_interface_without_semicolon {
    interface! { pub Motion { max_age = 40ms fields { moving: bool } } }
}

pub mod age_of_the_interface_twice {
    interface! { pub Motion { max_age = 40ms; max_age = never; fields { moving: bool } } }
}

pub mod age_of_the_interface_without_a_unit {
    interface! { pub Motion { max_age = 40; fields { moving: bool } } }
}

pub mod age_of_the_interface_with_a_colon {
    interface! { pub Motion { max_age: 40ms; fields { moving: bool } } }
}

pub mod age_of_the_interface_misspelt {
    interface! { pub Motion { maxage = 40ms; fields { moving: bool } } }
}

pub mod age_of_the_interface_is_no_time {
    interface! { pub Motion { max_age = soon; fields { moving: bool } } }
}
