//! A state that is passed, right after the comma.
//: diagnostics only at @broken

use skill_runtime::{Machine, Skill, skill};

use crate::world::{Motion, motion};

skill! {
    /// Half typed.
    pub skill Half(
        /// The duration.
        time_sec: f32 = 1.0, // @time
    ) {
        depends_interfaces { motion: Motion }
        continuous { height_m: f32 = 1.0 } // @height
        vars { rounds: u32 = 0 } // @rounds
        /// Waits.
        start state Wait { // @Wait
            -> Side(1, Halt) when motion.moving;
//             ^ def: @Side
//                     ^ def: @Halt
        }
        /// One side.
        state Side(count: u32, avoid: state()) { // @Side @params
            -> Side(1, ) when motion.moving; // @broken
//                    ^ complete: Halt, Side
//                                   ^ hover: Whether the robot walks.
            init { self.rounds += self.count; }
//                      ^ def: @rounds
//                                     ^ def: @params
            -> self.avoid when self.count > 3;
//                  ^ def: @params
//                                  ^ def: @params
//                                 ^ complete: count, avoid, rounds, time_sec
            -> FINAL after self.time_sec;
//                              ^ def: @time
            start state Begin { -> Side(self.count, self.avoid) when self.rounds > 1; } // @Begin
//                                           ^ def: @params
//                                                       ^ def: @params
        }
        /// Ends.
        state Halt { -> FINAL after 1s; } // @Halt
    }
}

/// Whether it waits.
pub fn waits(machine: &<Half as Skill>::Machine) -> bool {
    machine.state() == HalfState::Wait
//                                ^ def: @Wait
}
