//! `self.x` in the user's code: its name is known there, and it is assigned where it can
//! be. `rustc` would report the rest too, but in terms of types that the user did not
//! wrote.

mod cured;
mod first;
mod reason;
mod values;

use super::first_values;
use super::foreign;
use super::misuses::{self, Known};
use super::{Analysis, Draft, DraftValue, Model, State, StateId, Target, Value, purity};
use crate::skill::ast::{Activity, ActivityKind, Code, Memory, ParamType, Time, Trigger};
use crate::skill::facts::{Change, Facts, Field, MemberUse};
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::{last, plain};
use crate::syntax::recover::MISSING;
use proc_macro2::Ident;
use std::collections::{BTreeMap, BTreeSet};

/// Reports what is wrong; an IDE alone sees such code from here on.
pub fn check(analysis: &mut Analysis, errors: &mut Errors) {
    first_values::check(analysis, errors);
    let elsewhere = held_by_states(analysis);
    for transition in analysis.always.clone() {
        check_transition(
            analysis,
            &Names::of(analysis, None, Place::Active, &elsewhere, errors),
            transition,
            errors,
        );
    }
    for state in 0..analysis.states.len() {
        check_state(analysis, state, &elsewhere, errors);
    }
}

/// The names that states declare: whether each is a parameter or a variable, and of which state.
type Elsewhere = BTreeMap<String, (&'static str, String)>;

fn held_by_states(model: &Model) -> Elsewhere {
    let mut held = BTreeMap::new();
    for of in &model.states {
        let params = of.params.iter().map(|param| ("parameter", &param.name));
        for (what, name) in params.chain(of.vars.iter().map(|var| ("variable", &var.name))) {
            held.entry(plain(name)).or_insert((what, plain(&of.name)));
        }
    }
    held
}

fn check_state(
    analysis: &mut Analysis,
    state: StateId,
    elsewhere: &Elsewhere,
    errors: &mut Errors,
) {
    let active = Names::of(analysis, Some(state), Place::Active, elsewhere, errors);
    let preconds = Names::of(analysis, Some(state), Place::Precondition, elsewhere, errors);
    let begins = Names::of(analysis, Some(state), Place::FirstValue, elsewhere, errors);
    begins.first_values(analysis, state, errors);
    let (number, outside) = (state, analysis.states[state].parent);
    let around = Names::of(analysis, outside, Place::Active, elsewhere, errors);
    let state = &mut analysis.states[state];
    let params: BTreeSet<String> = state.params.iter().map(|param| plain(&param.name)).collect();
    for default in state.params.iter_mut().filter_map(|param| param.default.as_mut()) {
        if !around.names_own_parameter(default, &params, errors) {
            around.check(default, Some("a default"), errors);
        }
    }
    if let Some(init) = &mut state.init {
        Names { place: Place::Init, ..active.clone() }.check(init, None, errors);
    }
    for block in [&mut state.loop_, &mut state.exit].into_iter().flatten() {
        active.check(block, None, errors);
    }
    for (_, rate) in &mut state.flow {
        active.check(rate, Some("a rate"), errors);
    }
    if let Some(count) = state.tries.as_mut().and_then(|tries| tries.count.as_mut()) {
        active.check(count, Some("a number of tries"), errors);
    }
    for activity in &mut state.runs {
        let values: Vec<&mut Code> = match &mut activity.kind {
            ActivityKind::Message(message) => {
                let init = Names { place: Place::Init, ..active.clone() };
                let is_wrong = !message.whole.half_typed
                    && (init.look(&message.value, Some("a message"), errors)
                        || init.look(&message.head, None, errors)
                        || init.foreign.check(&message.whole, None, errors));
                message.whole.half_typed |= is_wrong;
                continue;
            }
            ActivityKind::Skill(call) => {
                let given = call.args.iter_mut().filter_map(|arg| {
                    if active.lacks_value(arg, errors) { None } else { arg.value.as_mut() }
                });
                given.chain(&mut call.base).collect()
            }
            ActivityKind::Action(action) => action.args.iter_mut().collect(),
        };
        for value in values {
            active.check(value, Some("an argument"), errors);
        }
    }
    let before = state.preconds.clone();
    let after = state.on_final.iter().chain(&state.on_failed).chain(&state.plain);
    for transition in after.copied().collect::<Vec<_>>() {
        check_transition(analysis, &active, transition, errors);
    }
    for transition in before {
        check_transition(analysis, &preconds, transition, errors);
    }
    let state = &mut analysis.states[number];
    for block in [&mut state.init, &mut state.loop_].into_iter().flatten() {
        if !block.facts.bound.is_disjoint(&errors.lost.locals) {
            let tokens = &block.tokens;
            block.tokens = quote::quote!(#[allow(unused_variables)] { #tokens });
        }
    }
}

fn check_transition(
    analysis: &mut Analysis,
    names: &Names<'_>,
    transition: usize,
    errors: &mut Errors,
) {
    names.lacks_quotes(analysis, transition, errors);
    let transition = &mut analysis.drafts[transition];
    let bound: Vec<String> = transition.bound().map(plain).collect();
    let failure = transition.trigger.as_ref().and_then(Trigger::failure).cloned();
    let names = &Names { failure, ..names.clone() };
    names.lacks_failure(transition, errors);
    names.lacks_result(transition, errors);
    let is_result = matches!(transition.trigger, Some(Trigger::OnFinal(..)));
    if let Some(guard) = transition.trigger.as_mut().and_then(Trigger::guard_mut) {
        if !is_result {
            names.takes_skill(guard, errors);
        }
        names.hides_interface(guard, errors);
        names.runs_skill(guard, errors);
    }
    match &mut transition.trigger {
        Some(Trigger::When(guard, _) | Trigger::Crossing(guard)) => {
            names.check(guard, Some("a guard"), errors);
        }
        Some(Trigger::Remembers(guard, Memory { time, .. })) => {
            names.check(guard, Some("a guard"), errors);
            if let Some(Time::Seconds(time)) = time {
                names.check(time, Some("a time"), errors);
            }
        }
        Some(Trigger::After(time, guard)) => {
            if let Time::Seconds(time) = time {
                names.check(time, Some("a time"), errors);
            }
            if let Some((guard, _)) = guard {
                names.check(guard, Some("a guard"), errors);
            }
        }
        Some(Trigger::OnFinal(_, Some((guard, _))) | Trigger::OnFailed(_, Some((guard, _)))) => {
            guard.facts.bound.extend(bound.iter().cloned());
            names.check(guard, Some("a guard"), errors);
        }
        _ => {}
    }
    let is_test = matches!(&transition.trigger, Some(Trigger::When(guard, _)) if guard.facts.effects.lets.is_none());
    let names = &Names { has_guard: is_test, ..names.clone() };
    for value in &mut transition.values {
        if let DraftValue::Right(Value::Code(code)) = value {
            code.facts.bound.extend(bound.iter().cloned());
            let what = match transition.to {
                Some(Target::Failed) => "a failure",
                Some(Target::Final) => "a result",
                _ => "the value of a parameter",
            };
            names.check(code, Some(what), errors);
        }
    }
    for value in transition.reason.iter_mut().flat_map(|reason| &mut reason.values) {
        value.facts.bound.extend(bound.iter().cloned());
        if names.failure.as_ref().is_some_and(|why| *why == value.tokens.to_string()) {
            let why = label::print(&value.tokens);
            let help = format!("help: write `-> FAILED({why})` to pass it on");
            errors.at(&value.tokens, format!("a failure is no number of a reason\n{help}"));
            value.half_typed = true;
        }
        names.check(value, Some("a reason"), errors);
    }
}

/// The place of code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Active,
    Init,
    Precondition,
    FirstValue,
}

#[derive(Clone, Copy)]
enum Kind {
    Argument,
    Parameter,
    /// A parameter that holds a state.
    Held,
    /// A parameter of the skill.
    SkillParam,
    Variable,
    /// A variable of the state itself, which does not live yet.
    Not(Place),
}

/// The names that `self` has somewhere.
#[derive(Clone)]
struct Names<'a> {
    place: Place,
    kinds: BTreeMap<String, Kind>,
    /// Those that were left out; `None` if there may be any.
    lost: Option<Vec<String>>,
    /// The names that other states declare.
    elsewhere: &'a Elsewhere,
    state: Option<String>,
    interfaces: Vec<String>,
    /// The types of these.
    types: Vec<String>,
    /// The struct of arguments, and its type.
    group: Option<(String, String)>,
    /// The names of all states.
    states: Vec<String>,
    /// The interfaces that the skill does not write.
    read: Vec<String>,
    /// Whether the state runs sub-skills.
    runs_skills: bool,
    /// The names of sub-skills.
    skills: Vec<String>,
    /// The names that transitions give to results.
    results: BTreeSet<String>,
    /// Names whose declaration is broken.
    broken: BTreeSet<String>,
    foreign: foreign::Known,
    /// The names that a block of the state binds, with its keyword.
    locals: BTreeMap<String, &'static str>,
    /// The name of a failure.
    failure: Option<Ident>,
    /// The labels of the sub-skills of the state.
    runs: Vec<String>,
    /// Whether the code is a value of a transition with a guard that could bind names.
    has_guard: bool,
}

