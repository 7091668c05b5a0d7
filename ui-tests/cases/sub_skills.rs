#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod action_failed_not_handled {
    use skill_runtime::Status;

    fn kick(_: &mut ProbePorts<'_>) -> Status {
        Status::Final
    }

    skill! {
        pub skill Probe() {
            start state A = action kick() { -> FINAL on FINAL; }
        }
    }
}

pub mod action_of_the_wrong_type {
    fn kick(_: &mut ProbePorts<'_>) -> bool {
        true
    }

    skill! {
        pub skill Probe() {
            start state A = action kick() { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod action_of_too_few_arguments {
    use skill_runtime::Status;
    fn drive(speed: u32) -> Status { let _ = speed; Status::Final }
    skill! {
        pub skill Probe() {
            start state A = action drive()? { -> FINAL on FINAL; }
        }
    }
}

pub mod action_with_other_ports {
    use crate::prelude::*;
    use skill_runtime::Status;
    fn drive(ports: &mut WalkPorts) -> Status { let _ = ports; Status::Final }
    skill! {
    pub skill Probe() {
        depends_interfaces { motion: Motion }
        start state A = action drive()? { -> FINAL on FINAL; -> FAILED when motion.moving; }
    }
    }
}

pub mod action_without_a_function {
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
            start state Go = (Walk { distance: 1.0 }, action)? { -> Kick on FINAL; }
            state Kick = action { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod action_without_arguments {
    use skill_runtime::Status;

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

    fn kick(_: &mut ProbePorts<'_>, force: f32) -> Status {
        if force > 1.0 { Status::Final } else { Status::Running }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state Go = (Walk { distance: 1.0 }, action kick)? { -> FINAL on FINAL; }
        }
    }
}

pub mod action_without_ports {
    use crate::prelude::*;
    use skill_runtime::Status;
    fn drive(speed: f32) -> Status { let _ = speed; Status::Final }
    skill! {
    pub skill Probe() {
        depends_interfaces { motion: Motion }
        start state A = action drive(1.5)? { -> FINAL on FINAL; -> FAILED when motion.moving; }
    }
    }
}

pub mod actions_not_handled {
    use skill_runtime::Status;

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

    fn kick(_: &mut ProbePorts<'_>, force: f32) -> Status {
        if force > 1.0 { Status::Final } else { Status::Running }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state Go = (action kick(2.0), action kick(1.0)) { -> Far on FINAL; -> FAILED on FAILED; }
            state Far = Walk { distance: 1.0 }? { -> FINAL after 1s; }
        }
    }
}

pub mod ambiguous_name {
    mod a { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
    mod b { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }

    skill_runtime::skill! {
        pub skill Probe() {
            depends_skills { a::Pick, b::Pick }
            start state A = Pick {}? { -> B on FINAL; }
            state B = a::Pick {}? { -> C on FINAL; }
            state C = b::Pick {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod braces_missing {
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
            start state Go = Walk { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod declared_twice {
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
            depends_skills { Walk, Walk }
            start state Go = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod depends_on_a_struct_elsewhere {
    pub mod parts {
        pub struct Jump;
    }

    skill! {
        pub skill Play() {
            depends_skills { parts::Jump }
            start state A = Jump {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod depends_on_no_skill {
    pub struct Jump;

    skill! {
        pub skill Probe() {
            depends_skills { Jump }
            start state Go = Jump {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod empty_list {
    skill! {
        pub skill Probe() {
            start state Go = () { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod failed_not_handled {
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
            start state Go = Walk { distance: 1.0 } { -> FINAL on FINAL; }
        }
    }
}

pub mod final_not_handled {
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
            start state Go = Walk { distance: 1.0 } { -> FAILED on FAILED; -> FINAL after 9s; }
        }
    }
}

pub mod in_a_block {
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
                init { Walk { distance: 1.0 }; }
                -> FINAL on FINAL;
                -> FAILED on FAILED;
            }
        }
    }
}

pub mod list_and_a_stray_word {
    use skill_runtime::Status;

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

    fn kick(_: &mut ProbePorts<'_>, force: f32) -> Status {
        if force > 1.0 { Status::Final } else { Status::Running }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state Go = (Walk { distance: 1.0 }, action kick(2.0)) kick { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod list_in_a_list {
    use skill_runtime::Status;

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

    fn kick(_: &mut ProbePorts<'_>, force: f32) -> Status {
        if force > 1.0 { Status::Final } else { Status::Running }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state Go = (Walk { distance: 1.0 }, (action kick(2.0), action kick(1.0)))? { -> FINAL on FINAL; }
        }
    }
}

pub mod list_not_handled {
    use skill_runtime::Status;

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

    fn kick(_: &mut ProbePorts<'_>, force: f32) -> Status {
        if force > 1.0 { Status::Final } else { Status::Running }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state Go = (action kick(2.0), Walk { distance: 1.0 }) { -> FINAL on FINAL; }
        }
    }
}

pub mod list_with_a_half_typed_sub_skill {
    use skill_runtime::Status;

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

    fn kick(_: &mut ProbePorts<'_>, force: f32) -> Status {
        if force > 1.0 { Status::Final } else { Status::Running }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state Go = (action kick(2.0), Wal, Walk { distance: true })? { -> FINAL on FINAL; }
        }
    }
}

pub mod list_with_a_question_mark_inside {
    use skill_runtime::Status;

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

    fn kick(_: &mut ProbePorts<'_>, force: f32) -> Status {
        if force > 1.0 { Status::Final } else { Status::Running }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state Go = (Walk { distance: 1.0 }?, action kick(2.0)) { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod list_without_a_comma {
    use skill_runtime::Status;

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

    fn kick(_: &mut ProbePorts<'_>, force: f32) -> Status {
        if force > 1.0 { Status::Final } else { Status::Running }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state Go = (Walk { distance: 1.0 } action kick(2.0))? { -> FINAL on FINAL; }
        }
    }
}

pub mod list_without_parentheses {
    use skill_runtime::Status;

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

    fn kick(_: &mut ProbePorts<'_>, force: f32) -> Status {
        if force > 1.0 { Status::Final } else { Status::Running }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state Go = Walk { distance: 1.0 }, action kick(2.0)? { -> FINAL on FINAL; }
        }
    }
}

pub mod no_result_handled {
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
            start state Go = (Walk { distance: 1.0 }, Walk { distance: 2.0 }) { -> FINAL after 9s; }
        }
    }
}

pub mod no_such_skill {
    skill! {
        pub skill Probe() {
            depends_skills { Wolk }
            start state Go = Wolk {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod no_such_skill_near_name {
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
            depends_skills { Wlak }
            start state Go = Wlak { distance: 1.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }

    // `Walk` is in scope.
}

pub mod not_declared {
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
            start state Go = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod not_declared_near_name {
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
            start state Go = Wlak { distance: 1.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod nothing_after_equals {
    skill! {
        pub skill Probe() {
            start state A = ;
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod nothing_at_the_end {
    skill! {
        pub skill Probe() {
            start state B { -> FINAL after 1s; }
            state A =
        }
    }
}

pub mod question_mark_alone {
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
            start state Go = (Walk { distance: 1.0 }, Walk { distance: 2.0 })? { -> FAILED after 9s; }
        }
    }
}

pub mod question_mark_and_on_failed {
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
            start state Go = Walk { distance: 1.0 }? { -> FINAL on FINAL; -> Rest on FAILED; }
            state Rest { -> FINAL after 1s; }
        }
    }
}

pub mod question_mark_without_sub_skill {
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
            start state Wait? { -> Go after 1s; }
            state Go = Walk { distance: 1.0 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod result_handled_twice {
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
            start state Go = Walk { distance: 1.0 } { -> FINAL on FINAL; -> FAILED on FAILED; -> FAILED on FINAL; }
        }
    }
}

pub mod result_of_nothing {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL on FINAL; -> FAILED after 1s; }
        }
    }
}

pub mod state_after_equals {
    skill! {
        pub skill Probe() {
            start state A =
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod writes_the_same {
    interface! { pub Light { fields { on: bool } } }
    skill! {
        pub skill Blink() {
            depends_interfaces { writes light: Light }
            start state A { init { light.on = true; } -> FINAL after 1s; }
        }
    }
    skill! {
        pub skill Probe() {
            depends_skills { Blink }
            depends_interfaces { writes light: Light }
            start state A = Blink {}? { init { light.on = false; } -> FINAL on FINAL; }
        }
    }
}

pub mod writes_the_same_below {
    interface! { pub Light { fields { on: bool } } }
    skill! {
        pub skill Blink() {
            depends_interfaces { writes light: Light }
            start state A { init { light.on = true; } -> FINAL after 1s; }
        }
    }
    skill! {
        pub skill Middle() {
            depends_skills { Blink }
            start state A = Blink {}? { -> FINAL on FINAL; }
        }
    }
    skill! {
        pub skill Probe() {
            depends_skills { Middle }
            depends_interfaces { writes lamp: Light = "light" }
            start state Around {
                loop { lamp.on = false; }
                start state A = Middle {}? { -> FINAL on FINAL; }
            }
        }
    }
}

pub mod required_argument_left_to_the_default {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { speed: 0.3, ..Walk::default() }? { -> FINAL on FINAL; }
        }
    }
}
