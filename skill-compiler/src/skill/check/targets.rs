//! The targets of transitions, and the values that they pass.

use super::{Analysis, DraftValue, Held, Model, StateId, Target, Value, given, params, results};
use crate::skill::ast;
use crate::syntax::errors::{Errors, RESULT};
use crate::syntax::label;
use crate::syntax::names::{did_you_mean, is_made_up, last, nearest, plain};
use crate::syntax::types::is_plain;
use proc_macro2::{Ident, TokenTree};
use syn::Type;

/// The target of a transition. One that does not exist is remembered as lost, perhaps
/// with the state that was meant.
pub fn target(
    analysis: &mut Analysis,
    from: Option<StateId>,
    target: &ast::Target,
    errors: &mut Errors,
) -> Option<Target> {
    let (name, values) = match target {
        ast::Target::Final(..) => return Some(Target::Final),
        ast::Target::Failed(..) | ast::Target::FailedWith(..) => return Some(Target::Failed),
        ast::Target::State(name, values) => (name, values),
        ast::Target::Held(name, _) => return held_target(analysis, from, name, errors),
        ast::Target::HalfTyped(name) => {
            mark_used(analysis, from, name);
            analysis.drop_transition(from, None);
            return None;
        }
        ast::Target::Missing => {
            analysis.drop_transition(from, None);
            return None;
        }
    };
    if let Some(state) = of_name(analysis, from, name) {
        if check_place(analysis, from, state, name, errors) {
            return Some(Target::State(state));
        }
        analysis.drop_transition(from, None);
        return None;
    }
    let names = analysis.states.iter().map(|state| &state.name).filter(|name| !is_made_up(name));
    let names: Vec<String> = names.map(plain).collect();
    let names = names.iter().map(String::as_str).chain(["FINAL", "FAILED"]);
    let near = end_meant(&plain(name)).or_else(|| nearest(&plain(name), names));
    let is_param =
        params_around(analysis, from).any(|(_, _, param)| plain(&param.name) == plain(name));
    let help = match near {
        _ if is_param => {
            format!("\nhelp: use `self.{name}` for the state that the parameter holds")
        }
        _ if name == "super_" => {
            let around = from.and_then(|from| analysis.states[from].parent);
            let around =
                around.map_or("STATE".to_owned(), |around| plain(&analysis.states[around].name));
            errors.at(
                name,
                format!(
                    "expected a state, found `super`\nhelp: name the state around: `-> {around}`"
                ),
            );
            analysis.drop_transition(from, None);
            return None;
        }
        _ if name == "resume" || is_history(name, values) => {
            let state = values.first().map_or("STATE".to_owned(), |of| label::print(&of.tokens));
            format!(
                "\nhelp: write the state that is entered again as it was left: `-> resume {state}`"
            )
        }
        Some(near) => format!("\nhelp: did you mean `{near}`?"),
        None if ["Err", "Error", "Failure", "Fail"].contains(&&*plain(name)) => {
            "\nhelp: did you mean `FAILED`?".to_owned()
        }
        None if ["Ok", "Success"].contains(&&*plain(name)) => {
            "\nhelp: did you mean `FINAL`?".to_owned()
        }
        None if plain(&analysis.name) == plain(name) => {
            let start = analysis.start.map(|start| plain(&analysis.states[start].name));
            let start = start.unwrap_or("STATE".to_owned());
            let word = analysis.kind.word();
            format!(
                "\nhelp: it is this {word}, which begins with its start state: write `-> {start}`"
            )
        }
        None if analysis.skills.iter().any(|skill| last(skill) == plain(name)) => {
            format!("\nhelp: a state runs the skill: add `state {name} = {name} {{ .. }} {{ .. }}`")
        }
        None => match errors.absent.get(&plain(name)) {
            Some(predicate) => format!(
                "\nhelp: it is there with `#[cfg({predicate})]` alone: give the transition this attribute, too"
            ),
            None => format!("\nhelp: add `state {name} {{ .. }}`"),
        },
    };
    // A state without a name, or with that of another one, may be meant, which is reported.
    let may_be_meant = near.is_none() && !is_param && name != "resume";
    let is_broken = errors.broken.contains(&plain(name));
    let is_lost = errors.lost_state || analysis.states.iter().any(|state| is_made_up(&state.name));
    if !(is_broken || may_be_meant && is_lost) {
        errors.at(name, format!("cannot find state `{}`{help}", plain(name)));
    }
    let meant = near.filter(|_| !is_param).map(|near| match near {
        "FINAL" => Target::Final,
        "FAILED" => Target::Failed,
        near => analysis
            .states
            .iter()
            .position(|state| plain(&state.name) == near)
            .map_or(Target::Failed, Target::State),
    });
    analysis.drop_transition(from, meant);
    None
}

