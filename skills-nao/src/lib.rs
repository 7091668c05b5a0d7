//! The NAO: its interfaces and blackboards, its skills, and the agents that call them.
//!
//! | module | contains |
//! |---|---|
//! | [`interfaces`] | the interfaces between the parts of a NAO, and the blackboards of them |
//! | [`skills`] | standup, getup, servo, park, stop, kick .., and the skill spaces |
//! | [`agents`] | naojoystick, striker |
//! | [`predicates`] | conditions that several skills evaluate |
//! | [`drive`] | walks by the navigator |
//! | [`joint`] | the joints with their limits |
//! | [`body`], [`limits`] | a body that executes commands, and its limits, which no command goes around |
//! | [`conduct`] | what the robot may do, whatever its skills command |
//! | [`motions`] | keyframes for a robot with weight: standing up, sitting down, a kick |
//! | [`referee`] | the decisions of a referee, as the robot takes its word |
//! | [`set_plays`], [`pitch`] | kick-offs and set plays by the rules of 2026; the league's fields |
//! | [`zones`] | the player of the ball in a team whose robots do not talk |
//! | [`team`], [`world_model`] | messages between robots, the ball that they see together, roles |
//! | [`obstacles`], [`path`] | other robots, and ways past them |
//! | [`hardware`], [`adapter`] | the body's sensors and commands, and their connection to a blackboard |
//!
//! The crate is `no_std` and runs on the robot as it is; the simulator is the crate
//! `nao-sim`.
#![no_std]
#![forbid(unsafe_code)]

pub mod adapter;
pub mod agents;
pub mod body;
pub mod conduct;
pub mod drive;
pub mod hardware;
pub mod interfaces;
pub mod joint;
pub mod limits;
pub mod motions;
pub mod obstacles;
pub mod path;
pub mod pitch;
pub mod places;
pub mod predicates;
pub mod referee;
pub mod set_plays;
pub mod skills;
mod targets;
pub mod team;
pub mod whistle;
pub mod world_model;
pub mod zones;

pub use targets::JointTargets;
