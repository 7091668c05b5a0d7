//! The structs and codes of the NAO; those of every robot have their names here, too.

pub use skill_c::abi::{
    BAD_CALL as NAO_BAD_CALL, BAD_HANDLE as NAO_BAD_HANDLE, BAD_SENSORS as NAO_BAD_SENSORS,
    BAD_TEXT as NAO_BAD_TEXT, BUSY as NAO_BUSY, CONTROL_CHANGED as NAO_CONTROL_CHANGED,
    FAILED as NAO_FAILED, FINAL as NAO_FINAL, HOST_DEAD_US as NAO_HOST_DEAD_US,
    IN_USE as NAO_IN_USE, INACTIVE as NAO_INACTIVE, MISALIGNED as NAO_MISALIGNED,
    NO_AGENT as NAO_NO_AGENT, NO_CONTROL as NAO_NO_CONTROL, NO_CYCLE as NAO_NO_CYCLE,
    NO_HOST as NAO_NO_HOST, NULL as NAO_NULL, OK as NAO_OK, OTHER_HEADER as NAO_OTHER_HEADER,
    OTHER_LAYOUT as NAO_OTHER_LAYOUT, REFUSED as NAO_REFUSED, REPLACED as NAO_REPLACED,
    RUNNING as NAO_RUNNING, TEXT as NAO_TEXT, TIME_WENT_BACK as NAO_TIME_WENT_BACK,
    TOO_SMALL as NAO_TOO_SMALL, TRACE_CALLED as NAO_TRACE_CALLED,
    TRACE_ENTERED as NAO_TRACE_ENTERED, TRACE_FAILED as NAO_TRACE_FAILED,
    TRACE_LIMIT as NAO_TRACE_LIMIT, TRACE_NO_WRITER as NAO_TRACE_NO_WRITER,
    TRACE_PARAMETER as NAO_TRACE_PARAMETER, TRACE_REFUSED as NAO_TRACE_REFUSED,
    TRACE_RESET as NAO_TRACE_RESET, TRACE_RESULT as NAO_TRACE_RESULT,
    TRACE_STALE as NAO_TRACE_STALE, TRACE_STOPPED as NAO_TRACE_STOPPED,
    TRACE_TIME_WENT_BACK as NAO_TRACE_TIME_WENT_BACK, TRACE_TRANSITION as NAO_TRACE_TRANSITION,
    WRITER_TAKEN as NAO_WRITER_TAKEN,
};
pub use skill_c::{Code as NaoResult, Status as NaoStatus, TraceEntry as NaoTraceEntry};
use skills_nao::hardware::SensorFrame;
use skills_nao::hardware::Sensors;
use skills_nao::interfaces::NaoSensor;
use skills_nao::joint::Joint;

skill_c::constants! { CONSTANTS:
    /// The number of joints, in this order: HeadYaw, HeadPitch, LShoulderPitch, LShoulderRoll,
    /// LElbowYaw, LElbowRoll, LWristYaw, LHand, LHipYawPitch, LHipRoll, LHipPitch, LKneePitch,
    /// LAnklePitch, LAnkleRoll, RShoulderPitch, RShoulderRoll, RElbowYaw, RElbowRoll, RWristYaw,
    /// RHand, RHipYawPitch, RHipRoll, RHipPitch, RKneePitch, RAnklePitch, RAnkleRoll.
    pub const NAO_JOINTS: usize = 26;
    /// The largest number of motions in one cycle.
    pub const NAO_MOTIONS: usize = 16;
    /// No motion.
    pub const NAO_MOTION_STOP: u32 = 0;
    /// Stand up; `argument[0]`: 0 as detected by the accelerometer, 1 from the back, 2 from the
    /// front.
    pub const NAO_MOTION_STANDUP: u32 = 1;
    /// Rise from sitting.
    pub const NAO_MOTION_GET_UP: u32 = 2;
    /// Sit down.
    pub const NAO_MOTION_PARK: u32 = 3;
    /// Kick; `argument`: leg (0 left, 1 right), strength 0 to 1.
    pub const NAO_MOTION_KICK: u32 = 4;
    /// Walk; `argument`: distance, m.
    pub const NAO_MOTION_WALK_STRAIGHT: u32 = 5;
    /// Walk sideways; `argument`: distance to the left, m.
    pub const NAO_MOTION_WALK_SIDEWAYS: u32 = 6;
    /// Walk along a circle; `argument`: angle, rad; radius, m.
    pub const NAO_MOTION_WALK_ARC: u32 = 7;
    /// Walk on; `argument`: forward, left, turning left, each -1 to 1; speed 0 to 1.
    pub const NAO_MOTION_WALK_VELOCITY: u32 = 8;
    /// Turn on the spot; `argument`: angle to the left, rad.
    pub const NAO_MOTION_TURN: u32 = 9;
    /// Turn the head; `argument`: HeadYaw, HeadPitch, rad; speed, 0 to 1.
    pub const NAO_MOTION_MOVE_HEAD: u32 = 10;
    /// Turn the head; `argument`: HeadYaw, HeadPitch, rad; time, s.
    pub const NAO_MOTION_YAW_PITCH_HEAD: u32 = 11;
}

