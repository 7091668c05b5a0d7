//! The hardware of a NAO: its sensors, and its commands.

use crate::joint::Joint;
use skill_runtime::MessageId;

/// The measurements of a NAO's sensors.
///
/// The axes are x forward, y left and z up in the body. The accelerometer
/// measures gravity: standing (0, 0, -1), lying on the back
/// (-1, 0, 0), on the front (1, 0, 0).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sensors {
    /// Measured positions of the joints by index, in rad.
    pub joints: [f32; Joint::COUNT],
    /// Acceleration forward, in g.
    pub accel_x: f32,
    /// Acceleration to the left, in g.
    pub accel_y: f32,
    /// Acceleration upward, in g.
    pub accel_z: f32,
    /// Turn rate about x, in rad/s, positive when tilting to the right.
    pub gyro_x: f32,
    /// Turn rate about y, in rad/s, positive when tilting forward.
    pub gyro_y: f32,
    /// The gyros' zero level, in rad/s.
    pub gyro_ref: f32,
    /// Tilt to the right, in rad.
    pub angle_x: f32,
    /// Tilt forward, in rad.
    pub angle_y: f32,
    /// Weight on the left foot, front left, in kg.
    pub l_fsr_fl: f32,
    /// Weight on the left foot, front right, in kg.
    pub l_fsr_fr: f32,
    /// Weight on the left foot, rear left, in kg.
    pub l_fsr_rl: f32,
    /// Weight on the left foot, rear right, in kg.
    pub l_fsr_rr: f32,
    /// Weight on the right foot, front left, in kg.
    pub r_fsr_fl: f32,
    /// Weight on the right foot, front right, in kg.
    pub r_fsr_fr: f32,
    /// Weight on the right foot, rear left, in kg.
    pub r_fsr_rl: f32,
    /// Weight on the right foot, rear right, in kg.
    pub r_fsr_rr: f32,
    /// Weight on the left foot, in kg: the sum of its four sensors.
    pub l_total_weight: f32,
    /// Weight on the right foot, in kg: the sum of its four sensors.
    pub r_total_weight: f32,
    /// Centre of pressure of the left foot, in m forward of the ankle; 0 in
    /// the air.
    pub l_cop_x: f32,
    /// Centre of pressure of the left foot, in m left of the ankle; 0 in the
    /// air.
    pub l_cop_y: f32,
    /// Centre of pressure of the right foot, in m forward of the ankle; 0 in
    /// the air.
    pub r_cop_x: f32,
    /// Centre of pressure of the right foot, in m left of the ankle; 0 in the
    /// air.
    pub r_cop_y: f32,
    /// Distances that the left receiver measures, in m, nearest first.
    pub ultrasonic_distance_left: [f32; 4],
    /// Distances that the right receiver measures, in m, nearest first.
    pub ultrasonic_distance_right: [f32; 4],
    /// Left bumper of the left foot.
    pub l_foot_bumper_l: u8,
    /// Right bumper of the left foot.
    pub l_foot_bumper_r: u8,
    /// Left bumper of the right foot.
    pub r_foot_bumper_l: u8,
    /// Right bumper of the right foot.
    pub r_foot_bumper_r: u8,
    /// Touch sensor at the front of the head.
    pub head_touch_front: u8,
    /// Touch sensor in the middle of the head.
    pub head_touch_middle: u8,
    /// Touch sensor at the rear of the head.
    pub head_touch_rear: u8,
    /// Button on the chest.
    pub chest_button: u8,
    /// Charge of the battery, 0 to 1.
    pub battery_charge: f32,
}

impl Sensors {
    /// Returns the measured position of a joint, in rad.
    #[must_use]
    pub const fn joint(&self, joint: Joint) -> f32 {
        self.joints[joint.index()]
    }
}

/// The state of a body in one pass.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SensorFrame {
    /// The measurements of the sensors.
    pub sensors: Sensors,
    /// The stiffness of each joint, 0 to 1.
    pub stiffness: [f32; Joint::COUNT],
    /// While a motion runs, the id of the message that requested it.
    pub moving: Option<MessageId>,
}

/// One of the legs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leg {
    /// The left leg.
    Left,
    /// The right leg.
    Right,
}

/// The side to stand up from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandupFrom {
    /// From the side that the accelerometer detects: the front above 0.8 g in x,
    /// the back below -0.8 g; otherwise the command does nothing.
    Detect,
    /// From lying on the back.
    Back,
    /// From lying on the front.
    Front,
}

