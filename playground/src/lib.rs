//! The game of the simulated NAO as a source of the live page, for a browser.
//!
//! | module | contains |
//! |---|---|
//! | [`play`] | a game that is watched and commanded |
//! | `boundary` | the functions that the page calls |
//!
//! It has no clock, no threads and no server: its caller provides the time ([`Play::advance`]),
//! passes requests and takes events. The same requests in the same passes give the same game, in
//! every browser and in `nao play`.

mod boundary;
pub mod play;

pub use play::{Play, Response, Start};
