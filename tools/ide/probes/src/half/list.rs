//! The first letters of a sub-skill in a list.

use skill_runtime::{Status, skill};

use crate::skills::{Turn, Walk};
use crate::world::{Eyes, Motion, motion};

fn look(_: &mut HalfPorts<'_>, _: f32) -> Status { // @look_here
    Status::Running
}

skill! {
    /// Half typed.
    pub skill Half(
        /// The duration.
        time_sec: f32 = 1.0, // @time
    ) {
        depends_skills { Walk }
        depends_interfaces { motion: Motion }
        start state Go = (Walk { distance_m: self.time_sec }, action look(self.time_sec), Wa) { // @Go
//                                                                                         ^ complete: Walk, Turn
//                        ^ def: @Walk
//                               ^ def: @distance_m
//                                                ^ def: @time
//                                                                   ^ def: @look_here
//                                                                             ^ def: @time
            -> Go on FINAL;
//             ^ def: @Go
            -> FINAL on FAILED;
            -> FINAL when motion.speed > self.time_sec;
//                               ^ hover: In metres per second.
//                                            ^ def: @time
        }
    }
}
