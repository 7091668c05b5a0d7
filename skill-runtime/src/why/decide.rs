//! The choice of a transition when some are forced or suppressed.

use super::explanation::Why;
use super::overrides::{Overridden, Override};
use crate::outcome::Outcome;
use alloc::vec::Vec;

impl Why {
    pub(crate) fn set_overrides(&mut self, overrides: Vec<Override>) {
        self.overrides = overrides;
    }

    /// Replaces the numbers of transitions as written by those of the machine. Returns the
    /// transition that is taken, or [`Outcome::NONE`], if some of them are forced or suppressed.
    #[doc(hidden)]
    pub fn decide(&mut self, number: impl Fn(Outcome) -> Outcome) -> Option<Outcome> {
        let (overrides, machine) = (&self.overrides, self.machine);
        let state = self.states.last_mut()?;
        for transition in &mut state.transitions {
            transition.transition = number(Outcome(transition.transition)).0;
        }
        if !self.is_overridden {
            return None;
        }
        let skill = state.skill;
        let (mut taken, mut used) = (Outcome::NONE, None);
        for transition in &mut state.transitions {
            if taken != Outcome::NONE {
                // As if the guards were checked in turn.
                (transition.fires, transition.conditions) = (None, Vec::new());
                continue;
            }
            let concerns = |of: &Override| {
                of.concerns(machine, skill) && of.transition == transition.transition
            };
            let change = overrides.iter().enumerate().rev().find(|(_, of)| concerns(of));
            if let (Some((_, of)), Some(fires)) = (change, &mut transition.fires) {
                *fires = of.action == Overridden::Force;
                transition.overridden = Some(of.action);
            }
            if transition.fires == Some(true) {
                taken = Outcome(transition.transition);
                used = change.filter(|(_, of)| of.once).map(|(index, _)| index);
            }
        }
        if let Some(index) = used {
            self.overrides.remove(index);
        }
        Some(taken)
    }
}
