//! A lint on transitions that can never be taken, since one before them always is.

use super::findings::Findings;
use super::lint_levels::UNREACHABLE_TRANSITION;
use super::{Model, Place, StateId, Target, TransitionId, results};
use crate::skill::ast::{Activity, ActivityKind, Code, Memory, Time, Trigger};
use crate::skill::facts::{Condition, is_elapsed, lets};
use crate::syntax::constant::literal;
use crate::syntax::label;
use quote::ToTokens as _;
use std::collections::BTreeSet;
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr, ExprBinary, Ident};

/// Looks at the transitions of each state, in the order in which they are checked.
pub(super) fn check(model: &Model, findings: &mut Findings<'_>) {
    for (state, of) in model.states.iter().enumerate() {
        among(model, state, &of.preconds, findings);
        never_active(model, state, findings);
        among(model, state, &of.plain, findings);
        after_always(model, state, &of.plain, findings);
        before_inner(model, state, findings);
        before_runs(model, state, findings);
        among(model, state, &of.on_final, findings);
        among(model, state, &of.on_failed, findings);
        named_before(model, state, findings);
    }
    only_state(model, findings);
    leaves_all(model, findings);
}

/// Reports transitions with a memory after one that is always taken: the others are looked at elsewhere.
fn after_always(model: &Model, state: StateId, of: &[TransitionId], findings: &mut Findings<'_>) {
    let triggers = of.iter().map(|number| &model.transitions[number].trigger);
    for trigger in triggers.skip_while(|trigger| !trigger.is_always()) {
        let is_looked_at = Taken::of(trigger).is_some();
        if let Some(at) = place(trigger).filter(|_| !is_looked_at) {
            let message = "unreachable transition, one before it is always taken\nhelp: remove it, or move it before that one";
            findings.report(model, Some(state), UNREACHABLE_TRANSITION, &at, message);
        }
    }
}

/// Reports a transition that is always taken, before those of the states inside.
fn before_inner(model: &Model, state: StateId, findings: &mut Findings<'_>) {
    let of = &model.states[state];
    let always = of.plain.iter().find(|number| model.transitions[number].trigger.is_always());
    let (Some(always), Some(start)) = (always, of.start) else { return };
    let (name, start) = (&of.name, &model.states[start].name);
    let at = Ident::new("transition", model.transitions[always].arrow);
    let message = format!(
        "transition that is always taken, so that `{start}` is left as soon as it is entered\nhelp: give it a guard, or write it in a state inside `{name}`: the transitions around are checked first"
    );
    findings.report(model, Some(state), UNREACHABLE_TRANSITION, &at, &message);
}

/// Reports a transition that is always taken where a sub-skill or an action waits for the next pass.
fn before_runs(model: &Model, state: StateId, findings: &mut Findings<'_>) {
    let of = &model.states[state];
    let always = of.plain.iter().find(|number| model.transitions[number].trigger.is_always());
    let is_run = |activity: &Activity| !matches!(activity.kind, ActivityKind::Message(_));
    if let Some(always) = always.filter(|_| of.runs.iter().any(is_run)) {
        let at = Ident::new("transition", model.transitions[always].arrow);
        let message = "transition that is always taken, so that the state is left before what it runs begins\nhelp: write it `on FINAL`, or give it a guard";
        findings.report(model, Some(state), UNREACHABLE_TRANSITION, &at, message);
    }
}

/// Reports a transition under `always` that is always taken.
fn leaves_all(model: &Model, findings: &mut Findings<'_>) {
    let mut all = model.always.iter().map(|number| &model.transitions[number]);
    if let Some(transition) = all.find(|transition| transition.trigger.is_always()) {
        let at = Ident::new("transition", transition.arrow);
        let message = "transition under `always` that is always taken, so that the other states are left as soon as they are entered\nhelp: give it a guard";
        findings.report(model, None, UNREACHABLE_TRANSITION, &at, message);
    }
}

/// Reports a precondition that always holds, of a state that is more than a choice.
fn never_active(model: &Model, state: StateId, findings: &mut Findings<'_>) {
    let of = &model.states[state];
    let mut preconds = of.preconds.iter().map(|number| &model.transitions[number]);
    let always = preconds.find(|transition| transition.trigger.is_always());
    let blocks = [&of.init, &of.loop_, &of.exit];
    let taken = [&of.plain, &of.on_final, &of.on_failed];
    let has_more = taken.into_iter().any(|of| !of.is_empty())
        || !of.runs.is_empty()
        || blocks.into_iter().any(Option::is_some);
    if let Some(always) = always.filter(|_| has_more) {
        let (at, name) = (Ident::new("transition", always.arrow), &of.name);
        let message = format!(
            "precondition that always holds, so that `{name}` is never active\nhelp: write `precond -> TARGET when GUARD;`, or remove what `{name}` does"
        );
        findings.report(model, Some(state), UNREACHABLE_TRANSITION, &at, &message);
    }
}

