#[macro_use]
extern crate skill_runtime;

pub mod after_the_writer {
    interface! { pub Motion { fields { moving: bool } } }

    blackboard! { pub Board { motion: Motion (writer = skills, 1) } }
}

pub mod id_twice {
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

    blackboard! { pub Board { "Motion": Motion, motion: Motion } }
}

pub mod interface_missing {
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

    interface! { pub Sensors { fields { accel: f32 } } }
    blackboard! { pub Board { sensors: Sensors } }
    skill_space! { pub Space on Board { Walk } }
}

pub mod interface_missing_below {
    interface! { pub Motion { fields { moving: bool } messages { Go, Stop } } }
    interface! { pub Light { fields { on: bool } } }
    skill! {
        pub skill Walk() {
            depends_interfaces { motion: Motion }
            start state Go { init { motion.send(motion::Go {}); } -> FINAL when motion.moving; -> FAILED after 2s; }
        }
    }
    skill! {
        pub skill A() { depends_skills { Walk } start state S = Walk {}? { -> FINAL on FINAL; } }
    }
    skill! {
        pub skill B() { depends_skills { Walk, A } start state S = Walk {}? { -> T on FINAL; } state T = A {}? { -> FINAL on FINAL; } }
    }
    blackboard! { pub Board { light: Light } }
    skill_space! { pub Space on Board { A, B, Walk } }
}

pub mod interface_of_another_type {
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

    interface! { pub Sensors { fields { accel: f32 } } }
    blackboard! { pub Board { motion: Sensors } }
    skill_space! { pub Space on Board { Walk } }
}

pub mod interface_with_another_id {
    interface! { pub Motion { fields { moving: bool } } }

    skill! {
        pub skill Wait() {
            depends_interfaces { motion: Motion }
            start state Go { -> FINAL when !motion.moving; -> FAILED after 2s; }
        }
    }

    blackboard! { pub Board { "NaoMotion": Motion } }
    skill_space! { pub Space on Board { Wait } }
}

pub mod not_a_blackboard {
    blackboard! { }
}

pub mod not_an_interface {
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

    blackboard! { pub Board { motion: u32, legs: Motion } }
}

pub mod number_for_an_interface {
    interface! { pub Motion { fields { moving: bool } } }

    blackboard! { pub Board { 1: Motion } }
}

pub mod option_unknown {
    interface! { pub Motion { fields { moving: bool } } }

    blackboard! { pub Board { motion: Motion (owner = skills) } }
}

pub mod skill_for_an_interface {
    interface! { pub Motion { fields { moving: bool } messages { Go, Stop } } }
    skill! {
        pub skill Walk() {
            depends_interfaces { motion: Motion }
            start state A { init { motion.send(motion::Go {}); } -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
    blackboard! { pub Board { "motion": Motion, "walk": Walk } }
    skill_space! { pub Robot on Board { Walk } }
}

pub mod too_many_interfaces {
    interface! { pub Motion { fields { moving: bool } } }

    blackboard! {
        pub Board {
            m0: Motion, m1: Motion, m2: Motion, m3: Motion, m4: Motion, m5: Motion, m6: Motion, m7: Motion,
            m8: Motion, m9: Motion, m10: Motion, m11: Motion, m12: Motion, m13: Motion, m14: Motion, m15: Motion,
            m16: Motion, m17: Motion, m18: Motion, m19: Motion, m20: Motion, m21: Motion, m22: Motion, m23: Motion,
            m24: Motion, m25: Motion, m26: Motion, m27: Motion, m28: Motion, m29: Motion, m30: Motion, m31: Motion,
            m32: Motion, m33: Motion, m34: Motion, m35: Motion, m36: Motion, m37: Motion, m38: Motion, m39: Motion,
            m40: Motion, m41: Motion, m42: Motion, m43: Motion, m44: Motion, m45: Motion, m46: Motion, m47: Motion,
            m48: Motion, m49: Motion, m50: Motion, m51: Motion, m52: Motion, m53: Motion, m54: Motion, m55: Motion,
            m56: Motion, m57: Motion, m58: Motion, m59: Motion, m60: Motion, m61: Motion, m62: Motion, m63: Motion,
            m64: Motion,
        }
    }
}

pub mod type_wrong {
    interface! { pub Motion { fields { moving: bool } } }

    blackboard! { pub Board { motion: 1 } }
}

pub mod writer_in_quotes {
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

    blackboard! { pub Board { "motion": Motion (writer = "skills") } }
}
