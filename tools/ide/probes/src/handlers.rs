//! Handlers of failures in states around and under `always`, and memories of guards there.

use skill_runtime::{agent, skill};

use crate::skills::{Turn, Walk};
use crate::world::{Motion, motion};

skill! {
    /// Walks and turns, and rests if something fails.
    pub skill Tour(
        /// The number of rounds.
        rounds: u32 = 3, // @rounds
    ) {
        depends_skills { Turn, Walk }
        depends_interfaces { motion: Motion } // @motion
        vars { done: u32 = 0 } // @done
        always {
//                ^ type ` -> Rest on FAILED wh`: when
//                ^ type ` -> Rest on FAILED when self.`: rounds, done
//                ^ type ` -> Rest on FAILED when motion.`: moving, speed
//                ^ type ` -> Rest when rising motion.`: moving, speed
//                ^ type ` -> Rest when rising self.done > self.`: rounds, done
//                ^ type ` -> Rest when motion.moving for self.`: rounds, done
//                ^ type ` -> Re`: Rest
            -> Rest when rising motion.moving for 2s;
//             ^ def: @Rest
//                       ^ docs: was false when it was last
//                                ^ def: @motion
//                                     ^ complete: moving, speed
//                                             ^ docs: each time it was checked
            -> FAILED on FAILED when self.done == self.rounds;
//                    ^ docs: fires when all that the state runs
//                                        ^ def: @done
//                                       ^ complete: done, rounds
//                                                     ^ def: @rounds
            -> Rest on FAILED;
//             ^ def: @Rest
//                  ^ docs: fires when all that the state runs
        }
        start state Round {
            vars { lost: u32 = 0 } // @lost
            -> Again(self.lost) on FAILED when self.lost > self.done;
//             ^ def: @Again
//                        ^ def: @lost
//                       ^ complete: lost, done, rounds
//                                                  ^ def: @lost
//                                                              ^ def: @done
//                                                             ^ complete: lost, done, rounds
//                                                                      ^ type ` -> Rest on FAILED when self.`: lost, done, rounds
//                                                                      ^ type ` -> Rest on FAILED when motion.`: moving, speed
//                                                                      ^ type ` -> Rest when rising self.lost > self.`: lost, done, rounds
            start state Leg = Walk { distance_m: 1.0 } {
                -> Corner on FINAL;
//                 ^ def: @Corner
            }
            state Corner = Turn { angle: 1.6 } { // @Corner
                exit { self.done += 1; }
                -> Leg on FINAL;
                -> Leg on FAILED when self.done > 1;
//                                                 ^ type ` -> Leg on FAILED when self.`: lost, done, rounds
            }
        }
        state Again(lost: u32) { // @Again
            -> Round when self.lost < 3;
            -> FAILED otherwise;
        }
        state Rest { -> FINAL after 1s; } // @Rest
    }
}

agent! {
    /// Goes on tour.
    pub agent Guide() {
        depends_skills { Tour }
        always { -> Wait on FAILED; }
//                  ^ def: @Wait
//                               ^ type ` -> Lead on FAILED wh`: when
        start state Wait { -> Lead after 1s; } // @Wait
        state Lead = Tour {} { -> FINAL on FINAL; }
    }
}
