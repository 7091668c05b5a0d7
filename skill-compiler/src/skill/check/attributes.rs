//! Attributes: documentation, Rust's lints, and the language's own.

use super::lint_levels::{LINTS, LintLevel, LintLevels};
use crate::syntax::errors::Errors;
use crate::syntax::names::{did_you_mean, print_path};
use syn::{Attribute, Meta, Path, Token, punctuated::Punctuated};

/// The attributes of a skill or state, by kind.
#[derive(Default)]
pub struct Attributes {
    /// Doc comments.
    pub docs: Vec<Attribute>,
    /// Levels of Rust's lints.
    pub rust: Vec<Attribute>,
    /// `#[deprecated]` and `#[must_use]`.
    pub markers: Vec<Attribute>,
    /// The levels of the language's lints.
    pub levels: LintLevels,
}

/// The item that takes the most attributes.
pub const SKILL: &str = "skill";

/// Sorts the attributes of a `what`: a skill or a state.
pub fn sort(attrs: Vec<Attribute>, what: &str, errors: &mut Errors) -> Attributes {
    let mut sorted = Attributes::default();
    for attr in attrs {
        if attr.path().is_ident("doc") {
            sorted.docs.push(attr);
            continue;
        }
        match lint_names(&attr) {
            Some((word, level, names)) => {
                let own =
                    |name: &Path| name.segments.len() == 2 && name.segments[0].ident == "skill";
                let (own, rust): (Vec<Path>, Vec<Path>) = names.into_iter().partition(own);
                for name in own {
                    set_level(&mut sorted.levels, &name, level, errors);
                }
                if !rust.is_empty() {
                    sorted.rust.push(syn::parse_quote!(#[#word(#(#rust),*)]));
                }
            }
            None if ["deprecated", "must_use"].iter().any(|word| attr.path().is_ident(word)) => {
                sorted.markers.push(attr);
            }
            None => report(&attr, what, errors),
        }
    }
    if what != SKILL {
        sorted.markers.drain(..).for_each(|attr| report(&attr, what, errors));
    }
    sorted
}

/// Reports an attribute that has no place on a skill or a state.
fn report(attr: &Attribute, what: &str, errors: &mut Errors) {
    let name = print_path(attr.path());
    if let Some(lint) = lint_meant(attr) {
        let help = format!("help: write `#[{name}({lint})]`");
        errors.at(attr, format!("`{name}` takes the paths of lints\n{help}"));
        return;
    }
    let help = match what {
        SKILL if name == "derive" => {
            "a skill has `Clone`, `Debug`, `Default` and `PartialEq`; implement others with `impl`"
        }
        SKILL => {
            "remove it; a skill takes documentation, lint levels, `cfg`, `deprecated` and `must_use`"
        }
        _ => {
            "remove it; a state takes documentation, `cfg` and levels of lints such as `skill::dead_end`"
        }
    };
    errors.at(attr, format!("unexpected attribute `{name}` on a {what}\nhelp: {help}"));
}

/// The path of a lint that is meant by `skill:dead_end`, `skill.dead_end` or a string, in `#[allow(..)]`.
fn lint_meant(attr: &Attribute) -> Option<String> {
    let word = attr.path().get_ident()?.to_string();
    let Meta::List(list) = &attr.meta else { return None };
    if !["allow", "warn", "deny", "forbid", "expect"].contains(&&*word) {
        return None;
    }
    let words = list.tokens.to_string();
    let mut words = words.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let lint = words.find(|word| LINTS.contains(word))?;
    Some(format!("skill::{lint}"))
}

/// `#[allow(a, b)]` as its word, level and names.
fn lint_names(attr: &Attribute) -> Option<(Path, Option<LintLevel>, Vec<Path>)> {
    let word = attr.path();
    let level = match word.get_ident()?.to_string().as_str() {
        "allow" => Some(LintLevel::Allow),
        "warn" => Some(LintLevel::Warn),
        "deny" | "forbid" => Some(LintLevel::Deny),
        "expect" => None,
        _ => return None,
    };
    let Meta::List(list) = &attr.meta else { return None };
    let names = list.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated).ok()?;
    Some((word.clone(), level, names.into_iter().collect()))
}

fn set_level(levels: &mut LintLevels, name: &Path, level: Option<LintLevel>, errors: &mut Errors) {
    let lint = name.segments[1].ident.to_string();
    let written = print_path(name);
    match (LINTS.iter().find(|known| **known == lint), level) {
        (Some(lint), Some(level)) => {
            levels.insert(lint, level);
        }
        (Some(_), None) => {
            errors
                .at(name, format!("`expect` is not supported for lint `{written}`\nhelp: use `#[allow({written})]`"));
        }
        (None, _) => {
            // A shorter word, as in `unused_args`.
            let mut longer =
                LINTS.iter().filter(|known| known.starts_with(lint.trim_end_matches('s')));
            let near = match (longer.next(), longer.next()) {
                (Some(only), None) => format!("\nhelp: did you mean `skill::{only}`?"),
                _ => did_you_mean(&lint, LINTS).replacen('`', "`skill::", 1),
            };
            errors.at(name, format!("unknown lint: `{written}`{near}"));
        }
    }
}
