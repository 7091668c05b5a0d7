//! Agents: they run skills through the skiller, and reach it over the blackboard only.

use core::num::NonZeroU32;
use core::time::Duration;
use skill_runtime::skiller::{AcquireControl, Message, ReleaseControl, SkillStatus, StopExec};
use skill_runtime::skiller::{ExecSkill, SkillerFailure, SkillerInterface};
use skill_runtime::{Agent, Machine as _, Status, StoredFailure, Text};
use skill_runtime::{agent, blackboard, interface, skill, skill_space};
use skill_test::{AgentOnSkiller, Bench, Driver};
use std::ops::{Deref, DerefMut};

/// No test waits longer.
const LIMIT: Duration = Duration::from_secs(2);

interface! {
    /// The lamp that the agent reads.
    pub Lamp {
        fields {
            on: bool,
            broken: bool,
        }
    }
}

interface! {
    /// The horn that an agent blows itself.
    pub Horn {
        messages (capacity = 2) {
            Blow,
        }
    }
}

blackboard! {
    /// A lamp, a horn and a skiller.
    pub Board { "Skiller": SkillerInterface, "Lamp": Lamp, "Horn": Horn }
}

skill! {
    /// Works for some passes.
    #[allow(skill::unused_argument)]
    pub skill Work(
        /// The number of passes.
        passes: u32 in 1..=99,
        who: Text<32> = Text::new(),
    ) {
        depends_interfaces { lamp: Lamp = "Lamp" }
        vars { done: u32 = 0 }
        start state Busy {
            loop { self.done += 1; }
            -> FAILED("broken") when lamp.broken;
            -> FINAL when self.done == self.passes;
        }
    }
}

skill! {
    /// Returns how bright it is.
    pub skill Read() -> u32 {
        depends_interfaces { lamp: Lamp = "Lamp" }
        start state Look {
            -> FAILED("broken") when lamp.broken;
            -> FINAL(if lamp.on { 9 } else { 1 }) after 20ms;
        }
    }
}

skill_space! {
    pub Space on Board { Work, Read }
}

agent! {
    /// Reads until it is bright, at most twice, or until it has failed three times.
    pub agent Reader() {
        depends_skills { Read }
        vars { reads: u32 = 0 }
        start state Look = Read {} {
            init { self.reads += 1; }
            -> FINAL on FINAL(bright) when bright > 5;
            -> Look on FINAL when self.reads < 2;
            -> FAILED("dark") on FINAL;
            -> Look on FAILED when self.reads < 3;
            -> FAILED on FAILED;
        }
    }
}

agent! {
    /// Works while the lamp is on, and counts successes and failures.
    pub agent Foreman(
        /// The number of failures before the agent gives up.
        patience: u32 = 2,
    ) {
        depends_skills { Work }
        depends_interfaces { lamp: Lamp = "Lamp" }
        vars { done: u32 = 0, failed: u32 = 0 }

        start state Idle { -> At when lamp.on; }
        state At = Work {
            passes: 3 + self.done,
            who: Text::try_from("a \"b\"\\").unwrap_or_default()
        } {
            -> Count on FINAL;
            -> Trouble on FAILED;
            -> Idle when !lamp.on;
        }
        state Count {
            init { self.done += 1; }
            -> Idle otherwise;
        }
        state Trouble {
            init { self.failed += 1; }
            -> FAILED("failed {} times", self.failed) when self.failed > self.patience;
            -> Idle otherwise;
        }
    }
}

agent! {
    /// Works, and blows the horn after a while.
    pub agent Herald() {
        depends_skills { Work }
        depends_interfaces { horn: Horn = "Horn" }
        vars { left: u32 = 0 }

        start state At = Work { passes: 99 }? {
            exit { self.left += 1; }
            -> FINAL on FINAL;

            start state Quiet { -> Loud after 5 ticks; }
            state Loud { init { horn.send(horn::Blow); } }
        }
    }
}

const ME: NonZeroU32 = NonZeroU32::new(7).unwrap();

/// The agent and a skiller on a bench, and the lamp.
struct Rig {
    bench: Bench<'static, Board, AgentOnSkiller<'static, Foreman, Space>>,
    lamp: Driver<'static, Lamp>,
}

impl Deref for Rig {
    type Target = Bench<'static, Board, AgentOnSkiller<'static, Foreman, Space>>;
    fn deref(&self) -> &Self::Target {
        &self.bench
    }
}

impl DerefMut for Rig {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.bench
    }
}

