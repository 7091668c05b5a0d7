//! Playing the motions of `skills_nao::motions`, a packet at a time.

use crate::joint::{self, JOINTS};
use crate::sensors::SensorPacket;
use crate::{PERIOD_MS, PERIOD_SEC};
use skills_nao::hardware::{self, Leg, StandupFrom};
use skills_nao::joint::Joint;
use skills_nao::motions::{self, Angles, KICK_SWINGS, Keyframe, Motion, SLOWER};

/// The acceleration along z, in g, below which the robot is upright.
const UPRIGHT_G: f32 = -0.8;
/// The acceleration along x, in g, beyond which the robot lies on its front or its back.
const LYING_G: f32 = 0.5;

/// A motion that is being played.
#[derive(Clone, Debug)]
pub(crate) struct Playing {
    motion: Motion,
    /// The factor of its times.
    slower: f32,
    start_rad: Angles,
    /// The number of packets since its start.
    packets: u16,
    /// The side to stand up from after this motion, if the accelerometer does not show it.
    then: Option<StandupFrom>,
}

/// The way to execute a motion.
pub(crate) enum Plan {
    /// Play the motion; then stand up from this side, unless the accelerometer shows another.
    Play(Motion, Option<StandupFrom>),
    /// The robot is in the final pose already.
    Done,
    /// The robot cannot execute the motion.
    Impossible,
}

/// Returns whether the robot is upright.
pub(crate) fn is_upright(packet: &SensorPacket) -> bool {
    packet.acceleration_g()[2] < UPRIGHT_G
}

/// Returns whether the robot sits as after [`motions::PARK`].
pub(crate) fn is_parked(packet: &SensorPacket) -> bool {
    /// The farthest that a joint of the legs may be off, rad: much less than in any other pose.
    const NEAR_RAD: f32 = 0.3;
    let legs = [Joint::LHipPitch, Joint::LKneePitch, Joint::RHipPitch, Joint::RKneePitch];
    let parked = motions::PARK.keyframes().last().map(Keyframe::angles_rad);
    let at = joint::by_index(&packet.position_rad);
    parked.is_some_and(|parked| {
        motions::JOINTS.into_iter().zip(parked).filter(|(joint, _)| legs.contains(joint)).all(
            |(joint, parked_rad)| {
                let angle_rad = at.get(joint.index()).copied().unwrap_or_default();
                (angle_rad - parked_rad).abs() < NEAR_RAD
            },
        )
    })
}

/// Returns how to execute a motion of the legs.
pub(crate) fn plan(motion: hardware::Motion, packet: &SensorPacket) -> Plan {
    use hardware::Motion as M;
    let is_upright = is_upright(packet);
    match motion {
        // Standing up begins stretched out on the ground, which an upright robot cannot reach by
        // itself.
        M::Standup(_) if is_upright => Plan::Impossible,
        M::Standup(from) => Plan::Play(motions::LIE, Some(from)),
        // These motions need a robot on its feet.
        M::GetUp | M::Park | M::Kick { .. } if !is_upright => Plan::Impossible,
        M::GetUp => Plan::Play(motions::STAND, None),
        M::Park if is_parked(packet) => Plan::Done,
        M::Park => Plan::Play(motions::PARK, None),
        M::Kick { leg: Leg::Left, .. } => Plan::Play(motions::KICK_LEFT, None),
        M::Kick { leg: Leg::Right, .. } => Plan::Play(motions::KICK_RIGHT, None),
        M::WalkVelocity { x: 0.0, y: 0.0, theta: 0.0, .. } => Plan::Done,
        // There is no gait.
        _ => Plan::Impossible,
    }
}

/// Returns the angles of a motion's joints, from those of all joints.
pub(crate) fn angles(all_rad: &[f32; JOINTS]) -> Angles {
    motions::JOINTS.map(|joint| {
        joint::place(joint).and_then(|place| all_rad.get(place)).copied().unwrap_or_default()
    })
}

impl Playing {
    /// Starts a motion from these angles.
    pub fn new(motion: Motion, then: Option<StandupFrom>, start_rad: Angles) -> Self {
        Self { motion, slower: 1.0, start_rad, packets: 0, then }
    }

    /// Ends the motion early, at these angles. Returns the motion that follows, if the robot would
    /// fall without one: a kick ends in standing, once its foot does not swing.
    pub fn stop(self, now_rad: Angles) -> Option<Self> {
        if self.motion != motions::KICK_LEFT && self.motion != motions::KICK_RIGHT {
            return None;
        }
        let time_sec = f32::from(self.packets) * PERIOD_SEC / self.slower;
        if KICK_SWINGS.contains(&self.motion.keyframe_at(time_sec)) {
            return Some(self);
        }
        Some(Self::new(motions::STAND, None, now_rad))
    }

    /// Advances the motion by a packet. `tries` is the number of times that standing up has failed.
    /// Returns the angles to command, and whether this was the last packet.
    pub fn advance(&mut self, packet: &SensorPacket, tries: usize) -> (Angles, bool) {
        self.packets = self.packets.saturating_add(1);
        let time_sec = f32::from(self.packets) * PERIOD_SEC / self.slower;
        let angles_rad = self.motion.angles_rad(self.start_rad, time_sec);
        // A remaining time below half a period counts as the end.
        let last_sec = self.motion.duration_sec() - f32::from(PERIOD_MS) / 2000.0;
        let is_over = time_sec >= last_sec;
        if let (true, Some(from)) = (is_over, self.then) {
            let [forward_g, ..] = packet.acceleration_g();
            let is_on_front =
                forward_g > LYING_G || forward_g >= -LYING_G && matches!(from, StandupFrom::Front);
            let up = if is_on_front { motions::STANDUP_FRONT } else { motions::STANDUP_BACK };
            let slower = SLOWER.get(tries % SLOWER.len()).copied().unwrap_or(1.0);
            *self = Self { slower, ..Self::new(up, None, angles_rad) };
            return (angles_rad, false);
        }
        (angles_rad, is_over)
    }
}
