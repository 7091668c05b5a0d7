//! The posture of a robot, judged from its sensors over some time.

use crate::hardware::Sensors;
use crate::interfaces::state::Posture;
use core::time::Duration;
use skill_runtime::Instant;

/// The time constant of the mean of gravity, s: a third of the time over which it is judged.
const GRAVITY_SEC: f32 = 0.1;
/// The cosine of the tilt below which the robot does not stand, and above which it does.
const TILTED: f32 = 0.5;
const UPRIGHT: f32 = 0.8;
/// The weight on both feet below which they are in the air, and above which they carry the robot,
/// kg.
const UNLOADED_KG: f32 = 0.6;
const LOADED_KG: f32 = 1.5;
/// The turn rate below which a robot does not fall, and below which nobody moves it, rad/s.
const STEADY_RAD_PER_SEC: f32 = 0.5;
const STILL_RAD_PER_SEC: f32 = 0.15;
/// The change of the tilt's cosine that shows that it grows.
const TILTING: f32 = 0.01;
/// The change of gravity below which nobody moves the robot, g.
const STILL_G: f32 = 0.15;
/// The change of gravity's mean by which a lying robot was lifted or turned, g.
const TURNED_G: f32 = 0.3;
/// The times for which a posture must last: tilted, upright, feet in the air while steady and at
/// all, moved while lying, put down on its feet and on the ground.
const LIES: Duration = Duration::from_millis(300);
const STANDS: Duration = Duration::from_millis(300);
const LIFTED: Duration = Duration::from_millis(120);
const AIRBORNE: Duration = Duration::from_secs(1);
const MOVED: Duration = Duration::from_millis(100);
const ON_FEET: Duration = Duration::from_millis(500);
const PUT_DOWN: Duration = Duration::from_secs(1);

/// For how long a condition has held.
#[derive(Clone, Copy, Debug, Default)]
struct Held(Duration);

impl Held {
    /// Counts a step. Returns whether the condition has held for `time`.
    fn step(&mut self, holds: bool, dt: Duration, time: Duration) -> bool {
        self.0 = if holds { self.0.saturating_add(dt) } else { Duration::ZERO };
        holds && self.0 >= time
    }
}

/// Judges the posture.
///
/// - It lies if gravity has been off the vertical by more than 60° for 0.3 s.
/// - It is carried if its feet have been in the air for 0.12 s, unless it falls or rises, for 1 s in
///   any case, or if somebody moves it while it lies. It stays so until its feet carry it for 0.5 s,
///   or it lies still for 1 s.
///
/// While it rises by a motion of its own, it lies until it is upright.
#[derive(Clone, Copy, Debug, Default)]
pub struct PostureFilter {
    posture: Posture,
    last: Option<Instant>,
    /// The mean of gravity, g.
    gravity: [f32; 3],
    /// That at which it came to lie, g.
    rest: [f32; 3],
    tilted: Held,
    upright: Held,
    lifted: Held,
    airborne: Held,
    moved: Held,
    on_feet: Held,
    still: Held,
}

impl PostureFilter {
    /// Returns the posture.
    #[must_use]
    pub fn posture(&self) -> Posture {
        self.posture
    }

    /// Takes a sample of the sensors. `rises` is whether a motion stands the robot up. A sample that
    /// is not finite, or without any acceleration, is passed over.
    pub fn sense(&mut self, sensors: &Sensors, now: Instant, rises: bool) {
        let sample = [sensors.accel_x, sensors.accel_y, sensors.accel_z];
        let turn_rate = libm::hypotf(sensors.gyro_x, sensors.gyro_y);
        let weight_kg = sensors.l_total_weight + sensors.r_total_weight;
        let is_known = length(sample) > 0.1 && length(sample).is_finite();
        if !is_known || !turn_rate.is_finite() || !weight_kg.is_finite() {
            return;
        }
        // A gap in the samples is no time in which something held.
        let dt = self.last.map_or(Duration::ZERO, |last| now.since(last));
        let dt = dt.min(Duration::from_millis(50));
        if self.last.replace(now).is_none() {
            self.gravity = sample;
        }
        let share = 1.0 - libm::expf(-dt.as_secs_f32() / GRAVITY_SEC);
        for (mean, new) in self.gravity.iter_mut().zip(sample) {
            *mean += share * (new - *mean);
        }
        let vertical = -self.gravity[2] / length(self.gravity).max(0.1);
        let is_tilted = vertical < TILTED;
        let is_still = turn_rate < STILL_RAD_PER_SEC && apart(sample, self.gravity) < STILL_G;
        let in_air = weight_kg < UNLOADED_KG && !is_tilted;

        let lies = self.tilted.step(is_tilted && !rises, dt, LIES);
        let stands = self.upright.step(vertical > UPRIGHT, dt, STANDS);
        let is_steady = turn_rate < STEADY_RAD_PER_SEC;
        // A robot that is turned upright does not fall, however fast.
        let leans = -sample[2] / length(sample) < vertical - TILTING;
        let lifted = self.lifted.step(in_air && !rises && (is_steady || !leans), dt, LIFTED);
        let airborne = self.airborne.step(in_air, dt, AIRBORNE);
        let turned = apart(self.gravity, self.rest) > TURNED_G;
        let is_moved = (turned || !is_steady) && self.posture.lies() && !rises;
        let moved = self.moved.step(is_moved, dt, MOVED);
        let carries = weight_kg > LOADED_KG && vertical > UPRIGHT;
        let on_feet = self.on_feet.step(carries, dt, ON_FEET);
        let put_down = self.still.step(is_tilted && is_still, dt, PUT_DOWN);

        let lying = lying_of(self.gravity);
        self.posture = match self.posture {
            Posture::Carried if on_feet => Posture::Upright,
            Posture::Carried if put_down => lying,
            Posture::Carried => Posture::Carried,
            _ if lifted || airborne || moved => Posture::Carried,
            _ if stands => Posture::Upright,
            posture if !posture.lies() && lies => lying,
            posture => posture,
        };
        // Where it lies while it rises is where it will be if it falls back.
        if !self.posture.lies() || rises || put_down {
            self.rest = self.gravity;
        }
    }
}

/// Returns the side on which a robot lies.
fn lying_of([x, y, _]: [f32; 3]) -> Posture {
    if y.abs() > x.abs() {
        Posture::LyingSide
    } else if x > 0.0 {
        Posture::LyingFront
    } else {
        Posture::LyingBack
    }
}

fn length([x, y, z]: [f32; 3]) -> f32 {
    libm::sqrtf(x * x + y * y + z * z)
}

fn apart(one: [f32; 3], other: [f32; 3]) -> f32 {
    length([one[0] - other[0], one[1] - other[1], one[2] - other[2]])
}
