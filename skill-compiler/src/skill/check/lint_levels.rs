//! The lints of the language and their levels.

use std::collections::BTreeMap;

/// A state that no path from the start state reaches.
pub const UNREACHABLE_STATE: &str = "unreachable_state";
/// A state that no path leaves.
pub const DEAD_END: &str = "dead_end";
/// States whose transitions fire always, in a cycle.
pub const UNCONDITIONAL_CYCLE: &str = "unconditional_cycle";
/// A dependency that no state runs.
pub const UNUSED_DEPENDENCY: &str = "unused_dependency";
/// An optional interface that is read without a check whether it has a writer.
pub const UNCHECKED_OPTIONAL: &str = "unchecked_optional";
/// A check of a required interface, whose result is known.
pub const REDUNDANT_CHECK: &str = "redundant_check";
/// A sub-skill or an action that a state runs twice with the same arguments.
pub const DUPLICATE_CALL: &str = "duplicate_call";
/// All of them.
pub const LINTS: [&str; 7] = [
    UNREACHABLE_STATE,
    DEAD_END,
    UNCONDITIONAL_CYCLE,
    UNUSED_DEPENDENCY,
    UNCHECKED_OPTIONAL,
    REDUNDANT_CHECK,
    DUPLICATE_CALL,
];
/// Those that warn by default; the others are errors.
pub const WARNINGS: [&str; 4] =
    [UNUSED_DEPENDENCY, UNCHECKED_OPTIONAL, REDUNDANT_CHECK, DUPLICATE_CALL];

/// The level of a lint.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LintLevel {
    /// Nothing.
    Allow,
    /// A warning.
    Warn,
    /// An error.
    Deny,
}

/// The levels that a skill or state sets.
pub type LintLevels = BTreeMap<&'static str, LintLevel>;
