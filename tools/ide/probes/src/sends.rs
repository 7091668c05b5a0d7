//! Messages that states run.

use skill_runtime::{interface, skill};

use crate::skills::Walk;

interface! {
    /// An arm.
    pub Arm {
        fields {
            msgid: u32,
            final: bool,
            /// The height.
            z_m: f32, // @z_m
        }
        messages {
            /// Moves the arm.
            Lift { to_m: f32, fast: bool }, // @Lift @to_m
            Open, // @Open
        }
    }
}

skill! {
    /// Lifts two arms.
    pub skill Sends(far_m: f32 = 2.0) { // @far_m
        depends_skills { Walk }
        depends_interfaces { left: Arm, right: Arm } // @left @right
        vars { up_m: f32 = 0.0 } // @up_m
        start state Up = (left.send(arm::Lift { to_m: self.far_m, fast: right.z_m > 0.1 }), right.send(arm::Open)) {
//                        ^ def: @left
//                             ^ docs: Sends a message to the writer
//                                       ^ def: @Lift
//                                       ^ hover: Moves the arm.
//                                              ^ def: @to_m
//                                                         ^ def: @far_m
//                                                         ^ complete: far_m, up_m, !__*
//                                                                              ^ def: @z_m
//                                                                              ^ complete: z_m, has_writer
//                                                                                                          ^ def: @Open
            -> Walking when left.refused();
//             ^ def: @Walking
            -> Walking on FINAL;
        }
        state Walking = 1 of (lift: left.send(arm::Lift { to_m: self.up_m, fast: true }), Walk { distance_m: 1.0 })? { // @Walking
//                                                                    ^ def: @up_m
            -> Walking on FINAL(lift: _);
            -> FINAL on FINAL;
        }
    }
}
