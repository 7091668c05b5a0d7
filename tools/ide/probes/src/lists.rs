//! One block for two skills.

use skill_runtime::skill;

use crate::skills::{Turn, Walk};
use crate::world::{Motion, motion};

skill! {
    /// Walks with either leg first.
    pub skill [LeftFirst, RightFirst]( // @LeftFirst
        /// The distance.
        far_m: f32 = 2.0, // @lists_far
    ) {
        depends_interfaces { motion: Motion = ["Left", "Right"] } // @lists_motion
        start state Go { // @lists_Go
            init { motion.send(motion::Go { distance: self.far_m }); }
//                                                         ^ def: @lists_far
//                                                         ^ complete: far_m, !__*
            -> FINAL when motion.moving;
//                               ^ complete: moving, speed, !__*
//                        ^ def: @lists_motion
            -> Go after 1s;
//             ^ def: @lists_Go
        }
    }
}

skill! {
    /// Goes on its way.
    pub skill [Left, Right]() {
        depends_skills { Way = [Walk, Walk], Turn }
        start state Begin = Way { distance_m: 1.0 }? { -> End on FINAL; } // @lists_Begin
//                                ^ complete: distance_m, !__*
        state End = Turn {}? {
            -> Begin on FINAL when self.elapsed() > 2.0;
//             ^ def: @lists_Begin
            -> FINAL on FINAL;
        }
    }
}
