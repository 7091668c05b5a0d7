//! Messages that end with what has sent them: rule 19.

use crate::blackboard::{Interface, Port, Provides, Running};
use crate::graph::{SkillInfo, SkillKey};
use crate::machine::Context;
use crate::state_machine::refusal::count_refusal;
use crate::trace::{TraceKind, Tracer};
use core::cell::Cell;

/// Sends the messages that end those of a machine to the interface `I`, which has the index
/// `interface` in the skill: what the state at the depth `by` runs; if that is 0, what blocks have
/// sent.
#[inline]
pub fn stop<I: Interface, const ID: u64, B: Provides<I, ID>, T: Tracer>(
    running: &I::Running,
    cx: &mut Context<'_, B, T>,
    refusals: &mut u16,
    skill: &'static SkillInfo,
    interface: u16,
    by: u16,
) {
    // Nothing remains of it where no message has `until`.
    for place in 0..<I::Running as Running>::ENDS {
        stop_one::<I, ID, B, T>(running, cx, refusals, (skill, interface), (place, by));
    }
}

#[cold]
#[inline(never)]
fn stop_one<I: Interface, const ID: u64, B: Provides<I, ID>, T: Tracer>(
    running: &I::Running,
    cx: &mut Context<'_, B, T>,
    refusals: &mut u16,
    (skill, interface): (&'static SkillInfo, u16),
    (place, by): (usize, u16),
) {
    let parts = cx.snapshot.port::<I, ID>();
    let carried_out = parts.sample.data.carried_out();
    let Some(was) = running.take(place, by, carried_out) else { return };
    let Some(message) = I::ending(place) else { return };
    let index = I::message_index(&message);
    let refused = Cell::new(0);
    let mut port =
        Port::<I>::new(parts, (&refused, interface.into()), cx.now, None, running.part(0));
    if port.send(message).is_refused() {
        count_refusal(cx, skill, refusals);
    } else if T::CALLS {
        let name = |index: usize| I::MESSAGES.get(index).copied().unwrap_or("message");
        let (message, running) = (name(index as usize), name(was.into()));
        let kind = TraceKind::Stopped { interface, message, running };
        if T::KEYS {
            cx.emit(SkillKey::of(skill), kind);
        } else {
            cx.emit(skill, kind);
        }
    }
}
