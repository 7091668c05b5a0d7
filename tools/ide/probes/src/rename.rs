//! Renames.
//: no diagnostics

use skill_runtime::skill;

use crate::skills::Walk;
use crate::world::{Motion, motion};

skill! {
    /// Hops. Its name occurs in another skill and in the skill space, too.
    pub skill Hop(
//            ^ rename: 5
        height_m: f32 = 0.1,
//      ^ rename: 3, none left
    ) {
        start state Air { -> FAILED when self.height_m > 1.0; -> FINAL after 1s; }
    }
}

skill! {
    /// Dances.
    pub skill Dance(
        beats: u32 = 4,
//      ^ rename: 3, none left
    ) {
        depends_skills { Hop, Walk }
//                       ^ refs: 5
        depends_interfaces { motion: Motion }
        vars { counted: u32 = 0, leg: u32 = 0 }
//             ^ rename: 5, none left
//                               ^ rename: 4, none left
        always { -> Bow when self.counted > self.beats; }
//                                ^ rename: 5, none left
        start state Sway {
//                  ^ rename: 4, none left
            init {
                self.counted += 1;
                self.leg = self.counted % 2;
                motion.send(motion::Halt {});
//              ^ refs: 4
//              ^ rename: 4
            }
            -> Jump when self.leg == 0 && !motion.moving;
            -> Step when self.leg == 1;
//             ^ rename: 2, none left
            -> FINAL after 9s;
        }
        state Jump = Hop { height_m: 0.2 } {
//                   ^ rename: 5
            -> Sway on FINAL;
            -> FAILED on FAILED;
        }
        state Step = Walk { distance_m: if motion.moving { 0.1 } else { 0.2 } } {
            -> Sway on FINAL;
//             ^ rename: 4, none left
            -> FAILED on FAILED;
            -> Bow when self.counted == 9 * self.beats;
        }
        state Bow { -> FINAL after 1s; }
//            ^ rename: 3, none left
    }
}

/// Whether it sways.
pub fn sways(state: DanceState) -> bool {
    state == DanceState::Sway
}
