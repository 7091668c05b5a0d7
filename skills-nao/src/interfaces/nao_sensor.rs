//! The NAO's sensors.

use skill_runtime::interface;

interface! {
    /// The NAO's sensors; the writer is "Nao Sensors".
    pub NaoSensor {
        /// An ultrasound emitter and receiver.
        enum UltrasonicDirection {
            /// None.
            None,
            /// Left emits, left receives.
            LeftLeft,
            /// Left emits, right receives.
            LeftRight,
            /// Right emits, right receives.
            RightRight,
            /// Right emits, left receives.
            RightLeft,
            /// Both emit and receive.
            BothBoth,
        }
        fields {
            /// Accelerometer, forward axis, g. Lying on the back: negative.
            accel_x: f32,
            /// Accelerometer, axis to the left, g.
            accel_y: f32,
            /// Accelerometer, upward axis, g.
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
            /// Distances of the left receiver's echoes, m.
            ultrasonic_distance_left: [f32; 4],
            /// Distances of the right receiver's echoes, m.
            ultrasonic_distance_right: [f32; 4],
            /// The direction of the measurement.
            ultrasonic_direction: UltrasonicDirection,
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
        }
        messages (words = 16) {
            /// Measures once.
            EmitUltrasonicWave {
                /// With which emitter and receiver.
                ultrasonic_direction: UltrasonicDirection,
            },
            /// Measures again and again.
            StartUltrasonic {
                /// With which emitter and receiver.
                ultrasonic_direction: UltrasonicDirection,
            },
            /// Stops measuring.
            StopUltrasonic,
        }
    }
}
