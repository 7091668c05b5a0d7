//! A skill space: the set K of the paper, the skills that may be called.

use crate::blackboard::Blackboard;
use crate::call::{CallSet, ParseError};
use crate::{Exec, Failure, SkillInfo};

/// A skill space, made by [`skill_space!`](crate::skill_space!).
pub trait SkillSpace {
    /// The blackboard it runs on.
    type Board: Blackboard;
    /// A call of one of its skills.
    type Call: CallSet + Clone + core::fmt::Display;
    /// Whichever skill is active: one enum, no boxes.
    type Machine: Exec<Self::Board>;
    /// The name.
    const NAME: &'static str;
    /// Its skills, in the order of the declaration.
    const SKILLS: &'static [&'static SkillInfo] = <Self::Call as CallSet>::SKILLS;

    /// The call that the skill string `text` stands for.
    ///
    /// # Errors
    /// [`ParseError`] with the place in `text`.
    fn parse(text: &str) -> Result<Self::Call, ParseError> {
        crate::call::parse(text)
    }
    /// The skill that `call` calls.
    fn info(call: &Self::Call) -> &'static SkillInfo;
    /// The arguments of `call`, as a trace keeps them.
    fn arguments(call: &Self::Call) -> crate::call::CallArguments;
    /// Why `call` cannot be run.
    fn problem(call: &Self::Call) -> Option<Failure>;
    /// A machine that has not begun `call`.
    fn start(call: Self::Call) -> Self::Machine;
    /// The interfaces that the machine's skill and its sub-skills declare.
    fn reads(machine: &Self::Machine) -> crate::InterfaceSet;
}
