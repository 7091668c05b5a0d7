//! Numbers and times that no skill can use: refused on every way in.
#![cfg(not(loom))]

use skill_runtime::call::ParseErrorKind;
use skill_runtime::skiller::{ExecSkill, SkillStatus, SkillerInterface, StartError};
use skill_runtime::{
    AgentRunner, Arguments, Cause, Instant, Machine, MainLoop, NoTrace, SkillSpace, Skiller,
    Stages, Status, Text, Tick, TimeWentBack, TraceKind, TraceRing, agent, blackboard, interface,
    skill, skill_space,
};
use std::num::NonZeroU32;

interface! {
    pub Wheels {
        max_age = never;
        fields { moving: bool, way: f32 }
    }
}
blackboard! { pub Board { wheels: Wheels, "Skiller": SkillerInterface } }

const LIMIT: f32 = 2.5;

/// Arguments of a group.
#[derive(Clone, PartialEq, Debug, Default, Arguments)]
pub struct Extra {
    /// A number in a range whose bounds are not literals.
    #[argument(in -LIMIT..=LIMIT)]
    pub part: Option<f32>,
    /// Any number.
    pub other: Option<f32>,
}

skill! {
    /// Takes numbers of each type, with a range and without.
    #[allow(skill::unused_argument)]
    pub skill Take(
        free: f32 = 0.0,
        double: f64 = 0.0,
        some: Option<f32> = None,
        ranged: f32 = 1.0 in 0.1..=30.0,
        open: f32 = 0.5 in 0.0..1.0,
        above: f32 = 1.0 in 0.1..,
        computed: f32 = free * 2.0 in -10.0..=10.0,
        small: u8 = 0,
        whole: i32 = 0,
        flag: bool = false,
        ..extra: Extra,
    ) {
        depends_interfaces { motors: Wheels = "wheels" }
        start state Go {
            -> FINAL when motors.moving;
            -> FINAL after 1s;
        }
    }
}

