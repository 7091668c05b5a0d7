//! The side of the hardware: sensors in, commands out, and the watchdog.

use crate::abi::{
    NAO_MOTION_GET_UP, NAO_MOTION_KICK, NAO_MOTION_MOVE_HEAD, NAO_MOTION_PARK, NAO_MOTION_STANDUP,
    NAO_MOTION_STOP, NAO_MOTION_TURN, NAO_MOTION_WALK_ARC, NAO_MOTION_WALK_SIDEWAYS,
    NAO_MOTION_WALK_STRAIGHT, NAO_MOTION_WALK_VELOCITY, NAO_MOTION_YAW_PITCH_HEAD, NAO_OK,
    NAO_TIME_WENT_BACK, NAO_WRITER_TAKEN, NaoActuators, NaoMotion, NaoResult, NaoSensors,
};
use crate::shared::{BehaviourBeat, HostBeat, Shared};
use skill_runtime::{Instant, MessageId, PassClock, Sample, Tick, Writer};
use skills_nao::adapter::BodyAdapter;
use skills_nao::hardware::{Body, Command, Leg, Motion, StandupFrom};
use skills_nao::joint::Joint;
use skills_nao::limits::{Checked, LimitCounts};

/// The number of cycles that a behaviour may be late before it loses control, as in B-Human's
/// libbhuman.
const MOST_MISSED: u32 = 3;
/// The stiffness of a sitting robot without control.
const SAFE_STIFFNESS: f32 = 0.3;
/// The time to reach it, the same as for sitting down.
const SAFE_TIME_SEC: f32 = 3.0;

/// The host of the shared memory.
pub struct Host {
    shared: &'static Shared,
    beat: Writer<'static, HostBeat>,
    adapter: BodyAdapter<'static>,
    behaviour: Sample<BehaviourBeat>,
    now: Tick,
    clock: PassClock,
    control: u32,
    in_control: bool,
    refused: u32,
}

impl Host {
    /// Becomes the host of `shared`; with `take_over` replaces one that has died.
    pub fn attach(shared: &'static Shared, take_over: bool) -> Result<Self, NaoResult> {
        match shared.prepare() {
            NAO_OK => {}
            other => return Err(other),
        }
        if take_over {
            shared.host.release();
            let board = &shared.board;
            board.naoqi_motion.release();
            board.naohw.release();
            board.nao_sensors.release();
            board.nao_joint_positions.release();
            board.nao_joint_stiffness.release();
        }
        let before = shared.host.sample().data;
        let beat = shared.host.writer().map_err(|_| NAO_WRITER_TAKEN)?;
        let adapter = BodyAdapter::new(&shared.board).map_err(|_| NAO_WRITER_TAKEN)?;
        let mut new = Self {
            shared,
            beat,
            adapter,
            behaviour: Sample::default(),
            now: Tick { time: Instant::ZERO, count: before.cycle },
            clock: PassClock::new(),
            // Whoever was in control under the host before is not under this one.
            control: before.control.wrapping_add(1),
            in_control: false,
            refused: 0,
        };
        new.beat_now();
        Ok(new)
    }

    /// Publishes the sensors, then the heartbeat, before the cycle. Refuses a time before that of
    /// the last cycle, and changes nothing then.
    pub fn sense(&mut self, sensors: &NaoSensors, time: Instant) -> NaoResult {
        if self.clock.advance(time).is_err() {
            return NAO_TIME_WENT_BACK;
        }
        self.now = Tick { time, count: self.now.count.wrapping_add(1) };
        self.adapter.sense(&sensors.frame(), self.now);
        self.beat_now();
        NAO_OK
    }

    /// Begins a new clock: the next cycle can be at any time. The control that was given no longer
    /// counts, so the behaviour stops its skill, whose timeouts are of the clock before, and takes
    /// control anew; [`act`](Self::act) takes the robot to safety.
    pub fn begin_clock(&mut self) {
        self.clock.restart();
        self.control = self.control.wrapping_add(1);
        self.beat_now();
    }

    fn beat_now(&mut self) {
        let (cycle, control, in_control) = (self.now.count, self.control, self.in_control);
        self.beat.write(&HostBeat { cycle, control, in_control }, self.now.time);
    }

    /// Returns the commands of the behaviour in control after the cycle; without one, those
    /// that keep the robot safe.
    pub fn act(&mut self, out: &mut NaoActuators) {
        *out = NaoActuators::NOTHING;
        self.shared.behaviour.read(&mut self.behaviour);
        let beat = &self.behaviour.data;
        let missed = self.now.count.wrapping_sub(beat.cycle);
        let answers = self.behaviour.has_writer && beat.control == self.control;
        let (control, in_control) = (self.control, self.in_control);
        let refused = self.adapter.act(out, |sender| in_control && sender == control);
        self.refused = self.refused.wrapping_add(refused);
        if in_control && (!answers || missed > MOST_MISSED) {
            self.take_control(out);
        } else if !in_control && answers && missed == 0 {
            // The behaviour before may have been killed while it sent a message.
            self.adapter.unblock();
            self.in_control = true;
            self.beat_now();
        }
        out.watchdog = u32::from(!self.in_control);
        out.missed = missed;
        out.refused = self.refused;
        let LimitCounts { clamped, discarded } = self.adapter.limit_counts();
        (out.clamped, out.discarded) = (clamped, discarded);
        out.refused_times = self.clock.refused();
    }

    /// Takes control away and makes the robot sit, which is safe without a behaviour.
    fn take_control(&mut self, out: &mut NaoActuators) {
        self.in_control = false;
        self.control = self.control.wrapping_add(1);
        self.beat_now();
        *out = NaoActuators::NOTHING;
        let mut body = self.adapter.limited(out);
        body.start_motion(Some(Motion::Park), MessageId::NONE);
        for joint in Joint::ALL {
            body.set_stiffness(joint, SAFE_STIFFNESS, SAFE_TIME_SEC);
        }
    }
}

/// Collects commands; of several for a joint in one cycle the last counts.
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
                // The queue of motions holds at most as many as fit here.
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
