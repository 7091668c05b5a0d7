//! One sentence about a robot: what it waits for, how long, and what happens then.
//!
//! It is made from the view and the explanation of one moment, and says only what is in them.

use super::waits::{Layer, Meter, Near, Sentence, SentenceTone};
use super::{ActiveView, PartKindView, PartView, StateView, TransitionView, View, WhyView};
use crate::model::describe::Description;
use skill_runtime::SkillInfo;
use skill_runtime::graph::{Activity, StateInfo, StateKind, TransitionInfo};
use skill_runtime::why::Overridden;

/// Returns the sentence about a moment.
#[must_use]
pub fn sentence(description: &Description, view: &View, why: &WhyView) -> Sentence {
    let running = running(description, view, why);
    if let Some(hit) = &view.hit {
        return Sentence {
            tone: SentenceTone::Paused,
            text: format!("Paused by breakpoint {}: {}", hit.breakpoint, hit.text),
            then: running.text.clone(),
            meter: None,
            ..running
        };
    }
    if let Some(stopped) = &view.stopped {
        let is_idle = running.tone == SentenceTone::Idle;
        let before = if is_idle { "nothing ran" } else { &running.text };
        // A program that ends after its call has not failed.
        let tone = if view.skiller.present { SentenceTone::Failed } else { running.tone };
        let (text, then) = (stopped.clone(), format!("before: {before}"));
        return Sentence { tone, text, then, meter: None, ..running };
    }
    running
}

fn running(description: &Description, view: &View, why: &WhyView) -> Sentence {
    let is_running = view.skiller.status == "running";
    if is_running && let Some(sentence) = of_layer(description, view, why, Layer::Skiller) {
        return sentence;
    }
    let agent = of_layer(description, view, why, Layer::Agent);
    let skill = last_skill(view);
    match &view.skiller.status[..] {
        "failed" => {
            let error = match &view.skiller.error[..] {
                "" => "no reason was given",
                error => error,
            };
            let then =
                agent.map_or_else(String::new, |of| format!("Now {}: {}", of.state, of.text));
            let (tone, text) = (SentenceTone::Failed, format!("Failed: {error}"));
            Sentence { tone, skill, text, then, ..Sentence::default() }
        }
        _ if agent.is_some() => agent.unwrap_or_default(),
        "final" => {
            let text = match &view.skiller.result[..] {
                "" => "Done: the call is FINAL".to_owned(),
                result => format!("Done: the result is {result}"),
            };
            Sentence { tone: SentenceTone::Done, skill, text, ..Sentence::default() }
        }
        "running" => {
            let text = "Runs; its guards are not explained yet".to_owned();
            Sentence { tone: SentenceTone::Waits, skill, text, ..Sentence::default() }
        }
        _ => {
            let text = "Nothing runs. Call a skill, or choose one to look at.".to_owned();
            Sentence { text, ..Sentence::default() }
        }
    }
}

/// Returns the name of the skill that was called last.
fn last_skill(view: &View) -> String {
    let call = view.skiller.call.split('{').next().unwrap_or_default();
    view.skiller.skill.clone().unwrap_or_else(|| call.to_owned())
}

/// Returns the sentence about the active states of a layer: that of the innermost one that waits.
fn of_layer(
    description: &Description,
    view: &View,
    why: &WhyView,
    layer: Layer,
) -> Option<Sentence> {
    let of_layer = |of: &&StateView| of.layer == layer && of.state.is_some();
    let states: Vec<&StateView> = why.machines.iter().filter(of_layer).collect();
    let innermost = *states.last()?;
    let active =
        view.active.iter().rev().find(|of| {
            (of.layer, of.machine, of.state) == (layer, innermost.machine, innermost.state)
        });
    let since_sec = active.and_then(|of: &ActiveView| of.entered_sec);
    let new = Sentence {
        tone: if view.paused { SentenceTone::Paused } else { SentenceTone::Waits },
        skill: innermost.skill.clone(),
        state: innermost.name.clone(),
        since_sec: since_sec.map(|entered| (view.time_sec - entered).max(0.0)),
        ..Sentence::default()
    };
    let skill = description.find(&innermost.skill);
    let state =
        skill.zip(innermost.state).and_then(|(skill, of)| skill.graph.states.get(usize::from(of)));
    let end = match state.map(|state| state.kind) {
        Some(StateKind::Final) => Some((SentenceTone::Done, "Done: it is FINAL")),
        Some(StateKind::Failed) => Some((SentenceTone::Failed, "Failed: it is FAILED")),
        _ => None,
    };
    if let Some((tone, text)) = end {
        return Some(Sentence { tone, text: text.to_owned(), ..new });
    }
    if let Some(missing) = states.iter().find_map(|of| of.missing.first()) {
        let text = format!("Needs `{}`: {}", missing.variable, missing.problem);
        return Some(Sentence { tone: SentenceTone::Failed, text, ..new });
    }
    let waits = states.iter().rev().flat_map(|state| {
        let skill = description.find(&state.skill);
        let of_state = state.transitions.iter();
        of_state.filter_map(move |of| Wait::of(skill?, state, of)).collect::<Vec<_>>()
    });
    let waits: Vec<Wait<'_>> = waits.collect();
    Some(of_waits(new, &waits))
}

