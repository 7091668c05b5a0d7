//! The results of a check of guards that are no transition.

/// Found instead of a transition: nothing fires, and the skill is running. The numbers up to
/// [`FAILED`] are the values of [`Status`](crate::Status) above it.
pub const NONE: u16 = FINAL - 1;
/// Found instead of a transition: the skill is FINAL.
pub const FINAL: u16 = FAILED - 1;
/// Found instead of a transition: the skill is FAILED. The failure is in the [`Chain`](crate::chain::Chain).
pub const FAILED: u16 = u16::MAX;
/// Found instead of a transition: the machine has not entered its start state.
pub const BEGIN: u16 = NONE - 1;
/// Found instead of a transition: the preconditions of a state let it be entered.
pub const RESUME: u16 = NONE - 6;
/// Found instead of a transition: the arguments of the call are invalid.
pub const INVALID: u16 = NONE - 2;
/// Found instead of a transition: no state is active. One number for all of these conditions, so
/// that the tick of an active machine does not compare with each.
pub const INACTIVE: u16 = NONE - 3;
/// Found instead of a crossing: variables do not flow before the transitions have been checked.
pub const UNSETTLED: u16 = NONE - 4;
/// Not found yet: the pass is rare, and not inlined into the tick.
pub const OUTLINED: u16 = NONE - 5;
/// Found instead of a transition: the skill fails at once, because a message of a block was refused
/// or a required interface cannot be used. The failure is in the [`Chain`](crate::chain::Chain).
pub const FAILS: u16 = NONE - 7;
/// The number of a transition is smaller.
pub const TRANSITIONS: u16 = FAILS;
