//! The body behind the blackboard: the writer of the NAO's interfaces.

use crate::body::{Body, Leg, Motion, Sensors, StandupFrom};
use crate::interfaces::{
    HumanoidMotion, NaoHardware, NaoJointPosition, NaoJointStiffness, NaoSensor, hardware, joints,
    motion, sensors, stiffness,
};
use crate::joint::Joint;
use skill_runtime::blackboard::Received;
use skill_runtime::dependency::interface_id;
use skill_runtime::{Interface, MessageId, Provides, Tick, Writer, WriterTaken};

/// The accelerometer's raw value of 1 g on the V3.
const RAW_PER_G: f32 = 56.0;

/// The 26 fields of a message in the order of [`Joint`].
macro_rules! all_joints {
    ($m:ident) => {
        [
            $m.head_yaw,
            $m.head_pitch,
            $m.l_shoulder_pitch,
            $m.l_shoulder_roll,
            $m.l_elbow_yaw,
            $m.l_elbow_roll,
            $m.l_wrist_yaw,
            $m.l_hand,
            $m.l_hip_yaw_pitch,
            $m.l_hip_roll,
            $m.l_hip_pitch,
            $m.l_knee_pitch,
            $m.l_ankle_pitch,
            $m.l_ankle_roll,
            $m.r_shoulder_pitch,
            $m.r_shoulder_roll,
            $m.r_elbow_yaw,
            $m.r_elbow_roll,
            $m.r_wrist_yaw,
            $m.r_hand,
            $m.r_hip_yaw_pitch,
            $m.r_hip_roll,
            $m.r_hip_pitch,
            $m.r_knee_pitch,
            $m.r_ankle_pitch,
            $m.r_ankle_roll,
        ]
    };
}
/// An interface's 26 fields from a function of the joint.
macro_rules! of_joints {
    ($type:ident, $of:expr, $($rest:tt)*) => {{
        let of = $of;
        $type {
            head_yaw: of(Joint::HeadYaw), head_pitch: of(Joint::HeadPitch),
            l_shoulder_pitch: of(Joint::LShoulderPitch),
            l_shoulder_roll: of(Joint::LShoulderRoll), l_elbow_yaw: of(Joint::LElbowYaw),
            l_elbow_roll: of(Joint::LElbowRoll), l_wrist_yaw: of(Joint::LWristYaw),
            l_hand: of(Joint::LHand), l_hip_yaw_pitch: of(Joint::LHipYawPitch),
            l_hip_roll: of(Joint::LHipRoll), l_hip_pitch: of(Joint::LHipPitch),
            l_knee_pitch: of(Joint::LKneePitch), l_ankle_pitch: of(Joint::LAnklePitch),
            l_ankle_roll: of(Joint::LAnkleRoll), r_shoulder_pitch: of(Joint::RShoulderPitch),
            r_shoulder_roll: of(Joint::RShoulderRoll), r_elbow_yaw: of(Joint::RElbowYaw),
            r_elbow_roll: of(Joint::RElbowRoll), r_wrist_yaw: of(Joint::RWristYaw),
            r_hand: of(Joint::RHand), r_hip_yaw_pitch: of(Joint::RHipYawPitch),
            r_hip_roll: of(Joint::RHipRoll), r_hip_pitch: of(Joint::RHipPitch),
            r_knee_pitch: of(Joint::RKneePitch), r_ankle_pitch: of(Joint::RAnklePitch),
            r_ankle_roll: of(Joint::RAnkleRoll),
            $($rest)*
        }
    }};
}