/// The names that the blocks of a state bind.
fn locals(state: &State) -> BTreeMap<String, &'static str> {
    let blocks = [("loop", &state.loop_), ("init", &state.init)];
    let bound = blocks.into_iter().filter_map(|(word, block)| Some((word, block.as_ref()?)));
    bound
        .flat_map(|(word, block)| block.facts.bound.iter().map(move |name| (name.clone(), word)))
        .collect()
}

impl<'a> Names<'a> {
    fn of(
        analysis: &Analysis,
        state: Option<StateId>,
        place: Place,
        elsewhere: &'a Elsewhere,
        errors: &Errors,
    ) -> Self {
        let mut kinds = BTreeMap::new();
        let args = analysis.args.iter().map(|arg| &arg.name);
        let args = args.chain(analysis.group.iter().map(|group| &group.name));
        kinds.extend(args.map(|name| (plain(name), Kind::Argument)));
        let params = analysis.params.iter().map(|param| (plain(&param.name), Kind::SkillParam));
        kinds.extend(params);
        let vars = analysis.vars.iter().chain(&analysis.continuous);
        kinds.extend(vars.map(|var| (plain(&var.name), Kind::Variable)));
        let mut lost = (!analysis.lost_args && !errors.lost.names).then(Vec::new);
        for around in analysis.around(state) {
            let of = &analysis.states[around];
            let is_before = matches!(place, Place::Precondition | Place::FirstValue);
            let own =
                if Some(around) == state && is_before { Kind::Not(place) } else { Kind::Variable };
            let params = of.params.iter().map(|param| {
                let kind = match param.ty {
                    ParamType::State(_) => Kind::Held,
                    ParamType::Value(_) if param.is_mut => Kind::Variable,
                    ParamType::Value(_) => Kind::Parameter,
                };
                (plain(&param.name), kind)
            });
            kinds.extend(params.chain(of.vars.iter().map(|var| (plain(&var.name), own))));
            match &analysis.lost[around].params {
                Some(names) if names.is_empty() => lost = None,
                Some(names) => lost = lost.map(|lost| [&lost[..], names].concat()),
                None => {}
            }
        }
        let read = |each: &&super::Interface| !each.writes;
        let variable = |each: &super::Interface| plain(&each.variable);
        Names {
            place,
            kinds,
            lost,
            elsewhere,
            state: state.map(|state| plain(&analysis.states[state].name)),
            interfaces: analysis.interfaces.iter().map(variable).collect(),
            types: analysis.interfaces.iter().map(|each| label::print_type(&each.ty)).collect(),
            group: analysis.group.as_ref().map(|of| (plain(&of.name), label::print_type(&of.ty))),
            states: analysis.states.iter().map(|state| plain(&state.name)).collect(),
            read: analysis.interfaces.iter().filter(read).map(variable).collect(),
            runs_skills: state.is_some_and(|of| analysis.states[of].calls().next().is_some()),
            skills: analysis.skills.iter().map(last).collect(),
            results: analysis.drafts.iter().flat_map(Draft::bound).map(plain).collect(),
            broken: errors.broken.clone(),
            foreign: foreign::Known::of(
                analysis,
                state.map(|state| &analysis.states[state]),
                &errors.broken,
            ),
            locals: state.map_or_else(BTreeMap::new, |state| locals(&analysis.states[state])),
            failure: None,
            runs: state.map_or_else(Vec::new, |state| {
                analysis.states[state].runs.iter().map(Activity::name).collect()
            }),
            has_guard: false,
        }
    }

