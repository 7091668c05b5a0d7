//! The part of a robot's field in a game of teams that its field alone does not have.

use super::ball::Ball;
use super::geometry::Place;

/// The part of a field that is common to the robots of a game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Shared {
    /// Whether the robot has touched the ball since it was given.
    pub(super) touched: bool,
    /// The ball as it was given.
    pub(super) given: Ball,
    /// The place beside the field where the robot waits for the end of its penalty.
    pub(super) wait: Place,
    /// The place where it comes back.
    pub(super) back: Place,
}
