//! Every element of the language in one program, without a warning.
#![deny(warnings, missing_docs)]
#![no_std]

extern crate std;

use skill_runtime::{
    Argument, Arguments, MessageId, SkillResult, Status, blackboard, interface, skill, skill_space,
};

interface! {
    /// Drives.
    pub Drive {
        /// The highest speed.
        const HIGHEST: f32 = 1.0;
        /// Which way.
        enum Way { Left, Right = 5 }
        fields { msgid: u32, final: bool, speed: f32, history: [f32; 4] }
        messages (capacity = 4) { Go { way: Way, speed: f32 }, flush Halt }
    }
}
use drive::Way;

interface! {
    /// The observed objects.
    pub Seen { fields { count: u32 } }
}

blackboard! {
    /// Shared.
    pub Board { "The Drive": Drive, seen: Seen }
}

/// The way to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Argument)]
pub enum Gait {
    /// Slowly.
    Slow,
    /// Fast.
    VeryFast,
}

/// Some angles.
#[derive(Clone, PartialEq, Debug, Default, Arguments)]
pub struct Angles {
    /// Yaw.
    #[argument(in -2.0..=2.0, unit = "rad")]
    pub yaw: Option<f32>,
}

fn quick(drive: &Drive) -> bool {
    drive.speed > 0.5
}

fn count(ports: &mut LookPorts<'_>, by: u32) -> Status {
    ports.seen.count += by;
    if ports.seen.count > 10 { Status::Final } else { Status::Running }
}

fn closer(by: u32) -> Look {
    Look { by: Some(by + 1) }
}

skill! {
    /// Looks about.
    pub skill Look(by: u32 = 1 in 1..10) {
        depends_skills { Blink }
        depends_interfaces { writes seen: Seen }
        start state Count = action count(self.by)? { -> Both on FINAL; }
        state Both = (action count(self.by), action count(2))? { -> All on FINAL; }
        state All = (action self::count(self.by), Blink {}, action crate::count(3)) {
            -> FINAL on FINAL;
            -> All on FAILED when self.by == 7;
            -> FAILED("{}", self.by) on FAILED;
        }
    }
}

interface! {
    /// An arm.
    pub Arm {
        fields { msgid: u32, final: bool, z_m: f32 }
        messages { MoveTo { z_m: f32 }, flush Halt }
    }
}

