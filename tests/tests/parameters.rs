//! Parameters: a skill has their defaults until they are set on the blackboard, a pass sees one
//! value, and an invalid value never reaches a skill.

use skill_runtime::parameter::{ParamError, SetParameterError};
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{
    Blackboard, Context, Exec, Instant, InterfaceSet, Machine, Parameters, Skill, SkillInfo,
    Skiller, Snapshot, Status, Tick, TraceKind, TraceRing, agent, blackboard, interface, skill,
    skill_space,
};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

interface! { pub Lamp { fields { on: bool } } }
blackboard! {
    pub Board {
        lamp: Lamp,
        "Skiller": SkillerInterface,
        "Parameters": Parameters<4>,
    }
}
blackboard! { pub Plain { lamp: Lamp } }

/// The longest of all waits.
const LONGEST_SEC: f32 = 30.0;

skill! {
    /// Waits.
    pub skill Wait(factor: f32 = 1.0) {
        params {
            /// The time to wait.
            wait_sec: f32 = 12.5 in 1.0..=LONGEST_SEC,
            slowly: bool = false,
            _rounds: i8 = -3 in -5..5,
        }
        start state Waiting {
            -> FINAL after self.factor * self.wait_sec;
            -> FAILED("slow") when self.slowly;
        }
    }
}

