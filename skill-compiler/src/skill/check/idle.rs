//! Lints on what is written and has no effect: what is declared to change and does not, names that
//! nothing uses, statements that do nothing.

use super::findings::Findings;
use super::lint_levels::{
    EMPTY_REASON, NEVER_ASSIGNED, NEVER_FLOWS, NO_EFFECT, UNUSED_MUT, UNUSED_RESULT,
    UNUSED_VARIABLE, UNUSED_WRITES,
};
use super::{Model, Scope, State, StateId, Target, Transition};
use crate::skill::ast::{Code, Resume, Var};
use crate::skill::facts::lets;
use crate::syntax::label;
use crate::syntax::names::{nearest, plain};
use proc_macro2::Ident;
use std::collections::BTreeSet;
use syn::Expr;

/// Looks for all of them. The model must be whole: what is left out of it may change anything.
pub(super) fn check(model: &Model, findings: &mut Findings<'_>) {
    if let Some(changed) = changed(model) {
        declared(model, &changed, findings);
    }
    never_flows(model, findings);
    never_written(model, findings);
    for (number, transition) in &model.transitions {
        let codes: Vec<&Code> = model.code_of_transition(*number).collect();
        transitions(model, transition, &codes, findings);
        idle_deep(model, transition, findings);
    }
    for (state, of) in model.states.iter().enumerate() {
        for block in [&of.init, &of.loop_, &of.exit].into_iter().flatten() {
            for name in &block.facts.effects.idle {
                let message = "statement without effect\nhelp: assign the field, or remove it";
                findings.report(model, Some(state), NO_EFFECT, name, message);
            }
        }
    }
}

/// A variable or a parameter with whose it is.
type Names = BTreeSet<(Scope, String)>;

/// Returns the names of `self` that some code may change; `None` if it may be any.
fn changed(model: &Model) -> Option<Names> {
    let mut changed = Names::new();
    for state in 0..model.states.len() {
        for code in model.code_of(state) {
            if code.facts.names.contains("self") {
                return None;
            }
            let fields = code.facts.fields.iter().filter(|field| field.is_changed);
            let fields = fields.map(|field| plain(&field.name));
            for name in fields.chain(code.facts.effects.called.iter().cloned()) {
                changed.extend(model.scope(state, &name).map(|scope| (scope, name)));
            }
        }
    }
    Some(changed)
}

/// Variables and parameters that are declared to change.
fn declared(model: &Model, changed: &Names, findings: &mut Findings<'_>) {
    let read = read(model);
    let is_constant = |scope: Scope, name: &Ident| {
        let name = plain(name);
        !name.starts_with('_') && !changed.contains(&(scope, name))
    };
    let mut variables: Vec<(Option<StateId>, Scope, &Var)> =
        model.vars.iter().map(|var| (None, Scope::Skill, var)).collect();
    for (state, of) in model.states.iter().enumerate() {
        variables.extend(of.vars.iter().map(|var| (Some(state), Scope::Vars(state), var)));
        for param in of.params.iter().filter(|param| param.is_mut) {
            let (scope, name) = (Scope::Params(state), &param.name);
            if is_constant(scope, name) && read.contains(&(scope, plain(name))) {
                let message =
                    format!("parameter `{name}` does not need to be mutable\nhelp: remove `mut`");
                findings.report(model, Some(state), UNUSED_MUT, name, &message);
            }
        }
    }
    for (state, scope, var) in variables {
        let name = &var.name;
        let is_read = read.contains(&(scope, plain(name)));
        if is_read && is_constant(scope, name) && is_placeholder(var) {
            let message = format!(
                "variable `{name}` is read, but never assigned\nhelp: assign it in `init`, `loop` or `exit`, or write its value where it is read"
            );
            findings.report(model, state, NEVER_ASSIGNED, name, &message);
        }
    }
}

/// The names of `self` that some code reads. Others are reported as unused.
fn read(model: &Model) -> Names {
    let mut read = Names::new();
    for state in 0..model.states.len() {
        for code in model.code_of(state) {
            let names = model.names_in(state, code);
            read.extend(names.map(|(name, scope)| (scope, plain(name))));
        }
    }
    let always = model.always.iter().flat_map(|number| model.code_of_transition(*number));
    let fields = always.flat_map(|code| &code.facts.fields);
    read.extend(fields.map(|field| (Scope::Skill, plain(&field.name))));
    read
}

/// Whether the first value of a variable is one that waits for another: a literal, or no message.
fn is_placeholder(var: &Var) -> bool {
    let is_id = label::print_type(&var.ty).ends_with("MessageId");
    is_id || matches!(syn::parse2(var.init.tokens.clone()), Ok(Expr::Lit(_)))
}

