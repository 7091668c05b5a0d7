//! States: unique names, one start state, sub-skills that are declared.

use super::names::Taken;
use super::{Model, State, attributes, edges};
use crate::skill::ast;
use crate::syntax::docs;
use crate::syntax::errors::Errors;
use crate::syntax::names::{did_you_mean, last};
use std::collections::BTreeSet;
use syn::LitInt;

/// Fills the model with the states and their edges, in order of appearance.
pub fn check(
    model: &mut Model,
    states: Vec<ast::State>,
    always: Vec<ast::Edge>,
    errors: &mut Errors,
) {
    let mut taken = Taken::default();
    let mut starts = Vec::new();
    let mut edges_of = Vec::new();
    for mut state in states {
        if state.name == "FINAL" || state.name == "FAILED" {
            errors.at(
                &state.name,
                format!(
                    "{} is an exit state of every skill; give this state another name",
                    state.name
                ),
            );
            continue;
        }
        if !taken.take(&state.name, "state", errors) {
            if let Some(first) = model.states.iter_mut().find(|first| first.name == state.name) {
                first.lost.push(None);
            }
            continue;
        }
        let attributes = attributes::sort(state.attrs, errors);
        for attr in &attributes.rust {
            errors.at(attr.path(), "on a state only the language's own lints have a meaning: `#[allow(skill::dead_end)]`");
        }
        if let Some(span) = state.start {
            starts.push((model.states.len(), span));
        }
        check_runs(model, &mut state.runs, errors);
        edges_of.push(std::mem::take(&mut state.body.edges));
        model.states.push(State {
            docs: docs::text(&attributes.docs),
            attrs: attributes.docs,
            levels: attributes.levels,
            lost: if state.broken { vec![None] } else { Vec::new() },
            name: state.name,
            runs: state.runs,
            init: state.body.init,
            loop_: state.body.loop_,
            exit: state.body.exit,
            preconds: Vec::new(),
            on_final: None,
            on_failed: None,
            plain: Vec::new(),
        });
    }
    for (_, span) in starts.iter().skip(1) {
        let first = &model.states[starts[0].0].name;
        errors.span(
            *span,
            format!("a skill has one start state, and that is `{first}`; remove this `start`"),
        );
    }
    model.start = starts.first().map(|(state, _)| *state);
    if model.start.is_none() {
        match model.states.first() {
            Some(first) => errors.at(
                &first.name,
                format!(
                    "no state is the start state; write `start state {}`, or mark another",
                    first.name
                ),
            ),
            None => errors.at(
                &model.name,
                format!("skill `{}` has no states; write `start state NAME {{ .. }}`", model.name),
            ),
        }
        model.start = (!model.states.is_empty()).then_some(0);
    }
    edges::check(model, edges_of, always, errors);
}

/// Sub-skills must be declared; an argument is given once.
fn check_runs(model: &Model, runs: &mut ast::Runs, errors: &mut Errors) {
    let ast::Runs::Skills(calls) = runs else {
        return;
    };
    let names: Vec<String> = model.skills.iter().map(last).collect();
    let mut unknown = false;
    for call in calls.iter() {
        let name = last(&call.skill);
        if !names.contains(&name) {
            unknown = true;
            let near = did_you_mean(&name, names.iter().map(String::as_str));
            let mend = if near.is_empty() {
                format!(
                    "; add it: `depends_skills {{ {} }}`",
                    names.iter().chain([&name]).cloned().collect::<Vec<_>>().join(", ")
                )
            } else {
                near
            };
            errors.at(&call.skill, format!("`{name}` is not in `depends_skills`{mend}"));
        }
        let mut given = BTreeSet::new();
        for arg in &call.args {
            if !given.insert(arg.name.to_string()) {
                errors.at(
                    &arg.name,
                    format!("the argument `{}` is given twice; remove one", arg.name),
                );
            }
        }
    }
    if unknown {
        *runs = ast::Runs::Unknown;
    }
}

/// `max_transitions = N;`
pub fn max_transitions(number: &LitInt, errors: &mut Errors) -> u32 {
    match number.base10_parse() {
        Ok(0) => {
            errors.at(number, "with 0 transitions the skill could never go on; 10 is usual");
            10
        }
        Ok(number) => number,
        Err(error) => {
            errors.absorb(error);
            10
        }
    }
}
