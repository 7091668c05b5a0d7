//! The ball that a team sees: the own sighting and those of mates, merged.
//!
//! A sighting has a standard deviation, an age and a confidence. An old one is moved by its velocity, and its
//! deviation grows by what players may have done to the ball meanwhile. Sightings that agree are averaged by
//! the inverse of their variances; of those that do not, the group with the most confidence wins. Places are
//! in the team's view of the field, m.

use crate::interfaces::{ObjectPosition, object};
use crate::predicates::{CAMERA_M, seen_from, wrapped};

/// Images per second, the unit of `visibility_history`.
const IMAGES_PER_SEC: f32 = 15.0;
/// The deceleration of a rolling ball, m/s².
const FRICTION_M_PER_SEC2: f32 = 0.3;
/// The growth of the variance of a ball that nobody sees, m²/s, and its largest value, m².
const DISTURBANCE_M2_PER_SEC: f32 = 0.01;
const MAX_VARIANCE_M2: f32 = 2.0;
/// The part of the variances in messages that measured errors have: robots are cautious.
const CAUTION: f32 = 0.35;
/// The least variance of a sighting, m²: errors of robot and camera that do not average out.
const LEAST_VARIANCE_M2: f32 = 0.0004;
/// The time in which confidence falls to a third, s.
const FORGET_SEC: f32 = 12.0;
/// The confidence below which a ball is not known.
const LEAST_CONFIDENCE: f32 = 0.03;
/// The number of deviations within which sightings agree.
const GATE: f32 = 3.0;
/// The most sightings that are merged.
const MAX_SIGHTINGS: usize = 21;

/// The ball as its sender has seen it; nothing in it comes from messages of others.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BallReport {
    /// Towards the opponents' goal from the center, m.
    pub x_m: f32,
    /// To the left of that, m.
    pub y_m: f32,
    /// The velocity in x, m/s.
    pub x_m_per_sec: f32,
    /// The velocity in y, m/s.
    pub y_m_per_sec: f32,
    /// The standard deviation in x and in y when it was sent, m: of the sighting and of the sender's place.
    pub deviation_m: f32,
    /// The time from the last sighting to the sending, s; at most 655.35.
    pub age_sec: f32,
    /// The sender's confidence that it is a ball, 0 to 1.
    pub confidence: f32,
}

/// A sighting of the ball.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sighting {
    /// The place of the ball now, m.
    pub at: (f32, f32),
    /// The velocity of the ball now, m/s.
    pub velocity: (f32, f32),
    /// The variance of the place in x and in y, m².
    pub variance: f32,
    /// The time since it was seen, s.
    pub age_sec: f32,
    /// The confidence that there is a ball, 0 to 1.
    pub confidence: f32,
}

/// Returns the share of confidence that is left after a time.
fn remembered(age_sec: f32) -> f32 {
    libm::expf(-age_sec / FORGET_SEC)
}

/// Returns place and velocity of a rolling ball after a time.
fn rolled(at: (f32, f32), velocity: (f32, f32), sec: f32) -> ((f32, f32), (f32, f32)) {
    let speed = libm::hypotf(velocity.0, velocity.1);
    if speed < 1e-3 {
        return (at, (0.0, 0.0));
    }
    let rolls_sec = sec.min(speed / FRICTION_M_PER_SEC2);
    let way = speed * rolls_sec - 0.5 * FRICTION_M_PER_SEC2 * rolls_sec * rolls_sec;
    let (x, y) = (velocity.0 / speed, velocity.1 / speed);
    let left = (speed - FRICTION_M_PER_SEC2 * sec).max(0.0);
    ((at.0 + way * x, at.1 + way * y), (left * x, left * y))
}

/// Returns the ball of this robot as it is reported to mates; `None` if it has never seen one, or a value is
/// not a number.
#[must_use]
pub fn report(ball: &ObjectPosition) -> Option<BallReport> {
    if ball.flags & object::FLAG_HAS_WORLD == 0 {
        return None;
    }
    let [variance, ..] = ball.world_xyz_covariance;
    let images = f32::from(i16::try_from(ball.visibility_history).unwrap_or(i16::MIN));
    let age_sec = (-images / IMAGES_PER_SEC).max(0.0);
    // A single image may be wrong, many are not.
    let confidence = if images > 0.0 { 1.0 - libm::powf(0.5, images) } else { remembered(age_sec) };
    let report = BallReport {
        x_m: ball.world_x,
        y_m: ball.world_y,
        x_m_per_sec: ball.world_x_velocity,
        y_m_per_sec: ball.world_y_velocity,
        deviation_m: libm::sqrtf(variance.max(0.0)),
        age_sec,
        confidence,
    };
    let numbers = [report.x_m, report.y_m, report.x_m_per_sec, report.y_m_per_sec, variance];
    numbers.into_iter().all(f32::is_finite).then_some(report)
}

