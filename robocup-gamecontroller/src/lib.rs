#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod bytes;
mod control;
mod error;
mod format;
mod receiver;
mod reply;
mod write;

pub use control::{
    Color, Competition, ControlPacket, Division, GamePhase, MAX_CONTROL_BYTES, PLAYERS, Penalty,
    PlayerInfo, SetPlay, State, Team, Version,
};
pub use error::{Field, Found, PacketError};
pub use receiver::{Kicking, NoReferee, PlayerId, Receiver, Rejected, Situation, WrongPlayerId};
pub use reply::{Ball, RETURN_BYTES, ReturnPacket};

/// The UDP port on which robots receive control packets.
pub const CONTROL_PORT: u16 = 3838;
/// The UDP port on which the referee receives return packets.
pub const RETURN_PORT: u16 = 3939;
