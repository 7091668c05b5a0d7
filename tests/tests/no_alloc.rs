//! Stepping the shipped skills never allocates: a counting allocator looks at each `Skiller::tick`.
//! `cargo xtask proof` proves it; this test runs them.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use std::num::NonZeroU32;

use nao_sim::body::Pose;
use nao_sim::field::{self, Options, Place};
use nao_sim::{FIELD_INTERFACES, FieldSim};
use skill_runtime::skiller::{AcquireControl, ExecSkill, ReleaseControl, SkillStatus, StopExec};
use skill_runtime::{AgentRunner, Instant, NoTrace, SkillSpace, Skiller, Text, Tick, TraceRing};
use skill_tests::{CALLS, Random};
use skills_nao::adapter::BODY_INTERFACES;
use skills_nao::agents::Striker;
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoSoccer;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, with a count of the allocations of this thread.
struct Counting;

// SAFETY: every call is forwarded to the system's allocator unchanged. Counting does
// not allocate: the counter is a constant to begin with and needs no drop.
#[allow(unsafe_code)] // the trait of allocators has no other form
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Returns the number of allocations of `f`, and its result.
fn allocations<T>(f: impl FnOnce() -> T) -> (usize, T) {
    let before = ALLOCATIONS.get();
    let answer = f();
    (ALLOCATIONS.get() - before, answer)
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| black_box(Box::new(1_u8))).0, 1);
    assert_eq!(allocations(|| black_box(vec![0_u8; 100])).0, 1);
    assert_eq!(allocations(|| black_box([0_u8; 100])).0, 0);
    let elsewhere = || std::thread::spawn(|| black_box(vec![1])).join();
    let here = allocations(|| std::thread::spawn(|| ()).join()).0;
    assert_eq!(allocations(elsewhere).0, here, "another thread's do not count");
}

#[test]
fn every_skill_is_called() {
    for skill in NaoSoccer::SKILLS {
        assert!(CALLS.iter().any(|call| call.split(['{', '(']).next() == Some(skill.name)));
    }
}

/// A robot near a ball, its blackboard and the skiller, at 50 passes a second.
struct Field<'a> {
    board: &'a NaoBlackboard,
    sim: FieldSim<'a>,
    skiller: Skiller<'a, NaoSoccer>,
    ring: TraceRing<64>,
    count: u32,
}

impl<'a> Field<'a> {
    fn new(board: &'a NaoBlackboard, pose: Pose) -> Self {
        let start = Place::new(-0.6, 0.1, 0.0);
        let field = field::Field::new(&Options { seed: 7, start, pose, ..Options::default() });
        Self {
            board,
            sim: FieldSim::new(field, board).expect("the only simulator"),
            skiller: Skiller::new(board).expect("the only skiller"),
            ring: TraceRing::new(),
            count: 0,
        }
    }

    fn call(&self, text: &str) {
        let skill_string = Text::try_from(text).expect("short enough");
        self.board.skiller.send_as(1, ExecSkill { skill_string });
    }

    /// Runs a pass in which the skiller must not allocate.
    fn pass(&mut self) -> SkillStatus {
        let time = Instant::from_millis(u64::from(self.count) * 20);
        let now = Tick { time, count: self.count };
        self.count += 1;
        self.sim.sense(now);
        self.sim.world_model(now);
        let (count, status) = allocations(|| self.skiller.tick(now, &mut self.ring));
        let running = &self.skiller.interface().skill_string;
        assert_eq!(count, 0, "allocations in pass {} of {running}", now.count);
        self.sim.act(now);
        status
    }
}

#[test]
fn every_skill_runs_to_its_end_without_allocating() {
    let mut ends = [0, 0];
    for pose in [Pose::Standing, Pose::Sitting, Pose::LyingBack, Pose::LyingFront] {
        for text in CALLS {
            let board = NaoBlackboard::new();
            let mut field = Field::new(&board, pose);
            field.call(text);
            let end = (0..2000).map(|_| field.pass()).find(|end| *end != SkillStatus::Running);
            match end.expect("a skill ends within 40 s") {
                SkillStatus::Final => ends[0] += 1,
                SkillStatus::Failed => ends[1] += 1,
                end => panic!("{text}: {end:?}"),
            }
        }
    }
    assert!(ends.iter().all(|count| *count > 10), "[final, failed]: {ends:?}");
}

#[test]
fn calls_and_stops_at_any_time_do_not_allocate() {
    for seed in 1..=12 {
        let mut random = Random(seed);
        let board = NaoBlackboard::new();
        let mut field = Field::new(&board, Pose::LyingBack);
        for _ in 0..200 {
            match random.below(10) {
                0..5 => field.call(CALLS[random.below(CALLS.len())]),
                5 => _ = board.skiller.send_as(1, StopExec {}),
                6 => _ = board.skiller.send_as(2, AcquireControl { steal_control: true }),
                7 => _ = board.skiller.send_as(2, ReleaseControl {}),
                8 if random.below(9) == 0 => {
                    let written = [&BODY_INTERFACES[..], &FIELD_INTERFACES].concat();
                    field.sim.remove_writer(written[random.below(written.len())]);
                }
                8 => {}
                _ => (0..12).for_each(|_| field.call("kick{leg=\"right\"}")),
            }
            for _ in 0..random.below(100) {
                field.pass();
            }
        }
        assert!(field.ring.recorded() > 20, "hardly anything ran");
    }
}

#[test]
fn an_agent_that_plays_does_not_allocate() {
    let board = NaoBlackboard::new();
    let mut field = Field::new(&board, Pose::Standing);
    let mut thinker = AgentRunner::new(&board, Striker::default(), NonZeroU32::MIN).expect("new");
    let mut called = 0;
    for _ in 0..5000 {
        let time = Instant::from_millis(u64::from(field.count) * 20);
        let now = Tick { time, count: field.count };
        called += u32::from(field.skiller.status() == SkillStatus::Final);
        assert_eq!(allocations(|| thinker.tick(now, NoTrace)).0, 0, "pass {}", now.count);
        field.pass();
    }
    assert!(called > 2, "it has hardly played");
}
