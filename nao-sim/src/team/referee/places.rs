//! The places of the rule book: where a robot must not be.
//!
//! Points are in the view of the robot's own team. Measures are those of the field; the conditions
//! are written from the rules, not from the code of the robots.

use super::restart::{Kind, Restart};
use crate::field::Point;
use crate::field::geometry::carpet;
use crate::team::{RADIUS, Team};
use skills_nao::pitch::Pitch;

/// Half the width of a robot's feet, m: it is in a region if they are.
const FEET: f32 = 0.09;
/// The distance from the goal line within which a robot counts as on it, m.
const ON_LINE: f32 = 0.15;

/// Returns whether a robot is in the penalty area in front of its own goal.
pub(super) fn in_own_area(at: Point, pitch: &Pitch) -> bool {
    is_before_own_goal(at, (pitch.area_depth_m, pitch.area_half_width_m), pitch)
}

/// Returns whether a robot is in the goal area in front of its own goal.
pub(super) fn in_own_goal_area(at: Point, pitch: &Pitch) -> bool {
    is_before_own_goal(at, pitch.goal_area_m, pitch)
}

/// Returns whether a robot is in an area with this depth and half of its width.
fn is_before_own_goal(at: Point, (depth, half_width): (f32, f32), pitch: &Pitch) -> bool {
    at.x < -pitch.half_length_m + depth + FEET && at.y.abs() < half_width + FEET
}

/// Returns whether a robot is off the field: beyond its lines.
pub(super) fn beside_field(at: Point, pitch: &Pitch) -> bool {
    at.x.abs() > pitch.half_length_m + FEET || at.y.abs() > pitch.half_width_m + FEET
}

/// Returns whether a robot is off the carpet.
pub(super) fn off_carpet(at: Point, pitch: &Pitch) -> bool {
    let (x, y) = carpet(pitch);
    at.x.abs() > x || at.y.abs() > y
}

/// Returns whether a robot in a goal walks into its net.
pub(super) fn in_net(at: Point, pitch: &Pitch) -> bool {
    let in_goal = at.x.abs() > pitch.half_length_m && at.y.abs() < pitch.goal_half_width_m;
    let at_back = at.x.abs() > pitch.half_length_m + pitch.goal_depth_m - RADIUS;
    in_goal && (at_back || at.y.abs() > pitch.goal_half_width_m - RADIUS)
}

/// Returns whether a robot is over the halfway line.
fn over_halfway(at: Point) -> bool {
    at.x > -FEET
}

/// Returns whether a robot is in the center circle.
fn in_circle(at: Point, pitch: &Pitch) -> bool {
    at.length() < pitch.circle_m + FEET
}

/// Returns whether a robot is at a place where it must not be before a kick-off of `of`, or a dropped
/// ball (`None`). At most one robot of the kicking team is in the circle: `first` is whether this is
/// the one of them that is nearest to the ball.
pub(super) fn wrong_at_kick_off(
    at: Point,
    team: Team,
    of: Option<Team>,
    first: bool,
    pitch: &Pitch,
) -> bool {
    if beside_field(at, pitch) {
        return true;
    }
    if of == Some(team) && first {
        // On the mark is where the ball lies.
        return over_halfway(at) && !in_circle(at, pitch) || at.length() < FEET;
    }
    over_halfway(at) || in_circle(at, pitch)
}

/// Returns whether a robot is where it must not be until the ball of a free kick of the opponents is in
/// play, or up to `margin` m beside that.
pub(super) fn wrong_at_free_kick(
    at: Point,
    ball: Point,
    restart: &Restart,
    margin: f32,
    pitch: &Pitch,
) -> bool {
    let near = FEET + margin;
    match restart.kind {
        Kind::GoalKick => {
            at.x > pitch.half_length_m - pitch.area_depth_m - near
                && at.y.abs() < pitch.area_half_width_m + near
        }
        _ => {
            let on_line = (at.x + pitch.half_length_m).abs() < ON_LINE
                && at.y.abs() < pitch.goal_half_width_m;
            (at - ball).length() < pitch.circle_m + near && !on_line
        }
    }
}

/// Returns how far a robot is from the ball, or for a goal kick from the goal: it grows while the robot
/// leaves.
pub(super) fn clearance(at: Point, ball: Point, restart: &Restart, pitch: &Pitch) -> f32 {
    match restart.kind {
        Kind::GoalKick => (at - Point::new(pitch.half_length_m, 0.0)).length(),
        _ => (at - ball).length(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PITCH: &Pitch = &Pitch::SPL_2008;

    #[test]
    fn one_kicker_is_in_the_circle_and_the_others_in_their_half() {
        let wrong =
            |x, y, of, first| wrong_at_kick_off(Point::new(x, y), Team::Left, of, first, PITCH);
        assert!(!wrong(-0.3, 0.0, Some(Team::Left), true));
        assert!(!wrong(0.3, 0.2, Some(Team::Left), true), "over the line, in the circle");
        assert!(wrong(0.8, 0.0, Some(Team::Left), true), "beyond the circle");
        assert!(wrong(0.05, 0.0, Some(Team::Left), true), "on the mark");
        assert!(wrong(-0.3, 0.0, Some(Team::Left), false), "a second one in the circle");
        assert!(wrong(-0.3, 0.0, Some(Team::Right), true));
        assert!(wrong(-0.3, 0.0, None, true), "a dropped ball");
        assert!(!wrong(-0.7, 0.1, Some(Team::Right), true));
        assert!(wrong(-0.7, 2.2, Some(Team::Right), true), "beside the field");
    }

    #[test]
    fn goal_areas_are_smaller_than_penalty_areas_but_in_2008() {
        let of = |x, y, pitch| {
            let at = Point::new(x, y);
            (in_own_goal_area(at, pitch), in_own_area(at, pitch))
        };
        assert_eq!(of(-2.35, 1.15, PITCH), (true, true));
        assert_eq!(of(-2.2, 0.0, PITCH), (false, false));
        assert_eq!(of(-3.45, 1.55, &Pitch::SMALL), (true, true));
        assert_eq!(of(-3.3, 0.0, &Pitch::SMALL), (false, true));
        assert_eq!(of(-4.4, 1.65, &Pitch::SMALL), (false, true));
    }

    #[test]
    fn opponents_leave_the_circle_around_the_ball_or_the_area() {
        let free = Restart::new(Kind::Corner, Team::Right);
        let ball = Point::new(-3.0, 2.0);
        assert!(wrong_at_free_kick(Point::new(-2.6, 1.7), ball, &free, 0.0, PITCH));
        assert!(!wrong_at_free_kick(Point::new(-2.3, 1.7), ball, &free, 0.0, PITCH));
        let ball = Point::new(-2.9, 0.5);
        assert!(
            !wrong_at_free_kick(Point::new(-3.0, 0.2), ball, &free, 0.0, PITCH),
            "on its goal line"
        );
        let kick = Restart::new(Kind::GoalKick, Team::Right);
        let ball = Point::new(2.4, 1.1);
        assert!(wrong_at_free_kick(Point::new(2.5, -1.0), ball, &kick, 0.0, PITCH), "in the area");
        assert!(
            !wrong_at_free_kick(Point::new(2.2, 1.1), ball, &kick, 0.0, PITCH),
            "near the ball outside"
        );
    }
}
