//! Results: the type of a skill's, the value at FINAL, and the names that the caller gives to
//! those of its sub-skills.

use super::{Analysis, Binding, Model, Place, State, StateId};
use crate::skill::ast::{self, Code, MachineKind, ParamType};
use crate::syntax::errors::{Errors, RESULT, unknown_of};
use crate::syntax::label;
use crate::syntax::names::{camel, last, plain, snake};
use crate::syntax::types::option_inner;
use syn::{Ident, Type};

/// Checks the type after `->` in the header of the skill with a name.
pub fn of_skill(
    (kind, name): (MachineKind, &Ident),
    ty: Option<Type>,
    errors: &mut Errors,
) -> Option<ParamType> {
    let ty = ty?;
    if kind == MachineKind::Agent {
        errors.at(&ty, "an agent has no result\nhelp: remove the type, nothing calls an agent");
        return None;
    }
    if matches!(&ty, Type::Tuple(tuple) if tuple.elems.is_empty()) {
        errors.at(
            &ty,
            "`()` is not a result\nhelp: remove `-> ()`, and write `FINAL` without a value",
        );
        return None;
    }
    if let Some(found) = no_result(&ty) {
        let help = match &ty {
            Type::Tuple(_) => "help: use a struct with `#[derive(Clone, Copy, SkillResult)]`",
            Type::Path(of) if last(&of.path) == "Result" => {
                "help: write the type of the result alone: a skill that fails goes to FAILED"
            }
            _ => {
                "help: use a number of at most 32 bits, `f64`, `bool`, or an enum with `#[derive(Argument)]`"
            }
        };
        errors.at(&ty, format!("`{found}` cannot be the result of a skill\n{help}"));
        errors.broken.insert(RESULT.to_owned());
        // What names the result has no error of its own.
        return Some(ParamType::Value(Box::new(result_meant(&ty, name))));
    }
    Some(ParamType::Value(Box::new(ty)))
}

/// The type of a result that is meant by one that is none, or one that `rustc` knows to be wrong.
fn result_meant(ty: &Type, skill: &Ident) -> Type {
    let Type::Path(of) = ty else { return unknown_of(skill) };
    let inside = of.path.segments.last().and_then(|last| match &last.arguments {
        syn::PathArguments::AngleBracketed(list) => list.args.first().cloned(),
        _ => None,
    });
    match (&*last(&of.path), inside) {
        ("Result", Some(syn::GenericArgument::Type(inner))) if no_result(&inner).is_none() => inner,
        ("usize" | "u64" | "u128", _) => syn::parse_quote!(u32),
        ("isize" | "i64" | "i128", _) => syn::parse_quote!(i32),
        _ => unknown_of(skill),
    }
}

/// Types whose values are no results.
const NO_RESULTS: [&str; 11] =
    ["String", "Vec", "Box", "Result", "u64", "i64", "u128", "i128", "usize", "isize", "char"];

/// Returns the name of a type that is none of results, whatever the program declares.
fn no_result(ty: &Type) -> Option<String> {
    let inner = option_inner(ty).unwrap_or(ty);
    let is_none = match inner {
        Type::Reference(_) | Type::Slice(_) | Type::Tuple(_) => true,
        Type::Path(of) => NO_RESULTS.contains(&&*last(&of.path)),
        _ => false,
    };
    is_none.then(|| label::print_type(inner))
}

/// Reports a FINAL with another number of values than the skill has results.
pub fn wrong_number(model: &Model, name: &Ident, codes: &[Code], errors: &mut Errors) {
    let skill = &model.name;
    match (&model.result, codes) {
        (None, [first, ..]) if model.kind == MachineKind::Agent => {
            errors.at(&first.tokens, "an agent has no result\nhelp: write `FINAL`");
        }
        // `-> ()` is reported.
        (None, [only]) if label::print(&only.tokens) == "()" && errors.count() > 0 => {}
        (None, [first, ..]) => errors.once(
            &first.tokens,
            format!("`{skill}` has no result\nhelp: write `FINAL`, or declare the type of the result: `skill {skill}(..) -> Type`"),
        ),
        (Some(ParamType::Value(ty)), []) => {
            let ty = label::print_type(ty);
            errors.at(
                name,
                format!("missing result of `{skill}`\nhelp: write `FINAL(value)`, with a value of type `{ty}`"),
            );
        }
        (_, [_, second, ..]) => errors.at(
            &second.tokens,
            "`FINAL` takes one value, the result\nhelp: use a struct with `#[derive(SkillResult)]` for several values",
        ),
        _ => {}
    }
}

