//! The NAO's skills for programs in C: `libnao_skills.a` and `nao_skills.h`.
//!
//! | file | contains |
//! |---|---|
//! | `abi` | the structs and codes that C sees |
//! | `shared` | the blackboard in memory that two processes share, with its header |
//! | `place` | the process that is the host, and the one that is the behavior |
//! | `host` | the side of the hardware: sensors in, commands out, watchdog |
//! | `behaviour` | the side of the skills |
//! | `boundary` | the C functions; with `handle`, every pointer and length is checked there |
//! | `panic` | the last command before the process ends after a panic |
//! | `text` | codes and trace entries as text |
//! | `robot` | a simulated NAO for programs that play the hardware (feature `robot`) |
//!
//! The C functions and the only `unsafe` of the library are at the boundary, each with its proof,
//! under Miri (`tests/boundary.rs`). The rest is safe code on a `&'static Shared`, which consists
//! of atomic words, so another process can leave wrong values there at worst. Heartbeats are
//! interfaces like any other. Host and behavior each have a place, a word with the number of the
//! process that has it, taken and released by compare-exchange, so there is no state in between in
//! which a process could die. The messages of a behavior have its number as their sender, so those
//! of a behavior without control are discarded. A process that takes a place recovers the queues
//! that it receives from; calls do not go through a queue.
//!
//! Nothing unwinds over the boundary: the library is built with `panic = "abort"`, and
//! `cargo xtask nao proof` shows that no panic can be reached from a tick.
#![cfg_attr(not(test), no_std)]

pub mod abi;
mod behaviour;
pub mod boundary;
mod handle;
mod host;
pub mod panic;
mod place;
#[cfg(feature = "planted")]
pub mod planted;
#[cfg(feature = "robot")]
pub mod robot;
mod shared;
mod text;
