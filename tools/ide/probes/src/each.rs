//! A block that declares several skills.
//: no diagnostics

use skill_runtime::{Machine, Skill, Status, skill};

use crate::skills::{Nod, Turn, Walk};
use crate::world::{Eyes, Motion, motion};

skill! {
    /// Waits for the eyes.
    pub skill WaitLonger(angle: f32 = 1.0) { start state Down { -> FINAL when self.angle > 1.0; -> FAILED(SLOW: "slow") after 1s; } }
}

skill! {
    /// Moves one of two.
    pub skill [LeftTo, RightTo]( // @LeftTo @RightTo
//             ^ docs: Moves one of two.
//                     ^ docs: Moves one of two.
        /// The distance.
        far_m: f32, // @far_m
    ) {
        depends_skills { Home = [Turn, WaitLonger], Other = [Nod, Nod], Walk } // @Home
//                       ^ hover: Home
//                               ^ def: @Turn
//                               ^ complete: Turn, Nod
//                                     ^ hover: Waits for the eyes.
//                                     ^ complete: WaitLonger
        depends_interfaces { motion: Motion = ["Left", "Right"], eyes: Eyes }
//                                   ^ def: @Motion
//                                                               ^ hover: eyes
        vars { rounds: u32 = 0 } // @rounds

        start state Begin = Home { angle: self.far_m } { // @Begin
//                          ^ def: @Home
//                                 ^ hover: The distance, to the left.
//                                             ^ def: @far_m
//                                             ^ complete: far_m, rounds, !__*
//                                 ^ complete: angle
            init { motion.send(motion::Halt {}); self.rounds += 1; }
//                                                    ^ def: @rounds
//                                                    ^ refs: 3
//                        ^ complete: send, has_writer
//                                      ^ hover: Halt
            -> Watch on FINAL;
//             ^ def: @Watch
//             ^ complete: Begin, Watch, FINAL
            -> FAILED(why) on FAILED(why);
        }
        state Watch = (Other {}, action look(self.far_m)) { // @Watch
//                                      ^ def: @look
            -> FINAL when motion.moving && self.rounds > 2;
//                               ^ complete: moving, speed
//                                              ^ def: @rounds
            -> Walking on FINAL;
            -> FAILED on FAILED;
        }
        state Walking = Walk { distance_m: self.far_m }? { -> FINAL on FINAL; } // @Walking
    }
}

/// Looks.
fn look(ports: &mut RightToPorts<'_>, far_m: f32) -> Status { // @look
    if ports.motion.speed > far_m { Status::Final } else { Status::Running }
//                 ^ complete: moving, speed
}

skill! {
    /// Moves both.
    pub skill Both() {
        depends_skills { LeftTo, RightTo }
//                       ^ def: @LeftTo
//                               ^ def: @RightTo
        start state Go = (LeftTo { far_m: 1.0 }, RightTo { far_m: 2.0 })? { -> FINAL on FINAL; }
//                                 ^ hover: The distance.
//                                                         ^ hover: The distance.
    }
}

/// Returns whether the second one watches.
pub fn watches(machine: &<RightTo as Skill>::Machine) -> bool {
    let state = machine.state();
//      ^ hover: RightToState
    state == RightToState::Watch
//                         ^ complete: Begin, Watch, Walking
}
