//! The desktop side of robot skills: lists, graphs and calls of any skill space.
//!
//! | module | contains |
//! |---|---|
//! | [`graph`] | a skill's graph as DOT, Mermaid and SCXML |
//! | [`listing`] | the skills and agents of a space, as text and as DOT |
//! | [`session`] | a robot that runs calls: blackboard, skiller, main loop |
//! | [`trace`] | transitions as they happen, as text and as JSON |
//! | [`cli`] | the commands of a program that offers all this for its robot |
//! | [`output`], [`Error`] | standard output that can fail, and errors with an exit status |
#![forbid(unsafe_code)]

pub mod cli;
mod error;
pub mod graph;
pub mod listing;
pub mod output;
pub mod session;
pub mod trace;

pub use error::Error;
pub use listing::Space;
pub use output::Output;
pub use session::{Outcome, Session};
