//! The data that an IDE needs of the parts that are left out of the model.

use super::StateId;
use crate::syntax::errors::Words;
use std::collections::BTreeMap;
use syn::Ident;

/// The parts of a skill that are wrong or half typed. `rustc` never sees them.
pub struct IdeHints {
    /// The words that the parser has read, broken items included.
    pub words: Words,
    /// Names after `self.` outside of code, by state: left sides of equations, and targets.
    pub named: BTreeMap<StateId, Vec<Ident>>,
}
