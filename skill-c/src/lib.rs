#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | file | contains |
//! |---|---|
//! | `robot` | [`Robot`]: the robot of a library |
//! | `hardware` | [`hardware!`]: a robot with the interfaces of its blackboard |
//! | `abi` | the structs and codes that C sees |
//! | `describe` | the types, constants, structs and functions of a library as data |
//! | `header` | the C header, written from them |
//! | `shared` | the blackboard in memory that two processes share, with its header |
//! | `place` | the process that is the host, and the one that is the behavior |
//! | `host` | the side of the hardware: sensors in, commands out, watchdog |
//! | `behaviour` | the side of the skills |
//! | `boundary` | the C functions; with `handle`, every pointer and length is checked there |
//! | `library` | the macro that gives them their names |
//! | `agent` | the level above the skills, if there is one |
//! | `panic` | the last command before the process ends after a panic |
//! | `text` | codes and trace entries as text |
//!
//! The only `unsafe` is at the boundary, each with its proof, under Miri. The rest is safe code on
//! a `&'static Shared`, which consists of atomic words, so another process can leave wrong values
//! there at worst. Heartbeats are interfaces like any other. Host and behavior each have a place,
//! a word with the number of the process that has it, taken and released by compare-exchange, so
//! there is no state in between in which a process could die. The messages of a behavior have its
//! number as their sender, so those of a behavior without control are discarded. A process that
//! takes a place recovers the queues that it receives from; calls do not go through a queue.
#![cfg_attr(not(any(test, feature = "std")), no_std)]

pub mod abi;
mod agent;
mod behaviour;
pub mod boundary;
pub mod describe;
mod handle;
pub mod hardware;
pub mod header;
mod host;
mod library;
pub mod panic;
mod place;
mod robot;
mod shared;
mod text;

pub use abi::{Code, Status, TraceEntry};
pub use agent::{NoAgent, RunsAgent, Think};
pub use behaviour::Behaviour;
pub use boundary::Engine;
pub use handle::{Handle, Object, input, object, place, put, value};
pub use host::Host;
pub use robot::{Report, Robot};
pub use shared::{BehaviourBeat, HostBeat, Shared};

#[doc(hidden)]
pub use core::ffi::c_void as __c_void;
#[doc(hidden)]
pub use pastey::paste as __paste;
#[doc(hidden)]
pub use skill_runtime as __runtime;
