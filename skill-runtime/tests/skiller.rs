//! Calls from the same process, calls in a trace, and the active path of an agent.
#![cfg(not(loom))]

use skill_runtime::skiller::{
    AcquireControl, ExecSkill, Policy, SkillStatus, SkillerInterface, StartError,
};
use skill_runtime::{
    AgentRunner, Argument, Cause, Instant, Machine, NoTrace, SendError, SkillKey, SkillSpace,
    Skiller, Text, Tick, TraceEntry, TraceKind, TraceRing, Tracer, Writer, agent, blackboard,
    interface, skill, skill_space,
};
use std::num::NonZeroU32;

interface! {
    pub Wheels {
        fields { moving: bool }
        messages (capacity = 1) { Stop, Drive { speed: f32 } }
    }
}
blackboard! { pub Board { wheels: Wheels, "Skiller": SkillerInterface } }

/// A side.
#[derive(Clone, Copy, PartialEq, Debug, Argument)]
pub enum Side {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

skill! {
    /// Drives.
    #[allow(skill::unused_argument)]
    pub skill Drive(
        speed: f32 in 0.0..=2.0,
        side: Option<Side> = None,
        count: i16 = -1,
        note: Text<8> = Text::new(),
    ) {
        depends_interfaces { optional motors: Wheels = "wheels" }
        start state Go {
            init { motors.send(wheels::Drive { speed: self.speed }); }
            exit { motors.send(wheels::Stop); }
            -> FINAL after 1s;
        }
    }
}

skill! {
    pub skill Turn() {
        depends_skills { Drive }
        start state Begin { -> Round after 1 ticks; }
        state Round = Drive { speed: 0.5, side: Side::Right } {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}

skill_space! { pub Rover on Board { Drive, Turn } }

agent! {
    pub agent Patrol() {
        depends_skills { Turn }
        start state Round = Turn {} {
            -> Round on FINAL;
            -> FAILED on FAILED;
        }
    }
}

fn tick(count: u32) -> Tick {
    Tick { time: Instant::from_millis(u64::from(count) * 100), count }
}

fn lines(trace: &TraceRing<32>) -> Vec<String> {
    trace.iter().map(|entry| format!("{} {}", entry.instance, entry.event)).collect()
}

fn send(board: &Board, sender: u32, text: &str) {
    let skill_string = Text::try_from(text).unwrap();
    assert!(!board.skiller.send_as(sender, ExecSkill { skill_string }).is_refused());
}

fn published(board: &Board) -> SkillerInterface {
    board.skiller.sample().data
}

#[test]
fn a_typed_call_is_as_a_text() {
    let (ours, theirs) = (Board::new(), Board::new());
    let _wheels: Vec<Writer<'_, Wheels>> =
        [&ours, &theirs].map(|board| board.wheels.writer().unwrap()).into();
    let mut left = Skiller::<Rover>::new(&ours).unwrap();
    let mut right = Skiller::<Rover>::new(&theirs).unwrap();
    let (mut a, mut b) = (TraceRing::<32>::new(), TraceRing::<32>::new());
    left.start(Drive { speed: Some(1.5), side: Some(Side::Left), ..Drive::default() }).unwrap();
    assert_eq!(left.status(), SkillStatus::Inactive, "it begins in the next pass");
    send(&theirs, 3, "drive{speed=1.5, side=\"left\"}");
    for count in 1..=12 {
        assert_eq!(left.tick(tick(count), &mut a), right.tick(tick(count), &mut b));
        let (mut one, mut other) = (published(&ours), published(&theirs));
        (one.msgid, other.msgid) = (0, 0);
        assert_eq!(one, other, "in pass {count}");
    }
    assert_eq!(lines(&a), lines(&b));
    assert_eq!(
        lines(&a),
        [
            "0 t=0.100 drive{speed=1.5, side=\"left\"}",
            "0 t=0.100 drive: starts in Go",
            // The message that `init` has sent fills the queue.
            "0 t=1.100 drive: Stop to motors refused: queue full",
            "0 t=1.100 drive: Go -> FINAL  \"after 1s\"",
            "0 t=1.100 drive: reset",
        ]
    );
}

#[test]
fn a_space_s_call_stops_and_replaces() {
    let board = Board::new();
    let mut skiller = Skiller::<Rover>::new(&board).unwrap();
    skiller.start(RoverCall::Turn(Turn {})).unwrap();
    assert_eq!(skiller.tick(tick(1), NoTrace), SkillStatus::Running);
    assert_eq!(skiller.active().next().unwrap().skill.name, "turn");
    skiller.start(Turn {}).unwrap();
    skiller.start(Drive { speed: Some(0.5), ..Drive::default() }).unwrap();
    skiller.tick(tick(2), NoTrace);
    assert_eq!(published(&board).skill_string, "drive{speed=0.5}", "the last one counts");
    skiller.stop().unwrap();
    assert_eq!(skiller.tick(tick(3), NoTrace), SkillStatus::Inactive);
    assert_eq!(skiller.active().count(), 0);
    assert_eq!(published(&board).skill_string, "");
}

#[test]
fn a_call_that_may_not_run_changes_nothing() {
    let board = Board::new();
    let _wheels = board.wheels.writer().unwrap();
    let mut skiller = Skiller::<Rover>::new(&board).unwrap().with_policy(Policy::Only(&["drive"]));
    assert!(matches!(
        skiller.start(Turn {}),
        Err(StartError::NotAllowed(skill)) if skill.name == "turn"
    ));
    let Err(StartError::InvalidCall(failure)) = skiller.start(Drive::default()) else { panic!() };
    assert_eq!(failure.cause, Cause::MissingArgument(0));
    let fast = skiller.start(Drive { speed: Some(9.0), ..Drive::default() }).unwrap_err();
    assert_eq!(fast.to_string(), "argument `speed` is 9, outside its range 0.0..=2.0");
    let drive = || Drive { speed: Some(1.0), ..Drive::default() };
    skiller.start(drive()).unwrap();
    skiller.tick(tick(1), NoTrace);
    let control = |steal_control| AcquireControl { steal_control };
    assert!(!board.skiller.send_as(7, control(false)).is_refused());
    skiller.tick(tick(2), NoTrace);
    assert_eq!(skiller.start(drive()), Err(StartError::Controlled(7)));
    assert_eq!(skiller.stop(), Err(StartError::Controlled(7)));
    assert_eq!(skiller.tick(tick(3), NoTrace), SkillStatus::Running, "it goes on");
    skiller.start_as(7, drive()).unwrap();
    assert!(!board.skiller.send_as(8, control(true)).is_refused());
    let refused = skiller.refused();
    skiller.tick(tick(4), NoTrace);
    assert_eq!(skiller.refused(), refused + 1, "control was stolen before it began");
}

#[test]
fn a_trace_shows_calls_of_sub_skills_and_refused_messages() {
    let board = Board::new();
    let mut skiller = Skiller::<Rover>::new(&board).unwrap();
    let mut trace = TraceRing::<32>::new();
    skiller.start(Turn {}).unwrap();
    for count in 1..=3 {
        skiller.tick(tick(count), &mut trace);
    }
    assert_eq!(
        lines(&trace),
        [
            "0 t=0.100 turn{}",
            "0 t=0.100 turn: starts in Begin",
            "0 t=0.200 turn: Begin -> Round  \"after 1 tick\"",
            "1 t=0.200 drive{speed=0.5, side=\"right\"}",
            "1 t=0.300 drive: starts in Go",
            "1 t=0.300 drive: Drive to motors refused: no writer",
            // That of `exit` fails nothing.
            "1 t=0.300 drive: Stop to motors refused: no writer",
            "1 t=0.300 drive: failed: motors refused Drive: no writer",
            "1 t=0.300 drive: reset",
            "0 t=0.300 turn: Round -> FAILED  \"on FAILED\"",
            "0 t=0.300 turn: failed: motors refused Drive: no writer",
            "0 t=0.300 turn: reset",
        ]
    );
    let refused = TraceKind::Refused { interface: 0, message: "Drive", error: SendError::NoWriter };
    assert!(trace.iter().any(|entry| entry.event.kind == refused));
}

/// Returns what a tracer has after three passes of `turn`, whose messages have no receiver.
fn traced<T: Tracer>(mut tracer: T) -> T {
    let board = Board::new();
    let mut skiller = Skiller::<Rover>::new(&board).unwrap();
    skiller.start(Turn {}).unwrap();
    for count in 1..=3 {
        skiller.tick(tick(count), &mut tracer);
    }
    tracer
}

#[test]
fn a_ring_of_keys_keeps_the_same_events() {
    let found = |ring: &TraceRing<32, SkillKey>| -> Vec<TraceEntry> {
        let of = |entry: &TraceEntry<SkillKey>| TraceEntry {
            instance: entry.instance,
            event: entry.event.of(Rover::SKILLS).unwrap(),
        };
        ring.iter().map(of).collect()
    };
    let expected: Vec<TraceEntry> = traced(TraceRing::<32>::new()).iter().copied().collect();
    assert_eq!(expected.len(), 12);
    let keys = traced(TraceRing::of_keys());
    assert_eq!(found(&keys), expected);
    assert_eq!(keys.iter().next().unwrap().event.of(&[]), None);
    // The other of the pair needs the descriptions.
    let (whole, keys) = traced((TraceRing::<32>::new(), TraceRing::of_keys()));
    assert_eq!(whole.iter().copied().collect::<Vec<_>>(), expected);
    assert_eq!(found(&keys), expected);
}

#[test]
fn an_agent_s_path_goes_on_in_the_skiller() {
    let board = Board::new();
    let _wheels = board.wheels.writer().unwrap();
    let mut skiller = Skiller::<Rover>::new(&board).unwrap();
    let mut agent = AgentRunner::new(&board, Patrol {}, NonZeroU32::new(5).unwrap()).unwrap();
    let mut trace = TraceRing::<32>::new();
    for count in 1..=6 {
        agent.tick(tick(count), &mut trace);
        skiller.tick(tick(count), &mut trace);
    }
    let path: Vec<_> =
        agent.machine().active().chain(skiller.active()).map(|entry| entry.to_string()).collect();
    assert_eq!(path, ["patrol: Round", "turn", "turn: Round", "drive: Go"]);
    let called = trace.iter().filter(|entry| matches!(entry.event.kind, TraceKind::Called(_)));
    let called: Vec<_> = called.map(|entry| (entry.instance, entry.event.skill.name)).collect();
    assert_eq!(called, [(1, "turn"), (0, "turn"), (1, "drive")]);
}

#[cfg(feature = "serde")]
#[test]
fn a_trace_is_readable_json() {
    use serde_json::json;
    use skill_runtime::{EntryTimes, Status};
    let board = Board::new();
    let mut skiller = Skiller::<Rover>::new(&board).unwrap();
    let mut trace = TraceRing::<32>::new();
    skiller.start(Turn {}).unwrap();
    for count in 1..=3 {
        skiller.tick(tick(count), (&mut trace, EntryTimes));
    }
    let json: Vec<_> = trace.iter().map(|entry| serde_json::to_value(entry).unwrap()).collect();
    let expected = [
        json!({ "instance": 0, "time_us": 100_000, "skill": "turn", "event": "called", "arguments": {} }),
        json!({ "instance": 0, "time_us": 100_000, "skill": "turn", "event": "entered", "state": "Begin" }),
        json!({
            "instance": 0, "time_us": 200_000, "skill": "turn", "event": "transition",
            "from": "Begin", "to": "Round", "label": "after 1 tick",
        }),
        json!({
            "instance": 1, "time_us": 200_000, "skill": "drive", "event": "called",
            "arguments": { "speed": 0.5, "side": "right" },
        }),
        json!({ "instance": 1, "time_us": 300_000, "skill": "drive", "event": "entered", "state": "Go" }),
        json!({
            "instance": 1, "time_us": 300_000, "skill": "drive", "event": "refused",
            "interface": "motors", "message": "Drive", "reason": "no writer",
        }),
    ];
    assert_eq!(json[..expected.len()], expected);
    assert_eq!(json[7]["reason"], "motors refused Drive: no writer");
    let board = Board::new();
    let _wheels = board.wheels.writer().unwrap();
    let mut skiller = Skiller::<Rover>::new(&board).unwrap();
    skiller.start(Turn {}).unwrap();
    for count in 1..=3 {
        skiller.tick(tick(count), EntryTimes);
    }
    let path: Vec<_> = skiller.active().collect();
    assert_eq!(
        serde_json::to_value(&path).unwrap(),
        json!([
            { "depth": 0, "instance": 0, "skill": "turn", "state": "Round", "entered_us": 200_000 },
            { "depth": 1, "instance": 1, "skill": "drive", "state": "Go", "entered_us": 300_000 },
        ])
    );
    let Err(error) = skiller.start(Drive::default()) else { panic!() };
    let reason = json!({ "skill": "drive", "reason": "argument `speed` is missing" });
    assert_eq!(serde_json::to_value(error).unwrap(), json!({ "invalid_call": reason }));
    assert_eq!(serde_json::to_value(Status::Final).unwrap(), json!("FINAL"));
}
