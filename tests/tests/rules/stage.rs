//! A blackboard with a machine on it, and what the tests' blocks report.

use std::cell::RefCell;
use std::mem;

use skill_runtime::blackboard::{Snapshot, Writer};
use skill_runtime::{
    Context, Exec, Failure, Instant, Skill, Status, Tick, TraceEvent, TraceKind, Tracer,
    blackboard, interface,
};

interface! {
    pub Panel {
        fields { go: bool, n: u32 }
        messages (capacity = 2) { Note { n: u32 } }
    }
}
interface! { pub Lamp { fields { on: bool } } }

blackboard! { pub Bench { panel: Panel, lamp: Lamp } }

thread_local! {
    static TOLD: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Reports that a block or a guard runs.
pub fn tell(what: &'static str) {
    TOLD.with_borrow_mut(|told| told.push(what));
}

/// A guard that reports that it is asked.
pub fn asked(what: &'static str, answer: bool) -> bool {
    tell(what);
    answer
}

/// What was reported since the last time.
pub fn told() -> Vec<&'static str> {
    TOLD.with_borrow_mut(mem::take)
}

/// A machine on a blackboard, run every 10 ms.
pub struct Stage<'a, M> {
    pub machine: M,
    pub now: Tick,
    /// The last pass's events.
    pub trace: Vec<TraceEvent>,
    snapshot: Snapshot<'a, Bench>,
    panel: Option<Writer<'a, Panel>>,
}

impl<'a, M: Exec<Bench>> Stage<'a, M> {
    pub fn new<S: Skill<Machine = M>>(board: &'a Bench, call: S) -> Self {
        told();
        let mut snapshot = Snapshot::new(board);
        snapshot.claim(M::WRITES).expect("no other writer");
        Self {
            machine: call.start(),
            now: Tick { time: Instant::ZERO, count: 0 },
            trace: Vec::new(),
            snapshot,
            panel: Some(board.panel.writer().expect("no other writer")),
        }
    }

    /// The panel's writer publishes.
    pub fn show(&mut self, panel: &Panel) {
        let time = self.now.time;
        self.writer().write(panel, time);
    }

    pub fn writer(&mut self) -> &mut Writer<'a, Panel> {
        self.panel.as_mut().expect("the panel has a writer")
    }

    /// The panel's writer vanishes.
    pub fn vanish(&mut self) {
        self.panel = None;
    }

    /// Time passes without passes of the machine.
    pub fn wait(&mut self, millis: u64) {
        let time = self.now.time.as_micros() / 1000 + millis;
        self.now.time = Instant::from_millis(time);
    }

    /// A pass at this time; what was reported in it is `told`.
    pub fn exec(&mut self) -> Status {
        self.pass(M::exec)
    }

    pub fn reset(&mut self) {
        self.pass(M::reset);
    }

    fn pass<T>(&mut self, run: impl FnOnce(&mut M, &mut Context<'_, Bench, Events>) -> T) -> T {
        self.snapshot.refresh(M::READS);
        let mut cx = Context { snapshot: &self.snapshot, now: self.now, tracer: Events::default() };
        let answer = run(&mut self.machine, &mut cx);
        self.trace = cx.tracer.0;
        self.now.count = self.now.count.wrapping_add(1);
        self.wait(10);
        answer
    }

    /// The transitions of the last pass: `A -> B`.
    pub fn transitions(&self) -> Vec<String> {
        let names = self.trace.iter().filter_map(|event| match event.kind {
            TraceKind::Transition { from, edge } => {
                let graph = &event.skill.graph;
                let to = graph.edges[usize::from(edge)].to;
                Some(format!("{} -> {}", graph.state_name(from), graph.state_name(to)))
            }
            _ => None,
        });
        names.collect()
    }

    /// Why the machine failed.
    pub fn reason(&self) -> String {
        self.machine.failure().map_or(String::new(), Failure::to_string)
    }
}

/// Keeps all events, and reports transitions between what the blocks report.
#[derive(Default)]
pub struct Events(Vec<TraceEvent>);

impl Tracer for Events {
    fn record(&mut self, event: &TraceEvent) {
        if matches!(event.kind, TraceKind::Transition { .. }) {
            tell("transition");
        }
        self.0.push(*event);
    }
}
