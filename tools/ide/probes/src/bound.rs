//! Names that `let` binds in guards.
//: no diagnostics

use skill_runtime::skill;

use crate::results::{Locate, Spot};
use crate::world::{Eyes, Motion};

/// Returns the place of the first ball.
fn first(eyes: &Eyes) -> Option<Spot> { // @first
    (eyes.balls > 0).then_some(Spot { x_m: 1.0, y_m: 0.0 })
}

skill! {
    /// Looks for a ball, and names what it has found.
    pub skill Spy(
        near_m: f32 = 1.0, // @near
    ) -> f32 {
        depends_skills { Locate }
        depends_interfaces { eyes: Eyes, motion: Motion } // @eyes
        always { -> FAILED("{} balls", count) when let count @ 9.. = eyes.balls; }
//                                     ^ rename: 2, compiles
        start state Look {
            precond -> Far(none.x_m, 0.0) when let Some(none) = first(eyes);
//                         ^ rename: 2
            -> Far(spot.x_m, spot.y_m) when self.near_m > 0.0 && let Some(spot) = first(eyes) && spot.x_m > self.near_m; // @spot
//                      ^ complete: x_m, y_m
//                 ^ def: @spot
//                 ^ type-def: @Spot
//                 ^ rename: 4, compiles
//                                                                        ^ rename: 4
//                                                                                ^ def: @first
//                                                                                      ^ def: @eyes
//                                                                                                   ^ complete: x_m, y_m
//                                                                                                               ^ def: @near
//                                                                                                              ^ complete: near_m
//                                                                                                                     ^ type ` -> FINAL(1.0) when let Some(place) = fir`: first
//                                                                                                                     ^ type ` -> FINAL(1.0) when let Some(place) = first(eyes) && pla`: place
//                                                                                                                     ^ type ` -> FINAL(1.0) when let Some(place) = first(eyes) && place.`: x_m, y_m
//                                                                                                                     ^ type ` -> FINAL(1.0) when rising let n = eyes.`: balls
            -> FINAL(left) when let Some(Spot { x_m: left, .. }) = first(eyes) for 1s;
//                                              ^ hover: To the front.
//                   ^ rename: 2, compiles
            -> Look when let true = motion.moving;
//                                         ^ complete: moving, speed
        }
        state Far(x_m: f32, y_m: f32) = Locate {}? {
            -> FINAL(seen.x_m + half) on FINAL(seen) when let half = seen.x_m / 2.0 && half > self.x_m + self.y_m;
//                              ^ rename: 3, compiles
//                   ^ refs: 3
            -> Look on FINAL;
        }
    }
}
