//! The NAO: its interfaces, its skills, its simulator.
//!
//! | module | holds |
//! |---|---|
//! | [`interfaces`] | what the NAO's parts share, and the blackboard of it |
//! | [`skills`] | standup, getup, servo, park, stop, kick, and the space of them |
//! | [`agents`] | what decides: naojoystick, striker |
//! | [`predicates`] | questions that several skills ask |
//! | [`body`], [`bridge`] | what a NAO feels and can be told, and that on the blackboard |
//! | [`sim`] | the simulator of one robot |
//! | `field` | the field that it plays on: ball, referee, navigator, what it sees; needs `std` |
//!
//! Without the feature `std`, which the program `nao` needs, the crate is `no_std`.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

pub mod agents;
pub mod body;
pub mod bridge;
#[cfg(feature = "std")]
pub mod field;
pub mod interfaces;
pub mod joint;
pub mod predicates;
pub mod sim;
pub mod skills;
mod targets;

pub use targets::JointTargets;
