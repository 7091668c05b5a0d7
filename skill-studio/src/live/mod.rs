//! A running robot that can be watched and, if it is allowed, commanded.
//!
//! | part | contains |
//! |---|---|
//! | [`Live`] | the side of the robot: it watches each pass, makes views, and carries commands out |
//! | [`Hub`] | what the robot's thread and the threads of watchers share |
//! | `debugger`, `condition`, `faults` | breakpoints, their conditions, and faults that are put in |
//! | [`Route`], [`News`] | the requests and the events of the HTTP interface, without HTTP |
//! | `server` | the page and its HTTP interface, with the feature `live` |
//!
//! Imports `model` and `drawing`. Only `server` may import sockets and wait: what is beside it runs in
//! WebAssembly. It never imports a recording or a session, which import it.

mod clock;
mod command;
mod complete;
mod condition;
mod condition_help;
mod control;
mod debugger;
pub(crate) mod delta;
mod faults;
mod hub;
mod metrics;
mod news;
mod pace;
#[cfg(feature = "live")]
pub(crate) mod page;
mod past;
mod read_condition;
mod robot;
mod role;
mod route;
#[cfg(feature = "live")]
pub mod server;
mod source;
mod tracer;
mod wait;

#[cfg(any(feature = "live", feature = "remote"))]
pub(crate) use clock::clock;
pub use command::{
    Command, Control, Debug, MIN_CLIENT, NewBreakpoint, NewCall, NewControl, NewStop, NewValue,
    Refusal, SENDER,
};
pub use complete::{Completions, complete};
pub use condition::{Condition, Constant, Operand, Operator, Values};
pub use condition_help::{ConditionHelp, WrongCondition, condition_help};
pub use hub::{Capabilities, Hub, InRun, Moment, Newest, Numbered, Watching};
pub use news::{Batch, News};
pub use pace::Due;
pub(crate) use pace::SLOW;
pub use read_condition::ConditionError;
pub use robot::Live;
#[cfg(feature = "record")]
pub(crate) use robot::Way;
pub use role::Role;
pub use route::{Document, DocumentRoute, Kind, ReadCommand, Route, Seen};
#[cfg(all(feature = "cli", feature = "live", feature = "playground"))]
pub(crate) use source::page_source;
pub use tracer::LiveTracer;
#[cfg(feature = "record")]
pub(crate) use tracer::{Rings, Traces};
pub(crate) use wait::{OfRun, join, serve_for, wait_for_run};
