//! States: unique names, one start state, sub-skills that are declared.

use super::names::Taken;
use super::{Analysis, Lost, Model, State, StateId, args, attributes, hybrid, params, transitions};
use crate::skill::ast::{self, Code, Needs};
use crate::syntax::docs;
use crate::syntax::errors::{Errors, unknown_of};
use crate::syntax::label;
use crate::syntax::names::{self, last, nearest, plain, print_path, snake};
use proc_macro2::Span;
use std::collections::{BTreeMap, BTreeSet};
use syn::{Ident, Path};

/// Fills the model with the states and their transitions, in order of appearance; `names` are
/// those that `self` has in the skill.
pub fn check(
    analysis: &mut Analysis,
    states: Vec<ast::State>,
    always: Vec<ast::Transition>,
    names: &Taken,
    errors: &mut Errors,
) {
    let start = states.iter().find(|state| state.start.is_some()).or(states.first());
    let start = start.map(|state| state.name.clone());
    let mut tree = Tree { start, transitions_of: Vec::new() };
    let start = tree.add(analysis, None, states, names, errors);
    set_keys(analysis);
    // A state without a name was reported.
    if start.is_none() && !errors.lost_state {
        errors.at(
            &analysis.name,
            format!(
                "{} `{}` has no states\nhelp: add `start state NAME {{ .. }}`",
                analysis.kind.word(),
                analysis.name
            ),
        );
    }
    analysis.start = start;
    transitions::check(analysis, tree.transitions_of, always, errors);
}

struct Tree {
    /// The name of the skill's start state, if it has a state.
    start: Option<Ident>,
    transitions_of: Vec<(Vec<ast::Transition>, Option<Span>)>,
}

impl Tree {
    /// Adds the states inside `parent`, and returns the start state among them, if any.
    fn add(
        &mut self,
        analysis: &mut Analysis,
        parent: Option<StateId>,
        states: Vec<ast::State>,
        names: &Taken,
        errors: &mut Errors,
    ) -> Option<StateId> {
        let mut added = Vec::new();
        let mut starts = Vec::new();
        let mut taken = Taken::default();
        for mut state in states {
            let start = state.start;
            if is_reserved(&mut state, errors) {
                continue;
            }
            if !taken.take(&state.name, "state", errors) {
                // Another name is meant.
                errors.lost_state = true;
                let mut all = analysis.states.iter();
                let first =
                    all.position(|of| of.parent == parent && plain(&of.name) == plain(&state.name));
                if let Some(first) = first {
                    analysis.lost[first].targets.push(None);
                }
                continue;
            }
            let id = self.add_one(analysis, parent, state, names, errors);
            added.push(id);
            starts.extend(start.map(|span| (id, span)));
        }
        let first = *added.first()?;
        for (_, span) in starts.iter().skip(1) {
            let first = &analysis.states[starts[0].0].name;
            let place = parent.map_or("the skill".to_owned(), |parent| {
                format!("`{}`", analysis.states[parent].name)
            });
            errors.span(
                *span,
                format!("more than one start state in {place}\nhelp: `{first}` is the start state, remove this `start`"),
            );
        }
        if let Some((start, _)) = starts.first() {
            check_start(analysis, *start, errors);
            return Some(*start);
        }
        Some(missing_start(analysis, parent, &added, first, errors))
    }

