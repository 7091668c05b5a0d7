//! Walks by the navigator: the request that it executes for a skill, and its target.

use crate::interfaces::{Navigator, ObjectPosition, navigation};
use crate::predicates::{rotated, wrapped};
use skill_runtime::{MessageId, Port};

/// The way up to which a target counts as near, m.
const NEAR_M: f32 = 0.5;
/// The highest speeds to near and to far targets, m/s.
const NEAR_M_PER_SEC: f32 = 1.0;
const FAR_M_PER_SEC: f32 = 2.0;
/// The number of passes after which a walk to another point is abandoned.
const PASSES: u32 = 30;
/// The turn between two passes, rad, above which it is a correction of the pose and not a movement.
const JUMP_RAD: f32 = 1.0;

/// A target or a turn that the navigator executes for a skill.
///
/// The skill keeps it in a variable, and sends, compares and stops with it: a newer target replaces
/// the old one without a stop in between, and requests of others are not stopped.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drive {
    id: MessageId,
    /// The angle from the navigator's axes to the field's; `None` before the walk has begun.
    axes_rad: Option<f32>,
    /// The orientation of the robot in the last pass, rad.
    heading_rad: f32,
    /// The number of passes in which the walk has led to another point.
    off: u32,
}

impl Drive {
    /// The state before the first request.
    pub const NONE: Self = Self { id: MessageId::NONE, axes_rad: None, heading_rad: 0.0, off: 0 };

    /// Sends a point relative to the robot, m, and the orientation there, rad.
    pub fn go(
        &mut self,
        navigator: &mut Port<'_, Navigator>,
        (x, y): (f32, f32),
        orientation: f32,
    ) {
        let target = navigation::CartesianGoto { x, y, orientation };
        self.send(navigator, Some(libm::hypotf(x, y)), target.into());
    }

    /// Sends a point by its direction, rad, and distance, m, and the orientation there, rad.
    pub fn go_polar(
        &mut self,
        navigator: &mut Port<'_, Navigator>,
        (phi, dist): (f32, f32),
        orientation: f32,
    ) {
        let target = navigation::PolarGoto { phi, dist, orientation };
        self.send(navigator, Some(dist), target.into());
    }

    /// Sends an angle to turn by, rad, and the turn rate, rad/s.
    pub fn turn(&mut self, navigator: &mut Port<'_, Navigator>, angle: f32, velocity: f32) {
        self.send(navigator, None, navigation::Turn { angle, velocity }.into());
    }

    fn send(
        &mut self,
        navigator: &mut Port<'_, Navigator>,
        way_m: Option<f32>,
        request: navigation::Message,
    ) {
        if let Some(way_m) = way_m {
            let max_velocity = if way_m <= NEAR_M { NEAR_M_PER_SEC } else { FAR_M_PER_SEC };
            navigator.send(navigation::SetMaxVelocity { max_velocity });
        }
        let id = navigator.send(request).id();
        // If the message is refused, the navigator still executes the last one, which must be
        // stopped.
        if id != MessageId::NONE {
            *self = Self { id, ..Self::NONE };
        }
    }

    /// Returns whether the request has ended, successfully or not.
    #[must_use]
    pub fn ended(&self, navigator: &Navigator) -> bool {
        navigator.done(self.id)
    }

    /// Returns the error with which the request has ended, if it has.
    #[must_use]
    pub fn error(&self, navigator: &Navigator) -> Option<u32> {
        let error = navigator.error_code;
        (self.ended(navigator) && error != navigation::ERROR_NONE).then_some(error)
    }

    /// Returns whether the navigator has accepted the request, and then another.
    #[must_use]
    pub fn superseded(&self, navigator: &Port<'_, Navigator>) -> bool {
        navigator.handled().has_reached(self.id) && navigator.msgid != self.id.0
    }

    /// Stops the robot if the navigator executes the request, or has yet to accept it.
    pub fn stop(&mut self, navigator: &mut Port<'_, Navigator>) {
        let Self { id, .. } = core::mem::replace(self, Self::NONE);
        let request = Self { id, ..Self::NONE };
        if id != MessageId::NONE && !request.ended(navigator) && !request.superseded(navigator) {
            navigator.send(navigation::Stop { msgid: id.0 });
        }
    }

    /// Compares the point to which the walk leads with `place`, relative to the robot, m; to be
    /// called in each pass.
    ///
    /// The navigator shows its point along axes of its own. The angle between them and the
    /// field's is the one at which the walk first led to `place`; from then on it only changes
    /// if the pose jumps.
    pub fn watch(
        &mut self,
        navigator: &Navigator,
        pose: &ObjectPosition,
        place: (f32, f32),
        margin_m: f32,
    ) {
        if navigator.msgid != self.id.0 || navigator.r#final {
            self.off = 0;
            return;
        }
        let wanted = rotated(place, pose.world_z);
        let shown = to_go(navigator);
        let axes_rad = match self.axes_rad {
            Some(axes_rad) => {
                let turned = wrapped(pose.world_z - self.heading_rad);
                axes_rad + if turned.abs() > JUMP_RAD { turned } else { 0.0 }
            }
            None => libm::atan2f(wanted.1, wanted.0) - libm::atan2f(shown.1, shown.0),
        };
        (self.axes_rad, self.heading_rad) = (Some(axes_rad), pose.world_z);
        let leads = rotated(shown, axes_rad);
        let misses = libm::hypotf(leads.0 - wanted.0, leads.1 - wanted.1) > margin_m;
        self.off = if misses { self.off.saturating_add(1) } else { 0 };
    }

    /// Returns whether the walk has led to another point for 30 passes.
    #[must_use]
    pub fn leads_elsewhere(&self) -> bool {
        self.off > PASSES
    }
}

/// Returns the way from the robot to the navigator's target along the navigator's axes, m.
fn to_go(navigator: &Navigator) -> (f32, f32) {
    let way = (navigator.dest_x - navigator.x, navigator.dest_y - navigator.y);
    // Some navigators publish only the distance.
    if way == (0.0, 0.0) { (navigator.dest_dist, 0.0) } else { way }
}
