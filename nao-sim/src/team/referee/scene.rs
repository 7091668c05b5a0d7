//! The referee's view of the field, and its decisions.

use super::penalties::Offence;
use crate::body::Pose;
use crate::field::ball::Ball;
use crate::field::{Place, Point};
use crate::team::PlayerId;
use skills_nao::hardware::Motion;
use skills_nao::referee::State;
use std::collections::BTreeMap;

/// A robot as the referee sees it.
#[derive(Clone, Copy, Debug)]
pub(in crate::team) struct Body {
    pub(in crate::team) id: PlayerId,
    /// Its true place, in the view of the game.
    pub(in crate::team) at: Place,
    pub(in crate::team) pose: Pose,
    /// The motion of its legs.
    pub(in crate::team) motion: Option<Motion>,
    /// Yaw and pitch of its head, rad.
    pub(in crate::team) head: [f32; 2],
    /// Whether the ball is in the view of its cameras.
    pub(in crate::team) sees_ball: bool,
}

impl Body {
    /// Returns its position in the view of its team.
    pub(super) fn own(&self) -> Point {
        self.id.team.point(self.at.point())
    }

    /// Returns whether it is not on its feet.
    pub(super) fn is_down(&self) -> bool {
        self.pose != Pose::Standing
    }
}

/// The field as the referee sees it.
#[derive(Clone, Copy, Debug)]
pub(in crate::team) struct Scene<'a> {
    pub(in crate::team) ball: Ball,
    pub(in crate::team) bodies: &'a [Body],
    /// The players that touched the ball in this pass, in order.
    pub(in crate::team) touched: &'a [PlayerId],
    /// The players that walk against an opponent, and that one.
    pub(in crate::team) presses: &'a [(PlayerId, PlayerId)],
    /// The players that made an opponent fall, and that one.
    pub(in crate::team) knocks: &'a [(PlayerId, PlayerId)],
}

/// The decisions of a pass.
#[derive(Debug, Default)]
pub(in crate::team) struct Verdict {
    /// The new place of the ball, if it is moved.
    pub(in crate::team) ball: Option<Point>,
    /// Whether the referee blows its whistle.
    pub(in crate::team) whistle: bool,
    /// Whether all robots are put to their places before a half.
    pub(in crate::team) line_up: bool,
    /// Texts of what was decided.
    pub(in crate::team) lines: Vec<String>,
}

impl Verdict {
    /// Adds a text.
    pub(super) fn say(&mut self, line: String) {
        self.lines.push(line);
    }
}

/// The counts of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::team) struct Tally {
    pub(in crate::team) penalties: BTreeMap<(PlayerId, Offence), u32>,
    /// The goals of those that touched the ball last.
    pub(in crate::team) goals: BTreeMap<PlayerId, u32>,
    /// The numbers of free kicks of any kind, of goals that did not count, of dropped balls, and of
    /// second touches.
    pub(in crate::team) restarts: u32,
    pub(in crate::team) disallowed: u32,
    pub(in crate::team) dropped: u32,
    pub(in crate::team) second_touches: u32,
    /// The number of touches of a ball that was the opponents' until it moved.
    pub(in crate::team) foreign_touches: u32,
}

/// Returns the name of a state.
pub(super) fn name(state: State) -> &'static str {
    match state {
        State::Initial => "INITIAL",
        State::Ready => "READY",
        State::Set => "SET",
        State::Play => "PLAYING",
        State::Finished => "FINISHED",
    }
}
