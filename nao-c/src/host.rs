//! The host, the side of the hardware: sensors in, commands out, and the watchdog.

use crate::abi::{
    NAO_MOTION_GET_UP, NAO_MOTION_KICK, NAO_MOTION_MOVE_HEAD, NAO_MOTION_PARK, NAO_MOTION_STANDUP,
    NAO_MOTION_STOP, NAO_MOTION_TURN, NAO_MOTION_WALK_ARC, NAO_MOTION_WALK_SIDEWAYS,
    NAO_MOTION_WALK_STRAIGHT, NAO_MOTION_WALK_VELOCITY, NAO_MOTION_YAW_PITCH_HEAD, NAO_NO_HOST,
    NAO_OK, NAO_REPLACED, NAO_TIME_WENT_BACK, NAO_WRITER_TAKEN, NaoActuators, NaoMotion, NaoResult,
    NaoSensors,
};
use crate::shared::{BehaviourBeat, HostBeat, Shared};
use skill_runtime::{Instant, MessageId, PassClock, Sample, Tick, Writer, WriterId};
use skills_nao::adapter::BodyAdapter;
use skills_nao::body::{Body, LimitCounts, Limited};
use skills_nao::hardware::{Command, Leg, Motion, StandupFrom};
use skills_nao::joint::Joint;
use skills_nao::limits::Checked;

/// The number of cycles that a behavior may be late before it loses control, as in B-Human's
/// libbhuman.
const MAX_MISSED: u32 = 3;
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
    /// The number of this host in the shared memory.
    number: u32,
    control: u32,
    /// The number of the behavior in control; 0 if there is none.
    in_control: u32,
    /// The last cycle that the behavior has handled.
    answered: u32,
    /// The number of cycles for which an incomplete message has blocked a queue.
    blocked: u32,
    /// Whether the robot has been commanded to safety since the last behavior in control.
    safe: bool,
    refused: u32,
}

impl Host {
    /// Becomes the host of `shared`; `take_over` replaces a host that has died, whatever the
    /// contents of the memory.
    pub fn attach(shared: &'static Shared, take_over: bool) -> Result<Self, NaoResult> {
        match shared.check() {
            NAO_OK | NAO_NO_HOST => {}
            _ if take_over => {}
            other => return Err(other),
        }
        let number = shared.host_place.claim(|_| Ok(take_over))?;
        shared.write_header();
        let id = WriterId::replacing(number);
        let beat = shared.host.writer_as(id).map_err(|_| NAO_WRITER_TAKEN)?;
        let adapter = BodyAdapter::new_as(&shared.board, id).map_err(|_| NAO_WRITER_TAKEN)?;
        let mut new = Self {
            shared,
            beat,
            adapter,
            behaviour: Sample::default(),
            now: Tick::default(),
            clock: PassClock::new(),
            number: number.get(),
            // Control given by the previous host is void.
            control: shared.new_control(),
            in_control: 0,
            answered: 0,
            blocked: 0,
            safe: false,
            refused: 0,
        };
        new.beat_now();
        Ok(new)
    }

    /// Returns `NAO_OK`, or `NAO_REPLACED` if another host has replaced this one.
    fn check(&self) -> NaoResult {
        if self.shared.host_place.has(self.number) { NAO_OK } else { NAO_REPLACED }
    }

    /// Publishes the sensors, then the heartbeat, before the cycle. Refuses a time before that of
    /// the last cycle, and publishes nothing then.
    pub fn sense(&mut self, sensors: &NaoSensors, time: Instant) -> NaoResult {
        match self.check() {
            NAO_OK => {}
            other => return other,
        }
        if self.clock.advance(time).is_err() {
            return NAO_TIME_WENT_BACK;
        }
        self.now = Tick { time, count: self.now.count.wrapping_add(1) };
        self.adapter.sense(&sensors.frame(), self.now);
        self.beat_now();
        NAO_OK
    }

