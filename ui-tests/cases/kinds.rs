#[macro_use]
extern crate skill_runtime;

pub mod agent_for_a_skill {
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

    agent! {
        pub agent Player() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0 } { -> A on FINAL; -> A on FAILED; }
        }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Player }
            start state A = Player {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod interface_for_a_skill {
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
            depends_skills { Motion, Walk }
            start state A = Walk { distance: 1.0 }? { -> FINAL on FINAL; }
        }
    }
}
