//! Sub-skills and actions side by side.
//: no diagnostics

use skill_runtime::{Status, skill};

use crate::skills::{Nod, Walk};
use crate::world::{Eyes, Motion};

/// Looks about.
fn look(ports: &mut BothPorts<'_>, far: f32) -> Status { // @look
    if ports.motion.speed > far { Status::Final } else { Status::Running }
}

skill! {
    /// Walks and looks.
    pub skill Both(
        /// The distance.
        far: f32 = 2.0, // @far_away
    ) {
        depends_skills { Walk, Nod }
        depends_interfaces { motion: Motion, eyes: Eyes }
        start state All = (Walk { distance_m: self.far }, action look(self.far), Nod {}, action look(1.0))? {
//                         ^ def: @Walk
//                                ^ def: @distance_m
//                                                 ^ def: @far_away
//                                                        ^ docs: does not run again once it is FINAL
//                                                               ^ def: @look
//                                                               ^ hover: Looks about.
//                                                                         ^ def: @far_away
//                                                                               ^ def: @Nod
//                                                                                              ^ def: @look
//                                ^ complete: distance_m, gait
//                                                                        ^ complete: far, !distance_m
            -> FINAL on FINAL;
//                   ^ docs: fires when all that the state runs
            -> FAILED("no legs") when eyes.balls > 9 && motion.moving;
        }
    }
}