impl Rig {
    fn new() -> Self {
        let mut bench = Bench::<Board>::new();
        let lamp = bench.driver(|board| &board.lamp);
        Self { bench: bench.with_skiller().with_agent(Foreman::default(), ME), lamp }
    }
    /// Runs passes until the agent is in this state, and returns how many it took.
    fn until(&mut self, state: ForemanState) -> u32 {
        self.bench.pass_until(LIMIT, |bench| bench.state() == state)
    }
    /// Runs passes until `done` units of work are done.
    fn until_done(&mut self, done: u32) {
        self.bench.pass_until(LIMIT, |bench| bench.agent().machine().vars().done == done);
    }
    fn light(&self, on: bool, broken: bool) {
        self.lamp.set(Lamp { on, broken });
    }
    fn send(&self, sender: u32, message: impl Into<Message>) {
        assert!(!self.bench.send(sender, message).is_refused());
    }
}

#[test]
fn it_takes_control_and_has_its_skill_run_to_the_end() {
    let mut rig = Rig::new();
    rig.pass();
    assert_eq!(rig.skiller_interface().exclusive_controller, 7);
    assert!(!rig.agent().in_control(), "it has not seen that yet");
    rig.pass();
    assert!(rig.agent().in_control());
    rig.light(true, false);
    rig.until(ForemanState::At);
    assert_eq!(
        rig.skiller_interface().status,
        SkillStatus::Inactive,
        "the call is sent one pass later"
    );
    rig.pass();
    assert_eq!(rig.skiller_interface().status, SkillStatus::Running);
    assert_eq!(rig.skiller_interface().skill_string.as_str(), r#"work{passes=3, who="a \"b\"\\"}"#);
    rig.until_done(1);
    // The lamp is still on: in the same pass it works again.
    assert_eq!(rig.agent().machine().state(), ForemanState::At);
    assert_eq!(rig.skiller_interface().status, SkillStatus::Final);
    rig.pass();
    assert_eq!(rig.skiller_interface().skill_string.as_str(), r#"work{passes=4, who="a \"b\"\\"}"#);
}

#[test]
fn guards_on_outcomes_decide() {
    for (on, broken, reads, end) in [
        (true, false, 1, "FINAL  \"on FINAL(bright) when bright > 5\""),
        (false, false, 2, "FAILED  \"on FINAL\""),
        (false, true, 3, "FAILED  \"on FAILED\""),
    ] {
        let mut bench = Bench::<Board>::new();
        let lamp = bench.driver(|board| &board.lamp);
        lamp.set(Lamp { on, broken });
        let mut bench: Bench<Board, AgentOnSkiller<Reader, Space>> =
            bench.with_skiller().with_agent(Reader {}, ME);
        bench.pass_until(LIMIT, |bench| bench.agent().machine().status() != Status::Running);
        assert_eq!(bench.agent().machine().vars().reads, reads);
        assert!(bench.trace().contains(&format!("reader: Look -> {end}")), "{}", bench.trace());
    }
}

#[test]
fn leaving_the_state_stops_the_skill() {
    let mut rig = Rig::new();
    rig.light(true, false);
    rig.until(ForemanState::At);
    rig.pass();
    assert_eq!(rig.skiller_interface().status, SkillStatus::Running);
    rig.light(false, false);
    rig.until(ForemanState::Idle);
    assert_eq!(rig.skiller_interface().status, SkillStatus::Inactive);
    assert!(rig.skiller().is_some_and(|skiller| skiller.machine().is_none()));
    assert_eq!(rig.agent().machine().vars().done, 0);
}

#[test]
fn a_skill_that_fails_is_known_and_the_agent_can_fail_of_it() {
    let mut rig = Rig::new();
    rig.light(true, true);
    for _ in 0..100 {
        rig.pass();
    }
    assert_eq!(rig.agent().machine().status(), Status::Failed);
    let failure = rig.agent().machine().failure().expect("failed").to_string();
    assert_eq!(failure, "failed 3 times");
    assert_eq!(rig.skiller_interface().error.as_str(), "broken");
    assert_eq!(rig.skiller_interface().exclusive_controller, 0, "it gave control back");
    assert!(!rig.agent().in_control());
}

#[test]
fn while_another_has_control_it_waits() {
    let mut rig = Rig::new();
    rig.send(3, AcquireControl { steal_control: false });
    rig.light(true, false);
    for _ in 0..20 {
        assert_eq!(rig.pass(), Status::Running);
    }
    assert_eq!(rig.skiller_interface().exclusive_controller, 3);
    assert_eq!(rig.skiller_interface().status, SkillStatus::Inactive);
    rig.send(3, ReleaseControl {});
    rig.until(ForemanState::At);
    assert_eq!(rig.skiller_interface().exclusive_controller, 7);
}

#[test]
fn when_control_is_stolen_it_begins_anew_once_it_has_it_again() {
    let mut rig = Rig::new();
    rig.light(true, false);
    rig.until_done(1);
    rig.pass();
    rig.send(3, AcquireControl { steal_control: true });
    rig.pass();
    rig.pass();
    assert!(!rig.agent().in_control());
    assert_eq!(rig.agent().machine().vars().done, 0, "reset");
    assert_eq!(
        rig.skiller_interface().status,
        SkillStatus::Running,
        "the call continues: it is not his"
    );
    rig.send(3, StopExec {});
    rig.send(3, ReleaseControl {});
    rig.until_done(1);
}

#[test]
fn a_call_that_is_stopped_or_replaced_has_failed() {
    for other in [Message::from(StopExec {}), Message::from(work("work{passes=9}"))] {
        let mut rig = Rig::new();
        rig.light(true, false);
        rig.until(ForemanState::At);
        rig.pass();
        // As the controller could from another program.
        rig.send(7, other);
        rig.pass();
        rig.pass();
        assert_eq!(rig.agent().machine().vars().failed, 1);
    }
}

#[test]
fn without_a_skiller_it_waits_and_when_it_goes_the_skill_has_failed() {
    let mut rig = Rig::new();
    rig.remove_skiller();
    rig.light(true, false);
    for _ in 0..5 {
        assert_eq!(rig.pass(), Status::Running);
    }
    assert!(!rig.agent().in_control());
    rig.restore_skiller();
    rig.until(ForemanState::At);
    rig.pass();
    rig.remove_skiller();
    rig.pass();
    assert!(!rig.agent().in_control(), "who has control cannot be known");
}

#[test]
fn stopping_it_stops_its_skill_and_gives_control_back() {
    let mut rig = Rig::new();
    rig.light(true, false);
    rig.until(ForemanState::At);
    rig.pass();
    rig.stop_agent();
    assert_eq!(rig.skiller_interface().status, SkillStatus::Inactive);
    assert_eq!(rig.skiller_interface().exclusive_controller, 0);
}

#[test]
fn an_agent_whose_own_message_is_refused_fails_and_stops_its_skill() {
    for is_full in [false, true] {
        let mut bench = Bench::<Board>::new();
        let (_lamp, horn) = (bench.driver(|board| &board.lamp), bench.driver(|board| &board.horn));
        let mut bench: Bench<'_, Board, AgentOnSkiller<'_, Herald, Space>> =
            bench.with_skiller().with_agent(Herald::default(), ME);
        bench.pass_until(LIMIT, |bench| bench.skiller_interface().status == SkillStatus::Running);
        let before = bench.agent().machine().state();
        assert_eq!(before, HeraldState::Quiet);
        for _ in 0..10 {
            if is_full {
                horn.fill(horn::Blow);
            }
            bench.pass();
        }
        let machine = bench.agent().machine();
        let skiller = bench.skiller_interface();
        if is_full {
            assert_eq!(machine.status(), Status::Failed);
            let failure = machine.failure().expect("failed").to_string();
            assert_eq!(failure, "horn refused Blow: queue full");
            assert_eq!(machine.vars().left, 1, "the state around was left");
            assert_eq!((skiller.status, skiller.exclusive_controller), (SkillStatus::Inactive, 0));
        } else {
            assert_eq!(machine.state(), HeraldState::Loud);
            assert_eq!((skiller.status, skiller.exclusive_controller), (SkillStatus::Running, 7));
        }
    }
}

#[test]
fn an_agent_is_data_like_a_skill() {
    assert_eq!(Foreman::INFO.name, "foreman");
    assert_eq!(Foreman::INFO.deps.len(), 1);
    assert_eq!(Foreman::INFO.graph.states.len(), 6);
    let dot = skill_studio::graph::Dot(Foreman::INFO).to_string();
    assert!(dot.contains("work"), "{dot}");
}

fn work(call: &str) -> ExecSkill {
    ExecSkill { skill_string: Text::try_from(call).expect("short") }
}

fn wink(ports: &mut WaiterPorts<'_>, at: u32) -> Status {
    ports.sign.winks += 1;
    if ports.sign.winks == at { Status::Final } else { Status::Running }
}

interface! {
    /// The sign that the agent shows.
    pub Sign {
        fields {
            /// The number of times that it winked.
            winks: u32,
        }
    }
}

blackboard! {
    /// A lamp, a sign and a skiller.
    pub Counter { "Skiller": SkillerInterface, "Lamp": Lamp, "Sign": Sign }
}

skill_space! {
    /// The skills that the waiter calls.
    pub OnCounter on Counter { Work }
}

agent! {
    /// Winks while a skill works.
    pub agent Waiter(winks: u32 = 2) {
        depends_skills { Work }
        depends_interfaces { writes sign: Sign = "Sign" }
        start state Serve = (action wink(self.winks), Work { passes: 6 })? { -> FINAL on FINAL; }
    }
}

#[test]
fn an_agent_runs_actions_beside_its_skill() {
    for (broken, winks, status, reason) in [
        (false, 2, Status::Final, String::new()),
        (true, 2, Status::Failed, "work: it has failed".to_owned()),
    ] {
        let mut bench = Bench::<Counter>::new();
        let lamp = bench.driver(|board| &board.lamp);
        lamp.set(Lamp { on: true, broken });
        let mut bench =
            bench.with_skiller::<OnCounter>().with_agent(Waiter { winks: Some(winks) }, ME);
        while bench.pass() == Status::Running {}
        assert_eq!(bench.board().sign.sample().data.winks, winks, "not after FINAL");
        let machine = bench.agent().machine();
        assert_eq!(machine.status(), status);
        let failure = machine.failure().map(|failure| failure.to_string()).unwrap_or_default();
        assert_eq!(failure, reason);
    }
}

skill! {
    /// Lifts something.
    pub skill Lift(z_m: f32) {
        depends_interfaces { lamp: Lamp = "Lamp" }
        start state Up {
            -> FAILED(STUCK: "stuck at {} m, after {} tries", self.z_m, 3_u8) when lamp.broken;
            -> FAILED(SLOW: "slow: {}", lamp.on) after 50ms;
            -> FINAL when !lamp.on;
        }
    }
}

skill! {
    /// Lifts by a sub-skill.
    pub skill LiftHigh() {
        depends_skills { Lift }
        start state Up = Lift { z_m: 0.5 }? { -> FINAL on FINAL; }
    }
}

blackboard! {
    /// A lamp, and a skiller that publishes failures.
    pub Site { "Skiller Failure": SkillerFailure, "Skiller": SkillerInterface, "Lamp": Lamp }
}

skill_space! {
    pub Lifts on Site { Lift, LiftHigh }
}

agent! {
    /// Decides by the failure of a call.
    pub agent Decider(z_m: f32 = 0.5) {
        depends_skills { LiftHigh, Lift }
        start state Up = LiftHigh {} {
            -> Again on FAILED(why) when why.is(Lift::SLOW) && why.is_of::<Lift>();
            -> Give(why)
                on FAILED(why) when why.number(0) == Some(0.5) && why.number(1) == Some(3.0);
            -> FAILED("another") on FAILED;
            -> FINAL on FINAL;
        }
        state Again = Lift { z_m: self.z_m }? { -> FINAL on FINAL; }
        state Give(why: StoredFailure) { -> FAILED(self.why) after 10ms; }
    }
}

#[test]
fn an_agent_has_the_failure_of_the_skill_that_it_called() {
    let run = |broken, z_m| {
        let mut bench = Bench::<Site>::new();
        let lamp = bench.driver(|board| &board.lamp);
        lamp.set(Lamp { on: true, broken });
        let mut bench = bench.with_skiller::<Lifts>().with_agent(Decider { z_m: Some(z_m) }, ME);
        while bench.pass() == Status::Running {}
        let failure = bench.agent().machine().failure().expect("failed");
        (failure.skill.name, failure.to_string())
    };
    assert_eq!(run(true, 0.5), ("lift", "stuck at 0.5 m, after 3 tries".to_owned()));
    // A value that is no number has no name for an agent.
    assert_eq!(run(false, 0.5), ("lift", "slow: #1".to_owned()));
}

#[test]
fn the_skiller_has_no_failure_of_an_earlier_call() {
    let mut bench = Bench::<Site>::new();
    let lamp = bench.driver(|board| &board.lamp);
    lamp.set(Lamp { on: true, broken: true });
    let mut bench = bench.with_skiller::<Lifts>();
    for next in ["nonsense", "lift{z_m=inf}"] {
        bench.send(1, work("lift_high{}"));
        bench.pass_until(LIMIT, |bench| bench.skiller_interface().status == SkillStatus::Failed);
        assert_ne!(bench.board().skiller_failure.sample().data.failure, [0; 7]);
        bench.send(1, work(next));
        bench.pass();
        assert_eq!(bench.skiller_interface().status, SkillStatus::Failed);
        assert_eq!(bench.board().skiller_failure.sample().data.failure, [0; 7], "{next}");
    }
}
