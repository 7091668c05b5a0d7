//! Comparing what skills do with what they did.

use super::difference::{Difference, different_fields, first_event, first_message};
use super::names::changed_defaults;
use super::{Replay, ReplayError, Witness, recorded_description};
use crate::model::describe::Description;
use crate::model::view::{Change, Layer, TraceView, trace_view};
use crate::recording::record::{Event, Recording, SentMessage, messages, words_between};
use skill_runtime::agent::HasSkiller;
use skill_runtime::blackboard::{BoardEntry, CellWords};
use skill_runtime::skiller::CallSlot;
use skill_runtime::why::WhyTrace;
use skill_runtime::{
    Agent, AgentRunner, AgentStage, Blackboard, Exec, NoTrace, Observer, SkillSpace, Skiller, Tick,
    TraceEvent, Tracer,
};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;

/// The result of a [`check`].
#[derive(Clone, Debug)]
pub struct Checked {
    /// The number of passes that were compared.
    pub passes: usize,
    /// The number of events that were compared.
    pub events: usize,
    /// The number of messages to interfaces that were compared; `None` if the recording has none,
    /// because an older program has made it.
    pub messages: Option<usize>,
    /// The parameters whose defaults are others than in the program that has recorded: `` `skill.name`:
    /// 2.0, recorded 1.5 ``.
    pub defaults: Vec<String>,
    /// The values that this program reads and the recording does not have, as [`Replay::missing`].
    pub missing: Vec<String>,
    /// The first difference; the passes after it are not compared.
    pub difference: Option<Difference>,
}

/// The trace of a layer in a pass: the current machine, and the events with their machines.
#[derive(Default)]
struct Pass {
    machine: u32,
    events: Vec<(u32, TraceEvent)>,
}

#[derive(Clone, Default)]
struct Events(Rc<RefCell<Pass>>);

impl Tracer for Events {
    fn record(&mut self, event: &TraceEvent) {
        let pass = &mut *self.0.borrow_mut();
        pass.events.push((pass.machine, *event));
    }
    fn descend(&mut self, offset: u32) {
        self.0.borrow_mut().machine += offset;
    }
    fn ascend(&mut self, offset: u32) {
        self.0.borrow_mut().machine -= offset;
    }
}

/// The traces of the agent and of the skills, and the messages that they send.
struct Observed<'a> {
    traces: [(Events, WhyTrace); 2],
    queues: Vec<Queue<'a>>,
    sent: Vec<SentMessage>,
    now: Tick,
}

/// The messages to an interface.
struct Queue<'a> {
    entry: &'static BoardEntry,
    words: CellWords<'a>,
    /// The end of those that were seen.
    tail: u32,
}

impl<'a> Observed<'a> {
    fn new(description: &Description, board: &'a impl Blackboard) -> Self {
        let queue = |(index, entry): (u32, &'static BoardEntry)| {
            Some(Queue { entry, words: board.cell_words(index)?, tail: 0 })
        };
        let queues = (0..).zip(description.interfaces).filter_map(queue);
        let queues = queues.filter(|of| !of.words.queue().is_empty()).collect();
        Self { traces: Default::default(), queues, sent: Vec::new(), now: Tick::default() }
    }

    fn tracer(&self, layer: Layer) -> (Events, WhyTrace) {
        self.traces[layer as usize].clone()
    }

    /// Returns the events of a layer in the last pass.
    fn take(&self, layer: Layer) -> Vec<(u32, TraceEvent)> {
        std::mem::take(&mut self.traces[layer as usize].0.0.borrow_mut().events)
    }

    /// Notes the messages that were sent since the last time.
    fn note_sent(&mut self, layer: Layer) {
        for Queue { entry, words, tail } in &mut self.queues {
            let now = words.indices()[0].load(Relaxed);
            if now != *tail {
                let words: Vec<u32> = words_between(words.queue(), *tail, now).collect();
                self.sent.extend(messages(self.now.count, layer, entry, &words));
                *tail = now;
            }
        }
    }
}

