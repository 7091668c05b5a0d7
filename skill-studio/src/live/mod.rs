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

mod command;
mod complete;
mod condition;
mod control;
mod debugger;
mod faults;
mod hub;
mod news;
mod pace;
#[cfg(feature = "live")]
mod page;
mod robot;
mod route;
#[cfg(feature = "live")]
pub mod server;
mod tracer;
mod wait;

pub use command::{Command, Control, Debug, MIN_CLIENT, NewBreakpoint, NewValue, Refusal, SENDER};
pub use complete::{Completions, complete};
pub use condition::{Condition, ConditionError, Constant, Operand, Operator, Values};
pub use hub::{Capabilities, Hub, Newest, Numbered, Watching};
pub use news::{Event, News};
pub use pace::Due;
pub use robot::Live;
pub use route::{Document, DocumentRoute, Kind, ReadCommand, Route};
pub use tracer::LiveTracer;
