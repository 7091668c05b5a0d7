//! Agents: the words of the language and what they run, as in skills.
//: no diagnostics

use skill_runtime::agent;

use crate::skills::{Nod, Turn, Walk};
use crate::world::{Eyes, Motion, motion};

agent! {
    /// Walks to and fro.
    pub agent Sentry( // @Sentry
//      ^ docs: decides which skills the skiller
        /// The number of rounds.
        rounds: u32 = 3, // @rounds
    ) {
        depends_skills { Walk, Turn }
//                       ^ complete: Walk, Turn, Nod
//                       ^ def: @Walk
        depends_interfaces { motion: Motion, eyes: Eyes }
        vars { round: u32 = 0 } // @round

        start state Stand { // @Stand
            init { motion.send(motion::Halt {}); }
//                        ^ complete: send, has_writer
            -> Patrol when eyes.balls > 0;
//             ^ def: @Patrol
//             ^ complete: Patrol, About, Stand, FINAL
//                              ^ complete: balls
        }
        state Patrol = Walk { distance_m: 2.0 } { // @Patrol
//                     ^ hover: Walks straight on.
//                            ^ complete: distance_m, gait
            -> About on FINAL;
            -> FAILED("lost in round {}", self.round) on FAILED;
//                                             ^ def: @round
        }
        state About = Turn { angle: 3.1 } {
            exit { self.round += 1; }
//                      ^ complete: round, rounds, !__*
//                      ^ first: elapsed, round, rounds
            -> Stand on FINAL;
            -> Stand on FAILED;
            -> FINAL when self.round == self.rounds;
//                                           ^ def: @rounds
        }
    }
}
