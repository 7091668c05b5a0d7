//! The outcomes that the transitions of a state handle: each once, and all of them.

use crate::skill::ast::{self, Trigger};
use crate::syntax::errors::Errors;
use proc_macro2::Span;

/// The outcomes that the transitions of a state before one handle.
#[derive(Default)]
pub struct Seen {
    pub otherwise: Option<Span>,
    pub on_final: Outcome,
    pub on_failed: Outcome,
    /// The trigger of one is half typed, or could not be read; reported.
    pub unknown: bool,
}

/// The transitions on one outcome.
#[derive(Default)]
pub struct Outcome {
    /// Whether one has no guard.
    pub handled: bool,
    /// The last that has a guard, or names what must be FINAL.
    guarded: Option<Span>,
    /// Whether the last of those names what must be FINAL, and has no guard.
    names_some: bool,
}

impl Outcome {
    /// Records a transition on the outcome. Returns whether it is one more; reports one that is
    /// never taken.
    pub fn adds(
        &mut self,
        on: &str,
        transition: &ast::Transition,
        has_some: bool,
        errors: &mut Errors,
    ) -> bool {
        let arrow = transition.arrow;
        let guard = transition.trigger.as_ref().and_then(Trigger::guard);
        // What is named may not be what is FINAL.
        let names_some = has_some && names(transition);
        let is_guarded = guard.is_some() || names_some;
        let half_typed = guard.is_some_and(|guard| guard.half_typed);
        if self.handled && is_guarded && !half_typed {
            errors.span(arrow, format!("unreachable `on {on}` transition after one without a guard\nhelp: move it before that one"));
        } else if self.handled && !half_typed {
            errors.span(arrow, format!("duplicate `on {on}` transition\nhelp: remove one of them, or give the first a guard: `on {on} when GUARD`"));
            return false;
        }
        self.handled |= !is_guarded;
        if is_guarded {
            self.guarded = Some(arrow);
            self.names_some = names_some && guard.is_none();
        }
        true
    }
}

/// Whether a transition names what must be FINAL.
pub fn names(transition: &ast::Transition) -> bool {
    matches!(&transition.trigger, Some(Trigger::OnFinal(names, _)) if !names.is_empty())
}

impl Seen {
    /// Reports an outcome that is not handled if no guard holds; FAILED may also be
    /// `handled_around`.
    pub fn report_guarded(&self, handled_around: bool, errors: &mut Errors) {
        if self.unknown {
            return;
        }
        let help = "add `-> STATE on FINAL;` for the other results";
        let failed = "add `-> STATE on FAILED;` for the other failures, or write `?` before the body of the state";
        for (on, outcome, help) in
            [("FINAL", &self.on_final, help), ("FAILED", &self.on_failed, failed)]
        {
            let elsewhere = on == "FAILED" && handled_around;
            if let (Some(at), false) = (outcome.guarded, outcome.handled || elsewhere) {
                let has =
                    if outcome.names_some { "names a part of the list" } else { "has a guard" };
                errors.span(at, format!("the last `on {on}` {has}\nhelp: {help}"));
            }
        }
    }
}
