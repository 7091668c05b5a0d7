//! Text that is safe to print, and names that are near to a wrong one.
//!
//! Imports nothing of this crate.

pub mod escape;
pub mod suggest;
#[cfg(feature = "cli")]
pub mod underline;
