//! The rule in force: order and posture, and what they withhold.

use super::posture::PostureFilter;
use crate::hardware::{Command, Motion, SensorFrame};
use crate::interfaces::NaoState;
use crate::interfaces::state::{Conduct, Posture};
use crate::joint::Joint;
use crate::predicates::bent;
use core::time::Duration;
use skill_runtime::{Instant, MessageId};

/// The time in which stiffness goes to zero, s, and the one after which that is commanded again.
const SOFTEN_SEC: f32 = 0.05;
const AGAIN: Duration = Duration::from_millis(300);

/// Ends the motion that runs.
const STOP: Command = Command::StartMotion { motion: None, id: MessageId::NONE };
/// The time in which a robot comes to rest.
const SETTLES: Duration = Duration::from_secs(1);

/// Withholds the commands that the robot must not execute, and ends motions that it must not go on
/// with.
///
/// In the sensor stage it takes the [sensors](Self::sense), before the act stage the
/// [order](Self::order); [`Limited::guarded`](crate::body::Limited::guarded) applies it.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    posture: PostureFilter,
    /// The order of the referee; `None` without one.
    order: Option<Conduct>,
    /// The motion of the legs that the body executes, as far as it was commanded here.
    running: Option<(MessageId, Motion)>,
    /// Whether that was commanded since the last sample.
    is_new: bool,
    now: Instant,
    is_stiff: bool,
    /// The time at which the robot was made limp last.
    softened: Option<Instant>,
    /// The conduct since a time, and whether the joints hold their angles since then.
    since: (Conduct, Instant),
    is_held: bool,
    /// The measured angles of the joints, rad.
    joints_rad: [f32; Joint::COUNT],
    withheld: u32,
}

impl Guard {
    /// Takes a frame of the sensors.
    pub fn sense(&mut self, frame: &SensorFrame, now: Instant) {
        let runs = |(id, _): &(MessageId, Motion)| frame.moving == Some(*id);
        if !core::mem::take(&mut self.is_new) {
            self.running = self.running.filter(runs);
        }
        self.now = now;
        self.is_stiff = frame.stiffness.iter().any(|stiffness| *stiffness > 0.0);
        self.joints_rad = frame.sensors.joints;
        self.posture.sense(&frame.sensors, now, self.rises());
    }

    /// Takes the order of the referee; `None` if there is none.
    pub fn order(&mut self, order: Option<Conduct>) {
        self.order = order;
    }

    /// Returns the posture.
    #[must_use]
    pub fn posture(&self) -> Posture {
        let [left, right] =
            [Joint::LKneePitch, Joint::RKneePitch].map(|knee| self.joints_rad[knee.index()]);
        match self.posture.posture() {
            Posture::Upright if bent(left, right) => Posture::Sitting,
            posture => posture,
        }
    }

    /// Returns what the robot may do.
    #[must_use]
    pub fn conduct(&self) -> Conduct {
        let order = self.order.unwrap_or(Conduct::Play);
        // A robot that is half up would fall without stiffness.
        let posture = match self.posture() {
            posture if posture.lies() && self.rises() => Posture::Unknown,
            posture => posture,
        };
        order.in_posture(posture)
    }

    /// Returns the data of "Nao State".
    #[must_use]
    pub fn state(&self) -> NaoState {
        NaoState { posture: self.posture(), conduct: self.conduct(), withheld: self.withheld }
    }

    /// Returns whether a motion lifts the robot from the ground.
    fn rises(&self) -> bool {
        matches!(self.running, Some((_, Motion::Standup(_))))
    }

    /// Returns whether a command may pass, and takes note of it.
    pub(crate) fn passes(&mut self, command: &Command) -> bool {
        let is_down = self.posture().is_down() || self.rises();
        if !self.conduct().allows(command, is_down) {
            self.withheld = self.withheld.wrapping_add(1);
            return false;
        }
        match *command {
            Command::StartMotion { motion: None, .. } => self.running = None,
            Command::StartMotion { motion: Some(motion), id } if !motion.is_of_head() => {
                (self.running, self.is_new) = (Some((id, motion)), true);
            }
            _ => {}
        }
        true
    }

    /// Commands what ends a motion that must not go on, and takes the stiffness of a limp robot away.
    pub(crate) fn enforce(&mut self, mut command: impl FnMut(Command)) {
        let conduct = self.conduct();
        if let Some((_, motion)) = self.running
            && !may_go_on(conduct, motion)
        {
            command(STOP);
            self.running = None;
        }
        self.hold(&mut command);
        // The motion was that of standing up: now it may be that it lies.
        if self.conduct() != Conduct::Limp {
            self.softened = None;
            return;
        }
        let is_due = |last: Instant| self.is_stiff && self.now.since(last) >= AGAIN;
        if self.softened.is_none_or(is_due) {
            if self.softened.is_none() {
                command(STOP);
            }
            self.softened = Some(self.now);
            for joint in Joint::ALL {
                command(Command::SetStiffness { joint, value: 0.0, time_sec: SOFTEN_SEC });
            }
        }
    }

    /// Has the joints that may not move hold their angles, once what moved has come to rest: a joint
    /// without stiffness keeps its last goal, and would move to it later.
    fn hold(&mut self, command: &mut impl FnMut(Command)) {
        let conduct = self.conduct();
        if conduct != self.since.0 {
            (self.since, self.is_held) = ((conduct, self.now), false);
        }
        let rests = conduct == Conduct::Limp || self.now.since(self.since.1) >= SETTLES;
        if self.is_held || !rests || self.running.is_some() {
            return;
        }
        self.is_held = true;
        for (joint, angle_rad) in Joint::ALL.into_iter().zip(self.joints_rad) {
            let hold = Command::GotoAngle { joint, angle_rad, time_sec: 0.0 };
            if !conduct.allows(&hold, false) {
                command(hold);
            }
        }
    }
}

/// Returns whether a motion that runs may end by itself: a robot that has begun to stand up may do
/// so unless it must keep still.
fn may_go_on(conduct: Conduct, motion: Motion) -> bool {
    match motion {
        Motion::Standup(_) | Motion::GetUp => {
            matches!(conduct, Conduct::Posture | Conduct::Stay | Conduct::Play)
        }
        motion => conduct.allows_motion(motion, false),
    }
}
