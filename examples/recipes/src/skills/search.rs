//! Fallback: where nothing is found, the next place is searched.

use super::patrol::GoTo;
use crate::interfaces::Camera;
use skill_runtime::{SkillResult, skill};

/// A place.
#[derive(Clone, Copy, PartialEq, Debug, SkillResult)]
pub struct Spot {
    /// Forward, m.
    pub x_m: f32,
    /// To the left, m.
    pub y_m: f32,
}

skill! {
    /// Looks until it is sure.
    pub skill Look(wait_sec: f32 = 1.0 in 0.1..=10.0) -> Spot {
        depends_interfaces { camera: Camera }

        start state Watch {
            -> FINAL(Spot { x_m: camera.x_m, y_m: camera.y_m })
                when camera.sees && camera.confidence > 0.8 for 200ms;
            -> FAILED("nothing") after self.wait_sec;
        }
    }
}

// ANCHOR: search
skill! {
    /// Searches in growing squares.
    pub skill Search(legs: u32 = 8 in 1..=50) -> Spot {
        depends_skills { Look, GoTo }

        start state Here(leg: u32 = 0) = Look {} {
            -> FINAL(spot) on FINAL(spot);
            -> Next(self.leg + 1) on FAILED when self.leg < self.legs;
            -> FAILED("not found after {} legs", self.leg) on FAILED;
        }
        state Next(leg: u32) = GoTo { ..corner(self.leg) }? { -> Here(self.leg) on FINAL; }
    }
}
// ANCHOR_END: search

/// Returns the call that drives to a corner of the squares.
#[allow(clippy::cast_precision_loss)] // few legs
fn corner(leg: u32) -> GoTo {
    let half_m = (leg / 4 + 1) as f32 * 0.5;
    let (x_m, y_m) = match leg % 4 {
        0 => (half_m, half_m),
        1 => (-half_m, half_m),
        2 => (-half_m, -half_m),
        _ => (half_m, -half_m),
    };
    GoTo { x_m: Some(x_m), y_m: Some(y_m) }
}
