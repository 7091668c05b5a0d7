//! Tokens to AST. What is broken is reported and passed over; the rest goes on.

mod args;
mod before_body;
mod budget;
mod calls;
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
use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser as _};

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
