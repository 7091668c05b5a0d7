//! The interfaces and the blackboard.

use skill_runtime::{Argument, blackboard, interface, skill_space};

use crate::rename::Hop;
use crate::skills::{Nod, Turn, Walk};

interface! {
    /// Moves the legs.
    pub Motion { // @Motion
        fields {
            /// Whether the robot walks.
            moving: bool, // @moving
            /// In metres per second.
            speed: f32, // @speed
        }
        messages (capacity = 4) { Go { distance: f32 }, flush Halt }
//                                                      ^ docs: discards the queued messages before it
    }
}

interface! {
    /// The camera.
    pub Eyes {
        fields { balls: u32 }
    }
}

blackboard! {
    /// All of it.
    pub Board { motion: Motion, eyes: Eyes }
}

/// The gait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Argument)]
pub enum Gait { // @Gait
    /// Slowly.
    Slow,
    /// Fast.
    Fast,
}

skill_space! {
    /// All skills.
    pub Space on Board { Walk, Turn, Nod, Hop }
//                       ^ hover: Walks straight on.
}
