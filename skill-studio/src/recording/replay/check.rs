//! Comparing what skills do with what they did.

use super::{Replay, ReplayError, Witness};
use crate::model::describe::Description;
use crate::model::view::{Change, Layer, TraceView, trace_view};
use crate::recording::record::{Event, Recording};
use skill_runtime::agent::HasSkiller;
use skill_runtime::skiller::CallSlot;
use skill_runtime::why::WhyTrace;
use skill_runtime::{
    AgentStage, Instant, NoTrace, Observer, SkillSpace, Skiller, TraceEvent, Tracer,
};
use std::cell::RefCell;
use std::fmt::{self, Display, Formatter};
use std::rc::Rc;

/// The result of a [`check`].
#[derive(Clone, Debug)]
pub struct Checked {
    /// The number of passes that were compared.
    pub passes: usize,
    /// The number of events that were compared.
    pub events: usize,
    /// The first difference; the passes after it are not compared.
    pub difference: Option<Difference>,
}

/// The first difference between a recording and what this program does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The number of the pass.
    pub pass: u32,
    /// The robot's time of the pass.
    pub time: Instant,
    /// Of the agent or of the skiller.
    pub layer: Layer,
    /// The skill of the event that differs.
    pub skill: String,
    /// The event in the recording; `None` if there is none.
    pub recorded: Option<String>,
    /// The event of this program; `None` if there is none.
    pub replayed: Option<String>,
    /// The transitions that this program has checked in the pass.
    pub why: String,
}

impl Display for Difference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { pass, time, recorded, replayed, why, .. } = self;
        let text = |event: &Option<String>| event.clone().unwrap_or_else(|| "nothing".to_owned());
        writeln!(f, "first difference in pass {pass} at {:.3} s", time.as_secs_f64())?;
        writeln!(f, "  recorded:     {}", crate::text::escape::Escaped(text(recorded)))?;
        writeln!(f, "  this program: {}", crate::text::escape::Escaped(text(replayed)))?;
        write!(f, "{}", why.trim_end())
    }
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

/// The traces of the agent and of the skills.
struct Observed([(Events, WhyTrace); 2]);

impl Observed {
    fn tracer(&self, layer: Layer) -> (Events, WhyTrace) {
        self.0[layer as usize].clone()
    }

    /// Returns the events of a layer in the last pass.
    fn take(&self, layer: Layer) -> Vec<(u32, TraceEvent)> {
        std::mem::take(&mut self.0[layer as usize].0.0.borrow_mut().events)
    }
}

impl Observer for Observed {
    type Tracer = (Events, WhyTrace);
    fn agent_tracer(&mut self) -> Self::Tracer {
        self.tracer(Layer::Agent)
    }
    fn skill_tracer<S: SkillSpace, C>(&mut self, _: &mut Skiller<'_, S, C>) -> Self::Tracer
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        self.tracer(Layer::Skiller)
    }
}

impl Witness for Observed {
    fn follow(&mut self, description: &Description, change: &Change) {
        for (_, why) in &self.0 {
            why.set_overrides(change.overrides(description));
        }
    }
}

/// Runs the skills and the agent again on a recording and compares each event with the recorded one,
/// up to the first difference.
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
    let mut observed = Observed(<[(Events, WhyTrace); 2]>::default());
    let mut checked = Checked { passes: 0, events: 0, difference: None };
    let mut recorded = &recording.events[..];
    let exact = recording.architecture() == Some(std::env::consts::ARCH);
    while let Some(now) = replay.step(&mut observed, &mut NoTrace) {
        for layer in [Layer::Agent, Layer::Skiller] {
            let of_pass = |event: &Event| event.pass == now.count && event.layer == layer;
            let count = recorded.iter().take_while(|event| of_pass(event)).count();
            let (before, rest) = recorded.split_at(count);
            let after = observed.take(layer);
            let views = after.iter().map(|(machine, event)| trace_view(layer, 0, *machine, event));
            let views: Vec<TraceView> = views.collect();
            if let Some((recorded, replayed)) = first_difference(before, &views, exact) {
                let skill = recorded.map(|event| &event.skill);
                let skill = skill.or(replayed.map(|event| &event.skill)).cloned();
                checked.difference = Some(Difference {
                    pass: now.count,
                    time: now.time,
                    layer,
                    skill: skill.unwrap_or_default(),
                    recorded: recorded.map(|event| event.text.clone()),
                    replayed: replayed.map(|event| event.text.clone()),
                    why: observed.0[layer as usize].1.last().to_string(),
                });
                return Ok(checked);
            }
            checked.events += count;
            recorded = rest;
        }
        checked.passes += 1;
    }
    Ok(checked)
}

/// Returns whether two texts are the same but for the last digits of numbers.
///
/// Processors without SSE round differently, so a call has `-1.1902364` on the one and `-1.1902366` on the
/// other.
fn almost_the_same(one: &str, other: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "+-._".contains(c);
    let parts = |text: &str| -> Vec<String> {
        text.split_inclusive(|c| !is_part(c))
            .flat_map(|part| match part.char_indices().next_back() {
                Some((at, last)) if !is_part(last) => vec![part[..at].to_owned(), last.to_string()],
                _ => vec![part.to_owned()],
            })
            .collect()
    };
    let (one, other) = (parts(one), parts(other));
    one.len() == other.len()
        && one.iter().zip(&other).all(|(one, other)| {
            one == other
                || match (one.parse::<f64>(), other.parse::<f64>()) {
                    (Ok(one), Ok(other)) => (one - other).abs() <= 1e-5 * one.abs().max(1e-3),
                    _ => false,
                }
        })
}

/// Returns the first two events that differ.
fn first_difference<'e>(
    recorded: &'e [Event],
    replayed: &'e [TraceView],
    exact: bool,
) -> Option<(Option<&'e Event>, Option<&'e TraceView>)> {
    let same = |event: &Event, view: &TraceView| {
        let is_same_text =
            event.text == view.text || !exact && almost_the_same(&event.text, &view.text);
        (&event.skill, &event.kind, event.machine) == (&view.skill, &view.kind, view.machine)
            && is_same_text
    };
    let count = recorded.len().max(replayed.len());
    (0..count).map(|index| (recorded.get(index), replayed.get(index))).find(|pair| match pair {
        (Some(event), Some(view)) => !same(event, view),
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::almost_the_same;

    #[test]
    fn last_digits_do_not_matter() {
        let same = [
            ("go{dir_rad=-1.1902364, x=2}", "go{dir_rad=-1.1902366, x=2}"),
            ("not there after 12.5 s", "not there after 12.500001 s"),
            ("go{x=1e-7}", "go{x=0.000000101}"),
        ];
        for (one, other) in same {
            assert!(almost_the_same(one, other), "{one}");
        }
        let different = [
            ("go{dir_rad=-1.1902364}", "go{dir_rad=-1.1903}"),
            ("go{n=2}", "go{n=3}"),
            ("go{x=1}", "go{x=1, y=2}"),
            ("go: Roll -> FINAL", "go: Roll -> FAILED"),
            ("", "1"),
        ];
        for (one, other) in different {
            assert!(!almost_the_same(one, other), "{one}");
        }
    }
}
