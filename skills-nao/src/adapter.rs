//! The body on the blackboard: the writer of the NAO's hardware interfaces.

use crate::body::{Body, LimitCounts, Limited};
use crate::conduct::Guard;
use crate::hardware::{Leg, Motion, SensorFrame, Sensors, StandupFrom};
use crate::interfaces::{
    HumanoidMotion, NaoHardware, NaoJointPosition, NaoJointStiffness, NaoSensor, hardware, joints,
    motion, sensors, stiffness,
};
use crate::joint::Joint;

use skill_runtime::dependency::interface_id;
use skill_runtime::{Interface, MessageId, Provides, Tick, Writer, WriterId, WriterTaken};

/// The accelerometer's raw value of 1 g on the V3.
const RAW_PER_G: f32 = 56.0;

/// The fields that `NaoSensor` and `NaoHardware` share, from [`Sensors`].
macro_rules! of_sensors {
    ($type:ident, $sensors:ident, $($rest:tt)*) => {
        $type {
            gyro_x: $sensors.gyro_x, gyro_y: $sensors.gyro_y, gyro_ref: $sensors.gyro_ref,
            angle_x: $sensors.angle_x, angle_y: $sensors.angle_y, l_fsr_fl: $sensors.l_fsr_fl,
            l_fsr_fr: $sensors.l_fsr_fr, l_fsr_rl: $sensors.l_fsr_rl, l_fsr_rr: $sensors.l_fsr_rr,
            r_fsr_fl: $sensors.r_fsr_fl, r_fsr_fr: $sensors.r_fsr_fr, r_fsr_rl: $sensors.r_fsr_rl,
            r_fsr_rr: $sensors.r_fsr_rr, l_total_weight: $sensors.l_total_weight,
            r_total_weight: $sensors.r_total_weight, l_cop_x: $sensors.l_cop_x,
            l_cop_y: $sensors.l_cop_y, r_cop_x: $sensors.r_cop_x, r_cop_y: $sensors.r_cop_y,
            l_foot_bumper_l: $sensors.l_foot_bumper_l, l_foot_bumper_r: $sensors.l_foot_bumper_r,
            r_foot_bumper_l: $sensors.r_foot_bumper_l, r_foot_bumper_r: $sensors.r_foot_bumper_r,
            head_touch_front: $sensors.head_touch_front,
            head_touch_middle: $sensors.head_touch_middle, head_touch_rear: $sensors.head_touch_rear,
            chest_button: $sensors.chest_button, battery_charge: $sensors.battery_charge,
            $($rest)*
        }
    };
}

/// The ids of the interfaces that the hardware writes.
pub const BODY_INTERFACES: [&str; 5] =
    ["NaoQi Motion", "naohw", "Nao Sensors", "Nao Joint Positions", "Nao Joint Stiffness"];

const MOTION: u64 = interface_id(BODY_INTERFACES[0]);
const HARDWARE: u64 = interface_id(BODY_INTERFACES[1]);
const SENSORS: u64 = interface_id(BODY_INTERFACES[2]);
const POSITIONS: u64 = interface_id(BODY_INTERFACES[3]);
const STIFFNESS: u64 = interface_id(BODY_INTERFACES[4]);

/// A blackboard with the interfaces of a NAO's body.
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

