//! The first letters of a keyword before an interface.
//: diagnostics only at @broken

use skill_runtime::{Machine, Skill, skill};

use crate::skills::{Turn, Walk};
use crate::world::{Eyes, Motion, motion};

skill! {
    /// Half typed.
    pub skill Half(
        /// The duration.
        time_sec: f32 = 1.0, // @time
    ) {
        depends_skills { Walk }
        depends_interfaces { motion: Motion, op eyes: Eyes } // @broken
//                                            ^ complete: optional, writes, !state
        vars {
            /// So many times.
            rounds: u32 = 0, // @rounds
        }
        /// Waits.
        start state Wait { // @Wait
            init { self.rounds += 1; }
            -> Go when motion.moving;
//             ^ def: @Go
//                           ^ complete: moving, speed
        }
        /// Goes on.
        state Go = Walk { distance_m: 1.0 } { // @Go
            -> Wait on FINAL;
//             ^ def: @Wait
            -> FINAL on FAILED;
            -> FINAL when self.rounds > 3 && motion.speed > 0.5;
//                             ^ def: @rounds
//                                                  ^ hover: In metres per second.
        }
    }
}

/// Whether it waits.
pub fn waits(machine: &<Half as Skill>::Machine) -> bool {
    let state = machine.state();
//      ^ hover: HalfState
    state == HalfState::Wait
//                      ^ def: @Wait
}
