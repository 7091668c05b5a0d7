//! The skills of a robot as ROS 2 actions, without a ROS installation.
//!
//! | part | contains |
//! |---|---|
//! | [`Package`] | the messages of a robot, from its description, and the files that clients build |
//! | [`Ros2Server`] | the robot as a node: its skills as actions, its interfaces as topics |
//! | [`driver`] | interfaces whose drivers are programs of ROS: topics and actions |
//! | [`Ros2`], [`main`] | both as commands of a robot's program, and a program with them alone |
//!
//! Inside, `package` is the data; `cdr` and `goal` read and write messages by it; `desk` carries goals out, by
//! the robot's hub, as the live page does; `server` is the way of messages to it. All bytes that come from
//! others are read by `cdr`, which has an error for each that is none.
//!
//! The book has a page about it: `book/src/ros2.md`.
#![forbid(unsafe_code)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod cdr;
#[cfg(test)]
mod changes;
mod command;
mod desk;
pub mod driver;
mod goal;
mod package;
mod raw;
mod server;

pub use command::{Ros2, main};
pub use desk::Policy;
pub use package::{Action, Count, Field, InterfaceMessage, Package, PackageError, Type};
pub use server::{Ros2Server, ServerError, ServerOptions, SimTime};
