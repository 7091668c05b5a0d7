//! States that are tried again.

use skill_runtime::skill;

use crate::skills::Walk;
use crate::world::{Motion, motion};

skill! {
    /// Walks to a place, and tries that again.
    pub skill Reach(
        /// The number of tries.
        tries: u32 = 3, // @tries
    ) {
        depends_skills { Walk }
        depends_interfaces { motion: Motion } // @motion
        start state Begin { -> Attempt(1) when motion.moving; -> Other after 9s; }
//                          ^ type ` -> Att`: Attempt
        state Attempt(places: u32) tries self.tries via Pause { // @Attempt @places
//                                 ^ docs: a state that is entered again, with its parameters
//                                            ^ def: @tries
//                                           ^ complete: places, tries, !__*
//                                                  ^ docs: the state beside
//                                                      ^ def: @Pause
            -> FAILED("{} places", self.places) when self.places > self.tries;
//                                      ^ def: @places
//                                                        ^ def: @places
//                                                       ^ complete: places, tries, !__*
//                                                                       ^ def: @tries
            start state Go = Walk { distance_m: 1.0 } tries 2 { // @Go
//                                                          ^ type ` vi`: via
                -> Stand on FINAL;
            }
            state Stand {
                -> FAILED("it moves") when motion.moving;
//                                         ^ def: @motion
//                                                ^ complete: moving, speed, !__*
                -> FINAL when !motion.moving for 1s;
            }
        }
        state Pause { // @Pause
            -> Attempt(3) after 1s;
//             ^ def: @Attempt
        }
        state Other { -> FINAL after 1s; }
//                 ^ type `tr`: tries
//                 ^ type `tries self.`: tries
    }
}
