//! Results: their type, the value at FINAL, and the names in the caller.
//: no diagnostics

use skill_runtime::{Machine, Skill, SkillResult, skill};

use crate::skills::Nod;
use crate::world::{Eyes, Motion, motion};

/// A place on the floor.
#[derive(Clone, Copy, PartialEq, Debug, SkillResult)]
pub struct Spot { // @Spot
    /// To the front.
    pub x_m: f32, // @x
    /// To the left.
    pub y_m: f32,
}

skill! {
    /// Finds a place.
    pub skill Locate() -> Spot { // @Locate
//                        ^ complete: Spot
//                        ^ def: @Spot
//                        ^ hover: A place on the floor.
        depends_interfaces { eyes: Eyes }
        vars { spot: Spot = Spot { x_m: 0.0, y_m: 0.0 } } // @variable
        start state Look {
            -> FINAL(self.spot) when eyes.balls > 0;
//                        ^ def: @variable
//                        ^ complete: spot
            -> FINAL(Spot { x_m: 1.0, ..self.spot }) after 5s;
//                          ^ def: @x
        }
    }
}

skill! {
    /// Counts.
    pub skill Count() -> u32 {
        start state Up { -> FINAL(3) after 1s; }
    }
}

skill! {
    /// Goes there.
    pub skill Go() -> f32 {
        depends_skills { Locate, Count, Nod }
        depends_interfaces { motion: Motion }
        start state First = Locate {} {
            -> Walk(spot.x_m) on FINAL(spot); // @name
//                  ^ def: @name
//                  ^ type-def: @Spot
//                       ^ def: @x
//                       ^ hover: To the front.
//                  ^ rename: 2
//                                     ^ rename: 2
//                      ^ complete: x_m, y_m, !laps
            -> First on FAILED when motion.moving;
            -> FAILED on FAILED;
        }
        state Walk(x_m: f32) = (Nod {}, Locate {}, Count {})? {
            init { motion.send(motion::Go { distance: self.x_m }); }
            -> Walk(near.y_m) on FINAL(locate: near, count: laps) when near.x_m > 2.0 && laps < 3; // @near
//                                             ^ refs: 3
//                                                                     ^ def: @near
//                                                                          ^ def: @x
//                                                                          ^ hover: To the front.
//                                                                          ^ complete: x_m, y_m
//                                                          ^ refs: 2
            -> FINAL(self.x_m + there.x_m * count as f32) on FINAL(locate: there, count);
//                                    ^ def: @x
//                                   ^ complete: x_m, y_m
//                              ^ refs: 2
        }
    }
}

/// Returns how far it has gone.
pub fn gone(machine: &<Go as Skill>::Machine) -> f32 {
    machine.result().copied().unwrap_or(0.0)
//          ^ hover: Returns the result of a skill that is FINAL
}
