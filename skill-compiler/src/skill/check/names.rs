//! Names that must be unique.

use crate::syntax::errors::Errors;
use crate::syntax::names::{last, plain};
use std::collections::{BTreeMap, BTreeSet};
use syn::{Ident, Path};

/// Names taken so far, with what took them.
#[derive(Clone, Default)]
pub struct Taken(BTreeMap<String, &'static str>);

impl Taken {
    /// Takes `name` for a `what`; an error if it is taken.
    pub fn take(&mut self, name: &Ident, what: &'static str, errors: &mut Errors) -> bool {
        if let Some(other) = self.0.get(&plain(name)) {
            let article = if other.starts_with(['a', 'i']) { "an" } else { "a" };
            errors.at(
                name,
                format!("the name `{name}` is already used by {article} {other}\nhelp: rename this {what}"),
            );
            return false;
        }
        self.0.insert(plain(name), what);
        true
    }
}

/// Returns `depends_skills` without duplicates.
pub fn dependencies(skills: Vec<Path>, errors: &mut Errors) -> Vec<Path> {
    let mut seen = BTreeSet::new();
    skills
        .into_iter()
        .filter(|path| {
            let twice = !seen.insert(last(path));
            if twice {
                errors.at(
                    path,
                    format!("duplicate dependency `{}`\nhelp: remove one of them", last(path)),
                );
            }
            !twice
        })
        .collect()
}
