//! Skill strings: `standup{from="back"}` as a typed call.
//!
//! A call is data: nothing in a string can do more than name a skill of the
//! space and give values for its arguments.

mod argument;
mod parser;
mod suggest;

pub use argument::{
    Argument, ArgumentError, ArgumentGroup, Given, Value, argument, give, group, problem_of,
};
pub use parser::{CallSet, ParseError, ParseErrorKind, parse};
pub use suggest::nearest;