/// Whether a target is written as in UML: `H(State)`.
fn is_history(name: &Ident, values: &[ast::Code]) -> bool {
    !values.is_empty() && ["H", "History", "history"].iter().any(|word| name == word)
}

/// Records a name after `self.` outside of code, for an IDE.
fn mark_used(analysis: &mut Analysis, from: Option<StateId>, name: &Ident) {
    if let Some(from) = from {
        analysis.hints.named.entry(from).or_default().push(name.clone());
    }
}

/// Returns the state that `name` means: one inside the state that the transition leaves, then
/// one beside that, and so on outward; then any.
fn of_name(model: &Model, from: Option<StateId>, name: &Ident) -> Option<StateId> {
    let name = plain(name);
    let all = || (0..model.states.len()).filter(|state| plain(&model.states[*state].name) == name);
    let mut places = model.around(from).map(Some).chain([None]);
    let near = places.find_map(|place| all().find(|state| model.states[*state].parent == place));
    near.or_else(|| all().next())
}

/// Whether a target lies in the state that the transition leaves.
pub fn leads_inside(model: &Model, from: Option<StateId>, to: Target) -> bool {
    match to {
        Target::State(to) => model.states[to].parent.is_some() && model.states[to].parent == from,
        Target::Held((owner, index)) => {
            let by_ref = matches!(&model.states[owner].params[index].ty,
                ast::ParamType::State(ty) if ty.by_ref);
            Some(owner) == from && !by_ref
        }
        Target::Final | Target::Failed => false,
    }
}

/// A transition leads to a child or a sibling of an active state: of the state it leaves
/// or one around it.
fn check_place(
    model: &Model,
    from: Option<StateId>,
    to: StateId,
    name: &Ident,
    errors: &mut Errors,
) -> bool {
    let Some(parent) = model.states[to].parent else { return true };
    if model.around(from).any(|around| around == parent) {
        return true;
    }
    // The outermost state around the target that a transition could lead to.
    let near = model.around(Some(to)).find(|state| match model.states[*state].parent {
        None => true,
        Some(parent) => model.around(from).any(|around| around == parent),
    });
    let near = near.map_or(String::new(), |near| model.states[near].name.to_string());
    let message = format!(
        "`{name}` is inside `{}`, which may not be active here\nhelp: a transition leads to a child or a sibling of an active state, such as `{near}`",
        model.states[parent].name
    );
    errors.at(name, message);
    false
}

/// `-> self.next`: a parameter, of the state or one around it, that holds a state.
fn held_target(
    analysis: &mut Analysis,
    from: Option<StateId>,
    name: &Ident,
    errors: &mut Errors,
) -> Option<Target> {
    mark_used(analysis, from, name);
    if let Some(held) = held(analysis, from, name) {
        return Some(Target::Held(held));
    }
    if !analysis.is_lost(from, &plain(name)) && !errors.broken.contains(&plain(name)) {
        errors.at(name, no_state_held(analysis, from, name));
    }
    analysis.drop_transition(from, None);
    None
}

/// Why `self.name` is no state.
fn no_state_held(model: &Model, from: Option<StateId>, name: &Ident) -> String {
    let text = plain(name);
    let mut all = params_around(model, from);
    if all.any(|(_, _, param)| plain(&param.name) == text) {
        return format!(
            "parameter `{name}` does not hold a state\nhelp: declare it as `state(..)` or `ref state(..)`"
        );
    }
    let known: Vec<String> = params_around(model, from)
        .filter(|(_, _, param)| matches!(param.ty, ast::ParamType::State(_)))
        .map(|(_, _, param)| plain(&param.name))
        .collect();
    let near = did_you_mean(&text, known.iter().map(String::as_str));
    let help = if near.is_empty() {
        "\nhelp: name a state, or a parameter of type `state(..)`".to_owned()
    } else {
        near
    };
    format!("cannot find parameter `{name}` that holds a state{help}")
}

/// The parameters that a state sees, innermost first.
fn params_around(
    model: &Model,
    from: Option<StateId>,
) -> impl Iterator<Item = (StateId, usize, &super::Param)> {
    model.around(from).flat_map(|state| {
        let params = model.states[state].params.iter().enumerate();
        params.map(move |(index, param)| (state, index, param))
    })
}

