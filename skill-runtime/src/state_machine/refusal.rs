//! Refused messages: what happens after a block that has sent one.

use super::activation::Activation;
use crate::blackboard::{Blackboard, Refusal};
use crate::failure::StoredFailure;
use crate::failure_slot::FailureSlot;
use crate::graph::{SkillInfo, SkillKey};
use crate::machine::Context;
use crate::trace::TracedSkill;
use crate::trace::{TraceKind, Tracer};

/// Records the refused message of the last block. If a transition decides what happens, marks the
/// interface in the activations around that of the state that sent it, the last of `levels`, and
/// returns `false`; otherwise sets the failure.
#[inline]
pub fn refusal<B: Blackboard, T: Tracer>(
    cx: &mut Context<'_, B, T>,
    failure: &mut FailureSlot,
    skill: &'static SkillInfo,
    levels: &[&Activation],
) -> bool {
    if T::KEYS {
        decide(cx, failure, SkillKey::of(skill), skill.key(), levels)
    } else {
        decide(cx, failure, skill, skill.key(), levels)
    }
}

#[cold]
#[inline(never)]
fn decide<B: Blackboard, T: Tracer, S: TracedSkill>(
    cx: &mut Context<'_, B, T>,
    failure: &mut FailureSlot,
    skill: S,
    key: u32,
    levels: &[&Activation],
) -> bool {
    let Some(refusal) = record_refusal(cx, skill) else { return false };
    if !refusal.decided {
        failure.stored = Some(StoredFailure::refused(key, &refusal));
    } else if let [around @ .., own] = levels {
        for activation in around {
            activation.refused.set(activation.refused.get() | own.refused.get());
        }
    }
    !refusal.decided
}

/// Records the refused message of an `exit` block, which cannot fail, and counts it.
#[inline]
pub fn count_refusal<B: Blackboard, T: Tracer>(
    cx: &mut Context<'_, B, T>,
    skill: &'static SkillInfo,
    refusals: &mut u16,
) {
    if T::KEYS {
        record_refusal(cx, SkillKey::of(skill));
    } else {
        record_refusal(cx, skill);
    }
    *refusals = refusals.wrapping_add(1);
}

/// Records and returns the refused message of the last block.
#[cold]
#[inline(never)]
fn record_refusal<B: Blackboard, T: Tracer, S: TracedSkill>(
    cx: &mut Context<'_, B, T>,
    skill: S,
) -> Option<Refusal> {
    let refusal = cx.snapshot.take_refusal()?;
    if T::CALLS {
        let (interface, error) = (u16::from(refusal.interface), refusal.error);
        let message = refusal.message_name();
        cx.emit(skill, TraceKind::Refused { interface, message, error });
    }
    Some(refusal)
}
