//! Coming back to an earlier state.

/// An agent or a skiller that can come back to an earlier state: what a replay needs to go back
/// without running everything again.
///
/// The blackboard is not part of the state. Who restores it puts the words of the same moment there.
pub trait Checkpoint {
    /// The state at a moment between two passes.
    type State;
    /// Returns the state; `None` if it has a variable whose type is not `Clone`.
    fn save(&self) -> Option<Self::State>;
    /// Comes back to `state`, which stays as it is; `None` if it cannot be copied, which
    /// [`save`](Self::save) would have found.
    fn restore(&mut self, state: &Self::State) -> Option<()>;
}

impl Checkpoint for () {
    type State = ();
    fn save(&self) -> Option<()> {
        Some(())
    }
    fn restore(&mut self, (): &()) -> Option<()> {
        Some(())
    }
}
