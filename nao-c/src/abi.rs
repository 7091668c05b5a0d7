//! The structs and codes of the C interface: fixed width, without padding.

use skill_runtime::{Cause, Instant, SkillKey, TraceEntry, TraceKind};
use skills_nao::hardware::SensorFrame;
use skills_nao::hardware::Sensors;
use skills_nao::interfaces::NaoSensor;
use skills_nao::joint::Joint;

/// The version of this interface and of the shared memory.
pub const NAO_VERSION: u32 = 2;
/// The number of joints, in this order: HeadYaw, HeadPitch, LShoulderPitch, LShoulderRoll,
/// LElbowYaw, LElbowRoll, LWristYaw, LHand, LHipYawPitch, LHipRoll, LHipPitch, LKneePitch,
/// LAnklePitch, LAnkleRoll, RShoulderPitch, RShoulderRoll, RElbowYaw, RElbowRoll, RWristYaw,
/// RHand, RHipYawPitch, RHipRoll, RHipPitch, RKneePitch, RAnklePitch, RAnkleRoll.
pub const NAO_JOINTS: usize = 26;
/// The largest number of motions in one cycle.
pub const NAO_MOTIONS: usize = 16;
/// The size of the text of an error or a skill's name, in bytes, including its final 0.
pub const NAO_TEXT: usize = 128;

/// The result of a function: `NAO_OK`, or an error. A function that returns an error has
/// changed nothing.
pub type NaoResult = u32;
/// Success.
pub const NAO_OK: u32 = 0;
/// A pointer is null.
pub const NAO_NULL: u32 = 1;
/// A pointer is not aligned correctly.
pub const NAO_MISALIGNED: u32 = 2;
/// The memory is smaller than required.
pub const NAO_TOO_SMALL: u32 = 3;
/// The header does not belong to this library: `NAO_ABI` differs.
pub const NAO_OTHER_HEADER: u32 = 4;
/// The shared memory has another version or layout, or other contents.
pub const NAO_OTHER_LAYOUT: u32 = 5;
/// The shared memory has no host yet.
pub const NAO_NO_HOST: u32 = 6;
/// Another process writes this already, and seems to be alive.
pub const NAO_WRITER_TAKEN: u32 = 7;
/// The pointer is not that of a living host, behaviour or engine.
pub const NAO_BAD_HANDLE: u32 = 8;
/// The text is too long for a call, or not UTF-8.
pub const NAO_BAD_TEXT: u32 = 9;
/// The call cannot be run; the status has the reason.
pub const NAO_BAD_CALL: u32 = 10;
/// The host has not begun a new cycle since the last tick.
pub const NAO_NO_CYCLE: u32 = 11;
/// The host has taken control away or given it again: call `nao_behaviour_serve`, which stops
/// the skill that runs and takes control again.
pub const NAO_CONTROL_CHANGED: u32 = 12;
/// Another behaviour has replaced this one, or another host this one. What it still does has no
/// effect on the robot; it is to be detached.
pub const NAO_REPLACED: u32 = 13;
/// The other side was in the middle of writing for too long; try again.
pub const NAO_BUSY: u32 = 14;
/// The tick was handled, but the host has not given control yet, so no skill ran.
pub const NAO_NO_CONTROL: u32 = 15;
/// The call was refused, because another process has exclusive control of the skiller.
pub const NAO_REFUSED: u32 = 16;
/// Another thread is in a function with the same object: nothing was done. See "Threads" in the
/// README.
pub const NAO_IN_USE: u32 = 17;

/// The time is before that of the last cycle. A host whose clock was set back begins a new one by
/// `nao_host_begin_clock`.
pub const NAO_TIME_WENT_BACK: u32 = 18;

/// Nothing was called, or it was stopped.
pub const NAO_INACTIVE: u32 = 0;
/// The skill has reached its purpose.
pub const NAO_FINAL: u32 = 1;
/// The skill runs.
pub const NAO_RUNNING: u32 = 2;
/// The skill has failed, or could not be called.
pub const NAO_FAILED: u32 = 3;

/// A NAO's sensors in one cycle.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
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

/// A requested motion.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct NaoMotion {
    /// Which: `NAO_MOTION_STOP`, ..
    pub kind: u32,
    /// Its id, which is in `NaoSensors::motion_id` while it runs.
    pub id: u32,
    /// Its arguments.
    pub argument: [f32; 4],
}

/// The commands to the robot in this cycle.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
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

/// The status of a behaviour's last call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct NaoStatus {
    /// `NAO_INACTIVE`, `NAO_FINAL`, `NAO_RUNNING` or `NAO_FAILED`.
    pub status: u32,
    /// The cycle of the last tick.
    pub cycle: u32,
    /// The number of times that control was given or taken away.
    pub control: u32,
    /// The number of trace entries that were lost because nobody drained them.
    pub lost: u32,
    /// The call, truncated, with a final 0.
    pub call: [u8; NAO_TEXT],
    /// Why it failed, or the result of a skill that is FINAL and has one, truncated, with a final
    /// 0; the reason is empty until `nao_behaviour_serve` has put it in words.
    pub error: [u8; NAO_TEXT],
}

