//! A robot that runs: its main loop, and the watchers of its passes.
//!
//! | module | contains |
//! |---|---|
//! | `clock` | the clock of a robot that is real |
//! | `drivers` | drivers in threads |
//! | `kept` | files that follow a robot: the variables of its agent, its parameters |
//! | `realtime` | real-time priority |
//! | `session` | a robot that runs calls: blackboard, skiller, main loop |
//! | `side_by_side` | a robot whose parts move side by side: one main loop, a session for each part |
//! | `timing` | the time of its passes |
//! | `watching` | the live view and the recording of a robot, as far as they were built |
//!
//! Imports `model`, `live` and `recording`. It never imports the command line or a server, so a
//! session runs in any program.

pub mod clock;
#[cfg(not(target_family = "wasm"))]
pub mod drivers;
#[cfg(feature = "cli")]
pub mod kept;
#[cfg(all(unix, feature = "cli"))]
pub mod realtime;
pub mod session;
#[cfg(feature = "cli")]
pub(crate) mod side_by_side;
mod timing;
pub mod watching;
