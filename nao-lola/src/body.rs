//! A body that executes commands and motions: the setpoints of a V6.

use crate::actuators::ActuatorPacket;
use crate::joint::{self, JOINTS, ORDER};
use crate::player::{self, Plan, Playing};
use crate::sensors::SensorPacket;
use crate::{PERIOD_MS, PERIOD_SEC};
use skill_runtime::MessageId;
use skills_nao::body::Body;
use skills_nao::hardware::{self, Command, SensorFrame};
use skills_nao::joint::Joint;
use skills_nao::limits::Checked;
use skills_nao::motions::{self, PARKED_STIFFNESS};

/// A value on its way to another one.
#[derive(Clone, Copy, Debug)]
struct Change {
    from: f32,
    to: f32,
    time_sec: f32,
    /// The number of packets since its start.
    packets: u16,
}

impl Change {
    /// Returns the value of the next packet, and whether it is the last one.
    fn advance(&mut self) -> (f32, bool) {
        self.packets = self.packets.saturating_add(1);
        let time_sec = f32::from(self.packets) * PERIOD_SEC;
        // A remaining time below half a period counts as the end.
        if time_sec + f32::from(PERIOD_MS) / 2000.0 >= self.time_sec {
            return (self.to, true);
        }
        (self.from + (self.to - self.from) * (time_sec / self.time_sec), false)
    }
}

/// The setpoints of one joint.
#[derive(Clone, Copy, Debug, Default)]
struct Servo {
    angle_rad: f32,
    moving: Option<Change>,
    stiffness: f32,
    stiffening: Option<Change>,
}

/// A V6 as a [`Body`]: [`sense`](Self::sense) takes a sensor packet, commands and motions change
/// setpoints, [`actuate`](Self::actuate) makes the actuator packet.
///
/// - The first setpoints are the measured angles and stiffness, so the robot does not jerk.
///   [`begin`](Self::begin) does the same again.
/// - A limp joint, of stiffness 0, has the measured angle as its setpoint.
/// - Setpoints move at most as fast as the joints can.
/// - A kick that is stopped ends in standing, which takes 1.2 s, or as it would if its foot swings.
/// - There is no gait: walking is refused, and counted. Getting up, sitting down and kicking need
///   an upright robot, standing up one that is not.
#[derive(Clone, Debug, Default)]
pub struct LolaBody {
    servos: [Servo; JOINTS],
    measured: Option<SensorPacket>,
    /// Whether the next packet gives the first setpoints.
    begins: bool,
    playing: Option<(Playing, MessageId)>,
    /// The number of times that standing up has failed since the robot was upright.
    tries: usize,
    /// Whether the robot tries to stand up, or has just tried.
    has_tried: bool,
    refused: u32,
    packet: ActuatorPacket,
}

impl LolaBody {
    /// Returns a body that takes over the robot of the next sensor packet.
    #[must_use]
    pub fn new() -> Self {
        Self { begins: true, ..Self::default() }
    }

    /// Takes over the robot of the next sensor packet: another robot, or one that another program
    /// has commanded meanwhile.
    pub fn begin(&mut self) {
        (self.begins, self.playing) = (true, None);
    }

    /// Takes a sensor packet. Returns its values in the units of the skills.
    pub fn sense(&mut self, packet: &SensorPacket) -> SensorFrame {
        let measured = packet.position_rad.iter().zip(&packet.stiffness);
        for ((servo, joint), (angle_rad, stiffness)) in
            self.servos.iter_mut().zip(ORDER).zip(measured)
        {
            if self.begins {
                let stiffness = stiffness.clamp(0.0, 1.0);
                *servo = Servo { stiffness, ..Servo::default() };
            }
            let is_limp = servo.stiffness <= 0.0 && servo.stiffening.is_none();
            if self.begins || is_limp && servo.moving.is_none() {
                let (low, high) = joint.limits_rad();
                servo.angle_rad = angle_rad.clamp(low, high);
            }
        }
        if player::is_upright(packet) && self.playing.is_none() {
            (self.tries, self.has_tried) = (0, false);
        }
        (self.begins, self.measured) = (false, Some(*packet));
        SensorFrame {
            sensors: packet.sensors(),
            stiffness: joint::by_index(&packet.stiffness.map(|value| value.clamp(0.0, 1.0))),
            moving: self.playing.as_ref().map(|(_, id)| *id),
        }
    }

    /// Moves the setpoints by the time of a packet. Returns the packet with them.
    pub fn actuate(&mut self) -> &ActuatorPacket {
        let mut goals_rad = self.servos.map(|servo| servo.angle_rad);
        for (servo, goal_rad) in self.servos.iter_mut().zip(&mut goals_rad) {
            if let Some(change) = &mut servo.moving {
                let (angle_rad, is_over) = change.advance();
                *goal_rad = angle_rad;
                if is_over {
                    servo.moving = None;
                }
            }
            if let Some(change) = &mut servo.stiffening {
                let (stiffness, is_over) = change.advance();
                servo.stiffness = stiffness;
                if is_over {
                    servo.stiffening = None;
                }
            }
        }
        self.play(&mut goals_rad);
        for ((servo, joint), goal_rad) in self.servos.iter_mut().zip(ORDER).zip(goals_rad) {
            let step_rad = joint.max_speed_rad_per_sec() * PERIOD_SEC;
            let (low, high) = joint.limits_rad();
            let change_rad = (goal_rad - servo.angle_rad).clamp(-step_rad, step_rad);
            servo.angle_rad = (servo.angle_rad + change_rad).clamp(low, high);
        }
        self.packet.set_position(&self.servos.map(|servo| servo.angle_rad));
        self.packet.set_stiffness(&self.servos.map(|servo| servo.stiffness));
        &self.packet
    }

