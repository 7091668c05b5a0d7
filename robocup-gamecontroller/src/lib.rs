#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod bytes;
mod control;
mod error;
mod format;
mod receiver;
mod reply;
mod values;
mod write;

pub use control::{ControlPacket, MAX_CONTROL_BYTES, PLAYERS, PlayerInfo, Team};
pub use error::{Field, FieldValue, PacketError};
pub use receiver::{Kicking, NoReferee, PlayerId, Receiver, Rejected, Situation, WrongPlayerId};
pub use reply::{Ball, RETURN_BYTES, ReturnPacket};
pub use values::{Color, Competition, Division, GamePhase, Penalty, SetPlay, State, Version};

/// The UDP port on which robots receive control packets.
pub const CONTROL_PORT: u16 = 3838;
/// The UDP port on which the referee receives return packets.
pub const RETURN_PORT: u16 = 3939;
