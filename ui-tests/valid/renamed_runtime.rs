//! The runtime by another name.
#![deny(warnings)]

mod hidden { pub mod rt { pub use skill_runtime::*; } }
use hidden::rt;
use rt::{Argument, Arguments, SkillResult, agent, blackboard, field_group, interface, skill, skill_space};
field_group! {
    #[skill(crate = crate::renamed_runtime::rt)]
    pub(crate) head { head_yaw, head_pitch }
}
interface! {
    #[skill(crate = crate::renamed_runtime::rt)]
    pub Motion {
        enum Leg { Left, Right }
        fields { moving: bool, ..head: f32 }
        messages { Go { leg: Leg } }
    }
}
#[derive(Argument, Clone, Copy, Debug, PartialEq)]
#[skill(crate = rt)]
pub enum Side { Left, Right }
#[derive(Arguments, Clone, Debug, Default, PartialEq)]
#[skill(crate = rt)]
pub struct Angles { #[argument(in 0.0..=1.0)] pub yaw: Option<f32> }
#[derive(SkillResult, Clone, Copy, Debug, PartialEq)]
#[skill(crate = rt)]
pub struct Spot { pub x: f32 }
blackboard! {
    #[skill(crate = crate::renamed_runtime::rt)]
    pub Board { motion: Motion, "Skiller": rt::skiller::SkillerInterface }
}
skill! {
    /// Docs.
    #[skill(crate = crate::renamed_runtime::rt)]
    pub skill Probe(side: Side, ..angles: Angles) -> Spot {
        depends_interfaces { motion: Motion }
        start state S {
            -> FINAL(Spot { x: 1.0 })
                when motion.moving && self.side == Side::Left && self.angles.yaw.is_none();
            #[cfg(any())]
            -> FAILED after 2s;
            -> FAILED after 1s;
        }
    }
}
agent! {
    #[skill(crate = crate::renamed_runtime::rt)]
    pub agent Watch() {
        depends_skills { Probe }
        start state S = Probe { side: Side::Left } {
            -> S on FINAL;
            -> S on FAILED;
        }
    }
}
skill_space! {
    #[skill(crate = crate::renamed_runtime::rt)]
    pub Robot on Board { Probe }
}
