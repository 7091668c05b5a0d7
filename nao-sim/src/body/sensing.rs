//! The sensors.

use libm::{cosf, sinf};

use super::joints::Joints;
use super::noise::Noise;
use super::pose::Balance;
use skills_nao::hardware::Sensors;
use skills_nao::joint::Joint;

/// The weight of the robot, in kg.
const WEIGHT_KG: f32 = 5.2;
/// The positions of the sensors of a foot, in m from the ankle: forward for the front and the
/// rear ones, and sideways for either pair.
const FRONT_M: f32 = 0.07;
const REAR_M: f32 = -0.03;
const SIDE_M: f32 = 0.025;
/// The center of pressure of an upright foot, in m forward, and its shift per rad of tilt.
const REST_M: f32 = 0.02;
const SHIFT_M_PER_RAD: f32 = 0.1;
/// The weight, in kg, below which a foot has no center of pressure.
const TOUCH_KG: f32 = 0.2;
/// The reading of an ultrasonic sensor when nothing is near, in m.
const FAR_M: f32 = 2.55;

/// The standard deviations of the noise: g, rad/s, rad, kg, rad.
const ACCEL_NOISE: f32 = 0.02;
const GYRO_NOISE: f32 = 0.01;
const ANGLE_NOISE: f32 = 0.005;
const FSR_NOISE: f32 = 0.02;
const JOINT_NOISE: f32 = 0.001;

/// A bumper, touch sensor or button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Button {
    /// Left bumper of the left foot.
    LFootBumperL,
    /// Right bumper of the left foot.
    LFootBumperR,
    /// Left bumper of the right foot.
    RFootBumperL,
    /// Right bumper of the right foot.
    RFootBumperR,
    /// Touch sensor at the front of the head.
    HeadTouchFront,
    /// Touch sensor in the middle of the head.
    HeadTouchMiddle,
    /// Touch sensor at the rear of the head.
    HeadTouchRear,
    /// Button on the chest.
    Chest,
}

/// The influence of the surroundings on the sensors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings {
    /// The buttons' values, in the order of `Button`.
    pub(super) buttons: [u8; 8],
    /// Echoes of the left receiver, m, nearest first.
    pub(super) ultrasonic_left: [f32; 4],
    pub(super) ultrasonic_right: [f32; 4],
}

impl Surroundings {
    /// Returns surroundings with nothing near and nothing pressed.
    pub(super) fn empty() -> Surroundings {
        Surroundings { buttons: [0; 8], ultrasonic_left: [FAR_M; 4], ultrasonic_right: [FAR_M; 4] }
    }
}

/// One foot's four sensors (front left and right, rear left and right), their sum and center of
/// pressure.
struct Foot {
    fsr: [f32; 4],
    total: f32,
    cop: (f32, f32),
}

impl Foot {
    /// Reads the sensors under a weight at a place forward of the ankle.
    fn sense(weight_kg: f32, forward_m: f32, noise: &mut Noise) -> Foot {
        let front = ((forward_m - REAR_M) / (FRONT_M - REAR_M)).clamp(0.0, 1.0);
        let parts = [front, front, 1.0 - front, 1.0 - front];
        let fsr = parts.map(|part| (weight_kg * part / 2.0 + noise.gauss(FSR_NOISE)).max(0.0));
        let [fl, fr, rl, rr] = fsr;
        let total = fl + fr + rl + rr;
        let cop = if total > TOUCH_KG {
            (
                ((fl + fr) * FRONT_M + (rl + rr) * REAR_M) / total,
                (fl + rl - fr - rr) * SIDE_M / total,
            )
        } else {
            (0.0, 0.0)
        };
        Foot { fsr, total, cop }
    }
}

