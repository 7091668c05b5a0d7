//! The messages of a robot in ROS, from its description.
//!
//! A [`Package`] is data: the actions of the skills, and the messages of the interfaces. Its
//! [`files`](Package::files) are the message package that clients build, and a server reads and writes
//! messages by the same data.

mod build;
mod error;
mod files;
mod model;
mod names;
mod text;
mod types;

pub use error::PackageError;
pub use model::{Action, Field, InterfaceMessage, Package};
pub use types::{Count, Type};
