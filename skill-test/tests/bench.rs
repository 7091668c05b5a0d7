//! The bench itself: drivers and their faults, time, records, and what it reports.

use core::num::NonZeroU32;
use skill_runtime::skiller::{AcquireControl, Policy, SkillStatus, SkillerInterface};
use skill_runtime::{
    Instant, MessageId, Stages, Status, Tick, TraceKind, agent, blackboard, interface, skill,
    skill_space,
};
use skill_test::Bench;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

interface! {
    /// An arm.
    pub Arm {
        fields { msgid: u32, final: bool, angle_rad: f32 }
        messages (capacity = 2) { Move { angle_rad: f32 } }
    }
}
blackboard! {
    /// An arm and a skiller.
    pub Board { arm: Arm, "Skiller": SkillerInterface }
}
skill! {
    /// Moves the arm.
    pub skill Lift(angle_rad: f32 = 1.0 in -1.5..=1.5) {
        depends_interfaces { arm: Arm (max_age = 50ms) }
        vars { id: MessageId = MessageId::NONE }
        start state Move {
            init { self.id = arm.send(arm::Move { angle_rad: self.angle_rad }).id(); }
            -> FAILED("message queue full") when arm.refused();
            -> FINAL when arm.done(self.id);
            -> FAILED("not there after {} s", 3.0) after 3s;
        }
    }
}
skill_space! {
    /// The callable skills.
    pub Skills on Board { Lift }
}
agent! {
    /// Lifts the arm again and again.
    pub agent Exerciser(times: u32 = 3) {
        depends_skills { Lift }
        vars { done: u32 = 0 }
        start state Lift = Lift {} {
            -> Count on FINAL;
            -> FAILED on FAILED;
        }
        state Count {
            init { self.done += 1; }
            -> FINAL when self.done == self.times;
            -> Lift after 100ms;
        }
    }
}

type Arms = skill_test::Driver<'static, Arm>;

