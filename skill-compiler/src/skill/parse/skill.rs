//! The header of a skill or agent, and the items directly in it.

use super::{args, budget, depends, items, kw, state, transition};
use crate::skill::ast::{Body, MachineKind, Skill};
use crate::syntax::errors::Errors;
use crate::syntax::recover::take_until;
use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, LitInt, Token, Type, Visibility, braced, parenthesized};

/// `/// docs  pub skill NAME(args) -> Result { items }`
pub fn skill(kind: MachineKind, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Skill> {
    let attrs = input.call(Attribute::parse_outer)?;
    let vis: Visibility = input.parse()?;
    let word = kind.word();
    let found = match kind {
        MachineKind::Skill if input.peek(kw::skill) => input.parse::<kw::skill>()?.span,
        MachineKind::Agent if input.peek(kw::agent) => input.parse::<kw::agent>()?.span,
        MachineKind::Skill if input.peek(kw::agent) => {
            return Err(input.error(
                "expected a skill, found an agent\nhelp: declare agents with `agent! { .. }`",
            ));
        }
        MachineKind::Agent if input.peek(kw::skill) => {
            return Err(input.error(
                "expected an agent, found a skill\nhelp: declare skills with `skill! { .. }`",
            ));
        }
        _ => return Err(input.error(format!("expected `{word} NAME(arguments) {{ .. }}`"))),
    };
    errors.record_keyword(word, found);
    let name: Ident = input.parse().map_err(|error| {
        syn::Error::new(error.span(), format!("expected a name after `{word}`"))
    })?;
    let mut skill = Skill {
        kind,
        attrs,
        vis,
        name,
        args: Vec::new(),
        result: None,
        depends_skills: Vec::new(),
        depends_interfaces: Vec::new(),
        max_transitions: None,
        max_iterations: None,
        continuous: Vec::new(),
        body: Body::default(),
    };
    if input.peek(syn::token::Paren) {
        let list;
        parenthesized!(list in input);
        skill.args = args::list(&list, errors);
    } else {
        let name = &skill.name;
        errors.at(
            name,
            format!(
                "missing arguments of {word} `{name}`\nhelp: write `{name}()` if it takes none"
            ),
        );
    }
    if let Some(arrow) = input.parse::<Option<Token![->]>>()? {
        skill.result = errors.ok(result(input, arrow.spans[0]));
        errors.words.types.extend(skill.result.clone());
    }
    if input.peek(syn::token::Brace) {
        let content;
        braced!(content in input);
        self::items(&content, &mut skill, errors);
        budget::apply(&mut skill, errors);
    } else {
        let message = format!(
            "missing body of the {word}\nhelp: add `{{ .. }}` with its states after the arguments"
        );
        errors.at(&skill.name, message);
    }
    Ok(skill)
}

/// The type of the result, after `->`.
fn result(input: ParseStream<'_>, arrow: Span) -> syn::Result<Type> {
    let tokens = take_until(input, |input| input.peek(syn::token::Brace));
    syn::parse2(tokens).map_err(|_| {
        let message =
            "expected the type of the result\nhelp: write it after `->`, or remove the arrow";
        syn::Error::new(arrow, message)
    })
}

const IN_SKILL: [&str; 9] = [
    "depends_skills",
    "depends_interfaces",
    "vars",
    "continuous",
    "max_transitions",
    "max_iterations",
    "start",
    "state",
    "always",
];

/// The items of a skill.
fn items(input: ParseStream<'_>, skill: &mut Skill, errors: &mut Errors) {
    while !input.is_empty() {
        if let Err(error) = skill_item(input, skill, errors) {
            errors.absorb(error);
            items::skip_item(input);
        }
    }
}

fn skill_item(input: ParseStream<'_>, skill: &mut Skill, errors: &mut Errors) -> syn::Result<()> {
    let attrs = input.call(Attribute::parse_outer)?;
    let documented = attrs.first().cloned();
    let undocumented = |what: &str, errors: &mut Errors| {
        if let Some(attr) = &documented {
            errors.at(attr, format!("unexpected attribute on {what}\nhelp: doc comments are allowed on skills, states, transitions, arguments and variables"));
        }
    };
    if input.peek(kw::depends_skills) {
        undocumented("`depends_skills`", errors);
        errors.record_keyword("depends_skills", input.parse::<kw::depends_skills>()?.span);
        let content = items::braces(input, "depends_skills")?;
        skill.depends_skills.extend(depends::skills(&content, errors));
    } else if input.peek(kw::depends_interfaces) {
        undocumented("`depends_interfaces`", errors);
        errors.record_keyword("depends_interfaces", input.parse::<kw::depends_interfaces>()?.span);
        let content = items::braces(input, "depends_interfaces")?;
        skill.depends_interfaces.extend(depends::interfaces(&content, errors));
    } else if input.peek(kw::max_transitions) {
        undocumented("`max_transitions`", errors);
        errors.record_keyword("max_transitions", input.parse::<kw::max_transitions>()?.span);
        skill.max_transitions = Some(limit(input, "max_transitions = 10;")?);
    } else if input.peek(kw::max_iterations) {
        undocumented("`max_iterations`", errors);
        errors.record_keyword("max_iterations", input.parse::<kw::max_iterations>()?.span);
        skill.max_iterations = Some(limit(input, "max_iterations = 1000;")?);
    } else if input.peek(kw::always) {
        undocumented("`always`", errors);
        errors.record_keyword("always", input.parse::<kw::always>()?.span);
        let content = items::braces(input, "always")?;
        while !content.is_empty() {
            let attrs = content.call(Attribute::parse_outer)?;
            transition::transition(&content, attrs, &mut skill.body.transitions, errors);
        }
    } else if input.peek(kw::vars) {
        undocumented("`vars`", errors);
        items::vars(input, "vars", &mut skill.body.vars, errors)?;
    } else if input.peek(kw::continuous) {
        undocumented("`continuous`", errors);
        items::vars(input, "continuous", &mut skill.continuous, errors)?;
    } else if items::begins_state(input) {
        skill.body.states.push(state::state(input, attrs, errors)?);
    } else {
        return Err(items::unexpected(input, "a skill", &IN_SKILL, errors));
    }
    Ok(())
}

/// `= N;` after the keyword of a limit.
fn limit(input: ParseStream<'_>, example: &str) -> syn::Result<LitInt> {
    input.parse::<Token![=]>()?;
    let number = input.parse().map_err(|error: syn::Error| {
        let message = format!("expected an integer literal\nhelp: write `{example}`");
        syn::Error::new(error.span(), message)
    })?;
    items::end_of_item(input)?;
    Ok(number)
}
