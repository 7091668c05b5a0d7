//! Names of one kind where another is expected.

#[macro_use]
extern crate skill_runtime;


interface! {
    /// A base that drives.
    pub Mover {
        fields { bumped: bool, x: f32 }
        messages { Drive { speed: f32 } until Stop, flush Stop }
    }
}
skill! {
    /// Waits.
    pub skill Wait(time_sec: f32 = 1.0) {
        start state A { -> FINAL after self.time_sec; }
    }
}
blackboard! {
    /// The board.
    pub Board { mover: Mover }
}
/// Not an interface, and not a skill.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pose {
    /// East, m.
    pub x: f32,
}

pub mod a_struct_as_an_interface {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { pose: Pose }
            start state A { -> FINAL when pose.x > 1.0; }
        }
    }
}

pub mod a_skill_as_an_interface {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { wait: Wait }
            start state A { -> FINAL when wait.done; }
        }
    }
}

pub mod a_primitive_as_an_interface {
    skill! {
        pub skill Probe() {
            depends_interfaces { speed: f32 }
            start state A { -> FINAL when speed > 1.0; }
        }
    }
}

pub mod an_unknown_interface {
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Moover }
            start state A { init { mover.send(Stop); } -> FINAL when mover.bumped; }
        }
    }
}

pub mod a_struct_as_a_skill {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Pose }
            start state A = Pose { x: 1.0 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod an_interface_as_a_skill {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Mover }
            start state A = Mover {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod an_unknown_skill_of_a_space {
    use super::*;
    skill_space! {
        pub Space on Board { Wait, Weit }
    }
}

pub mod an_unknown_interface_of_a_board {
    use super::*;
    blackboard! {
        pub Other { mover: Mover, other: Otter }
    }
}

pub mod a_struct_of_a_board {
    use super::*;
    blackboard! {
        pub Other { mover: Mover, pose: Pose }
    }
}

pub mod a_struct_of_a_space {
    use super::*;
    skill_space! {
        pub Space on Board { Wait, Pose }
    }
}

pub mod an_interface_of_a_space {
    use super::*;
    skill_space! {
        pub Space on Board { Wait, Mover }
    }
}

pub mod a_state_as_a_value {
    skill! {
        pub skill Probe() {
            vars { tries: u32 = 0 }
            start state A {
                init { self.tries = B; }
                -> B after 1s;
            }
            state B { -> FINAL when self.tries == A; }
        }
    }
}

pub mod an_interface_as_an_argument {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Wait }
            depends_interfaces { mover: Mover }
            start state A = Wait { time_sec: mover }? { -> FINAL on FINAL; }
        }
    }
}

pub mod a_skill_as_a_value {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Wait }
            depends_interfaces { mover: Mover }
            start state A { -> FINAL when Wait; }
        }
    }
}

pub mod an_unknown_type_of_an_argument {
    skill! {
        pub skill Probe(goal: Piont) {
            start state A { -> FINAL when self.goal.x > 1.0; }
        }
    }
}

pub mod an_unknown_type_of_a_variable {
    skill! {
        pub skill Probe() {
            vars { goal: Piont = Piont::default() }
            start state A { -> FINAL when self.goal.x > 1.0; }
        }
    }
}

pub mod an_unknown_type_of_a_field {
    interface! {
        /// A sensor.
        pub Sensor {
            fields { at: Piont }
        }
    }
}
