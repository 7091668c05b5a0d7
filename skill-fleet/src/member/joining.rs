//! The progress of a robot that joins its fleet.

use std::sync::{Mutex, PoisonError};

/// The progress of a robot that joins its fleet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Joining {
    /// It has begun.
    #[default]
    Begun,
    /// It waits: the text says for what.
    Waiting(String),
    /// It is a member. It may have lost its router since.
    Joined,
}

/// The same, as the thread of a member sets it.
#[derive(Debug, Default)]
pub struct Progress(Mutex<Joining>);

impl Progress {
    pub fn set(&self, joining: Joining) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = joining;
    }

    pub fn get(&self) -> Joining {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