/// Reports a transition `on FINAL` that names at least what one before it without a guard names.
fn named_before(model: &Model, state: StateId, findings: &mut Findings<'_>) {
    let mut before: Vec<BTreeSet<Place>> = Vec::new();
    for number in &model.states[state].on_final {
        let transition = &model.transitions[number];
        let names: BTreeSet<Place> = transition.bindings.iter().map(|of| of.place).collect();
        if names.is_empty() || model.states[state].needs.is_none() {
            continue;
        }
        if transition.again.is_none() && before.iter().any(|other| other.is_subset(&names)) {
            let at = Ident::new("transition", transition.arrow);
            let message = "unreachable transition, one before it is taken when this one could be\nhelp: remove it, or move it before that one";
            findings.report(model, Some(state), UNREACHABLE_TRANSITION, &at, message);
        } else if transition.trigger.guard().is_none() {
            before.push(names);
        }
    }
}

/// Reports a transition under `always` that leads to the only outermost state, which is always active.
fn only_state(model: &Model, findings: &mut Findings<'_>) {
    let mut outermost = (0..model.states.len()).filter(|of| model.states[*of].parent.is_none());
    let (Some(only), None) = (outermost.next(), outermost.next()) else { return };
    for number in &model.always {
        let transition = &model.transitions[number];
        if transition.to == Target::State(only) {
            let (at, name) = (Ident::new("transition", transition.arrow), &model.states[only].name);
            let message = format!(
                "unreachable transition, `{name}` is active all the time, and `always` does not enter it again\nhelp: remove it, or write it in a state inside `{name}`"
            );
            findings.report(model, None, UNREACHABLE_TRANSITION, &at, &message);
        }
    }
}

/// When a transition is taken.
struct Taken {
    /// The time that must have passed; `None` if it is not known before the skill runs.
    time: Option<u64>,
    unit: Unit,
    /// The guard as text; `None` if there is none, or it always holds.
    guard: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Micros,
    Ticks,
}

impl Taken {
    /// Returns `None` for a transition that depends on more than its guard and time.
    fn of(trigger: &Trigger) -> Option<Self> {
        let at_once = |guard| Self { time: Some(0), unit: Unit::Micros, guard };
        Some(match trigger {
            Trigger::Otherwise => at_once(None),
            Trigger::When(guard, condition) => Self {
                time: Some(elapsed(guard)),
                unit: Unit::Micros,
                guard: text(guard, condition).filter(|_| !always_matches(guard)),
            },
            // It holds for its time in the state.
            Trigger::Remembers(guard, Memory { time: Some(Time::Literal(_, micros)), .. }) => {
                let guard = Some(label::print(&guard.tokens));
                Self { time: Some(*micros), unit: Unit::Micros, guard }
            }
            Trigger::After(time, guard) => {
                let (time, unit) = match time {
                    Time::Ticks(ticks) => (Some(u64::from(*ticks)), Unit::Ticks),
                    Time::Literal(_, micros) => (Some(*micros), Unit::Micros),
                    Time::Seconds(_) => (None, Unit::Micros),
                };
                let guard = guard.as_ref().filter(|(guard, _)| !always_matches(guard));
                let guard = guard.and_then(|(guard, condition)| text(guard, condition));
                Self { time, unit, guard }
            }
            // The last one has none, so each guard is one of several.
            Trigger::OnFinal(names, Some((guard, condition))) => {
                let guard = text(guard, condition);
                at_once(guard.map(|guard| format!("{}{guard}", results::list(names))))
            }
            Trigger::OnFailed(_, Some((guard, condition))) => at_once(text(guard, condition)),
            Trigger::Crossing(_)
            | Trigger::Remembers(..)
            | Trigger::OnFinal(_, None)
            | Trigger::OnFailed(_, None) => {
                return None;
            }
        })
    }

    /// Whether this is taken whenever `later` could be.
    fn precedes(&self, later: &Self) -> bool {
        let at_once = self.time == Some(0);
        let in_time = at_once
            || self.unit == later.unit
                && matches!((self.time, later.time), (Some(time), Some(later)) if time <= later);
        in_time && (self.guard.is_none() || self.guard == later.guard)
    }
}

/// Returns the microseconds in the state that a guard demands: those of `self.elapsed() > 10.0`, alone
/// or before `&&`.
fn elapsed(guard: &Code) -> u64 {
    if guard.facts.elapsed.is_empty() {
        return 0;
    }
    syn::parse2(guard.tokens.clone()).map_or(0, |guard| least(&guard))
}

