//! The cold part of a pass: what follows when a transition fires.

use super::states::States;
use super::step::StateMachine;
use crate::blackboard::Blackboard;
use crate::call::CallArguments;
use crate::chain::Chain;
use crate::failure::Cause;
use crate::failure::StoredFailure;
use crate::found::{
    BEGIN, FAILED, FAILS, FINAL, INVALID, NONE, OUTLINED, RESUME, TRANSITIONS, UNSETTLED,
};
use crate::machine::Context;
use crate::machine::SubExec;
use crate::required::with_writers;
use crate::status::Status;
use crate::trace::{TraceKind, Tracer};

/// Returns what a pass begins with that is not inlined into the tick: the condition of the machine,
/// or [`FAILS`] if it runs and a required interface has no writer or is stale.
#[inline]
fn begin<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    cx: &Context<'_, B, T>,
    chain: &mut Chain,
    condition: u16,
) -> u16 {
    let own = <States<P> as SubExec<B>>::ACCESS.own;
    let found = with_writers(cx.snapshot, own, P::INFO.key(), chain, condition);
    let stale = P::stale(cx);
    if stale != NONE && (found == BEGIN || found == OUTLINED) {
        chain.fail(P::INFO.key(), Cause::Stale(stale));
        return FAILS;
    }
    found
}

/// Takes the transition `found` and those that fire after it, then does the rest of the pass.
/// Variables flow first if nothing was found.
#[cold]
#[inline(never)]
pub(super) fn settle<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    chain: &mut Chain,
    mut found: u16,
) -> Status {
    let (mut flows, mut steps) = (false, P::FLOWS);
    if found > RESUME {
        let condition = run.phase.condition();
        found = match found {
            OUTLINED => begin::<B, T, P>(cx, chain, condition),
            _ => condition,
        };
        if P::FLOWS && found == OUTLINED {
            (found, flows) = (NONE, true);
        }
        if found == INVALID
            && let Some(call) = run.phase.invalid_call()
        {
            chain.fail_call(P::INFO.key(), call);
            found = FAILS;
        }
        // Rule 1: the first pass of a run steps once it has entered.
        steps |= P::STEPS && found == BEGIN;
    }
    let mut left = P::INFO.max_transitions;
    loop {
        if found < TRANSITIONS {
            if left == 0 {
                // Rule 5: the next pass continues.
                run.limits = run.limits.wrapping_add(1);
                cx.record(P::INFO, TraceKind::Limit { transition: found });
                return Status::Running;
            }
            left -= 1;
        } else if found >= NONE {
            if P::FLOWS && flows && found == NONE {
                found = P::flow(run, cx);
                flows = found != NONE;
                continue;
            }
            if found != NONE {
                return if found == FINAL { Status::Final } else { Status::Failed };
            }
            if !steps {
                return Status::Running;
            }
            steps = false;
            found = OUTLINED;
        }
        found = take(run, cx, chain, found);
    }
}

/// Takes the transition `found`, or begins a run, and checks the transitions then. Only checks them
/// if `found` is [`OUTLINED`] or [`UNSETTLED`].
#[cold]
#[inline(never)]
fn take<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    chain: &mut Chain,
    found: u16,
) -> u16 {
    let only_checks = found == OUTLINED || P::FLOWS && found == UNSETTLED;
    if !only_checks && let Some(end) = change(run, cx, chain, found) {
        return end;
    }
    let steps = found == OUTLINED;
    if P::STEPS {
        P::check::<T, false>(run, cx, chain, steps)
    } else {
        check(run, cx, chain, steps)
    }
}

/// Checks the transitions of a machine that runs nothing in its states. In [`take`], there would be
/// a copy of the match for each state that is entered; alone, it may become a table.
#[cold]
#[inline(never)]
fn check<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    chain: &mut Chain,
    steps: bool,
) -> u16 {
    P::check::<T, false>(run, cx, chain, steps)
}

/// Takes the transition `found`, or begins a run. Returns the end of the run, if it ends.
#[inline(always)]
#[allow(clippy::inline_always)] // a part of its only caller
fn change<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    chain: &mut Chain,
    found: u16,
) -> Option<u16> {
    if found == BEGIN {
        if let Some(clock) = P::flow_clock(&mut run.data) {
            clock.begin();
            cx.now.time = clock.now();
        }
        cx.record_entered(P::INFO, P::INFO.graph.start);
    }
    // The messages that an `exit` block could not send are traced before the transition.
    let source = if T::ON { run.phase.active().unwrap_or(0) } else { 0 };
    let (target, around, values) = P::evaluate(run, cx, chain, found);
    let target = if found == FAILS { FAILED } else { target };
    if found <= FAILS {
        P::leave(run, cx, around);
        if found != FAILS {
            cx.record_transition(P::INFO, source, found);
        }
    }
    if P::RESULT.is_some() && target == FINAL {
        return Some(finish(run, cx, chain, P::given_result(values)));
    }
    if target >= FINAL {
        return Some(run.end(cx, chain, target));
    }
    if P::enter(run, cx, chain, target, found == RESUME, values) {
        return Some(run.end(cx, chain, FAILED));
    }
    None
}

/// Sets a machine to FINAL with a result, or to FAILED if the result is outside its range.
#[cold]
#[inline(never)]
#[allow(clippy::cast_possible_truncation)] // for display; fewer fields
fn finish<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    chain: &mut Chain,
    result: Option<P::Output>,
) -> u16 {
    let (Some(of), Some(result)) = (P::RESULT, result) else { return run.end(cx, chain, FINAL) };
    if let Some((field, value)) = (of.out_of_range)(&result) {
        let cause = Cause::ResultOutOfRange(field as u16);
        chain.failure = Some(StoredFailure::new(P::INFO, cause, (value as f32,)));
        return run.end(cx, chain, FAILED);
    }
    if T::ON {
        let mut values = CallArguments::default();
        (of.keep)(&result, &mut values);
        cx.record(P::INFO, TraceKind::Result(values));
    }
    run.phase = P::finished(result);
    FINAL
}

/// A pass of a skill whose variables flow; `found` is [`NONE`] or [`OUTLINED`].
#[inline(never)]
pub(super) fn pass_flowing<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    chain: &mut Chain,
    found: u16,
) -> Status {
    if found == OUTLINED {
        let found = begin::<B, T, P>(cx, chain, run.phase.condition());
        if found == FAILS {
            return settle(run, cx, chain, found);
        }
    }
    let now = cx.now.time;
    if let Some(clock) = P::flow_clock(&mut run.data) {
        cx.now.time = clock.pass(now);
    }
    let status = settle(run, cx, chain, NONE);
    cx.now.time = now;
    status
}