/// A motion. The times and speeds are those of the simulated robot.
///
/// Patterns and walks are open-loop: they move arms and legs for their time
/// whatever happens to the body. Their effect on it is documented at each.
/// Lifting the body needs a mean leg stiffness of 0.3 or more throughout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Motion {
    /// Stands up in 12.3 s from the back or 11.3 s from the front.
    ///
    /// On the wrong side or with weak legs the body stays lying. A robot that
    /// stands or sits goes down to the named side first, since the pattern
    /// begins stretched out on the ground; then it comes up as usual.
    Standup(StandupFrom),
    /// Gets up from sitting in 3.0 s; a lying robot stays lying.
    GetUp,
    /// Sits down in 3.0 s; a lying robot stays lying. It counts as sitting
    /// from 1.5 s on, being low enough then to do without stiffness.
    Park,
    /// Kicks, in 12.5 s (the simulator's assumption, an option of it); only when standing.
    Kick {
        /// The leg that kicks.
        leg: Leg,
        /// The strength of the kick, 0 to 1; the pattern is the same for all.
        strength: f32,
    },
    /// Walks forward at 0.1 m/s; only when standing.
    WalkStraight {
        /// The distance in m; negative: backward.
        distance_m: f32,
    },
    /// Walks sideways at 0.05 m/s; only when standing.
    WalkSideways {
        /// The distance in m, positive to the left.
        distance_m: f32,
    },
    /// Walks along a circle, at the highest speed that neither passes 0.1 m/s
    /// nor 0.5 rad/s; only when standing.
    WalkArc {
        /// The angle to turn by in rad, positive to the left.
        angle_rad: f32,
        /// The radius of the circle in m; negative: backward.
        radius_m: f32,
    },
    /// Walks until another motion or a stop; only when standing. With all
    /// three at 0 it only ends the motion that runs.
    WalkVelocity {
        /// Forward, -1 to 1 of 0.1 m/s.
        x: f32,
        /// To the left, -1 to 1 of 0.05 m/s.
        y: f32,
        /// Turning left, -1 to 1 of 0.5 rad/s.
        theta: f32,
        /// Scales all three, 0 to 1.
        speed: f32,
    },
    /// Turns in place at 0.5 rad/s; only when standing.
    Turn {
        /// The angle in rad, positive to the left.
        angle_rad: f32,
    },
    /// Moves the head at a speed. It runs in parallel to the motion of the legs.
    MoveHead {
        /// The angle to look left or right, in rad, positive to the left.
        yaw: f32,
        /// The angle to look up or down, in rad, positive down.
        pitch: f32,
        /// The speed as a fraction of the joints' highest, 0 to 1.
        speed: f32,
    },
    /// Moves the head in a time. It runs in parallel to the motion of the legs.
    YawPitchHead {
        /// The angle to look left or right, in rad, positive to the left.
        yaw_rad: f32,
        /// The angle to look up or down, in rad, positive down.
        pitch_rad: f32,
        /// The time in s.
        time_sec: f32,
    },
}

impl Motion {
    /// Returns whether the motion is one of the head alone.
    #[must_use]
    pub const fn is_of_head(self) -> bool {
        matches!(self, Motion::MoveHead { .. } | Motion::YawPitchHead { .. })
    }
}

/// A command to a body.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Command {
    /// Changes the stiffness of a joint.
    SetStiffness {
        /// The joint that moves.
        joint: Joint,
        /// The stiffness, 0 to 1.
        value: f32,
        /// The time of the change, s.
        time_sec: f32,
    },
    /// Moves a joint to an angle in a time.
    GotoAngle {
        /// The joint that moves.
        joint: Joint,
        /// The angle, rad (hands: 0 to 1).
        angle_rad: f32,
        /// The time, s; 0: as fast as the joint can.
        time_sec: f32,
    },
    /// Moves a joint to an angle at a speed.
    MoveWithSpeed {
        /// The joint whose stiffness changes.
        joint: Joint,
        /// The angle, rad (hands: 0 to 1).
        angle_rad: f32,
        /// The speed as a fraction of the joint's highest, 0 to 1.
        speed: f32,
    },
    /// Starts a motion, or ends the one that runs.
    StartMotion {
        /// The motion; `None` ends the one that runs.
        motion: Option<Motion>,
        /// The id of the message that requested it.
        id: MessageId,
    },
}