skill_c::structs! {
    /// A NAO's sensors in one cycle.
    pub struct NaoSensors {
        /// Angle of each joint, rad; hands: 0 to 1.
        pub joint_rad: [f32; NAO_JOINTS],
        /// Stiffness of each joint, 0 to 1.
        pub stiffness: [f32; NAO_JOINTS],
        /// Accelerometer, forward, g. Lying on the back: negative.
        pub accel_x: f32,
        /// Accelerometer, to the left, g.
        pub accel_y: f32,
        /// Accelerometer, upward, g.
        pub accel_z: f32,
        /// Turn rate about the forward axis, rad/s.
        pub gyro_x: f32,
        /// Turn rate about the axis to the left, rad/s.
        pub gyro_y: f32,
        /// The gyroscope's reference, rad/s.
        pub gyro_ref: f32,
        /// Tilt to the right, rad.
        pub angle_x: f32,
        /// Tilt forward, rad.
        pub angle_y: f32,
        /// Forces under the left foot, kg: front left, front right, rear left, rear right.
        pub l_fsr: [f32; 4],
        /// Forces under the right foot, kg, in the same order.
        pub r_fsr: [f32; 4],
        /// Weight on the left foot, kg.
        pub l_total_weight: f32,
        /// Weight on the right foot, kg.
        pub r_total_weight: f32,
        /// Centre of pressure of the left foot, m: forward, to the left.
        pub l_cop: [f32; 2],
        /// Centre of pressure of the right foot, m.
        pub r_cop: [f32; 2],
        /// Echoes of the left ultrasound receiver, m, nearest first.
        pub ultrasonic_left: [f32; 4],
        /// Echoes of the right ultrasound receiver, m.
        pub ultrasonic_right: [f32; 4],
        /// Charge of the battery, 0 to 1.
        pub battery_charge: f32,
        /// Bumpers, 0 or 1: left foot left, left foot right, right foot left, right foot right.
        pub bumper: [u8; 4],
        /// Head touch sensors, front, middle, rear, and the chest button: 0 or 1.
        pub touch: [u8; 4],
        /// The id of the motion that runs, as it stood in the command; 0 if none does.
        pub motion_id: u32,
    }

    /// A requested motion.
    #[derive(Default)]
    pub struct NaoMotion {
        /// Which: `NAO_MOTION_STOP`, ..
        pub kind: u32,
        /// Its id, which is in `NaoSensors::motion_id` while it runs.
        pub id: u32,
        /// Its arguments.
        pub argument: [f32; 4],
    }

    /// The commands to the robot in this cycle.
    pub struct NaoActuators {
        /// The bit of each joint to move, in the order of the joints.
        pub moves: u32,
        /// The bit of each joint whose stiffness to change.
        pub stiffens: u32,
        /// The target, rad; hands: 0 to 1.
        pub target_rad: [f32; NAO_JOINTS],
        /// The time, s; 0 for the speed in `speed`.
        pub time_sec: [f32; NAO_JOINTS],
        /// At which fraction of the highest speed, 0 to 1, if the time is 0.
        pub speed: [f32; NAO_JOINTS],
        /// Stiffness, 0 to 1.
        pub stiffness: [f32; NAO_JOINTS],
        /// In which time, s.
        pub stiffness_time_sec: [f32; NAO_JOINTS],
        /// The number of commands in `motion`, in order.
        pub motions: u32,
        /// The motions.
        pub motion: [NaoMotion; NAO_MOTIONS],
        /// 1 while no behaviour is in control, and the host itself keeps the robot safe.
        pub watchdog: u32,
        /// The number of cycles that the behaviour is late.
        pub missed: u32,
        /// The total number of discarded commands of behaviours without control.
        pub refused: u32,
        /// The total number of commands that were beyond the body's limits and are within them here.
        pub clamped: u32,
        /// The total number of commands that were discarded because of a NaN or an infinity.
        pub discarded: u32,
        /// The total number of cycles that were refused because the time went back.
        pub refused_times: u32,
    }
}

const _: () = assert!(NAO_JOINTS == Joint::COUNT);

