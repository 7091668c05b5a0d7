//! The topics of a recording, for viewers that speak Foxglove's WebSocket protocol.
//!
//! | module | contains |
//! |---|---|
//! | `protocol` | the messages, as text and in bytes |
//! | `server` | the connections of viewers |
//!
//! Imports `recording`, whose messages it sends, and of `live` the rules of connections. A viewer only reads.

mod protocol;
mod server;

pub use server::{Options, start};
