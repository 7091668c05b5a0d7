//! The skills and the blackboard of a space. Each is checked at one place, where the error is; what
//! depends on it uses a constant that does not compile then either, so `rustc` is silent about it.

use crate::blackboard::Blackboard;
use crate::call::CallArguments;
use crate::failure::Failure;
use crate::graph::SkillInfo;
use crate::machine::Skill;
use crate::proof::AnyBoard;
use crate::sub_machine::Select;

/// Returns `false`: the type is a blackboard.
#[must_use]
pub const fn no_board<B: Blackboard>() -> bool {
    false
}

/// The blackboard on which the skills of a space are compiled: its own, or any if it lacks an
/// interface, which is an error of the skill.
pub trait BoardOf<B> {
    /// That blackboard.
    type Board: Blackboard;
}

impl<B: Blackboard> BoardOf<B> for Select<false> {
    type Board = B;
}

impl<B> BoardOf<B> for Select<true> {
    type Board = AnyBoard;
}

/// A skill whose own interfaces are on the blackboard `B`. The skills below it are in the same
/// space, so a missing interface is reported only for the skills that declare it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a skill",
    label = "not a skill",
    note = "an agent runs skills, but nothing runs an agent as one",
    note = "if it is to be a skill, declare it with `skill! {{ pub skill {Self}(..) {{ .. }} }}`"
)]
pub trait OnBoard<B>: Skill {}

/// The functions of the skill `S` that a space calls. Only [`in_space`] requires that `S` is a
/// skill, so that a type that is none is reported once.
#[derive(Debug)]
#[allow(clippy::type_complexity)] // each type is used only once
pub struct InSpace<S> {
    pub info: &'static SkillInfo,
    pub default_call: fn() -> S,
    pub clone: fn(&S) -> S,
    pub same: fn(&S, &S) -> bool,
    pub debug: fn(&S, &mut core::fmt::Formatter<'_>) -> core::fmt::Result,
    pub set: fn(&mut S, &str, &crate::call::Value<'_>) -> Result<(), crate::call::ArgumentError>,
    pub problem: fn(&S) -> Option<Failure>,
    pub text: fn(&S, &'static str, &mut core::fmt::Formatter<'_>) -> core::fmt::Result,
    pub arguments: fn(&S) -> CallArguments,
}

/// Requires that the skill `S` can be on the blackboard `B`.
pub const fn on_board<S: OnBoard<B>, B>() {}

/// Returns the functions of a skill.
#[must_use]
#[inline]
pub const fn in_space<S: Skill>() -> InSpace<S> {
    InSpace {
        info: S::INFO,
        default_call: S::default,
        clone: S::clone,
        same: S::eq,
        debug: <S as core::fmt::Debug>::fmt,
        set: S::set_argument,
        problem: S::problem,
        text: crate::call_text::display,
        arguments: crate::call_text::arguments_of,
    }
}
