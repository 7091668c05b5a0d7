//! Definitions.
//: no diagnostics

use skill_runtime::{Machine, Skill, Status, skill};

use crate::skills::{self, Nod, Walk};
use crate::world::{Eyes, Gait, Motion, motion};

fn rest(_: &mut PlanPorts<'_>, _: u32) -> Status { // @rest
    Status::Running
}

skill! {
    /// Plans.
    pub skill Plan( // @Plan
        /// The gait.
        gait: Gait = Gait::Slow, // @gait
//            ^ def: @Gait
        /// The distance.
        far: f32 = 2.0, // @far
    ) {
        depends_skills { Walk, Nod, skills::Turn }
//                       ^ def: @Walk
//                             ^ def: @Nod
//                                          ^ def: @Turn
        depends_interfaces { motion: Motion, eyes: Eyes } // @ports
//                           ^ type-def: @Motion
//                                   ^ def: @Motion
        vars {
            steps: u32 = 0, // @steps
            last: Option<Gait> = None, // @last
        }
        start state Begin { // @Begin
            init {
                self.steps += 1;
//                   ^ def: @steps
                self.last = Some(self.gait);
//                   ^ def: @last
//                   ^ refs: 3
//                                    ^ def: @gait
                motion.send(motion::Halt {});
//              ^ def: @ports
//              ^ type-def: @Motion
            }
            -> Begin when motion.speed > self.far;
//             ^ def: @Begin
//                        ^ def: @ports
//                        ^ type-def: @Motion
//                               ^ def: @speed
//                                            ^ def: @far
            -> Go when motion.moving && self.last.is_none();
//             ^ def: @Go
//             ^ refs: 4
//                            ^ def: @moving
//                                           ^ def: @last
            -> Rest when self.steps > 3 && eyes.balls == 0;
//             ^ def: @Rest
//                            ^ def: @steps
            -> FINAL after 2.0 * self.far;
//                                    ^ def: @far
        }
        state Go = Walk { distance_m: self.far, gait: self.gait } { // @Go
//                 ^ def: @Walk
//                        ^ def: @distance_m
//                                                         ^ def: @gait
            -> Turn on FINAL;
//             ^ def: @TurnState
            -> Rest on FAILED;
//             ^ def: @Rest
        }
        state Turn = skills::Turn {} { // @TurnState
//                           ^ def: @Turn
            -> Nod on FINAL;
            -> FAILED on FAILED;
        }
        state Nod = Nod {} { // @NodState
//                  ^ def: @Nod
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
        state Rest = action rest(self.steps) { // @Rest
//                          ^ def: @rest
//                                    ^ def: @steps
            -> Go on FINAL;
//             ^ def: @Go
            -> FAILED on FAILED;
        }
    }
}

/// Whether the machine goes.
pub fn goes(machine: &<Plan as Skill>::Machine) -> bool {
//                     ^ def: @Plan
    machine.state() == PlanState::Go
//         ^ complete: state, status, failure
//                               ^ complete: Begin, Go, FINAL, FAILED
//                                ^ def: @Go
}

/// Returns the initial state of a machine.
pub fn planner() -> PlanState {
    let machine = Plan::default().start();
//      ^ hover: PlanActiveState
//                                ^ hover: fn start(self)
    machine.state()
}
