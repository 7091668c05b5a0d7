//! The parameters of a skill in its machine, which copies them when they have changed.

use super::active_state::ActiveState;
use crate::blackboard::Blackboard;
use crate::machine::Context;
use crate::parameter::{ParamLimits, ParamValue};
use crate::trace::{TraceKind, Tracer};

impl<B: Blackboard, T: Tracer> Context<'_, B, T> {
    /// Returns whether the blackboard has parameters, for the generated code.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    #[allow(clippy::inline_always)] // a constant
    pub fn has_parameters(&self) -> bool {
        B::PARAMETERS.0 != 0
    }

    /// Returns whether the parameters on the blackboard may have changed since those that a machine
    /// has `seen`, for the generated code.
    #[doc(hidden)]
    #[inline(always)]
    #[allow(clippy::inline_always)] // a comparison in each pass
    pub fn has_new_parameters(&self, seen: &mut u32) -> bool {
        let version = self.snapshot.parameters().version;
        let is_new = version != *seen;
        *seen = version;
        is_new
    }

    /// Reads the parameter at `index` of a skill, for the generated code.
    #[doc(hidden)]
    #[cold]
    #[inline(never)]
    pub fn read_parameter<P: ActiveState, V: ParamValue>(
        &mut self,
        index: u16,
        of: ParamLimits,
        value: &mut V,
    ) {
        let entries = self.snapshot.parameters().entries;
        let found = entries.iter().find(|[key, _]| *key == of.key).map(|[_, word]| *word);
        let word = found.unwrap_or(of.default);
        let error = of.check(word).err();
        let valid = if error.is_some() { of.default } else { word };
        if error.is_some() || valid != value.word() {
            self.record(P::INFO, TraceKind::Parameter { parameter: index, word, error });
        }
        *value = V::of_word(valid);
    }
}