/// The letters of the guards that are named, if one of several is waited for.
const MAX_LABELS: usize = 64;

/// Chooses among what is waited for: a change by a debugger, then the first guard of the innermost
/// state that does not lead to FAILED, then what it runs, then a time.
fn of_waits(new: Sentence, waits: &[Wait<'_>]) -> Sentence {
    if let Some(wait) = waits.iter().find(|wait| wait.is_forced) {
        let text = format!("Takes {} in the next pass that checks it", wait.name());
        return Sentence { text, near: Some(wait.near()), ..new };
    }
    let timer = waits.iter().filter(|wait| wait.left().is_some());
    let timer = timer
        .min_by(|one, other| one.left().unwrap_or(0.0).total_cmp(&other.left().unwrap_or(0.0)));
    let meter = timer.and_then(Wait::meter);
    let innermost = waits.first().map(|wait| (wait.state.machine, wait.state.state));
    let is_inner = |wait: &&Wait<'_>| Some((wait.state.machine, wait.state.state)) == innermost;
    let guards = waits.iter().filter(|wait| !wait.fails && wait.is_guard());
    let inner: Vec<&Wait<'_>> = guards.clone().filter(is_inner).collect();
    // What leaves each state is expected in none.
    let own: Vec<&Wait<'_>> = inner.iter().copied().filter(|of| of.info.from.is_some()).collect();
    let guards = if !own.is_empty() {
        own
    } else if inner.is_empty() {
        guards.take(1).collect()
    } else if timer.is_none() {
        inner
    } else {
        Vec::new()
    };
    // The one of which most holds already; of several that are as near, none is more likely.
    let nearest = guards.iter().map(|wait| wait.held()).fold(0.0, f64::max);
    let guards: Vec<&Wait<'_>> = guards.into_iter().filter(|wait| wait.held() >= nearest).collect();
    let guard = guards.first().copied();
    let status = waits.iter().find(|wait| is_inner(wait) && wait.is_status());
    let main = match (guard, status) {
        // A sub-skill or an action decides before a guard of a state around it does.
        (Some(guard), Some(_)) if is_inner(&guard) => Some(guard),
        (_, Some(status)) => Some(status),
        (guard, None) => guard,
    };
    if let Some(main) = main {
        let then = match timer {
            Some(timer) if !std::ptr::eq(timer, main) => {
                format!("then {}; or, when the time is over, {}", main.target(), timer.target())
            }
            _ => main.then(),
        };
        if guards.len() > 1 && guard.is_some_and(|guard| std::ptr::eq(guard, main)) {
            let mut names: Vec<String> =
                guards.iter().map(|wait| format!("`{}`", wait.transition.to)).collect();
            names.dedup();
            let labels: Vec<&str> = guards.iter().map(|wait| &wait.transition.label[..]).collect();
            let is_short = labels.iter().map(|label| label.len()).sum::<usize>() < MAX_LABELS
                && labels.iter().all(|label| !label.is_empty());
            let text = if is_short {
                format!("Waits for `{}`", labels.join("` or `"))
            } else {
                format!("Waits for one of {} guards", guards.len())
            };
            let then = match timer {
                Some(timer) => format!("then {}, or {}", names.join(" or "), timer.target()),
                None => format!("then {}", names.join(" or ")),
            };
            return Sentence { text, then, meter, near: Some(main.near()), ..new };
        }
        let values = main.part.map_or_else(Vec::new, |part| part.values.clone());
        return Sentence { text: main.text(), then, values, meter, near: Some(main.near()), ..new };
    }
    if let Some(timer) = timer {
        let (text, then) = (timer.text(), timer.then());
        return Sentence { text, then, meter, near: Some(timer.near()), ..new };
    }
    let other = waits.iter().find(|wait| wait.part.is_some() && !wait.fails);
    if let Some(other) = other {
        let (text, then) = (other.text(), other.then());
        return Sentence { text, then, near: Some(other.near()), ..new };
    }
    let text = match waits.iter().find(|wait| wait.part.is_some()) {
        Some(_) => "Runs; only a failure can end this state",
        None => "Runs; no guard of this state is checked now",
    };
    Sentence { text: text.to_owned(), ..new }
}

/// A transition that does not fire yet, and the part of its conditions that keeps it from it.
struct Wait<'w> {
    state: &'w StateView,
    transition: &'w TransitionView,
    info: &'w TransitionInfo,
    part: Option<&'w PartView>,
    running: &'static [Activity],
    fails: bool,
    is_forced: bool,
}

