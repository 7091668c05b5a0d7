//! Completions in lines that are complete except for the word at the cursor.
//: no diagnostics

#![allow(unused_imports)] // they are offered

use skill_runtime::skill;

use crate::skills::{Nod, Turn, Walk};
use crate::world::{Eyes, Gait, Motion, motion};

fn toward(distance_m: f32) -> Walk {
    Walk { distance_m: Some(distance_m), ..Walk::default() }
}

skill! {
    /// Patrols.
    pub skill Patrol(
        /// The duration.
        time_sec: f32 = 3.0,
        /// The gait.
        gait: Gait = Gait::Slow,
    ) {
        depends_skills { Walk, Turn }
//                       ^ complete: Walk, Turn, Nod, !when
        depends_interfaces { optional motion: Motion, eyes: Eyes }
//                                            ^ complete: Motion, Eyes
//                                                          ^ complete: Motion, Eyes
        vars { laps: u32 = 0, order: u32 = 0 }

        start state Look {
            init {
                motion.send(motion::Go { distance: 1.0 });
//                    ^ complete: send, has_writer, stale, refused
//                                 ^ complete: Go, Halt, !Gait
                self.laps += 1;
//                  ^ complete: laps, order, time_sec, gait
            }
            loop { self.order += u32::from(motion.moving); }
//                                               ^ complete: send, moving, speed
            exit { motion.send(motion::Halt {}); }
//                       ^ complete: send, has_writer
            -> FAILED("{} laps", self.laps) when motion.speed > 3.0 && !motion.stale();
//                                   ^ complete: laps, time_sec
//                                                     ^ complete: moving, speed, has_writer, stale, refused
//                                                                             ^ complete: stale, has_writer
            -> Go when self.gait == Gait::Fast;
//             ^ complete: Go, Look, FINAL, FAILED
//                         ^ complete: gait, time_sec, laps, order
//                                       ^ complete: Fast, Slow
            -> Both when eyes.balls > self.order;
//                           ^ complete: balls, !moving
            -> FINAL after self.time_sec;
//                             ^ complete: time_sec, laps
        }
        state Go = Walk { distance_m: 1.0, gait: self.gait } {
//                 ^ complete: Walk, Turn
//                        ^ complete: distance_m, !laps
//                                         ^ complete: gait
//                                                   ^ complete: gait, time_sec
            -> Back on FINAL;
            -> FAILED on FAILED;
        }
        state Back = Walk { gait: Gait::Fast, ..toward(self.time_sec) } {
//                          ^ complete: distance_m, gait
//                                               ^ complete: toward
//                                                          ^ complete: time_sec, laps
            -> Look on FINAL;
//             ^ complete: Look, Both, FINAL
            -> FAILED on FAILED;
        }
        state Both = (Walk { distance_m: 2.0 }, Turn { angle: 1.0 }) {
//                                                     ^ complete: angle, !distance_m
            precond -> FINAL when self.laps > 3;
//                                    ^ complete: laps
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}
