//! States that are entered again as they were left.

use skill_runtime::skill;

use crate::world::{Motion, motion};

skill! {
    /// Walks, waits where it is pushed, and goes on.
    pub skill Round(
        /// The number of places.
        places: u32 = 3, // @places
    ) {
        depends_interfaces { motion: Motion } // @motion
        start state Walk(first: u32 = 0) { // @Walk @first
            -> Wait when motion.moving;
            start state Leg(place: u32 = self.first) { // @Leg
                -> Leg(self.place + 1) when self.place < self.places;
                -> Turn when self.place == self.places;
            }
            state Turn { -> FINAL after 1s; }
        }
        state Wait {
            -> resume Walk when motion.moving; // @resumes
//             ^ docs: enters the state `S` as it was left
//                    ^ def: @Walk
//                    ^ hover: Walk
//                              ^ def: @motion
//                                     ^ complete: moving, speed, !__*
            -> resume deep Walk(self.places) after 1s;
//                    ^ docs: enters all states again
//                         ^ def: @Walk
//                                   ^ def: @places
//                                  ^ complete: places, !first, !__*
        }
        state Other { -> FINAL after 1s; }
//                   ^ type ` ->`: Walk, Wait, FINAL
//                   ^ type ` -> re`: resume
//                   ^ type ` -> resume `: Walk, Wait, deep
//                   ^ type ` -> resume W`: Walk, Wait
//                   ^ type ` -> resume de`: deep
//                   ^ type ` -> resume deep `: Walk, Wait
//                   ^ type ` -> resume deep W`: Walk, Wait
//                   ^ type ` -> resume Walk w`: when, after, otherwise
//                   ^ type ` -> resume Walk when motion.`: moving, speed
    }
}
