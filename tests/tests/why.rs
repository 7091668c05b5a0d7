//! Explanations agree with the engine for all skills of the NAO, with calls, stops and losses of
//! writers at any time, and for its agents. `cargo xtask nested` checks random machines.

#[path = "why/bound.rs"]
mod bound;
#[path = "why/failures.rs"]
mod failures;
#[path = "why/memory.rs"]
mod memory;
#[path = "why/resume.rs"]
mod resume;
#[path = "why/sends.rs"]
mod sends;
#[path = "why/some_of.rs"]
mod some_of;
#[path = "why/tries.rs"]
mod tries;

use nao_sim::FIELD_INTERFACES;
use nao_sim::FieldSim;
use nao_sim::body::Pose;
use nao_sim::field::{self, Options, Place};
use skill_runtime::skiller::{ExecSkill, StopExec};
use skill_runtime::why::{MachineVariables, Overridden, Override, PartKind, WhyTrace};
use skill_runtime::{
    Agent, AgentRunner, Context, Exec, Instant, Skill, Skiller, Snapshot, Status, Text, Tick,
    TraceRing, blackboard, interface, skill,
};
use skill_test::{Bench, ExplanationCheck};
use skill_tests::{CALLS, Random};
use skills_nao::adapter::BODY_INTERFACES;
use skills_nao::agents::{Naojoystick, Striker};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoSoccer;
use std::num::NonZeroU32;

/// A robot on a field, and what agents and skills are compared by.
struct Robot<'a> {
    board: &'a NaoBlackboard,
    sim: FieldSim<'a>,
    skiller: Skiller<'a, NaoSoccer>,
    explained: ExplanationCheck,
    count: u32,
}

impl<'a> Robot<'a> {
    fn new(board: &'a NaoBlackboard, seed: u64, pose: Pose) -> Self {
        let start = Place::new(-0.6, 0.1, 0.0);
        let field = field::Field::new(&Options { seed, start, pose, ..Options::default() });
        Self {
            board,
            sim: FieldSim::new(field, board).expect("the only simulator"),
            skiller: Skiller::new(board).expect("the only skiller"),
            explained: ExplanationCheck::default(),
            count: 0,
        }
    }

    fn pass(&mut self, think: impl FnOnce(Tick)) {
        let time = Instant::from_millis(u64::from(self.count) * 20);
        let now = Tick { time, count: self.count };
        self.count += 1;
        self.sim.sense(now);
        self.sim.world_model(now);
        think(now);
        self.skiller.tick(now, &mut self.explained);
        self.sim.act(now);
        agrees(&self.explained);
    }
}

