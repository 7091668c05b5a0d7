//! The outcome of checking the guards of a machine, and the targets of transitions.

use crate::status::Status;

/// The next step of a machine: a transition, or one of the constants.
///
/// It is one number, which the inlined part of a pass compares once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome(pub u16);

impl Outcome {
    /// The skill has failed. The failure is in the [`FailureSlot`](crate::failure_slot::FailureSlot).
    pub const FAILED: Self = Self(u16::MAX);
    /// The skill is FINAL.
    pub const FINAL: Self = Self(Self::FAILED.0 - 1);
    /// No transition fires, and the skill is running.
    pub const NONE: Self = Self(Self::FINAL.0 - 1);
    /// The machine has not entered its start state.
    pub const NOT_STARTED: Self = Self(Self::NONE.0 - 1);
    /// No state is active. The inlined part of a pass compares with this number alone;
    /// [`ActiveState::condition`](crate::state_machine::ActiveState::condition) returns the reason.
    pub const INACTIVE: Self = Self(Self::NONE.0 - 2);
    /// Instead of a crossing: the transitions must be checked before variables flow.
    pub const UNSETTLED: Self = Self(Self::NONE.0 - 3);
    /// No guard has been checked, because the pass is rare and therefore not inlined.
    pub const UNCHECKED: Self = Self(Self::NONE.0 - 4);
    /// The preconditions of a pending state hold, so it is entered.
    pub const ENTER_PENDING: Self = Self(Self::NONE.0 - 5);
    /// The skill fails at once, because a message of a block was refused or a required interface
    /// cannot be used. The failure is in the [`FailureSlot`](crate::failure_slot::FailureSlot).
    pub const ABORT: Self = Self(Self::NONE.0 - 6);

    /// Returns whether this is `other`, whose address `==` takes: that costs code where the compiler
    /// optimizes for size.
    #[inline]
    pub(crate) const fn is(self, other: Self) -> bool {
        self.0 == other.0
    }

    /// Returns whether no transition fires, and the skill is running.
    #[must_use]
    #[inline]
    pub const fn is_none(self) -> bool {
        self.is(Self::NONE)
    }

    /// Returns whether a transition fires. Its number is the index in the skill's graph.
    #[inline]
    pub(crate) const fn is_transition(self) -> bool {
        self.0 < Self::ABORT.0
    }

    /// Returns whether the active states are left: for a transition, or because the skill fails.
    #[inline]
    pub(crate) const fn leaves_states(self) -> bool {
        self.0 <= Self::ABORT.0
    }

    /// Returns whether the guards have not decided what happens, so that the condition of the
    /// machine does.
    #[inline]
    pub(crate) const fn is_undecided(self) -> bool {
        self.0 > Self::ENTER_PENDING.0
    }

    /// Returns the status at the end of a pass.
    #[inline]
    pub(crate) const fn status(self) -> Status {
        match self {
            Self::NONE => Status::Running,
            Self::FINAL => Status::Final,
            Self::FAILED => Status::Failed,
            _ => Status::Running,
        }
    }

    /// Returns whether the machine is at rest: no transition fires, or the skill is over.
    #[inline]
    pub(crate) const fn is_at_rest(self) -> bool {
        self.0 >= Self::NONE.0
    }
}

/// The target of a transition: the index of a state, FINAL or FAILED.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target(pub u16);

impl Target {
    /// The skill becomes FINAL.
    pub const FINAL: Self = Self(Outcome::FINAL.0);
    /// The skill fails.
    pub const FAILED: Self = Self(Outcome::FAILED.0);

    /// The transition is not taken: what it carries has no value.
    pub const DECLINED: Self = Self(Outcome::NONE.0);

    /// Returns whether this is `other`, like [`Outcome::is`].
    #[inline]
    pub(crate) const fn is(self, other: Self) -> bool {
        self.0 == other.0
    }

    /// Returns whether the run ends.
    #[inline]
    pub(crate) const fn is_end(self) -> bool {
        self.0 >= Self::FINAL.0
    }

    /// Returns the outcome of a pass that ends the run.
    #[inline]
    pub(crate) const fn outcome(self) -> Outcome {
        Outcome(self.0)
    }
}

/// Whether a state of a machine is active, or why none is.
///
/// The numbers are those of the variants of the generated enum, in order, so that the compiler
/// subtracts instead of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition(u16);

impl Condition {
    /// A state is active.
    pub const ACTIVE: Self = Self(0);
    /// The arguments of the call are invalid.
    pub const INVALID_CALL: Self = Self(1);
    /// The machine has not entered its start state.
    pub const NOT_STARTED: Self = Self(2);
    /// The skill is FINAL.
    pub const FINAL: Self = Self(3);
    /// The skill has failed.
    pub const FAILED: Self = Self(4);
    /// The skill is FINAL with a result.
    pub const FINISHED: Self = Self(5);

    /// Returns the outcome of a machine in this condition, if its guards have not been checked.
    pub(crate) const fn outcome(self) -> Outcome {
        match self {
            Self::NOT_STARTED => Outcome::NOT_STARTED,
            Self::FAILED => Outcome::FAILED,
            Self::FINAL | Self::FINISHED => Outcome::FINAL,
            _ => Outcome::UNCHECKED,
        }
    }
}
