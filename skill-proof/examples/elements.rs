//! Skills and an agent with every element of the language, which `cargo skill-proof` must prove.
#![no_std]
#![allow(missing_docs)]

extern crate std;

use skill_runtime::skiller::SkillerInterface;
#[allow(clippy::wildcard_imports)]
use skill_runtime::*;
interface! {
    pub Eyes {
        fields { ball: bool, x: f32, seen: u64 }
        messages (capacity = 4) { Look { at: f32 } }
    }
}
interface! {
    pub Legs {
        fields { step: u32, name: Text<16> }
    }
}
blackboard! { pub Body { eyes: Eyes, legs: Legs, "Skiller": SkillerInterface } }

skill! {
    pub skill Watch(at: f32, times: u32 = 3 in 1..=9) {
        depends_interfaces { optional eyes: Eyes (max_age = 40ms) }
        vars { n: u32 = 0, look: MessageId = MessageId::NONE }
        start state Look {
            init {
                self.look = eyes.send(crate::eyes::Look { at: self.at }).id();
                self.n = self.n.wrapping_add(1);
            }
            -> FAILED("stale after {} of {} at {}", self.n, self.times, self.at) when eyes.stale();
            -> FAILED("refused") when eyes.refused();
            -> FINAL when self.n >= self.times;
            -> Look when eyes.handled() == self.look;
        }
    }
}
skill! {
    pub skill Tread(pace: f32 = 0.5) {
        depends_interfaces { writes legs: Legs }
        start state Lift {
            init { legs.step = legs.step.wrapping_add(1); }
            -> Lower after 2.0 * self.pace;
        }
        state Lower {
            precond -> FAILED("lifted too often") when legs.step > 1_000_000;
            loop { legs.name.clear(); }
            exit { legs.step = 0; }
            -> FINAL after 25 ticks;
        }
    }
}

skill! {
    pub skill Roam() {
        depends_skills { Tread }
        depends_interfaces { eyes: Eyes }
        start state Begin { -> Walk(Turn, Duck, 0) otherwise; }
        state Walk(next: ref state(u32, state(f32)), avoid: state(f32), laps: u32) {
            -> FAILED("tired after {}", self.laps) when self.laps > 1000;
            start state Step = Tread {} {
                -> self.avoid(eyes.x) when eyes.ball;
                -> self.next(self.laps, self.avoid) on FINAL;
                -> FAILED on FAILED;
            }
        }
        state Turn(laps: u32, avoid: state(f32)) {
            vars { turned: u32 = laps }
            loop { self.turned = self.turned.wrapping_add(1); }
            -> Walk(Turn, self.avoid, self.laps.wrapping_add(1)) after 3 ticks;
        }
        state Duck(low: f32) {
            start state Down {
                init { eyes.send(crate::eyes::Look { at: self.low }); }
                -> Up after 1s;
            }
            state Up {
                precond -> Down when eyes.ball;
                exit { eyes.send(crate::eyes::Look { at: 0.0 }); }
                -> FINAL when eyes.seen == 9;
            }
        }
    }
}
skill! {
    #[allow(skill::never_final)]
    pub skill Sway(far: f32 = 0.5) {
        depends_interfaces { eyes: Eyes }
        continuous { x: f32 = 0.0, speed: f32 = 0.0 }
        vars { turns: u32 = 0 }
        start state Swing {
            flow { der(self.x) = self.speed; }
            -> FAILED("lost at {}", self.x) when eyes.seen == 3;
            start state Out {
                flow { der(self.speed) = self.far - self.x; }
                -> Back when crossing self.x > self.far;
            }
            state Back {
                init { self.turns = self.turns.wrapping_add(1); }
                flow { der(self.speed) = -eyes.x; }
                -> Out when crossing self.x < 0.0;
            }
        }
    }
}

fn settle(ports: &mut CarePorts<'_>) -> Status {
    if ports.eyes.ball { Status::Failed } else { Status::Running }
}