#[track_caller]
fn agrees(explained: &ExplanationCheck) {
    let differences = explained.differences();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Returns the numbers of checks and of transitions.
fn skills(passes: u32) -> (u64, u64) {
    let (mut checks, mut transitions) = (0, 0);
    for seed in 1..=u64::from(passes / 2000) {
        let mut random = Random(seed);
        let board = NaoBlackboard::new();
        let poses = [Pose::Standing, Pose::Sitting, Pose::LyingBack, Pose::LyingFront];
        let mut robot = Robot::new(&board, seed, poses[random.below(4)]);
        while robot.count < 2000 {
            match random.below(40) {
                0 => _ = board.skiller.send_as(1, StopExec {}),
                1 => {
                    let written = [&BODY_INTERFACES[..], &FIELD_INTERFACES].concat();
                    robot.sim.remove_writer(written[random.below(written.len())]);
                }
                _ => {
                    let call = CALLS[random.below(CALLS.len())];
                    let skill_string = Text::try_from(call).expect("short enough");
                    robot.board.skiller.send_as(1, ExecSkill { skill_string });
                }
            }
            for _ in 0..random.below(150) {
                robot.pass(|_| ());
            }
        }
        checks += robot.explained.checks();
        transitions += robot.explained.transitions();
    }
    (checks, transitions)
}

/// Returns the numbers of transitions of the agent, and of the skills that it calls.
fn agent<A: Agent + Default>(passes: u32) -> (u64, u64)
where
    A::Machine: Exec<NaoBlackboard>,
{
    let board = NaoBlackboard::new();
    let mut robot = Robot::new(&board, 3, Pose::Standing);
    let mut runner = AgentRunner::new(&board, A::default(), NonZeroU32::MIN).expect("the only one");
    let mut explained = ExplanationCheck::default();
    for _ in 0..passes {
        robot.pass(|now| {
            if runner.tick(now, &mut explained) != Status::Running {
                runner = AgentRunner::new(&board, A::default(), NonZeroU32::MIN).expect("again");
            }
        });
        agrees(&explained);
    }
    (explained.transitions(), robot.explained.transitions())
}

#[test]
fn explanations_agree_with_what_skills_do() {
    let (checks, transitions) = skills(20_000);
    assert!(checks > 5000 && transitions > 150, "{checks} checks, {transitions} transitions");
}

#[test]
fn explanations_agree_with_what_agents_do() {
    let (own, of_skills) = agent::<Striker>(5000);
    assert!(own > 5 && of_skills > 20, "{own}, {of_skills}");
    agent::<Naojoystick>(2000);
}

/// `cargo test --release -p skill-tests --test why -- --ignored`
#[test]
#[ignore = "a minute"]
fn explanations_agree_in_a_million_passes() {
    let (checks, transitions) = skills(1_000_000);
    agent::<Striker>(200_000);
    agent::<Naojoystick>(50_000);
    assert!(checks > 250_000 && transitions > 7500, "{checks}, {transitions}");
}

interface! {
    pub Ball { fields { visible: bool, distance_m: f32 } }
}
blackboard! { pub Board { ball: Ball } }
/// Returns whether a distance is near.
fn near(distance_m: f32) -> bool {
    distance_m < 0.5
}
skill! {
    /// Looks for a ball.
    pub skill Look(margin_m: f32 = 1.0, of: u32 = 2) {
        depends_interfaces { ball: Ball }
        vars { seen: u32 = 0 }
        start state Looking {
            loop {
                if ball.visible {
                    self.seen += 1;
                }
            }
            -> FINAL when ball.visible && (ball.distance_m < self.margin_m || self.seen > self.of);
            -> Near when !ball.visible && near(ball.distance_m);
            -> FAILED("no ball") after 2s when self.seen == 0;
        }
        state Near { -> FINAL after 3 ticks; }
    }
}

#[test]
fn a_guard_is_explained_in_its_parts() {
    let mut bench = Bench::<Board>::new().with_skill(Look { margin_m: Some(0.7), of: None });
    let ball = bench.driver(|board| &board.ball);
    ball.set(Ball { visible: true, distance_m: 0.9 });
    bench.pass();
    bench.pass();
    let why = bench.why();
    assert!(why.next().is_none());
    let text = "\
look in Looking:
  no          -> FINAL  \"ball.visible && (ball.distance_m < self.margin_m || self.seen > self.of)\"
    false ball.visible && (ball.distance_m < self.margin_m || self.seen > self.of)
      true  ball.visible, ball.visible = true
      false ball.distance_m < self.margin_m || self.seen > self.of
        false ball.distance_m < self.margin_m, ball.distance_m = 0.9, self.margin_m = 0.7
        false self.seen > self.of, self.seen = 2, self.of = 2
  no          -> Near  \"!ball.visible && near(ball.distance_m)\"
    false !ball.visible && near(ball.distance_m)
      false !ball.visible
        true  ball.visible, ball.visible = true
      -     near(ball.distance_m)
  no          -> FAILED  \"after 2s when self.seen == 0\"
    false after 2.000 s: 0.010 s have passed, 1.990 s are left
";
    assert_eq!(why.to_string(), text);
    ball.update(|ball| ball.visible = false);
    ball.update(|ball| ball.distance_m = 0.2);
    bench.pass();
    let why = bench.why();
    // The entered state is checked in the same pass.
    let [first, second] = &why.states[..] else { panic!("{why}") };
    assert_eq!(first.transitions[1].fires, Some(true));
    assert_eq!(first.transitions[2].fires, None, "not checked");
    let PartKind::Ticks { elapsed: 0, timeout: 3 } = second.transitions[0].conditions[0].kind
    else {
        panic!("{why}");
    };
}

interface! {
    pub Lamp { fields { lit: bool } }
}
blackboard! { pub LampBoard { lamp: Lamp } }
skill! {
    /// Waits for the lamp.
    pub skill Watch(patience: u8 = 3) {
        depends_interfaces { lamp: Lamp }
        vars { seen: u8 = 0 }
        start state Off {
            loop { self.seen += 1; }
            -> On when lamp.lit;
            -> FAILED("dark") when self.seen > self.patience;
        }
        state On {
            precond -> FAILED("went out") when !lamp.lit;
            -> FINAL otherwise;
        }
    }
}

/// Runs passes until the skill ends, with some transitions changed; returns the trace.
fn watched(
    passes: u32,
    overrides: &[(u16, Overridden, bool)],
) -> (Vec<String>, Vec<MachineVariables>) {
    let board = LampBoard::new();
    let mut lamp = board.lamp.writer().expect("the only one");
    let mut snapshot = Snapshot::new(&board);
    let mut machine = Watch::default().start();
    let why = WhyTrace::new().with_variables();
    let changed = |&(transition, action, once)| Override {
        skill: Watch::INFO,
        machine: Some(0),
        transition,
        action,
        once,
    };
    why.set_overrides(overrides.iter().map(changed).collect());
    let mut ring = TraceRing::<16>::new();
    for count in 0..passes {
        let now = Tick { time: Instant::from_millis(u64::from(count) * 10), count };
        lamp.write(&Lamp { lit: false }, now.time);
        snapshot.refresh_all();
        let tracer = (&mut ring, why.clone());
        if machine.exec(&mut Context { snapshot: &snapshot, now, tracer }) != Status::Running {
            break;
        }
    }
    let taken = ring.iter().map(|entry| entry.event.to_string());
    (taken.filter(|line| line.contains("->")).collect(), why.variables_now())
}

#[test]
fn transitions_are_forced_and_suppressed() {
    let transition = |label: &str| {
        let mut all = (0_u16..).zip(Watch::INFO.graph.transitions);
        all.find(|(_, of)| of.label.contains(label) || of.reason == Some(label)).expect("exists").0
    };
    let [lit, dark, out] = ["lamp.lit", "dark", "went out"].map(transition);
    let (taken, variables) = watched(10, &[]);
    assert_eq!(taken.len(), 1, "{taken:?}");
    assert!(taken[0].contains("Off -> FAILED"), "{taken:?}");
    let [of] = &variables[..] else { panic!("{variables:?}") };
    let value =
        |name: &str| of.values.iter().find(|(of, _)| of == name).map(|(_, value)| &value[..]);
    assert_eq!((value("seen"), value("patience")), (Some("4"), Some("3")), "{variables:?}");

    let (taken, _) = watched(5, &[(dark, Overridden::Suppress, false)]);
    assert_eq!(taken, [""; 0], "the guard holds, but the transition is not taken");
    let (taken, _) = watched(10, &[(lit, Overridden::Force, false)]);
    assert!(taken[0].contains("Off -> On") && taken[1].contains("On -> FAILED"), "{taken:?}");
    let (taken, _) =
        watched(10, &[(lit, Overridden::Force, false), (out, Overridden::Suppress, false)]);
    assert!(taken[0].contains("Off -> On") && taken[1].contains("On -> FINAL"), "{taken:?}");
    let (taken, _) = watched(10, &[(lit, Overridden::Force, true)]);
    assert!(taken[0].contains("Off -> On") && taken[1].contains("On -> FAILED"), "{taken:?}");
    // The first in order is taken, as with guards.
    let (taken, _) =
        watched(10, &[(lit, Overridden::Force, false), (dark, Overridden::Force, false)]);
    assert!(taken[0].contains("Off -> On"), "{taken:?}");
}

skill! {
    /// Goes there and back.
    pub skill Shuttle() {
        depends_interfaces { lamp: Lamp }
        start state Here { -> There when lamp.lit; }
        state There {
            -> Here when !lamp.lit;
            -> FINAL when lamp.lit;
        }
    }
}

#[test]
fn a_transition_that_is_forced_once_is_taken_once_also_in_one_pass() {
    let board = LampBoard::new();
    let mut lamp = board.lamp.writer().expect("the only one");
    let mut snapshot = Snapshot::new(&board);
    let mut machine = Shuttle::default().start();
    let why = WhyTrace::new();
    let there = Override {
        skill: Shuttle::INFO,
        machine: None,
        transition: 0,
        action: Overridden::Force,
        once: true,
    };
    why.set_overrides(vec![there]);
    let mut ring = TraceRing::<16>::new();
    for count in 0..5 {
        let now = Tick { time: Instant::from_millis(u64::from(count) * 10), count };
        lamp.write(&Lamp { lit: false }, now.time);
        snapshot.refresh_all();
        let tracer = (&mut ring, why.clone());
        machine.exec(&mut Context { snapshot: &snapshot, now, tracer });
    }
    let lines: Vec<String> = ring.iter().map(|entry| entry.event.to_string()).collect();
    let taken = lines.iter().filter(|line| line.contains("Here -> There")).count();
    assert_eq!(taken, 1, "{lines:?}");
    why.set_overrides(vec![Override { action: Overridden::Suppress, once: false, ..there }]);
    lamp.write(&Lamp { lit: true }, Instant::from_millis(50));
    snapshot.refresh_all();
    let now = Tick { time: Instant::from_millis(50), count: 5 };
    machine.exec(&mut Context { snapshot: &snapshot, now, tracer: why.clone() });
    let explained = why.last();
    let transition = &explained.states[0].transitions[0];
    assert_eq!(
        (transition.fires, transition.overridden),
        (Some(false), Some(Overridden::Suppress))
    );
    assert_eq!(transition.conditions[0].holds, Some(true), "{explained}");
    assert!(explained.to_string().contains("suppressed"), "{explained}");
}

skill! {
    /// Counts to a number.
    pub skill Count(to: u8) -> u8 {
        depends_interfaces { lamp: Lamp }
        vars { passes: u8 = 0 }
        start state Up {
            loop { self.passes += 1; }
            -> FINAL(self.passes) when self.passes >= self.to;
            -> FAILED when lamp.lit;
        }
    }
}
skill! {
    /// Decides by the count.
    pub skill Decide(margin: u8 = 1, to: u8 = 2) {
        depends_skills { Count }
        vars { tries: u8 = 0 }
        start state Ask = Count { to: self.to } {
            init { self.tries += 1; }
            -> FINAL on FINAL(count) when count > 5 || count < self.margin;
            -> Again on FINAL(n) when n == 3;
            -> FAILED("wrong") on FINAL;
            -> Ask on FAILED when self.tries < 2;
            -> FAILED("dark") on FAILED;
        }
        state Again { -> FINAL after 1s; }
    }
}

#[test]
fn guards_on_outcomes_are_explained() {
    let mut bench = Bench::<LampBoard>::new().with_skill(Decide { margin: None, to: Some(2) });
    let lamp = bench.driver(|board| &board.lamp);
    lamp.set(Lamp { lit: false });
    bench.pass();
    let waits = "\
  no          -> FINAL  \"on FINAL(count) when count > 5 || count < self.margin\"
    false on FINAL: RUNNING
";
    assert!(bench.why().to_string().contains(waits), "{}", bench.why());
    while bench.pass() == Status::Running {}
    let why = bench.why();
    let text = "\
  no          -> FINAL  \"on FINAL(count) when count > 5 || count < self.margin\"
    true  on FINAL: FINAL
    false count > 5 || count < self.margin
      false count > 5, count = 2
      false count < self.margin, count = 2, self.margin = 1
  no          -> Again  \"on FINAL(n) when n == 3\"
    true  on FINAL: FINAL
    false n == 3, n = 2
  fires       -> FAILED  \"on FINAL\"
    true  on FINAL: FINAL
";
    assert!(why.to_string().contains(text), "{why}");
}

/// Runs passes until the skill ends, with some transitions changed; returns the trace.
fn decided(to: u8, lit: bool, overrides: &[(&str, Overridden)]) -> Vec<String> {
    let board = LampBoard::new();
    let mut lamp = board.lamp.writer().expect("the only one");
    let mut snapshot = Snapshot::new(&board);
    let mut machine = Decide { margin: None, to: Some(to) }.start();
    let why = WhyTrace::new();
    let changed = |&(label, action): &(&str, Overridden)| {
        let mut all = (0_u16..).zip(Decide::INFO.graph.transitions);
        let transition = all.find(|(_, of)| of.label == label).expect("exists").0;
        Override { skill: Decide::INFO, machine: Some(0), transition, action, once: false }
    };
    why.set_overrides(overrides.iter().map(changed).collect());
    let mut ring = TraceRing::<16>::new();
    for count in 0..8 {
        let now = Tick { time: Instant::from_millis(u64::from(count) * 10), count };
        lamp.write(&Lamp { lit }, now.time);
        snapshot.refresh_all();
        let tracer = (&mut ring, why.clone());
        let status = machine.exec(&mut Context { snapshot: &snapshot, now, tracer });
        if status != Status::Running {
            break;
        }
    }
    let taken = ring.iter().map(|entry| entry.event.to_string());
    let own = taken.filter(|line| line.contains("decide: ") && line.contains("->"));
    own.map(|line| line.split_once("decide: ").map_or(String::new(), |of| of.1.to_owned()))
        .collect()
}

#[test]
fn guards_on_outcomes_are_forced_and_suppressed() {
    let (second, last) = ("on FINAL(n) when n == 3", "on FINAL");
    assert_eq!(decided(3, false, &[]), ["Ask -> Again  \"on FINAL(n) when n == 3\""]);
    let suppressed = decided(3, false, &[(second, Overridden::Suppress)]);
    assert_eq!(suppressed, ["Ask -> FAILED  \"on FINAL\""]);
    let forced = decided(2, false, &[(second, Overridden::Force)]);
    assert_eq!(forced, ["Ask -> Again  \"on FINAL(n) when n == 3\""]);
    let both = decided(2, false, &[(second, Overridden::Suppress), (last, Overridden::Suppress)]);
    assert_eq!(both, [""; 0]);
    let again = "on FAILED when self.tries < 2";
    let line = "Ask -> Ask  \"on FAILED when self.tries < 2\"";
    assert_eq!(decided(9, true, &[]), [line, "Ask -> FAILED  \"on FAILED\""]);
    let suppressed = decided(9, true, &[(again, Overridden::Suppress)]);
    assert_eq!(suppressed, ["Ask -> FAILED  \"on FAILED\""]);
}
