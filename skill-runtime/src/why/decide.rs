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
        let mut taken = Outcome::NONE;
        for transition in &mut state.transitions {
            if taken != Outcome::NONE {
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
                taken = Outcome(transition.transition);
            }
        }
        Some(taken)
    }
}
