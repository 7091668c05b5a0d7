//! Tokens to AST. What is broken is reported and passed over; the rest goes on.

mod args;
mod depends;
mod flow;
mod items;
mod params;
mod state;
mod time;
mod transition;

pub use args::range as parse_range;

use super::ast::{Body, MachineKind, Skill};
use crate::syntax::errors::Errors;
use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Ident, Visibility, braced, parenthesized};

pub mod kw {
    //! The words of the language.
    syn::custom_keyword!(skill);
    syn::custom_keyword!(agent);
    syn::custom_keyword!(depends_skills);
    syn::custom_keyword!(depends_interfaces);
    syn::custom_keyword!(vars);
    syn::custom_keyword!(max_transitions);
    syn::custom_keyword!(start);
    syn::custom_keyword!(state);
    syn::custom_keyword!(always);
    syn::custom_keyword!(init);
    syn::custom_keyword!(exit);
    syn::custom_keyword!(precond);
    syn::custom_keyword!(when);
    syn::custom_keyword!(otherwise);
    syn::custom_keyword!(after);
    syn::custom_keyword!(on);
    syn::custom_keyword!(ticks);
    syn::custom_keyword!(action);
    syn::custom_keyword!(writes);
    syn::custom_keyword!(max_age);
    syn::custom_keyword!(continuous);
    syn::custom_keyword!(flow);
    syn::custom_keyword!(der);
    syn::custom_keyword!(crossing);
    syn::custom_keyword!(FINAL);
    syn::custom_keyword!(FAILED);
}

/// Parses one block. Only a header without a name leaves nothing to go on with.
pub fn skill(kind: MachineKind, input: TokenStream, errors: &mut Errors) -> Option<Skill> {
    let mut skill = None;
    let parsed = (|input: ParseStream<'_>| {
        skill = Some(header(kind, input, errors)?);
        let rest: TokenStream = input.parse()?;
        if !rest.is_empty() {
            let word = kind.word();
            let message =
                format!("unexpected tokens after the {word}\nhelp: use a separate `{word}!` block for each {word}");
            errors.at(&rest, message);
        }
        Ok(())
    })
    .parse2(input);
    if let Err(error) = parsed
        && (skill.is_none() || errors.count() == 0)
    {
        errors.absorb(error);
    }
    // Otherwise it says that something was passed over, which was reported.
    skill
}

/// `/// docs  pub skill NAME(args) { items }`
fn header(kind: MachineKind, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Skill> {
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
        depends_skills: Vec::new(),
        depends_interfaces: Vec::new(),
        max_transitions: None,
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
    if input.peek(syn::token::Brace) {
        let content;
        braced!(content in input);
        items::skill(&content, &mut skill, errors);
    } else {
        let message = format!(
            "missing body of the {word}\nhelp: add `{{ .. }}` with its states after the arguments"
        );
        errors.at(&skill.name, message);
    }
    Ok(skill)
}
