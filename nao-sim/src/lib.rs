//! A simulated NAO on a simulated football field.
//!
//! | module | contains |
//! |---|---|
//! | [`body`] | one robot: joints, balance, motions, sensors |
//! | `field` | the field that it plays on: ball, navigator, camera, referee, disturbances |
//! | `game` | a whole game of an agent on the field, with a report |
//! | `team` | a game of two teams of such robots, with a referee by the rules of 2026 |
//!
//! The models know no blackboard. [`NaoSim`] connects a single body to one, `FieldSim` a
//! whole field; both can remove single writers, and `FieldSim` can stall them, to test skills.
//! Faults are injected there only, never in code of the robot. Each random process draws from a
//! stream of its own, so the same seed gives the same world in every bit, and more speech does not
//! move the ball.
//!
//! `field`, `game`, `team` and `FieldSim` need the feature `field`, which is on by default. Without
//! it the crate is `no_std`.
#![cfg_attr(not(feature = "field"), no_std)]
#![forbid(unsafe_code)]

mod blackboard;
pub mod body;
#[cfg(feature = "field")]
pub mod field;
#[cfg(feature = "field")]
pub mod game;
#[cfg(feature = "field")]
pub mod team;

pub use blackboard::NaoSim;
#[cfg(feature = "field")]
pub use blackboard::{FIELD_INTERFACES, FieldSim};
