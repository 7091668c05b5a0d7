//! Messages of other interfaces.

#[macro_use]
extern crate skill_runtime;

interface! {
    /// A base that drives.
    pub Mover {
        fields { bumped: bool, x: f32 }
        messages { Drive { speed: f32 }, flush Stop }
    }
}
interface! {
    /// An arm.
    pub Arm {
        fields { x: f32 }
        messages { Lift { speed: f32 }, flush Stop }
    }
}

pub mod a_message_of_another_interface {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A { init { mover.send(arm::Stop); } -> FINAL when mover.bumped; }
        }
    }
}
pub mod a_text_as_a_message {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A { init { mover.send("Stop"); } -> FINAL when mover.bumped; }
        }
    }
}
pub mod a_message_of_another_interface_that_runs {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A = mover.send(arm::Stop) { -> FINAL when mover.bumped; }
        }
    }
}
