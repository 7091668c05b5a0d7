//! Fetching an object.

use super::{Approach, Grip, Search};
use crate::interfaces::gripper::Jaws;
use skill_runtime::skill;

// ANCHOR: skill
skill! {
    /// Finds the nearest object, drives up to it and grips it.
    pub skill Fetch(
        /// The number of times that the gripper may close on nothing.
        misses: u32 = 2 in 0..=10,
    ) {
        depends_skills { Search, Approach, Grip }
        vars { missed: u32 = 0 }

        start state Open = Grip { jaws: Jaws::Open }? { -> Search on FINAL; }
        state Search = Search {}? { -> Approach(object.distance_m) on FINAL(object); }
        /// Slower than 10 cm/s, it will not arrive.
        state Approach(distance_m: f32) = Approach { timeout_sec: 5.0 + 10.0 * self.distance_m }? {
            -> Close on FINAL;
        }
        state Close = Grip { jaws: Jaws::Closed } {
            -> FINAL on FINAL;
            -> Missed on FAILED;
        }
        state Missed {
            init { self.missed += 1; }
            -> FAILED("closed on nothing {} times", self.missed) when self.missed > self.misses;
            -> Open otherwise;
        }
    }
}
// ANCHOR_END: skill
