//! Nested states, their parameters and variables, states that are passed.
//: no diagnostics

use skill_runtime::{Machine as _, Skill, skill};

use crate::world::{Gait, Motion, motion};

skill! {
    /// Draws a square.
    pub skill Draw(
        /// The gait.
        gait: Gait = Gait::Slow, // @gait
    ) {
        depends_interfaces { motion: Motion } // @ports
        vars { total: u32 = 0 } // @total
        /// Sets up.
        start state Setup { // @Setup
            -> Side(0, Corner, Stop) when motion.moving;
//             ^ def: @Side
//                     ^ def: @Corner
//                     ^ hover: Turns.
//                     ^ complete: Corner, Stop, Side, !when
//                             ^ def: @Stop
//                             ^ complete: Stop, Corner
            -> Side({ self.total + 1 }, Corner, Stop) otherwise;
//                         ^ def: @total
//                         ^ complete: total, gait
        }
        /// One side.
        state Side( // @Side
//            ^ hover: One side.
            /// The number of sides.
            count: u32, // @count
//          ^ rename: 8, none left
            next: ref state(u32), // @next
//                ^ docs: a state that keeps its place
//                    ^ docs: a state, optionally with the sub-skill, action or message
//          ^ rename: 2, none left
            avoid: state(), // @avoid
//          ^ hover: avoid
        ) {
            vars {
//          ^ docs: variables of the skill
                /// Of this side.
                steps: u32 = count, // @steps
//              ^ rename: 5, none left
//                           ^ complete: count
            }
            init {
                self.steps += self.count;
//                   ^ def: @steps
//                   ^ hover: Of this side.
//                  ^ complete: steps, count, avoid, next, total, gait
//                                 ^ def: @count
//                                 ^ hover: The number of sides.
                self.total += 1;
//                   ^ def: @total
                motion.send(motion::Halt {});
//              ^ def: @ports
            }
            -> Corner(self.count + 1) when self.count > 3 && motion.speed > 1.0;
//             ^ def: @Corner
//                         ^ def: @count
//                         ^ complete: count, steps, total, gait
//                                               ^ def: @count
//                                              ^ complete: count, steps, total, gait
//                                                                  ^ hover: In metres per second.
            -> self.avoid when motion.moving;
//                  ^ def: @avoid
//                  ^ complete: avoid, next
            -> self.next(self.count) when self.gait == Gait::Fast;
//                  ^ def: @next
//                            ^ def: @count
//                                             ^ def: @gait
            -> FAILED("{}", self.steps) when self.total > 9;
//                               ^ def: @steps
//                               ^ complete: steps, count
            /// Begins.
            start state Begin { // @Begin
//                      ^ rename: 2, none left
                -> Turn(self.count, 0.5) when self.steps > self.total;
//                 ^ def: @TurnInside
//                 ^ hover: Inside.
//                 ^ complete: Turn, Begin, Side, FINAL, FAILED
//                           ^ def: @count
//                                                 ^ def: @steps
//                                                 ^ complete: steps, count, total, gait
//                                                              ^ def: @total
                -> FINAL after 1s;
            }
            /// Inside.
            state Turn( // @TurnInside
//                ^ rename: 4, none left
                mut times: u32, // @times
//                  ^ rename: 5, none left
//              ^ docs: blocks may assign the parameter
                angle: f32 = self.steps as f32, // @angle
//                                ^ def: @steps
//                               ^ complete: steps, count, total, gait, !angle
            ) {
                loop { self.times += 1; }
//                          ^ def: @times
                init { self.total += self.times; }
//                           ^ def: @total
//                                        ^ def: @times
//                                        ^ complete: times, angle, steps, count, avoid, next, total, gait
                -> Begin after self.angle;
//                 ^ def: @Begin
//                                  ^ def: @angle
//                                 ^ complete: angle, times, steps, count
                -> Turn(self.times) when rising self.angle > 1.0 && self.elapsed() > 1.0 for self.angle;
//                                       ^ docs: was false when it was last
//                                                   ^ def: @angle
//                                                                       ^ hover: The time since the state was entered
//                                                                                       ^ docs: each time it was checked
//                                                                                                ^ def: @angle
//                           ^ def: @times
                -> FINAL when self.gait == Gait::Slow && self.count == self.times;
//                                  ^ def: @gait
//                                                            ^ def: @count
            }
        }
        /// Turns.
        state Corner(corner: u32 = self.total + 1) { // @Corner @corner
//                   ^ refs: 4
//                                      ^ def: @total
//                                     ^ complete: total, gait
            -> Side(self.corner, Corner, Stop) when self.corner < 4;
//                       ^ def: @corner
//                               ^ def: @Corner
            -> Draws(Stop, self.corner) after 1s;
        }
        /// Goes on with what it was given.
        state Draws(avoid2: state(), n: u32) {
            -> Side(self.n, Corner, self.avoid2) after 1s;
//                                       ^ hover: avoid2
//                                       ^ complete: avoid2, n
        }
        /// Ends.
        state Stop { -> FINAL after 1s; } // @Stop
//            ^ rename: 5, none left
    }
}

/// Whether it turns.
pub fn turns(machine: &<Draw as Skill>::Machine) -> bool {
    machine.state() == DrawState::Turn
//                                ^ def: @TurnInside
}
