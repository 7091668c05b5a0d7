#[macro_use]
extern crate skill_runtime;

pub mod cfg_without_a_predicate {
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
                #[cfg]
                -> FINAL when motion.moving;
                -> FAILED after 2s;
            }
        }
    }
}

pub mod deprecated_in_space {
    #![deny(warnings)]
    interface! { pub Motion { fields { moving: bool } } }
    blackboard! { pub Board { motion: Motion } }
    skill! { #[deprecated(note = "use Other")] pub skill Probe() { start state S { -> FINAL after 1s; } } }
    skill_space! { pub Robot on Board { Probe } }
}

pub mod deprecated_on_a_state {
    skill! {
        pub skill Probe() {
            #[deprecated]
            start state S { -> FINAL after 1s; }
        }
    }
}

pub mod deprecated_on_a_transition {
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
                #[deprecated]
                -> FINAL when motion.moving;
                -> FAILED after 2s;
            }
        }
    }
}

pub mod deprecated_used {
    #![deny(warnings)]
    skill! { #[deprecated(note = "use Other")] pub skill Probe() { start state S { -> FINAL after 1s; } } }
    skill! { pub skill User() { depends_skills { Probe } start state S = Probe {}? { -> FINAL on FINAL; } } }
}

pub mod derive_on_skill {
    skill! { #[derive(Clone)] pub skill Probe() { start state S { -> FINAL after 1s; } } }
}

pub mod inline_on_skill {
    skill! { #[inline] pub skill Probe() { start state S { -> FINAL after 1s; } } }
}

pub mod runtime_without_a_path {
    skill! {
        #[skill(runtime)]
        pub skill Probe() { start state S { -> FINAL after 1s; } }
    }
}

pub mod unknown_attribute {
    skill! { #[foo] pub skill Probe() { start state S { -> FINAL after 1s; } } }
}

pub mod unknown_skill_lint {
    skill! { #[allow(skill::dead_ends)] pub skill Probe() { start state S { -> FINAL after 1s; } } }
}

pub mod cfg_compared {
    skill! { pub skill Probe() { start state S { #[cfg(feature == "sim")] -> FAILED after 3s; -> FINAL after 1s; } } }
}

pub mod cfg_with_an_operator {
    skill! { pub skill Probe() { start state S { #[cfg(test && unix)] -> FAILED after 3s; -> FINAL after 1s; } } }
}

pub mod cfg_with_an_unquoted_value {
    skill! { pub skill Probe() { start state S { #[cfg(any(unix, feature = sim))] -> FAILED after 3s; -> FINAL after 1s; } } }
}

pub mod cfg_with_not_as_a_sign {
    skill! { pub skill Probe() { start state S { #[cfg(!test)] -> FAILED after 3s; -> FINAL after 1s; } } }
}

pub mod cfg_with_not_as_a_word {
    skill! { pub skill Probe() { start state S { #[cfg(not test)] -> FAILED after 3s; -> FINAL after 1s; } } }
}

pub mod cfg_off_does_not_parse {
    skill! {
        pub skill Probe() {
            start state A { #[cfg(any())] -> FINAL 10ms wen; -> FINAL after 1s; }
            #[cfg(any())]
            stat B (1 2 3);
        }
    }
}

pub mod cfg_off_without_a_semicolon {
    skill! { pub skill Probe() { start state A { #[cfg(any())] -> FINAL after 1ms  -> FINAL after 1s; } } }
}

pub mod cfg_off_of_a_field {
    interface! {
        pub Wheel {
            fields { rpm: f32, #[cfg(any())] on: bool }
            messages (capacity = 4) { Spin { rpm: f32, #[cfg(any())] on: bool }, #[cfg(any())] Stop }
        }
    }
    pub fn on(wheel: &Wheel) -> (bool, wheel::Message) { (wheel.on, wheel::Stop.into()) }
}

pub mod cfg_off_on_a_blackboard {
    interface! { pub Wheel { fields { rpm: f32 } } }
    blackboard! { pub Board { wheel: Wheel, #[cfg(any())] other: Wheel } }
    skill! { pub skill Wait() { start state A { -> FINAL after 1s; } } }
    skill_space! { pub Space on Board { Wait, #[cfg(any())] Missing } }
    pub fn other(board: &Board) { let _ = &board.other; }
}

pub mod unknown_in_an_interface {
    interface! {
        #[repr(C)]
        pub Wheel {
            enum Mode { #[default] Off, On }
            fields { #[unit = "rpm"] rpm: f32, #[max_age = "40ms"] on: bool, #[deprecated] mode: Mode }
            messages { #[flush] Stop, Spin { #[argument(in 0.0..=1.0)] rpm: f32 } }
        }
    }
}

pub mod unknown_on_a_blackboard {
    interface! { pub Wheel { fields { rpm: f32 } } }
    field_group! { #[nonsense] pub wheels { left, #[optional] right } }
    blackboard! { #[nonsense] pub Board { #[writer(charger)] wheel: Wheel } }
    skill! { pub skill Wait() { start state A { -> FINAL after 1s; } } }
    skill_space! { #[nonsense] pub Space on Board { #[name = "go"] Wait } }
}
