//! The changes that a debugger makes of what skills do.

use super::OverrideView;
use crate::model::describe::Description;
use serde::{Deserialize, Serialize};
use skill_runtime::blackboard::InterfaceSet;
use skill_runtime::why::Override;

/// The changes that a debugger has made of what skills do. What it has changed on the blackboard is not
/// here: skills read it there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Change {
    /// The transitions that are forced or suppressed.
    pub overrides: Vec<OverrideView>,
    /// The ids of the interfaces to which messages are refused.
    pub refusing: Vec<String>,
}

impl Change {
    /// Returns the overrides of transitions that there are.
    #[must_use]
    pub fn overrides(&self, description: &Description) -> Vec<Override> {
        let find = |of: &OverrideView| {
            let OverrideView { machine, transition, action, once, .. } = *of;
            let skill = description.find(&of.skill)?;
            skill.graph.transitions.get(usize::from(transition))?;
            Some(Override { skill, machine, transition, action, once })
        };
        self.overrides.iter().filter_map(find).collect()
    }

    /// Returns it for a call by itself of what the machine runs with this number.
    #[must_use]
    pub fn inside(&self, machine: u32) -> Self {
        let inside = |of: &OverrideView| {
            let number = of.machine.map(|number| number.checked_sub(machine));
            (number != Some(None)).then(|| OverrideView { machine: number.flatten(), ..of.clone() })
        };
        let overrides = self.overrides.iter().filter_map(inside).collect();
        Self { overrides, refusing: self.refusing.clone() }
    }

    /// Returns the interfaces to which messages are refused.
    #[must_use]
    pub fn refusing(&self, description: &Description) -> InterfaceSet {
        let sets = self.refusing.iter().map(|id| description.interface_set(id));
        sets.fold(InterfaceSet::NONE, InterfaceSet::union)
    }
}