/// An interface that a NAO's hardware writes.
pub trait BodyInterface: Interface {
    /// Returns the interface's data for one frame of the sensors.
    fn publish(frame: &SensorFrame, now: Tick) -> Self;
    /// Passes a message to the body; `id` is the message's.
    fn execute(message: &Self::Message, id: MessageId, body: &mut Limited<'_, impl Body>);
}

impl BodyInterface for HumanoidMotion {
    fn publish(frame: &SensorFrame, _: Tick) -> Self {
        let msgid = frame.moving.map_or(0, |id| id.0);
        HumanoidMotion { moving: frame.moving.is_some(), arms_enabled: true, msgid }
    }
    fn execute(message: &motion::Message, id: MessageId, body: &mut Limited<'_, impl Body>) {
        body.start_motion(motion_of(message), id);
    }
}

impl BodyInterface for NaoSensor {
    fn publish(frame: &SensorFrame, _: Tick) -> Self {
        nao_sensor(&frame.sensors)
    }
    // The ultrasound always measures; there is nothing to start.
    fn execute(_: &sensors::Message, _: MessageId, _: &mut Limited<'_, impl Body>) {}
}

impl BodyInterface for NaoJointPosition {
    fn publish(frame: &SensorFrame, now: Tick) -> Self {
        joint_position(&frame.sensors, now)
    }
    fn execute(message: &joints::Message, _: MessageId, body: &mut Limited<'_, impl Body>) {
        move_joints(body, message);
    }
}

impl BodyInterface for NaoJointStiffness {
    fn publish(frame: &SensorFrame, _: Tick) -> Self {
        joint_stiffness(frame)
    }
    fn execute(message: &stiffness::Message, _: MessageId, body: &mut Limited<'_, impl Body>) {
        set_stiffness(body, message);
    }
}

impl BodyInterface for NaoHardware {
    fn publish(frame: &SensorFrame, now: Tick) -> Self {
        nao_hardware(frame, now)
    }
    fn execute(message: &hardware::Message, _: MessageId, body: &mut Limited<'_, impl Body>) {
        command_hardware(body, message);
    }
}

/// Connects a NAO's hardware to a blackboard: the writer of its interfaces.
///
/// In the sensor stage it publishes the sensors, in the act stage it passes the messages to
/// the body, [limited](crate::limits) to what that declares.
pub struct BodyAdapter<'a> {
    motion: Writer<'a, HumanoidMotion>,
    hardware: Writer<'a, NaoHardware>,
    sensors: Writer<'a, NaoSensor>,
    positions: Writer<'a, NaoJointPosition>,
    stiffness: Writer<'a, NaoJointStiffness>,
    counts: LimitCounts,
}

impl<'a> BodyAdapter<'a> {
    /// Becomes the writer of the hardware interfaces of `board`.
    ///
    /// # Errors
    /// [`WriterTaken`] if one of the interfaces has another writer.
    pub fn new<B: BodyInterfaces>(board: &'a B) -> Result<Self, WriterTaken> {
        Self::new_as(board, WriterId::LOCAL)
    }

    /// Becomes the writer of the hardware interfaces with the identity `id`.
    ///
    /// # Errors
    /// [`WriterTaken`] if one of the interfaces has another writer, which `id` does not replace.
    pub fn new_as<B: BodyInterfaces>(board: &'a B, id: WriterId) -> Result<Self, WriterTaken> {
        Ok(Self {
            motion: Provides::<HumanoidMotion, MOTION>::cell(board).writer_as(id)?,
            hardware: Provides::<NaoHardware, HARDWARE>::cell(board).writer_as(id)?,
            sensors: Provides::<NaoSensor, SENSORS>::cell(board).writer_as(id)?,
            positions: Provides::<NaoJointPosition, POSITIONS>::cell(board).writer_as(id)?,
            stiffness: Provides::<NaoJointStiffness, STIFFNESS>::cell(board).writer_as(id)?,
            counts: LimitCounts::default(),
        })
    }

    /// Publishes one frame of the sensors, in the sensor stage.
    pub fn sense(&mut self, frame: &SensorFrame, now: Tick) {
        self.sense_while(frame, now, || true);
    }

    /// As [`sense`](Self::sense), an interface only if `is_writer`: another process may have become
    /// their writer in the meantime.
    pub fn sense_while(&mut self, frame: &SensorFrame, now: Tick, is_writer: impl Fn() -> bool) {
        #[inline(never)]
        fn publish<I: BodyInterface>(writer: &mut Writer<'_, I>, frame: &SensorFrame, now: Tick) {
            writer.write(&I::publish(frame, now), now.time);
        }
        if is_writer() {
            publish(&mut self.motion, frame, now);
        }
        if is_writer() {
            publish(&mut self.sensors, frame, now);
        }
        if is_writer() {
            publish(&mut self.positions, frame, now);
        }
        if is_writer() {
            publish(&mut self.stiffness, frame, now);
        }
        if is_writer() {
            publish(&mut self.hardware, frame, now);
        }
    }

