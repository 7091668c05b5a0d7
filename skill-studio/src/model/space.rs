//! The skills and agents that a robot's program offers.

use serde::Serialize;
use skill_runtime::SkillInfo;

/// A skill space, and the agents that call its skills.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Space {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// Its skills, in the order of the declaration.
    pub skills: &'static [&'static SkillInfo],
    /// The agents that call them.
    pub agents: &'static [&'static SkillInfo],
}

impl Space {
    /// Returns its skills, then its agents.
    pub fn all(&self) -> impl Iterator<Item = &'static SkillInfo> + use<> {
        self.skills.iter().chain(self.agents).copied()
    }

    /// Returns the skill or agent with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&'static SkillInfo> {
        self.all().find(|info| info.name == name)
    }
}
