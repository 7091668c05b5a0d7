//! The input of a macro as a tree of items.
//!
//! Only blocks without errors come here, so the parsers are short: they find where items, lists and
//! Rust begin and end. Unknown syntax keeps its line breaks.

mod declarations;
mod machine;
mod parts;

use proc_macro2::TokenStream;
use skill_compiler::BlockMacro;
use syn::parse::{ParseStream, Parser as _};

use crate::blocks::Kind;
use crate::tree::{Item, Items};

/// Reads the input of a macro.
pub fn items(of: Kind, input: TokenStream) -> Items {
    let item = match of {
        Kind::Language(BlockMacro::Skill | BlockMacro::Agent) => machine::machine,
        Kind::Language(BlockMacro::Interface) => declarations::interface,
        Kind::Language(
            BlockMacro::FieldGroup
            | BlockMacro::Blackboard
            | BlockMacro::SkillSpace
            | BlockMacro::RobotParts,
        ) => declarations::declaration,
        Kind::Language(_) => unknown,
        Kind::InterfaceFromXml => declarations::interface_from_xml,
    };
    let all = |input: ParseStream<'_>| Ok(parts::items(input, item));
    let items = all.parse2(input).unwrap_or_default();
    Items { items, may_nest: true }
}

/// Parses an item of a macro that this version does not know.
fn unknown(input: ParseStream<'_>) -> syn::Result<Item> {
    Err(input.error("unknown macro"))
}
