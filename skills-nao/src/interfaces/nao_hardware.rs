//! The NAO's hardware in one interface, as the paper's listing has it.

use crate::joint::{joints, left_joints, right_joints};
use skill_runtime::interface;

interface! {
    /// All of the NAO's hardware: the paper's `naohw`, replaced in 2011 by
    /// `NaoSensor`, `NaoJointPosition` and `NaoJointStiffness`.
    ///
    /// Its accelerometer is raw: 56 per g.
    pub NaoHardware {
        /// The bit of a joint.
        bits SERVO_..joints: u32;
        /// The lowest bit of a joint.
        const SERVO_MIN: u32 = 1;
        /// The highest bit of a joint.
        const SERVO_MAX: u32 = 33_554_432;
        /// Left emits, left receives.
        const USD_LEFT_LEFT: f32 = 0.0;
        /// Left emits, right receives.
        const USD_LEFT_RIGHT: f32 = 1.0;
        /// Right emits, left receives.
        const USD_RIGHT_LEFT: f32 = 2.0;
        /// Right emits, right receives.
        const USD_RIGHT_RIGHT: f32 = 3.0;
        /// The course of a joint's movement to its target.
        enum InterpolationType {
            /// At one speed.
            Linear,
            /// Speeding up and slowing down.
            Smooth,
        }
        fields {
            /// The servos are on.
            servo_enabled: bool,
            /// Angle in rad; of a hand, its opening, 0 to 1.
            ..joints: f32,
            /// Accelerometer, forward axis, raw (56 per g). Lying on the back: negative.
            accel_x: f32,
            /// Accelerometer, axis to the left, raw (56 per g).
            accel_y: f32,
            /// Accelerometer, upward axis, raw (56 per g).
            accel_z: f32,
            /// Turn rate about the forward axis, rad/s.
            gyro_x: f32,
            /// Turn rate about the axis to the left, rad/s.
            gyro_y: f32,
            /// The gyroscope's reference.
            gyro_ref: f32,
            /// Tilt of the torso to the right, rad.
            angle_x: f32,
            /// Tilt of the torso forward, rad.
            angle_y: f32,
            /// Force under the left foot, front left, kg.
            l_fsr_fl: f32,
            /// Force under the left foot, front right, kg.
            l_fsr_fr: f32,
            /// Force under the left foot, rear left, kg.
            l_fsr_rl: f32,
            /// Force under the left foot, rear right, kg.
            l_fsr_rr: f32,
            /// Force under the right foot, front left, kg.
            r_fsr_fl: f32,
            /// Force under the right foot, front right, kg.
            r_fsr_fr: f32,
            /// Force under the right foot, rear left, kg.
            r_fsr_rl: f32,
            /// Force under the right foot, rear right, kg.
            r_fsr_rr: f32,
            /// Weight on the left foot, kg.
            l_total_weight: f32,
            /// Weight on the right foot, kg.
            r_total_weight: f32,
            /// Centre of pressure of the left foot, forward, m.
            l_cop_x: f32,
            /// Centre of pressure of the left foot, to the left, m.
            l_cop_y: f32,
            /// Centre of pressure of the right foot, forward, m.
            r_cop_x: f32,
            /// Centre of pressure of the right foot, to the left, m.
            r_cop_y: f32,
            /// Distance of the nearest echo, m.
            ultrasonic_distance: f32,
            /// The direction of the measurement, a `USD_` constant.
            ultrasonic_direction: f32,
            /// Bumper left of the left foot: 1 while pressed.
            l_foot_bumper_l: u8,
            /// Bumper right of the left foot: 1 while pressed.
            l_foot_bumper_r: u8,
            /// Bumper left of the right foot: 1 while pressed.
            r_foot_bumper_l: u8,
            /// Bumper right of the right foot: 1 while pressed.
            r_foot_bumper_r: u8,
            /// Head sensor in front: 1 while pressed.
            head_touch_front: u8,
            /// Head sensor in the middle: 1 while pressed.
            head_touch_middle: u8,
            /// Head sensor in the rear: 1 while pressed.
            head_touch_rear: u8,
            /// The chest button: 1 while pressed.
            chest_button: u8,
            /// Charge of the battery, 0 to 1.
            battery_charge: f32,
            /// The hardware's own time, ms.
            time: i32,
        }
        messages (words = 32) {
            /// Sets all joints at once; rad.
            SetServos {
                // Fawkes has the left hand after the leg, and the right elbow at the end.
                ..left_joints: f32,
                l_wrist_yaw: f32,
                l_hand: f32,
                ..right_joints: f32,
                r_elbow_roll: f32,
                /// When, in the hardware's time, ms.
                time: i32,
            },
            /// Moves all joints in a given time; rad.
            GotoAngles {
                ..joints: f32,
                /// The time for the change, s.
                time_sec: f32,
                /// The course of the movement.
                interpolation: InterpolationType,
            },
            /// Moves the joints of a mask in a given time.
            GotoAngle {
                /// The joints' bits.
                servos: u32,
                /// The angle, rad.
                value: f32,
                /// The time for the change, s.
                time_sec: f32,
                /// The course of the movement.
                interpolation: InterpolationType,
            },
            /// Moves the joints of a mask.
            GotoAngleWithSpeed {
                /// The joints' bits.
                servos: u32,
                /// The angle, rad.
                value: f32,
                /// Percent of the highest speed.
                speed: u16,
            },
            /// Sets the joints of a mask at once.
            SetServo {
                /// The joints' bits.
                servos: u32,
                /// The angle, rad.
                value: f32,
                /// When, in the hardware's time, ms.
                time: i32,
            },
            /// Turns the servos on.
            EnableServos,
            /// Turns the servos off.
            DisableServos,
            /// Changes the stiffness of the whole body.
            SetGlobalStiffness {
                /// When, in the hardware's time, ms.
                time: i32,
                /// The stiffness, 0 to 1.
                value: f32,
            },
            /// Measures with ultrasound once.
            EmitUltrasonicWave {
                /// A `USD_` constant.
                ultrasonic_direction: f32,
                /// When, in the hardware's time, ms.
                time: i32,
            },
        }
    }
}