/// The fields that are the same in `NaoSensor` and [`Sensors`].
macro_rules! of_sensors {
    ($type:ident, $felt:ident, $($rest:tt)*) => {
        $type {
            gyro_x: $felt.gyro_x, gyro_y: $felt.gyro_y, gyro_ref: $felt.gyro_ref,
            angle_x: $felt.angle_x, angle_y: $felt.angle_y, l_fsr_fl: $felt.l_fsr_fl,
            l_fsr_fr: $felt.l_fsr_fr, l_fsr_rl: $felt.l_fsr_rl, l_fsr_rr: $felt.l_fsr_rr,
            r_fsr_fl: $felt.r_fsr_fl, r_fsr_fr: $felt.r_fsr_fr, r_fsr_rl: $felt.r_fsr_rl,
            r_fsr_rr: $felt.r_fsr_rr, l_total_weight: $felt.l_total_weight,
            r_total_weight: $felt.r_total_weight, l_cop_x: $felt.l_cop_x,
            l_cop_y: $felt.l_cop_y, r_cop_x: $felt.r_cop_x, r_cop_y: $felt.r_cop_y,
            l_foot_bumper_l: $felt.l_foot_bumper_l, l_foot_bumper_r: $felt.l_foot_bumper_r,
            r_foot_bumper_l: $felt.r_foot_bumper_l, r_foot_bumper_r: $felt.r_foot_bumper_r,
            head_touch_front: $felt.head_touch_front,
            head_touch_middle: $felt.head_touch_middle, head_touch_rear: $felt.head_touch_rear,
            chest_button: $felt.chest_button, battery_charge: $felt.battery_charge,
            $($rest)*
        }
    };
}

/// What a body says of itself in one pass.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Felt {
    /// What its sensors tell.
    pub sensors: Sensors,
    /// The stiffness of each joint, 0 to 1.
    pub stiffness: [f32; Joint::COUNT],
    /// The motion that runs: the id of the message that asked for it.
    pub moving: Option<MessageId>,
}

impl Felt {
    fn stiffness(&self, joint: Joint) -> f32 {
        self.stiffness.get(joint.index()).copied().unwrap_or_default()
    }
}

/// The NAO's hardware on a blackboard: the writer of its interfaces.
///
/// In the sensor stage it publishes what the body feels, in the act stage it takes
/// the messages to the body. Each of its writers can vanish.
pub struct Bridge<'a> {
    motion: Option<Writer<'a, HumanoidMotion>>,
    hardware: Option<Writer<'a, NaoHardware>>,
    sensors: Option<Writer<'a, NaoSensor>>,
    positions: Option<Writer<'a, NaoJointPosition>>,
    stiffness: Option<Writer<'a, NaoJointStiffness>>,
}

/// The ids of the interfaces that the hardware writes.
pub const WRITTEN: [&str; 5] =
    ["NaoQi Motion", "naohw", "Nao Sensors", "Nao Joint Positions", "Nao Joint Stiffness"];

const MOTION: u64 = interface_id(WRITTEN[0]);
const HARDWARE: u64 = interface_id(WRITTEN[1]);
const SENSORS: u64 = interface_id(WRITTEN[2]);
const POSITIONS: u64 = interface_id(WRITTEN[3]);
const STIFFNESS: u64 = interface_id(WRITTEN[4]);

/// A blackboard that has the interfaces of a NAO's body.
pub trait BodyInterfaces:
    Provides<HumanoidMotion, MOTION>
    + Provides<NaoHardware, HARDWARE>
    + Provides<NaoSensor, SENSORS>
    + Provides<NaoJointPosition, POSITIONS>
    + Provides<NaoJointStiffness, STIFFNESS>
{
}

impl<B> BodyInterfaces for B where
    B: Provides<HumanoidMotion, MOTION>
        + Provides<NaoHardware, HARDWARE>
        + Provides<NaoSensor, SENSORS>
        + Provides<NaoJointPosition, POSITIONS>
        + Provides<NaoJointStiffness, STIFFNESS>
{
}