/// Returns a bench with an arm that reaches each goal immediately.
fn with_arm() -> (Bench<'static, Board>, Arms) {
    let mut bench = Bench::<Board>::new();
    let arm = bench.driver(|board| &board.arm);
    arm.on_message(|arm, arm::Message::Move(to), id| {
        (arm.angle_rad, arm.msgid, arm.r#final) = (to.angle_rad, id.0, true);
    });
    (bench, arm)
}

#[test]
fn a_driver_publishes_and_receives() {
    let (bench, arm) = with_arm();
    let mut bench = bench.with_skill(Lift { angle_rad: Some(0.5) });
    assert_eq!(bench.run_to_final(), Duration::from_millis(10));
    assert_eq!(bench.board().arm.sample().data, arm.value());
    let received = arm.received();
    assert_eq!(arm.take_with_ids(), received);
    assert!(matches!(received[..], [(id, arm::Message::Move(_))] if id != MessageId::NONE));
    assert!(arm.take().is_empty());
}

#[test]
fn a_driver_can_hang_end_and_start_again() {
    let (bench, arm) = with_arm();
    arm.on_message(|_, _, _| {});
    let mut bench = bench.with_skill(Lift::default());
    bench.pass();
    arm.pause();
    assert_eq!(bench.run_to_failure(), "arm is stale");
    bench.reset();
    arm.remove();
    assert_eq!(bench.run_to_failure(), "no writer for arm");
    bench.reset();
    arm.restore();
    arm.resume();
    assert_eq!(bench.pass(), Status::Running);
    assert_eq!(arm.take().len(), 2, "one of each run in which there was an arm");
}

#[test]
fn a_paused_driver_is_stepped_by_hand() {
    let (bench, arm) = with_arm();
    arm.pause();
    arm.publish();
    let mut bench = bench.with_skill(Lift::default());
    bench.pass();
    let received = arm.next_message().expect("a message");
    arm.update(|arm| (arm.msgid, arm.r#final) = (received.id.0, true));
    assert_eq!(bench.pass(), Status::Running, "nothing was published");
    arm.publish();
    assert_eq!(bench.pass(), Status::Final);
}

#[test]
fn a_full_queue_and_other_senders() {
    let (bench, arm) = with_arm();
    arm.fill(arm::Move { angle_rad: 0.0 });
    let mut bench = bench.with_skill(Lift::default());
    assert_eq!(bench.run_to_failure(), "message queue full");
    assert_eq!(arm.take().len(), 2);
    assert!(!arm.send_as(7, arm::Move { angle_rad: 0.1 }).is_refused());
    bench.pass();
    assert_eq!(arm.take(), [arm::Message::Move(arm::Move { angle_rad: 0.1 })]);
}

#[test]
fn time_passes_as_the_test_says() {
    let mut bench = Bench::<Board>::new();
    let arm = bench.driver(|board| &board.arm);
    let mut bench = bench.with_period(Duration::from_millis(20)).with_skill(Lift::default());
    bench.set_now(Tick { time: Instant::from_millis(100), count: u32::MAX });
    bench.pass();
    assert_eq!(bench.now(), Tick { time: Instant::from_millis(120), count: 0 });
    assert_eq!(bench.elapsed(), Duration::from_millis(100));
    bench.wait(Duration::from_millis(2960));
    assert_eq!(bench.pass(), Status::Running, "2.98 s after the entry");
    assert_eq!(bench.pass(), Status::Failed, "3 s after the entry");
    assert_eq!(bench.reason(), "not there after 3 s");
    drop(arm);
}

#[test]
fn the_record_is_text() {
    let (mut bench, _arm) = with_arm();
    let seen = Rc::new(RefCell::new(0));
    let count = Rc::clone(&seen);
    bench.watch(move |event| {
        *count.borrow_mut() += u32::from(matches!(event.kind, TraceKind::Transition { .. }));
    });
    let mut bench = bench.with_skill(Lift::default());
    bench.run_to_final();
    assert_eq!(bench.transitions(), ["lift: Move -> FINAL"]);
    assert!(bench.trace().contains("t=0.010 lift: Move -> FINAL"), "{}", bench.trace());
    assert_eq!((bench.entries("lift", "FINAL"), *seen.borrow()), (1, 1));
    bench.clear();
    assert!(bench.trace().is_empty() && bench.events().is_empty());
}

#[test]
#[should_panic(expected = "no writer for arm; the trace:\nt=0.000 lift")]
fn a_failure_where_none_is_expected_shows_the_trace() {
    Bench::<Board>::new().with_skill(Lift::default()).run_to_final();
}

#[test]
#[should_panic(expected = "not reached within 1s; the trace:")]
fn a_condition_that_never_holds_ends() {
    let (bench, _arm) = with_arm();
    bench.with_skill(Lift::default()).pass_until(Duration::from_secs(1), |_| false);
}

#[test]
#[should_panic(expected = "still running after 1s; the trace:")]
fn a_call_that_never_ends_ends() {
    let (bench, arm) = with_arm();
    arm.on_message(|_, _, _| {});
    bench.with_limit(Duration::from_secs(1)).with_skill(Lift::default()).finish();
}

#[test]
#[should_panic(expected = "Arm already has a writer")]
fn two_drivers_of_an_interface_are_refused() {
    let (mut bench, _arm) = with_arm();
    bench.driver(|board| &board.arm);
}

#[test]
fn a_skiller_runs_calls() {
    let (bench, _arm) = with_arm();
    let mut bench = bench.with_skiller::<Skills>();
    assert_eq!(bench.start("lift{angle_rad=0.2}"), SkillStatus::Running);
    assert_eq!(bench.stop(), SkillStatus::Inactive);
    bench.start("lift(7)");
    assert_eq!((bench.status(), bench.calls().len()), (SkillStatus::Failed, 2));
    bench.start("lift{}");
    bench.run_to_final();
    assert!(bench.failed_skill().is_empty());

    let mut bench = Bench::<Board>::new().with_skiller::<Skills>();
    assert_eq!(bench.start("lift{}"), SkillStatus::Failed);
    assert_eq!((bench.reason().as_str(), bench.failed_skill()), ("no writer for arm", "lift"));
}

#[test]
fn a_policy_restricts_the_calls() {
    let (bench, _arm) = with_arm();
    let mut bench = bench.with_skiller::<Skills>().with_policy(Policy::Only(&[]));
    assert_eq!(bench.start("lift{}"), SkillStatus::Failed);
}

#[test]
fn an_agent_has_its_skills_run() {
    let (bench, arm) = with_arm();
    let bench = bench.with_skiller::<Skills>();
    let mut bench = bench.with_agent(Exerciser { times: Some(2) }, NonZeroU32::MIN);
    bench.pass_until(Duration::from_secs(1), |bench| bench.state() == ExerciserState::Count);
    assert_eq!(bench.skiller_status(), SkillStatus::Final);
    bench.run_to_final();
    assert_eq!((bench.calls(), arm.take().len()), (&["lift{}", "lift{}"].map(String::from)[..], 2));
}

#[test]
fn an_agent_without_control_or_skiller_waits() {
    let (bench, _arm) = with_arm();
    let bench = bench.with_skiller::<Skills>();
    let mut bench = bench.with_agent(Exerciser::default(), NonZeroU32::MIN);
    bench.remove_skiller();
    bench.pass_for(Duration::from_millis(50));
    assert!(!bench.agent().in_control() && bench.skiller().is_none());
    bench.restore_skiller();
    bench.send(9, AcquireControl { steal_control: false });
    bench.pass_for(Duration::from_millis(50));
    assert_eq!(bench.skiller_interface().exclusive_controller, 9);
    assert!(!bench.agent().in_control());
    bench.stop_agent();
    assert_eq!(bench.state(), ExerciserState::Lift);
}

#[test]
fn a_simulator_takes_part_in_each_pass() {
    /// Counts its stages.
    #[derive(Default)]
    struct Stage {
        order: Vec<&'static str>,
    }
    impl Stages for Stage {
        fn sensor(&mut self, _: Tick) {
            self.order.push("sensor");
        }
        fn world_model(&mut self, _: Tick) {
            self.order.push("world model");
        }
        fn think(&mut self, _: Tick) {
            self.order.push("never");
        }
        fn skill(&mut self, _: Tick) {
            self.order.push("never");
        }
        fn act(&mut self, _: Tick) {
            self.order.push("act");
        }
    }
    let (mut bench, _arm) = with_arm();
    let stage = bench.add(Stage::default());
    bench.with_skill(Lift::default()).pass();
    assert_eq!(stage.borrow().order, ["sensor", "world model", "act"]);
}

thread_local! {
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// Returns a value at every second call.
fn moody() -> Option<u32> {
    CALLS.set(CALLS.get() + 1);
    (CALLS.get() % 2 == 1).then_some(CALLS.get())
}

skill! {
    /// Has a guard that gives two values in one pass.
    pub skill Moody() -> u32 {
        start state Wait { -> FINAL(n) when let Some(n) = moody(); }
    }
}

#[test]
#[should_panic(expected = "a guard gave two values in one pass: it calls a function that is not \
                           pure\nhelp: call the function in `loop`, or use `without_explanations()`")]
fn a_guard_that_is_not_pure_is_named() {
    let mut bench = Bench::<Board>::new().with_skill(Moody {});
    for _ in 0..3 {
        bench.pass();
    }
}

#[test]
fn a_guard_that_is_not_pure_passes_without_explanations() {
    let mut bench = Bench::<Board>::new().with_skill(Moody {}).without_explanations();
    for _ in 0..3 {
        bench.pass();
    }
}
