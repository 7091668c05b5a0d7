//! Every way to FAILED, with the reason that the skiller publishes.

use super::rig::Rig;
use nao_sim::body::{Pose, Robot};
use skill_runtime::skiller::SkillStatus::{Failed, Final, Running};
use skills_nao::interfaces::{NaoBlackboard, joints, motion, stiffness};

const MOTION: &str = "NaoQi Motion";
const POSITIONS: &str = "Nao Joint Positions";
const STIFFNESS: &str = "Nao Joint Stiffness";
const SENSORS: &str = "Nao Sensors";

/// Checks that `call` fails in its first pass if the interface `id` has no writer.
fn fails_without(id: &str, call: &str, pose: Pose, skill: &str, why: &str) {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, pose);
    assert!(rig.sim.remove_writer(id));
    assert_eq!(rig.run(call), (Failed, 0), "{call}");
    assert_eq!((rig.failed_skill(), rig.error().as_str()), (skill, why));
    rig.pass_for(100);
    assert_eq!(rig.sim.robot().motion(), None, "{call} moved the robot");
}

#[test]
fn getup_without_naomotion() {
    let why = "no writer for naomotion";
    fails_without(MOTION, "getup{}", Pose::Sitting, "getup", why);
}

#[test]
fn park_without_naomotion() {
    let why = "no writer for naomotion";
    fails_without(MOTION, "park{}", Pose::Standing, "park", why);
}

#[test]
fn stop_without_naomotion() {
    let why = "no writer for naomotion";
    fails_without(MOTION, "stop{}", Pose::Standing, "stop", why);
}

#[test]
fn kick_without_naomotion() {
    let why = "no writer for naomotion";
    fails_without(MOTION, "kick{leg=\"left\"}", Pose::Standing, "kick", why);
}

#[test]
fn servo_without_naojoints() {
    let why = "no writer for naojoints";
    fails_without(POSITIONS, "servo{head_yaw=1}", Pose::Standing, "servo", why);
}

#[test]
fn servo_without_naostiffness() {
    let why = "no writer for naostiffness";
    fails_without(STIFFNESS, "servo{head_yaw=1}", Pose::Standing, "servo", why);
}

#[test]
fn servo_without_naomotion() {
    let why = "no writer for naomotion";
    fails_without(MOTION, "servo{head_yaw=1}", Pose::Standing, "servo", why);
}

#[test]
fn standup_from_lying_without_naojoints() {
    let why = "no writer for naojoints";
    fails_without(POSITIONS, "standup{}", Pose::LyingBack, "servo", why);
}

#[test]
fn standup_from_lying_without_naostiffness() {
    let why = "no writer for naostiffness";
    fails_without(STIFFNESS, "standup{}", Pose::LyingFront, "servo", why);
}

#[test]
fn standup_from_lying_without_naomotion() {
    let why = "no writer for naomotion";
    fails_without(MOTION, "standup{}", Pose::LyingBack, "standup", why);
}

#[test]
fn standup_from_sitting_without_naomotion() {
    let why = "no writer for naomotion";
    fails_without(MOTION, "standup{}", Pose::Sitting, "standup", why);
}

#[test]
fn standup_without_naosensors() {
    let why = "no writer for naosensors";
    fails_without(SENSORS, "standup{}", Pose::LyingBack, "standup", why);
}

/// With the side as an argument, sensors are not required.
#[test]
fn standup_from_a_side_without_naosensors() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::LyingBack);
    assert!(rig.sim.remove_writer(SENSORS));
    assert_eq!(rig.run("standup{from=\"back\"}"), (Final, 12_300));
    assert_eq!(rig.sim.pose(), Pose::Standing);
}

#[test]
fn kick_without_a_leg() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Standing);
    assert_eq!(rig.run("kick{}"), (Failed, 0));
    assert_eq!(rig.error(), "no leg defined");
    assert_eq!(rig.transitions(), ["kick: Wait -> FAILED"]);
    assert_eq!(rig.run("kick{leg=nil}"), (Failed, 0));
}

#[test]
fn servo_of_a_limp_joint_times_out() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, Robot::without_noise(Pose::LyingBack));
    assert_eq!(rig.run("servo{head_pitch=0.4, time_sec=1}"), (Failed, 2000));
    assert_eq!(
        rig.error(),
        "head_pitch servo timeout. actual: 0.000000  expected: 0.400000  tolerance: 0.250000"
    );
    assert_eq!(rig.transitions(), ["servo: Servo -> PrintErr", "servo: PrintErr -> FAILED"]);
}

