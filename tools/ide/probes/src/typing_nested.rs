//! Completions right after the last typed character, in nested states and parameters.

#![allow(unused_imports)] // they are offered

use skill_runtime::skill;

use crate::world::{Gait, Motion, motion};

skill! {
    /// Draws, while somebody writes more of it.
    pub skill Sketch(gait: Gait = Gait::Slow) {
        depends_interfaces { motion: Motion }
        continuous { height_m: f32 = 1.0, speed: f32 = 0.0 }
        vars { total: u32 = 0 }
        start state Setup {
            -> Side(0, Halt) when motion.moving;
            -> FINAL after 1s;
        }
        state Side(count: u32, avoid: state()) {
            vars { steps: u32 = 0 }
            flow { der(self.height_m) = 1.0; }
//                                         ^ type ` der(self.`: height_m
//                                         ^ type ` der(self.speed) = self.`: height_m, steps, count
//                                         ^ type ` der(self.speed) = self.st`: steps
            init { self.steps += 1; }
//                                ^ type ` self.`: steps, count, total, gait, !__*
//                                ^ first after ` self.`: steps, count, avoid, total, gait, height_m, speed, elapsed
//                                ^ type ` self.co`: count
//                                  ^ type ` fl`: flow
//                                  ^ type ` va`: vars
//                                  ^ type ` sta`: start, state
            -> self.avoid after 1s;
//                                ^ type ` -> self.`: avoid, count
//                                ^ type ` -> self.av`: avoid
//                                ^ type ` -> T`: Setup, FINAL
//                                ^ type ` -> Begin when self.`: steps, count, total, gait
//                                ^ type ` -> Begin when self.st`: steps
//                                ^ type ` -> Begin when crossing self.`: height_m, steps, count
//                                ^ type ` -> Begin when crossing self.hei`: height_m
            start state Begin {
                -> Turn(1) when self.count > 1;
//                                             ^ type ` -> `: Turn, Begin, Side, FINAL
//                                             ^ type ` -> Tu`: Turn
//                                             ^ type ` -> Turn(1) when self.`: steps, count, total
//                                             ^ type ` -> self.`: avoid
            }
            state Turn(times: u32) {
                init { self.total += 1; }
//                                    ^ type ` self.`: times, steps, count, total, gait
//                                    ^ type ` self.ti`: times
                -> Begin after 1s;
//                               ^ type ` -> FINAL when self.`: times, steps, count, total, gait, !__*
//                               ^ first after ` -> FINAL when self.`: times, steps, count, avoid, total, gait, height_m, speed, elapsed
            }
        }
        state Halt { -> FINAL after 1s; }
    }
}
