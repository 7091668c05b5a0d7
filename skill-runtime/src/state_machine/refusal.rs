//! Refused messages: what happens after a block that has sent one.

use super::Activation;
use crate::blackboard::{Blackboard, Refusal};
use crate::chain::Chain;
use crate::failure::StoredFailure;
use crate::{Context, SkillInfo, TraceKind, Tracer};

/// Records the refused message of the last block. If a transition decides what happens, marks the
/// interface in the activations around that of the state that sent it, the last of `levels`, and
/// returns `false`; otherwise sets the failure.
#[cold]
#[inline(never)]
pub fn refusal<B: Blackboard, T: Tracer>(
    cx: &mut Context<'_, B, T>,
    chain: &mut Chain,
    skill: &'static SkillInfo,
    levels: &[&Activation],
) -> bool {
    let Some(refusal) = record_refusal(cx, skill) else { return false };
    if !refusal.decided {
        chain.failure = Some(StoredFailure::refused(skill.key(), &refusal));
    } else if let [around @ .., own] = levels {
        for activation in around {
            activation.refused.set(activation.refused.get() | own.refused.get());
        }
    }
    !refusal.decided
}

/// Records the refused message of an `exit` block, which cannot fail, and counts it.
#[cold]
#[inline(never)]
pub fn count_refusal<B: Blackboard, T: Tracer>(
    cx: &mut Context<'_, B, T>,
    skill: &'static SkillInfo,
    refusals: &mut u16,
) {
    record_refusal(cx, skill);
    *refusals = refusals.wrapping_add(1);
}

/// Records and returns the refused message of the last block.
fn record_refusal<B: Blackboard, T: Tracer>(
    cx: &mut Context<'_, B, T>,
    skill: &'static SkillInfo,
) -> Option<Refusal> {
    let refusal = cx.snapshot.take_refusal()?;
    if T::CALLS {
        let (interface, error) = (u16::from(refusal.interface), refusal.error);
        let message = refusal.message_name();
        cx.record(skill, TraceKind::Refused { interface, message, error });
    }
    Some(refusal)
}
