//! Watching a robot that another program runs: through its live page's server, in its shared
//! memory, or through the serial port of a microcontroller.
//!
//! A thread of its own feeds a [`Hub`], so the page, the terminal and scripts show
//! each robot in the same way.
//!
//! Imports `model` and `live`. It never imports a session or a robot's types: all that it knows of a robot
//! is a description and words.

mod error;
mod feed;
mod frames;
mod memory;
mod place;
mod received;
mod remote;
mod serial;
mod source;

pub use error::{MAX_BYTES, SerialError, SourceError, WatchError};
pub use feed::{described, watch};
pub use memory::SharedMemory;
pub use place::Place;
pub use remote::{Remote, RemoteError};
pub use serial::SerialPort;
pub use source::{Header, Source};

use crate::live::{Hub, Newest};
use std::time::{Duration, Instant};

/// The time in which a robot shows itself.
const FIRST: Duration = Duration::from_secs(5);

/// Waits until a robot shows itself.
///
/// # Errors
/// [`RemoteError::Unreachable`] if it is lost, or does not.
pub fn first(hub: &Hub) -> Result<Newest, RemoteError> {
    let (mut newest, start) = (hub.subscribe(), Instant::now());
    loop {
        let seen = newest.borrow_and_update().clone();
        if let Some(lost) = &seen.view.value.lost {
            return Err(RemoteError::Unreachable(lost.clone()));
        }
        if seen.view.number > 0 && seen.why.number > 0 {
            return Ok(seen);
        }
        if start.elapsed() > FIRST {
            return Err(RemoteError::Unreachable("the robot does not show itself".to_owned()));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
