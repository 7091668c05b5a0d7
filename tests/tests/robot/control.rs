//! Control of the skiller: the senders that may call and stop, and its published state.

use super::rig::{Rig, SENDER, exec};
use nao_sim::body::Pose;
use skill_runtime::skiller::SkillStatus::{Failed, Final, Inactive, Running};
use skill_runtime::skiller::{
    AcquireControl, Message, Policy, ReleaseControl, SkillerInterface, StopExec,
};
use skill_runtime::{Instant, NoTrace, SendError, Sent, Tick, TraceKind};
use skills_nao::interfaces::NaoBlackboard;

const ACQUIRE: AcquireControl = AcquireControl { steal_control: false };
const STEAL: AcquireControl = AcquireControl { steal_control: true };

/// Sends a message and runs one pass; returns whether the skiller accepted it.
fn granted(rig: &mut Rig<'_>, sender: u32, message: impl Into<Message>) -> bool {
    let before = rig.skiller.refused();
    assert!(!rig.send(sender, message).is_refused());
    rig.pass();
    rig.skiller.refused() == before
}

/// Returns the published state of the skiller.
fn published(board: &NaoBlackboard) -> SkillerInterface {
    board.skiller.sample().data
}

#[test]
fn anyone_may_call_and_stop_while_nobody_has_control() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    assert!(granted(&mut rig, 1, exec("getup{}")));
    assert_eq!(published(&board).status, Running);
    assert!(granted(&mut rig, 2, StopExec {}));
    let stopped = SkillerInterface::default();
    assert_eq!(published(&board), stopped);
    assert_eq!(stopped.status, Inactive);
    assert!(rig.skiller.machine().is_none());
}

#[test]
fn only_the_controller_may_call_and_stop() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    assert!(granted(&mut rig, 1, ACQUIRE));
    assert_eq!(published(&board).exclusive_controller, 1);
    assert!(!granted(&mut rig, 2, exec("stop{}")));
    assert_eq!(published(&board).status, Inactive);
    assert!(granted(&mut rig, 1, exec("getup{}")));
    assert!(!granted(&mut rig, 2, StopExec {}));
    assert_eq!(published(&board).skill_string, "getup{}");
    assert_eq!(published(&board).status, Running);
    assert!(granted(&mut rig, 1, StopExec {}));
    assert_eq!(published(&board).status, Inactive);
    assert_eq!(published(&board).exclusive_controller, 1);
}

#[test]
fn control_is_kept_until_it_is_stolen() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    assert!(granted(&mut rig, 1, ACQUIRE));
    assert!(granted(&mut rig, 1, ACQUIRE), "it has it already");
    assert!(!granted(&mut rig, 2, ACQUIRE));
    assert_eq!(published(&board).exclusive_controller, 1);
    assert!(granted(&mut rig, 1, exec("getup{}")));
    assert!(granted(&mut rig, 2, STEAL));
    assert_eq!(published(&board).exclusive_controller, 2);
    assert_eq!(published(&board).status, Running, "the call continues");
    assert!(!granted(&mut rig, 1, StopExec {}));
    assert!(granted(&mut rig, 2, StopExec {}));
}

#[test]
fn control_is_released_by_the_controller() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    assert!(granted(&mut rig, 1, ACQUIRE));
    assert!(!granted(&mut rig, 2, ReleaseControl {}));
    assert_eq!(published(&board).exclusive_controller, 1);
    assert!(granted(&mut rig, 1, ReleaseControl {}));
    assert_eq!(published(&board).exclusive_controller, 0);
    assert!(granted(&mut rig, 2, exec("getup{}")));
    assert_eq!(published(&board).status, Running);
}

#[test]
fn the_call_and_its_message_are_published() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    let sent = rig.send(SENDER, exec("getup(1)"));
    rig.pass();
    let now = published(&board);
    assert_eq!((now.msgid, now.status), (sent.id().0, Running));
    assert_eq!(now.skill_string, "getup(1)");
    assert_eq!(rig.finish(), (Final, 1000));
    let now = published(&board);
    assert_eq!((now.msgid, now.status), (sent.id().0, Final));
    assert_eq!(board.skiller.sample().handled, sent.id());
}

#[test]
fn a_call_stops_the_one_that_runs() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    rig.start("getup{}");
    rig.pass_for(100);
    assert_eq!(rig.start("park{}"), Running);
    let mut events = rig.trace.iter().map(|entry| entry.event);
    let first = events.next().expect("an event");
    assert_eq!((first.skill.name, first.kind), ("getup", TraceKind::Reset));
    assert!(events.all(|event| event.skill.name == "park"));
    assert_eq!(published(&board).skill_string, "park{}");
}

#[test]
fn a_stop_resets_a_skill_with_its_sub_skills() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    rig.start("standup{}");
    rig.trace.clear();
    assert!(granted(&mut rig, SENDER, StopExec {}));
    let events = rig.trace.iter().map(|entry| entry.event);
    let resets: Vec<_> = events.map(|event| (event.skill.name, event.kind)).collect();
    let reset = TraceKind::Reset;
    assert_eq!(resets, [("getup", reset), ("standup", reset)]);
}

#[test]
fn of_several_calls_in_one_pass_the_last_runs() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    for call in ["park{}", "nonsense{}", "getup{}"] {
        assert!(!rig.send(SENDER, exec(call)).is_refused());
    }
    assert_eq!(rig.pass(), Running);
    assert_eq!(published(&board).skill_string, "getup{}");
    assert_eq!(rig.error(), "");
    // `park` was called too, but never began.
    let began = rig.trace.iter().filter(|entry| !matches!(entry.event.kind, TraceKind::Called(_)));
    let skills: Vec<_> = began.map(|entry| entry.event.skill.name).collect();
    assert!(!skills.is_empty() && skills.into_iter().all(|skill| skill == "getup"));
}