    /// Returns whether an incomplete message blocks all later ones: its sender is in the middle of
    /// sending it, or has died there.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        self.motion.is_blocked()
            || self.hardware.is_blocked()
            || self.sensors.is_blocked()
            || self.positions.is_blocked()
            || self.stiffness.is_blocked()
    }

    /// Discards the queued messages, including an incomplete one whose sender has died.
    pub fn recover(&mut self) {
        self.motion.recover();
        self.hardware.recover();
        self.sensors.recover();
        self.positions.recover();
        self.stiffness.recover();
    }

    /// Passes the waiting messages to `body`, in the act stage. Messages whose sender
    /// `accepts_sender` rejects are discarded; returns how many were.
    pub fn act(&mut self, body: &mut impl Body, accepts_sender: impl Fn(u32) -> bool) -> u32 {
        self.deliver(body, None, accepts_sender)
    }

    /// As [`act`](Self::act), for all senders; `guard` withholds what the robot must not do.
    pub fn act_guarded(&mut self, body: &mut impl Body, guard: &mut Guard) {
        self.deliver(body, Some(guard), |_| true);
    }

    fn deliver(
        &mut self,
        body: &mut impl Body,
        guard: Option<&mut Guard>,
        accepts_sender: impl Fn(u32) -> bool,
    ) -> u32 {
        fn deliver<I: BodyInterface>(
            writer: &mut Writer<'_, I>,
            body: &mut Limited<'_, impl Body>,
            accepts_sender: impl Fn(u32) -> bool,
        ) -> u32 {
            let mut refused = 0;
            while let Some(received) = writer.next_message() {
                if accepts_sender(received.sender) {
                    I::execute(&received.message, received.id, body);
                } else {
                    refused += 1;
                }
            }
            refused
        }
        let body = &mut Limited::guarded(body, &mut self.counts, guard);
        let refused = deliver(&mut self.motion, body, &accepts_sender)
            + deliver(&mut self.positions, body, &accepts_sender)
            + deliver(&mut self.stiffness, body, &accepts_sender)
            + deliver(&mut self.hardware, body, &accepts_sender);
        // These do nothing, so they need no permission.
        deliver(&mut self.sensors, body, |_| true);
        refused
    }

    /// Returns `body` for commands of the caller, limited and counted like those in messages.
    pub fn limited<'b, B: Body>(&'b mut self, body: &'b mut B) -> Limited<'b, B> {
        Limited::new(body, &mut self.counts)
    }

    /// Returns how many commands were clamped, and how many discarded.
    #[must_use]
    pub fn limit_counts(&self) -> LimitCounts {
        self.counts
    }
}

/// Returns the motion that a message requests; `None` stops the one that runs.
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

fn move_joints(body: &mut Limited<'_, impl Body>, message: &joints::Message) {
    use joints::Message as M;
    match message {
        M::SetServo(m) => goto_mask(body, m.servo, m.value, 0.0),
        M::GotoAngle(m) => goto_mask(body, m.servo, m.value, m.time_sec),
        M::MoveServo(m) => move_mask(body, m.servo, m.value, m.speed),
        M::GotoAngleWithSpeed(m) => {
            move_mask(body, m.servo, m.value, f32::from(m.speed) / 100.0);
        }
        M::SetServos(m) => goto_all(body, m.left_joints().into_iter().chain(m.right_joints()), 0.0),
        M::GotoAngles(m) => goto_all(body, m.joints(), m.time_sec),
        M::MoveServos(m) => {
            for (joint, angle) in Joint::ALL.into_iter().zip(m.joints()) {
                body.move_with_speed(joint, angle, m.speed);
            }
        }
    }
}

