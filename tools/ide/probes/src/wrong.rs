//! Errors other than syntax errors: each is reported at its own word, and the rest is unaffected.
//: diagnostics only at @wrong

use skill_runtime::{Machine, Skill, skill};

use crate::skills::{Nod, Walk};
use crate::world::{Gait, Motion, motion};

skill! {
    /// Nothing but mistakes.
    pub skill Wrong(
        /// The gait.
        gait: Gait = Gait::Slow, // @gait
    ) {
        depends_skills { Walk }
        depends_interfaces { motion: Motion }
        vars {
            /// So many times.
            rounds: u32 = 0, // @rounds
            rounds: u32 = 1, // @wrong
//          ^ diag: the name `rounds` is already used
        }
        start state Wait { // @Wait
            init { motion.send(motion::Jump {}); } // @wrong
//          ^ docs: when the state is entered
//                 ^ type-def: @Motion
            -> Gone when motion.moving; // @wrong
//             ^ diag: cannot find state `Gone`
//                              ^ def: @moving
            -> Go when motion.movin; // @wrong
//                            ^ diag: no field `movin`
//             ^ def: @Go
            -> Go when self.rounds; // @wrong
//                          ^ diag: expected bool, found u32
//                          ^ def: @rounds
            -> Go when self.gait == Gait::Fast;
//                          ^ def: @gait
//                         ^ complete: gait, rounds
            -> FINAL wen motion.moving; // @wrong
//                   ^ diag: did you mean `when`?
            -> FINAL after 3s;
//                   ^ docs: has passed since the state was entered
        }
        /// Goes on.
        state Go = Walk { distance_m: 1.0 } { // @Go @wrong
//            ^ diag: does not handle every result of the sub-skill
//                 ^ def: @Walk
            -> Wait on FINAL;
//             ^ def: @Wait
            -> Rest when self.rounds > 3;
//             ^ def: @Rest
        }
        state Rest = Nod {} { // @Rest @wrong
//                   ^ diag: cannot find skill `Nod` in `depends_skills`
            -> FINAL on FINAL;
            -> FAILED on FAILED;
            -> Wait when motion.speed > 0.5;
//                              ^ hover: In metres per second.
//                             ^ complete: moving, speed
        }
        state Rest { -> FINAL after 1s; } // @wrong
//            ^ diag: the name `Rest` is already used by a state
    }
}

/// Whether it waits.
pub fn waits(machine: &<Wrong as Skill>::Machine) -> bool {
    let state = machine.state();
//      ^ hover: WrongState
    state == WrongState::Wait
//                       ^ def: @Wait
}
