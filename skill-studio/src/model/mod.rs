//! A robot as data: what it is made of, what it does at one moment, and what surrounds it.
//!
//! | module | contains |
//! |---|---|
//! | `space` | the skills and agents that a program offers |
//! | `describe` | the description of a robot, of its own program or read from JSON |
//! | `view` | a robot at one moment: what runs, the blackboard, and why |
//! | `timeline` | the past of a robot: which states were active when |
//! | `params` | parameters: their names, and values for them |
//! | `machines` | the numbers of the machines of a skill |
//! | `arguments` | arguments of skills for other languages |
//! | `inputs` | what a skill requires before it can run |
//! | `variables` | the variables of an agent as texts |
//! | `run` | the robots of a run of several ones |
//! | `world` | the simulated world around a robot, as functions |
//!
//! Imports `text`. It builds for WebAssembly and never imports a thread, a socket, a clock or a file:
//! a view is made from words and a description, wherever these come from.

pub mod arguments;
pub mod clocks;
pub mod describe;
pub mod inputs;
pub(crate) mod machines;
pub mod params;
pub mod run;
pub mod space;
pub mod timeline;
#[cfg(any(feature = "cli", feature = "record"))]
#[cfg_attr(not(all(feature = "cli", feature = "record")), allow(dead_code))] // each uses a part
pub mod variables;
pub mod view;
pub mod world;
