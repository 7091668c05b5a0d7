//! Transitions that a debugger forces or suppresses.

use crate::graph::SkillInfo;

/// The change of a transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Overridden {
    /// It fires when it is checked.
    Force,
    /// It does not fire.
    Suppress,
}

/// A transition that does not do what its guard says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Override {
    /// The skill whose transition is changed.
    pub skill: &'static SkillInfo,
    /// The number of the machine, as in [`SkillInfo::instance`]; `None` for all that run the skill.
    pub machine: Option<u32>,
    /// The index of the transition in the skill's graph. A crossing cannot be changed.
    pub transition: u16,
    /// The change.
    pub action: Overridden,
    /// Whether a forced transition is taken once: the change ends when it is taken.
    pub once: bool,
}

impl Override {
    pub(super) fn concerns(&self, machine: u32, skill: &SkillInfo) -> bool {
        self.skill == skill && self.machine.is_none_or(|of| of == machine)
    }
}