/// The parameter of this name, if it holds a state.
fn held(model: &Model, from: Option<StateId>, name: &Ident) -> Option<Held> {
    params_around(model, from)
        .find(|(_, _, param)| plain(&param.name) == plain(name))
        .filter(|(_, _, param)| matches!(param.ty, ast::ParamType::State(_)))
        .map(|(state, index, _)| (state, index))
}

/// The values that a transition passes to its target.
pub struct TargetValues {
    /// As many values as were given.
    pub values: Vec<DraftValue>,
    /// An error in the values is already reported; only an IDE sees them.
    pub wrong: bool,
}

/// The values that a transition gives to its target, each for the parameter at its place.
pub fn values_of(
    analysis: &Analysis,
    from: Option<StateId>,
    to: Target,
    target: &ast::Target,
    errors: &mut Errors,
) -> TargetValues {
    if let ast::Target::FailedWith(_, why) = target {
        let values = vec![DraftValue::Right(Value::Code(why.clone()))];
        return TargetValues { values, wrong: false };
    }
    let (ast::Target::State(name, codes)
    | ast::Target::Held(name, codes)
    | ast::Target::Final(name, codes)) = target
    else {
        return TargetValues { values: Vec::new(), wrong: false };
    };
    let lost = matches!(to, Target::State(state) if analysis.lost[state].params.is_some());
    let types = analysis.param_types(to);
    // A value that does not parse may be two without a comma.
    let is_whole = !codes.iter().any(|code| code.half_typed);
    let required = match to {
        Target::State(state) => analysis.states[state].required_params(),
        _ => types.len(),
    };
    let fits = (required..=types.len()).contains(&codes.len());
    let is_broken = to == Target::Final && errors.broken.contains(RESULT);
    if !lost && is_whole && !fits && !is_broken {
        match to {
            Target::Final => results::wrong_number(analysis, name, codes, errors),
            _ => {
                let is_held = matches!(to, Target::Held(_));
                wrong_number(&types, required, (name, is_held), codes, errors);
            }
        }
    }
    let mut of = TargetValues { values: Vec::new(), wrong: lost || !fits || is_broken };
    for (place, code) in codes.iter().enumerate() {
        let value = match types.get(place) {
            _ if lost => DraftValue::Unknown(code.clone()),
            Some(ast::ParamType::Value(ty)) if is_state(analysis, ty, code) => {
                let (name, ty) = (label::print(&code.tokens), label::print_type(ty));
                let help = "help: pass a value; a parameter that holds a state is declared as `state(..)` or `ref state(..)`";
                errors.at(
                    &code.tokens,
                    format!("expected a value of type `{ty}`, found state `{name}`\n{help}"),
                );
                DraftValue::NoState(code.clone())
            }
            Some(ast::ParamType::Value(_)) | None => DraftValue::Right(Value::Code(code.clone())),
            // All are looked at, so that all that is wrong is said.
            Some(ast::ParamType::State(ty)) => state_value(analysis, from, ty, code, errors)
                .map_or_else(|| DraftValue::NoState(code.clone()), DraftValue::Right),
        };
        of.wrong |= !matches!(value, DraftValue::Right(_));
        of.values.push(value);
    }
    of.wrong = of.wrong || given::swapped(analysis, from, name, (&types, codes), errors);
    of
}

/// Whether the name of a state is given for a type of the language, which has no value of such a name: those of
/// constants are in capitals.
fn is_state(model: &Model, ty: &Type, code: &ast::Code) -> bool {
    let Ok(name) = syn::parse2::<Ident>(code.tokens.clone()) else { return false };
    let text = plain(&name);
    let is_constant = text == text.to_uppercase();
    is_plain(ty)
        && !is_constant
        && text.starts_with(char::is_uppercase)
        && model.states.iter().any(|state| plain(&state.name) == text)
}

fn wrong_number(
    types: &[&ast::ParamType],
    required: usize,
    (name, is_held): (&Ident, bool),
    codes: &[ast::Code],
    errors: &mut Errors,
) {
    let is_given = match codes.len() {
        0 => "no value is".to_owned(),
        1 => "1 value is".to_owned(),
        many => format!("{many} values are"),
    };
    let list = params::print_list(types.iter().copied());
    let held = if is_held { "self." } else { "" };
    match codes.get(types.len()) {
        Some(first) if types.is_empty() => {
            errors.at(&first.tokens, format!("state `{name}` takes no values\nhelp: write `{held}{name}`"));
        }
        Some(surplus) => errors.at(
            &surplus.tokens,
            format!("state `{name}` takes ({list}), but {is_given} given\nhelp: remove the surplus values"),
        ),
        None => {
            let which = if required < types.len() { " without a default" } else { "" };
            errors.at(name, format!("state `{name}` takes ({list}), but {is_given} given\nhelp: give a value for each parameter{which}"));
        }
    }
}

