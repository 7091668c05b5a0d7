//! The NAO: its interfaces, its skills, its simulator.
//!
//! | module | holds |
//! |---|---|
//! | [`interfaces`] | what the NAO's parts share, and the blackboard of it |
//! | [`skills`] | standup, getup, servo, park, stop, kick, and the space of them |
//! | [`predicates`] | questions that several skills ask |
//! | [`sim`] | the simulator (feature `std`) |
//!
//! Without the feature `std` the crate is `no_std`, for the robot.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

pub mod interfaces;
pub mod joint;
pub mod predicates;
#[cfg(feature = "std")]
pub mod sim;
pub mod skills;
mod targets;

pub use targets::JointTargets;