/// Resolves the names after `on FINAL` in a state; `None` if one of them is wrong.
pub fn bindings(
    analysis: &Analysis,
    state: StateId,
    names: &[ast::Binding],
    errors: &mut Errors,
) -> Option<Vec<Binding>> {
    let (of, lost) = (&analysis.states[state], analysis.lost[state].runs);
    let Some(first) = names.first() else { return Some(Vec::new()) };
    let list = List::of(of);
    let names = &list.with_colons(names, errors)[..];
    if lost || of.runs.is_empty() {
        errors.broken.extend(names.iter().map(|binding| plain(&binding.name)));
        // Reported.
        let unknown = &analysis.lost[state].unknown;
        let labels = names.iter().filter_map(|binding| binding.skill.as_ref());
        for label in labels.filter(|label| !unknown.is_empty() && !unknown.contains(&plain(label)))
        {
            if let Err(message) = list.labeled(label) {
                errors.at(label, message);
            }
        }
        return None;
    }
    if of.calls().next().is_none() && of.needs.is_none() {
        let what = if of.has_action() { "an action" } else { "a message" };
        errors.at(&first.name, format!("{what} has no result\nhelp: write `on FINAL`"));
        return None;
    }
    let mut bound: Vec<Binding> = Vec::new();
    let mut wrong = false;
    for (number, ast::Binding { skill, name, .. }) in names.iter().enumerate() {
        let (at, found) = match skill {
            None if list.all.len() == 1 => (name, Ok(list.all[0].1)),
            None => (name, list.unlabeled(name, number)),
            Some(skill) => (skill, list.labeled(skill)),
        };
        let text = plain(name);
        let problem = match found {
            Err(message) => {
                // What is reported already may be no name.
                if !errors.broken.contains(&plain(at)) {
                    errors.at(at, message);
                }
                wrong = true;
                continue;
            }
            Ok(_) if text == "_" && of.needs.is_none() && !analysis.lost[state].needs => {
                Some(format!(
                    "`{}` is always FINAL here\nhelp: remove it, or name its result in place of `_`",
                    skill.as_ref().map_or("_".to_owned(), plain)
                ))
            }
            Ok(place @ (Place::Action(_) | Place::Message(_))) if text != "_" => {
                errors.at(at, list.no_result(at, place));
                wrong = true;
                continue;
            }
            Ok(_) if is_port(analysis, &text) => Some(format!(
                "`{name}` is the name of an interface\nhelp: choose another name for the result"
            )),
            Ok(_) if text != "_" && bound.iter().any(|other| plain(&other.name) == text) => {
                Some(format!("`{name}` is the name of another result\nhelp: choose another name"))
            }
            Ok(place) if bound.iter().any(|other| other.place == place) => {
                let (first, entry) = (&names[0].name, list.name(place));
                Some(if text == "_" || first == "_" {
                    format!("`{entry}` is named twice\nhelp: remove one of the two")
                } else {
                    format!(
                        "the result of `{entry}` has a name already\nhelp: remove this one; a field of the result is `{first}.FIELD`"
                    )
                })
            }
            Ok(place) => {
                bound.push(Binding { place, name: name.clone() });
                None
            }
        };
        if let Some(problem) = problem {
            errors.at(name, problem);
            wrong = true;
        }
    }
    if of.needs.is_some_and(|needs| bound.len() > needs) {
        errors.at(&names[of.needs.unwrap_or_default()].name, format!("only {} of this list must be FINAL, so that this is never taken\nhelp: write a transition for each", of.needs.unwrap_or_default()));
        wrong = true;
    }
    if wrong || analysis.lost[state].needs {
        // Code with them has no errors of its own.
        errors.broken.extend(names.iter().map(|binding| plain(&binding.name)));
        return None;
    }
    Some(bound)
}

/// Whether an interface of the skill has a name.
fn is_port(analysis: &Analysis, text: &str) -> bool {
    analysis.interfaces.iter().any(|port| plain(&port.variable) == text)
}

/// Checks the name of a failure; returns whether it is right.
pub fn failure(analysis: &Analysis, name: &Ident, errors: &mut Errors) -> bool {
    let text = plain(name);
    if !is_port(analysis, &text) {
        return true;
    }
    errors.at(
        name,
        format!("`{name}` is the name of an interface\nhelp: choose another name for the failure"),
    );
    errors.broken.insert(text);
    false
}

/// The entries that a state runs, with the names by which transitions name it.
struct List {
    all: Vec<(String, Place)>,
    has_some: bool,
}

