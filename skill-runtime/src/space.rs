//! Skill spaces: the set of skills that can be called, K in the paper.

use crate::blackboard::{Blackboard, InterfaceSet, READ_ATTEMPTS, Snapshot};
use crate::call::{CallSet, ParseError};
use crate::failure::Failure;
use crate::graph::SkillInfo;
use crate::machine::Exec;

/// A skill space, declared by [`skill_space!`](crate::skill_space!).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a skill space",
    label = "not a skill space",
    note = "declare it with `skill_space! {{ .. }}`"
)]
pub trait SkillSpace {
    /// The blackboard on which the skills run.
    type Board: Blackboard;
    /// A call of one of the skills.
    type Call: CallSet + Clone + core::fmt::Display;
    /// The machine of the active skill: an enum of the machines of all skills.
    type Machine: Exec<Self::Board>;
    /// The name of the space.
    const NAME: &'static str;
    /// The skills, in order of declaration.
    const SKILLS: &'static [&'static SkillInfo] = <Self::Call as CallSet>::SKILLS;

    /// Never set. Of a type that is no skill space, the missing constant is the only error.
    #[doc(hidden)]
    const IS_NONE: bool = false;

    /// Whether any of the skills has a result.
    #[doc(hidden)]
    const RESULTS: bool = {
        let (mut found, mut i) = (false, 0);
        while i < Self::SKILLS.len() {
            found |= Self::SKILLS[i].result.is_some();
            i += 1;
        }
        found
    };

    /// Parses the skill string `text`.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the position in `text`.
    fn parse(text: &str) -> Result<Self::Call, ParseError> {
        crate::call::parse(text)
    }
    /// Returns the skill that `call` calls.
    fn info(call: &Self::Call) -> &'static SkillInfo;
    /// Returns the arguments of `call` in the form for a trace.
    fn arguments(call: &Self::Call) -> crate::call::CallArguments;
    /// Returns the reason why `call` cannot be run, if it cannot.
    fn problem(call: &Self::Call) -> Option<Failure>;
    /// Creates a machine that has not yet begun `call`.
    fn start(call: Self::Call) -> Self::Machine;
    /// Returns the interfaces that the active skill and its sub-skills declare.
    fn reads(machine: &Self::Machine) -> InterfaceSet;
    /// Returns those of them whose values the active skill and its sub-skills may use.
    fn values(machine: &Self::Machine) -> InterfaceSet;
    /// Reads from the blackboard which interfaces of the space have a writer, and the values that
    /// [`Snapshot::set_values`] has set.
    #[doc(hidden)]
    #[inline]
    fn refresh(snapshot: &mut Snapshot<'_, Self::Board>) {
        for _ in 0..READ_ATTEMPTS {
            Self::try_refresh(snapshot);
            if !snapshot.is_busy() {
                return;
            }
        }
    }
    /// Makes one attempt to [refresh](Self::refresh) the snapshot.
    #[doc(hidden)]
    #[inline(never)] // once, and only with the code for what some skill of the space uses
    fn try_refresh(snapshot: &mut Snapshot<'_, Self::Board>) {
        // Which interfaces have a writer is read for all skills of the space: to look is as much
        // work as to ask whether the active one wants it.
        snapshot.refresh_within(
            <Self::Machine as Exec<Self::Board>>::READS,
            <Self::Machine as Exec<Self::Board>>::VALUES,
        );
    }
}