    /// Adds one state and those inside it.
    fn add_one(
        &mut self,
        analysis: &mut Analysis,
        parent: Option<StateId>,
        mut state: ast::State,
        names: &Taken,
        errors: &mut Errors,
    ) -> StateId {
        let attributes = attributes::sort(state.attrs, "state", errors);
        for attr in &attributes.rust {
            errors.at(attr.path(), "Rust lints are not allowed on states\nhelp: use lints of the skill language, such as `#[allow(skill::dead_end)]`");
        }
        let start = self.start.as_ref().filter(|start| **start != state.name);
        let mut unknown = check_runs(analysis, &mut state.runs, start, errors);
        if state.lost_runs {
            unknown.clear();
        }
        state.lost_runs |= !unknown.is_empty();
        let mut names = names.clone();
        state.lost_runs |= runs_in_block(analysis, &mut state.body, errors);
        let (params, lost) = params::check(state.params, &mut names, errors);
        let lost_params = (state.lost_param || !lost.is_empty()).then_some(lost);
        let vars = args::check_vars(state.body.vars, &mut names, errors);
        let equations = state.body.flow.unwrap_or_default();
        let named: Vec<_> = equations.iter().map(|equation| equation.variable.clone()).collect();
        let flow = hybrid::equations(analysis, equations, errors);
        let (id, inside) = (analysis.states.len(), state.body.states.len());
        if !named.is_empty() {
            analysis.hints.named.insert(id, named);
        }
        let targets = if state.broken { vec![None] } else { Vec::new() };
        let (runs, needs) = (state.lost_runs, matches!(state.needs, Needs::Wrong));
        analysis.lost.push(Lost {
            targets,
            params: lost_params,
            runs,
            unknown,
            needs,
            ..Lost::default()
        });
        self.transitions_of.push((state.body.transitions, state.passes_failure));
        analysis.states.push(State {
            docs: docs::text(&attributes.docs),
            attrs: attributes.docs,
            levels: attributes.levels,
            key: state.name.clone(),
            name: state.name,
            parent,
            start: None,
            params,
            vars,
            runs: state.runs,
            has_on_final: false,
            needs: match state.needs {
                Needs::Some(needs) => needs.base10_parse().ok(),
                Needs::All | Needs::Wrong => None,
            },
            init: state.body.init,
            loop_: state.body.loop_,
            exit: state.body.exit,
            tries: state.tries,
            remembers: None,
            flow,
            preconds: Vec::new(),
            on_final: Vec::new(),
            on_failed: Vec::new(),
            plain: Vec::new(),
            scopes: BTreeSet::new(),
            uses_elapsed: false,
        });
        let start = self.add(analysis, Some(id), state.body.states, &names, errors);
        analysis.states[id].start = start;
        let kept = analysis.inside(id).count();
        if kept < inside {
            analysis.lost[id].targets.push(None);
        }
        id
    }
}

/// Reports that none of some states is the start state, and returns one in its place, `first` or
/// another that can be one.
fn missing_start(
    analysis: &mut Analysis,
    parent: Option<StateId>,
    states: &[StateId],
    first: StateId,
    errors: &mut Errors,
) -> StateId {
    let has_values = |state: &StateId| {
        let params = &analysis.states[*state].params;
        params.iter().all(|param| param.default.is_some())
    };
    let found = states.iter().copied().find(has_values);
    let start = found.unwrap_or(first);
    let name = &analysis.states[start].name;
    let help = match (found, parent) {
        (None, _) => {
            format!("add one that leads here: `start state NAME {{ -> {name}(..) otherwise; }}`")
        }
        (Some(_), None) => format!("write `start state {name}`, or mark another state"),
        (Some(_), Some(_)) => {
            format!("write `start state {name}`, or mark another state inside it")
        }
    };
    match parent {
        _ if errors.lost.start => {}
        None => errors.at(name, format!("no start state\nhelp: {help}")),
        Some(parent) => {
            let name = &analysis.states[parent].name;
            errors.at(name, format!("no start state in `{name}`\nhelp: {help}"));
        }
    }
    if found.is_none() {
        drop_params(analysis, start);
    }
    start
}

/// Removes the parameters of a start state that has no values for them, which is reported: the
/// transitions to it are right, and so is what names them.
fn drop_params(analysis: &mut Analysis, start: StateId) {
    let names = analysis.model.states[start].params.drain(..).map(|param| plain(&param.name));
    analysis.lost[start].params.get_or_insert_default().extend(names);
}

/// Reports a state called FINAL or FAILED. One with states in it, which others may name, gets another name.
fn is_reserved(state: &mut ast::State, errors: &mut Errors) -> bool {
    let other = match &*state.name.to_string() {
        "FINAL" => "Final",
        "FAILED" => "Failed",
        _ => return false,
    };
    let message =
        format!("`{}` is a reserved name for a state\nhelp: rename this state", state.name);
    errors.at(&state.name, message);
    state.name = names::ident(other, state.name.span());
    state.body.states.is_empty()
}

