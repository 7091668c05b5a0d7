//! Lints on what is declared and never used, and on results that nothing can reach.

use super::Scope;
use super::findings::Findings;
use super::lint_levels::{
    NEVER_FINAL, UNUSED_ARGUMENT, UNUSED_INTERFACE, UNUSED_PARAMETER, UNUSED_VARIABLE,
};
use super::{Model, State, StateId, Target, Value};
use crate::skill::ast::{Code, MachineKind};
use crate::syntax::names::plain;
use std::collections::BTreeSet;
use syn::Ident;

/// Looks for all of them. The model must be whole: what is left out of it may use anything.
pub(super) fn check(model: &Model, findings: &mut Findings<'_>) {
    let used = Used::of(model);
    if !used.everything {
        names(model, &used, findings);
    }
    interfaces(model, findings);
    // A skill without an end is assumed to run until stopped.
    let leads_to = |end| model.transitions.values().any(|transition| transition.to == end);
    let only_fails = leads_to(Target::Failed) && !leads_to(Target::Final);
    if model.kind == MachineKind::Skill && only_fails {
        let name = &model.name;
        let message = format!(
            "`{name}` can end with FAILED, but never with FINAL\nhelp: add a transition: `-> FINAL when GUARD;`"
        );
        findings.report(model, None, NEVER_FINAL, name, &message);
    }
}

/// The names of `self` that some code uses, with whose they are.
struct Used {
    names: BTreeSet<(Scope, String)>,
    /// Those that some code assigns.
    assigned: BTreeSet<(Scope, String)>,
    /// `self` as a whole is used.
    everything: bool,
}

impl Used {
    fn of(model: &Model) -> Self {
        let mut used =
            Self { names: BTreeSet::new(), assigned: BTreeSet::new(), everything: false };
        for state in 0..model.states.len() {
            for code in model.code_of(state) {
                used.everything |= code.facts.names.contains("self");
                for field in &code.facts.fields {
                    let name = plain(&field.name);
                    let Some(scope) = model.scope(state, &name) else { continue };
                    let all = if field.is_assigned { &mut used.assigned } else { &mut used.names };
                    all.insert((scope, name));
                }
            }
        }
        let always = model.always.iter().flat_map(|id| model.code_of_transition(*id));
        let first = model.vars.iter().chain(&model.continuous).map(|var| &var.init);
        for code in always.chain(first) {
            used.code_of_skill(code);
        }
        for transition in model.transitions.values() {
            let held = transition.values.iter().filter_map(|value| match value {
                Value::Held(held, _) => Some(*held),
                _ => None,
            });
            let target = match transition.to {
                Target::Held(held) => Some(held),
                _ => None,
            };
            used.names.extend(held.chain(target).map(|(state, place)| {
                (Scope::Params(state), plain(&model.states[state].params[place].name))
            }));
        }
        used
    }

    /// Code outside of the states, where names may be written without `self`.
    fn code_of_skill(&mut self, code: &Code) {
        let facts = &code.facts;
        self.everything |= facts.names.contains("self");
        let fields = facts.fields.iter().map(|field| plain(&field.name));
        let names = facts.names.iter().cloned();
        let owners = facts.members.iter().map(|used| plain(&used.owner));
        let all = fields.chain(names).chain(owners);
        self.names.extend(all.map(|name| (Scope::Skill, name)));
    }

    /// Whether nothing uses a name; one that begins with `_` need not be used.
    fn lacks(&self, scope: Scope, name: &Ident) -> bool {
        let name = plain(name);
        !name.starts_with('_') && !self.names.contains(&(scope, name))
    }
}

fn names(model: &Model, used: &Used, findings: &mut Findings<'_>) {
    // Defaults of arguments may use other arguments.
    let defaults: BTreeSet<String> =
        model.args.iter().filter_map(|arg| arg.default.clone()).flat_map(words).collect();
    for arg in &model.args {
        if used.lacks(Scope::Skill, &arg.name) && !defaults.contains(&plain(&arg.name)) {
            unused(model, None, "argument", UNUSED_ARGUMENT, &arg.name, findings);
        }
    }
    for param in model.params.iter().filter(|param| used.lacks(Scope::Skill, &param.name)) {
        unused(model, None, "parameter", UNUSED_PARAMETER, &param.name, findings);
    }
    for var in model.vars.iter().filter(|var| used.lacks(Scope::Skill, &var.name)) {
        let what = ("variable", UNUSED_VARIABLE);
        never_read(model, None, used, (Scope::Skill, what), &var.name, findings);
    }
    for (state, of) in model.states.iter().enumerate() {
        // First values name parameters and earlier variables without `self`.
        let mut first = BTreeSet::new();
        for facts in of.vars.iter().map(|var| &var.init.facts) {
            first.extend(facts.names.iter().cloned());
            first.extend(facts.members.iter().map(|used| plain(&used.owner)));
        }
        for var in &of.vars {
            if used.lacks(Scope::Vars(state), &var.name) && !first.contains(&plain(&var.name)) {
                let what = ("variable", UNUSED_VARIABLE);
                never_read(
                    model,
                    Some(state),
                    used,
                    (Scope::Vars(state), what),
                    &var.name,
                    findings,
                );
            }
        }
        for param in &of.params {
            let scope = Scope::Params(state);
            if used.lacks(scope, &param.name) && !first.contains(&plain(&param.name)) {
                let what = ("parameter", UNUSED_PARAMETER);
                never_read(model, Some(state), used, (scope, what), &param.name, findings);
            }
        }
    }
}

/// Reports a variable or a parameter that is never read.
fn never_read(
    model: &Model,
    state: Option<StateId>,
    used: &Used,
    (scope, (what, lint)): (Scope, (&str, &'static str)),
    name: &Ident,
    findings: &mut Findings<'_>,
) {
    let text = plain(name);
    if !used.assigned.contains(&(scope, text.clone())) {
        return unused(model, state, what, lint, name, findings);
    }
    let message = format!(
        "{what} `{text}` is assigned, but never read\nhelp: remove it, or name it `_{text}` if it is intentional"
    );
    findings.report(model, state, lint, name, &message);
}

fn unused(
    model: &Model,
    state: Option<StateId>,
    what: &str,
    lint: &'static str,
    name: &Ident,
    findings: &mut Findings<'_>,
) {
    let text = plain(name);
    let message = format!(
        "unused {what} `{text}`\nhelp: remove it, or name it `_{text}` if it is intentional"
    );
    findings.report(model, state, lint, name, &message);
}

/// Interfaces that no code names. Actions get all of them.
fn interfaces(model: &Model, findings: &mut Findings<'_>) {
    if model.states.iter().any(State::has_action) {
        return;
    }
    let code: Vec<&Code> = model.code().collect();
    for interface in &model.interfaces {
        let name = plain(&interface.variable);
        let is_used = code.iter().any(|code| code.facts.names_interface(&name));
        if !is_used && !name.starts_with('_') {
            let message = format!(
                "unused interface `{name}`\nhelp: remove it, or allow it if the skill must not run without its writer"
            );
            findings.report(model, None, UNUSED_INTERFACE, &interface.variable, &message);
        }
    }
}

/// All words of some code.
fn words(tokens: proc_macro2::TokenStream) -> Vec<String> {
    let words = tokens.into_iter().flat_map(|token| match token {
        proc_macro2::TokenTree::Ident(word) => vec![plain(&word)],
        proc_macro2::TokenTree::Group(group) => words(group.stream()),
        _ => Vec::new(),
    });
    words.collect()
}
