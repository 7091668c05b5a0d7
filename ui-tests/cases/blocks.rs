#[macro_use]
extern crate skill_runtime;

pub mod action_value {
    interface! { pub Motion { fields { moving: bool } messages { Go, Stop } } }
    fn look(_: &mut LookPorts<'_>, angle: f32, leg: u32) -> skill_runtime::Status { let _ = (angle, leg); skill_runtime::Status::Final }
    skill! {
        pub skill Look() {
            depends_interfaces { motion: Motion }
            start state A = action look("far", 1) { -> FINAL on FINAL; -> FAILED on FAILED; -> FAILED when motion.moving; }
        }
    }
}

pub mod action_values {
    interface! { pub Motion { fields { moving: bool } messages { Go, Stop } } }
    fn look(_: &mut LookPorts<'_>, angle: f32, leg: u32) -> skill_runtime::Status { let _ = (angle, leg); skill_runtime::Status::Final }
    skill! {
        pub skill Look() {
            depends_interfaces { motion: Motion }
            start state A = action look("far", true) { -> FINAL on FINAL; -> FAILED on FAILED; -> FAILED when motion.moving; }
        }
    }
}

pub mod assigns_to_an_interface_that_it_reads {
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
                init { motion.speed = 0.5; }
                -> FINAL when motion.moving;
                -> FAILED after 2s;
            }
        }
    }
}

pub mod bracket_after_a_call {
    skill! {
        pub skill Probe() {
            start state A { init { core::hint::black_box(1) core::hint::black_box(2); } -> FINAL after 1s; }
        }
    }
}

pub mod broken_rust {
    skill! {
        pub skill Probe() {
            start state A { init { let x = ; } -> FINAL after 1s; }
        }
    }
}

pub mod incomplete_statement {
    skill! {
        pub skill Probe() {
            start state A { init { let count = } -> FINAL after 1s; }
        }
    }
}

pub mod iterations {
    // A limit of the rounds of loops must be positive, and cannot reach into a closure.

    skill! {
        pub skill Zero() {
            max_iterations = 0;
            start state S { -> FINAL after 1s; }
        }
    }

    skill! {
        pub skill Word() {
            max_iterations = many;
            start state S { -> FINAL after 1s; }
        }
    }

    skill! {
        pub skill Closure() {
            max_iterations = 10;
            vars { n: u32 = 0 }
            start state S {
                init {
                    let count = |to: u32| {
                        let mut n = 0;
                        while n < to { n += 2; }
                        n
                    };
                    self.n = count(5);
                }
                -> FINAL after 1s;
            }
        }
    }
}

pub mod iterations_huge {
    skill! {
        pub skill Probe() {
            max_iterations = 99999999999;
            vars { count: u32 = 0 }
            start state A {
                init { while self.count < 5 { self.count += 1; } }
                -> FINAL when self.count > 2;
            }
        }
    }
}

pub mod no_braces {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A { init self.n = 1; -> FINAL after 1s; }
        }
    }
}

pub mod number_after_a_number {
    skill! {
        pub skill Probe() {
            start state A { init { core::hint::black_box(1); 1 2 } -> FINAL after 1s; }
        }
    }
}

pub mod stray_comma {
    skill! {
        pub skill Probe() {
            start state A { init { core::hint::black_box(1), core::hint::black_box(2); } -> FINAL after 1s; }
        }
    }
}

pub mod stray_sign {
    skill! {
        pub skill Probe() {
            start state A { init { core::hint::black_box(1); : } -> FINAL after 1s; }
        }
    }
}

pub mod twice {
    skill! {
        pub skill Probe() {
            start state A { init { } init { } -> FINAL after 1s; }
        }
    }
}

pub mod type_error {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0 }
            start state A { init { self.n = "three"; } -> FINAL after 1s; }
        }
    }
}

pub mod unknown_field {
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
            start state A { -> FINAL when motion.movin; -> FAILED after 1s; }
        }
    }
}

pub mod unknown_message {
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
            start state A { init { motion.send(motion::Jump {}); } -> FINAL after 1s; }
        }
    }
}

pub mod word_after_a_statement {
    skill! {
        pub skill Probe() {
            start state A { init { let _a = 1 let _b = 2; } -> FINAL after 1s; }
        }
    }
}

pub mod word_after_a_value {
    skill! {
        pub skill Probe() {
            start state A { init { core::hint::black_box(1 2); } -> FINAL after 1s; }
        }
    }
}