impl List {
    fn of(state: &State) -> Self {
        let all = state.places().map(|(place, activity)| (activity.name(), place));
        Self { all: all.collect(), has_some: state.needs.is_some() }
    }

    /// Reports `far_m = ball` and `ball as far_m`, and returns what is meant.
    fn with_colons(&self, names: &[ast::Binding], errors: &mut Errors) -> Vec<ast::Binding> {
        let mut all = names.to_vec();
        for binding in &mut all {
            let (Some((at, sign)), Some(skill)) = (binding.sign, &binding.skill) else { continue };
            if self.find(skill).is_err() && self.find(&binding.name).is_ok() {
                let name = std::mem::replace(&mut binding.name, skill.clone());
                binding.skill = Some(name);
            }
            let (skill, name) = (binding.skill.as_ref().unwrap_or(&binding.name), &binding.name);
            let message = format!(
                "expected `:` after the sub-skill, found `{sign}`\nhelp: write `on FINAL({skill}: {name})`"
            );
            errors.span(at, message);
        }
        all
    }

    /// Prints the names of the sub-skills, as far as they have results.
    fn skills(&self) -> String {
        let skills = self.all.iter().filter(|(_, place)| matches!(place, Place::Skill(_)));
        skills.map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    }

    fn name(&self, place: Place) -> &str {
        self.all.iter().find(|(_, other)| *other == place).map_or("", |(name, _)| name)
    }

    fn no_result(&self, name: &Ident, place: Place) -> String {
        let cure = if self.has_some {
            format!("write `{name}: _`, which holds if it is FINAL")
        } else {
            format!("name the result of a sub-skill: {}", self.skills())
        };
        let what = if matches!(place, Place::Message(_)) { "a message" } else { "an action" };
        format!("`{name}` is {what}, which has no result\nhelp: {cure}")
    }

    /// Finds what a name without a label before it is the result of; `number` is that of the name.
    fn unlabeled(&self, name: &Ident, number: usize) -> Result<Place, String> {
        let mut skills = self.all.iter().filter(|(_, place)| matches!(place, Place::Skill(_)));
        let is_name = |(other, _): &&(String, Place)| *other == plain(name);
        match (skills.next(), skills.next()) {
            (Some((_, only)), None) if !self.has_some && !self.all.iter().any(|of| is_name(&of)) => {
                Ok(*only)
            }
            _ => self.find(name).map_err(|near| match &near[..] {
                "" => format!(
                    "cannot find sub-skill `{name}` in this state\nhelp: write whose result it is: `on FINAL({}: {name})`",
                    self.all[number.min(self.all.len() - 1)].0
                ),
                near => near.to_owned(),
            }),
        }
    }

    fn labeled(&self, name: &Ident) -> Result<Place, String> {
        self.find(name).map_err(|near| match &near[..] {
            "" => format!(
                "cannot find sub-skill `{name}` in this state\nhelp: this state runs {}",
                if self.has_some { self.names() } else { self.skills() }
            ),
            near => near.to_owned(),
        })
    }

    fn names(&self) -> String {
        let names = self.all.iter().map(|(name, _)| format!("`{name}`"));
        names.collect::<Vec<_>>().join(", ")
    }

    /// Finds what has a name; the error is empty if none has a name like it.
    fn find(&self, name: &Ident) -> Result<Place, String> {
        let text = plain(name);
        let mut places = self.all.iter().filter(|(other, _)| *other == text);
        match (places.next(), places.next()) {
            (Some((_, place)), None) => Ok(*place),
            (Some((_, place)), Some(_)) => {
                let written = match place {
                    Place::Message(_) => format!("{text}.send(..)"),
                    Place::Skill(_) | Place::Action(_) => format!("{} {{ .. }}", camel(&text)),
                };
                Err(format!(
                    "`{text}` runs more than once in this state\nhelp: give one of them a label: `LABEL: {written}`"
                ))
            }
            (None, _) => {
                let same = self.all.iter().find(|(other, _)| *other == snake(&text));
                Err(same.map_or(String::new(), |(same, _)| {
                    format!("cannot find sub-skill `{text}` in this state\nhelp: write `{same}`")
                }))
            }
        }
    }
}

/// Prints `(spot, locate: spot)`; nothing if there are no names.
pub fn list(names: &[ast::Binding]) -> String {
    let names = names.iter().map(|ast::Binding { skill, name, .. }| match skill {
        Some(skill) => format!("{skill}: {name}"),
        None => name.to_string(),
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) }
}
