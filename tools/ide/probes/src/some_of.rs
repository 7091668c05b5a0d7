//! Lists of which not all must be FINAL, and labels.

use skill_runtime::{Status, skill};

use crate::skills::Walk;
use crate::world::Motion;

/// Waits for the motion.
fn listen(ports: &mut EitherPorts<'_>) -> Status { // @listen
    if ports.motion.moving { Status::Running } else { Status::Final }
}

skill! {
    /// Walks one of two ways.
    pub skill Either(far_m: f32 = 2.0) { // @far_m
        depends_skills { Walk }
        depends_interfaces { motion: Motion }
        start state Go = 1 of (near: Walk { distance_m: 1.0 }, action listen()) {
//                         ^ docs: how many of the list must be FINAL
//                                                                    ^ def: @listen
//                        ^ type ` o`: of
//                                          ^ complete: distance_m, !__*
            -> Stand on FINAL(listen: _);
            -> Far on FINAL(near: _) when motion.moving;
//                                               ^ complete: moving, speed, !__*
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
        state Far = 1 of (Walk { distance_m: self.far_m }, again: Walk { distance_m: 2.0 })? {
//                                                ^ def: @far_m
//                                                ^ complete: far_m, !__*
            -> Stand on FINAL(again: _);
//             ^ def: @Stand
            -> FINAL on FINAL;
        }
        state Stand { -> FINAL after 1s; } // @Stand
    }
}
