//! The AST of `skill_space!`.

use crate::syntax::names::{plain, snake};
use syn::{Attribute, Ident, LitStr, Path, Visibility};

/// A skill space as written.
pub struct Space {
    pub attrs: Vec<Attribute>,
    pub vis: Visibility,
    pub name: Ident,
    pub board: Path,
    pub skills: Vec<Entry>,
}

/// A skill of the space: `"call_name" => path`.
pub struct Entry {
    /// The name in skill strings, if it is not that of the skill.
    pub call_name: Option<LitStr>,
    pub path: Path,
    /// The variant of the enums of calls and machines.
    pub variant: Ident,
}

impl Entry {
    /// Returns the name in skill strings, unless the path is an alias of the skill.
    pub fn name(&self) -> String {
        match &self.call_name {
            Some(name) => name.value(),
            None => snake(&plain(&self.variant)),
        }
    }
}
