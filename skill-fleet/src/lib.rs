//! Robots that are seen and commanded together, over [zenoh](https://zenoh.io).
//!
//! | part | contains |
//! |---|---|
//! | [`Member`] | the robot's side: it publishes what its live page shows, and takes calls and stops |
//! | [`Watcher`] | the other side: all robots of the fleet, with their states and alarms |
//! | [`Client`] | calls, stops and control |
//! | [`Name`], [`key`] | names of robots and clients, and the keys under which all of this is |
//! | [`Fleet`], [`Viewer`], [`main`] | all as commands of a robot's program, or of one that belongs to no robot |
//!
//! Inside, `key`, `lease`, `message`, `alarms` and `robots` are data without a network; `network` opens sessions,
//! and `presence` reads their tokens; `member` attaches a robot's hub to one, `watcher` and `client` are the other end;
//! `site` and `table` show what a watcher knows, `stopped` what a stop has reached. All bytes that come from others are read by `message` and `robots`, which have an error for each that
//! they cannot read.
//!
//! The book has a page about it: `book/src/fleet.md`.
#![forbid(unsafe_code)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod alarms;
mod client;
mod command;
mod error;
pub mod key;
mod lease;
mod member;
mod message;
mod name;
mod network;
mod presence;
mod robots;
mod site;
mod stopped;
mod table;
mod terminal;
mod watcher;

pub use alarms::{Alarm, AlarmKind};
pub use client::{Awaited, Client, Ended};
pub use command::{Fleet, Viewer, main};
pub use error::FleetError;
pub use member::{Joining, Member, MemberOptions};
pub use message::Control;
pub use name::{Name, NameError};
pub use network::Network;
pub use robots::{Link, Row};
pub use stopped::Stopped;
pub use watcher::Watcher;
