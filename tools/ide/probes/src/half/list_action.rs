//! The first letters of the function of an action in a list.

use skill_runtime::{Status, skill};

use crate::skills::Walk;
use crate::world::{Motion, motion};

fn look_about(_: &mut HalfPorts<'_>, _: f32) -> Status {
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
        start state Go = (Walk { distance_m: self.time_sec }, action loo) { // @Go
//                                                                     ^ complete: look_about
//                                                            ^ docs: a Rust function
//                        ^ def: @Walk
//                                                ^ def: @time
            -> Go on FINAL;
//             ^ def: @Go
            -> FINAL on FAILED;
            -> FINAL when motion.speed > self.time_sec;
//                               ^ hover: In metres per second.
        }
    }
}