    /// Advances the motion that is being played.
    fn play(&mut self, goals_rad: &mut [f32; JOINTS]) {
        let (Some((playing, _)), Some(measured)) = (&mut self.playing, &self.measured) else {
            return;
        };
        let (angles_rad, is_over) = playing.advance(measured, self.tries);
        for (joint, angle_rad) in motions::JOINTS.into_iter().zip(angles_rad) {
            if let Some(goal_rad) = joint::place(joint).and_then(|place| goals_rad.get_mut(place)) {
                *goal_rad = angle_rad;
            }
        }
        if is_over {
            self.playing = None;
        }
    }

    /// Returns how many motions were refused because this body cannot execute them.
    #[must_use]
    pub fn refused(&self) -> u32 {
        self.refused
    }

    /// Returns whether a motion is being played.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.playing.is_some()
    }

    /// Sits down from the present setpoints, with at most the stiffness of resting. A robot that is
    /// not upright, or sits already, does not move, and its stiffness does not increase.
    pub fn sit_down(&mut self) {
        for servo in &mut self.servos {
            (servo.moving, servo.stiffening) = (None, None);
            servo.stiffness = servo.stiffness.min(PARKED_STIFFNESS);
        }
        self.playing = None;
        let goes_down = |packet| player::is_upright(packet) && !player::is_parked(packet);
        if self.measured.as_ref().is_some_and(goes_down) {
            let start_rad = self.setpoints();
            self.playing = Some((Playing::new(motions::PARK, None, start_rad), MessageId::NONE));
        }
    }

    /// Sets the setpoints to those of a packet that another program has sent.
    pub fn continue_from(&mut self, packet: &ActuatorPacket) {
        let values = packet.position().into_iter().zip(packet.stiffness());
        for ((servo, joint), (angle_rad, stiffness)) in
            self.servos.iter_mut().zip(ORDER).zip(values)
        {
            let (low, high) = joint.limits_rad();
            let (angle_rad, stiffness) = (angle_rad.clamp(low, high), stiffness.clamp(0.0, 1.0));
            *servo = Servo { angle_rad, stiffness, ..Servo::default() };
        }
        self.packet = packet.clone();
    }

    fn setpoints(&self) -> motions::Angles {
        player::angles(&self.servos.map(|servo| servo.angle_rad))
    }

    fn start_motion(&mut self, motion: Option<hardware::Motion>, id: MessageId) {
        let Some(motion) = motion else {
            let now_rad = self.setpoints();
            let stop = |(playing, id): (Playing, _)| Some((playing.stop(now_rad)?, id));
            self.playing = self.playing.take().and_then(stop);
            return;
        };
        match motion {
            hardware::Motion::MoveHead { yaw, pitch, speed } => {
                self.move_at(Joint::HeadYaw, yaw, speed);
                self.move_at(Joint::HeadPitch, pitch, speed);
                return;
            }
            hardware::Motion::YawPitchHead { yaw_rad, pitch_rad, time_sec } => {
                self.go_to(Joint::HeadYaw, yaw_rad, time_sec);
                self.go_to(Joint::HeadPitch, pitch_rad, time_sec);
                return;
            }
            _ => {}
        }
        let Some(measured) = &self.measured else {
            self.refused = self.refused.wrapping_add(1);
            return;
        };
        match player::plan(motion, measured) {
            Plan::Play(played, then) => {
                if then.is_some() {
                    self.tries += usize::from(self.has_tried);
                    self.has_tried = true;
                }
                for servo in &mut self.servos {
                    servo.moving = None;
                }
                self.playing = Some((Playing::new(played, then, self.setpoints()), id));
            }
            Plan::Done => self.playing = None,
            Plan::Impossible => {
                self.refused = self.refused.wrapping_add(1);
                self.playing = None;
            }
        }
    }

    fn servo(&mut self, joint: Joint) -> Option<&mut Servo> {
        self.servos.get_mut(joint::place(joint)?)
    }

    fn go_to(&mut self, joint: Joint, to: f32, time_sec: f32) {
        if let Some(servo) = self.servo(joint) {
            servo.moving = Some(Change { from: servo.angle_rad, to, time_sec, packets: 0 });
        }
    }

    fn move_at(&mut self, joint: Joint, to: f32, speed: f32) {
        /// The slowest speed, as a share of the joint's highest.
        const MIN_SPEED: f32 = 0.001;
        if let Some(servo) = self.servo(joint) {
            let speed = speed.max(MIN_SPEED) * joint.max_speed_rad_per_sec();
            let time_sec = (to - servo.angle_rad).abs() / speed;
            servo.moving = Some(Change { from: servo.angle_rad, to, time_sec, packets: 0 });
        }
    }
}

impl Body for LolaBody {
    fn execute(&mut self, command: Checked) {
        match *command {
            Command::SetStiffness { joint, value, time_sec } => {
                if let Some(servo) = self.servo(joint) {
                    let from = servo.stiffness;
                    servo.stiffening = Some(Change { from, to: value, time_sec, packets: 0 });
                }
            }
            Command::GotoAngle { joint, angle_rad, time_sec } => {
                self.go_to(joint, angle_rad, time_sec);
            }
            Command::MoveWithSpeed { joint, angle_rad, speed } => {
                self.move_at(joint, angle_rad, speed);
            }
            Command::StartMotion { motion, id } => self.start_motion(motion, id),
        }
    }
}
