//! A block in the macro of another one: `interface` in `skill!`.

use crate::diagnostics::BlockMacro;
use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Ident, Visibility};

/// Returns the error about the keyword of another macro before the name of a block: any error in it would
/// follow of that.
pub fn find(of: BlockMacro, input: &TokenStream) -> Option<syn::Error> {
    let begin = |input: ParseStream<'_>| {
        input.call(Attribute::parse_outer)?;
        input.parse::<Visibility>()?;
        let word = input.parse::<Ident>()?;
        let name = input.fork().parse::<Ident>().ok();
        let is_named = name.as_ref().is_some_and(|name| name != "on");
        let is_declared = is_named || input.peek(syn::token::Bracket);
        input.parse::<TokenStream>()?;
        Ok(Some((word, name)).filter(|_| is_declared))
    };
    let (word, name) = begin.parse2(input.clone()).ok()??;
    let found = BlockMacro::ALL.into_iter().find(|of| word == of.name())?;
    let is_machine = |of| matches!(of, BlockMacro::Skill | BlockMacro::Agent);
    let meant = match name {
        _ if found == of => return None,
        Some(name) if is_machine(of) && is_machine(found) => {
            format!("write `{} {name}(..)`, or ", of.name())
        }
        _ => String::new(),
    };
    let (_, nouns) = declared(found).split_once(' ')?;
    let message = format!(
        "expected {}, found {}\nhelp: {meant}declare {nouns}s with `{}! {{ .. }}`",
        declared(of),
        declared(found),
        found.name()
    );
    Some(syn::Error::new(word.span(), message))
}

/// Returns the noun of what a macro declares.
const fn declared(of: BlockMacro) -> &'static str {
    match of {
        BlockMacro::Skill => "a skill",
        BlockMacro::Agent => "an agent",
        BlockMacro::Interface => "an interface",
        BlockMacro::FieldGroup => "a field group",
        BlockMacro::Blackboard => "a blackboard",
        BlockMacro::SkillSpace => "a skill space",
        BlockMacro::RobotParts => "a robot",
    }
}
