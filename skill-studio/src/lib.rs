//! The desktop side of robot skills: lists, graphs and calls of any skill space.
//!
//! | module | contains |
//! |---|---|
//! | [`arguments`] | arguments of skills for other languages |
//! | [`describe`] | the description of a robot, of its own program or read from a file |
//! | [`graph`] | a skill's graph as SVG, DOT, Mermaid and SCXML |
//! | [`layout`] | places for the boxes and arrows of nested graphs |
//! | [`listing`] | the skills and agents of a space, as text and as DOT |
//! | [`params`] | parameters: their names, and values for them from files and commands |
//! | [`timeline`] | the past of a robot: which states were active when |
//! | [`view`] | a robot at one moment: what runs, the blackboard, and why |
//! | [`world`] | the simulated world around a robot |
//! | [`session`] | a robot that runs calls: blackboard, skiller, main loop |
//! | [`trace`] | transitions as they happen, as text and as JSON |
//! | [`output`], [`Error`], [`Escaped`] | standard output that can fail, errors with an exit status, text from elsewhere that is safe to print |
//! | [`live`] | a running robot that can be watched and commanded, and its page (features `hub`, `live`) |
//! | [`watch`] | a robot that another program runs (feature `remote`) |
//! | [`mcp`] | skills as tools of language models (features `cli` and `remote`) |
//! | `bridge` | a robot in viewers that speak Foxglove's WebSocket protocol (feature `foxglove`) |
//! | [`playground`] | a robot with its simulator in a web page (feature `playground`) |
//! | [`terminal`] | a robot in a terminal (feature `tui`) |
//! | [`record`] | recordings: files for viewers, from which the skills can run again (feature `record`) |
//! | [`index`] | recordings as a table (feature `index`) |
//! | [`coverage`] | the transitions that recordings have taken (feature `record`) |
//! | [`pictures`] | the graph at each change of the active state in a recording (feature `record`) |
//! | [`replay`] | the skills again on a recording (feature `record`) |
//! | [`cli`], [`OutputFile`], [`signals`] | the commands of a program that offers all this for its robot, files that are replaced when they are complete, the signals that end it (feature `cli`) |
//!
//! Inside, a folder imports those before it alone: `text`, `console`, `model`, `drawing`, `live`,
//! `recording`, `bridge`, `running`, `playground`, `watch`, `terminal`, `mcp`, `cli`.
#![cfg_attr(not(feature = "full"), allow(rustdoc::broken_intra_doc_links))]
// Names that a browser calls are `unsafe`.
#![cfg_attr(not(all(feature = "playground", target_family = "wasm")), forbid(unsafe_code))]
// They panic if the stream is closed.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(feature = "foxglove")]
mod bridge;
#[cfg(feature = "cli")]
pub mod cli;
mod console;
mod drawing;
#[cfg(feature = "hub")]
pub mod live;
#[cfg(all(feature = "cli", feature = "remote"))]
pub mod mcp;
mod model;
#[cfg(feature = "playground")]
pub mod playground;
#[cfg(feature = "record")]
mod recording;
mod running;
#[cfg(feature = "tui")]
pub mod terminal;
mod text;
#[cfg(feature = "remote")]
pub mod watch;

pub use console::error::Error;
#[cfg(feature = "cli")]
pub use console::file::OutputFile;
pub use console::output::{self, Output};
#[cfg(feature = "cli")]
pub use console::progress;
#[cfg(feature = "cli")]
pub use console::signals;
pub use console::trace;
pub use drawing::{graph, layout, listing};
pub use model::clocks::{BoardField, Clocks};
pub use model::describe::{self, Description, DescriptionError};
pub use model::run::RobotOfRun;
pub use model::space::Space;
pub use model::{arguments, params, timeline, view, world};
#[cfg(feature = "index")]
pub use recording::index;
#[cfg(all(feature = "cli", feature = "record"))]
pub use recording::team;
#[cfg(feature = "record")]
pub use recording::{coverage, pictures, record, replay};
pub use running::clock::Clock;
#[cfg(not(target_family = "wasm"))]
pub use running::drivers::{DriverPort, DriverResult, Drivers, Writers};
#[cfg(all(unix, feature = "cli"))]
pub use running::realtime;
pub use running::session::{self, Outcome, Session};
pub use running::watching::Watching;
pub use text::escape::Escaped;
pub use text::suggest::did_you_mean;
