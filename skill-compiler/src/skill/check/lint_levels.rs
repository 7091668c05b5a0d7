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
/// A transition that is never taken, since one before it always is.
pub const UNREACHABLE_TRANSITION: &str = "unreachable_transition";
/// An argument that no code uses.
pub const UNUSED_ARGUMENT: &str = "unused_argument";
/// A variable that no code uses.
pub const UNUSED_VARIABLE: &str = "unused_variable";
/// A parameter of a state that no code uses.
pub const UNUSED_PARAMETER: &str = "unused_parameter";
/// An interface that no code uses.
pub const UNUSED_INTERFACE: &str = "unused_interface";
/// A skill that no transition ends with FINAL.
pub const NEVER_FINAL: &str = "never_final";
/// A sub-skill or an action that a state runs twice with the same arguments.
pub const DUPLICATE_CALL: &str = "duplicate_call";
/// A parameter that is `mut`, and that no code assigns.
pub const UNUSED_MUT: &str = "unused_mut";
/// A name for a result that its transition does not use.
pub const UNUSED_RESULT: &str = "unused_result";
/// An interface that the skill takes as its writer, and does not write.
pub const UNUSED_WRITES: &str = "unused_writes";
/// A variable that keeps its first value.
pub const NEVER_ASSIGNED: &str = "never_assigned";
/// A continuous variable without an equation.
pub const NEVER_FLOWS: &str = "never_flows";
/// A reason without text.
pub const EMPTY_REASON: &str = "empty_reason";
/// A statement or a word that does nothing.
pub const NO_EFFECT: &str = "no_effect";
/// A number of seconds whose name says milliseconds.
pub const MILLISECONDS: &str = "milliseconds";
/// All of them.
pub const LINTS: [&str; 21] = [
    UNREACHABLE_STATE,
    DEAD_END,
    UNCONDITIONAL_CYCLE,
    UNUSED_DEPENDENCY,
    UNCHECKED_OPTIONAL,
    REDUNDANT_CHECK,
    UNREACHABLE_TRANSITION,
    UNUSED_ARGUMENT,
    UNUSED_VARIABLE,
    UNUSED_PARAMETER,
    UNUSED_INTERFACE,
    NEVER_FINAL,
    DUPLICATE_CALL,
    UNUSED_MUT,
    UNUSED_RESULT,
    UNUSED_WRITES,
    NEVER_ASSIGNED,
    NEVER_FLOWS,
    EMPTY_REASON,
    NO_EFFECT,
    MILLISECONDS,
];
/// Those that are errors by default; the others warn.
pub const ERRORS: [&str; 3] = [UNREACHABLE_STATE, DEAD_END, UNCONDITIONAL_CYCLE];

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
