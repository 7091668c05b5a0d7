#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

interface! {
    /// Says which message is done.
    pub Arm {
        fields { msgid: u32, final: bool, z_m: f32 }
        messages { MoveTo { z_m: f32 }, Open }
    }
}

pub mod a_broken_field {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::MoveTo { z_m: 0.4 0.5 }) { -> FINAL on FINAL; }
        }
    }
}

pub mod a_capture_without_send {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.MoveTo { z_m: 0.4 } { -> FINAL on FINAL; }
        }
    }
}

pub mod a_chain {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::MoveTo { z_m: 0.4 }).id() { -> FINAL on FINAL; }
        }
    }
}

pub mod a_field_of_self {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = self.arm.send(arm::MoveTo { z_m: 0.4 }) { -> FINAL on FINAL; }
        }
    }
}

pub mod a_guarded_last_final {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::MoveTo { z_m: 0.4 }) { -> FINAL on FINAL when arm.z_m > 0.1; -> FAILED after 1s; }
        }
    }
}

pub mod a_message_of_another_interface {
    use super::prelude::motion;
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm, motion: super::prelude::Motion }
            start state A = arm.send(motion::Stop) { -> FINAL on FINAL; }
        }
    }
}

pub mod a_method {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.stale() { -> FINAL on FINAL; }
        }
    }
}

pub mod a_misspelt_method {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.sent(arm::MoveTo { z_m: 0.4 }) { -> FINAL on FINAL; }
        }
    }
}

pub mod a_misspelt_variable {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = am.send(arm::MoveTo { z_m: 0.4 }) { -> FINAL on FINAL; }
        }
    }
}

pub mod a_named_result {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::MoveTo { z_m: 0.4 }) { -> FINAL on FINAL(x); }
        }
    }
}

pub mod a_question_after_messages {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::MoveTo { z_m: 0.4 })? { -> FINAL on FINAL; }
        }
    }
}

pub mod a_question_inside {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = (arm.send(arm::MoveTo { z_m: 0.4 })?, arm.send(arm::Open)) { -> FINAL on FINAL; }
        }
    }
}

pub mod a_result_in_a_list {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            depends_interfaces { arm: Arm }
            start state A = (arm.send(arm::MoveTo { z_m: 0.4 }), Walk { distance: 1.0 })? { -> FINAL on FINAL(arm: x); }
        }
    }
}

pub mod a_semicolon_inside {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::Open;) { -> FINAL on FINAL; }
        }
    }
}

pub mod a_time_of_the_state {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::MoveTo { z_m: self.elapsed() }) { -> FINAL on FINAL; }
        }
    }
}

pub mod a_writer {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { writes arm: Arm }
            start state A = arm.send(arm::MoveTo { z_m: 0.4 }) { -> FINAL on FINAL; }
        }
    }
}

pub mod assigns_in_the_message {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            vars { n: f32 = 0.0 }
            start state A = arm.send(arm::MoveTo { z_m: { self.n = 1.0; self.n } }) { -> FINAL on FINAL; }
        }
    }
}

pub mod is_never_done {
    use super::prelude::motion;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: super::prelude::Motion }
            start state A = motion.send(motion::Stop) { -> FINAL on FINAL; }
        }
    }
}

pub mod is_never_done_but_named {
    use super::prelude::motion;
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            depends_interfaces { motion: super::prelude::Motion }
            start state A = 1 of (motion.send(motion::Stop), Walk { distance: 1.0 })? { -> FINAL on FINAL(motion: _); -> FINAL on FINAL; }
        }
    }
}

pub mod is_never_done_in_a_list {
    use super::prelude::motion;
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            depends_interfaces { motion: super::prelude::Motion }
            start state A = (motion.send(motion::Stop), Walk { distance: 1.0 })? { -> FINAL on FINAL; }
        }
    }
}

pub mod labels_of_two_messages {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = 1 of (arm.send(arm::MoveTo { z_m: 0.4 }), arm.send(arm::Open)) { -> FINAL on FINAL(arm: _); -> FINAL on FINAL; }
        }
    }
}

pub mod no_body {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::MoveTo { z_m: 0.4 });
        }
    }
}

pub mod no_dot {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = send(arm::MoveTo { z_m: 0.4 }) { -> FINAL on FINAL; }
        }
    }
}

pub mod no_field_of_the_message {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::MoveTo { z: 0.4 }) { -> FINAL on FINAL; }
        }
    }
}

pub mod no_message {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send() { -> FINAL on FINAL; }
        }
    }
}

pub mod no_method {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm. { -> FINAL on FINAL; }
        }
    }
}

pub mod no_outcome {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            depends_interfaces { arm: Arm }
            start state A = (arm.send(arm::MoveTo { z_m: 0.4 }), Walk { distance: 1.0 }) { -> FINAL after 1s; }
        }
    }
}

pub mod no_parentheses_of_a_list {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::MoveTo { z_m: 0.4 }), arm.send(arm::Open) { -> FINAL on FINAL; }
        }
    }
}

pub mod no_parentheses_of_send {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send { -> FINAL on FINAL; }
        }
    }
}

pub mod no_self_before_an_argument {
    use super::*;
    skill! {
        pub skill Probe(up: f32) {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::MoveTo { z_m: up }) { -> FINAL on FINAL; }
        }
    }
}

pub mod no_such_message {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::Mvoe { z_m: 0.4 }) { -> FINAL on FINAL; }
        }
    }
}

pub mod no_such_variable_of_self {
    use super::*;
    skill! {
        pub skill Probe(height: f32) {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::MoveTo { z_m: self.hight }) { -> FINAL on FINAL; }
        }
    }
}

pub mod on_failed_of_messages {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::MoveTo { z_m: 0.4 }) { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod sends_an_action {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = action arm.send(arm::MoveTo { z_m: 0.4 }) { -> FINAL on FINAL; }
        }
    }
}

pub mod sends_in_the_body {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A { arm.send(arm::MoveTo { z_m: 0.4 }); -> FINAL after 1s; }
        }
    }
}

pub mod sends_in_the_message {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send({ arm.send(arm::Open); arm::MoveTo { z_m: 0.4 } }) { -> FINAL on FINAL; }
        }
    }
}

pub mod sends_twice {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = (arm.send(arm::MoveTo { z_m: 0.4 }), arm.send(arm::MoveTo { z_m: 0.4 })) { -> FINAL on FINAL; }
        }
    }
}

pub mod two_messages {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::MoveTo { z_m: 0.4 }, arm::Open) { -> FINAL on FINAL; }
        }
    }
}

pub mod unfinished_field {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::MoveTo { z_m: self. }) { -> FINAL on FINAL; }
        }
    }
}

pub mod unfinished_path {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state A = arm.send(arm::) { -> FINAL on FINAL; }
        }
    }
}
