//! The limits of the commands to a body.
//!
//! Skills compute commands from arguments, messages and sensors, any of which can be wrong. Only
//! [`Limits::check`] makes [`Checked`] commands of them.

use crate::hardware::{Command, Motion};
use crate::joint::Joint;
use core::ops::Deref;

/// The limits that a body declares for its commands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// The lowest and the highest position of each joint by index, rad (hands: 0 to 1).
    pub joints_rad: [(f32, f32); Joint::COUNT],
    /// The longest time of a movement or of a change of stiffness, s.
    pub time_sec: f32,
    /// The longest distance and the largest radius of a walk, m.
    pub distance_m: f32,
    /// The largest angle of a turn, rad.
    pub turn_rad: f32,
}

impl Limits {
    /// The limits of the NAO V3: its joints'; one minute; three times the length of the field;
    /// two turns.
    pub const NAO_V3: Self = {
        let mut joints_rad = [(0.0, 0.0); Joint::COUNT];
        let mut index = 0;
        while index < Joint::COUNT {
            joints_rad[index] = Joint::ALL[index].limits_rad();
            index += 1;
        }
        Self { joints_rad, time_sec: 60.0, distance_m: 20.0, turn_rad: 12.6 }
    };

    /// Returns the command with each number moved to the nearest allowed one, and whether that
    /// has changed it; `None` if one of its numbers is NaN or infinite.
    #[must_use]
    pub fn check(&self, command: Command) -> Option<(Checked, bool)> {
        let mut check = Check { limits: self, finite: true, clamped: false };
        let command = match command {
            Command::SetStiffness { joint, value, time_sec } => Command::SetStiffness {
                joint,
                value: check.fraction(value),
                time_sec: check.time(time_sec),
            },
            Command::GotoAngle { joint, angle_rad, time_sec } => Command::GotoAngle {
                joint,
                angle_rad: check.angle(joint, angle_rad),
                time_sec: check.time(time_sec),
            },
            Command::MoveWithSpeed { joint, angle_rad, speed } => Command::MoveWithSpeed {
                joint,
                angle_rad: check.angle(joint, angle_rad),
                speed: check.fraction(speed),
            },
            Command::StartMotion { motion, id } => {
                Command::StartMotion { motion: motion.map(|motion| check.motion(motion)), id }
            }
        };
        check.finite.then_some((Checked(command), check.clamped))
    }
}

/// The check of one command.
struct Check<'a> {
    limits: &'a Limits,
    finite: bool,
    clamped: bool,
}

impl Check<'_> {
    /// Returns `value` clamped to `low..=high`. `f32::clamp` would have a panic path.
    fn within(&mut self, value: f32, low: f32, high: f32) -> f32 {
        self.finite &= value.is_finite();
        let nearest = if value < low {
            low
        } else if value > high {
            high
        } else {
            return value;
        };
        self.clamped = true;
        nearest
    }

    fn symmetric(&mut self, value: f32, most: f32) -> f32 {
        self.within(value, -most, most)
    }

    fn fraction(&mut self, value: f32) -> f32 {
        self.within(value, 0.0, 1.0)
    }

    fn time(&mut self, time_sec: f32) -> f32 {
        self.within(time_sec, 0.0, self.limits.time_sec)
    }

    fn distance(&mut self, distance_m: f32) -> f32 {
        self.symmetric(distance_m, self.limits.distance_m)
    }

    fn turn(&mut self, angle_rad: f32) -> f32 {
        self.symmetric(angle_rad, self.limits.turn_rad)
    }

    fn angle(&mut self, joint: Joint, angle_rad: f32) -> f32 {
        let (low, high) = self.limits.joints_rad.get(joint.index()).copied().unwrap_or_default();
        self.within(angle_rad, low, high)
    }

    fn motion(&mut self, motion: Motion) -> Motion {
        match motion {
            Motion::Standup(_) | Motion::GetUp | Motion::Park => motion,
            Motion::Kick { leg, strength } => {
                Motion::Kick { leg, strength: self.fraction(strength) }
            }
            Motion::WalkStraight { distance_m } => {
                Motion::WalkStraight { distance_m: self.distance(distance_m) }
            }
            Motion::WalkSideways { distance_m } => {
                Motion::WalkSideways { distance_m: self.distance(distance_m) }
            }
            Motion::WalkArc { angle_rad, radius_m } => Motion::WalkArc {
                angle_rad: self.turn(angle_rad),
                radius_m: self.distance(radius_m),
            },
            Motion::WalkVelocity { x, y, theta, speed } => Motion::WalkVelocity {
                x: self.symmetric(x, 1.0),
                y: self.symmetric(y, 1.0),
                theta: self.symmetric(theta, 1.0),
                speed: self.fraction(speed),
            },
            Motion::Turn { angle_rad } => Motion::Turn { angle_rad: self.turn(angle_rad) },
            Motion::MoveHead { yaw, pitch, speed } => Motion::MoveHead {
                yaw: self.angle(Joint::HeadYaw, yaw),
                pitch: self.angle(Joint::HeadPitch, pitch),
                speed: self.fraction(speed),
            },
            Motion::YawPitchHead { yaw_rad, pitch_rad, time_sec } => Motion::YawPitchHead {
                yaw_rad: self.angle(Joint::HeadYaw, yaw_rad),
                pitch_rad: self.angle(Joint::HeadPitch, pitch_rad),
                time_sec: self.time(time_sec),
            },
        }
    }
}

/// A command within the limits of a body. Only [`Limits::check`] creates it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Checked(Command);

impl Deref for Checked {
    type Target = Command;
    fn deref(&self) -> &Command {
        &self.0
    }
}
