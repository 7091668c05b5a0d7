//! What all macros share: errors, documentation, names, labels, recovery.

pub mod at;
pub mod docs;
pub mod errors;
pub mod label;
pub mod names;
pub mod recover;
pub mod types;
