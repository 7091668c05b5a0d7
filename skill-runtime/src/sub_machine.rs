//! The machines that states run, and those of a space.

use crate::access::Access;
use crate::active::{ActiveParent, ListActive, Visit};
use crate::blackboard::Blackboard;
use crate::bounds::StaticBounds;
use crate::failure::{Failure, StoredFailure};
use crate::failure_slot::FailureSlot;
use crate::machine::{Context, Exec, Machine, Skill, Start, SubExec, arguments_of};
use crate::status::Status;
use crate::trace::{TraceKind, Tracer};
use core::ops::ControlFlow;

/// The machine of a skill in a dependency cycle. It never runs, since a cycle is a compile
/// error, but it prevents further errors.
#[doc(hidden)]
#[derive(Debug)]
pub struct Cyclic;

/// The state of [`Cyclic`].
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NoState(&'static str);

impl NoState {
    /// Returns its name: it has none.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl Machine for Cyclic {
    type State = NoState;
    type Output = ();
    fn state(&self) -> NoState {
        NoState("")
    }
    fn status(&self) -> Status {
        Status::Failed
    }
    fn failure(&self) -> Option<Failure> {
        None
    }
    fn stored_failure(&self) -> Option<StoredFailure> {
        None
    }
}

impl<B: Blackboard> Exec<B> for Cyclic {
    const ACCESS: Access = Access::NONE;
    fn exec<T: Tracer>(&mut self, _: &mut Context<'_, B, T>) -> Status {
        Status::Failed
    }
    fn reset<T: Tracer>(&mut self, _: &mut Context<'_, B, T>) {}
}

impl ListActive for Cyclic {
    fn visit_active(&self, _: ActiveParent, _: &mut Visit<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<B: Blackboard> SubExec<B> for Cyclic {
    const ACCESS: Access = Access::NONE;
    fn step<T: Tracer>(&mut self, _: &mut Context<'_, B, T>, _: &mut FailureSlot) -> Status {
        Status::Failed
    }
    fn has_failed(&self) -> bool {
        true
    }
    fn is_final(&self) -> bool {
        false
    }
    fn leave<T: Tracer>(&mut self, _: &mut Context<'_, B, T>) {}
}

/// Selects the machine of a sub-skill: its own, or [`Cyclic`] if the machine would contain
/// itself.
#[doc(hidden)]
#[derive(Debug)]
pub struct Select<const CYCLIC: bool>;

impl<const CYCLIC: bool> Select<CYCLIC> {
    /// Whether the sub-skill is in a dependency cycle.
    pub const CYCLIC: bool = CYCLIC;
}

/// Selects what a state runs for a call of the skill `S`.
#[doc(hidden)]
pub trait SubMachine<S> {
    type Sub: ListActive;
    const BOUNDS: StaticBounds;
    fn start_sub(call: S) -> Self::Sub;
    /// Returns the result of a sub-skill that is FINAL.
    fn result(sub: &Self::Sub) -> Option<&S::Output>
    where
        S: Skill;
    /// Returns the machine of a call, which is recorded as `offset` instances further.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a part of the machine around it
    fn call<B: Blackboard, T: Tracer>(
        call: S,
        cx: &mut Context<'_, B, T>,
        offset: u32,
    ) -> Self::Sub {
        Self::called(&call, cx, offset);
        Self::start_sub(call)
    }
    /// Records the call of the machine `offset` instances further.
    #[inline]
    fn called<B: Blackboard, T: Tracer>(call: &S, cx: &mut Context<'_, B, T>, offset: u32) {
        let _ = (call, cx, offset);
    }
}

/// Selects the machine of the skill `S` in a space.
#[doc(hidden)]
pub trait SpaceMachine<S> {
    type Machine: Machine;
    fn start(call: S) -> Self::Machine;
}

impl<S: Skill> SpaceMachine<S> for Select<false> {
    type Machine = S::Machine;
    fn start(call: S) -> S::Machine {
        call.start()
    }
}

impl<S> SpaceMachine<S> for Select<true> {
    type Machine = Cyclic;
    fn start(_: S) -> Cyclic {
        Cyclic
    }
}

/// Records the call of the machine `offset` instances further, for [`SubMachine`].
#[cold]
#[inline(never)]
pub(crate) fn record_call<S: Skill, B: Blackboard, T: Tracer>(
    call: &S,
    cx: &mut Context<'_, B, T>,
    offset: u32,
) {
    cx.tracer.descend(offset);
    cx.record(S::INFO, TraceKind::Called(arguments_of(call)));
    cx.tracer.ascend(offset);
}

impl<S: Skill> SubMachine<S> for Select<false> {
    type Sub = <S::Machine as Start<S>>::Sub;
    const BOUNDS: StaticBounds = S::BOUNDS;
    #[inline(always)]
    #[allow(clippy::inline_always)] // written in place
    fn start_sub(call: S) -> Self::Sub {
        S::Machine::start_sub(call)
    }
    #[inline]
    fn result(sub: &Self::Sub) -> Option<&S::Output> {
        S::Machine::result_of(sub)
    }
    #[inline]
    fn called<B: Blackboard, T: Tracer>(call: &S, cx: &mut Context<'_, B, T>, offset: u32) {
        if T::CALLS {
            record_call(call, cx, offset);
        }
    }
}

impl<S> SubMachine<S> for Select<true> {
    type Sub = Cyclic;
    const BOUNDS: StaticBounds = StaticBounds::NONE;
    fn start_sub(_: S) -> Cyclic {
        Cyclic
    }
    fn result(_: &Cyclic) -> Option<&S::Output>
    where
        S: Skill,
    {
        None
    }
}