/// Reads all sensors. `turn_rates` are those to the right and forward, in
/// rad/s; `charge` is 0 to 1.
#[expect(clippy::similar_names, reason = "these are the interfaces' names")]
pub(super) fn sense(
    joints: &Joints,
    balance: &Balance,
    turn_rates: (f32, f32),
    around: &Surroundings,
    charge: f32,
    noise: &mut Noise,
) -> Sensors {
    let (roll, pitch) = (balance.roll(), balance.pitch());
    let (left_load, right_load) = balance.loads();
    let forward = REST_M + SHIFT_M_PER_RAD * pitch;
    let left = Foot::sense(WEIGHT_KG * left_load, forward, noise);
    let right = Foot::sense(WEIGHT_KG * right_load, forward, noise);
    let [l_fsr_fl, l_fsr_fr, l_fsr_rl, l_fsr_rr] = left.fsr;
    let [r_fsr_fl, r_fsr_fr, r_fsr_rl, r_fsr_rr] = right.fsr;
    let [
        l_foot_bumper_l,
        l_foot_bumper_r,
        r_foot_bumper_l,
        r_foot_bumper_r,
        head_touch_front,
        head_touch_middle,
        head_touch_rear,
        chest_button,
    ] = around.buttons;
    Sensors {
        joints: Joint::ALL.map(|joint| joints.position(joint) + noise.gauss(JOINT_NOISE)),
        accel_x: sinf(pitch) + noise.gauss(ACCEL_NOISE),
        accel_y: -cosf(pitch) * sinf(roll) + noise.gauss(ACCEL_NOISE),
        accel_z: -cosf(pitch) * cosf(roll) + noise.gauss(ACCEL_NOISE),
        gyro_x: turn_rates.0 + noise.gauss(GYRO_NOISE),
        gyro_y: turn_rates.1 + noise.gauss(GYRO_NOISE),
        gyro_ref: 0.0,
        angle_x: roll + noise.gauss(ANGLE_NOISE),
        angle_y: pitch + noise.gauss(ANGLE_NOISE),
        l_fsr_fl,
        l_fsr_fr,
        l_fsr_rl,
        l_fsr_rr,
        r_fsr_fl,
        r_fsr_fr,
        r_fsr_rl,
        r_fsr_rr,
        l_total_weight: left.total,
        r_total_weight: right.total,
        l_cop_x: left.cop.0,
        l_cop_y: left.cop.1,
        r_cop_x: right.cop.0,
        r_cop_y: right.cop.1,
        ultrasonic_distance_left: around.ultrasonic_left,
        ultrasonic_distance_right: around.ultrasonic_right,
        l_foot_bumper_l,
        l_foot_bumper_r,
        r_foot_bumper_l,
        r_foot_bumper_r,
        head_touch_front,
        head_touch_middle,
        head_touch_rear,
        chest_button,
        battery_charge: charge,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::pattern;
    use crate::body::pose::Pose;

    fn at(pose: Pose) -> Sensors {
        let joints = Joints::at(&pattern::STAND, 1.0);
        let around = Surroundings::empty();
        let still = (0.0, 0.0);
        let mut off = Noise::off();
        sense(&joints, &Balance::at(pose), still, &around, 1.0, &mut off)
    }

    fn close(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-3
    }

    #[test]
    fn the_accelerometer_follows_the_pose() {
        let expected = [
            (Pose::Standing, 0.0, -1.0),
            (Pose::Sitting, 0.0998, -0.995),
            (Pose::LyingBack, -1.0, 0.0),
            (Pose::LyingFront, 1.0, 0.0),
        ];
        for (pose, x, z) in expected {
            let sensors = at(pose);
            assert!(close(sensors.accel_x, x) && close(sensors.accel_z, z));
            assert!(close(sensors.accel_y, 0.0));
        }
    }

    #[test]
    fn the_feet_carry_the_weight_of_the_pose() {
        let weight = |pose| at(pose).l_total_weight + at(pose).r_total_weight;
        assert!(close(weight(Pose::Standing), 5.2));
        assert!(close(weight(Pose::Sitting), 3.12));
        assert!(close(weight(Pose::LyingBack), 0.0));
        assert!(close(weight(Pose::LyingFront), 0.0));
    }

    #[test]
    fn the_centre_of_pressure_is_where_the_weight_is() {
        let standing = at(Pose::Standing);
        assert!(close(standing.l_cop_x, 0.02) && close(standing.r_cop_y, 0.0));
        assert!(close(at(Pose::Sitting).r_cop_x, 0.03));
        assert!(close(at(Pose::LyingFront).l_cop_x, 0.0));
    }
}
