//! Variables that flow.
//: no diagnostics

use skill_runtime::skill;

skill! {
    /// A ball.
    pub skill Ball(
        /// The remaining speed.
        keeps: f32 = 0.8, // @keeps
    ) {
        continuous {
//      ^ docs: variables that change continuously with time
            /// Above the ground.
            height_m: f32 = 10.0, // @height
//          ^ rename: 3, none left
            speed: f32 = 0.0, // @flow_speed
//          ^ refs: 4
        }
        vars { bounces: u32 = 0 } // @bounces
        start state Fall { // @Fall
            flow {
//          ^ docs: the differential equations of the state
                der(self.height_m) = self.speed;
//              ^ docs: the rate of a continuous variable
//                       ^ def: @height
//                       ^ hover: Above the ground.
//                       ^ complete: height_m, speed
//                                        ^ def: @flow_speed
//                                        ^ complete: speed, height_m, keeps, bounces, !__*
//                                        ^ first: speed, height_m, keeps, bounces
                der(self.speed) = -9.81 * self.keeps;
//                       ^ def: @flow_speed
//                                             ^ def: @keeps
            }
            -> Bounce when crossing self.height_m <= 0.0;
//             ^ def: @Bounce
//                         ^ docs: fires when the guard becomes true between two passes
//                                       ^ def: @height
//                                       ^ complete: height_m, speed, keeps
        }
        state Bounce { // @Bounce
            init { self.speed *= -self.keeps; self.bounces += 1; }
//                      ^ def: @flow_speed
            -> Fall otherwise;
        }
    }
}
