//! A body that executes commands, and the only way to command it.
//!
//! A body gets [`Checked`] commands alone, and only [`Limited`] passes them on, so no command goes
//! around the limits. There are three: the simulated robot of `nao-sim`, the command buffer that
//! `nao-c` hands to the C program on the robot, and the V6 of `nao-lola`.

use crate::conduct::Guard;
use crate::hardware::{Command, Motion};
use crate::joint::Joint;
use crate::limits::{Checked, Limits};
use skill_runtime::MessageId;

/// A body that executes commands. It is commanded through [`Limited`]
/// alone, so every number that it gets is finite and within its limits.
pub trait Body {
    /// The limits of its commands.
    const LIMITS: Limits = Limits::NAO_V3;
    /// Executes a command, which is finite and within the limits.
    fn execute(&mut self, command: Checked);
}

/// The numbers of commands to a body, which wrap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LimitCounts {
    /// The number of commands that the body got, including the clamped ones.
    pub passed: u32,
    /// The number of commands that were changed to be within the limits.
    pub clamped: u32,
    /// The number of commands that were discarded because of a NaN or an infinity.
    pub discarded: u32,
}

/// A body whose commands are limited to what it [declares](Body::LIMITS).
#[derive(Debug)]
pub struct Limited<'a, B> {
    body: &'a mut B,
    counts: &'a mut LimitCounts,
    guard: Option<&'a mut Guard>,
}

impl<'a, B: Body> Limited<'a, B> {
    /// Limits the commands to `body`, and counts in `counts`.
    pub fn new(body: &'a mut B, counts: &'a mut LimitCounts) -> Self {
        Self { body, counts, guard: None }
    }

    /// As [`new`](Self::new); a guard withholds what the robot must not do. What it must not go on
    /// with ends first.
    pub fn guarded(
        body: &'a mut B,
        counts: &'a mut LimitCounts,
        mut guard: Option<&'a mut Guard>,
    ) -> Self {
        let mut limited = Self::new(body, counts);
        if let Some(guard) = &mut guard {
            guard.enforce(|command| limited.command(command));
        }
        Self { guard, ..limited }
    }

    /// Passes a command to the body. Each joint of a command is one command.
    pub fn command(&mut self, command: Command) {
        match B::LIMITS.check(command) {
            Some((checked, clamped)) => {
                if self.guard.as_mut().is_some_and(|guard| !guard.passes(&checked)) {
                    return;
                }
                self.counts.passed = self.counts.passed.wrapping_add(1);
                self.counts.clamped = self.counts.clamped.wrapping_add(u32::from(clamped));
                self.body.execute(checked);
            }
            None => self.counts.discarded = self.counts.discarded.wrapping_add(1),
        }
    }

    /// Changes the stiffness of a joint to `value`, 0 to 1, in `time_sec`.
    pub fn set_stiffness(&mut self, joint: Joint, value: f32, time_sec: f32) {
        self.command(Command::SetStiffness { joint, value, time_sec });
    }

    /// Moves a joint to an angle in `time_sec`; 0: as fast as it can.
    pub fn goto_angle(&mut self, joint: Joint, angle_rad: f32, time_sec: f32) {
        self.command(Command::GotoAngle { joint, angle_rad, time_sec });
    }

    /// Moves a joint to an angle at a fraction of its highest speed, 0 to 1.
    pub fn move_with_speed(&mut self, joint: Joint, angle_rad: f32, speed: f32) {
        self.command(Command::MoveWithSpeed { joint, angle_rad, speed });
    }

