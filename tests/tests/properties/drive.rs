//! Drives a machine with random inputs and records all observable behavior.

use std::fmt::Debug;

use proptest::prelude::*;
use skill_runtime::blackboard::{Snapshot, Writer};
use skill_runtime::{
    Context, Exec, Failure, Instant, Machine, Skill, SkillInfo, Status, Tick, TraceEntry,
    TraceEvent, TraceRing, Tracer,
};

use crate::machines::{self, Bench, Chain, Crew, Doer, Hop, Panel, Ran, Timer};

/// The input of a pass.
#[derive(Clone, Debug)]
pub struct Input {
    /// The time since the last pass.
    pub step_ms: u32,
    /// The data of the panel.
    pub panel: Panel,
    /// Whether the panel's writer is removed after it has written.
    pub vanishes: bool,
    /// Whether the messages to the panel are taken.
    pub takes: bool,
    /// Whether the machine is reset instead of run.
    pub reset: bool,
}

/// The observations of a pass.
#[derive(Clone, PartialEq, Debug)]
pub struct Pass {
    pub reset: bool,
    pub status: Status,
    /// The name of the active state.
    pub state: String,
    pub failure: Option<Failure>,
    pub ran: Vec<Ran>,
    pub trace: Vec<Traced>,
}

/// An event with its context.
#[derive(Clone, PartialEq, Debug)]
pub struct Traced {
    pub entry: TraceEntry,
    /// The depth of the tracer.
    pub depth: usize,
    /// The number of blocks run in this pass.
    pub blocks: usize,
}

#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Hop,
    Timer,
    Chain,
    Crew,
    Doer,
}

impl Shape {
    pub fn info(self) -> &'static SkillInfo {
        match self {
            Shape::Hop => Hop::INFO,
            Shape::Timer => Timer::INFO,
            Shape::Chain => Chain::INFO,
            Shape::Crew => Crew::INFO,
            Shape::Doer => Doer::INFO,
        }
    }

    /// Runs a machine that has not begun.
    pub fn run(self, inputs: &[(Tick, Input)]) -> Vec<Pass> {
        match self {
            Shape::Hop => run(Hop::default(), inputs),
            Shape::Timer => run(Timer::default(), inputs),
            Shape::Chain => run(Chain::default(), inputs),
            Shape::Crew => run(Crew::default(), inputs),
            Shape::Doer => run(Doer::default(), inputs),
        }
    }
}

pub fn shapes() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::Hop),
        Just(Shape::Timer),
        Just(Shape::Chain),
        Just(Shape::Crew),
        Just(Shape::Doer)
    ]
}

/// Inputs with the times of their passes, which begin after 60 days of uptime and
/// shortly before the count of passes wraps.
pub fn inputs() -> impl Strategy<Value = Vec<(Tick, Input)>> {
    prop::collection::vec(input(), 1..80).prop_map(|inputs| {
        let mut time_ms = 60 * 24 * 3_600_000;
        let mut count = u32::MAX - 20;
        let timed = inputs.into_iter().map(|input| {
            time_ms += u64::from(input.step_ms);
            count = count.wrapping_add(1);
            (Tick { time: Instant::from_millis(time_ms), count }, input)
        });
        timed.collect()
    })
}

fn input() -> impl Strategy<Value = Input> {
    let rarely = || prop::bool::weighted(0.06);
    let seldom = prop::bool::weighted(0.25);
    let vanishes = prop::bool::weighted(0.02);
    (1..120_u32, seldom, any::<bool>(), 0..9_u32, vanishes, prop::bool::weighted(0.8), rarely())
        .prop_map(|(step_ms, a, b, n, vanishes, takes, reset)| {
            let panel = Panel { a, b: b && a, n };
            Input { step_ms, panel, vanishes, takes, reset }
        })
}

fn run<S: Skill>(call: S, inputs: &[(Tick, Input)]) -> Vec<Pass>
where
    S::Machine: Exec<Bench>,
    <S::Machine as Machine>::State: Debug,
{
    let board = Bench::new();
    let mut snapshot = Snapshot::new(&board);
    let mut writer = None;
    let mut machine = call.start();
    machines::take_log();
    let passes = inputs.iter().map(|(now, input)| {
        let panel = writer.get_or_insert_with(|| board.panel.writer().expect("the only one"));
        prepare(panel, *now, input);
        if input.vanishes || input.reset {
            writer = None;
        }
        snapshot.refresh(S::Machine::READS);
        let mut cx = Context { snapshot: &snapshot, now: *now, tracer: Everything::default() };
        let status = if input.reset {
            machine.reset(&mut cx);
            machine.status()
        } else {
            machine.exec(&mut cx)
        };
        assert_eq!(status, machine.status());
        Pass {
            reset: input.reset,
            status,
            state: format!("{:?}", machine.state()),
            failure: machine.failure(),
            ran: machines::take_log(),
            trace: cx.tracer.events,
        }
    });
    passes.collect()
}

fn prepare(panel: &mut Writer<'_, Panel>, now: Tick, input: &Input) {
    if input.takes {
        while panel.next_message().is_some() {}
    }
    panel.write(&input.panel, now.time);
}

#[derive(Default)]
struct Everything {
    events: Vec<Traced>,
    path: Vec<u32>,
}

impl Tracer for Everything {
    fn record(&mut self, event: &TraceEvent) {
        let entry = TraceEntry { instance: self.path.iter().sum(), event: *event };
        self.events.push(Traced { entry, depth: self.path.len(), blocks: machines::log_len() });
    }
    fn descend(&mut self, offset: u32) {
        self.path.push(offset);
    }
    fn ascend(&mut self, offset: u32) {
        assert_eq!(self.path.pop(), Some(offset));
    }
}

/// Returns the places of the events that a ring of `N` keeps.
pub fn newest<const N: usize>(passes: &[Pass]) -> (u32, Vec<TraceEntry>) {
    let mut ring = TraceRing::<N>::new();
    for Traced { entry, .. } in passes.iter().flat_map(|pass| &pass.trace) {
        ring.descend(entry.instance);
        ring.record(&entry.event);
        ring.ascend(entry.instance);
    }
    (ring.recorded(), ring.iter().copied().collect())
}
