//! Skill strings such as `standup{from="back"}`, which are parsed to typed calls.
//!
//! A skill string contains no code: it only names a skill of the space and gives values for its
//! arguments.

mod argument;
mod constant;
mod generated;
mod into_argument;
mod number;
mod parser;
mod raw;
mod result;
mod suggest;
mod text;

pub use argument::{Argument, ArgumentError, ArgumentGroup, ArgumentList, Value};
#[doc(hidden)]
pub use constant::{Kind, Maybe, NotANumber};
pub use generated::{Number, bounds, first_outside, kind_of, problem_of};
pub use into_argument::IntoArgument;
#[cfg(feature = "why")]
pub(crate) use parser::value_of;
pub use parser::{CallSet, ParseError, ParseErrorKind, parse};
pub use raw::{CallArguments, RawValue};
pub use result::{ResultOf, ResultReader, SkillResult, field, result, write_part};
pub use suggest::nearest;

pub use crate::call_text::CallText;
pub(crate) use text::push;
pub use text::{SkillString, write_name};