#[test]
fn servo_reports_the_first_of_the_joints_that_are_off() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, Robot::without_noise(Pose::LyingBack));
    rig.run("servo{r_elbow_roll=1.2, head_yaw=0.1, l_elbow_roll=-1.2}");
    let error = rig.error();
    assert!(error.starts_with("l_elbow_roll servo timeout"), "{error}");
}

#[test]
fn servo_with_a_full_queue_of_naojoints() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::LyingBack);
    let other = joints::GotoAngle { servo: 0, value: 0.0, time_sec: 1.0 };
    while !board.nao_joint_positions.send_as(9, other.clone()).is_refused() {}
    assert_eq!(rig.run("servo{head_yaw=1}"), (Failed, 0));
    assert_eq!(rig.error(), "naojoints refused GotoAngle: queue full");
    assert_eq!(board.nao_joint_positions.overflows(), 2);
}

#[test]
fn servo_with_a_full_queue_of_naostiffness() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::LyingBack);
    let other = stiffness::SetStiffness { servo: 0, value: 0.0, time_sec: 1.0 };
    while !board.nao_joint_stiffness.send_as(9, other.clone()).is_refused() {}
    assert_eq!(rig.run("standup{}"), (Failed, 0));
    assert_eq!(rig.error(), "naostiffness refused SetBodyStiffness: queue full");
    assert_eq!(rig.failed_skill(), "servo");
}

#[test]
fn servo_with_a_full_queue_of_naomotion() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::LyingBack);
    while !board.naoqi_motion.send_as(9, motion::GetUp).is_refused() {}
    assert_eq!(rig.run("servo{yaw=0.5, pitch=0.1}"), (Failed, 0));
    assert_eq!(rig.error(), "naomotion refused YawPitchHead: queue full");
}

#[test]
fn calls_that_are_wrong() {
    let wrong = [
        ("getup{time_sec=50}", "column 16: must lie in 0.1..=30.0"),
        ("getup{time_sec=\"x\"}", "column 16: expected a number"),
        ("getup{3, 4}", "column 10: skill `getup` has 1 arguments"),
        ("getup{time_sec=3", "column 17: expected `,` or `}`"),
        ("stop", "column 5: expected `{` or `(` after the name"),
        (
            "getup{tme_sec=3}",
            "column 7: skill `getup` has no such argument; did you mean \"time_sec\"?",
        ),
        ("kick{leg=\"lift\"}", "column 10: expected \"left\" or \"right\"; did you mean \"left\"?"),
    ];
    for (call, why) in wrong {
        let board = NaoBlackboard::new();
        let mut rig = Rig::exact(&board, Pose::Standing);
        assert_eq!(rig.run(call), (Failed, 0), "{call}");
        assert_eq!(rig.error(), why, "{call}");
        assert_eq!(rig.skiller.failure(), None);
        assert!(rig.transitions().is_empty());
    }
}

#[test]
fn naomotion_vanishes_during_a_motion() {
    for (call, pose, skill) in [
        ("getup{}", Pose::Sitting, "getup"),
        ("park{}", Pose::Standing, "park"),
        ("kick{leg=\"left\"}", Pose::Standing, "kick"),
        ("standup{}", Pose::LyingBack, "standup"),
    ] {
        let board = NaoBlackboard::new();
        let mut rig = Rig::exact(&board, pose);
        assert_eq!(rig.start(call), Running);
        assert_eq!(rig.pass_for(1000), Running);
        assert!(rig.sim.remove_writer(MOTION));
        assert_eq!(rig.pass(), Failed, "{call}");
        assert_eq!((rig.failed_skill(), &*rig.error()), (skill, "no writer for naomotion"));
    }
}

#[test]
fn an_interface_vanishes_while_servo_waits() {
    for (id, why) in [
        (POSITIONS, "no writer for naojoints"),
        (STIFFNESS, "no writer for naostiffness"),
        (MOTION, "no writer for naomotion"),
    ] {
        let board = NaoBlackboard::new();
        let mut rig = Rig::exact(&board, Pose::LyingBack);
        assert_eq!(rig.start("servo{head_yaw=1, time_sec=1}"), Running);
        assert_eq!(rig.pass_for(500), Running);
        assert!(rig.sim.remove_writer(id));
        assert_eq!(rig.pass(), Failed, "{id}");
        assert_eq!(rig.error(), why);
    }
}

#[test]
fn naostiffness_vanishes_before_the_motors_are_turned_on() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, Robot::without_noise(Pose::LyingBack));
    rig.pass();
    assert!(rig.sim.remove_writer(STIFFNESS));
    assert_eq!(rig.run("standup{}"), (Failed, 0));
    assert_eq!(rig.error(), "no writer for naostiffness");
    assert_eq!(rig.sim.pose(), Pose::LyingBack);
}
