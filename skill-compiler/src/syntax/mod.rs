//! Shared by all macros: errors, documentation, names, labels, units, recovery.

pub mod at;
pub mod constant;
pub mod derives;
pub mod docs;
pub mod errors;
pub mod explain;
pub mod fixed;
mod foreign;
pub mod label;
pub mod merge_conflict;
pub mod names;
pub mod position;
pub mod read;
pub mod recover;
pub mod rust_analyzer;
pub mod tokens;
pub mod typed;
pub mod types;
pub mod units;