    /// Checks code: if something is wrong in it, only an IDE sees it from here on.
    fn check(&self, code: &mut Code, what: Option<&str>, errors: &mut Errors) {
        self.cure(code, errors);
        let is_wrong = !code.half_typed
            && (self.look(&code.facts, what, errors)
                || self.uses_local(code, errors)
                    | self.foreign.check(code, self.failure.as_ref(), errors));
        code.half_typed |= is_wrong;
    }

    /// Returns whether something is wrong; `what` names code that must have no effect.
    fn look(&self, facts: &Facts, what: Option<&str>, errors: &mut Errors) -> bool {
        let has_effect =
            what.is_some_and(|what| purity::check(&self.interfaces, facts, what, errors));
        let mut is_wrong = has_effect | facts.uses_any(&self.broken);
        is_wrong |= !has_effect && self.assigns_to_read(facts, errors);
        is_wrong |= foreign::in_types(facts, errors);
        is_wrong |= self.lacks_self(facts, errors);
        is_wrong |= self.lacks_time(facts, what, errors);
        let is_lost = errors.lost_section;
        // Perhaps an interface of the section.
        let is_unknown = |used: &MemberUse| {
            let text = plain(&used.owner);
            !facts.bound.contains(&text) && self.is_no_known_value(&text)
        };
        is_wrong |= errors.lost.names && facts.members.iter().any(is_unknown);
        let known = Known {
            interfaces: &self.interfaces,
            types: &self.types,
            read: &self.read,
            states: &self.states,
            skills: &self.skills,
            is_no_value: &|name| !is_lost && self.is_no_value(name),
        };
        is_wrong |= misuses::check(facts, &known, errors);
        for Field { name, is_changed, .. } in &facts.fields {
            if name == MISSING {
                continue;
            }
            let text = plain(name);
            let is_known = self.kinds.contains_key(&text);
            let is_result = facts.bound.contains(&text) && self.results.contains(&text);
            if is_result && !is_known {
                is_wrong = true;
                errors.at(name, format!("cannot find `self.{name}` in this scope\nhelp: write `{name}` without `self.`, the transition binds it"));
            } else if self.broken.contains(&text) {
                is_wrong = true;
            } else if !is_known {
                is_wrong = true;
                self.unknown(name, &text, what, errors);
            } else if let Some(message) = self.problem(name, *is_changed, what) {
                is_wrong = true;
                errors.at(name, message);
            }
        }
        is_wrong
    }

