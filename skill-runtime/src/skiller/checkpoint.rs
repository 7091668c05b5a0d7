//! The state of a skiller, without the blackboard.

use super::{SkillStatus, Skiller, TypedCalls};
use crate::active::ListActive;
use crate::blackboard::{InterfaceSet, MessageId};
use crate::checkpoint::Checkpoint;
use crate::failure::StoredFailure;
use crate::graph::SkillInfo;
use crate::space::SkillSpace;
use crate::time::PassClock;
use core::fmt;

/// The state of a [`Skiller`] between two passes.
pub struct SkillerState<S: SkillSpace> {
    values: InterfaceSet,
    handled: MessageId,
    status: SkillStatus,
    msgid: u32,
    controller: u32,
    changed: bool,
    machine: Option<S::Machine>,
    skill: Option<&'static SkillInfo>,
    failure: Option<(StoredFailure, &'static SkillInfo)>,
    pending_error: bool,
    refused: u32,
    clock: PassClock,
}

impl<S: SkillSpace> fmt::Debug for SkillerState<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkillerState").field("status", &self.status).finish_non_exhaustive()
    }
}

/// A typed call that was not taken yet is not part of the state.
impl<S: SkillSpace> Checkpoint for Skiller<'_, S, TypedCalls<S>> {
    type State = SkillerState<S>;

    fn save(&self) -> Option<SkillerState<S>> {
        Some(SkillerState {
            values: self.snapshot.values(),
            handled: self.interface.handled(),
            status: self.status,
            msgid: self.msgid,
            controller: self.controller,
            changed: self.changed,
            machine: copy(self.machine.as_ref())?,
            skill: self.skill,
            failure: self.failure,
            pending_error: self.pending_error,
            refused: self.refused,
            clock: self.clock,
        })
    }

    fn restore(&mut self, state: &SkillerState<S>) -> Option<()> {
        let machine = copy(state.machine.as_ref())?;
        self.snapshot.restore(state.values);
        self.interface.restore(state.handled);
        self.status = state.status;
        self.msgid = state.msgid;
        self.controller = state.controller;
        self.changed = state.changed;
        self.machine = machine;
        self.skill = state.skill;
        self.failure = state.failure;
        self.pending_error = state.pending_error;
        self.refused = state.refused;
        self.clock = state.clock;
        self.request = TypedCalls(None);
        self.changes = self.changes.wrapping_add(1);
        Some(())
    }
}

/// Returns a copy of the machine, if there is one; `None` if it cannot be copied.
#[allow(clippy::option_option)] // no machine is a state, too
fn copy<M: ListActive>(machine: Option<&M>) -> Option<Option<M>> {
    match machine {
        Some(machine) => machine.copy().map(Some),
        None => Some(None),
    }
}