    /// Starts a motion; `None` ends the one that runs. `id` is the id of the message that
    /// requested it.
    pub fn start_motion(&mut self, motion: Option<Motion>, id: MessageId) {
        self.command(Command::StartMotion { motion, id });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::Leg;

    #[derive(Default)]
    struct Recorder(Option<Command>);

    impl Body for Recorder {
        fn execute(&mut self, command: Checked) {
            self.0 = Some(*command);
        }
    }

    /// Returns what a body gets of a command, and the counts.
    fn passed(command: Command) -> (Option<Command>, u32, u32) {
        let (mut body, mut counts) = (Recorder::default(), LimitCounts::default());
        Limited::new(&mut body, &mut counts).command(command);
        (body.0, counts.clamped, counts.discarded)
    }

    #[test]
    fn commands_within_the_limits_pass_unchanged() {
        for joint in Joint::ALL {
            let (low, high) = joint.limits_rad();
            for angle_rad in [low, high, 0.0, -0.0] {
                let command = Command::GotoAngle { joint, angle_rad, time_sec: 60.0 };
                assert_eq!(passed(command), (Some(command), 0, 0));
            }
        }
        let stop = Command::StartMotion { motion: None, id: MessageId(3) };
        assert_eq!(passed(stop), (Some(stop), 0, 0));
    }

    #[test]
    fn a_command_beyond_the_limits_is_clamped_and_counted_once() {
        let joint = Joint::LKneePitch;
        let (low, high) = joint.limits_rad();
        let command = Command::GotoAngle { joint, angle_rad: 100.0, time_sec: -1.0 };
        let expected = Command::GotoAngle { joint, angle_rad: high, time_sec: 0.0 };
        assert_eq!(passed(command), (Some(expected), 1, 0));
        let command = Command::MoveWithSpeed { joint, angle_rad: -100.0, speed: 2.55 };
        let expected = Command::MoveWithSpeed { joint, angle_rad: low, speed: 1.0 };
        assert_eq!(passed(command), (Some(expected), 1, 0));
        let command = Command::SetStiffness { joint, value: f32::MAX, time_sec: 1e9 };
        let expected = Command::SetStiffness { joint, value: 1.0, time_sec: 60.0 };
        assert_eq!(passed(command), (Some(expected), 1, 0));
        let motion = |motion| Command::StartMotion { motion: Some(motion), id: MessageId(1) };
        let wild = Motion::WalkVelocity { x: -7.0, y: 7.0, theta: 1e9, speed: -1.0 };
        let tame = Motion::WalkVelocity { x: -1.0, y: 1.0, theta: 1.0, speed: 0.0 };
        assert_eq!(passed(motion(wild)), (Some(motion(tame)), 1, 0));
        let wild = Motion::Kick { leg: Leg::Left, strength: 9.0 };
        let tame = Motion::Kick { leg: Leg::Left, strength: 1.0 };
        assert_eq!(passed(motion(wild)), (Some(motion(tame)), 1, 0));
    }

    #[test]
    fn a_command_with_a_nan_or_an_infinity_is_discarded_and_counted() {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let joint = Joint::HeadYaw;
            let id = MessageId(1);
            for command in [
                Command::GotoAngle { joint, angle_rad: bad, time_sec: 1.0 },
                Command::GotoAngle { joint, angle_rad: 0.0, time_sec: bad },
                Command::MoveWithSpeed { joint, angle_rad: bad, speed: 1.0 },
                Command::MoveWithSpeed { joint, angle_rad: 0.0, speed: bad },
                Command::SetStiffness { joint, value: bad, time_sec: 1.0 },
                Command::SetStiffness { joint, value: 1.0, time_sec: bad },
                Command::StartMotion { motion: Some(Motion::Turn { angle_rad: bad }), id },
                Command::StartMotion { motion: Some(Motion::WalkStraight { distance_m: bad }), id },
                Command::StartMotion { motion: Some(Motion::WalkSideways { distance_m: bad }), id },
                Command::StartMotion {
                    motion: Some(Motion::WalkArc { angle_rad: 1.0, radius_m: bad }),
                    id,
                },
                Command::StartMotion {
                    motion: Some(Motion::MoveHead { yaw: 0.0, pitch: bad, speed: 1.0 }),
                    id,
                },
            ] {
                assert_eq!(passed(command), (None, 0, 1), "{command:?}");
            }
        }
    }
}