impl Sighting {
    /// Returns what is left of a report after a time, s.
    #[must_use]
    pub fn of(report: &BallReport, since_sec: f32) -> Self {
        let (at, velocity) =
            rolled((report.x_m, report.y_m), (report.x_m_per_sec, report.y_m_per_sec), since_sec);
        let age_sec = report.age_sec + since_sec;
        let claimed = CAUTION * report.deviation_m * report.deviation_m;
        let grown = claimed + DISTURBANCE_M2_PER_SEC * age_sec;
        Self {
            at,
            velocity,
            variance: (grown + LEAST_VARIANCE_M2).min(MAX_VARIANCE_M2),
            age_sec,
            confidence: report.confidence * remembered(since_sec),
        }
    }

    fn agrees(&self, other: &Self) -> bool {
        let (x, y) = (self.at.0 - other.at.0, self.at.1 - other.at.1);
        x * x + y * y < GATE * GATE * (self.variance + other.variance)
    }
}

/// The ball of the team.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TeamBall {
    /// Its place and motion; `age_sec` is that of the latest sighting.
    pub ball: Sighting,
    /// The number of sightings in it.
    pub sightings: u8,
}

/// Returns the ball in these sightings; `None` if there is none of which somebody is confident. The result
/// does not depend on their order but by rounding; of more than 21, the rest is ignored.
#[must_use]
pub fn merge(sightings: impl Iterator<Item = Sighting>) -> Option<TeamBall> {
    let mut all = [Sighting::default(); MAX_SIGHTINGS];
    let mut count = 0;
    let known = sightings.filter(|sighting| sighting.confidence > LEAST_CONFIDENCE);
    for (place, sighting) in all.iter_mut().zip(known) {
        *place = sighting;
        count += 1;
    }
    let all = all.get(..count).unwrap_or(&[]);
    let support = |of: &Sighting| -> f32 {
        let agreeing = all.iter().filter(|other| of.agrees(other));
        agreeing.map(|other| other.confidence * other.confidence).sum::<f32>() - 0.1 * of.variance
    };
    let best = all.iter().max_by(|one, other| support(one).total_cmp(&support(other)))?;
    let (mut weights, mut x, mut y, mut vx, mut vy) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let (mut doubt, mut age_sec, mut number) = (1.0, f32::INFINITY, 0_u8);
    for one in all.iter().filter(|other| best.agrees(other)) {
        let weight = 1.0 / one.variance;
        weights += weight;
        x += weight * one.at.0;
        y += weight * one.at.1;
        vx += weight * one.velocity.0;
        vy += weight * one.velocity.1;
        doubt *= 1.0 - one.confidence;
        age_sec = one.age_sec.min(age_sec);
        number = number.saturating_add(1);
    }
    // Errors that sightings have in common do not average out.
    let ball = Sighting {
        at: (x / weights, y / weights),
        velocity: (vx / weights, vy / weights),
        variance: (1.0 / weights).max(LEAST_VARIANCE_M2),
        age_sec,
        confidence: 1.0 - doubt,
    };
    Some(TeamBall { ball, sightings: number })
}