#[test]
fn a_sender_sees_that_the_queue_is_full() {
    let board = NaoBlackboard::new();
    let rig = Rig::exact(&board, Pose::Sitting);
    let ids: Vec<u32> = std::iter::from_fn(|| match rig.send(SENDER, exec("stop{}")) {
        Sent::Queued(id) => Some(id.0),
        Sent::Refused(error) => {
            assert_eq!(error, SendError::QueueFull);
            None
        }
    })
    .collect();
    assert!(ids.len() > 4 && ids.is_sorted_by(|a, b| a < b), "{ids:?}");
    assert_eq!(board.skiller.overflows(), 1);
}

#[test]
fn a_sender_sees_that_there_is_no_skiller() {
    let board = NaoBlackboard::new();
    let sent = board.skiller.send_as(SENDER, exec("stop{}"));
    assert_eq!(sent, Sent::Refused(SendError::NoWriter));
    drop(Rig::exact(&board, Pose::Sitting));
    assert!(!board.skiller.has_writer());
    // Another skiller may take its place.
    Rig::exact(&board, Pose::Sitting);
}

#[test]
fn an_error_belongs_to_its_run() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    assert_eq!(rig.run("kick{}").0, Failed);
    assert_eq!(rig.error(), "no leg defined");
    assert!(rig.skiller.failure().is_some());
    rig.pass_for(100);
    assert_eq!(rig.error(), "no leg defined", "it stays until the next call");
    assert_eq!(rig.start("getup{}"), Running);
    assert_eq!((rig.error().as_str(), rig.skiller.failure()), ("", None));
    assert_eq!(rig.finish().0, Final);
    assert_eq!(rig.error(), "");
}

#[test]
fn a_stop_clears_the_error() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    assert_eq!(rig.run("kick{}").0, Failed);
    assert!(granted(&mut rig, SENDER, StopExec {}));
    assert_eq!(published(&board), SkillerInterface::default());
    assert_eq!(rig.skiller.failure(), None);
}

#[test]
fn an_unknown_skill_is_failed_with_a_text() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    assert_eq!(rig.run("standap{}"), (Failed, 0));
    assert_eq!(rig.error(), "column 1: no such skill; did you mean \"standup\"?");
    assert_eq!(rig.run("dribble{}"), (Failed, 0));
    assert_eq!(rig.error(), "column 1: no such skill");
    assert_eq!(published(&board).skill_string, "dribble{}");
}

#[test]
fn an_unknown_skill_stops_the_one_that_runs() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    assert_eq!(rig.start("getup{}"), Running);
    assert_eq!(rig.start("dribble{}"), Failed);
    assert!(rig.skiller.machine().is_none());
}

#[test]
fn a_policy_refuses_skills_that_it_does_not_name() {
    let board = NaoBlackboard::new();
    let rig = Rig::exact(&board, Pose::Sitting);
    let mut rig = rig.with_policy(Policy::Only(&["getup", "stop"]));
    assert_eq!(rig.run("kick{leg=\"left\"}"), (Failed, 0));
    assert_eq!(rig.error(), "skill `kick` may not be called here");
    assert!(rig.transitions().is_empty());
    assert_eq!(rig.run("getup{}").0, Final);
}

/// A policy restricts calls, not the sub-skills that a skill runs.
#[test]
fn a_policy_leaves_sub_skills_alone() {
    let board = NaoBlackboard::new();
    let rig = Rig::exact(&board, Pose::Sitting);
    let mut rig = rig.with_policy(Policy::Only(&["standup"]));
    assert_eq!(rig.run("standup{}").0, Final);
    assert_eq!(rig.run("getup{}").0, Failed);
}

/// Fawkes's skiller also takes `RestartInterpreter`. Nothing is interpreted here, so
/// there is no such message: this match is complete.
#[test]
fn there_is_no_interpreter_to_restart() {
    let name = |message| match message {
        Message::ExecSkill(_) => "ExecSkill",
        Message::StopExec(_) => "StopExec",
        Message::AcquireControl(_) => "AcquireControl",
        Message::ReleaseControl(_) => "ReleaseControl",
    };
    assert_eq!(name(StopExec {}.into()), "StopExec");
}

#[test]
fn a_pass_in_two_parts_does_the_same() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    let mut tick = Tick::default();
    assert!(!rig.send(SENDER, exec("standup{from=\"back\"}")).is_refused());
    rig.skiller.serve(tick, NoTrace);
    assert_eq!(published(&board).status, Running);
    // Messages to the joints are not read: the skill fails at its time limit.
    let failed = (0..10_000).find(|count| {
        tick = Tick { time: Instant::from_millis(count * 10), count: tick.count + 1 };
        rig.skiller.step(tick, NoTrace) != Running
    });
    assert!(failed.is_some());
    let status = published(&board).status;
    assert!(status == Failed || status == Final);
    assert_eq!(published(&board).error, "", "a step makes no text");
    rig.skiller.serve(tick, NoTrace);
    assert_eq!(published(&board).error.is_empty(), status == Final);
}

#[test]
fn an_interrupted_skill_has_failed_with_the_reason() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::exact(&board, Pose::Sitting);
    rig.skiller.interrupt(Tick::default(), NoTrace, "nothing runs");
    assert_eq!(published(&board).status, Inactive);
    assert_eq!(rig.start("getup{}"), Running);
    rig.skiller.interrupt(Tick::default(), &mut rig.trace, "the cable was pulled");
    assert_eq!(published(&board).status, Failed);
    assert_eq!(published(&board).error, "the cable was pulled");
    assert!(rig.trace.iter().any(|entry| entry.event.kind == TraceKind::Reset));
}