skill! {
    pub skill Care(time_sec: f32 = 0.5) {
        depends_skills { Watch, Tread }
        depends_interfaces { eyes: Eyes }
        max_transitions = 2;
        always {
            -> FAILED("dark for {}", self.time_sec) when rising !eyes.ball for self.time_sec;
            -> FAILED on FAILED when eyes.seen == 4;
            -> Rest on FAILED;
        }
        start state Work(n: u32 = eyes.seen as u32, mut left: u32 = self.time_sec as u32) {
            loop { self.left = self.left.wrapping_sub(1); }
            -> Work(self.n.wrapping_add(1)) on FAILED when self.left > 3;
            -> Rest when eyes.ball for 200ms;
            start state Look = Watch { at: self.time_sec } {
                -> Step on FINAL;
                -> Step on FAILED when self.elapsed() > self.time_sec;
            }
            state Step(at_sec: f32 = eyes.x) = (Tread {}, action settle()) {
                -> Look on FINAL;
                -> Look when rising eyes.x > self.at_sec;
            }
        }
        #[allow(skill::no_effect)]
        state Rest {
            -> FINAL when self.elapsed() > 9.0;
            -> Work when eyes.seen == 5 for 20ms;
            -> resume deep Work when eyes.seen == 6;
            -> resume Work(2) when eyes.seen == 7;
        }
    }
}

fn squint(ports: &mut BothPorts<'_>, limit: f32) -> Status {
    if ports.eyes.x > limit { Status::Final } else { Status::Running }
}

skill! {
    pub skill Both(at: f32 = 1.0, limit: Option<f32> = None) {
        depends_skills { Watch, Tread, Roam, Sway }
        depends_interfaces { eyes: Eyes }
        max_transitions = 3;
        vars { rounds: u32 = 0 }
        always { -> FAILED("lost in round {}", self.rounds) when eyes.seen == 7; }
        start state Run = (Watch { at: self.at }, Tread {}) {
            init { self.rounds = self.rounds.wrapping_add(1); }
            exit { eyes.send(crate::eyes::Look { at: 0.0 }); }
            -> Squint on FINAL;
            -> FAILED on FAILED;
            -> Wander when eyes.ball;
        }
        state Wander = (Roam {}, Sway { far: self.at }) {
            -> Side on FINAL;
            -> Run on FAILED;
        }
        state Side = (action squint(self.at), Sway { far: self.at }, action squint(2.0))? {
            -> Squint on FINAL;
        }
        state Squint = action squint(self.limit.unwrap_or(self.at)) {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
            -> Run after 90s;
        }
    }
}

skill_space! { pub Robot on Body { Watch, Tread, Roam, Sway, Care, Both } }

// Only the limit bounds the loop.
skill! {
    pub skill Limited() {
        depends_interfaces { eyes: Eyes }
        max_iterations = 100;
        vars { n: u32 = 1 }
        start state Go {
            init {
                while self.n != 77 {
                    self.n = self.n.wrapping_mul(eyes.seen as u32 | 3);
                }
            }
            -> FINAL otherwise;
        }
    }
}

fn glance(ports: &mut WatcherPorts<'_>) -> Status {
    if ports.eyes.x > 1.0 { Status::Final } else { Status::Running }
}

agent! {
    pub agent Watcher() {
        depends_skills { Watch, Sway }
        depends_interfaces { eyes: Eyes }
        always {
            -> FAILED("lost") when eyes.seen == 7;
            -> Begin when rising eyes.seen == 6;
            -> Rest on FAILED;
        }
        start state Begin(mut looks: u32 = 0) {
            loop { self.looks = self.looks.wrapping_add(1); }
            -> Look when eyes.ball for 100ms;
            -> Rest when self.elapsed() > 9.0 && self.looks > 3;
        }
        state Rest { -> Begin(1) when rising eyes.ball; }
        state Look = Watch { at: eyes.x, times: 2 } {
            -> Swing on FINAL;
            -> Begin on FAILED when eyes.ball;
        }
        state Swing = (Sway { far: eyes.x }, action glance())? { -> Begin on FINAL; }
    }
}

fn main() {}
