//! The simulation on a blackboard: the writers of its interfaces.

mod body;
#[cfg(feature = "field")]
mod commands;
#[cfg(feature = "field")]
mod field;
#[cfg(feature = "field")]
mod publish;
#[cfg(feature = "field")]
mod talk;
mod writer;

pub use body::NaoSim;
#[cfg(feature = "field")]
pub use field::{FIELD_INTERFACES, FieldSim};