fn least(guard: &Expr) -> u64 {
    let Expr::Binary(ExprBinary { left, op, right, .. }) = guard else { return 0 };
    let (left, right) = match op {
        BinOp::And(_) => return least(left).max(least(right)),
        BinOp::Gt(_) | BinOp::Ge(_) => (left, right),
        BinOp::Lt(_) | BinOp::Le(_) => (right, left),
        _ => return 0,
    };
    let seconds = literal(&right.to_token_stream()).filter(|_| is_elapsed(left));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates
    seconds.map_or(0, |seconds| (seconds * 1e6) as u64)
}

/// Whether the guard consists of `let` that always match.
fn always_matches(guard: &Code) -> bool {
    guard.facts.effects.lets.is_some()
        && syn::parse2(guard.tokens.clone()).is_ok_and(|guard| lets::always_match(&guard))
}

/// The guard as text, unless it always holds.
fn text(guard: &Code, condition: &Condition) -> Option<String> {
    (condition.value() != Some(true)).then(|| label::print(&guard.tokens))
}

fn among(model: &Model, state: StateId, of: &[TransitionId], findings: &mut Findings<'_>) {
    let mut before: Vec<Taken> = Vec::new();
    for transition in of {
        let trigger = &model.transitions[transition].trigger;
        never_rises(model, state, trigger, findings);
        let Some(taken) = Taken::of(trigger) else { continue };
        let at = place(trigger);
        let is_false = matches!(
            trigger,
            Trigger::When(_, condition)
                | Trigger::OnFinal(_, Some((_, condition)))
                | Trigger::OnFailed(_, Some((_, condition)))
                if condition.value() == Some(false)
        );
        let ends = matches!(trigger, Trigger::OnFinal(..) | Trigger::OnFailed(..));
        let after_otherwise =
            before.iter().any(|other| other.time == Some(0) && other.guard.is_none());
        // One after it may leave the state before its time.
        let is_earlier = of.iter().any(|other| is_earlier(model, *other, &taken));
        let is_too_late = matches!(trigger, Trigger::When(..) | Trigger::Remembers(..));
        let message = if is_earlier && matches!(trigger, Trigger::After(_, Some(_))) {
            "unreachable transition, another one leaves the state before this time\nhelp: shorten the time".to_owned()
        } else if is_earlier && is_too_late {
            "unreachable transition, another one leaves the state before the guard can hold for this time\nhelp: shorten the time".to_owned()
        } else if is_false {
            "unreachable transition, its guard is always false\nhelp: remove it".to_owned()
        } else if before.iter().any(|other| other.precedes(&taken)) {
            let why = if after_otherwise {
                "one before it is always taken"
            } else {
                "one before it is taken at the latest when this one could be"
            };
            format!("unreachable transition, {why}\nhelp: remove it, or move it before that one")
        } else if ends && taken.guard.is_none() {
            before.push(taken);
            "transition whose guard is always true, those after it are unreachable\nhelp: remove the guard, and the transitions on the same outcome after it".to_owned()
        } else {
            // A guard with a time is not taken whenever it holds.
            if !trigger.is_lasting() {
                before.push(taken);
            }
            continue;
        };
        if let Some(at) = at {
            let lint = UNREACHABLE_TRANSITION;
            findings.report(model, Some(state), lint, &at, &message);
        }
    }
}

/// Whether a transition leaves the state at a time before one could be taken.
fn is_earlier(model: &Model, transition: TransitionId, taken: &Taken) -> bool {
    let trigger = &model.transitions[&transition].trigger;
    let Some(other) = Taken::of(trigger) else { return false };
    let is_timeout = matches!(trigger, Trigger::After(_, None));
    is_timeout && other.unit == taken.unit && other.time < taken.time && other.time.is_some()
}

/// Reports `rising` before a guard whose value does not change.
fn never_rises(model: &Model, state: StateId, trigger: &Trigger, findings: &mut Findings<'_>) {
    let Trigger::Remembers(guard, memory) = trigger else { return };
    let Ok(expr) = syn::parse2(guard.tokens.clone()) else { return };
    let Some(value) = Condition::of(&expr).value() else { return };
    let message = match (memory.rising, value) {
        (true, _) => {
            "unreachable transition, its guard never becomes true while the state is active\nhelp: remove `rising`, or write another guard"
        }
        (false, true) => return,
        (false, false) => "unreachable transition, its guard is always false\nhelp: remove it",
    };
    if let Some(at) = place(trigger) {
        findings.report(model, Some(state), UNREACHABLE_TRANSITION, &at, message);
    }
}

/// A word to mark: the first of the guard or time.
fn place(trigger: &Trigger) -> Option<Ident> {
    let span = match trigger {
        Trigger::After(Time::Literal(tokens, _), _) => tokens.span(),
        _ => trigger.codes().next()?.tokens.span(),
    };
    Some(Ident::new("transition", span))
}
