//! A NAO V6 over LoLA, the interface of its `lola` service: a stream socket on which each 12 ms a
//! sensor packet comes and an actuator packet goes, both MessagePack maps.
//!
//! | module | contains |
//! |---|---|
//! | [`joint`] | the order of the joints in the packets |
//! | [`sensors`] | sensor packets: each value has a fixed place, which is checked |
//! | [`actuators`] | actuator packets, written in place |
//! | [`body`] | a body that executes commands and motions |
//! | [`watchdog`] | the decision when to sit down without the behavior |
//!
//! Nothing here allocates, panics, or uses a socket. The layout is that of the robot's firmware
//! as teams have described it; the vendor's table of the battery has another order and is wrong.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod actuators;
pub mod body;
pub mod joint;
mod player;
pub mod sensors;
pub mod watchdog;

pub use actuators::ActuatorPacket;
pub use body::LolaBody;
pub use sensors::{PacketError, SensorPacket};
pub use watchdog::{State, Watchdog};

/// The time between two sensor packets, ms.
pub const PERIOD_MS: u16 = 12;
/// The time between two sensor packets, s.
pub const PERIOD_SEC: f32 = 0.012;
