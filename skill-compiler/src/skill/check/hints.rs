//! The data that an IDE needs of the parts that are left out of the model.

use super::{Again, Binding, Reason, StateId, Target, TransitionId, Value};
use crate::skill::ast::{Code, Resume, Trigger};
use crate::syntax::errors::Words;
use proc_macro2::{Span, TokenStream};
use std::collections::BTreeMap;
use syn::Ident;

/// The parts of a skill that are wrong or half typed. An IDE must find the same tokens before
/// the cursor whether a line is complete or not, so their places are kept, too.
pub struct IdeHints {
    /// The words that the parser has read, broken items included.
    pub words: Words,
    /// Names after `self.` outside of code, by state: left sides of equations, and targets.
    pub named: BTreeMap<StateId, Vec<Ident>>,
    /// The transitions of which something is wrong, by their numbers.
    pub transitions: BTreeMap<TransitionId, Draft>,
    /// The order of all transitions of each state, by [`StateId`].
    pub order: Vec<Order>,
    /// The order of all transitions under `always`.
    pub always: Vec<TransitionId>,
}

/// The numbers of a state's transitions in the order in which they are checked, those
/// that are left out of the model included.
#[derive(Default)]
pub struct Order {
    pub preconds: Vec<TransitionId>,
    /// Those that are checked while the state is active.
    pub active: Vec<TransitionId>,
    /// Whether the state runs something that is not known: its guards may need the result.
    pub runs_unknown: bool,
}

/// A transition before all of it is checked.
pub struct Draft {
    /// The place of its arrow.
    pub arrow: Span,
    /// The state it leaves; the root's have none.
    pub from: Option<StateId>,
    /// `None` if it leads nowhere.
    pub to: Option<Target>,
    /// Whether it enters the states that its target remembers.
    pub resume: Option<Resume>,
    /// As many values as were given.
    pub values: Vec<DraftValue>,
    /// The names that the values have for results of sub-skills.
    pub bindings: Vec<Binding>,
    /// Whether the values are wrong.
    pub wrong: bool,
    /// `None` if the trigger does not fit here, or could not be read.
    pub trigger: Option<Trigger>,
    pub precond: bool,
    /// Whether it is written as `?`.
    pub implied: bool,
    /// Whether it leads to the next try of a state.
    pub again: Option<Again>,
    /// Those that do so in place of this one.
    pub agains: Vec<(TransitionId, TokenStream)>,
    pub label: String,
    pub reason: Option<Reason>,
}

impl Draft {
    /// Returns one that is not written, with nothing but the state it leaves.
    pub fn of(from: Option<StateId>) -> Self {
        Self {
            arrow: Span::call_site(),
            from,
            to: None,
            resume: None,
            values: Vec::new(),
            bindings: Vec::new(),
            wrong: false,
            trigger: None,
            precond: false,
            implied: false,
            again: None,
            agains: Vec::new(),
            label: String::new(),
            reason: None,
        }
    }

    /// Returns the names that its trigger and its guard bind.
    pub fn bound(&self) -> impl Iterator<Item = &Ident> {
        let guard = self.trigger.as_ref().and_then(Trigger::guard);
        let lets = guard.and_then(|guard| guard.facts.effects.lets.as_ref()).into_iter().flatten();
        let failure = self.trigger.as_ref().and_then(Trigger::failure);
        self.bindings.iter().map(|binding| &binding.name).chain(failure).chain(lets)
    }
}

/// A value before it is checked.
pub enum DraftValue {
    /// A value that may be passed.
    Right(Value),
    /// A value of an unknown parameter.
    Unknown(Code),
    /// Something else where a state must be passed.
    NoState(Code),
}