/// Returns the data of "WM Team Ball": the merged ball, seen from this robot. While the robot sees the ball
/// itself, everything relative is its own.
#[must_use]
pub fn publish(
    ball: Option<TeamBall>,
    own: &ObjectPosition,
    pose: &ObjectPosition,
) -> ObjectPosition {
    let unknown = ObjectPosition {
        object_type: object::TYPE_BALL,
        visible: own.visible,
        visibility_history: own.visibility_history,
        ..ObjectPosition::default()
    };
    let Some(TeamBall { ball, .. }) = ball else { return unknown };
    let variance = ball.variance;
    let diagonal = [variance, 0.0, 0.0, 0.0, variance, 0.0, 0.0, 0.0, 0.0];
    #[allow(clippy::cast_possible_truncation)] // saturates
    let images = -(ball.age_sec * IMAGES_PER_SEC) as i32;
    let (x, y) = seen_from(pose, ball.at.0, ball.at.1);
    let distance = libm::hypotf(x, y);
    let merged = ObjectPosition {
        flags: object::FLAG_HAS_WORLD
            | object::FLAG_HAS_RELATIVE_CARTESIAN
            | object::FLAG_HAS_RELATIVE_POLAR
            | object::FLAG_HAS_COVARIANCES
            | object::FLAG_HAS_WORLD_VELOCITY,
        visible: own.visible || images == 0,
        visibility_history: if own.visible { own.visibility_history } else { images.min(-1) },
        distance,
        bearing: wrapped(libm::atan2f(y, x)),
        slope: libm::atan2f(CAMERA_M, distance),
        world_x: ball.at.0,
        world_y: ball.at.1,
        world_z: own.world_z,
        world_xyz_covariance: diagonal,
        relative_x: x,
        relative_y: y,
        relative_z: own.relative_z,
        relative_xyz_covariance: diagonal,
        world_x_velocity: ball.velocity.0,
        world_y_velocity: ball.velocity.1,
        ..unknown
    };
    if !own.visible {
        return merged;
    }
    ObjectPosition {
        distance: own.distance,
        bearing: own.bearing,
        slope: own.slope,
        relative_x: own.relative_x,
        relative_y: own.relative_y,
        relative_xyz_covariance: own.relative_xyz_covariance,
        ..merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(x: f32, y: f32, deviation: f32) -> Sighting {
        Sighting {
            at: (x, y),
            variance: deviation * deviation,
            confidence: 0.9,
            ..Sighting::default()
        }
    }

    #[test]
    fn sightings_that_agree_are_weighted_and_the_result_is_surer() {
        let merged = merge([seen(1.0, 0.0, 0.1), seen(1.2, 0.0, 0.2)].into_iter()).unwrap();
        assert!((merged.ball.at.0 - 1.04).abs() < 1e-4, "{merged:?}");
        assert!(merged.ball.variance < 0.0081 && merged.sightings == 2);
        assert!((merged.ball.confidence - 0.99).abs() < 1e-4);
        assert_eq!(merge(core::iter::empty()), None);
    }

    #[test]
    fn two_robots_outvote_one_and_a_fresh_sighting_an_old_one() {
        let all = [seen(2.0, 1.0, 0.1), seen(-1.0, 0.0, 0.1), seen(-1.1, 0.0, 0.1)];
        let merged = merge(all.into_iter()).unwrap();
        assert!((merged.ball.at.0 + 1.05).abs() < 1e-4 && merged.sightings == 2);
        let report =
            BallReport { x_m: 2.0, deviation_m: 0.1, confidence: 1.0, ..BallReport::default() };
        let all = [Sighting::of(&report, 10.0), seen(-1.0, 0.0, 0.1)];
        assert!((merge(all.into_iter()).unwrap().ball.at.0 + 1.0).abs() < 1e-4);
        assert_eq!(merge([Sighting::of(&report, 60.0)].into_iter()), None, "forgotten");
    }

    #[test]
    fn an_old_sighting_rolls_on_until_it_is_at_rest_and_is_less_sure() {
        let report = BallReport {
            x_m_per_sec: 0.6,
            deviation_m: 0.1,
            confidence: 1.0,
            ..BallReport::default()
        };
        let after = |sec| Sighting::of(&report, sec);
        assert!(
            (after(1.0).at.0 - 0.45).abs() < 1e-4 && (after(1.0).velocity.0 - 0.3).abs() < 1e-4
        );
        assert!((after(9.0).at.0 - 0.6).abs() < 1e-4 && after(9.0).velocity.0.abs() < 1e-6);
        assert!(after(9.0).variance > after(1.0).variance);
        assert!(after(9.0).confidence < after(1.0).confidence);
    }

    #[test]
    fn a_ball_that_only_mates_see_is_seen_from_here() {
        let pose = ObjectPosition {
            world_x: 1.0,
            world_z: core::f32::consts::FRAC_PI_2,
            ..Default::default()
        };
        let ball = merge([seen(1.0, 2.0, 0.1)].into_iter());
        let shown = publish(ball, &ObjectPosition::default(), &pose);
        assert!((shown.relative_x - 2.0).abs() < 1e-5 && shown.bearing.abs() < 1e-5);
        assert!(shown.visible && shown.visibility_history < 0, "not by itself");
        assert_eq!(publish(None, &shown, &pose).flags, object::FLAG_NONE);
    }

    #[test]
    fn a_report_is_as_old_as_the_last_image_and_never_a_nan() {
        let mut ball = ObjectPosition {
            flags: object::FLAG_HAS_WORLD,
            visibility_history: -30,
            world_x: 1.0,
            ..ObjectPosition::default()
        };
        assert!((report(&ball).unwrap().age_sec - 2.0).abs() < 1e-5);
        ball.world_y = f32::NAN;
        assert_eq!(report(&ball), None);
    }
}