/// A transition was taken.
pub const NAO_TRACE_TRANSITION: u32 = 0;
/// A skill has failed.
pub const NAO_TRACE_FAILED: u32 = 1;
/// Too many transitions in one tick; the transition waits.
pub const NAO_TRACE_LIMIT: u32 = 2;
/// A skill was reset.
pub const NAO_TRACE_RESET: u32 = 3;
/// A skill was called; the arguments of the outermost call are in the status.
pub const NAO_TRACE_CALLED: u32 = 4;
/// The run of a skill has begun: `from` is its start state.
pub const NAO_TRACE_ENTERED: u32 = 5;
/// A message of a skill was refused: `transition` is the index of the interface in the skill.
pub const NAO_TRACE_REFUSED: u32 = 6;
/// A tick was refused because its time was before that of the last one.
pub const NAO_TRACE_TIME_WENT_BACK: u32 = 7;
/// A skill is FINAL with a result; that of the outermost call is in the status.
pub const NAO_TRACE_RESULT: u32 = 8;
/// A skill has failed because an interface that it requires has no writer: `transition` is the
/// index of the interface in the skill.
pub const NAO_TRACE_NO_WRITER: u32 = 9;
/// A skill has failed because the value of an interface that it requires is too old: `transition`
/// is the index of the interface in the skill.
pub const NAO_TRACE_STALE: u32 = 10;

/// One thing that happened in a skill.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct NaoTraceEntry {
    /// When, microseconds, low half.
    pub time_us_low: u32,
    /// The high half.
    pub time_us_high: u32,
    /// The machine: 0 is the skill that was called, then its sub-skills in preorder.
    pub instance: u32,
    /// The skill, by its index in the space.
    pub skill: u32,
    /// `NAO_TRACE_TRANSITION`, ..
    pub kind: u32,
    /// The state that was left; `0xffffffff` if none.
    pub from: u32,
    /// The transition in the skill's graph, or the interface in the skill; `0xffffffff` if none.
    pub transition: u32,
}

/// Returns the library's `NAO_ABI`: a header of another version, or with structs of other
/// sizes, has another one.
#[must_use]
pub const fn abi() -> u32 {
    let sizes = [
        size_of::<NaoSensors>(),
        size_of::<NaoActuators>(),
        size_of::<NaoStatus>(),
        size_of::<NaoTraceEntry>(),
    ];
    let mut hash = NAO_VERSION;
    let mut i = 0;
    while i < sizes.len() {
        #[allow(clippy::cast_possible_truncation)] // all are below 64 KiB
        {
            hash = hash.wrapping_mul(65_599) ^ sizes[i] as u32;
        }
        i += 1;
    }
    hash
}

// The structs have no padding: what C and Rust see is the sum of the fields.
const _: () = assert!(size_of::<NaoSensors>() == 4 * (2 * NAO_JOINTS + 31) + 8 + 4);
const _: () =
    assert!(size_of::<NaoActuators>() == 4 * (2 + 5 * NAO_JOINTS + 1 + 6 * NAO_MOTIONS + 6));
const _: () = assert!(size_of::<NaoStatus>() == 16 + 2 * NAO_TEXT);
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

impl NaoTraceEntry {
    /// Nothing.
    pub const NONE: u32 = u32::MAX;

    /// Returns the entry, with the skill's place in the space.
    #[must_use]
    pub fn new(entry: &TraceEntry<SkillKey>, skill: u32) -> Self {
        let micros = entry.event.time.as_micros();
        #[allow(clippy::cast_possible_truncation)] // the two halves
        let (low, high) = (micros as u32, (micros >> 32) as u32);
        let (kind, from, transition) = match entry.event.kind {
            TraceKind::Transition { from, transition } => {
                (NAO_TRACE_TRANSITION, u32::from(from), u32::from(transition))
            }
            TraceKind::Failed(failure) => {
                let (kind, index) = match failure.cause {
                    Cause::Transition(transition) => (NAO_TRACE_FAILED, u32::from(transition)),
                    Cause::NoWriter(interface) => (NAO_TRACE_NO_WRITER, u32::from(interface)),
                    Cause::Stale(interface) => (NAO_TRACE_STALE, u32::from(interface)),
                    _ => (NAO_TRACE_FAILED, Self::NONE),
                };
                (kind, Self::NONE, index)
            }
            TraceKind::Limit { transition } => (NAO_TRACE_LIMIT, Self::NONE, u32::from(transition)),
            TraceKind::Result(_) => (NAO_TRACE_RESULT, Self::NONE, Self::NONE),
            TraceKind::Called(_) => (NAO_TRACE_CALLED, Self::NONE, Self::NONE),
            TraceKind::Entered { state } => (NAO_TRACE_ENTERED, u32::from(state), Self::NONE),
            TraceKind::Refused { interface, .. } => {
                (NAO_TRACE_REFUSED, Self::NONE, u32::from(interface))
            }
            TraceKind::TimeWentBack { .. } => (NAO_TRACE_TIME_WENT_BACK, Self::NONE, Self::NONE),
            // Kinds that are newer than this library have no number.
            TraceKind::Reset => (NAO_TRACE_RESET, Self::NONE, Self::NONE),
            _ => (Self::NONE, Self::NONE, Self::NONE),
        };
        let instance = entry.instance;
        Self { time_us_low: low, time_us_high: high, instance, skill, kind, from, transition }
    }

    /// When.
    #[must_use]
    pub fn time(&self) -> Instant {
        Instant::from_micros(u64::from(self.time_us_low) | u64::from(self.time_us_high) << 32)
    }
}
