//! The decisions of the striker that depend on where other robots are.

use crate::interfaces::motion::Leg;
use crate::interfaces::others::Jersey;
use crate::interfaces::{ObjectPosition, Obstacles, SoccerReferee};
use crate::pitch::Pitch;
use crate::predicates::{ball_visible, wrapped};

/// The distance from the ball up to which robots contest it, m.
const CONTESTS_M: f32 = 0.5;
/// The time for which a robot that is not seen any more counts here, s.
const FRESH_SEC: f32 = 4.0;
/// The largest angle of a kick from the direction of the opponents' goal, rad.
const FORWARD_RAD: f32 = 1.9;
/// The place of a ball that a foot meets: ahead and beside the foot, m, with its tolerances.
const REACH_M: (f32, f32) = (0.1, 0.19);
const FOOT_M: (f32, f32) = (0.05, 0.045);
/// The distance within which a place is taken by another robot, that of the places beside it, and that from
/// the side lines, m.
const TAKEN_M: f32 = 0.33;
const BESIDE_M: f32 = 0.4;
const INSIDE_M: f32 = 0.2;
/// The distance by which a mate must be nearer to the ball for a robot that plays it to leave it, m.
const NEARER_M: f32 = 0.3;

fn gap_m((x, y): (f32, f32), (to_x, to_y): (f32, f32)) -> f32 {
    libm::hypotf(x - to_x, y - to_y)
}

fn on_field(of: &ObjectPosition) -> (f32, f32) {
    (of.world_x, of.world_y)
}

/// Returns the places of the robots that were seen lately, with their jerseys.
fn fresh(obstacles: &Obstacles) -> impl Iterator<Item = ((f32, f32), Jersey)> + '_ {
    let fresh = obstacles.robots().filter(|robot| robot.age_sec < FRESH_SEC);
    fresh.map(|robot| (robot.at, robot.jersey))
}

/// Returns whether another robot is near the ball.
pub(super) fn is_contested(ball: &ObjectPosition, obstacles: &Obstacles) -> bool {
    fresh(obstacles).any(|(at, _)| gap_m(at, on_field(ball)) < CONTESTS_M)
}

/// Returns the foot that the ball lies before, so that a kick hits it without a step.
pub(super) fn before_foot(ball: &ObjectPosition) -> Leg {
    if ball.relative_y < 0.0 { Leg::Right } else { Leg::Left }
}

/// Returns whether to kick at once: the ball is contested, lies before a foot, and not towards our goal.
pub(super) fn kicks_at_once(
    ball: &ObjectPosition,
    pose: &ObjectPosition,
    obstacles: &Obstacles,
) -> bool {
    let is_ahead = ball.relative_x > REACH_M.0 && ball.relative_x < REACH_M.1;
    let is_before_foot = (ball.relative_y.abs() - FOOT_M.0).abs() < FOOT_M.1;
    ball_visible(ball)
        && is_ahead
        && is_before_foot
        && wrapped(pose.world_z).abs() < FORWARD_RAD
        && is_contested(ball, obstacles)
}

/// Returns whether to walk up to a contested ball without walking around it first.
pub(super) fn is_at_ball(
    ball: &ObjectPosition,
    pose: &ObjectPosition,
    dir_rad: f32,
    obstacles: &Obstacles,
) -> bool {
    ball_visible(ball)
        && ball.distance < 0.4
        && ball.bearing.abs() < 0.8
        && wrapped(dir_rad - pose.world_z).abs() < 0.9
        && is_contested(ball, obstacles)
}

/// Returns whether a mate is nearer to the ball than this robot, which `plays` it already or not.
pub(super) fn is_mates(
    ball: &ObjectPosition,
    pose: &ObjectPosition,
    obstacles: &Obstacles,
    plays: bool,
) -> bool {
    let own_m = gap_m(on_field(pose), on_field(ball)) - if plays { NEARER_M } else { 0.0 };
    let mates = fresh(obstacles).filter(|(_, jersey)| *jersey == Jersey::Ours);
    mates.map(|(at, _)| gap_m(at, on_field(ball))).any(|mate_m| mate_m < own_m)
}

/// Returns a place in the own half, or one beside it if another robot is there.
pub(super) fn vacant(
    place: (f32, f32),
    pose: &ObjectPosition,
    obstacles: &Obstacles,
    referee: &SoccerReferee,
) -> (f32, f32) {
    let out = 1.0_f32.copysign(place.1);
    let most = Pitch::of(referee).half_width_m - INSIDE_M;
    let beside = [(0.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (-1.0, 1.0), (-2.0, 0.0), (-2.0, 1.0)];
    let places = beside.map(|(back, aside)| {
        let y = place.1 + out * aside * BESIDE_M;
        (place.0 + back * BESIDE_M, y.max(-most).min(most))
    });
    let is_vacant = |at: &(f32, f32)| {
        gap_m(*at, on_field(pose)) < 0.15
            || fresh(obstacles).all(|(robot, _)| gap_m(robot, *at) > TAKEN_M)
    };
    places.into_iter().find(is_vacant).unwrap_or(place)
}
