//! Attributes on skills.
#![deny(warnings)]
use skill_runtime::{Arguments, blackboard, interface, skill, skill_space};
interface! { pub Motion { fields { moving: bool } } }
blackboard! { pub Board { motion: Motion } }
#[derive(Arguments, Clone, Debug, Default, PartialEq)]
pub struct Angles { pub yaw: Option<f32> }
skill! {
    #[deprecated(since = "0.2", note = "use Other")]
    #[must_use]
    #[allow(missing_docs)]
    pub skill Probe(time_sec: f32 = 1.0 in 0.0..=2.0, ..angles: Angles) {
        depends_interfaces { motion: Motion }
        vars { x: u32 = 0 }
        start state S {
            init { self.x += 1; }
            -> FINAL when motion.moving && self.x == 1 && self.angles.yaw.is_none();
            -> FAILED after self.time_sec;
        }
    }
}
skill! {
    #[allow(deprecated)]
    pub skill User() {
        depends_skills { Probe }
        start state S = Probe { yaw: 0.5 }? { -> FINAL on FINAL; }
    }
}
#[allow(deprecated)]
mod space { use super::*; skill_space! { pub Robot on Board { Probe, User } } }

mod expected {
use skill_runtime::skill;
skill! {
    #[expect(non_camel_case_types)]
    pub skill pick_up() {
        start state S { -> FINAL after 1s; }
    }
}
mod allowed {
use skill_runtime::skill;
skill! {
    #[allow(non_camel_case_types)]
    pub skill pick_up() {
        start state S { -> FINAL after 1s; }
    }
}
}
}
mod conditional {
use skill_runtime::skill;
skill! {
    pub skill Counts() {
        vars {
            #[cfg(test)]
            seen: u32 = 0,
            #[cfg(not(test))]
            unseen: u32 = 0
        }
        start state S {
            loop {
                #[cfg(test)]
                {
                    self.seen += 1;
                }
                #[cfg(not(test))]
                {
                    self.unseen += 1;
                }
            }
            #[cfg(test)]
            -> FINAL when self.seen > 3;
            -> FINAL after 1s;
        }
    }
}
}
fn main() { let _ = space::RobotCall::from(User {}); }
