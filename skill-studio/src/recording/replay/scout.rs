//! A replay that nobody sees: it runs ahead once, and saves states to which the one that is seen goes.

use super::{Replay, Saved, Witness};
use crate::live::{LiveTracer, Rings, Traces};
use crate::model::describe::Description;
use crate::model::view::{Change, Layer};
use skill_runtime::agent::HasSkiller;
use skill_runtime::skiller::CallSlot;
use skill_runtime::{AgentStage, Checkpoint, Instant, NoTrace, Observer, SkillSpace, Skiller};

/// The number of passes between two states: a tenth of a second to run again.
const EVERY: u32 = 1 << 17;

/// The number of passes that are run in one go: some milliseconds.
const AT_ONCE: u32 = 1 << 12;

/// A saved state, with the events before it.
pub(super) struct Place<'r, S: SkillSpace, A: Checkpoint> {
    /// The time of its next pass.
    pub time: Instant,
    pub saved: Saved<'r, S, A>,
    pub rings: Rings,
}

/// The observer of a replay that nobody sees.
struct Unseen(Traces);

impl Unseen {
    /// Begins the pass of a layer.
    fn tracer(&self, layer: Layer) -> LiveTracer {
        self.0.of(layer).borrow_mut().events.clear();
        self.0.tracer(layer)
    }
}

impl Observer for Unseen {
    type Tracer = LiveTracer;
    fn agent_tracer(&mut self) -> LiveTracer {
        self.tracer(Layer::Agent)
    }
    fn skill_tracer<S: SkillSpace, C>(&mut self, _: &mut Skiller<'_, S, C>) -> LiveTracer
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        self.tracer(Layer::Skiller)
    }
}

impl Witness for Unseen {
    fn follow(&mut self, description: &Description, change: &Change) {
        let overrides = change.overrides(description);
        for layer in [Layer::Agent, Layer::Skiller] {
            let mut traced = self.0.of(layer).borrow_mut();
            traced.explains = !overrides.is_empty();
            traced.why.set_overrides(overrides.clone());
        }
    }
}

/// A replay on a blackboard of its own.
pub(super) struct Scout<'a, 'r, S: SkillSpace, A> {
    replay: Replay<'a, 'r, S, A>,
    unseen: Unseen,
}

impl<'a, 'r, S: SkillSpace, A: AgentStage + Checkpoint> Scout<'a, 'r, S, A>
where
    S::Board: HasSkiller,
{
    /// Begins at the beginning of `replay`.
    pub fn new(replay: Replay<'a, 'r, S, A>) -> Self {
        Self { replay, unseen: Unseen(Traces::new()) }
    }

    /// Returns the state of now.
    pub fn place(&self) -> Option<Place<'r, S, A>> {
        let (time, saved) = (self.replay.next_time()?, self.replay.save()?);
        Some(Place { time, saved, rings: self.unseen.0.rings() })
    }

    /// Returns the time up to which it has run.
    pub fn time(&self) -> Option<Instant> {
        self.replay.next_time()
    }

    /// Runs some passes and adds the states that are due to `places`. Returns whether there are
    /// more.
    pub fn run(&mut self, places: &mut Vec<Place<'r, S, A>>) -> bool {
        for _ in 0..AT_ONCE {
            let Some(now) = self.replay.step(&mut self.unseen, &mut NoTrace) else { return false };
            if now.count.is_multiple_of(EVERY) && now.count > 0 {
                let place = self.place();
                if place.is_none() {
                    return false;
                }
                places.extend(place);
            }
        }
        true
    }
}