impl<'w> Wait<'w> {
    fn of(
        skill: &'static SkillInfo,
        state: &'w StateView,
        transition: &'w TransitionView,
    ) -> Option<Self> {
        let info = skill.graph.transitions.get(usize::from(transition.index))?;
        if transition.fires == Some(true) || info.implied {
            return None;
        }
        if transition.overridden == Some(Overridden::Suppress) {
            return None;
        }
        let to = skill.graph.states.get(usize::from(info.to))?;
        let fails = matches!(to.kind, StateKind::Failed);
        let is_forced = transition.overridden == Some(Overridden::Force);
        let keeps = |part: &&PartView| part.holds != Some(true);
        let part = transition.conditions.iter().find(keeps).map(innermost);
        let active = state.state.and_then(|of| skill.graph.states.get(usize::from(of)));
        let running = active.map_or(&[][..], StateInfo::runs);
        Some(Self { state, transition, info, part, running, fails, is_forced })
    }

    fn near(&self) -> Near {
        let StateView { layer, machine, .. } = *self.state;
        Near { layer, machine, transition: self.transition.index }
    }

    fn name(&self) -> String {
        format!("`{} → {}`", self.state.name, self.transition.to)
    }

    fn is_guard(&self) -> bool {
        let is_expression = |part: &PartView| {
            // From outside, a guard is not known to hold, so it is waited for.
            matches!(part.kind, PartKindView::Expression) && part.holds == Some(false)
                || matches!(part.kind, PartKindView::Unknown)
        };
        self.part.is_some_and(is_expression)
    }

    fn is_status(&self) -> bool {
        matches!(self.part.map(|part| &part.kind), Some(PartKindView::Status { .. })) && !self.fails
    }

    /// Returns the time that passes, if the transition waits for it.
    fn meter(&self) -> Option<Meter> {
        #[allow(clippy::cast_precision_loss)] // for people
        let sec = |micros: u64| micros as f64 / 1e6;
        match self.part?.kind {
            PartKindView::Time { elapsed_us, timeout_us: Some(timeout_us) } => {
                Some(Meter { elapsed: sec(elapsed_us), limit: sec(timeout_us), passes: false })
            }
            PartKindView::Ticks { elapsed, timeout } => {
                Some(Meter { elapsed: elapsed.into(), limit: timeout.into(), passes: true })
            }
            _ => None,
        }
    }

    /// Returns what the state runs.
    fn runs(&self) -> String {
        let names: Vec<String> = self.running.iter().map(|of| format!("`{}`", of.name())).collect();
        if names.is_empty() { format!("`{}`", self.state.name) } else { names.join(" and ") }
    }

    /// Returns whether the part is all that the transition has.
    fn is_whole(&self) -> bool {
        let [only] = &self.transition.conditions[..] else { return false };
        !self.transition.label.is_empty() && self.part.is_some_and(|part| std::ptr::eq(part, only))
    }

    /// Returns how much of the conditions holds, from 0 to 1.
    fn held(&self) -> f64 {
        let parts: Vec<bool> = self.transition.conditions.iter().flat_map(leaves).collect();
        let held = parts.iter().filter(|holds| **holds).count();
        #[allow(clippy::cast_precision_loss)] // a few parts
        return held as f64 / parts.len().max(1) as f64;
    }

    /// Returns what is left of the time, in seconds or passes.
    fn left(&self) -> Option<f64> {
        self.meter().map(|meter| (meter.limit - meter.elapsed).max(0.0))
    }

    /// Returns what is waited for.
    fn text(&self) -> String {
        if let Some(meter) = self.meter() {
            return format!("Waits {meter}");
        }
        let Some(part) = self.part else { return format!("Waits for {}", self.name()) };
        match &part.kind {
            PartKindView::Status { expected, .. } => {
                format!("Runs {}, and waits until that is {expected}", self.runs())
            }
            // A named guard is shorter than what it says.
            _ if self.is_whole() => until(&self.transition.label),
            _ => until(&part.text),
        }
    }

