//! The skills that are changed: each number, message, guard, order and exit is a [`Site`].

use super::change::{Site, guard, holds, message, number, ordered, swaps};
use super::{Ball, Board, Bumper, Lamp, Wheels, lamp, wheels};
use skill_runtime::{skill, skill_space};

skill! {
    /// Drives for a while.
    pub skill Go(speed: f32 = 0.1, time_sec: f32 = 0.5 in 0.0..=10.0) {
        depends_interfaces { wheels: Wheels, bumper: Bumper }
        vars { rolled: f32 = 0.0 }
        start state Roll {
            precond -> FAILED("too fast: {}", self.speed)
                when guard(Site(60), self.speed > number(Site(0), 1.5));
            init {
                let (speed, turn) =
                    message(Site(40), [self.speed * number(Site(1), 1.0), number(Site(2), 0.0)]);
                wheels.send(wheels::Drive { speed, turn });
            }
            loop { self.rolled += self.speed * number(Site(3), 0.01); }
            exit {
                if holds(Site(90)) {
                    wheels.send(wheels::Halt {});
                }
            }
            -> FAILED("bumped at {} m", self.rolled) when guard(Site(61), bumper.is_pressed);
            -> FINAL after number(Site(4), self.time_sec);
        }
    }
}

skill! {
    /// Turns and shows it.
    pub skill Turn(angle_rad: f32 = 0.3) {
        depends_interfaces { wheels: Wheels, lamp: Lamp, ball: Ball }
        start state Begin {
            init {
                let (speed, turn) = message(Site(41), [0.0, self.angle_rad * number(Site(5), 2.0)]);
                let (color, rate) = message(Site(42), [3.0, number(Site(6), 2.0)]);
                if swaps(Site(80)) {
                    lamp.send(lamp::Show { color, rate });
                    wheels.send(wheels::Drive { speed, turn });
                } else {
                    wheels.send(wheels::Drive { speed, turn });
                    lamp.send(lamp::Show { color, rate });
                }
            }
            -> Settle after number(Site(7), 0.35);
            -> Settle when guard(Site(62), ball.angle_rad.abs() < number(Site(8), 0.05));
        }
        state Settle {
            init {
                if holds(Site(91)) {
                    wheels.send(wheels::Halt {});
                }
            }
            exit {
                if holds(Site(92)) {
                    lamp.send(lamp::Off {});
                }
            }
            -> FINAL after number(Site(9), 0.12);
        }
    }
}

skill! {
    /// Goes to the ball.
    pub skill Chase() {
        depends_skills { Go, Turn }
        depends_interfaces { ball: Ball, bumper: Bumper, lamp: Lamp }
        vars { looks: f32 = 0.0, seen: f32 = 0.0, _unused: f32 = 0.0 }
        always {
            -> FAILED("battery at {}", bumper.charge)
                when guard(Site(63), bumper.charge < number(Site(10), 0.1));
        }

        start state Look {
            loop {
                if swaps(Site(81)) {
                    self._unused = self.looks * number(Site(11), 3.0);
                    self.looks += number(Site(12), 1.0);
                } else {
                    self.looks += number(Site(12), 1.0);
                    self._unused = self.looks * number(Site(11), 3.0);
                }
                if ball.is_seen {
                    self.seen += number(Site(13), 1.0);
                }
            }
            -> FAILED("{} m away", ball.distance_m * number(Site(14), 1.0))
                when guard(Site(64), ball.distance_m > number(Site(15), 6.0));
            -> Aim
                when ordered(
                    Site(70),
                    ball.angle_rad.abs() > number(Site(16), 0.4),
                    ball.is_seen
                );
            -> Approach when guard(Site(65), ball.is_seen && self.seen > number(Site(17), 4.0));
            -> FAILED("no ball in {} looks", self.looks)
                when ordered(Site(71), self.looks > number(Site(18), 120.0), bumper.is_pressed);
            -> Back when guard(Site(66), bumper.is_pressed);
        }
        state Aim = Turn { angle_rad: number(Site(19), ball.angle_rad) }? {
            -> Back when guard(Site(67), bumper.is_pressed);
            -> Look on FINAL;
        }
        state Approach = Go { speed: number(Site(20), 0.4), time_sec: number(Site(21), 0.4) } {
            exit {
                if holds(Site(93)) {
                    self.seen = 0.0;
                }
            }
            -> Reached
                when ordered(Site(72), ball.distance_m < number(Site(22), 0.6), !ball.is_seen);
            -> Look when guard(Site(68), !ball.is_seen);
            -> Look on FINAL;
            -> Back on FAILED;
        }
        state Back = Go { speed: number(Site(23), -0.2), time_sec: number(Site(24), 0.3) } {
            -> Look on FINAL;
            -> FAILED("cannot go back") on FAILED;
        }
        state Reached {
            init {
                let (color, rate) = message(Site(43), [1.0, number(Site(25), 0.5)]);
                let (again, fast) = message(Site(44), [2.0, number(Site(26), 1.0)]);
                if swaps(Site(82)) {
                    lamp.send(lamp::Show { color: again, rate: fast });
                    lamp.send(lamp::Show { color, rate });
                } else {
                    lamp.send(lamp::Show { color, rate });
                    lamp.send(lamp::Show { color: again, rate: fast });
                }
                if swaps(Site(83)) {
                    self._unused = 0.0;
                }
            }
            exit {
                if holds(Site(94)) {
                    lamp.send(lamp::Off {});
                }
            }
            -> FAILED("it rolls away")
                when guard(Site(69), ball.distance_m > number(Site(27), 0.9));
            -> FINAL after number(Site(28), 0.3);
        }
    }
}

skill! {
    /// Goes back and forth.
    pub skill Patrol(rounds: u32 = 2 in 1..=9) {
        depends_skills { Go, Turn }
        depends_interfaces { ball: Ball, bumper: Bumper, lamp: Lamp }
        vars { done: f32 = 0.0 }
        start state Legs {
            exit {
                if holds(Site(95)) {
                    lamp.send(lamp::Off {});
                }
            }
            -> FINAL
                when ordered(
                    Site(73),
                    self.done >= f64::from(self.rounds) as f32 * number(Site(29), 1.0),
                    bumper.charge > 0.0
                );
            -> Alarm when guard(Site(59), ball.is_seen && ball.distance_m < number(Site(30), 1.2));
            start state Forth = Go {
                speed: number(Site(31), 0.5),
                time_sec: number(Site(32), 0.6)
            } {
                -> Wait on FAILED;
                -> Around on FINAL;
            }
            state Around = Turn { angle_rad: number(Site(33), 3.0) }? {
                exit { self.done += if holds(Site(96)) { number(Site(34), 1.0) } else { 0.0 }; }
                -> Forth on FINAL;
            }
            state Wait {
                loop {
                    if swaps(Site(84)) {
                        self.done += 0.0;
                    }
                }
                -> Around after number(Site(35), 0.2);
            }
        }
        state Alarm {
            init {
                let (color, rate) = message(Site(45), [9.0, number(Site(36), 8.0)]);
                lamp.send(lamp::Show { color, rate });
            }
            -> FAILED("a ball at {} m", ball.distance_m)
                when ordered(Site(74), ball.distance_m < number(Site(37), 0.8), !ball.is_seen);
            -> Legs when guard(Site(58), !ball.is_seen);
            -> FINAL after number(Site(38), 1.5);
        }
    }
}

skill_space! { pub Skills on Board { Chase, Patrol, Go, Turn } }
