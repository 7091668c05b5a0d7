//! The desktop side of robot skills: lists, graphs and calls of any skill space.
//!
//! | module | contains |
//! |---|---|
//! | [`describe`] | the description of a robot, of its own program or read from a file |
//! | [`graph`] | a skill's graph as SVG, DOT, Mermaid and SCXML |
//! | [`layout`] | places for the boxes and arrows of nested graphs |
//! | [`live`] | a running robot that can be watched and commanded, and its page |
//! | [`watch`] | a robot that another program runs |
//! | [`params`] | parameters: their names, and values for them from files and commands |
//! | [`terminal`] | a robot in a terminal |
//! | [`view`] | a robot at one moment: what runs, the blackboard, and why |
//! | [`listing`] | the skills and agents of a space, as text and as DOT |
//! | [`record`] | recordings: files for viewers, from which the skills can run again |
//! | [`coverage`] | the transitions that recordings have taken |
//! | [`replay`] | the skills again on a recording |
//! | [`session`] | a robot that runs calls: blackboard, skiller, main loop |
//! | [`trace`] | transitions as they happen, as text and as JSON |
//! | [`cli`] | the commands of a program that offers all this for its robot |
//! | [`output`], [`OutputFile`], [`Error`] | standard output that can fail, files that are replaced when they are complete, and errors with an exit status |
//! | [`Escaped`] | text that comes from elsewhere, safe to print |
#![forbid(unsafe_code)]
// They panic if the stream is closed.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "record")]
pub mod coverage;
pub mod describe;
mod error;
mod escape;
#[cfg(feature = "cli")]
mod file;
pub mod graph;
mod inputs;
pub mod layout;
pub mod listing;
#[cfg(feature = "hub")]
pub mod live;
pub mod output;
pub mod params;
#[cfg(feature = "record")]
pub mod record;
#[cfg(feature = "record")]
pub mod replay;
pub mod session;
mod suggest;
#[cfg(feature = "tui")]
pub mod terminal;
pub mod trace;
pub mod view;
#[cfg(feature = "remote")]
pub mod watch;
mod watching;
pub mod world;

pub use describe::{Description, DescriptionError};
pub use error::Error;
pub use escape::Escaped;
#[cfg(feature = "cli")]
pub use file::OutputFile;
pub use listing::Space;
pub use output::Output;
pub use session::{Outcome, Session};
pub use suggest::did_you_mean;
pub use watching::Watching;
