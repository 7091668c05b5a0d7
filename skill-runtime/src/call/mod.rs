//! Skill strings such as `standup{from="back"}`, which are parsed to typed calls.
//!
//! A skill string contains no code: it only names a skill of the space and gives values for its
//! arguments.

mod argument;
mod parser;
mod raw;
mod suggest;

pub use argument::{
    Argument, ArgumentError, ArgumentGroup, ArgumentList, Given, Value, argument, assign,
    first_outside, group, problem_of,
};
pub use parser::{CallSet, ParseError, ParseErrorKind, parse};
pub use raw::{CallArguments, RawValue};
pub use suggest::nearest;

use crate::Skill;
use core::fmt;

/// Displays a call as a skill string that [`parse`] accepts: `standup{from="back"}`.
#[derive(Debug)]
pub struct CallText<'a, S>(pub &'a S);

impl<S: Skill> fmt::Display for CallText<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{{", S::INFO.name)?;
        self.0.write_arguments(&mut ArgumentList::new(f))?;
        f.write_str("}")
    }
}
