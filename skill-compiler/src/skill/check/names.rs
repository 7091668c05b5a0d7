//! Names that must be unique.

use super::each::Each;
use crate::skill::ast::Dependency;
use crate::syntax::errors::Errors;
use crate::syntax::names::{last, plain, words};
use proc_macro2::Span;
use std::collections::BTreeMap;
use syn::spanned::Spanned as _;
use syn::{Ident, Path};

use super::Model;

/// Names taken so far, with what took them, and where.
#[derive(Clone, Default)]
pub struct Taken(BTreeMap<String, (&'static str, Span)>);

impl Taken {
    /// Whether a name is taken.
    pub fn has(&self, name: &Ident) -> bool {
        self.0.contains_key(&plain(name))
    }

    /// Takes `name` for a `what`; an error if it is taken.
    pub fn take(&mut self, name: &Ident, what: &'static str, errors: &mut Errors) -> bool {
        if let Some((other, first)) = self.0.get(&plain(name)) {
            let article = if other.starts_with(['a', 'i']) { "an" } else { "a" };
            errors.repeated(
                name,
                *first,
                format!("the name `{name}` is already used by {article} {other}\nhelp: rename this {what}"),
            );
            return false;
        }
        self.0.insert(plain(name), (what, name.span()));
        true
    }
}

/// Returns `depends_skills` without duplicates, and without the skill `own` itself and the others of its header.
pub fn dependencies(
    skills: Vec<Dependency>,
    own: Option<&Ident>,
    each: &mut Each,
    errors: &mut Errors,
) -> Vec<Path> {
    let mut kept: Vec<Path> = Vec::new();
    for Dependency { path, list } in skills {
        let is_own = |own: &&Ident| path.is_ident(*own) && list.is_none();
        if let Some(own) = own.and_then(|own| [own].into_iter().chain(each.names()).find(is_own)) {
            let help = format!(
                "help: remove `{own}` from its `depends_skills`, a skill cannot run itself"
            );
            errors.at(&path, format!("dependency cycle: {own} -> {own}\n{help}"));
            errors.lost_section = true;
            continue;
        }
        match kept.iter().find(|other| words(other) == words(&path)) {
            Some(first) => errors.repeated(
                &path,
                first.span(),
                format!("duplicate dependency `{}`\nhelp: remove one of them", last(&path)),
            ),
            None => {
                each.keep_skill(list.as_ref(), &path, errors);
                kept.push(path);
            }
        }
    }
    kept
}

impl Model {
    /// Returns the dependencies that a path may mean: the one that is written so, or those that
    /// end with its words, or with the last of them.
    pub fn dependencies_of(&self, path: &Path) -> Vec<usize> {
        let all: Vec<Vec<String>> = self.skills.iter().map(words).collect();
        let path = words(path);
        let found = |is: &dyn Fn(&[String]) -> bool| -> Vec<usize> {
            (0..all.len()).filter(|index| is(&all[*index])).collect()
        };
        let tries = [
            found(&|skill| skill == path),
            found(&|skill| skill.ends_with(&path)),
            found(&|skill| skill.last() == path.last()),
        ];
        tries.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// Returns the unique name of the dependency that a path means: its last word, unless that of
    /// another is the same.
    pub fn dependency_key(&self, path: &Path) -> String {
        let path = self.dependencies_of(path).first().map_or(path, |first| &self.skills[*first]);
        let name = last(path);
        match self.skills.iter().filter(|skill| last(skill) == name).count() {
            0 | 1 => name,
            _ => words(path).join("_"),
        }
    }
}