impl<'a> Bridge<'a> {
    /// The hardware of `board`.
    ///
    /// # Errors
    /// [`WriterTaken`] if one of the interfaces has another writer.
    pub fn new<B: BodyInterfaces>(board: &'a B) -> Result<Self, WriterTaken> {
        Ok(Self {
            motion: Some(Provides::<HumanoidMotion, MOTION>::cell(board).writer()?),
            hardware: Some(Provides::<NaoHardware, HARDWARE>::cell(board).writer()?),
            sensors: Some(Provides::<NaoSensor, SENSORS>::cell(board).writer()?),
            positions: Some(Provides::<NaoJointPosition, POSITIONS>::cell(board).writer()?),
            stiffness: Some(Provides::<NaoJointStiffness, STIFFNESS>::cell(board).writer()?),
        })
    }

    /// The writer of the interface `id` vanishes. Answers whether there was one.
    pub fn vanish(&mut self, id: &str) -> bool {
        match id {
            "NaoQi Motion" => self.motion.take().is_some(),
            "naohw" => self.hardware.take().is_some(),
            "Nao Sensors" => self.sensors.take().is_some(),
            "Nao Joint Positions" => self.positions.take().is_some(),
            "Nao Joint Stiffness" => self.stiffness.take().is_some(),
            _ => false,
        }
    }

    /// The sensor stage: publishes what the body feels.
    pub fn sense(&mut self, felt: &Felt, now: Tick) {
        self.sense_unless(felt, now, |_| false);
    }

    /// As [`sense`](Self::sense), but those writers are silent that stall.
    pub fn sense_unless(&mut self, felt: &Felt, now: Tick, stalls: impl Fn(&str) -> bool) {
        if let Some(writer) = &mut self.motion
            && !stalls("NaoQi Motion")
        {
            let msgid = felt.moving.map_or(0, |id| id.0);
            let moving = felt.moving.is_some();
            writer.write(&HumanoidMotion { moving, arms_enabled: true, msgid }, now.time);
        }
        if let Some(writer) = &mut self.sensors
            && !stalls("Nao Sensors")
        {
            writer.write(&nao_sensor(&felt.sensors), now.time);
        }
        if let Some(writer) = &mut self.positions
            && !stalls("Nao Joint Positions")
        {
            writer.write(&joint_position(&felt.sensors, now), now.time);
        }
        if let Some(writer) = &mut self.stiffness
            && !stalls("Nao Joint Stiffness")
        {
            writer.write(&joint_stiffness(felt), now.time);
        }
        if let Some(writer) = &mut self.hardware
            && !stalls("naohw")
        {
            writer.write(&nao_hardware(felt, now), now.time);
        }
    }

    /// Throws away the messages that wait, also one whose sender has died half-way.
    pub fn unblock(&mut self) {
        self.motion.as_mut().into_iter().for_each(Writer::unblock);
        self.hardware.as_mut().into_iter().for_each(Writer::unblock);
        self.sensors.as_mut().into_iter().for_each(Writer::unblock);
        self.positions.as_mut().into_iter().for_each(Writer::unblock);
        self.stiffness.as_mut().into_iter().for_each(Writer::unblock);
    }

    /// The act stage: `body` is told what the messages of those senders ask whom `heeds`
    /// names; the others' are thrown away, and counted in the answer.
    pub fn act(&mut self, body: &mut impl Body, heeds: impl Fn(u32) -> bool) -> u32 {
        self.act_unless(body, heeds, |_| false)
    }

    /// As [`act`](Self::act), but those writers take nothing that stall.
    pub fn act_unless(
        &mut self,
        body: &mut impl Body,
        heeds: impl Fn(u32) -> bool,
        stalls: impl Fn(&str) -> bool,
    ) -> u32 {
        let mut refused = 0;
        let mut heed = |sender| {
            let heard = heeds(sender);
            refused += u32::from(!heard);
            heard
        };
        while let Some(message) = next(&mut self.motion, stalls("NaoQi Motion")) {
            if heed(message.sender) {
                body.start_motion(motion_of(&message.message), message.id);
            }
        }
        while let Some(message) = next(&mut self.positions, stalls("Nao Joint Positions")) {
            if heed(message.sender) {
                move_joints(body, &message.message);
            }
        }
        while let Some(message) = next(&mut self.stiffness, stalls("Nao Joint Stiffness")) {
            if heed(message.sender) {
                set_stiffness(body, &message.message);
            }
        }
        while let Some(message) = next(&mut self.hardware, stalls("naohw")) {
            if heed(message.sender) {
                command_hardware(body, &message.message);
            }
        }
        // The ultrasound always measures; there is nothing to start.
        while next(&mut self.sensors, stalls("Nao Sensors")).is_some() {}
        refused
    }
}

