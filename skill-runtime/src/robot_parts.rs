//! Parts of a robot that move side by side, each with a skiller of its own.

use crate::agent::Agent;
use crate::blackboard::{Blackboard, BoardEntry};
use crate::graph::SkillInfo;
use crate::machine::Exec;
use crate::skiller::HasSkiller;
use crate::space::SkillSpace;
use crate::sub_machine::Select;

/// The parts of a robot, declared by [`robot_parts!`](crate::robot_parts!): the blackboards of all of them.
pub trait RobotParts: Default + 'static {
    /// The parts, in order of declaration.
    const PARTS: &'static [PartInfo];
    /// Calls `visitor` for each part, in order.
    ///
    /// # Errors
    /// The first error of the visitor.
    fn visit<V: PartVisitor>(&'static self, visitor: &mut V) -> Result<(), V::Error>;
}

/// Visits the parts of a robot, each with its types.
pub trait PartVisitor {
    /// The error that ends the visit.
    type Error;
    /// Visits a part without an agent.
    ///
    /// # Errors
    /// An error ends the visit.
    fn part<S: SkillSpace + 'static>(
        &mut self,
        part: &'static PartInfo,
        board: &'static S::Board,
    ) -> Result<(), Self::Error>
    where
        S::Board: HasSkiller + Default;
    /// Visits a part with an agent, which begins with its default arguments.
    ///
    /// # Errors
    /// An error ends the visit.
    fn part_with_agent<S: SkillSpace + 'static, A: Agent + Default>(
        &mut self,
        part: &'static PartInfo,
        board: &'static S::Board,
    ) -> Result<(), Self::Error>
    where
        S::Board: HasSkiller + Default,
        A::Machine: Exec<S::Board>;
}

/// The skill space of a part, for the generated code: `rustc` is silent about a path that is none here, since the
/// constant that selects it is an error.
#[doc(hidden)]
pub trait SpaceOf<S> {
    /// That space.
    type Space: SkillSpace + 'static;
}

impl<S: SkillSpace + 'static> SpaceOf<S> for Select<false> {
    type Space = S;
}

/// A part of a robot as data.
#[derive(Clone, Copy, Debug)]
pub struct PartInfo {
    /// The name: `left`.
    pub name: &'static str,
    /// Its agent: none, or one.
    pub agents: &'static [&'static SkillInfo],
    /// The name of its skill space.
    pub space: &'static str,
    /// The skills of the space.
    pub skills: &'static [&'static SkillInfo],
    /// The interfaces on its blackboard.
    pub interfaces: &'static [BoardEntry],
    /// The hash of these, [`Blackboard::LAYOUT`].
    pub layout: u64,
}

/// For the generated code.
#[doc(hidden)]
impl PartInfo {
    #[must_use]
    pub const fn of<S: SkillSpace>(
        name: &'static str,
        agents: &'static [&'static SkillInfo],
    ) -> Self {
        let (space, skills) = (S::NAME, S::SKILLS);
        let (interfaces, layout) =
            (<S::Board as Blackboard>::INTERFACES, <S::Board as Blackboard>::LAYOUT);
        Self { name, agents, space, skills, interfaces, layout }
    }
}