skill! {
    /// Waits twice.
    pub skill Twice() {
        depends_skills { Wait }
        params { _none: u32 = 1 }
        start state First = Wait { factor: 2.0 } {
            -> Second on FINAL;
            -> FAILED on FAILED;
        }
        state Second = Wait {} {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}

agent! {
    /// Waits forever.
    pub agent Guard() {
        depends_skills { Wait }
        params { pause_sec: f32 = 1.0 in 0.0.. }
        start state Pause { -> Work after self.pause_sec; }
        state Work = Wait {} {
            -> Pause on FINAL;
            -> Pause on FAILED;
        }
    }
}

skill_space! { pub Robot on Board { Wait, Twice } }

fn tick(millis: u64) -> Tick {
    Tick { time: Instant::from_micros(millis * 1000), count: 0 }
}

fn set(board: &Board, skill: &SkillInfo, name: &str, word: Option<u32>) {
    let param = skill.params.iter().find(|param| param.name == name).expect("a parameter");
    board.set_parameter(param.key, word, Instant::ZERO).expect("room");
}

/// A skill on a blackboard, run pass by pass.
struct Bench<'b, M, B: Blackboard = Board> {
    snapshot: Snapshot<'b, B>,
    machine: M,
    trace: TraceRing<64>,
}

impl<'b, B: Blackboard, M: Exec<B>> Bench<'b, M, B> {
    fn new<S: Skill<Machine = M>>(board: &'b B, skill: S) -> Self {
        Self { snapshot: Snapshot::new(board), machine: skill.start(), trace: TraceRing::new() }
    }

    fn pass(&mut self, millis: u64) -> Status {
        self.trace.clear();
        self.snapshot.refresh(M::READS);
        let mut cx =
            Context { snapshot: &self.snapshot, now: tick(millis), tracer: &mut self.trace };
        self.machine.exec(&mut cx)
    }

    /// The events of the last pass about parameters.
    fn events(&self) -> Vec<String> {
        let events = self.trace.iter().map(|entry| entry.event);
        let events = events.filter(|event| matches!(event.kind, TraceKind::Parameter { .. }));
        events.map(|event| event.to_string()).collect()
    }
}

#[test]
fn a_skill_has_the_defaults_where_nothing_is_set() {
    let (board, plain) = (Board::new(), Plain::new());
    let (mut bench, mut other) =
        (Bench::new(&board, Wait::default()), Bench::new(&plain, Wait::default()));
    for millis in [0, 12_499] {
        assert_eq!((bench.pass(millis), other.pass(millis)), (Status::Running, Status::Running));
    }
    assert_eq!((bench.pass(12_500), other.pass(12_500)), (Status::Final, Status::Final));
    assert_eq!(bench.events(), [""; 0]);
}

#[test]
fn what_is_set_counts_from_the_next_pass_on_and_is_in_the_trace() {
    let board = Board::new();
    let mut bench = Bench::new(&board, Wait::default());
    bench.pass(0);
    set(&board, &Wait, "wait_sec", Some(2_f32.to_bits()));
    assert_eq!(bench.pass(1_999), Status::Running);
    assert_eq!(bench.events(), ["t=1.999 wait: wait_sec = 2"]);
    assert!(format!("{:?}", bench.machine).contains("wait_sec: 2.0"), "{:?}", bench.machine);
    assert_eq!(bench.pass(1_999), Status::Running);
    assert_eq!(bench.events(), [""; 0]);
    set(&board, &Wait, "wait_sec", None);
    assert_eq!(bench.pass(2_000), Status::Running);
    assert_eq!(bench.events(), ["t=2.000 wait: wait_sec = 12.5"]);
    set(&board, &Wait, "slowly", Some(1));
    assert_eq!(bench.pass(2_001), Status::Failed);
}

#[test]
fn a_new_machine_has_what_is_set_in_its_first_pass_and_sub_skills_too() {
    let board = Board::new();
    set(&board, &Wait, "wait_sec", Some(3_f32.to_bits()));
    let mut bench = Bench::new(&board, Twice::default());
    bench.pass(0);
    assert_eq!(bench.events(), ["t=0.000 wait: wait_sec = 3"]);
    assert_eq!(bench.pass(6_000), Status::Running);
    assert_eq!(bench.events(), [""; 0], "the machine of the second state has not run yet");
    assert_eq!(bench.pass(6_001), Status::Running);
    assert_eq!(bench.events(), ["t=6.001 wait: wait_sec = 3"]);
    assert_eq!(bench.pass(9_000), Status::Running);
    assert_eq!(bench.pass(9_001), Status::Final);
}

#[test]
fn what_is_no_value_is_refused_by_name_and_the_default_is_used() {
    let board = Board::new();
    for (name, word, reason) in [
        ("wait_sec", 31_f32.to_bits(), "wait_sec = 31 refused: out of range, the default is used"),
        ("wait_sec", 0, "wait_sec = 0 refused: out of range, the default is used"),
        ("wait_sec", f32::NAN.to_bits(), "wait_sec = NaN refused: not finite, the default is used"),
        ("slowly", 2, "slowly = 2 refused: no value of the type, the default is used"),
        ("_rounds", 300, "_rounds = 300 refused: no value of the type, the default is used"),
        ("_rounds", 5, "_rounds = 5 refused: out of range, the default is used"),
    ] {
        let mut bench = Bench::new(&board, Wait::default());
        set(&board, &Wait, name, Some(word));
        assert_eq!(bench.pass(12_499), Status::Running);
        assert_eq!(bench.events(), [format!("t=12.499 wait: {reason}")]);
        assert_eq!(bench.pass(24_999), Status::Final, "{reason}");
        set(&board, &Wait, name, None);
    }
    assert_eq!(Wait.params[0].check(f32::INFINITY.to_bits()), Err(ParamError::NotFinite));
    assert_eq!(Wait.params[2].check((-5_i32).cast_unsigned()), Ok(-5.0));
}

#[test]
fn the_description_has_the_parameters() {
    let [wait_sec, slowly, rounds] = Wait.params else { panic!() };
    assert_eq!((wait_sec.name, wait_sec.ty.name(), wait_sec.unit), ("wait_sec", "f32", "s"));
    assert_eq!((wait_sec.default, wait_sec.default_word), ("12.5", 12.5_f32.to_bits()));
    assert_eq!(wait_sec.range.map(|range| range.to_string()).as_deref(), Some("1..=30"));
    assert_eq!(wait_sec.docs, "The time to wait.");
    assert_eq!((slowly.ty.name(), slowly.default_word, slowly.range), ("bool", 0, None));
    assert_eq!((rounds.ty.name(), rounds.default_word), ("i8", (-3_i32).cast_unsigned()));
    assert_eq!(Guard.params[0].name, "pause_sec");
    let mut keys: Vec<u32> =
        [&Wait, &Twice, &Guard].iter().flat_map(|skill| skill.params).map(|of| of.key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 5);
}

#[test]
fn only_machines_with_parameters_read_them() {
    assert_eq!(Board::PARAMETERS, InterfaceSet::of(2));
    assert_eq!(<<Wait as Skill>::Machine as Exec<Board>>::VALUES, InterfaceSet::of(2));
    assert_eq!(Plain::PARAMETERS, InterfaceSet::NONE);
    assert_eq!(<<Wait as Skill>::Machine as Exec<Plain>>::READS, InterfaceSet::NONE);
}

#[test]
fn parameters_that_cannot_be_set_are_refused() {
    let board = Board::new();
    assert_eq!(
        Plain::new().set_parameter(1, Some(2), Instant::ZERO),
        Err(SetParameterError::NoParameters)
    );
    for key in 1..=4 {
        assert_eq!(board.set_parameter(key, Some(key), Instant::ZERO), Ok(()));
    }
    assert_eq!(board.set_parameter(5, Some(5), Instant::ZERO), Err(SetParameterError::Full(4)));
    assert_eq!(board.set_parameter(4, None, Instant::ZERO), Ok(()));
    assert_eq!(board.set_parameter(5, Some(5), Instant::ZERO), Ok(()));
    let all: Vec<_> = board.parameters.sample().data.iter().collect();
    assert_eq!(all, [(1, 1), (2, 2), (3, 3), (5, 5)]);
    let _writer = board.parameters.writer().expect("one writer");
    let busy = board.set_parameter(1, None, Instant::ZERO);
    assert!(matches!(busy, Err(SetParameterError::Busy(_))), "{busy:?}");
}

static STOP: AtomicBool = AtomicBool::new(false);
static SEEN: [AtomicU32; 3] = [const { AtomicU32::new(0) }; 3];

/// Returns whether a value is the one that this pass has seen before.
fn same(place: usize, value: u32) -> bool {
    let before = SEEN[place].swap(value, Relaxed);
    before == 0 || before == value
}

skill! {
    /// Uses its parameters at several places of a pass.
    #[allow(skill::never_final)]
    pub skill Inner() {
        params { a: u32 = 7, b: u32 = 7 }
        start state Run {
            loop {
                if !same(0, self.a) || !same(1, self.b) {
                    STOP.store(true, Relaxed);
                }
            }
            -> FAILED("two values") when !same(0, self.a) || !same(1, self.b);
            -> Run
                when {
                    let _ = same(0, self.a);
                    self.a % 2 == 0
                };
        }
    }
}

skill! {
    /// Two machines of one skill, in the same pass.
    #[allow(skill::duplicate_call)]
    pub skill Outer() {
        depends_skills { Inner }
        params { c: u32 = 7 }
        start state Run = (Inner {}, Inner {}) {
            loop {
                if !same(2, self.c) {
                    STOP.store(true, Relaxed);
                }
            }
            -> FINAL on FINAL;
            -> FAILED on FAILED;
            -> FAILED("two values") when !same(2, self.c);
        }
    }
}

skill_space! { pub Pair on Board { Inner, Outer } }

#[test]
fn no_pass_of_100_000_has_two_values() {
    let board = Board::new();
    let mut skiller = Skiller::<Pair>::new(&board).expect("one skiller");
    skiller.start(Outer::default()).expect("a call");
    let keys = [Inner.params[0].key, Inner.params[1].key, Outer.params[0].key];
    let done = AtomicBool::new(false);
    let mut changes = 0;
    std::thread::scope(|scope| {
        let (board, done) = (&board, &done);
        scope.spawn(move || {
            let mut value = 1_u32;
            while !done.load(Relaxed) {
                for key in keys {
                    value = value.wrapping_add(1).max(1);
                    board.set_parameter(key, Some(value), Instant::ZERO).expect("room");
                }
            }
        });
        // The other thread may be late.
        let mut pass = 0;
        while pass < 100_000 || changes < 100 && pass < 50_000_000 {
            let before = SEEN.each_ref().map(|seen| seen.swap(0, Relaxed));
            let status = skiller.tick(tick(pass), skill_runtime::NoTrace);
            assert_eq!(status, skill_runtime::skiller::SkillStatus::Running, "pass {pass}");
            assert!(!STOP.load(Relaxed), "pass {pass}");
            let now = SEEN.each_ref().map(|seen| seen.load(Relaxed));
            changes += u32::from(pass > 1 && before != now);
            pass += 1;
        }
        done.store(true, Relaxed);
    });
    assert!(changes >= 100, "the values changed between {changes} passes only");
    assert!(skiller.machine().is_some_and(|machine| machine.status() == Status::Running));
}