skill! {
    /// Moves two arms.
    pub skill Arms(z_m: f32 = 0.4) {
        depends_skills { Blink }
        depends_interfaces { arm: Arm, optional r#loop: Arm = "Other" }
        start state Up(by_m: f32 = 0.1) = (
            arm.send(arm::MoveTo { z_m: self.z_m + self.by_m }),
            other: r#loop.send(arm::Halt)
        ) tries 2 {
            vars { far_m: f32 = by_m }
            exit { self.far_m += arm.z_m; }
            -> Rest(Down, self.far_m) on FINAL when arm.z_m > 0.3;
            -> FAILED("low") on FINAL;
            -> Rest(Still, 0.0) when r#loop.refused();
            start state Inside = arm.send(arm::Halt) { -> Both after 1s; }
            state Both = 1 of (arm.send(arm::Halt), Blink {})? {
                -> FINAL on FINAL(arm: _) when arm.z_m > 1.0;
                -> FINAL on FINAL;
            }
        }
        state Rest(next: state(), at_m: f32) = arm.send(arm::MoveTo { z_m: self.at_m }) {
            precond -> FINAL when arm.z_m < 0.0;
            -> self.next() on FINAL;
        }
        state Down = arm.send(arm::MoveTo { z_m: if arm.z_m > 0.1 { 0.1 } else { 0.0 } }) {
            -> FINAL on FINAL;
        }
        state Still { -> FINAL after 1s; }
    }
}

skill! {
    /// Does nothing for a while.
    pub skill Blink() {
        start state Wait { -> FINAL after 25 ticks; }
    }
}

/// A place.
#[derive(Clone, Copy, PartialEq, Debug, SkillResult)]
pub struct Spot {
    /// To the front.
    #[argument(in 0.0..)]
    pub x_m: f32,
    /// Whether it is sure.
    pub sure: Option<bool>,
    /// The way to walk there.
    pub gait: Gait,
}

skill! {
    /// Finds a place.
    pub skill Find() -> Spot {
        vars { spot: Spot = Spot { x_m: 1.0, sure: None, gait: Gait::Slow } }
        start state Look { -> FINAL(self.spot) after 1s; }
    }
}

skill! {
    /// Goes, with all that a skill can say.
    pub skill Go(
        /// The distance.
        distance_m: f32,
        /// The gait.
        gait: Gait = Gait::Slow,
        /// Which way.
        way: Option<Way> = None,
        time_sec: f32 = distance_m * 2.0 in 0.1..,
        ..angles: Angles,
    ) {
        max_transitions = 5;
        depends_skills { Look, Blink, Find }
        depends_interfaces { drive: Drive = "The Drive" (max_age = 40ms), optional seen: Seen }
        vars {
            /// The order.
            id: MessageId = MessageId::NONE,
            tries: u32 = 0,
        }
        always {
            -> FAILED("blind") when !seen.has_writer() for 100ms;
            -> FAILED on FAILED;
        }

        start state Begin {
            precond -> FAILED("too far: {} m, {} tries", self.distance_m, self.tries)
                when self.distance_m > 9.0;
            init {
                let way = self.way.unwrap_or(Way::Left);
                self.id = drive.send(drive::Go { way, speed: drive::HIGHEST }).id();
            }
            loop { self.tries += 1; }
            exit { drive.send(drive::Halt {}); }
            /// refused
            -> FAILED when drive.refused();
            -> Both when drive.done(self.id);
            -> Safe when drive.done(self.id) && self.tries == 3;
            -> Ticks when quick(drive) && self.gait == Gait::VeryFast;
            -> Ticks after self.time_sec;
        }
        /// Handles failures inside.
        state Safe {
            -> Ticks on FAILED when self.tries > 5;
            start state Calm = Find {} {
                -> Ticks on FINAL;
                -> FAILED after 9s;
            }
        }
        /// Two at once.
        state Both = (Look { by: 2 }, Blink {}, Find {})? {
            -> FAILED("{} is far", spot.x_m) on FINAL(find: spot) when spot.x_m > 3.0;
            -> Found(spot.x_m) on FINAL(find: spot);
            -> Begin after 2 * 1500ms;
        }
        state Found(x_m: f32 = self.distance_m, mut rounds: u32 = 0) = Find {}? {
            loop { self.rounds += 1; }
            -> Found after 9s when self.rounds > 3;
            -> FAILED("at {} and {}", self.x_m, it.x_m) on FINAL(it);
        }
        state Far(by: u32) {
            vars { of: u32 = by }
            start state Near {
                start state Seen = Look { by }? { -> Again on FINAL; }
            }
            state Again = (Look { ..closer(self.of) }, Blink {})? { -> Ticks on FINAL; }
        }
        state Ticks {
            -> Far(self.tries) after 7s when self.tries < 10;
            -> Begin when rising !quick(drive) for 1.5s;
            -> Begin when rising self.tries == 8;
            -> resume deep Far(self.tries) when self.tries == 900;
            -> resume Safe when self.tries == 901;
            -> FINAL when self.tries == 7 && self.elapsed() > 3.0 for self.time_sec;
            -> FINAL when matches!(self.angles.yaw, Some(y) if y < -0.5);
            -> FINAL after 25 ticks when self.tries > 3 && seen.count > 0;
            -> FINAL after self.time_sec + 0.5 when quick(drive);
            -> FINAL after 9s when self.tries == 9;
        }
    }
}

skill_space! {
    /// All.
    pub Space on Board { Go, Look, Blink, Find }
}

#[test]
fn runs() {
    let call = SpaceCall::from(Go { distance_m: Some(1.0), ..Go::default() });
    std::println!("{call:?} {}", GoState::Begin.name());
}
