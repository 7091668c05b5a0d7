//! Transitions that a debugger forces or suppresses.

use super::Why;
use crate::SkillInfo;
use crate::found::NONE;
use alloc::vec::Vec;

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
    /// The skill.
    pub skill: &'static SkillInfo,
    /// The number of the machine, as in [`SkillInfo::instance`]; `None` for all that run the skill.
    pub machine: Option<u32>,
    /// The index of the transition in the skill's graph. A crossing cannot be changed.
    pub transition: u16,
    /// The change.
    pub action: Overridden,
}

impl Override {
    pub(super) fn concerns(&self, machine: u32, skill: &SkillInfo) -> bool {
        self.skill == skill && self.machine.is_none_or(|of| of == machine)
    }
}

impl Why {
    pub(super) fn set_overrides(&mut self, overrides: Vec<Override>) {
        self.overrides = overrides;
    }

    /// Replaces the numbers of transitions as written by those of the machine. Returns the
    /// transition that is taken, or [`NONE`], if some of them are forced or suppressed.
    #[doc(hidden)]
    pub fn decide(&mut self, number: impl Fn(u16) -> u16) -> Option<u16> {
        let (overrides, machine) = (&self.overrides, self.machine);
        let state = self.states.last_mut()?;
        for transition in &mut state.transitions {
            transition.transition = number(transition.transition);
        }
        if !self.is_overridden {
            return None;
        }
        let skill = state.skill;
        let mut taken = NONE;
        for transition in &mut state.transitions {
            if taken != NONE {
                // As if the guards were checked in turn.
                (transition.fires, transition.conditions) = (None, Vec::new());
                continue;
            }
            let of = overrides
                .iter()
                .rev()
                .find(|of| of.concerns(machine, skill) && of.transition == transition.transition);
            if let (Some(of), Some(fires)) = (of, &mut transition.fires) {
                *fires = of.action == Overridden::Force;
            }
            if transition.fires == Some(true) {
                taken = transition.transition;
            }
        }
        Some(taken)
    }
}
