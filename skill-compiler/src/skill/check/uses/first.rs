//! First values of the variables of a state: they may name its parameters and its earlier variables.

use super::super::{Analysis, StateId};
use super::Names;
use crate::skill::ast::{Code, Var};
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;
use proc_macro2::Ident;
use std::collections::BTreeSet;

impl Names<'_> {
    /// Reports what is wrong in them, and leaves it out.
    pub(super) fn first_values(
        &self,
        analysis: &mut Analysis,
        state: StateId,
        errors: &mut Errors,
    ) {
        let mut vars = std::mem::take(&mut analysis.states[state].vars);
        let own = analysis.states[state].params.iter().map(|param| &param.name);
        let own: BTreeSet<String> =
            own.chain(vars.iter().map(|var| &var.name)).map(plain).collect();
        let lost = &analysis.lost[state].params;
        let mut rest = &mut vars[..];
        while let Some((var, later)) = rest.split_first_mut() {
            let is_lost = |name: &Ident| {
                let is = |lost: &Vec<String>| lost.is_empty() || lost.contains(&plain(name));
                lost.as_ref().is_some_and(is) && !own.contains(&plain(name))
            };
            let is_wrong =
                var.init.facts.values.iter().any(is_lost) || names_later(var, later, errors);
            // The names of the state itself stand for themselves.
            var.init.facts.bound.extend(own.iter().cloned());
            if is_wrong
                || self.reads_interface(var, errors)
                || self.look(&var.init.facts, Some("an initial value"), errors)
            {
                var.init = Code::any_value();
            }
            rest = later;
        }
        analysis.states[state].vars = vars;
    }
}

/// Reports a variable that is declared after the one with this value.
fn names_later(var: &Var, later: &[Var], errors: &mut Errors) -> bool {
    let facts = &var.init.facts;
    let is_later = |name: &&Ident| {
        let text = plain(name);
        !facts.bound.contains(&text) && later.iter().any(|other| plain(&other.name) == text)
    };
    let Some(name) = facts.values.iter().find(is_later) else { return false };
    let help = format!("help: declare `{name}` before `{}`", var.name);
    let message = format!("variable `{name}` is not known here, it is declared later\n{help}");
    errors.at(name, message);
    true
}
