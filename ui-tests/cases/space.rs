#[macro_use]
extern crate skill_runtime;

pub mod call_name_colon {
    interface! { pub Motion { fields { moving: bool } } }
    blackboard! { pub Board { motion: Motion } }
    mod a { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
    mod b { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
    skill_space! { pub Robot on Board { a::Pick, "pick_b": b::Pick } }
}

pub mod call_name_ident {
    interface! { pub Motion { fields { moving: bool } } }
    blackboard! { pub Board { motion: Motion } }
    mod a { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
    mod b { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
    skill_space! { pub Robot on Board { a::Pick, pick_b => b::Pick } }
}

pub mod call_name_invalid {
    interface! { pub Motion { fields { moving: bool } } }
    blackboard! { pub Board { motion: Motion } }
    mod a { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
    mod b { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
    skill_space! { pub Robot on Board { a::Pick, "Pick B" => b::Pick } }
}

pub mod call_name_of_another {
    interface! { pub Motion { fields { moving: bool } } }
    blackboard! { pub Board { motion: Motion } }
    mod a { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
    mod b { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
    skill_space! { pub Robot on Board { "pick" => a::Pick, b::Pick } }
}

pub mod call_name_taken {
    interface! { pub Motion { fields { moving: bool } } }
    blackboard! { pub Board { motion: Motion } }
    mod a { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
    mod b { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
    skill_space! { pub Robot on Board { "pick" => a::Pick, "pick" => b::Pick } }
}

pub mod dependency_outside {
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
            start state Go = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }

    blackboard! { pub Board { motion: Motion } }
    skill_space! { pub Space on Board { Probe } }
}

pub mod empty {
    blackboard! { pub Board {} }

    skill_space! { pub Space on Board {} }
}

pub mod no_blackboard {
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

    blackboard! { pub Board { motion: Motion } }
    skill_space! { pub Space { Walk } }
}

pub mod nobody_writes {
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

    blackboard! { pub Board { motion: Motion (writer = skills) } }
    skill_space! { pub Space on Board { Walk } }
}

pub mod not_a_blackboard {
    interface! { pub Motion { fields { moving: bool } } }
    skill! { pub skill Walk() { depends_interfaces { motion: Motion } start state A { -> FINAL when motion.moving; } } }
    skill! { pub skill Other() { start state A { -> FINAL after 1s; } } }
    pub struct Board;
    skill_space! { pub Robot on Board { Walk, Other } }
}

pub mod not_a_skill {
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

    blackboard! { pub Board { motion: Motion } }
    pub struct Jump;
    skill_space! { pub Space on Board { Walk, Jump } }
}

pub mod not_a_space {
    skill_space! { }
}

pub mod number_for_a_skill {
    skill! { pub skill Walk() { start state A { -> FINAL after 1s; } } }

    blackboard! { pub Board {} }

    skill_space! { pub Space on Board { Walk, 1 } }
}

pub mod parallel_writers {
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
        pub skill Left() {
            depends_interfaces { writes motion: Motion }
            start state Write { init { motion.speed = 1.0; } -> FINAL after 1s; }
        }
    }

    skill! {
        pub skill Right() {
            depends_interfaces { writes motion: Motion }
            start state Write { init { motion.speed = 1.0; } -> FINAL after 1s; }
        }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Left, Right }
            start state Both = (Left {}, Right {}) { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod same_call_name {
    interface! { pub Motion { fields { moving: bool } } }
    skill! { pub skill PickUp() { start state A { -> FINAL after 1s; } } }
    skill! { pub skill Pick_Up() { start state A { -> FINAL after 1s; } } }
    blackboard! { pub Board { motion: Motion } }
    skill_space! { pub Space on Board { PickUp, Pick_Up } }
}

pub mod same_call_name_by_use_as {
    interface! { pub Motion { fields { moving: bool } } }
    mod b { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
    use b::Pick as Other;
    skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } }
    blackboard! { pub Board { motion: Motion } }
    skill_space! { pub Space on Board { Pick, Other } }
}

pub mod same_call_name_of_two_modules {
    interface! { pub Motion { fields { moving: bool } } }
    mod a { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
    mod b { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
    skill! { pub skill Other() { start state A { -> FINAL after 1s; } } }
    blackboard! { pub Board { motion: Motion } }
    skill_space! { pub Space on Board { a::Pick, b::Pick, Other } }
}

pub mod skill_twice {
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

    blackboard! { pub Board { motion: Motion } }
    skill_space! { pub Space on Board { Walk, Walk } }
}

pub mod unknown_blackboard {
    skill! { pub skill Wait() { start state A { -> FINAL after 1s; } } }
    skill! { pub skill Other() { start state A { -> FINAL after 1s; } } }

    skill_space! { pub Robot on Bord { Wait, Other } }
}

pub mod written_by_another {
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
        pub skill Left() {
            depends_interfaces { writes motion: Motion }
            start state Write { init { motion.speed = 1.0; } -> FINAL after 1s; }
        }
    }

    blackboard! { pub Board { motion: Motion (writer = naosim) } }
    skill_space! { pub Space on Board { Left } }
}

pub mod renamed_with_as {
    skill! { pub skill Wait() { start state A { -> FINAL after 1s; } } }
    interface! { pub Wheel { fields { rpm: f32 } } }
    blackboard! { pub Board { wheel: Wheel } }
    skill_space! { pub Space on Board { Wait as "go" } }
}
