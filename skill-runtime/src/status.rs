//! The status of a skill.

/// The status of a skill after an `exec`: `S_RUNNING`, `S_FINAL` or `S_FAILED` in Fawkes. Once
/// final or failed, it does not change until the skill is reset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "UPPERCASE"))]
pub enum Status {
    /// The skill needs further passes of the main loop.
    Running,
    /// The skill has reached its purpose.
    Final,
    /// The skill cannot reach its purpose; its [`Failure`](crate::Failure) contains the reason.
    Failed,
}

impl core::fmt::Display for Status {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Status::Running => "RUNNING",
            Status::Final => "FINAL",
            Status::Failed => "FAILED",
        })
    }
}

/// The type that an action returns, for the generated code.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an action returns `Status`, found `{Self}`",
    label = "expected `Status`, found `{Self}`",
    note = "return `Status::Running`, `Status::Final` or `Status::Failed` in each case"
)]
pub trait Returned {
    /// Returns it.
    fn status(self) -> Status;
}

impl Returned for Status {
    #[inline]
    fn status(self) -> Status {
        self
    }
}
