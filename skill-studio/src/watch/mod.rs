//! Watching a robot that another program runs: through its live page's server, or in its shared
//! memory.
//!
//! A thread of its own feeds a [`Hub`](crate::live::Hub), so the page, the terminal and scripts show
//! each robot in the same way.
//!
//! Imports `model` and `live`. It never imports a session or a robot's types: all that it knows of a robot
//! is a description and words.

mod memory;
mod place;
mod received;
mod remote;
mod shared;

pub use memory::{Header, MAX_BYTES, SharedMemory, SourceError};
pub use place::Place;
pub use remote::{Remote, RemoteError};
pub use shared::{SharedMemoryError, shared_memory};