/// The next message to a writer, unless it stalls.
fn next<I: Interface>(
    writer: &mut Option<Writer<'_, I>>,
    stalls: bool,
) -> Option<Received<I::Message>> {
    if stalls { None } else { writer.as_mut()?.next_message() }
}

/// The motion a message asks for; `None` is to stop.
fn motion_of(message: &motion::Message) -> Option<Motion> {
    use motion::Message as M;
    Some(match message {
        M::Stop(_) => return None,
        M::WalkStraight(m) => Motion::WalkStraight { distance_m: m.distance },
        M::WalkSideways(m) => Motion::WalkSideways { distance_m: m.distance },
        M::WalkArc(m) => Motion::WalkArc { angle_rad: m.angle, radius_m: m.radius },
        M::WalkVelocity(m) => {
            Motion::WalkVelocity { x: m.x, y: m.y, theta: m.theta, speed: m.speed }
        }
        M::Turn(m) => Motion::Turn { angle_rad: m.angle },
        M::Kick(m) => Motion::Kick {
            leg: match m.leg {
                motion::Leg::Left => Leg::Left,
                motion::Leg::Right => Leg::Right,
            },
            strength: m.strength,
        },
        M::Park(_) => Motion::Park,
        M::GetUp(_) => Motion::GetUp,
        M::Standup(m) => Motion::Standup(match m.from {
            motion::StandupFrom::Detect => StandupFrom::Detect,
            motion::StandupFrom::Back => StandupFrom::Back,
            motion::StandupFrom::Front => StandupFrom::Front,
        }),
        M::MoveHead(m) => Motion::MoveHead { yaw: m.yaw, pitch: m.pitch, speed: m.speed },
        M::YawPitchHead(m) => {
            Motion::YawPitchHead { yaw_rad: m.yaw, pitch_rad: m.pitch, time_sec: m.time_sec }
        }
    })
}

fn move_joints(body: &mut impl Body, message: &joints::Message) {
    use joints::Message as M;
    match message {
        M::SetServo(m) => goto_mask(body, m.servo, m.value, 0.0),
        M::GotoAngle(m) => goto_mask(body, m.servo, m.value, m.time_sec),
        M::MoveServo(m) => move_mask(body, m.servo, m.value, m.speed),
        M::GotoAngleWithSpeed(m) => {
            move_mask(body, m.servo, m.value, f32::from(m.speed) / 100.0);
        }
        M::SetServos(m) => goto_all(body, &all_joints!(m), 0.0),
        M::GotoAngles(m) => goto_all(body, &all_joints!(m), m.time_sec),
        M::MoveServos(m) => {
            for (joint, angle) in Joint::ALL.into_iter().zip(all_joints!(m)) {
                body.move_with_speed(joint, angle, m.speed);
            }
        }
    }
}

fn set_stiffness(body: &mut impl Body, message: &stiffness::Message) {
    use stiffness::Message as M;
    match message {
        M::SetStiffness(m) => {
            for joint in Joint::joints_in(m.servo) {
                body.set_stiffness(joint, m.value, m.time_sec);
            }
        }
        M::SetBodyStiffness(m) => set_all(body, m.value, m.time_sec),
        M::SetStiffnesses(m) => {
            for (joint, value) in Joint::ALL.into_iter().zip(all_joints!(m)) {
                body.set_stiffness(joint, value, m.time_sec);
            }
        }
    }
}