skill! {
    /// Passes on a number that it computes from a sensor.
    pub skill Compute() {
        depends_skills { Take }
        depends_interfaces { motors: Wheels = "wheels" }
        start state Run = Take { free: motors.way / 0.0 } {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}

skill_space! { pub Rover on Board { Take, Compute } }

agent! {
    pub agent Careless() {
        depends_skills { Take }
        depends_interfaces { motors: Wheels = "wheels" }
        start state Run = Take { free: motors.way / 0.0 } {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}

fn refusal(text: &str) -> String {
    let error = Rover::parse(text).expect_err(text);
    assert!(
        matches!(error.kind, ParseErrorKind::OutOfRange(_) | ParseErrorKind::WrongType(_)),
        "{text}: {error}"
    );
    error.to_string()
}

#[test]
fn a_colon_is_no_equals() {
    let refused = Rover::parse("take{free : 1}").unwrap_err().to_string();
    assert_eq!(refused, "column 11: expected `=` after the name of an argument");
}

#[test]
fn a_number_in_a_string_is_checked_in_the_type_of_the_argument() {
    for (text, why) in [
        ("take{free=1e39}", "column 11: must lie in f32::MIN..=f32::MAX"),
        ("take{free=-3.5e38}", "column 11: must lie in f32::MIN..=f32::MAX"),
        ("take{free=1e400}", "column 11: must lie in f64::MIN..=f64::MAX"),
        ("take{double=1e309}", "column 13: must lie in f64::MIN..=f64::MAX"),
        ("take{some=1e39}", "column 11: must lie in f32::MIN..=f32::MAX"),
        ("take{ranged=1e39}", "column 13: must lie in 0.1..=30.0"),
        ("take{open=0.99999999999}", "column 11: must lie in 0.0..1.0"),
        ("take{above=1e39}", "column 12: must lie in 0.1.."),
        ("take{part=1e39}", "column 11: must lie in -2.5..=2.5"),
        ("take{part=2.6}", "column 11: must lie in -2.5..=2.5"),
        ("take{free_=1}", "column 6: skill `take` has no such argument; did you mean \"free\"?"),
        ("take{small=256}", "column 12: expected a whole number (u8)"),
        ("take{small=1e39}", "column 12: expected a whole number (u8)"),
        ("take{whole=2147483648}", "column 12: expected a whole number (i32)"),
        ("take{flag=1e39}", "column 11: expected true or false"),
    ] {
        if why.contains("no such argument") {
            assert_eq!(Rover::parse(text).unwrap_err().to_string(), why);
        } else {
            assert_eq!(refusal(text), why);
        }
    }
    for text in ["take{free=nan}", "take{free=inf}", "take{free=-inf}", "take{free=+nan}"] {
        let error = Rover::parse(text).expect_err(text);
        assert!(matches!(error.kind, ParseErrorKind::Expected(_)), "{text}: {error}");
    }
    for text in [
        "take{free=3.4028235e38, double=1e308, ranged=30, open=0.9999999, above=3.4e38}",
        "take{free=-0.0, double=-0.0, small=-0.0, whole=-2147483648, part=-2.5}",
        "take{free=1e-46, double=5e-324}",
        "take{ranged=0.1, small=255}",
    ] {
        assert!(Rover::parse(text).is_ok(), "{text}");
    }
}

#[test]
fn a_typed_call_with_an_impossible_number_is_refused() {
    let board = Board::new();
    let mut skiller = Skiller::<Rover>::new(&board).unwrap();
    let good = Take { free: Some(f32::MAX), double: Some(f64::MIN), ..Take::default() };
    assert!(matches!(skiller.start(Take { computed: Some(0.0), ..good.clone() }), Ok(())));
    let extra = |part, other| Extra { part, other };
    for (call, why) in [
        (
            Take { free: Some(f32::NAN), ..Take::default() },
            "argument `free` is NaN, not a finite number",
        ),
        (
            Take { double: Some(f64::INFINITY), ..Take::default() },
            "argument `double` is inf, not a finite number",
        ),
        (
            Take { some: Some(f32::NEG_INFINITY), ..Take::default() },
            "argument `some` is -inf, not a finite number",
        ),
        (
            Take { ranged: Some(f32::NAN), ..Take::default() },
            "argument `ranged` is NaN, outside its range 0.1..=30.0",
        ),
        (
            Take { above: Some(f32::INFINITY), ..Take::default() },
            "argument `above` is inf, outside its range 0.1..",
        ),
        (
            Take { extra: extra(Some(3.0), None), ..Take::default() },
            "argument `part` is 3, outside its range -2.5..=2.5",
        ),
        (
            Take { extra: extra(None, Some(f32::NAN)), ..Take::default() },
            "argument `other` is NaN, not a finite number",
        ),
        (
            Take { free: Some(6.0), ..Take::default() },
            "argument `computed` is 12, outside its range -10.0..=10.0",
        ),
        (good, "argument `computed` is inf, outside its range -10.0..=10.0"),
    ] {
        match skiller.start(call.clone()) {
            Err(StartError::InvalidCall(failure)) => assert_eq!(failure.to_string(), why),
            other => panic!("{call:?}: {other:?}"),
        }
    }
}

fn tick(count: u32) -> Tick {
    Tick { time: Instant::from_millis(u64::from(count) * 100), count }
}

fn call(board: &Board, text: &str) {
    let skill_string = Text::try_from(text).unwrap();
    assert!(!board.skiller.send_as(0, ExecSkill { skill_string }).is_refused());
}

#[test]
fn a_number_that_a_skill_or_an_agent_computes_is_checked() {
    let board = Board::new();
    let mut skiller = Skiller::<Rover>::new(&board).unwrap();
    let mut wheels = board.wheels.writer().unwrap();
    for (first, way, shown) in [(1, 1.0, "inf"), (11, 0.0, "NaN")] {
        wheels.write(&Wheels { way, ..Wheels::default() }, Instant::ZERO);
        call(&board, "compute{}");
        assert_eq!(skiller.tick(tick(first), NoTrace), SkillStatus::Failed);
        let why = format!("argument `free` is {shown}, not a finite number");
        assert_eq!(skiller.interface().error, *why);
        let sender = NonZeroU32::new(7).unwrap();
        let mut agent = AgentRunner::new(&board, Careless {}, sender).unwrap();
        for count in first..first + 3 {
            agent.tick(tick(count), NoTrace);
            skiller.tick(tick(count), NoTrace);
        }
        let failure = agent.machine().failure().expect("failed");
        assert_eq!((failure.cause, failure.to_string()), (Cause::ArgumentOutOfRange(0), why));
        agent.stop(tick(first + 4), NoTrace);
        skiller.tick(tick(first + 4), NoTrace);
    }
}

#[test]
fn a_pass_before_the_last_is_not_run_but_counted_and_traced() {
    let board = Board::new();
    let mut skiller = Skiller::<Rover>::new(&board).unwrap();
    let _wheels = board.wheels.writer().unwrap();
    let mut ring = TraceRing::<32>::new();
    call(&board, "take{}");
    assert_eq!(skiller.tick(tick(100), &mut ring), SkillStatus::Running);
    let before = (board.skiller.sample(), ring.recorded());
    let error = TimeWentBack { last: tick(100).time, time: tick(50).time };
    assert_eq!(skiller.check_time(tick(50).time), Err(error));
    for refused in 1..=3 {
        assert_eq!(skiller.tick(tick(50), &mut ring), SkillStatus::Running);
        assert_eq!(skiller.refused_times(), refused);
    }
    let entry = ring.iter().last().unwrap();
    assert_eq!(entry.event.kind, TraceKind::TimeWentBack { time: tick(50).time });
    assert_eq!(entry.event.time, tick(100).time);
    assert_eq!(entry.event.to_string(), "t=10.000 take: the time went back to 5.000 s");
    assert_eq!(ring.recorded(), before.1 + 3);
    assert_eq!(board.skiller.sample().data, before.0.data, "nothing was published");
    assert_eq!(skiller.step(tick(50), &mut ring), SkillStatus::Running);
    skiller.serve(tick(50), &mut ring);
    assert_eq!(skiller.refused_times(), 5);

    // The same time, and any jump forward.
    assert_eq!(skiller.tick(tick(100), NoTrace), SkillStatus::Running);
    assert_eq!(skiller.tick(tick(u32::MAX), NoTrace), SkillStatus::Final);
    assert_eq!(skiller.refused_times(), 5);
}

#[test]
fn a_new_clock_stops_what_runs_and_begins_timers_anew() {
    let board = Board::new();
    let mut skiller = Skiller::<Rover>::new(&board).unwrap();
    let _wheels = board.wheels.writer().unwrap();
    call(&board, "take{}");
    assert_eq!(skiller.tick(tick(1000), NoTrace), SkillStatus::Running);
    skiller.begin_clock(tick(3), NoTrace);
    assert_eq!(skiller.status(), SkillStatus::Failed);
    assert_eq!(skiller.interface().error, "a new clock has begun");
    call(&board, "take{}");
    assert_eq!(skiller.tick(tick(3), NoTrace), SkillStatus::Running);
    assert_eq!(skiller.tick(tick(12), NoTrace), SkillStatus::Running);
    assert_eq!(skiller.tick(tick(13), NoTrace), SkillStatus::Final, "1 s by the new clock");
    assert_eq!(skiller.refused_times(), 0);
}

#[test]
fn an_agent_refuses_a_time_before_the_last_and_begins_a_new_clock() {
    let board = Board::new();
    let mut skiller = Skiller::<Rover>::new(&board).unwrap();
    let mut wheels = board.wheels.writer().unwrap();
    wheels.write(&Wheels { way: -0.0, ..Wheels::default() }, Instant::ZERO);
    let mut agent = AgentRunner::new(&board, Careless {}, NonZeroU32::new(7).unwrap()).unwrap();
    let mut ring = TraceRing::<8>::new();
    agent.tick(tick(100), &mut ring);
    skiller.tick(tick(100), NoTrace);
    assert_eq!(agent.tick(tick(99), &mut ring), Status::Running);
    assert!(agent.check_time(tick(99).time).is_err());
    assert_eq!(agent.refused_times(), 1);
    let entry = ring.iter().last().unwrap();
    assert_eq!(entry.event.kind, TraceKind::TimeWentBack { time: tick(99).time });
    assert!(!agent.in_control(), "the pass was not run");
    agent.begin_clock(tick(0), NoTrace);
    assert_eq!(agent.tick(tick(0), NoTrace), Status::Failed, "it has control, and calls NaN");
}

#[derive(Default)]
struct Notes(Vec<Tick>);

impl Stages for Notes {
    fn sensor(&mut self, now: Tick) {
        self.0.push(now);
    }
}

#[test]
fn the_main_loop_runs_no_stage_at_a_time_before_the_last() {
    let (mut main_loop, mut notes) = (MainLoop::new(), Notes::default());
    let at = Instant::from_millis;
    assert_eq!(main_loop.pass(at(500), &mut notes), Ok(Tick { time: at(500), count: 0 }));
    let error = TimeWentBack { last: at(500), time: at(499) };
    assert_eq!(main_loop.pass(at(499), &mut notes), Err(error));
    assert_eq!((notes.0.len(), main_loop.refused_times()), (1, 1));
    main_loop.begin_clock();
    assert_eq!(main_loop.pass(at(0), &mut notes), Ok(Tick { time: at(0), count: 1 }));
}
