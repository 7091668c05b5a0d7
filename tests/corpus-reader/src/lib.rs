//! Recorded runs of Fawkes's behavior engine, as tests of this one.
//!
//! A [`Case`] is a pair of files: `NAME.fsm` (machines and the inputs of a run, see [`fsm`])
//! and `NAME.out` (what Fawkes did with them, see [`record`]). `tests/corpus/README.md`
//! describes both formats. [`translate`] turns the machines into `skill!` source that logs in
//! the format of `NAME.out`; [`compare`] compares that log with Fawkes's record.

mod case;
pub mod compare;
pub mod error;
pub mod fsm;
pub mod guard;
pub mod names;
pub mod normal;
mod parse;
pub mod record;
pub mod translate;

pub use case::{Case, read_cases};
pub use compare::Compared;
