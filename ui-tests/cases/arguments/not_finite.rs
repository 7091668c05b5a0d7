//! Numbers that are finite in `f64`, but not in the type of the argument, or that are outside its
//! range there.
#![allow(overflowing_literals)]
use skill_runtime::{Arguments, skill};

/// A manner of beeping.
#[derive(Clone, PartialEq, Debug, Default, Arguments)]
pub struct How {
    /// The volume.
    #[argument(in 0.0..=LOUD)]
    pub volume: Option<f32>,
}

const LOUD: f32 = 1.0;

skill! {
    pub skill Beep(pitch: f32 = 1.0, part: f32 = 0.5 in 0.0..1.0, double: f64 = 0.0, ..how: How) {
        start state Sound { -> FINAL after 1s; }
    }
}

skill! {
    pub skill Melody() {
        depends_skills { Beep }
        start state First = Beep { pitch: 1e39, double: 1e39 } { -> Second on FINAL; -> FAILED on FAILED; }
        state Second = Beep { part: 0.99999999999 } { -> Third on FINAL; -> FAILED on FAILED; }
        state Third = Beep { volume: 1.5 } { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}
