//! A lint on transitions that can never be taken, since one before them always is.

use super::findings::Findings;
use super::lint_levels::UNREACHABLE_TRANSITION;
use super::{Model, StateId, TransitionId, results};
use crate::skill::ast::{Code, Time, Trigger};
use crate::skill::facts::Condition;
use crate::syntax::label;
use syn::Ident;
use syn::spanned::Spanned as _;

/// Looks at the transitions of each state, in the order in which they are checked.
pub(super) fn check(model: &Model, findings: &mut Findings<'_>) {
    for (state, of) in model.states.iter().enumerate() {
        among(model, state, &of.preconds, findings);
        among(model, state, &of.plain, findings);
        among(model, state, &of.on_final, findings);
        among(model, state, &of.on_failed, findings);
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
            Trigger::When(guard, condition) => at_once(text(guard, condition)),
            Trigger::After(time, guard) => {
                let (time, unit) = match time {
                    Time::Ticks(ticks) => (Some(u64::from(*ticks)), Unit::Ticks),
                    Time::Literal(_, micros) => (Some(*micros), Unit::Micros),
                    Time::Seconds(_) => (None, Unit::Micros),
                };
                let guard = guard.as_ref().and_then(|(guard, condition)| text(guard, condition));
                Self { time, unit, guard }
            }
            // The last one has none, so each guard is one of several.
            Trigger::OnFinal(names, Some((guard, condition))) => {
                let guard = text(guard, condition);
                at_once(guard.map(|guard| format!("{}{guard}", results::list(names))))
            }
            Trigger::OnFailed(Some((guard, condition))) => at_once(text(guard, condition)),
            Trigger::Crossing(_)
            | Trigger::Remembers(..)
            | Trigger::OnFinal(_, None)
            | Trigger::OnFailed(None) => {
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

/// The guard as text, unless it always holds.
fn text(guard: &Code, condition: &Condition) -> Option<String> {
    (*condition != Condition::Literal(true)).then(|| label::print(&guard.tokens))
}

fn among(model: &Model, state: StateId, of: &[TransitionId], findings: &mut Findings<'_>) {
    let mut before: Vec<Taken> = Vec::new();
    for transition in of {
        let trigger = &model.transitions[transition].trigger;
        let Some(taken) = Taken::of(trigger) else { continue };
        let at = place(trigger);
        let is_false = matches!(
            trigger,
            Trigger::When(_, Condition::Literal(false))
                | Trigger::OnFinal(_, Some((_, Condition::Literal(false))))
                | Trigger::OnFailed(Some((_, Condition::Literal(false))))
        );
        let ends = matches!(trigger, Trigger::OnFinal(..) | Trigger::OnFailed(_));
        let after_otherwise =
            before.iter().any(|other| other.time == Some(0) && other.guard.is_none());
        let message = if is_false {
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
            before.push(taken);
            continue;
        };
        if let Some(at) = at {
            let lint = UNREACHABLE_TRANSITION;
            findings.report(model, Some(state), lint, &at, &message);
        }
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
