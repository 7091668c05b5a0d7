//! The tracer of the agent and of the skiller of a robot that is watched.

use crate::model::view::{CoverageView, Layer};
use skill_runtime::why::{Variables, Why, WhyTrace};
use skill_runtime::{SkillKey, TraceEntry, TraceEvent, TraceKind, TraceRing, Tracer};
use std::cell::RefCell;
use std::rc::Rc;

/// The number of trace entries that are kept for each layer, at least as many as the debug interface
/// has.
const ENTRIES: usize = 64;

/// The last events of both layers.
#[cfg(feature = "record")]
pub(crate) type Rings = [TraceRing<ENTRIES, SkillKey>; 2];

/// The trace of a layer.
pub(crate) struct Traced {
    pub ring: TraceRing<ENTRIES, SkillKey>,
    /// The events of the pass.
    pub events: Vec<TraceEntry>,
    /// The explanation of the last pass.
    pub why: WhyTrace,
    /// Whether passes are explained.
    pub explains: bool,
    /// The number of times that each transition was taken.
    coverage: CoverageView,
    /// The number of transitions.
    taken: u64,
    instance: u32,
}

/// The traces of both layers.
pub(crate) struct Traces([Rc<RefCell<Traced>>; 2]);

impl Traces {
    pub fn new() -> Self {
        let new = || Traced {
            ring: TraceRing::of_keys(),
            events: Vec::new(),
            why: WhyTrace::new().with_variables(),
            explains: false,
            coverage: CoverageView::default(),
            taken: 0,
            instance: 0,
        };
        Self([(); 2].map(|()| Rc::new(RefCell::new(new()))))
    }

    /// Returns the last events of both layers.
    #[cfg(feature = "record")]
    pub fn rings(&self) -> Rings {
        self.0.each_ref().map(|traced| traced.borrow().ring.clone())
    }

    /// Returns new traces that go on after these events.
    #[cfg(feature = "record")]
    pub fn after(rings: &Rings) -> Self {
        let traces = Self::new();
        for (traced, ring) in traces.0.iter().zip(rings) {
            traced.borrow_mut().ring = ring.clone();
        }
        traces
    }

    /// Returns the trace of a layer.
    pub fn of(&self, layer: Layer) -> &Rc<RefCell<Traced>> {
        &self.0[layer as usize]
    }

    /// Returns the number of transitions of both layers.
    pub fn taken(&self) -> u64 {
        self.0.iter().map(|traced| traced.borrow().taken).sum()
    }

    /// Returns how often the transitions of both layers were taken.
    pub fn coverage(&self) -> CoverageView {
        let [agent, skiller] = &self.0;
        let mut coverage = skiller.borrow().coverage.clone();
        let agent = &agent.borrow().coverage.skills;
        coverage.skills.extend(agent.iter().map(|(name, counts)| (name.clone(), counts.clone())));
        coverage
    }

    /// Returns the tracer of a layer.
    pub fn tracer(&self, layer: Layer) -> LiveTracer {
        LiveTracer(Rc::clone(self.of(layer)))
    }
}

/// The tracer of the agent or of the skiller.
#[derive(Clone)]
pub struct LiveTracer(Rc<RefCell<Traced>>);

impl Tracer for LiveTracer {
    const TIMES: bool = true;
    const WHY: bool = true;
    fn why(&mut self) -> Option<Rc<RefCell<Why>>> {
        let mut traced = self.0.borrow_mut();
        traced.explains.then(|| traced.why.why())?
    }
    fn variables(&mut self) -> Option<Rc<RefCell<Variables>>> {
        let mut traced = self.0.borrow_mut();
        traced.explains.then(|| traced.why.variables())?
    }
    fn record(&mut self, event: &TraceEvent) {
        let traced = &mut *self.0.borrow_mut();
        traced.ring.record(event);
        if let TraceKind::Transition { transition, .. } = event.kind {
            traced.coverage.count(event.skill.name, transition);
            traced.taken += 1;
        }
        traced.events.push(TraceEntry { instance: traced.instance, event: *event });
    }
    fn descend(&mut self, offset: u32) {
        let traced = &mut *self.0.borrow_mut();
        traced.instance += offset;
        traced.ring.descend(offset);
        traced.why.descend(offset);
    }
    fn ascend(&mut self, offset: u32) {
        let traced = &mut *self.0.borrow_mut();
        traced.instance -= offset;
        traced.ring.ascend(offset);
        traced.why.ascend(offset);
    }
}
