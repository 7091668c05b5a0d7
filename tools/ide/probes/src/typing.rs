//! Completions right after the last typed character.

#![allow(unused_imports)] // they are offered

use skill_runtime::skill;

use crate::skills::{Nod, Turn, Walk};
use crate::world::{Eyes, Gait, Motion, motion};

skill! {
    /// Waits, while somebody writes more of it.
    pub skill Draft(time_sec: f32 = 1.0) {
//                                       ^ type ` de`: depends_skills, depends_interfaces, start, state
        depends_skills { Walk }
//                          ^ type `, Tu`: Turn, Nod
        depends_interfaces { motion: Motion }
//                                        ^ type `, eyes: Ey`: Eyes
        vars { rounds: u32 = 0 }
//                             ^ type ` sta`: state, start, always
        start state Wait {
            init { self.rounds += 1; }
//                                 ^ type ` motion.`: send, moving, speed
//                                 ^ type ` motion.se`: send
//                                 ^ type ` self.`: rounds, time_sec
//                                   ^ type ` ex`: exit, init, precond
//                                   ^ type ` ->`: Go, Wait, FINAL, FAILED
            -> FINAL after 3s;
//                           ^ type ` -> `: Go, Wait, FINAL, FAILED
//                           ^ type ` -> G`: Go, Wait
//                           ^ type ` -> Go w`: when, otherwise, after, on
//                           ^ type ` -> Go when motion.`: moving, speed, stale
//                           ^ type ` -> Go when self.ro`: rounds, time_sec
//                           ^ type ` -> Go when self.rounds > 1 && motion.m`: moving
//                           ^ type ` -> Go when !mo`: motion
//                           ^ type ` -> Go after self.`: time_sec, rounds
//                           ^ type ` -> Go when motion.moving for self.`: time_sec, rounds
//                           ^ type ` -> Go when self.el`: elapsed
//                           ^ type ` -> Go when self.elapsed() > self.`: time_sec, rounds
//                           ^ type ` -> Go when rising mo`: motion
//                           ^ type ` -> Go when rising motion.`: moving, speed, stale
//                           ^ type ` -> Go when rising motion.m`: moving
//                           ^ type ` -> Go when rising motion.moving && self.`: time_sec, rounds
//                           ^ type ` -> Go when rising motion.moving for self.`: time_sec, rounds
//                           ^ type ` -> Go when rising motion.moving for 1s; -> Go when rising self.`: time_sec, rounds
            -> Go when motion.moving;
        }
        state Go = Walk { distance_m: 1.0 } {
//                                      ^ type `, g`: gait
//                                      ^ type `, gait: G`: Gait
            -> FINAL on FINAL;
//                           ^ type ` -> Wait on FINAL wh`: when
//                           ^ type ` -> Wait on FAILED w`: when
//                           ^ type ` -> Wait on FINAL when self.ro`: rounds, time_sec
//                           ^ type ` -> Wait on FAILED when motion.`: moving, speed
            -> FAILED on FAILED;
        }
//      ^ type ` state Turn = T`: Turn, Walk
//      ^ type ` state Turn(n: u32 = self.ro`: rounds, time_sec
//      ^ type ` state Turn(mut n: u32 = motion.`: moving, speed
//      ^ type ` al`: always, state
    }
}