/// The name of a state, or `self.name` of a parameter that holds one.
fn state_value(
    analysis: &Analysis,
    from: Option<StateId>,
    ty: &ast::StateType,
    code: &ast::Code,
    errors: &mut Errors,
) -> Option<Value> {
    let tokens: Vec<TokenTree> = code.tokens.clone().into_iter().collect();
    let (what, found, value) = match &tokens[..] {
        // Already reported as incomplete.
        _ if code.half_typed => return None,
        [TokenTree::Ident(name)] if name != "self" => {
            let Some(state) = of_name(analysis, from, name) else {
                if !errors.broken.contains(&plain(name)) {
                    errors.at(name, no_such_state(analysis, from, name));
                }
                return None;
            };
            let params = analysis.states[state].params.iter().map(|param| &param.ty);
            if analysis.lost[state].params.is_some() {
                return None;
            }
            (name, params::print_list(params), Value::State(state, name.clone()))
        }
        [TokenTree::Ident(word), TokenTree::Punct(dot), TokenTree::Ident(name)]
            if word == "self" && dot.as_char() == '.' =>
        {
            let Some(held) = held(analysis, from, name) else {
                if !analysis.is_lost(from, &plain(name)) && !errors.broken.contains(&plain(name)) {
                    errors.at(name, no_state_held(analysis, from, name));
                }
                return None;
            };
            let param = &analysis.states[held.0].params[held.1];
            let ast::ParamType::State(of) = &param.ty else { return None };
            if of.by_ref != ty.by_ref {
                let (is, wanted) = if of.by_ref { ("ref ", "") } else { ("", "ref ") };
                errors.at(name, format!("expected `{wanted}state(..)`, found `{is}state(..)`\nhelp: declare both parameters alike"));
                return None;
            }
            (name, params::print_list(&of.params), Value::Held(held, name.clone()))
        }
        [TokenTree::Ident(name), TokenTree::Group(_)]
            if of_name(analysis, from, name).is_some() =>
        {
            errors.at(
                &code.tokens,
                format!("unexpected values for state `{name}`\nhelp: pass `{name}`, and give the values where the parameter is the target"),
            );
            return None;
        }
        _ => {
            errors
                .at(&code.tokens, "expected a state, or `self.name` of a parameter that holds one");
            return None;
        }
    };
    let wanted = params::print_list(&ty.params);
    if found != wanted {
        errors.at(
            what,
            format!("expected a state that takes ({wanted}), but `{what}` takes ({found})\nhelp: pass another state, or declare the parameter as `state({found})`"),
        );
        return None;
    }
    Some(value)
}

/// Returns the error about a passed name that is not that of a state.
fn no_such_state(model: &Model, from: Option<StateId>, name: &Ident) -> String {
    if name == "FINAL" || name == "FAILED" {
        return format!(
            "`{name}` cannot be passed\nhelp: pass a state that leads to it: `-> {name} otherwise;`"
        );
    }
    let is_param =
        params_around(model, from).any(|(_, _, param)| plain(&param.name) == plain(name));
    let names: Vec<String> = model.states.iter().map(|state| plain(&state.name)).collect();
    let near = did_you_mean(&plain(name), names.iter().map(String::as_str));
    let help = match &near[..] {
        _ if is_param => {
            format!("\nhelp: use `self.{name}` for the state that the parameter holds")
        }
        "" => format!("\nhelp: add `state {name} {{ .. }}`"),
        near => near.to_owned(),
    };
    format!("cannot find state `{name}`{help}")
}

impl Model {
    /// The types of what a target takes.
    pub fn param_types(&self, to: Target) -> Vec<&ast::ParamType> {
        match to {
            Target::Final => self.result.iter().collect(),
            Target::Failed => Vec::new(),
            Target::State(state) => {
                self.states[state].params.iter().map(|param| &param.ty).collect()
            }
            Target::Held((state, index)) => match &self.states[state].params[index].ty {
                ast::ParamType::State(ty) => ty.params.iter().collect(),
                ast::ParamType::Value(_) => Vec::new(),
            },
        }
    }
}

/// Returns the end that a word of another language means.
fn end_meant(name: &str) -> Option<&'static str> {
    match &*name.to_uppercase() {
        "SUCCESS" | "SUCCEEDED" | "DONE" | "FINISHED" | "END" => Some("FINAL"),
        "FAILURE" | "FAIL" | "ERROR" | "ABORT" | "ABORTED" => Some("FAILED"),
        _ => None,
    }
}