fn command_hardware(body: &mut impl Body, message: &hardware::Message) {
    use hardware::Message as M;
    match message {
        M::SetServos(m) => goto_all(body, &all_joints!(m), 0.0),
        M::GotoAngles(m) => goto_all(body, &all_joints!(m), m.time_sec),
        M::GotoAngle(m) => goto_mask(body, m.servos, m.value, m.time_sec),
        M::GotoAngleWithSpeed(m) => {
            move_mask(body, m.servos, m.value, f32::from(m.speed) / 100.0);
        }
        M::SetServo(m) => goto_mask(body, m.servos, m.value, 0.0),
        M::EnableServos(_) => set_all(body, 1.0, 0.0),
        M::DisableServos(_) => set_all(body, 0.0, 0.0),
        M::SetGlobalStiffness(m) => set_all(body, m.value, 0.0),
        M::EmitUltrasonicWave(_) => {}
    }
}

fn set_all(body: &mut impl Body, value: f32, time_sec: f32) {
    for joint in Joint::ALL {
        body.set_stiffness(joint, value, time_sec);
    }
}

fn goto_mask(body: &mut impl Body, mask: u32, angle_rad: f32, time_sec: f32) {
    for joint in Joint::joints_in(mask) {
        body.goto_angle(joint, angle_rad, time_sec);
    }
}

fn move_mask(body: &mut impl Body, mask: u32, angle_rad: f32, speed: f32) {
    for joint in Joint::joints_in(mask) {
        body.move_with_speed(joint, angle_rad, speed);
    }
}

fn goto_all(body: &mut impl Body, angles_rad: &[f32; Joint::COUNT], time_sec: f32) {
    for (joint, angle_rad) in Joint::ALL.into_iter().zip(angles_rad) {
        body.goto_angle(joint, *angle_rad, time_sec);
    }
}

/// The hardware's own clock, ms, which wraps.
#[allow(clippy::cast_possible_truncation)] // it wraps
fn hardware_time(now: Tick) -> i32 {
    (now.time.as_micros() / 1000) as i32
}

fn nao_sensor(felt: &Sensors) -> NaoSensor {
    of_sensors! { NaoSensor, felt,
        accel_x: felt.accel_x,
        accel_y: felt.accel_y,
        accel_z: felt.accel_z,
        ultrasonic_distance_left: felt.ultrasonic_distance_left,
        ultrasonic_distance_right: felt.ultrasonic_distance_right,
        ultrasonic_direction: sensors::UltrasonicDirection::BothBoth,
    }
}

fn joint_position(felt: &Sensors, now: Tick) -> NaoJointPosition {
    of_joints! { NaoJointPosition, |joint| felt.joint(joint),
        robot_type: joints::RobotType::Academic,
        robot_version: [3, 0, 0, 0],
        time: hardware_time(now),
    }
}

fn joint_stiffness(felt: &Felt) -> NaoJointStiffness {
    let lowest = felt.stiffness.into_iter().fold(1.0, f32::min);
    of_joints! { NaoJointStiffness, |joint: Joint| felt.stiffness(joint), minimum: lowest, }
}

fn nao_hardware(body: &Felt, now: Tick) -> NaoHardware {
    let felt = &body.sensors;
    let nearest = felt.ultrasonic_distance_left.iter().chain(&felt.ultrasonic_distance_right);
    let joints = of_joints! { NaoHardware, |joint| felt.joint(joint), ..NaoHardware::default() };
    of_sensors! { NaoHardware, felt,
        servo_enabled: body.stiffness.into_iter().all(|value| value > 0.0),
        accel_x: felt.accel_x * RAW_PER_G,
        accel_y: felt.accel_y * RAW_PER_G,
        accel_z: felt.accel_z * RAW_PER_G,
        ultrasonic_distance: nearest.copied().fold(f32::INFINITY, f32::min),
        time: hardware_time(now),
        ..joints
    }
}