/// Continuous variables whose rate no state gives.
fn never_flows(model: &Model, findings: &mut Findings<'_>) {
    for (index, var) in model.continuous.iter().enumerate() {
        let name = plain(&var.name);
        let mut flows = model.states.iter().flat_map(|of| &of.flow);
        if !name.starts_with('_') && !flows.any(|(of, _)| *of == index) {
            let message = format!(
                "continuous variable `{name}` has no equation in any state\nhelp: write `flow {{ der(self.{name}) = RATE; }}` in a state, or declare it in `vars`"
            );
            findings.report(model, None, NEVER_FLOWS, &var.name, &message);
        }
    }
}

/// Interfaces that the skill takes as their writer, and does not write. Actions get all of them.
fn never_written(model: &Model, findings: &mut Findings<'_>) {
    if model.states.iter().any(State::has_action) {
        return;
    }
    let code: Vec<&Code> = model.code().collect();
    for interface in model.interfaces.iter().filter(|of| of.writes) {
        let name = plain(&interface.variable);
        let may_write = |code: &&Code| {
            let mut members = code.facts.members.iter().filter(|used| plain(&used.owner) == name);
            code.facts.names.contains(&name)
                || code.facts.effects.changed.contains(&name)
                || members.any(|used| used.change.is_some() || used.is_method)
        };
        // One that nothing names is reported as unused.
        let is_named = code.iter().any(|code| code.facts.names_interface(&name));
        if is_named && !name.starts_with('_') && !code.iter().any(may_write) {
            let message = format!(
                "no code assigns a field of `{name}`, which the skill writes\nhelp: remove `writes`, or assign its fields in `init`, `loop` or `exit`"
            );
            findings.report(model, None, UNUSED_WRITES, &interface.variable, &message);
        }
    }
}

/// `resume deep` of a state that has no more than one level of states inside it.
fn idle_deep(model: &Model, transition: &Transition, findings: &mut Findings<'_>) {
    let (Some(Resume::Deep), Target::State(to)) = (transition.resume, &transition.to) else {
        return;
    };
    let is_deep = |state: StateId| {
        model.states[state].holds_by_value() || model.inside(state).next().is_some()
    };
    if model.states[*to].holds_by_value() || model.inside(*to).any(is_deep) {
        return;
    }
    let (at, name) = (Ident::new("deep", transition.arrow), &model.states[*to].name);
    let message = format!(
        "`deep` without effect: no state inside `{name}` contains states\nhelp: write `-> resume {name}`"
    );
    findings.report(model, transition.from, NO_EFFECT, &at, &message);
}

/// Names of results that the transition does not use, and reasons without text.
fn transitions(
    model: &Model,
    transition: &Transition,
    codes: &[&Code],
    findings: &mut Findings<'_>,
) {
    let results = transition.bindings.iter().map(|binding| (&binding.name, "result"));
    let results = results.chain(transition.trigger.failure().map(|name| (name, "failure")));
    let guard = transition.trigger.guard().filter(|guard| guard.facts.effects.lets.is_some());
    let guard = guard.and_then(|guard| syn::parse2::<Expr>(guard.tokens.clone()).ok());
    let parts = guard.as_ref().and_then(lets::parts).unwrap_or_default();
    let results = results.map(|(name, what)| (name.clone(), what, 0));
    let lets = parts.iter().enumerate().flat_map(|(place, part)| {
        let bound = lets::bound_by(part).into_iter();
        bound.map(move |name| (name, "variable", place + 1))
    });
    for (bound, what, after) in results.chain(lets) {
        let name = plain(&bound);
        // Up to a `let` that gives the name to another value.
        let is_used = lets::is_used(&name, &parts[after..]).unwrap_or_else(|| {
            let uses = |code: &&Code| code.facts.names_interface(&name);
            if parts.is_empty() {
                codes.iter().any(uses)
            } else {
                transition.carried().any(|code| uses(&code))
            }
        });
        // One that is misspelt is meant.
        let others =
            codes.iter().flat_map(|code| &code.facts.names).filter(|other| **other != name);
        let is_meant = nearest(&name, others.map(String::as_str)).is_some();
        if !name.starts_with('_') && !is_meant && !is_used {
            let runs = |from: StateId| model.states[from].runs.len();
            let is_of_list = transition.from.is_some_and(|from| runs(from) > 1);
            // In a list the name of a sub-skill says what must be FINAL.
            let cure = if what == "result" && is_of_list {
                format!("write `{name}: _` if only its end matters")
            } else {
                format!("remove the name, or write `_{name}` if it is intentional")
            };
            let message = format!("unused {what} `{name}`\nhelp: {cure}");
            let lint = if what == "variable" { UNUSED_VARIABLE } else { UNUSED_RESULT };
            findings.report(model, transition.from, lint, &bound, &message);
        }
    }
    if let Some(reason) = &transition.reason
        && reason.text.value().trim().is_empty()
    {
        let at = Ident::new("reason", reason.text.span());
        let message = "a reason without text\nhelp: say why the skill fails, or write `FAILED`";
        findings.report(model, transition.from, EMPTY_REASON, &at, message);
    }
}