    /// Returns what happens then.
    fn then(&self) -> String {
        format!("then {}", self.target())
    }

    /// Returns the state that is entered, with the reason of a failure.
    fn target(&self) -> String {
        match &self.transition.reason {
            Some(reason) if self.fails => format!("`FAILED`: {reason}"),
            _ => format!("`{}`", self.transition.to),
        }
    }
}

/// Returns whether each of the innermost parts holds.
fn leaves(part: &PartView) -> Vec<bool> {
    if part.parts.is_empty() {
        return vec![part.holds == Some(true)];
    }
    part.parts.iter().flat_map(leaves).collect()
}

/// Returns the innermost part that decides: that of an `&&` that does not hold.
fn innermost(part: &PartView) -> &PartView {
    let false_parts = part.parts.iter().filter(|inner| inner.holds == Some(false)).count();
    match part.parts.iter().find(|inner| inner.holds == Some(false)) {
        // If several do not hold, it is an `||`, of which each could make it hold.
        Some(inner) if false_parts == 1 && part.parts.len() > 1 => innermost(inner),
        _ => part,
    }
}

/// Returns that a condition is waited for.
fn until(text: &str) -> String {
    let is_simple = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "._".contains(c));
    match text.strip_prefix('!') {
        Some(inner) if is_simple(inner) => format!("Waits until `{inner}` is false"),
        _ => format!("Waits for `{text}`"),
    }
}

/// Measures for how long a robot was seen to wait for the same.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Waiting {
    key: Option<(Near, String)>,
    begin_sec: f64,
    last_sec: f64,
    is_exact: bool,
}

impl Waiting {
    /// Adds the time to a sentence of the moment `time_sec`.
    pub fn add(&mut self, time_sec: f64, sentence: &mut Sentence) {
        /// The longest time between two looks at the robot, s.
        const LOOK_SEC: f64 = 0.5;
        let key = sentence.near.map(|near| (near, sentence.text.clone()));
        // The time is in the text of a wait for a time.
        let key =
            key.filter(|_| !sentence.text.ends_with(" s") && !sentence.text.ends_with("passes"));
        let was_seen = (0.0..LOOK_SEC).contains(&(time_sec - self.last_sec));
        if key != self.key || !was_seen {
            let is_new = sentence.since_sec.is_some_and(|since| since < LOOK_SEC);
            let is_exact = is_new || (was_seen && self.key.is_some());
            *self = Self { key, begin_sec: time_sec, last_sec: time_sec, is_exact };
        }
        self.last_sec = time_sec;
        let is_known = self.is_exact && self.key.is_some();
        sentence.waited_sec = is_known.then_some(time_sec - self.begin_sec);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(text: &str, holds: Option<bool>, parts: Vec<PartView>) -> PartView {
        let kind = PartKindView::Expression;
        PartView { text: text.to_owned(), holds, kind, values: Vec::new(), parts }
    }

    #[test]
    fn the_part_that_decides_is_named() {
        let leaf = |text, holds| part(text, holds, Vec::new());
        let and = part("a && b", Some(false), vec![leaf("a", Some(true)), leaf("b", Some(false))]);
        assert_eq!(innermost(&and).text, "b");
        let or = part("a || b", Some(false), vec![leaf("a", Some(false)), leaf("b", Some(false))]);
        assert_eq!(innermost(&or).text, "a || b");
        assert_eq!(until("!naomotion.moving"), "Waits until `naomotion.moving` is false");
        assert_eq!(until("!(a && b)"), "Waits for `!(a && b)`");
    }

    #[test]
    fn a_wait_is_measured_from_when_it_was_seen_to_begin() {
        let near = Some(Near { layer: Layer::Skiller, machine: 0, transition: 1 });
        let new = |text: &str, since_sec| Sentence {
            near,
            text: text.to_owned(),
            since_sec: Some(since_sec),
            ..Sentence::default()
        };
        let mut waiting = Waiting::default();
        let mut first = new("Waits for `a`", 9.0);
        waiting.add(10.0, &mut first);
        assert_eq!(first.waited_sec, None, "it may be longer");
        let mut other = new("Waits for `b`", 9.1);
        waiting.add(10.1, &mut other);
        waiting.add(10.4, &mut other);
        assert!((other.waited_sec.unwrap() - 0.3).abs() < 1e-9);
        waiting.add(20.0, &mut other);
        assert_eq!(other.waited_sec, None, "nobody looked");
    }
}
