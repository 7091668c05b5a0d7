//! A robot's past in files: recordings, replays of the skills on them, and the transitions that they
//! took.
//!
//! | module | contains |
//! |---|---|
//! | `record` | recordings, for viewers and for `replay` |
//! | `replay` | the skills again on a recording |
//! | `index` | recordings as a table |
//! | `team` | recordings of several robots on one time line |
//! | `coverage` | the transitions that recordings have taken |
//! | `pictures` | the graph at each change of the active state |
//!
//! Imports `model` and `drawing` (a recording has the graphs of its skills), and `live` for a replay
//! that is shown. Writing a recording never imports `live`: a robot is recorded whether or not anybody
//! watches it.

pub mod coverage;
#[cfg(feature = "index")]
pub mod index;
pub mod pictures;
pub mod record;
pub mod replay;
#[cfg(feature = "cli")]
pub mod team;
