//! The agent: decides which skill runs next.

use crate::skills::{Drive, Turn};
use skill_runtime::agent;

agent! {
    /// Drives about, and turns away from what is ahead.
    pub agent Explorer(
        /// The number of turns until it is done.
        turns: u32 = 5 in 1..=1000,
    ) {
        depends_skills { Drive, Turn }
        vars { turned: u32 = 0 }

        start state Ahead = Drive { way_m: 10.0 }? {
            -> Aside on FINAL;
            -> Aside on FAILED(why) when why.is(Drive::NEAR);
        }
        state Aside = Turn { angle_rad: 1.9 }? {
            init { self.turned += 1; }
            -> FINAL on FINAL when self.turned >= self.turns;
            -> Ahead on FINAL;
        }
    }
}
