//! A wheeled robot that collects cans: its interfaces, its skills, the agent that decides,
//! and a simulator.
//!
//! The robot has two driven wheels, a gripper at its front, a lidar that reports the nearest
//! object, and a red button, the emergency stop. The book of this project builds it step by
//! step.
#![no_std]
#![forbid(unsafe_code)]

pub mod agent;
pub mod interfaces;
#[cfg(feature = "desktop")]
pub mod scene;
pub mod simulator;
pub mod skills;
