//! The places that roles wait at, and the time that a robot needs to the ball.

use super::roles::Assignment;
use crate::interfaces::ObjectPosition;
use crate::interfaces::mates::Role;
use crate::pitch::Pitch;
use crate::predicates::wrapped;

/// The speeds of this robot's walk, m/s and rad/s.
const WALK_M_PER_SEC: f32 = 0.1;
const TURN_RAD_PER_SEC: f32 = 0.5;
/// The time that standing up takes, s.
const RISE_SEC: f32 = 9.0;
/// The distance from the ball at which a kick begins, m.
const KICK_M: f32 = 0.25;
/// The distances of a supporter ahead of the ball and beside its way, m.
const AHEAD_M: f32 = 1.2;
const BESIDE_M: f32 = 0.7;
/// The part of the way from the ball to the own goal at which a defender waits, its least distance from the
/// ball, and the distance between defenders, m.
const BACK_PART: f32 = 0.5;
const BACK_LEAST_M: f32 = 1.0;
const APART_M: f32 = 0.8;
/// The distance that places keep from the lines, m.
const INSIDE_M: f32 = 0.4;

/// Returns the time that a turn and a way straight ahead take, s.
#[must_use]
pub fn walk_sec(way_m: f32, turn_rad: f32) -> f32 {
    way_m / WALK_M_PER_SEC + turn_rad.abs() / TURN_RAD_PER_SEC
}

/// Returns the time until the robot would be ready to kick the ball into the opponents' goal, s: the way to
/// the place opposite of the goal, around the ball, and a turn. `None` if a number is not known.
#[must_use]
pub fn to_ball_sec(
    ball: (f32, f32),
    pose: &ObjectPosition,
    down: bool,
    pitch: &Pitch,
) -> Option<f32> {
    let (x, y) = (pose.world_x - ball.0, pose.world_y - ball.1);
    let to_goal = libm::atan2f(-ball.1, pitch.half_length_m - ball.0);
    let distance = libm::hypotf(x, y);
    // The angle around the ball from the robot to the place opposite of the goal.
    let around = wrapped(libm::atan2f(y, x) - to_goal - core::f32::consts::PI).abs();
    let way_m = (distance - KICK_M).max(0.0) + KICK_M * around;
    let heading = if distance > 2.0 * KICK_M { libm::atan2f(-y, -x) } else { to_goal };
    let rise_sec = if down { RISE_SEC } else { 0.0 };
    let sec = walk_sec(way_m, wrapped(heading - pose.world_z)) + rise_sec;
    sec.is_finite().then_some(sec)
}

/// Returns the place of a role on the field, m; `None` for the striker and the keeper.
#[must_use]
pub fn station(of: Assignment, ball: (f32, f32), pitch: &Pitch) -> Option<(f32, f32)> {
    let most = (pitch.half_length_m - INSIDE_M, pitch.half_width_m - INSIDE_M);
    // Places side by side, the middle of them at `y`.
    let beside = |y: f32, apart_m: f32| {
        if of.count < 2 {
            return y;
        }
        let lane = 2.0 * f32::from(of.rank) / f32::from(of.count - 1) - 1.0;
        let inside = (most.1 - apart_m).max(0.0);
        y.max(-inside).min(inside) + lane * apart_m
    };
    let (x, y) = match of.role {
        Role::Supporter => {
            // Alone, on the side of the middle.
            let middle = BESIDE_M.copysign(-ball.1);
            let y = if of.count < 2 { ball.1 + middle } else { beside(ball.1, BESIDE_M) };
            let x = (ball.0 + AHEAD_M).min(pitch.half_length_m - pitch.area_depth_m - INSIDE_M);
            (x, y)
        }
        Role::Defender => {
            let (to_x, to_y) = (-pitch.half_length_m - ball.0, -ball.1);
            let length = libm::hypotf(to_x, to_y).max(0.01);
            let part = (BACK_LEAST_M / length).clamp(BACK_PART, 1.0);
            let x =
                (ball.0 + part * to_x).max(-pitch.half_length_m + pitch.area_depth_m + INSIDE_M);
            (x, beside(ball.1 + part * to_y, APART_M))
        }
        Role::None | Role::Keeper | Role::Striker => return None,
    };
    Some((x.max(-most.0).min(most.0), y.max(-most.1).min(most.1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pose(x: f32, y: f32, theta: f32) -> ObjectPosition {
        ObjectPosition { world_x: x, world_y: y, world_z: theta, ..ObjectPosition::default() }
    }

    fn sec(pose: &ObjectPosition, down: bool) -> f32 {
        to_ball_sec((0.0, 0.0), pose, down, &Pitch::SPL_2008).unwrap()
    }

    #[test]
    fn the_time_to_the_ball_counts_the_way_around_it_turns_and_a_fall() {
        assert!((sec(&pose(-1.25, 0.0, 0.0), false) - 10.0).abs() < 0.01);
        assert!(sec(&pose(1.25, 0.0, 3.1), false) > 17.0, "around the ball");
        assert!(sec(&pose(-1.25, 0.0, 3.1), false) > 16.0, "turned away");
        assert!((sec(&pose(-1.25, 0.0, 0.0), true) - 19.0).abs() < 0.01);
        assert_eq!(to_ball_sec((f32::NAN, 0.0), &pose(0.0, 0.0, 0.0), false, &Pitch::SMALL), None);
    }

    #[test]
    fn stations_are_on_the_field_and_apart() {
        let pitch = Pitch::SPL_2008;
        for place in 0..31 * 21_i16 {
            let ball = (f32::from(place % 31 - 15) / 5.0, f32::from(place / 31 - 10) / 5.0);
            for role in [Role::Supporter, Role::Defender] {
                for count in 1..=3 {
                    let at =
                        |rank| station(Assignment { role, rank, count }, ball, &pitch).unwrap();
                    for rank in 0..count {
                        let (x, y) = at(rank);
                        assert!(x.abs() < 2.7 && y.abs() < 1.7, "{x} {y} for {ball:?}");
                    }
                    let gap = at(0).1 - at(count - 1).1;
                    assert!(
                        count == 1 || gap.abs() > 0.6,
                        "{role:?} of {count}: {gap} for {ball:?}"
                    );
                }
            }
        }
        assert_eq!(station(Assignment::default(), (0.0, 0.0), &pitch), None);
    }
}