fn set_stiffness(body: &mut Limited<'_, impl Body>, message: &stiffness::Message) {
    use stiffness::Message as M;
    match message {
        M::SetStiffness(m) => {
            for joint in Joint::joints_in(m.servo) {
                body.set_stiffness(joint, m.value, m.time_sec);
            }
        }
        M::SetBodyStiffness(m) => set_all(body, m.value, m.time_sec),
        M::SetStiffnesses(m) => {
            for (joint, value) in Joint::ALL.into_iter().zip(m.joints()) {
                body.set_stiffness(joint, value, m.time_sec);
            }
        }
    }
}

fn command_hardware(body: &mut Limited<'_, impl Body>, message: &hardware::Message) {
    use hardware::Message as M;
    match message {
        M::SetServos(m) => goto_all(body, m.left_joints().into_iter().chain(m.right_joints()), 0.0),
        M::GotoAngles(m) => goto_all(body, m.joints(), m.time_sec),
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

fn set_all(body: &mut Limited<'_, impl Body>, value: f32, time_sec: f32) {
    for joint in Joint::ALL {
        body.set_stiffness(joint, value, time_sec);
    }
}

fn goto_mask(body: &mut Limited<'_, impl Body>, mask: u32, angle_rad: f32, time_sec: f32) {
    for joint in Joint::joints_in(mask) {
        body.goto_angle(joint, angle_rad, time_sec);
    }
}

fn move_mask(body: &mut Limited<'_, impl Body>, mask: u32, angle_rad: f32, speed: f32) {
    for joint in Joint::joints_in(mask) {
        body.move_with_speed(joint, angle_rad, speed);
    }
}

fn goto_all(
    body: &mut Limited<'_, impl Body>,
    angles_rad: impl IntoIterator<Item = f32>,
    time_sec: f32,
) {
    for (joint, angle_rad) in Joint::ALL.into_iter().zip(angles_rad) {
        body.goto_angle(joint, angle_rad, time_sec);
    }
}

/// Returns the time of the hardware's clock in ms, which wraps.
#[allow(clippy::cast_possible_truncation)] // it wraps
fn hardware_time(now: Tick) -> i32 {
    (now.time.as_micros() / 1000) as i32
}

fn nao_sensor(sensors: &Sensors) -> NaoSensor {
    of_sensors! { NaoSensor, sensors,
        accel_x: sensors.accel_x,
        accel_y: sensors.accel_y,
        accel_z: sensors.accel_z,
        ultrasonic_distance_left: sensors.ultrasonic_distance_left,
        ultrasonic_distance_right: sensors.ultrasonic_distance_right,
        ultrasonic_direction: sensors::UltrasonicDirection::BothBoth,
    }
}

fn joint_position(sensors: &Sensors, now: Tick) -> NaoJointPosition {
    let mut data = NaoJointPosition {
        robot_type: joints::RobotType::Academic,
        robot_version: [3, 0, 0, 0],
        time: hardware_time(now),
        ..NaoJointPosition::default()
    };
    data.set_joints(sensors.joints);
    data
}

fn joint_stiffness(frame: &SensorFrame) -> NaoJointStiffness {
    let minimum = frame.stiffness.into_iter().fold(1.0, f32::min);
    let mut data = NaoJointStiffness { minimum, ..NaoJointStiffness::default() };
    data.set_joints(frame.stiffness);
    data
}

fn nao_hardware(frame: &SensorFrame, now: Tick) -> NaoHardware {
    let sensors = &frame.sensors;
    let echoes = sensors.ultrasonic_distance_left.iter().chain(&sensors.ultrasonic_distance_right);
    let mut data = of_sensors! { NaoHardware, sensors,
        servo_enabled: frame.stiffness.into_iter().all(|value| value > 0.0),
        accel_x: sensors.accel_x * RAW_PER_G,
        accel_y: sensors.accel_y * RAW_PER_G,
        accel_z: sensors.accel_z * RAW_PER_G,
        ultrasonic_distance: echoes.copied().fold(f32::INFINITY, f32::min),
        time: hardware_time(now),
        ..NaoHardware::default()
    };
    data.set_joints(sensors.joints);
    data
}
