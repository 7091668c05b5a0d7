//! The last brace of the skill is missing: rust-analyzer expands no macro whose braces do
//! not match. The items before it stay.

use skill_runtime::{Machine, Skill, skill};

use crate::skills::{Turn, Walk};
use crate::world::{Eyes, Motion, motion};

skill! {
    /// Precedes the broken skill.
    pub skill Front() { // @Front
        depends_skills { Walk }
        depends_interfaces { motion: Motion }
        vars { rounds: u32 = 0 } // @frontRounds
        start state Wait { // @frontWait
            init { self.rounds += 1; }
            -> Go when motion.moving && self.rounds > 1;
//             ^ def: @frontGo
//                           ^ complete: moving, speed
//                                           ^ def: @frontRounds
            -> FINAL after 3s;
        }
        state Go = Walk { distance_m: 1.0 } { // @frontGo
            -> Wait on FINAL;
//             ^ def: @frontWait
            -> FAILED on FAILED;
        }
    }
}

/// Whether it waits.
pub fn waits(machine: &<Front as Skill>::Machine) -> bool {
    let state = machine.state();
//      ^ hover: FrontState
    state == FrontState::Wait
//                       ^ def: @frontWait
}

skill! {
    /// Half typed.
    pub skill Half() {
        depends_skills { Walk }
        depends_interfaces { motion: Motion }
        start state Wait {
            -> FINAL after 3s;
        }
        state Go = Walk { distance_m: 1.0 } {
            -> Wait on FINAL;
            -> FAILED on FAILED;
    }
}
