//! The NAO's hardware in one interface, as the paper's listing has it.

use skill_runtime::interface;

interface! {
    /// All of the NAO's hardware: the paper's `naohw`, replaced in 2011 by
    /// `NaoSensor`, `NaoJointPosition` and `NaoJointStiffness`.
    ///
    /// Its accelerometer is raw: 56 per g.
    pub NaoHardware {
        /// The bit of HeadYaw.
        const SERVO_HEAD_YAW: u32 = 1;
        /// The bit of HeadPitch.
        const SERVO_HEAD_PITCH: u32 = 2;
        /// The bit of LShoulderPitch.
        const SERVO_L_SHOULDER_PITCH: u32 = 4;
        /// The bit of LShoulderRoll.
        const SERVO_L_SHOULDER_ROLL: u32 = 8;
        /// The bit of LElbowYaw.
        const SERVO_L_ELBOW_YAW: u32 = 16;
        /// The bit of LElbowRoll.
        const SERVO_L_ELBOW_ROLL: u32 = 32;
        /// The bit of LWristYaw.
        const SERVO_L_WRIST_YAW: u32 = 64;
        /// The bit of LHand.
        const SERVO_L_HAND: u32 = 128;
        /// The bit of LHipYawPitch.
        const SERVO_L_HIP_YAW_PITCH: u32 = 256;
        /// The bit of LHipRoll.
        const SERVO_L_HIP_ROLL: u32 = 512;
        /// The bit of LHipPitch.
        const SERVO_L_HIP_PITCH: u32 = 1024;
        /// The bit of LKneePitch.
        const SERVO_L_KNEE_PITCH: u32 = 2048;
        /// The bit of LAnklePitch.
        const SERVO_L_ANKLE_PITCH: u32 = 4096;
        /// The bit of LAnkleRoll.
        const SERVO_L_ANKLE_ROLL: u32 = 8192;
        /// The bit of RShoulderPitch.
        const SERVO_R_SHOULDER_PITCH: u32 = 16_384;
        /// The bit of RShoulderRoll.
        const SERVO_R_SHOULDER_ROLL: u32 = 32_768;
        /// The bit of RElbowYaw.
        const SERVO_R_ELBOW_YAW: u32 = 65_536;
        /// The bit of RElbowRoll.
        const SERVO_R_ELBOW_ROLL: u32 = 131_072;
        /// The bit of RWristYaw.
        const SERVO_R_WRIST_YAW: u32 = 262_144;
        /// The bit of RHand.
        const SERVO_R_HAND: u32 = 524_288;
        /// The bit of RHipYawPitch.
        const SERVO_R_HIP_YAW_PITCH: u32 = 1_048_576;
        /// The bit of RHipRoll.
        const SERVO_R_HIP_ROLL: u32 = 2_097_152;
        /// The bit of RHipPitch.
        const SERVO_R_HIP_PITCH: u32 = 4_194_304;
        /// The bit of RKneePitch.
        const SERVO_R_KNEE_PITCH: u32 = 8_388_608;
        /// The bit of RAnklePitch.
        const SERVO_R_ANKLE_PITCH: u32 = 16_777_216;
        /// The bit of RAnkleRoll.
        const SERVO_R_ANKLE_ROLL: u32 = 33_554_432;
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
        /// How a joint moves to its target.
        enum InterpolationType {
            /// At one speed.
            Linear,
            /// Speeding up and slowing down.
            Smooth,
        }
        fields {
            /// The servos are on.
            servo_enabled: bool,
            /// HeadYaw, rad.
            head_yaw: f32,
            /// HeadPitch, rad.
            head_pitch: f32,
            /// LShoulderPitch, rad.
            l_shoulder_pitch: f32,
            /// LShoulderRoll, rad.
            l_shoulder_roll: f32,
            /// LElbowYaw, rad.
            l_elbow_yaw: f32,
            /// LElbowRoll, rad.
            l_elbow_roll: f32,
            /// LWristYaw, rad.
            l_wrist_yaw: f32,
            /// LHand, opening, 0 to 1.
            l_hand: f32,
            /// LHipYawPitch, rad.
            l_hip_yaw_pitch: f32,
            /// LHipRoll, rad.
            l_hip_roll: f32,
            /// LHipPitch, rad.
            l_hip_pitch: f32,
            /// LKneePitch, rad.
            l_knee_pitch: f32,
            /// LAnklePitch, rad.
            l_ankle_pitch: f32,
            /// LAnkleRoll, rad.
            l_ankle_roll: f32,
            /// RShoulderPitch, rad.
            r_shoulder_pitch: f32,
            /// RShoulderRoll, rad.
            r_shoulder_roll: f32,
            /// RElbowYaw, rad.
            r_elbow_yaw: f32,
            /// RElbowRoll, rad.
            r_elbow_roll: f32,
            /// RWristYaw, rad.
            r_wrist_yaw: f32,
            /// RHand, opening, 0 to 1.
            r_hand: f32,
            /// RHipYawPitch, rad.
            r_hip_yaw_pitch: f32,
            /// RHipRoll, rad.
            r_hip_roll: f32,
            /// RHipPitch, rad.
            r_hip_pitch: f32,
            /// RKneePitch, rad.
            r_knee_pitch: f32,
            /// RAnklePitch, rad.
            r_ankle_pitch: f32,
            /// RAnkleRoll, rad.
            r_ankle_roll: f32,
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
            /// How it was measured, a `USD_` constant.
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
                head_yaw: f32, head_pitch: f32, l_shoulder_pitch: f32, l_shoulder_roll: f32,
                l_elbow_yaw: f32, l_elbow_roll: f32, l_hip_yaw_pitch: f32, l_hip_roll: f32,
                l_hip_pitch: f32, l_knee_pitch: f32, l_ankle_pitch: f32, l_ankle_roll: f32,
                l_wrist_yaw: f32, l_hand: f32, r_shoulder_pitch: f32, r_shoulder_roll: f32,
                r_elbow_yaw: f32, r_wrist_yaw: f32, r_hand: f32, r_hip_yaw_pitch: f32,
                r_hip_roll: f32, r_hip_pitch: f32, r_knee_pitch: f32, r_ankle_pitch: f32,
                r_ankle_roll: f32, r_elbow_roll: f32,
                /// When, in the hardware's time, ms.
                time: i32,
            },
            /// Moves all joints in a given time; rad.
            GotoAngles {
                head_yaw: f32, head_pitch: f32, l_shoulder_pitch: f32, l_shoulder_roll: f32,
                l_elbow_yaw: f32, l_elbow_roll: f32, l_wrist_yaw: f32, l_hand: f32,
                l_hip_yaw_pitch: f32, l_hip_roll: f32, l_hip_pitch: f32, l_knee_pitch: f32,
                l_ankle_pitch: f32, l_ankle_roll: f32, r_shoulder_pitch: f32, r_shoulder_roll: f32,
                r_elbow_yaw: f32, r_elbow_roll: f32, r_wrist_yaw: f32, r_hand: f32,
                r_hip_yaw_pitch: f32, r_hip_roll: f32, r_hip_pitch: f32, r_knee_pitch: f32,
                r_ankle_pitch: f32, r_ankle_roll: f32,
                /// In how many seconds.
                time_sec: f32,
                /// How.
                interpolation: InterpolationType,
            },
            /// Moves the joints of a mask in a given time.
            GotoAngle {
                /// The joints' bits.
                servos: u32,
                /// The angle, rad.
                value: f32,
                /// In how many seconds.
                time_sec: f32,
                /// How.
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
