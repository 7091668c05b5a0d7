//! A machine alone, run every 10 ms; and all of them as the skills of a robot without a body.

use crate::ball::Ball;
use crate::decay::Decay;
use crate::tanks::Tanks;
use crate::thermostat::Thermostat;
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{
    Context, Exec, Instant, Skill, Snapshot, Stages, Status, Tick, TraceEvent, TraceKind, Tracer,
    blackboard, skill_space,
};

blackboard! { pub Board { "Skiller": SkillerInterface } }
skill_space! { pub Hybrids on Board { Decay, Ball, Thermostat, Tanks } }

/// No sensors and no motors: what changes is in the skills.
pub struct NoBody;

impl Stages for NoBody {}

/// The length of a tick.
const TICK_MICROS: u64 = 10_000;

/// The events of a pass.
#[derive(Default)]
pub struct Pass {
    /// The times of the transitions, s.
    pub transitions_sec: Vec<f64>,
    /// Whether `max_transitions` ended the pass.
    pub stopped: bool,
}

impl Tracer for Pass {
    fn record(&mut self, event: &TraceEvent) {
        match event.kind {
            TraceKind::Transition { .. } => self.transitions_sec.push(event.time.as_secs_f64()),
            TraceKind::Limit { .. } => self.stopped = true,
            _ => {}
        }
    }
}

/// Runs a call until it ends or `goes_on` returns `false`. It gets the time of each pass in
/// seconds, the machine after it, and its events.
pub fn run<S: Skill>(call: S, mut goes_on: impl FnMut(f64, &S::Machine, &Pass) -> bool)
where
    S::Machine: Exec<Board>,
{
    let board = Board::new();
    let snapshot = Snapshot::new(&board);
    let mut machine = call.start();
    for count in 0_u32.. {
        let time = Instant::from_micros(u64::from(count) * TICK_MICROS);
        let now = Tick { time, count };
        let mut cx = Context { snapshot: &snapshot, now, tracer: Pass::default() };
        let status = machine.exec(&mut cx);
        if !goes_on(time.as_secs_f64(), &machine, &cx.tracer) || status != Status::Running {
            return;
        }
    }
}
