//! States that are entered again as they were left.

use skill_runtime::skill;

use crate::world::{Motion, motion};

skill! {
    /// Walks, waits where it is pushed, and goes on.
    pub skill Round(
        /// The number of stops.
        stops: u32 = 3, // @stops
    ) {
        depends_interfaces { motion: Motion } // @resume_motion
        start state Tour(first_stop: u32 = 0) { // @Tour @first_stop
            -> Wait when motion.moving;
            start state Leg(place: u32 = self.first_stop) {
                -> Leg(self.place + 1) when self.place < self.stops;
                -> Turn when self.place == self.stops;
            }
            state Turn { -> FINAL after 1s; }
        }
        state Wait {
            -> resume Tour when motion.moving;
//             ^ docs: enters the state `S` as it was left
//                    ^ def: @Tour
//                    ^ hover: Tour
//                              ^ def: @resume_motion
//                                     ^ complete: moving, speed, !__*
            -> Other when motion.speed > 2.0;
            -> resume deep Tour(self.stops) after 1s;
//                    ^ docs: enters all states again
//                         ^ def: @Tour
//                                   ^ def: @stops
//                                  ^ complete: stops, !first_stop, !__*
        }
        state Other { -> FINAL after 1s; }
//                   ^ type ` ->`: Tour, Wait, FINAL
//                   ^ type ` -> re`: resume
//                   ^ type ` -> resume `: Tour, Wait, deep
//                   ^ type ` -> resume T`: Tour
//                   ^ type ` -> resume de`: deep
//                   ^ type ` -> resume deep `: Tour, Wait
//                   ^ type ` -> resume deep T`: Tour
//                   ^ type ` -> resume Tour w`: when, after, otherwise
//                   ^ type ` -> resume Tour when motion.`: moving, speed
    }
}
