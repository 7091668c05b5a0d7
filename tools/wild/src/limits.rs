//! The limits of the body, checked without the code that limits the commands.

use anyhow::ensure;
use nao_sim::body::Robot;
use nao_skills::abi::{
    NAO_JOINTS, NAO_MOTION_GET_UP, NAO_MOTION_KICK, NAO_MOTION_MOVE_HEAD, NAO_MOTION_PARK,
    NAO_MOTION_STANDUP, NAO_MOTION_STOP, NAO_MOTION_TURN, NAO_MOTION_WALK_ARC,
    NAO_MOTION_WALK_SIDEWAYS, NAO_MOTION_WALK_STRAIGHT, NAO_MOTION_WALK_VELOCITY,
    NAO_MOTION_YAW_PITCH_HEAD, NaoActuators, NaoMotion,
};
use skills_nao::hardware::Motion;
use skills_nao::joint::Joint;
use std::ops::RangeInclusive;

const TIME: RangeInclusive<f32> = 0.0..=60.0;
const DISTANCE: RangeInclusive<f32> = -20.0..=20.0;
/// The angles of a turn, rad.
const TURN: RangeInclusive<f32> = -12.6..=12.6;
/// The fractions: of speeds, of the stiffness, of a kick.
const FRACTION: RangeInclusive<f32> = 0.0..=1.0;
const PART: RangeInclusive<f32> = -1.0..=1.0;
/// An argument that a motion does not have.
const NONE: RangeInclusive<f32> = 0.0..=0.0;

fn angle(joint: Joint) -> RangeInclusive<f32> {
    let (low, high) = joint.limits_rad();
    low..=high
}

fn argument_ranges(kind: u32) -> Option<[RangeInclusive<f32>; 4]> {
    let (yaw, pitch) = (angle(Joint::HeadYaw), angle(Joint::HeadPitch));
    Some(match kind {
        NAO_MOTION_STOP | NAO_MOTION_GET_UP | NAO_MOTION_PARK => [NONE, NONE, NONE, NONE],
        NAO_MOTION_STANDUP => [0.0..=2.0, NONE, NONE, NONE],
        NAO_MOTION_KICK => [FRACTION, FRACTION, NONE, NONE],
        NAO_MOTION_WALK_STRAIGHT | NAO_MOTION_WALK_SIDEWAYS => [DISTANCE, NONE, NONE, NONE],
        NAO_MOTION_WALK_ARC => [TURN, DISTANCE, NONE, NONE],
        NAO_MOTION_WALK_VELOCITY => [PART, PART, PART, FRACTION],
        NAO_MOTION_TURN => [TURN, NONE, NONE, NONE],
        NAO_MOTION_MOVE_HEAD => [yaw, pitch, FRACTION, NONE],
        NAO_MOTION_YAW_PITCH_HEAD => [yaw, pitch, TIME, NONE],
        _ => return None,
    })
}

/// Checks the commands of one cycle. Returns their number.
pub fn check_actuators(told: &NaoActuators) -> anyhow::Result<u64> {
    for joint in Joint::ALL {
        let i = joint.index();
        if told.moves & joint.bit() != 0 {
            let (target, time, speed) = (told.target_rad[i], told.time_sec[i], told.speed[i]);
            ensure!(angle(joint).contains(&target), "{joint:?} to {target} rad");
            ensure!(TIME.contains(&time), "{joint:?} in {time} s");
            ensure!(FRACTION.contains(&speed), "{joint:?} at a speed of {speed}");
        }
        if told.stiffens & joint.bit() != 0 {
            let (value, time) = (told.stiffness[i], told.stiffness_time_sec[i]);
            ensure!(FRACTION.contains(&value), "stiffness {value} of {joint:?}");
            ensure!(TIME.contains(&time), "stiffness of {joint:?} in {time} s");
        }
    }
    ensure!((told.moves | told.stiffens) >> NAO_JOINTS == 0, "a joint that there is not");
    let motions = told.motion.get(..told.motions as usize);
    let motions = motions.ok_or_else(|| anyhow::anyhow!("{} motions", told.motions))?;
    for NaoMotion { kind, argument, .. } in motions {
        let within = argument_ranges(*kind).is_some_and(|ranges| {
            ranges.iter().zip(argument).all(|(range, argument)| range.contains(argument))
        });
        ensure!(within, "motion {kind} with {argument:?}");
    }
    let joints = told.moves.count_ones() + told.stiffens.count_ones();
    Ok(u64::from(joints) + u64::from(told.motions))
}

/// Checks the state of a simulated robot, and the motion that it was commanded.
pub fn check_robot(robot: &Robot) -> anyhow::Result<()> {
    for joint in Joint::ALL {
        let (position, stiffness) = (robot.joint(joint), robot.stiffness(joint));
        ensure!(angle(joint).contains(&position), "{joint:?} at {position} rad");
        ensure!(FRACTION.contains(&stiffness), "stiffness {stiffness} of {joint:?}");
    }
    let within = match robot.motion() {
        None | Some(Motion::Standup(_) | Motion::GetUp | Motion::Park) => true,
        Some(Motion::Kick { strength, .. }) => FRACTION.contains(&strength),
        Some(Motion::WalkStraight { distance_m } | Motion::WalkSideways { distance_m }) => {
            DISTANCE.contains(&distance_m)
        }
        Some(Motion::WalkArc { angle_rad, radius_m }) => {
            TURN.contains(&angle_rad) && DISTANCE.contains(&radius_m)
        }
        Some(Motion::WalkVelocity { x, y, theta, speed }) => {
            [x, y, theta].iter().all(|part| PART.contains(part)) && FRACTION.contains(&speed)
        }
        Some(Motion::Turn { angle_rad }) => TURN.contains(&angle_rad),
        // The head is not a motion of the legs.
        Some(Motion::MoveHead { .. } | Motion::YawPitchHead { .. }) => false,
    };
    ensure!(within, "the motion {:?}", robot.motion());
    let place = robot.place();
    ensure!(place.x_m.is_finite() && place.y_m.is_finite(), "the robot at {place:?}");
    Ok(())
}
