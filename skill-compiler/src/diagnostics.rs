//! The syntax errors of a macro's input, without an expansion: for tools that read blocks.

use crate::blackboard::check_syntax as check_blackboard;
use crate::interface::{check_group_syntax, check_syntax as check_interface};
use crate::robot_parts::check_syntax as check_robot_parts;
use crate::skill::{MachineKind, check_block, check_syntax as check_machine};
use crate::space::check_syntax as check_space;
use crate::syntax::errors::Errors;
use crate::syntax::merge_conflict;
use proc_macro2::{Span, TokenStream};
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Ident, Visibility};

/// A macro of the language whose input is a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BlockMacro {
    /// `skill!`
    Skill,
    /// `agent!`
    Agent,
    /// `interface!`
    Interface,
    /// `field_group!`
    FieldGroup,
    /// `blackboard!`
    Blackboard,
    /// `skill_space!`
    SkillSpace,
    /// `robot_parts!`
    RobotParts,
}

impl BlockMacro {
    /// All macros.
    pub const ALL: [Self; 7] = [
        Self::Skill,
        Self::Agent,
        Self::Interface,
        Self::FieldGroup,
        Self::Blackboard,
        Self::SkillSpace,
        Self::RobotParts,
    ];

    /// Returns the name of the macro, without `!`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skill => "skill",
            Self::Agent => "agent",
            Self::Interface => "interface",
            Self::FieldGroup => "field_group",
            Self::Blackboard => "blackboard",
            Self::SkillSpace => "skill_space",
            Self::RobotParts => "robot_parts",
        }
    }
}

/// An error in the input of a macro.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The message, as `rustc` prints it; further lines begin with `help: ` or `note: `.
    pub message: String,
    /// The tokens at fault. At the end of the input it is the span of the macro's call.
    pub span: Span,
}

/// Parses the input of a macro and returns its syntax errors, in the order in which they were
/// found. Names, types and values are not checked.
///
/// # Example
///
/// ```
/// use skill_compiler::{BlockMacro, diagnostics};
///
/// let input = "pub Switch { fields { on: bool, brightness } }".parse().unwrap();
/// let errors = diagnostics(BlockMacro::Interface, input);
/// assert!(errors[0].message.starts_with("missing type for field `brightness`"));
/// ```
#[must_use]
pub fn diagnostics(of: BlockMacro, input: TokenStream) -> Vec<Diagnostic> {
    found(of, input, |input, errors| check_syntax(of, input, errors))
}

/// Returns all errors that the macro itself reports about its input, as [`diagnostics`] does: those of
/// names in the block, too. Names outside it, types and values are checked by `rustc`.
///
/// # Example
///
/// ```
/// use skill_compiler::{BlockMacro, diagnostics, errors};
///
/// let input = || "pub skill Wait() { start state Idle { -> Idel after 1s; } }".parse().unwrap();
/// assert!(diagnostics(BlockMacro::Skill, input()).is_empty());
/// assert!(errors(BlockMacro::Skill, input())[0].message.contains("help: did you mean `Idle`?"));
/// ```
#[must_use]
pub fn errors(of: BlockMacro, input: TokenStream) -> Vec<Diagnostic> {
    found(of, input, |input, errors| match of {
        BlockMacro::Skill => check_block(MachineKind::Skill, input, errors),
        BlockMacro::Agent => check_block(MachineKind::Agent, input, errors),
        _ => check_syntax(of, input, errors),
    })
}

fn found(
    of: BlockMacro,
    input: TokenStream,
    check: impl FnOnce(TokenStream, &mut Errors),
) -> Vec<Diagnostic> {
    let mut errors = Errors::default();
    match merge_conflict::find(&input).or_else(|| wrong_block(of, &input)) {
        Some(error) => errors.absorb(error),
        None => check(input, &mut errors),
    }
    let each = |error: syn::Error| {
        let each = error.into_iter().collect::<Vec<_>>();
        each.into_iter().map(|error| Diagnostic { message: error.to_string(), span: error.span() })
    };
    errors.into_errors().into_iter().flat_map(each).collect()
}

/// Reports the syntax errors of a block.
pub(crate) fn check_syntax(of: BlockMacro, input: TokenStream, errors: &mut Errors) {
    match of {
        BlockMacro::Skill => check_machine(MachineKind::Skill, input, errors),
        BlockMacro::Agent => check_machine(MachineKind::Agent, input, errors),
        BlockMacro::Interface => check_interface(input, errors),
        BlockMacro::FieldGroup => check_group_syntax(input, errors),
        BlockMacro::Blackboard => check_blackboard(input, errors),
        BlockMacro::SkillSpace => check_space(input, errors),
        BlockMacro::RobotParts => check_robot_parts(input, errors),
    }
}

/// Returns the error about the keyword of another macro before the name of a block: any error in it would
/// follow of that.
pub(crate) fn wrong_block(of: BlockMacro, input: &TokenStream) -> Option<syn::Error> {
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