/// Gives the states of equal names keys: the names of the states around each, and its own.
fn set_keys(analysis: &mut Analysis) {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for state in &analysis.states {
        *count.entry(plain(&state.name)).or_default() += 1;
    }
    for state in 0..analysis.states.len() {
        let of = &analysis.states[state];
        if of.parent.is_none() || count[&plain(&of.name)] == 1 {
            continue;
        }
        let around: Vec<StateId> = analysis.around(Some(state)).collect();
        let words = around.iter().rev().map(|state| plain(&analysis.states[*state].name));
        let mut key = words.collect::<Vec<_>>().join("_");
        while count.contains_key(&key) {
            key.push('_');
        }
        count.insert(key.clone(), 1);
        analysis.states[state].key = Ident::new(&key, of.name.span());
    }
}

/// A start state is entered by no transition, so its parameters have the values of their defaults.
fn check_start(analysis: &mut Analysis, start: StateId, errors: &mut Errors) {
    let of = &analysis.model.states[start];
    if let Some(param) = of.params.iter().find(|param| param.default.is_none()) {
        let (param, ty, name) = (&param.name, params::print(&param.ty), &of.name);
        let default = match of.params[0].ty {
            ast::ParamType::Value(_) => format!("give it one: `{param}: {ty} = VALUE`, or "),
            ast::ParamType::State(_) => String::new(),
        };
        errors.at(
            param,
            format!(
                "parameter `{param}` of start state `{name}` has no default\nhelp: {default}add a start state that leads here: `-> {name}(..) otherwise;`"
            ),
        );
        let params = &mut analysis.model.states[start].params;
        if params.iter().all(|param| matches!(param.ty, ast::ParamType::Value(_))) {
            // The defaults of the others are checked.
            for param in params {
                param.default.get_or_insert_with(Code::any_value);
            }
        } else {
            drop_params(analysis, start);
        }
    }
}

/// Sub-skills must be declared; an argument is given once. Removes unknown ones, and returns
/// their names.
fn check_runs(
    model: &mut Model,
    runs: &mut Vec<ast::Activity>,
    start: Option<&Ident>,
    errors: &mut Errors,
) -> Vec<String> {
    let mut unknown = Vec::new();
    runs.retain_mut(|activity| {
        let is_known = match &mut activity.kind {
            ast::ActivityKind::Skill(call) => {
                !runs_itself(model, call, start, errors) && check_call(model, call, errors)
            }
            _ => true,
        };
        unknown.extend((!is_known).then(|| activity.name()));
        is_known
    });
    unknown
}

/// Reports the statements `Walk { .. };` and `sleep(..);` in a block, and returns whether there is one.
fn runs_in_block(model: &Model, body: &mut ast::Body, errors: &mut Errors) -> bool {
    let mut found = false;
    for block in [&mut body.init, &mut body.loop_, &mut body.exit].into_iter().flatten() {
        let is_skill = |name: &Ident| model.skills.iter().any(|skill| last(skill) == plain(name));
        let mut names = block.facts.effects.statements.iter();
        if let Some(name) = names.find(|name| is_skill(name) || *name == "sleep") {
            let (what, help) = if name == "sleep" {
                (
                    "wait".to_owned(),
                    "lead to another state after a time: `-> NEXT after 1s;`".to_owned(),
                )
            } else {
                (
                    format!("run skill `{name}`"),
                    format!("run it in a state: `state NAME = {name} {{ .. }} {{ .. }}`"),
                )
            };
            errors.at(name, format!("a block cannot {what}\nhelp: {help}"));
            block.half_typed = true;
            found = true;
        }
    }
    found
}

/// Returns the variable of the interface in whose module a path is: `arm` of `arm::MoveTo`.
fn message_of(model: &Model, path: &Path) -> Option<String> {
    let words = names::words(path);
    let [.., module, _] = &words[..] else { return None };
    let mut interfaces = model.interfaces.iter();
    let of = interfaces.find(|of| {
        plain(&of.variable) == *module || snake(&label::print_type(&of.ty)) == *module
    })?;
    Some(plain(&of.variable))
}

