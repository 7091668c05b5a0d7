//! The skills reach FINAL.

use super::rig::Rig;
use nao_sim::body::{Pose, Robot};
use skill_runtime::skiller::SkillStatus::{Failed, Final, Running};
use skill_runtime::{SkillSpace, TraceEntry};
use skills_nao::hardware::{Motion, Sensors};
use skills_nao::interfaces::{NaoBlackboard, motion};
use skills_nao::joint::Joint;
use skills_nao::skills::{NaoBody, NaoSoccer};

const SEEDS: u64 = 50;

const LYING: &[&str] = &[
    "servo: Servo -> FINAL",
    "standup: TurnOn -> Standup",
    "standup: Standup -> Wait",
    "standup: Wait -> Check",
    "standup: Check -> FINAL",
];
const UPRIGHT: &[&str] = &[
    "standup: TurnOn -> Getup",
    "getup: Wait -> FINAL",
    "standup: Getup -> Check",
    "standup: Check -> FINAL",
];

/// Runs `standup{}` on robots whose sensors are noisy, each in its own way.
fn stands_up(pose: Pose, transitions: &[&str], millis: u64) {
    for seed in 0..SEEDS {
        let board = NaoBlackboard::new();
        let mut rig = Rig::new(&board, Robot::new(pose, seed));
        if pose == Pose::Sitting {
            assert_eq!(rig.run("servo{enable=true}").0, Final);
            rig.pass_for(500);
        }
        assert_eq!(rig.run("standup{}"), (Final, millis), "seed {seed}");
        assert_eq!(rig.sim.pose(), Pose::Standing, "seed {seed}");
        assert_eq!(rig.transitions(), transitions, "seed {seed}");
        assert_eq!(rig.error(), "");
    }
}

#[test]
fn standup_from_the_back() {
    stands_up(Pose::LyingBack, LYING, 12_600);
}

#[test]
fn standup_from_the_front() {
    stands_up(Pose::LyingFront, LYING, 11_600);
}

#[test]
fn standup_from_sitting() {
    stands_up(Pose::Sitting, UPRIGHT, 3300);
}

#[test]
fn standup_from_standing() {
    stands_up(Pose::Standing, UPRIGHT, 3300);
}

#[test]
fn standup_from_sitting_fails_if_the_robot_still_sits() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    assert_eq!(rig.run("servo{enable=true}").0, Final);
    rig.pass_for(500);
    rig.start("standup{}");
    rig.pass_for(1000);
    assert!(!board.naoqi_motion.send_as(1, motion::Stop {}).is_refused());
    assert_eq!(rig.finish(), (Failed, 12_000));
    assert_eq!(rig.error(), "it is not upright");
}

/// The argument counts, not the accelerometer, as in Fawkes; but a robot that lies is not up.
#[test]
fn standup_believes_its_argument() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, Robot::without_noise(Pose::LyingBack));
    assert_eq!(rig.run("standup{from=\"front\"}"), (Failed, 11_600));
    assert_eq!(rig.error(), "it still lies");
    assert_eq!(rig.sim.pose(), Pose::LyingBack);
}

/// The motors of a sitting robot are not checked, as in Fawkes.
#[test]
fn standup_turns_no_motor_on_for_one_that_sits() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, Robot::without_noise(Pose::Sitting));
    assert_eq!(rig.run("standup{}"), (Failed, 13_000));
    assert_eq!(rig.error(), "it is not upright");
    assert_eq!(rig.sim.pose(), Pose::Sitting);
}

#[test]
fn every_skill_of_the_body_ends_final() {
    let calls = [
        ("standup", "standup{}", 3300),
        ("getup", "getup{}", 3000),
        ("servo", "servo{head_yaw=0.5, time_sec=1, tolerance_rad=0.01}", 1000),
        ("park", "park{}", 3000),
        ("stop", "stop{}", 0),
        ("kick", "kick{leg=\"left\"}", 12_500),
    ];
    for skill in NaoBody::SKILLS {
        let call = calls.iter().find(|(name, ..)| *name == skill.name);
        let (_, call, millis) = call.unwrap_or_else(|| panic!("no call of {}", skill.name));
        let board = NaoBlackboard::new();
        let mut rig = Rig::exact(&board, Pose::Standing);
        let (status, took) = rig.run(call);
        assert_eq!(status, Final, "{call}: {}", rig.error());
        // An angle may arrive a tick late, since joints move in steps.
        assert!(took.abs_diff(*millis) <= 10, "{call} took {took} ms");
    }
}

#[test]
fn getup_rises_from_sitting_in_its_time() {
    for (call, millis) in [("getup{}", 3000), ("getup(5)", 5000), ("getup{time_sec=3.5}", 3500)] {
        let board = NaoBlackboard::new();
        let mut rig = Rig::exact(&board, Pose::Sitting);
        assert_eq!(rig.run(call), (Final, millis));
        assert_eq!(rig.sim.pose(), Pose::Standing);
    }
}

