//! Failures that transitions name.

use skill_runtime::{StoredFailure, skill};

use crate::world::Motion;

skill! {
    /// Waits for the motion.
    pub skill Settle(wait_sec: f32 = 2.0) { // @wait_sec
        depends_interfaces { motion: Motion }
        start state Wait {
            -> FAILED(SLOW: "{} s", self.wait_sec) after self.wait_sec;
//                                       ^ def: @wait_sec
            -> FINAL when !motion.moving;
        }
    }
}

skill! {
    /// Settles, and says why not.
    pub skill Calm() {
        depends_skills { Settle }
        start state Go = Settle {} {
            -> Late(why) on FAILED(why) when why.is(Settle::SLOW); // @why
//                                               ^ complete: is, is_of, is_input, number, !__*
//                                                          ^ complete: SLOW
//             ^ def: @Late
            -> FAILED(why) on FAILED(why);
            -> FINAL on FINAL;
        }
        state Late(why: StoredFailure) { -> FAILED(self.why) after 1s; } // @Late
    }
}
