//! Tokens to AST. What is broken is reported and passed over; the rest goes on.

mod action;
mod args;
mod before_body;
mod budget;
mod calls;
mod dependencies;
mod depends;
mod each;
mod edge;
mod flow;
mod generics;
mod guard;
mod habits;
mod heads;
mod items;
mod kw;
mod message;
mod misplaced;
mod mistaken;
mod needs;
mod options;
mod outcome;
mod outcome_pattern;
mod params;
mod reason;
mod resume;
mod runs;
mod skill;
mod slips;
mod state;
mod state_name;
mod time;
mod transition;
mod tries;

pub use args::range as parse_range;
pub use time::max_age;

use super::ast::{MachineKind, Skill};
use crate::syntax::errors::Errors;
use crate::syntax::recover::take_until;
use proc_macro2::TokenStream;
use syn::Ident;
use syn::parse::{ParseStream, Parser as _};

/// The keyword of a second skill or agent after the first.
fn further(rest: &TokenStream) -> Option<Ident> {
    let keyword = |input: ParseStream<'_>| {
        input.call(syn::Attribute::parse_outer)?;
        input.parse::<syn::Visibility>()?;
        let word = input.parse::<Ident>()?;
        take_until(input, |_| false);
        Ok(word)
    };
    keyword.parse2(rest.clone()).ok().filter(|word| word == "skill" || word == "agent")
}

/// Parses one block. Only a header without a name leaves nothing to go on with.
pub fn skill(kind: MachineKind, input: TokenStream, errors: &mut Errors) -> Option<Skill> {
    let mut skill = None;
    let parsed = (|input: ParseStream<'_>| {
        skill = Some(skill::skill(kind, input, errors)?);
        let rest: TokenStream = input.parse()?;
        if !rest.is_empty() {
            let word = kind.word();
            let message =
                format!("unexpected tokens after the {word}\nhelp: use a separate `{word}!` block for each {word}");
            errors.at(&rest, message);
            if let Some(of) = further(&rest) {
                errors.further = quote::quote!(::skill_runtime::#of! { #rest });
            }
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