#[test]
fn park_sits_down_and_turns_the_motors_off_on_request() {
    for (call, stiffness) in [("park{}", 1.0), ("park{servos_off=true}", 0.0)] {
        let board = NaoBlackboard::new();
        let mut rig = Rig::exact(&board, Pose::Standing);
        assert_eq!(rig.run(call), (Final, 3000));
        assert_eq!(rig.sim.pose(), Pose::Sitting);
        for joint in Joint::ALL {
            assert!((rig.sim.robot().stiffness(joint) - stiffness).abs() < 1e-6);
        }
    }
}

#[test]
fn stop_ends_a_motion() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Standing);
    let walk = motion::WalkStraight { distance: 1.0 };
    assert!(!board.naoqi_motion.send_as(1, walk).is_refused());
    rig.pass_for(100);
    let walking = Motion::WalkStraight { distance_m: 1.0 };
    assert_eq!(rig.sim.robot().motion(), Some(walking));
    assert_eq!(rig.run("stop{}"), (Final, 0));
    assert_eq!(rig.sim.robot().motion(), None);
}

#[test]
fn kick_kicks_with_either_leg() {
    for leg in ["left", "right"] {
        let board = NaoBlackboard::new();
        let mut rig = Rig::exact(&board, Pose::Standing);
        assert_eq!(rig.run(&format!("kick{{leg=\"{leg}\"}}")), (Final, 12_500));
        assert_eq!(rig.sim.robot().kicks(), 1);
        assert_eq!(rig.sim.pose(), Pose::Standing);
    }
}

#[test]
fn servo_moves_the_given_joints() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::LyingBack);
    let call = "servo{head_yaw=0.6, l_elbow_roll=-0.9, time_sec=2, tolerance_rad=0.01}";
    assert_eq!(rig.start(call), Running);
    assert_eq!(rig.finish().0, Final);
    let robot = rig.sim.robot();
    assert!((robot.joint(Joint::HeadYaw) - 0.6).abs() <= 0.01);
    assert!((robot.joint(Joint::LElbowRoll) + 0.9).abs() <= 0.01);
}

#[test]
fn servo_moves_all_joints_with_one_message() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::LyingBack);
    let info = NaoSoccer::SKILLS.iter().find(|info| info.name == "servo");
    let joints = info.and_then(|info| info.group).expect("joints");
    assert_eq!(joints.len(), 22);
    let given: Vec<_> = joints.iter().map(|arg| format!("{}=0.0", arg.name)).collect();
    let before = board.nao_joint_positions.sample().handled;
    rig.start(&format!("servo{{{}, time_sec=2}}", given.join(", ")));
    rig.pass();
    let after = board.nao_joint_positions.sample().handled;
    // A message's number is where it ends in the ring: 22 of them would take 132 words.
    assert!((1..40).contains(&(after.0 - before.0)), "{before:?} {after:?}");
    assert_eq!(rig.finish().0, Final);
}

#[test]
fn servo_does_not_wait_for_yaw_and_pitch() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::LyingBack);
    assert_eq!(rig.run("servo{yaw=0.5, pitch=-0.2}"), (Final, 0));
    rig.pass_for(600);
    assert!((rig.sim.robot().joint(Joint::HeadYaw) - 0.5).abs() < 0.01);
    assert!((rig.sim.robot().joint(Joint::HeadPitch) + 0.2).abs() < 0.01);
}

#[test]
fn servo_turns_the_motors_on_and_off() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, Robot::without_noise(Pose::LyingBack));
    for (call, stiffness) in [("servo{enable=true}", 1.0), ("servo{enable=false}", 0.0)] {
        assert_eq!(rig.run(call), (Final, 0));
        rig.pass_for(600);
        assert!((rig.sim.robot().stiffness(Joint::HeadYaw) - stiffness).abs() < 1e-6);
    }
}

/// Returns the trace of some calls, and the sensors at the end.
fn played(seed: u64) -> (Vec<TraceEntry>, Sensors) {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, Robot::new(Pose::LyingBack, seed));
    let mut trace = Vec::new();
    for call in ["standup{}", "kick{leg=\"right\"}", "servo{head_yaw=1}", "servo{", "park{}"] {
        rig.run(call);
        trace.extend(rig.trace.iter().copied());
    }
    (trace, rig.sim.robot().sensors())
}

#[test]
fn equal_seeds_give_equal_runs() {
    let (trace, felt) = played(7);
    assert!(trace.len() > 10);
    assert_eq!((trace, felt), played(7));
    assert_ne!(felt, played(8).1);
}
