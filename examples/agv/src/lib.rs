//! A vehicle that carries out orders: the program of a robot that is real.
//!
//! Motors and battery are at serial ports, the lidar sends UDP packets, and orders come over HTTP: four drivers,
//! each in a thread of its own. `agv start` is a service: it says when it is
//! ready, feeds the watchdog while passes go on, and ends in good order at SIGTERM.
#![forbid(unsafe_code)]

pub mod agent;
pub mod drivers;
pub mod interfaces;
pub mod skills;
