#[macro_use]
extern crate skill_runtime;

pub mod copied_skill {
    skill! {
        pub skill Probe() { start state A { -> FINAL after 1s; } }
    }
    skill! {
        pub skill Probe() { start state A { -> FINAL after 1s; } }
    }
}

pub mod declared_as_something_else {
    interface! { pub Probe { fields { on: bool } } }
    interface! { pub Probe { fields { on: bool, far: f32 } } }
    blackboard! { pub Board { probe: Probe } }
    mod inner {
        agent! { pub agent Probe() { start state A { -> FINAL after 1s; } } }
    }
    agent! { pub agent Probe() { start state A { -> FINAL after 1s; } } }
    skill! { pub skill Other() { start state A { -> FINAL after 1s; } } }
    skill_space! { pub Space on Board { Other } }
    skill_space! { pub Board on Board { Other } }
}

pub mod duplicate_argument {
    skill! {
        pub skill Probe(x: f32 = 1.0, x: u8 = 2) {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod duplicate_interface_variable {
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
            depends_interfaces { motion: Motion, motion: Motion = "Other" }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod duplicate_state {
    skill! {
        pub skill Probe() {
            start state A { -> B after 1s; }
            state B { -> FINAL after 1s; }
            state B { -> FAILED after 1s; }
        }
    }
}

pub mod duplicate_variable {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0, n: u32 = 1 }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod final_misspelt {
    skill! {
        pub skill Probe() {
            start state Wait { -> Fnial after 1s; -> FAILED after 2s; }
        }
    }
}

pub mod interface_declared_twice {
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
            depends_interfaces { motion: Motion = "M", legs: Motion = "M" }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod skill_for_an_interface {
    interface! {
        pub Motion {
            enum Leg { Left, Right }
            fields { moving: bool, speed: f32 }
            messages { Go { distance: f32 }, Kick { leg: Leg }, flush Stop }
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
            depends_interfaces { walk: Walk }
            start state A { -> FINAL when walk.moving; -> FAILED after 1s; }
        }
    }
}

pub mod state_named_final {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 1s; }
            state FINAL { -> A after 1s; }
        }
    }
}

pub mod struct_for_an_interface {
    #[derive(Clone, Copy, Default)]
    pub struct Ball {
        pub x: f32,
        pub y: f32,
    }

    skill! {
        pub skill Approach() {
            depends_interfaces { ball: Ball }
            start state Go {
                -> FINAL when ball.x < 0.1;
                -> FAILED after 10s;
            }
        }
    }
}

pub mod unknown_interface_type {
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
            depends_interfaces { motion: Moton }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod unknown_interface_variable {
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
            start state A { -> FINAL when motoin.moving; -> FAILED after 1s; }
        }
    }
}

pub mod unknown_lint {
    skill! {
        #[allow(skill::dead_ends)]
        pub skill Probe() {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod unknown_message_field {
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
            start state A { init { motion.send(motion::Go { distanc: 1.0 }); } -> FINAL after 1s; }
        }
    }
}

pub mod unknown_target {
    skill! {
        pub skill Probe() {
            start state Wait { -> Wiat after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod unknown_target_no_near_name {
    skill! {
        pub skill Probe() {
            start state Wait { -> Somewhere after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod variable_like_argument {
    skill! {
        pub skill Probe(x: f32 = 1.0) {
            vars { x: u32 = 0 }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod no_name {
    interface! { pub Motion { fields { moving: bool } } }
    skill! {
        pub skill Probe(_: f32) {
            depends_interfaces { _: Motion }
            start state _ { -> FINAL after 1s; }
        }
    }
    blackboard! { pub _ { motion: Motion } }
}

pub mod no_name_of_a_variable {
    skill! {
        pub skill Probe() {
            vars { _: f32 = 1.0 }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod no_name_in_a_path {
    blackboard! { pub Board {} }
    skill_space! { Space on Board { super } }
}
