//! Typed calls from the process in which the skiller runs, without a message or a skill string.

use super::Skiller;
use super::interface::{ID, SkillerInterface};
use super::request::{Request, TypedCalls};
use crate::blackboard::Provides;
use crate::failure::Failure;
use crate::graph::SkillInfo;
use crate::space::SkillSpace;
use core::fmt;

/// A call of a space, or of one of its skills.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a call of this skill space",
    label = "not a skill of the space",
    note = "add the skill to `skill_space! {{ .. }}`; a call is a value: `Name::default()`"
)]
pub trait CallOf<C> {
    /// Returns the call of the space.
    fn call(self) -> C;
}

#[diagnostic::do_not_recommend]
impl<T: Into<C>, C> CallOf<C> for T {
    #[inline]
    fn call(self) -> C {
        self.into()
    }
}

/// The error of a call from the same process. The call then has no effect.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum StartError {
    /// The [`Policy`](super::Policy) does not allow the skill.
    NotAllowed(
        #[cfg_attr(feature = "serde", serde(serialize_with = "crate::graph::serialize_name"))]
        &'static SkillInfo,
    ),
    /// The sender with this id has exclusive control.
    Controlled(u32),
    /// An argument is missing or outside its range.
    InvalidCall(Failure),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAllowed(skill) => write!(f, "skill `{}` may not be called here", skill.name),
            Self::Controlled(sender) => write!(f, "sender {sender} has exclusive control"),
            Self::InvalidCall(failure) => write!(f, "{failure}"),
        }
    }
}

/// Logs the same text as [`Display`](core::fmt::Display).
#[cfg(feature = "defmt")]
impl defmt::Format for StartError {
    fn format(&self, f: defmt::Formatter<'_>) {
        match self {
            Self::NotAllowed(skill) => {
                defmt::write!(f, "skill `{=str}` may not be called here", skill.name);
            }
            Self::Controlled(sender) => {
                defmt::write!(f, "sender {=u32} has exclusive control", sender);
            }
            Self::InvalidCall(failure) => failure.format(f),
        }
    }
}

impl core::error::Error for StartError {}

impl<S: SkillSpace> Skiller<'_, S>
where
    S::Board: Provides<SkillerInterface, ID>,
{
    /// Starts a skill without a skill string: a call of the space, or one of its skills.
    ///
    /// It begins in the next [`tick`](Self::tick) or [`serve`](Self::serve), after the queued
    /// messages, and has the same effects as an `ExecSkill` message: the running skill is
    /// stopped, the interface shows the call as a skill string, and the trace is the same. Only
    /// the number of the message is 0. If there are several calls before the next pass, only
    /// the last one runs.
    ///
    /// # Errors
    /// Returns [`StartError`] if the policy does not allow the skill, if the call is invalid, or
    /// while a sender has exclusive control. The running skill then continues. If a queued
    /// message acquires control before the call begins, the call is dropped, and
    /// [`refused`](Self::refused) counts it.
    pub fn start(&mut self, call: impl CallOf<S::Call>) -> Result<(), StartError> {
        self.start_as(0, call)
    }

    /// Starts a skill like [`start`](Self::start), but as the sender `sender`, which can have
    /// exclusive control.
    ///
    /// # Errors
    /// Returns [`StartError`] in the same cases as [`start`](Self::start).
    pub fn start_as(&mut self, sender: u32, call: impl CallOf<S::Call>) -> Result<(), StartError> {
        let call = call.call();
        self.check_control(sender)?;
        let skill = S::info(&call);
        if !self.policy.allows(skill) {
            return Err(StartError::NotAllowed(skill));
        }
        if let Some(failure) = S::problem(&call) {
            return Err(StartError::InvalidCall(failure));
        }
        self.request = TypedCalls(Some((sender, Request::Start(call))));
        Ok(())
    }

    /// Stops the running skill in the next pass, like a `StopExec` message. Its `exit` blocks run.
    ///
    /// # Errors
    /// Returns [`StartError::Controlled`] while a sender has exclusive control.
    pub fn stop(&mut self) -> Result<(), StartError> {
        self.stop_as(0)
    }

    /// Stops the running skill like [`stop`](Self::stop), but as the sender `sender`, which can
    /// have exclusive control.
    ///
    /// # Errors
    /// Returns [`StartError::Controlled`] while another sender has exclusive control.
    pub fn stop_as(&mut self, sender: u32) -> Result<(), StartError> {
        self.check_control(sender)?;
        self.request = TypedCalls(Some((sender, Request::Stop)));
        Ok(())
    }

    fn check_control(&self, sender: u32) -> Result<(), StartError> {
        if self.accepts_sender(sender) {
            Ok(())
        } else {
            Err(StartError::Controlled(self.kept.controller))
        }
    }
}
