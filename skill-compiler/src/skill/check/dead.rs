//! A lint on transitions that can never be taken, since one before them always is.

use super::findings::Findings;
use super::lint_levels::UNREACHABLE_TRANSITION;
use super::{Model, StateId, TransitionId};
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
            Trigger::Crossing(_) | Trigger::OnFinal(_) | Trigger::OnFailed => return None,
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
        let is_false = matches!(trigger, Trigger::When(_, Condition::Literal(false)));
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
