//! The checks at the beginning of an `exec` (rule 12).

use super::Run;
use crate::context::{Cause, Context};
use crate::fault::Fault;
use crate::skill::Access;

impl Run {
    /// Returns the reason why an `exec` cannot begin (rule 12).
    pub(super) fn problem(&self, begins: bool, cx: &Context<'_>) -> Option<Cause> {
        let call = begins.then(|| self.wrong_argument(cx)).flatten();
        let (missing, stale) = (self.without_writer(cx), self.first_stale(cx));
        if cx.has(Fault::AgesFirst) {
            return call.or(stale).or(missing);
        }
        call.or(missing).or(stale)
    }

    /// Returns the first required interface without a writer.
    fn without_writer(&self, cx: &Context<'_>) -> Option<Cause> {
        let mut interfaces = cx.skills[self.skill].interfaces.iter();
        let first = interfaces.position(|interface| {
            let is_required =
                interface.access != Access::Optional || cx.has(Fault::OptionalChecked);
            is_required && !cx.board[interface.on_board].has_writer
        });
        first.filter(|_| !cx.has(Fault::WritersUnchecked)).map(Cause::NoWriter)
    }

    /// Returns the first required interface whose value is stale.
    fn first_stale(&self, cx: &Context<'_>) -> Option<Cause> {
        let mut interfaces = cx.skills[self.skill].interfaces.iter().enumerate();
        let first = interfaces.find(|(place, interface)| {
            let is_limited = interface.max_age.is_some() || interface.uses_value;
            interface.access == Access::Required && is_limited && self.is_stale(*place, cx)
        });
        first.filter(|_| !cx.has(Fault::AgesUnchecked)).map(|(place, _)| Cause::Stale(place))
    }

    /// Returns the first argument outside its range.
    fn wrong_argument(&self, cx: &Context<'_>) -> Option<Cause> {
        let arguments = cx.skills[self.skill].arguments.iter().zip(&self.arguments).enumerate();
        let mut wrong = arguments.filter_map(|(place, (argument, value))| {
            let is_outside = argument.max.is_some_and(|max| *value > f64::from(max));
            is_outside.then_some(Cause::Argument(place, *value))
        });
        wrong.next()
    }
}