/// Returns the cure of a call of a skill that is not in `depends_skills`.
fn other_skill(model: &mut Model, path: &Path) -> String {
    let listed = |of: &Path| print_path(of) == print_path(path);
    if let Some((key, _)) = model.listed().find(|(_, of)| listed(of)) {
        let key = last(key);
        return format!("it is `{key}` in this block: write `{key} {{ .. }}`");
    }
    let of = if path.segments.len() > 1 { print_path } else { last };
    let names: Vec<String> = model.skills.iter().map(of).collect();
    let near = nearest(&of(path), names.iter().map(String::as_str));
    let near = near.and_then(|near| names.iter().position(|name| name == near));
    let Some(place) = near.or_else(|| model.dependencies_of(path).first().copied()) else {
        let all = model.skills.iter().chain([path]).map(print_path);
        return format!("add it: `depends_skills {{ {} }}`", all.collect::<Vec<_>>().join(", "));
    };
    // If that is the one that is misspelt, `rustc` would say so, too.
    lose_skill(model, place);
    format!("did you mean `{}`? if not, correct it in `depends_skills`", names[place])
}

/// Puts a type that is not known in the place of a dependency that is reported.
pub(super) fn lose_skill(model: &mut Model, place: usize) {
    let unknown = unknown_of(&model.name);
    model.skill_paths[place] = syn::parse_quote!(#unknown);
    model.lost_types = true;
}

/// Reports a call of the skill in its own block, or of another one of its header. `start` is the start
/// state, unless the call is in it.
fn runs_itself(
    model: &Model,
    call: &ast::Call,
    start: Option<&Ident>,
    errors: &mut Errors,
) -> bool {
    let mut own = model.others.iter().map(|other| &other.name).chain([&model.name]);
    let Some(name) = own.find(|name| call.skill.is_ident(*name)) else { return false };
    if errors.lost_section || !model.dependencies_of(&call.skill).is_empty() {
        return false;
    }
    let help = start.map_or("remove it, or run another skill".to_owned(), |start| {
        format!("lead to the start state instead: `-> {start}`")
    });
    let word = model.kind.word();
    let message = format!("{word} `{name}` cannot run itself\nhelp: {help}");
    errors.at(&call.skill, message);
    true
}

/// Checks one call of a sub-skill, and returns whether the sub-skill is known.
fn check_call(model: &mut Model, call: &mut ast::Call, errors: &mut Errors) -> bool {
    let name = last(&call.skill);
    let meant = model.dependencies_of(&call.skill);
    let words = names::words(&call.skill);
    let is_meant = |skill: &usize| names::words(&model.skills[*skill]).ends_with(&words);
    if !meant.is_empty() && !meant.iter().any(is_meant) {
        let help = other_skill(model, &call.skill);
        let path = print_path(&call.skill);
        let message = format!("cannot find skill `{path}` in `depends_skills`");
        errors.at(&call.skill, format!("{message}\nhelp: {help}"));
    } else if meant.len() > 1 {
        let paths = meant.iter().map(|skill| print_path(&model.skills[*skill]));
        let paths = paths.collect::<Vec<_>>().join("` or `");
        errors.at(
            &call.skill,
            format!("more than one skill `{name}` in `depends_skills`\nhelp: write `{paths}`"),
        );
    } else if meant.is_empty() {
        if errors.lost_section {
            errors.broken.insert(name);
            return false;
        }
        if let Some(variable) = message_of(model, &call.skill) {
            let path = print_path(&call.skill);
            errors.at(&call.skill, format!("cannot find skill `{name}`, it is a message to `{variable}`\nhelp: send it: `{variable}.send({path} {{ .. }})`"));
            return false;
        }
        let help = other_skill(model, &call.skill);
        errors.at(
            &call.skill,
            format!("cannot find skill `{name}` in `depends_skills`\nhelp: {help}"),
        );
    }
    let mut given = BTreeMap::new();
    let count = call.args.len();
    call.args.retain(|arg| !args::is_given_text(arg, errors));
    call.lost |= call.args.len() < count;
    for arg in &call.args {
        if let Some(first) = given.insert(plain(&arg.name), arg.name.span()) {
            errors.repeated(
                &arg.name,
                first,
                format!(
                    "argument `{}` specified more than once\nhelp: remove one of them",
                    arg.name
                ),
            );
        }
    }
    meant.len() == 1
}
