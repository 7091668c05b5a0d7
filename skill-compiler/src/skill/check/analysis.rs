//! The analysis as it grows: the model so far, and what was left out of it.

use super::{Draft, IdeHints, Model, StateId, Target};
use std::ops::{Deref, DerefMut};

/// The model so far, and what later checks must know of the rest.
pub struct Analysis {
    pub model: Model,
    pub hints: IdeHints,
    /// The transitions by their numbers, until it is known which of them are right.
    pub drafts: Vec<Draft>,
    /// The omitted parts of each state, by [`StateId`].
    pub lost: Vec<Lost>,
}

/// The parts left out of a state because of errors, which are reported.
#[derive(Default)]
pub struct Lost {
    /// The targets of transitions that were left out; `None` may be anywhere.
    pub targets: Vec<Option<Target>>,
    /// The parameters that were left out, if any were; empty if not even their names are
    /// known.
    pub params: Option<Vec<String>>,
    /// Whether it runs something that is not known.
    pub runs: bool,
    /// The names of these, if no other part of what it runs was left out.
    pub unknown: Vec<String>,
    /// Whether the number before the list that it runs is wrong.
    pub needs: bool,
    /// The outcomes on which transitions are written, left out or not.
    pub written: Written,
}

/// The outcomes on which a state has transitions.
#[derive(Default)]
pub struct Written {
    pub on_final: bool,
    pub on_failed: bool,
}

impl Analysis {
    /// Remembers a transition that is left out, with where it would have led. One under
    /// `always` leaves each state.
    pub fn drop_transition(&mut self, from: Option<StateId>, to: Option<Target>) {
        match from {
            Some(from) => self.lost[from].targets.push(to),
            None => self.lost.iter_mut().for_each(|lost| lost.targets.push(to)),
        }
    }

    /// Returns whether a parameter of this name, of the state or one around it, was left out.
    pub fn is_lost(&self, from: Option<StateId>, name: &str) -> bool {
        let mut lost = self.around(from).filter_map(|state| self.lost[state].params.as_ref());
        lost.any(|names| names.is_empty() || names.iter().any(|lost| lost == name))
    }
}

impl Deref for Analysis {
    type Target = Model;

    fn deref(&self) -> &Model {
        &self.model
    }
}

impl DerefMut for Analysis {
    fn deref_mut(&mut self) -> &mut Model {
        &mut self.model
    }
}