    /// Begins a new clock: the next cycle can be at any time. Takes control away, so that the
    /// behavior stops its skill, whose timeouts refer to the old clock, and takes up control again;
    /// the next [`act`](Self::act) commands the robot to safety.
    pub fn begin_clock(&mut self) -> NaoResult {
        match self.check() {
            NAO_OK => {}
            other => return other,
        }
        self.clock.restart();
        self.now.time = Instant::ZERO;
        self.take_control();
        NAO_OK
    }

    /// Takes control away from the behavior.
    fn take_control(&mut self) {
        self.in_control = 0;
        self.control = self.shared.new_control();
        self.safe = false;
        self.beat_now();
    }

    fn beat_now(&mut self) {
        let (cycle, control, in_control) = (self.now.count, self.control, self.in_control);
        let beat = HostBeat { cycle, control, in_control, host: self.number };
        self.beat.write(&beat, self.now.time);
    }

    /// Returns the commands of the behavior in control after the cycle. Without a behavior in
    /// control, returns the commands that keep the robot safe, once. A host that was replaced
    /// commands nothing.
    pub fn act(&mut self, out: &mut NaoActuators) -> NaoResult {
        *out = NaoActuators::NOTHING;
        if self.check() == NAO_OK {
            self.command(out);
        }
        // Another host may have replaced this one in the meantime.
        let result = self.check();
        if result != NAO_OK {
            *out = NaoActuators { watchdog: 1, ..NaoActuators::NOTHING };
        }
        result
    }

    fn command(&mut self, out: &mut NaoActuators) {
        let in_control = self.in_control;
        let refused = self.adapter.act(out, |sender| in_control != 0 && sender == in_control);
        self.refused = self.refused.wrapping_add(refused);
        self.unblock();
        let answering = self.answering();
        let missed = self.now.count.wrapping_sub(self.answered);
        let holder = self.shared.behaviour_place.holder();
        if in_control != 0 && (holder != Some(in_control) || missed > MAX_MISSED) {
            self.take_control();
        } else if let (0, 0, Some(behaviour)) = (in_control, missed, answering) {
            // The previous behavior may have been killed while it sent a message.
            self.adapter.recover();
            self.in_control = behaviour;
            self.safe = false;
            self.beat_now();
        }
        if self.in_control == 0 && !self.safe {
            self.safe = true;
            out.command_safety();
        }
        out.watchdog = u32::from(self.in_control == 0);
        out.missed = missed;
        out.refused = self.refused;
        let LimitCounts { clamped, discarded, .. } = self.adapter.limit_counts();
        (out.clamped, out.discarded) = (clamped, discarded);
        out.refused_times = self.clock.refused();
    }

    /// Reads the behavior's heartbeat. Returns the number of the behavior if it has its place and
    /// has taken up the control of this host. The heartbeat of a replaced behavior is ignored.
    fn answering(&mut self) -> Option<u32> {
        self.shared.behaviour.read(&mut self.behaviour);
        let beat = &self.behaviour.data;
        if !self.shared.behaviour_place.has(beat.behaviour) {
            return None;
        }
        self.answered = beat.cycle;
        (beat.control == self.control).then_some(beat.behaviour)
    }

    /// Discards a message that has been incomplete for as long as a behavior may be late: its
    /// sender has died, or was replaced.
    fn unblock(&mut self) {
        self.blocked = if self.adapter.is_blocked() { self.blocked + 1 } else { 0 };
        if self.blocked > MAX_MISSED {
            self.adapter.recover();
            self.refused = self.refused.wrapping_add(1);
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.shared.host_place.release(self.number);
    }
}

impl NaoActuators {
    /// Replaces the commands by those that are safe without a behavior: the robot sits down, and
    /// its joints become soft.
    pub fn command_safety(&mut self) {
        *self = Self { watchdog: 1, ..Self::NOTHING };
        let mut none_clamped = LimitCounts::default();
        let mut body = Limited::new(self, &mut none_clamped);
        body.start_motion(Some(Motion::Park), MessageId::NONE);
        for joint in Joint::ALL {
            body.set_stiffness(joint, SAFE_STIFFNESS, SAFE_TIME_SEC);
        }
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