impl Observer for Observed<'_> {
    type Tracer = (Events, WhyTrace);
    fn before_think(&mut self, now: Tick) {
        self.now = now;
        self.sent.clear();
        for Queue { words, tail, .. } in &mut self.queues {
            *tail = words.indices()[0].load(Relaxed);
        }
    }
    fn agent_tracer(&mut self) -> Self::Tracer {
        self.tracer(Layer::Agent)
    }
    fn after_think<A: Agent, B: HasSkiller>(&mut self, _: Tick, _: &AgentRunner<'_, A, B>)
    where
        A::Machine: Exec<B>,
    {
        self.note_sent(Layer::Agent);
    }
    fn skill_tracer<S: SkillSpace, C>(&mut self, _: &mut Skiller<'_, S, C>) -> Self::Tracer
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        self.tracer(Layer::Skiller)
    }
    fn after_skill<S: SkillSpace, C>(&mut self, _: Tick, _: &Skiller<'_, S, C>)
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        self.note_sent(Layer::Skiller);
    }
}

impl Witness for Observed<'_> {
    fn follow(&mut self, description: &Description, change: &Change) {
        for (_, why) in &self.traces {
            why.set_overrides(change.overrides(description));
        }
    }
}

/// Runs the skills and the agent again on a recording and compares each event, and each message to
/// an interface, with the recorded one, up to the first difference.
///
/// # Errors
/// [`ReplayError`] if the recording cannot be run again.
pub fn check<S: SkillSpace, A: AgentStage>(
    description: Description,
    recording: &Recording,
    board: &S::Board,
    agent: A,
) -> Result<Checked, ReplayError>
where
    S::Board: HasSkiller,
{
    let mut replay = Replay::<S, A>::new(description, recording, board, agent)?;
    let mut observed = Observed::new(&description, board);
    let messages = recording.has_messages.then_some(0);
    let missing = replay.missing().to_vec();
    let defaults = recorded_description(recording, &description)
        .map_or_else(Vec::new, |of| changed_defaults(&of, &description));
    let mut checked =
        Checked { passes: 0, events: 0, messages, defaults, missing, difference: None };
    let (mut recorded, mut sent) = (&recording.events[..], &recording.sent[..]);
    let exact = recording.architecture() == Some(std::env::consts::ARCH);
    while let Some(now) = replay.step(&mut observed, &mut NoTrace) {
        for layer in [Layer::Agent, Layer::Skiller] {
            let of_pass = |event: &Event| event.pass == now.count && event.layer == layer;
            let count = recorded.iter().take_while(|event| of_pass(event)).count();
            let (before, rest) = recorded.split_at(count);
            let after = observed.take(layer);
            let views = after.iter().map(|(machine, event)| trace_view(layer, 0, *machine, event));
            let views: Vec<TraceView> = views.collect();
            if let Some((recorded, replayed)) = first_event(before, &views, exact) {
                let skill = recorded.map(|event| &event.skill);
                let skill = skill.or(replayed.map(|event| &event.skill)).cloned();
                checked.difference = Some(Difference {
                    pass: now.count,
                    time: now.time,
                    layer,
                    skill: skill.unwrap_or_default(),
                    interface: None,
                    fields: Vec::new(),
                    recorded: recorded.map(|event| event.text.clone()),
                    replayed: replayed.map(|event| event.text.clone()),
                    why: observed.traces[layer as usize].1.last().to_string(),
                });
                return Ok(checked);
            }
            checked.events += count;
            recorded = rest;
            let Some(messages) = &mut checked.messages else { continue };
            let count = sent.iter().take_while(|of| (of.pass, of.layer) == (now.count, layer));
            let (before, rest) = sent.split_at(count.count());
            let of_layer = observed.sent.partition_point(|of| of.layer <= layer);
            let begin = observed.sent.partition_point(|of| of.layer < layer);
            let after = &observed.sent[begin..of_layer];
            if let Some(different) = first_message(before, after, exact) {
                let text = |of: Option<&SentMessage>| of.map(ToString::to_string);
                let interface = different.0.or(different.1).map(|of| of.interface.clone());
                checked.difference = Some(Difference {
                    pass: now.count,
                    time: now.time,
                    layer,
                    skill: String::new(),
                    interface,
                    recorded: text(different.0),
                    replayed: text(different.1),
                    fields: different_fields(different),
                    why: observed.traces[layer as usize].1.last().to_string(),
                });
                return Ok(checked);
            }
            *messages += before.len();
            sent = rest;
        }
        checked.passes += 1;
    }
    if checked.passes < recording.len() {
        return Err(ReplayError::Changed { passes: checked.passes });
    }
    Ok(checked)
}
