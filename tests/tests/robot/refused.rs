//! A skill whose message is refused cannot reach its purpose: it must be FAILED.

use super::rig::Rig;
use nao_sim::body::Pose;
use skill_runtime::skiller::SkillStatus::{Failed, Final};
use skills_nao::interfaces::{NaoBlackboard, motion};

/// Checks that `call` fails if the queue of naomotion is full, so that its `message` is refused.
fn fails_with_a_full_queue(call: &str, message: &str, pose: Pose) {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, pose);
    while !board.naoqi_motion.send_as(9, motion::GetUp).is_refused() {}
    let before = board.naoqi_motion.overflows();
    let status = rig.run(call).0;
    let lost = board.naoqi_motion.overflows() - before;
    assert_eq!((lost, status), (1, Failed), "{call}");
    assert_eq!(rig.error(), format!("naomotion refused {message}: queue full"));
}

#[test]
fn stop_with_a_full_queue() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Standing);
    while !board.naoqi_motion.send_as(9, motion::GetUp).is_refused() {}
    let before = board.naoqi_motion.overflows();
    assert_eq!(rig.run("stop{}").0, Final, "it discards the messages before it");
    assert_eq!(board.naoqi_motion.overflows(), before);
    assert!(!board.naoqi_motion.send_as(9, motion::GetUp).is_refused(), "nothing waits");
}

#[test]
fn getup_with_a_full_queue() {
    fails_with_a_full_queue("getup{}", "GetUp", Pose::Sitting);
}

#[test]
fn park_with_a_full_queue() {
    fails_with_a_full_queue("park{}", "Park", Pose::Standing);
}

#[test]
fn kick_with_a_full_queue() {
    fails_with_a_full_queue("kick{leg=\"left\"}", "Kick", Pose::Standing);
}

#[test]
fn standup_with_a_full_queue() {
    fails_with_a_full_queue("standup{}", "Standup", Pose::LyingBack);
}

#[test]
fn park_that_cannot_turn_the_motors_off() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Standing);
    assert!(rig.sim.remove_writer("Nao Joint Stiffness"));
    assert_eq!(rig.run("park{servos_off=true}").0, Failed);
    assert_eq!(rig.error(), "naostiffness refused SetBodyStiffness: no writer");
}
