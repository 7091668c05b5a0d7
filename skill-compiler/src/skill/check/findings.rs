//! The lint findings of a skill, at the levels that are set.

use super::lint_levels::{ERRORS, LintLevel};
use super::{Model, StateId, Warning};
use crate::syntax::errors::Errors;
use syn::Ident;

/// The findings of the lints: errors are reported, warnings are kept for the expansion.
pub struct Findings<'a> {
    errors: &'a mut Errors,
    warnings: Vec<Warning>,
}

impl<'a> Findings<'a> {
    /// Returns findings without any yet.
    pub fn new(errors: &'a mut Errors) -> Self {
        Self { errors, warnings: Vec::new() }
    }

    /// Returns those that warn.
    pub fn into_warnings(self) -> Vec<Warning> {
        self.warnings
    }

    /// Reports a finding at the level that `lint` has in `state`, or in the skill.
    pub fn report(
        &mut self,
        model: &Model,
        state: Option<StateId>,
        lint: &'static str,
        at: &Ident,
        message: &str,
    ) {
        let (level, is_set) = level(model, state, lint);
        let word = match level {
            LintLevel::Allow => return,
            LintLevel::Warn => "warn",
            LintLevel::Deny => "deny",
        };
        let message = if is_set {
            format!("{message}\nnote: the lint level is set by `#[{word}(skill::{lint})]`")
        } else {
            format!("{message}\nnote: `#[{word}(skill::{lint})]` on by default")
        };
        match level {
            LintLevel::Warn => {
                self.warnings.push(Warning { at: at.clone(), lint: lint.to_owned(), message });
            }
            _ => self.errors.at(at, message),
        }
    }
}

/// Returns the level of a lint at a state, which is that of the state, else of the skill, else
/// the default; and whether an attribute sets it.
fn level(model: &Model, state: Option<StateId>, lint: &'static str) -> (LintLevel, bool) {
    let default = if ERRORS.contains(&lint) { LintLevel::Deny } else { LintLevel::Warn };
    let set = state
        .and_then(|state| model.states[state].levels.get(lint))
        .or_else(|| model.levels.get(lint));
    (set.copied().unwrap_or(default), set.is_some())
}
