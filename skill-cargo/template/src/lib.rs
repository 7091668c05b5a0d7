//! The robot: its interfaces, its skills, the agent that decides, and a simulator.
#![no_std]

pub mod agent;
pub mod interfaces;
pub mod simulator;
pub mod skills;
