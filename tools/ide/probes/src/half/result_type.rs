//! The type of the result is not complete.

use skill_runtime::{Machine, Skill, skill};

use crate::results::{Locate, Spot};
use crate::world::{Motion, motion};

skill! {
    /// Half typed.
    pub skill Half() -> Sp {
//                      ^ complete: Spot, Motion
        depends_skills { Locate }
        depends_interfaces { motion: Motion }
        vars { rounds: u32 = 0, far: Spot = Spot { x_m: 0.0, y_m: 0.0 } } // @rounds
        /// Waits.
        start state Wait { // @Wait
            init { self.rounds += 1; }
            -> Go when motion.moving;
//             ^ def: @Go
//                           ^ complete: moving, speed
            -> FINAL(self.far) after 1s;
        }
        /// Goes on.
        state Go = Locate {} { // @Go
            -> Side(spot.x_m) on FINAL(spot);
//                       ^ complete: x_m, y_m
            -> Wait on FAILED;
//             ^ def: @Wait
            -> Side(self.far.x_m) when self.rounds > 3;
//                                          ^ def: @rounds
        }
        state Side(x_m: f32) { -> Wait when self.x_m > 1.0; } // @Side
    }
}

/// Whether it waits.
pub fn waits(machine: &<Half as Skill>::Machine) -> bool {
    machine.state() == HalfState::Wait
//                                ^ def: @Wait
}
