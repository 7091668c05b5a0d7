//! Requests of the process in which the skiller runs.

use crate::space::SkillSpace;
use core::fmt;

/// A request of the process in which the skiller runs.
#[doc(hidden)]
pub enum Request<C> {
    Start(C),
    Stop,
}

/// Memory of a [`Skiller`](super::Skiller) for a request of its own process, with its sender, until the next
/// pass: [`TypedCalls`] or [`NoTypedCalls`].
pub trait CallSlot<S: SkillSpace>: Default {
    /// Takes the request out.
    #[doc(hidden)]
    fn take(&mut self) -> Option<(u32, Request<S::Call>)>;
}

/// Memory for one typed call, as large as the largest call of the space.
pub struct TypedCalls<S: SkillSpace>(pub(super) Option<(u32, Request<S::Call>)>);

impl<S: SkillSpace> fmt::Debug for TypedCalls<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypedCalls").finish_non_exhaustive()
    }
}

impl<S: SkillSpace> Default for TypedCalls<S> {
    fn default() -> Self {
        TypedCalls(None)
    }
}

impl<S: SkillSpace> CallSlot<S> for TypedCalls<S> {
    #[inline]
    fn take(&mut self) -> Option<(u32, Request<S::Call>)> {
        self.0.take()
    }
}

/// No memory: there are no typed calls.
#[derive(Debug, Default)]
pub struct NoTypedCalls;

impl<S: SkillSpace> CallSlot<S> for NoTypedCalls {
    #[inline]
    fn take(&mut self) -> Option<(u32, Request<S::Call>)> {
        None
    }
}
