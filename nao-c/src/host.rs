//! The NAO's body as the hardware of the C library.

use crate::abi::{
    NAO_MOTION_GET_UP, NAO_MOTION_KICK, NAO_MOTION_MOVE_HEAD, NAO_MOTION_PARK, NAO_MOTION_STANDUP,
    NAO_MOTION_STOP, NAO_MOTION_TURN, NAO_MOTION_WALK_ARC, NAO_MOTION_WALK_SIDEWAYS,
    NAO_MOTION_WALK_STRAIGHT, NAO_MOTION_WALK_VELOCITY, NAO_MOTION_YAW_PITCH_HEAD, NaoActuators,
    NaoMotion, NaoSensors,
};
use skill_c::{NoAgent, Report, Robot};
use skill_runtime::{Instant, MessageId, Sample, Tick, WriterId, WriterTaken};
use skills_nao::adapter::BodyAdapter;
use skills_nao::body::{Body, LimitCounts, Limited};
use skills_nao::hardware::{Command, Leg, Motion, StandupFrom};
use skills_nao::interfaces::{BodyBlackboard, NaoSensor};
use skills_nao::joint::Joint;
use skills_nao::limits::Checked;
use skills_nao::skills::NaoBody;

/// The stiffness of a sitting robot without control.
const SAFE_STIFFNESS: f32 = 0.3;
/// The time to reach it, the same as for sitting down.
const SAFE_TIME_SEC: f32 = 3.0;

/// The NAO's body on the shared blackboard.
pub struct Nao(BodyAdapter<'static>);

// SAFETY: `BodyBlackboard` is declared by `blackboard!`.
unsafe impl Robot for Nao {
    type Board = BodyBlackboard;
    type Space = NaoBody;
    type Agent = NoAgent;
    type Sensors = NaoSensors;
    type Actuators = NaoActuators;
    const NOTHING: NaoActuators = NaoActuators::NOTHING;

    fn attach(board: &'static BodyBlackboard, id: WriterId) -> Result<Self, WriterTaken> {
        BodyAdapter::new_as(board, id).map(Self)
    }

    fn sense(&mut self, sensors: &NaoSensors, now: Tick, is_host: impl Fn() -> bool) {
        self.0.sense_while(&sensors.frame(), now, is_host);
    }

    fn read(board: &BodyBlackboard, sensors: &mut NaoSensors) -> Option<Instant> {
        let mut sample = Sample::<NaoSensor>::default();
        board.nao_sensors.read(&mut sample).then(|| {
            sensors.fill(&sample.data);
            sample.time
        })
    }

    fn act(&mut self, out: &mut NaoActuators, accepts_sender: impl Fn(u32) -> bool) -> u32 {
        self.0.act(out, accepts_sender)
    }

    fn is_blocked(&self) -> bool {
        self.0.is_blocked()
    }

    fn recover(&mut self) {
        self.0.recover();
    }

    /// The robot sits down, and its joints become soft.
    fn command_safety(out: &mut NaoActuators) {
        *out = NaoActuators { watchdog: 1, ..NaoActuators::NOTHING };
        let mut none_clamped = LimitCounts::default();
        let mut body = Limited::new(out, &mut none_clamped);
        body.start_motion(Some(Motion::Park), MessageId::NONE);
        for joint in Joint::ALL {
            body.set_stiffness(joint, SAFE_STIFFNESS, SAFE_TIME_SEC);
        }
    }

    fn report(&self, out: &mut NaoActuators, report: &Report) {
        let &Report { watchdog, missed, refused, refused_times } = report;
        (out.watchdog, out.missed, out.refused) = (watchdog, missed, refused);
        out.refused_times = refused_times;
        let LimitCounts { clamped, discarded, .. } = self.0.limit_counts();
        (out.clamped, out.discarded) = (clamped, discarded);
    }
}

/// Collects commands; the last of several commands for a joint in one cycle applies.
impl Body for NaoActuators {
    fn execute(&mut self, command: Checked) {
        match *command {
            Command::SetStiffness { joint, value, time_sec } => {
                self.stiffens |= joint.bit();
                put(&mut self.stiffness, joint, value);
                put(&mut self.stiffness_time_sec, joint, time_sec);
            }
            Command::GotoAngle { joint, angle_rad, time_sec } => {
                self.moves |= joint.bit();
                put(&mut self.target_rad, joint, angle_rad);
                put(&mut self.time_sec, joint, time_sec);
                put(&mut self.speed, joint, 1.0);
            }
            Command::MoveWithSpeed { joint, angle_rad, speed } => {
                self.moves |= joint.bit();
                put(&mut self.target_rad, joint, angle_rad);
                put(&mut self.time_sec, joint, 0.0);
                put(&mut self.speed, joint, speed);
            }
            Command::StartMotion { motion, id } => {
                // The queue of motions holds at most `NAO_MOTIONS`, so each fits.
                if let Some(place) = self.motion.get_mut(self.motions as usize) {
                    *place = motion_command(motion, id);
                    self.motions += 1;
                }
            }
        }
    }
}

fn put(values: &mut [f32; Joint::COUNT], joint: Joint, value: f32) {
    if let Some(place) = values.get_mut(joint.index()) {
        *place = value;
    }
}

fn motion_command(motion: Option<Motion>, id: MessageId) -> NaoMotion {
    let (kind, argument) = match motion {
        None => (NAO_MOTION_STOP, [0.0; 4]),
        Some(Motion::Standup(from)) => {
            let from = match from {
                StandupFrom::Detect => 0.0,
                StandupFrom::Back => 1.0,
                StandupFrom::Front => 2.0,
            };
            (NAO_MOTION_STANDUP, [from, 0.0, 0.0, 0.0])
        }
        Some(Motion::GetUp) => (NAO_MOTION_GET_UP, [0.0; 4]),
        Some(Motion::Park) => (NAO_MOTION_PARK, [0.0; 4]),
        Some(Motion::Kick { leg, strength }) => {
            let leg = if leg == Leg::Left { 0.0 } else { 1.0 };
            (NAO_MOTION_KICK, [leg, strength, 0.0, 0.0])
        }
        Some(Motion::WalkStraight { distance_m }) => {
            (NAO_MOTION_WALK_STRAIGHT, [distance_m, 0.0, 0.0, 0.0])
        }
        Some(Motion::WalkSideways { distance_m }) => {
            (NAO_MOTION_WALK_SIDEWAYS, [distance_m, 0.0, 0.0, 0.0])
        }
        Some(Motion::WalkArc { angle_rad, radius_m }) => {
            (NAO_MOTION_WALK_ARC, [angle_rad, radius_m, 0.0, 0.0])
        }
        Some(Motion::WalkVelocity { x, y, theta, speed }) => {
            (NAO_MOTION_WALK_VELOCITY, [x, y, theta, speed])
        }
        Some(Motion::Turn { angle_rad }) => (NAO_MOTION_TURN, [angle_rad, 0.0, 0.0, 0.0]),
        Some(Motion::MoveHead { yaw, pitch, speed }) => {
            (NAO_MOTION_MOVE_HEAD, [yaw, pitch, speed, 0.0])
        }
        Some(Motion::YawPitchHead { yaw_rad, pitch_rad, time_sec }) => {
            (NAO_MOTION_YAW_PITCH_HEAD, [yaw_rad, pitch_rad, time_sec, 0.0])
        }
    };
    NaoMotion { kind, id: id.0, argument }
}
