//! Completions in the middle of code: statements, operators and arguments follow the cursor.

#![allow(unused_imports)] // they are offered

use skill_runtime::skill;

use crate::skills::{Nod, Turn, Walk};
use crate::world::{Eyes, Gait, Motion, motion};

fn far(balls: u32) -> bool {
    balls > 3
}

skill! {
    /// Waits, while somebody writes in the middle of it.
    pub skill Inside(time_sec: f32 = 1.0) {
        depends_skills { Walk }
        depends_interfaces { motion: Motion, eyes: Eyes }
        vars { rounds: u32 = 0, seen: u32 = 0 }
        start state Wait {
            init {

//              ^ type `self.`: rounds, time_sec, seen, !__*
//              ^ first after `self.`: rounds, time_sec, seen, elapsed
//              ^ type `self._`: !__*
//              ^ first after `let n: u16 = self.`: rounds, time_sec, seen, elapsed
//              ^ first after `motion.`: send, moving, speed, has_writer, stale, refused, time, handled
//              ^ type `self.ro`: rounds
//              ^ type `motion.`: send, moving, speed
//              ^ type `motion.se`: send
//              ^ type `eyes.`: balls
//              ^ type `motion::`: Halt, Go
//              ^ type `let next = self.`: rounds, seen
//              ^ type `let next = eyes.`: balls
//              ^ type `if motion.`: moving, speed
//              ^ type `mo`: motion
//              ^ type `fa`: far
                self.rounds += 1;

//              ^ type `self.`: rounds, time_sec, seen
//              ^ type `motion.`: send, moving, speed
//              ^ type `eyes.b`: balls
                motion.send(motion::Go { distance: 1.0 });
//                                                   ^ type ` + self.`: time_sec, rounds
//                                                   ^ type ` + motion.`: speed
//                                                   ^ type ` + self.t`: time_sec
                let ball = eyes.balls;

//              ^ type `self.`: rounds, time_sec, seen
//              ^ type `motion.`: send, moving, speed
//              ^ type `ball.`: count_ones
//              ^ type `ba`: ball
                if ball > 2 {

//                  ^ type `self.`: rounds, seen
//                  ^ type `motion.`: send, moving
//                  ^ type `eyes.`: balls
                    self.seen += ball;
//                             ^ type ` self.rounds + self.`: rounds, seen
                }
            }
            loop {

//              ^ type `self.`: rounds, seen
//              ^ type `eyes.`: balls
//              ^ type `let speed = motion.`: speed
                self.seen += eyes.balls;
            }
            exit {

//              ^ type `motion.`: send, moving
//              ^ type `self.`: rounds, seen
                motion.send(motion::Halt);
            }
            -> Go when motion.moving && self.rounds > 1;
//                    ^ type ` self.seen > self.`: rounds, !__*
//                    ^ first after ` self.seen > self.`: rounds, time_sec, seen, elapsed
//                    ^ type ` eyes.`: balls
//                    ^ type ` motion.speed > self.`: time_sec, rounds
//                                    ^ type ` self.`: rounds, seen
//                                    ^ type ` eyes.balls > self.`: rounds, seen
            -> FAILED after 3s when far(eyes.balls);
//                                     ^ type `self.`: rounds, seen
        }
        state Go = Walk { distance_m: 1.0, gait: Gait::Slow }? {
//                                   ^ type ` self.`: time_sec, rounds
//                                   ^ type ` self.time_sec + motion.`: speed
//                                             ^ type ` G`: Gait
            init {

//              ^ type `self.`: rounds, seen
//              ^ type `eyes.`: balls
                self.rounds = self.seen;
            }
            -> Wait on FINAL;
        }
    }
}

skill! {
    /// Runs two skills, while somebody writes in the middle of it.
    pub skill Between(limit: u32 = 3) {
        depends_skills { Walk, Turn }
        depends_interfaces { motion: Motion, optional eyes: Eyes }
        vars { rounds: u32 = 0 }
        start state Look {
            init {
                match self.rounds {

//                  ^ type `0 => self.`: rounds, limit
                    _ => {

//                      ^ type `self.`: rounds, limit
//                      ^ type `motion.`: send, speed
                        motion.send(motion::Halt);
                    }
                }
                for round in 0..self.limit {

//                  ^ type `self.`: rounds, limit
//                  ^ type `round.`: pow
//                  ^ type `if eyes.`: balls, has_writer
                    self.rounds += round;
                }
            }
            -> Both(self.rounds) after 1s;
//                            ^ type ` + self.`: rounds, limit
            -> FAILED("{} rounds", self.rounds) when eyes.has_writer() || motion.moving;
//                                           ^ type ` + self.`: rounds, limit
//                                                 ^ type ` self.limit > 2 && eyes.`: balls, stale
//                                                                      ^ type ` motion.speed > 1.0 && motion.`: moving
        }
        state Both(count: u32) = (Walk { distance_m: 1.0 }, Turn {})? {
//                                                     ^ type ` + motion.`: speed
            loop {

//              ^ type `self.`: count, rounds, limit
//              ^ type `let limit = self.co`: count
                self.rounds += self.count;

//              ^ type `self.`: count, rounds
//              ^ type `eyes.`: balls
            }
            -> Look on FINAL;
        }
    }
}
