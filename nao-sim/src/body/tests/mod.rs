//! The robot as a whole.

mod motions;
mod world;

use core::time::Duration;

use super::*;
use skills_nao::hardware::{Leg, StandupFrom};

const STEP: Duration = Duration::from_millis(10);

/// Steps on for `sec` seconds.
fn run(robot: &mut Robot, sec: f32) {
    let end = robot.time() + Duration::from_secs_f32(sec);
    while robot.time() < end {
        robot.step(STEP);
    }
}

/// Returns a robot with full stiffness and exact sensors.
fn stiff(pose: Pose) -> Robot {
    let mut robot = Robot::without_noise(pose);
    robot.set_stiffness(None, 1.0, 0.0);
    robot
}

/// Starts a motion and steps on to its end; how many steps that took.
fn steps_of(robot: &mut Robot, motion: Motion, dt: Duration) -> u128 {
    robot.start_motion(motion);
    let mut steps = 0;
    while robot.moving() {
        assert_eq!(robot.motion(), Some(motion));
        robot.step(dt);
        steps += 1;
    }
    steps
}

fn close(a: f32, b: f32) -> bool {
    (a - b).abs() < 2e-3
}

const KICK: Motion = Motion::Kick { leg: Leg::Left, strength: 1.0 };
const BACK: Motion = Motion::Standup(StandupFrom::Back);
const FRONT: Motion = Motion::Standup(StandupFrom::Front);
const DETECT: Motion = Motion::Standup(StandupFrom::Detect);