/// The fields that `NaoSensor` and `Sensors` both have, under the same names.
macro_rules! take_sensors {
    ($out:ident, $of:ident) => {{
        ($out.accel_x, $out.accel_y, $out.accel_z) = ($of.accel_x, $of.accel_y, $of.accel_z);
        ($out.gyro_x, $out.gyro_y, $out.gyro_ref) = ($of.gyro_x, $of.gyro_y, $of.gyro_ref);
        ($out.angle_x, $out.angle_y) = ($of.angle_x, $of.angle_y);
        $out.l_fsr = [$of.l_fsr_fl, $of.l_fsr_fr, $of.l_fsr_rl, $of.l_fsr_rr];
        $out.r_fsr = [$of.r_fsr_fl, $of.r_fsr_fr, $of.r_fsr_rl, $of.r_fsr_rr];
        ($out.l_total_weight, $out.r_total_weight) = ($of.l_total_weight, $of.r_total_weight);
        ($out.l_cop, $out.r_cop) = ([$of.l_cop_x, $of.l_cop_y], [$of.r_cop_x, $of.r_cop_y]);
        $out.ultrasonic_left = $of.ultrasonic_distance_left;
        $out.ultrasonic_right = $of.ultrasonic_distance_right;
        $out.battery_charge = $of.battery_charge;
        let (l, r) = (
            [$of.l_foot_bumper_l, $of.l_foot_bumper_r],
            [$of.r_foot_bumper_l, $of.r_foot_bumper_r],
        );
        $out.bumper = [l[0], l[1], r[0], r[1]];
        $out.touch =
            [$of.head_touch_front, $of.head_touch_middle, $of.head_touch_rear, $of.chest_button];
    }};
}
#[cfg(feature = "robot")]
pub(crate) use take_sensors;

impl NaoSensors {
    /// Returns the frame that the adapter publishes.
    #[must_use]
    pub fn frame(&self) -> SensorFrame {
        let [l_fsr_fl, l_fsr_fr, l_fsr_rl, l_fsr_rr] = self.l_fsr;
        let [r_fsr_fl, r_fsr_fr, r_fsr_rl, r_fsr_rr] = self.r_fsr;
        let [l_foot_bumper_l, l_foot_bumper_r, r_foot_bumper_l, r_foot_bumper_r] = self.bumper;
        let [head_touch_front, head_touch_middle, head_touch_rear, chest_button] = self.touch;
        let sensors = Sensors {
            joints: self.joint_rad,
            accel_x: self.accel_x,
            accel_y: self.accel_y,
            accel_z: self.accel_z,
            gyro_x: self.gyro_x,
            gyro_y: self.gyro_y,
            gyro_ref: self.gyro_ref,
            angle_x: self.angle_x,
            angle_y: self.angle_y,
            l_fsr_fl,
            l_fsr_fr,
            l_fsr_rl,
            l_fsr_rr,
            r_fsr_fl,
            r_fsr_fr,
            r_fsr_rl,
            r_fsr_rr,
            l_total_weight: self.l_total_weight,
            r_total_weight: self.r_total_weight,
            l_cop_x: self.l_cop[0],
            l_cop_y: self.l_cop[1],
            r_cop_x: self.r_cop[0],
            r_cop_y: self.r_cop[1],
            ultrasonic_distance_left: self.ultrasonic_left,
            ultrasonic_distance_right: self.ultrasonic_right,
            l_foot_bumper_l,
            l_foot_bumper_r,
            r_foot_bumper_l,
            r_foot_bumper_r,
            head_touch_front,
            head_touch_middle,
            head_touch_rear,
            chest_button,
            battery_charge: self.battery_charge,
        };
        let moving = (self.motion_id != 0).then_some(skill_runtime::MessageId(self.motion_id));
        SensorFrame { sensors, stiffness: self.stiffness, moving }
    }
}

impl NaoSensors {
    /// Copies the data of the interface "Nao Sensors"; joints, stiffness and motion do not
    /// change.
    pub fn fill(&mut self, of: &NaoSensor) {
        take_sensors!(self, of);
    }
}

impl NaoActuators {
    /// No commands.
    pub const NOTHING: Self = Self {
        moves: 0,
        stiffens: 0,
        target_rad: [0.0; NAO_JOINTS],
        time_sec: [0.0; NAO_JOINTS],
        speed: [0.0; NAO_JOINTS],
        stiffness: [0.0; NAO_JOINTS],
        stiffness_time_sec: [0.0; NAO_JOINTS],
        motions: 0,
        motion: [NaoMotion { kind: 0, id: 0, argument: [0.0; 4] }; NAO_MOTIONS],
        watchdog: 0,
        missed: 0,
        refused: 0,
        clamped: 0,
        discarded: 0,
        refused_times: 0,
    };
}
