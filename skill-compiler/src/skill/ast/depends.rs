//! The dependencies of a block, and where the skills of one header differ in them.

use proc_macro2::Span;
use syn::{Attribute, Ident, LitStr, Path, Type};

/// The skills that a header in brackets declares beside the first: `skill [LeftTo, RightTo]`.
#[derive(Default)]
pub struct Others {
    pub names: Vec<Ident>,
    /// The header is wrong; reported. Nothing is known of the lengths of lists then.
    pub broken: bool,
}

/// `[A, B]`: one for each skill of the header.
pub struct EachList<T> {
    pub span: Span,
    pub all: Vec<T>,
    /// An entry could not be read; reported.
    pub broken: bool,
}

/// `path::Home`, or `Home = [HomeLeft, HomeRight]`
pub struct Dependency {
    /// The name by which the block uses it.
    pub path: Path,
    pub list: Option<EachList<Path>>,
}

/// `v: Type = "Id" (max_age = 40ms, keeps_running)`, `optional v: Type` or `writes v: Type`
pub struct Interface {
    pub attrs: Vec<Attribute>,
    /// The position of `optional`, if present.
    pub optional: Option<Span>,
    pub writes: bool,
    pub variable: Ident,
    pub ty: Type,
    /// The id; of a list, the first.
    pub id: Option<LitStr>,
    /// `= ["Left", "Right"]`
    pub list: Option<EachList<LitStr>>,
    pub max_age: MaxAge,
    /// The position of `keeps_running`, if present.
    pub keeps_running: Option<Span>,
}

/// The maximum age of the value of an interface.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum MaxAge {
    /// As old as the interface itself says.
    OfInterface,
    /// `max_age = never`
    Never,
    /// `max_age = 40ms`, in microseconds
    Micros(u64),
}

impl MaxAge {
    /// The limit that the skill says.
    pub fn micros(self) -> Option<u64> {
        match self {
            Self::Micros(micros) => Some(micros),
            _ => None,
        }
    }
}