    /// Reports a change of a field of an interface that the skill only reads.
    fn assigns_to_read(&self, facts: &Facts, errors: &mut Errors) -> bool {
        let mut found = false;
        for MemberUse { owner, name, change, .. } in &facts.members {
            let text = plain(owner);
            let is_read = self.read.contains(&text) && !facts.bound.contains(&text);
            let (verb, how) = match change {
                Some(Change::Assigned) => ("assign to", ""),
                Some(Change::Borrowed) => ("borrow", " as mutable"),
                None => continue,
            };
            if is_read {
                let cure = format!(
                    "help: send a message, or declare `writes {owner}` if the skill is its writer"
                );
                errors.once_for(&cure, name, format!("cannot {verb} `{owner}.{name}`{how}, the skill only reads `{owner}`\n{cure}"));
                found = true;
            }
        }
        found
    }

    /// Returns the error about the use of a name that `self` has, if there is one.
    fn problem(&self, name: &Ident, changed: bool, what: Option<&str>) -> Option<String> {
        let text = plain(name);
        let state = self.state.as_deref().unwrap_or_default();
        match self.kinds.get(&text)? {
            Kind::Not(Place::Precondition) => Some(format!(
                "variable `{name}` of `{state}` is not initialized in a precondition\nhelp: remove `precond`, or declare `{name}` in the `vars` of the skill"
            )),
            Kind::Not(_) => Some(format!(
                "`self.{name}` of `{state}` is not available in an initial value\nhelp: name earlier variables directly: `{name}`"
            )),
            Kind::Parameter if changed => Some(format!(
                "cannot assign to parameter `{name}`\nhelp: declare it as `mut {name}`, or pass another value in a transition"
            )),
            Kind::Held if changed => Some(format!(
                "cannot assign to parameter `{name}`, which holds a state\nhelp: pass another state in a transition"
            )),
            Kind::SkillParam if changed => Some(format!(
                "cannot assign to parameter `{name}`, which is set from outside\nhelp: use a variable of `vars`"
            )),
            Kind::Argument if changed => {
                Some(format!("cannot assign to argument `{name}`\nhelp: use a variable of `vars`"))
            }
            Kind::Variable if changed => {
                let what = what?;
                Some(format!(
                    "cannot assign to `self.{name}` in {what}\nhelp: assign in `init`, `loop` or `exit`"
                ))
            }
            _ => None,
        }
    }
}
