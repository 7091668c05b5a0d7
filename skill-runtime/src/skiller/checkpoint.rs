//! The state of a skiller, without the blackboard.

use super::{Kept, Skiller, TypedCalls};
use crate::active::ListActive;
use crate::blackboard::{InterfaceSet, MessageId};
use crate::checkpoint::Checkpoint;
use crate::space::SkillSpace;
use core::fmt;

/// The state of a [`Skiller`] between two passes.
pub struct SkillerState<S: SkillSpace> {
    values: InterfaceSet,
    handled: MessageId,
    kept: Kept,
    machine: Option<S::Machine>,
}

impl<S: SkillSpace> fmt::Debug for SkillerState<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkillerState").field("status", &self.kept.status).finish_non_exhaustive()
    }
}

/// A typed call that was not taken yet is not part of the state.
impl<S: SkillSpace> Checkpoint for Skiller<'_, S, TypedCalls<S>> {
    type State = SkillerState<S>;

    fn save(&self) -> Option<SkillerState<S>> {
        Some(SkillerState {
            values: self.snapshot.values(),
            handled: self.interface.handled(),
            kept: self.kept,
            machine: copy(self.machine.as_ref())?,
        })
    }

    fn restore(&mut self, state: &SkillerState<S>) -> Option<()> {
        let machine = copy(state.machine.as_ref())?;
        self.snapshot.restore(state.values);
        self.interface.restore(state.handled);
        (self.kept, self.machine) = (state.kept, machine);
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
