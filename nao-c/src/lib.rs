//! The NAO's skills for programs in C: `libnao_skills.a` and `nao_skills.h`.
//!
//! | file | contains |
//! |---|---|
//! | `abi` | the structs and codes that C sees |
//! | `shared` | the blackboard in memory that two processes share, with its header |
//! | `place` | which process is the host, and which the behaviour |
//! | `host` | the side of the hardware: sensors in, commands out, watchdog |
//! | `behaviour` | the side of the skills |
//! | `boundary` | the C functions; with `handle`, every pointer and length is checked there |
//! | `panic` | the last command before the process ends |
//! | `text` | what codes and trace entries say |
//! | `robot` | a simulated NAO for programs that play the hardware (feature `robot`) |
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
