//! Hovers.
//: no diagnostics

use skill_runtime::{Instant, Status, skill};

use crate::skills::{Turn, Walk};
use crate::world::{Eyes, Motion, motion};

fn count(ports: &mut ScanPorts<'_>, by: u32) -> Status { // @count
    ports.eyes.balls += by;
    Status::Final
}

skill! {
    /// Looks about.
    pub skill Scan() {
        depends_interfaces { writes eyes: Eyes, optional motion: Motion }
//                           ^ docs: the skill is the interface's writer
//                                              ^ docs: the skill also runs without a writer
        start state Count = action count(1) {
//                          ^ docs: a Rust function
//                                 ^ hover: fn count
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}

skill! {
    /// Plays.
    pub skill Play(
//      ^ docs: a state machine with one purpose
//            ^ hover: Plays.
        /// The count.
        times: u32 = 3,
//      ^ hover: The count.
    ) {
        max_transitions = 5;
//      ^ docs: the maximum number of transitions in one
        depends_skills { Walk, Turn }
//      ^ docs: the skills that this one can run
//                       ^ hover: Walks straight on.
        depends_interfaces { motion: Motion (max_age = 40ms) }
//      ^ docs: the blackboard interfaces
//                           ^ hover: Motion
//                                   ^ hover: Moves the legs.
//                                           ^ docs: the maximum age of a value
        vars {
//      ^ docs: variables of the skill
            /// Rounds so far.
            rounds: u32 = 0,
//          ^ hover: Rounds so far.
        }
        always {
//      ^ docs: transitions of every state except
            -> FAILED("late") when motion.time() > Instant::from_millis(1000);
//                                        ^ hover: at which the value was published
        }
        /// Waits for the ball.
        start state Wait {
//      ^ docs: the state in which a run begins
//            ^ docs: a state, optionally with the sub-skill, action or message
//                  ^ hover: Waits for the ball.
            precond -> FINAL when self.rounds >= self.times;
//          ^ docs: is skipped
//                                     ^ hover: Rounds so far.
//                                                    ^ hover: u32
            init { self.rounds += 1; }
//          ^ docs: when the state is entered
//                      ^ hover: Rounds so far.
            loop { motion.send(motion::Go { distance: 0.1 }); }
//          ^ docs: while the state is active
//                        ^ hover: Sends a message to the writer
//                                     ^ hover: struct Go
            exit { motion.send(motion::Halt {}); }
//          ^ docs: when the state is left
            -> Go when motion.moving && motion.speed > 0.5;
//             ^ hover: Goes there.
//                ^ docs: a jump condition
//                     ^ hover: Motion
//                            ^ hover: Whether the robot walks.
//                                             ^ hover: In metres per second.
            -> Search after 3s;
//                    ^ docs: has passed since the state was entered
        }
        /// Goes there.
        state Go = Walk { distance_m: 1.0 } {
//                 ^ hover: Walks straight on.
//                        ^ hover: The distance.
            -> FINAL on FINAL;
//             ^ hover: The skill has reached its purpose.
//                   ^ docs: fires when all that the state runs
            -> FAILED on FAILED;
//             ^ hover: The skill cannot reach its purpose.
        }
        /// Searches.
        state Search = Turn { angle: 0.5 } {
//                            ^ hover: The distance, to the left.
            -> Go on FINAL;
            -> FAILED on FAILED;
            -> Stand when self.rounds > 2;
        }
        state Stand { -> FINAL otherwise; }
//                             ^ docs: always fires
    }
}
