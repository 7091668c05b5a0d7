//! The cold part of a pass: what follows when a transition fires.

use super::states::States;
use super::step::StateMachine;
use crate::access::begin_in;
use crate::blackboard::Blackboard;
use crate::call::CallArguments;
use crate::failure::{Cause, StoredFailure};
use crate::failure_slot::FailureSlot;
use crate::machine::{Context, SubExec};
use crate::outcome::{Outcome, Target};
use crate::status::Status;
use crate::trace::{TraceKind, Tracer};

/// Returns what a pass begins with that is not inlined into the tick: the condition of the machine,
/// or [`ABORT`](Outcome::ABORT) if its call is invalid, or if `outcome` says that nothing has been
/// checked and a required interface has no writer or is stale.
///
/// It is not a part of its caller: there, the compiler would make a copy for each condition.
#[cold]
#[inline(never)]
fn begin_outlined<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &States<P>,
    cx: &Context<'_, B, T>,
    failure: &mut FailureSlot,
    outcome: Outcome,
) -> Outcome {
    begin(run, cx, failure, outcome)
}

/// The same in its caller.
#[inline(always)]
#[allow(clippy::inline_always)] // few machines have it in their caller
fn begin<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &States<P>,
    cx: &Context<'_, B, T>,
    failure: &mut FailureSlot,
    outcome: Outcome,
) -> Outcome {
    let access = <States<P> as SubExec<B>>::ACCESS;
    // Rule 12: the arguments are checked before the interfaces.
    if P::HAS_LIMITS && run.phase.is_not_started() {
        if let Some(invalid) = P::check_vars(&run.data) {
            failure.set_invalid_call(P::INFO.key(), invalid);
            return Outcome::ABORT;
        }
        // A machine with arguments is started often.
        let is_stale = || P::stale(cx).is_some();
        let may_be_missing = || access.may_be_missing(cx.snapshot, cx.now.time) || is_stale();
        if outcome.is(Outcome::INACTIVE) || !may_be_missing() {
            return Outcome::NOT_STARTED;
        }
    }
    let of = (P::INFO.key(), run.phase.invalid_call());
    // The order is that of the arguments of `settle`: so they stay in their registers.
    let condition = run.phase.condition();
    let read = (cx.snapshot, cx.now.time);
    begin_in(condition, read, failure, outcome, of, access.own, P::stale(cx))
}

/// Takes the transition `outcome` and those that fire after it, then does the rest of the pass.
/// Variables flow first if no guard has fired.
#[cold]
#[inline(never)]
pub(super) fn settle<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    failure: &mut FailureSlot,
    mut outcome: Outcome,
) -> Status {
    let (mut flows, mut steps) = (false, P::FLOWS);
    if outcome.is_undecided() {
        // Others are seldom started by another machine, and are smaller so.
        let starts_often = P::STEPS || P::HAS_LIMITS;
        let is_new = outcome.is(Outcome::INACTIVE) && run.phase.is_not_started();
        outcome = if !P::HAS_LIMITS && is_new {
            Outcome::NOT_STARTED
        } else if starts_often {
            begin_outlined(run, cx, failure, outcome)
        } else {
            begin(run, cx, failure, outcome)
        };
        if P::FLOWS && outcome.is(Outcome::UNCHECKED) {
            (outcome, flows) = (Outcome::NONE, true);
        }
        // Rule 1: the first pass of a run steps once it has entered.
        steps |= P::STEPS && outcome.is(Outcome::NOT_STARTED);
    }
    let mut left = P::INFO.max_transitions;
    loop {
        if outcome.is_at_rest() {
            if P::FLOWS && flows && outcome.is_none() {
                outcome = P::flow(run, cx);
                flows = !outcome.is_none();
                continue;
            }
            if !outcome.is_none() || !steps {
                return outcome.status();
            }
            steps = false;
            outcome = Outcome::UNCHECKED;
        } else if outcome.is_transition() {
            if left == 0 {
                // Rule 5: the next pass continues.
                run.limits = run.limits.wrapping_add(1);
                cx.record(P::INFO, TraceKind::Limit { transition: outcome.0 });
                return Status::Running;
            }
            left -= 1;
        }
        outcome = take(run, cx, failure, outcome);
    }
}

/// Takes the transition `outcome`, or begins a run, and checks the transitions then. Only checks
/// them if `outcome` is [`UNCHECKED`](Outcome::UNCHECKED) or [`UNSETTLED`](Outcome::UNSETTLED).
#[cold]
#[inline(never)]
fn take<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    failure: &mut FailureSlot,
    outcome: Outcome,
) -> Outcome {
    let only_checks = outcome.is(Outcome::UNCHECKED) || P::FLOWS && outcome.is(Outcome::UNSETTLED);
    if !only_checks && let Some(end) = change(run, cx, failure, outcome) {
        return end;
    }
    let steps = outcome.is(Outcome::UNCHECKED);
    if P::STEPS {
        P::check::<T, false>(run, cx, failure, steps)
    } else {
        check(run, cx, failure, steps)
    }
}

/// Checks the transitions of a machine that runs nothing in its states. In [`take`], there would be
/// a copy of the match for each state that is entered; alone, it may become a table.
#[cold]
#[inline(never)]
fn check<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    failure: &mut FailureSlot,
    steps: bool,
) -> Outcome {
    P::check::<T, false>(run, cx, failure, steps)
}

/// Takes the transition `outcome`, or begins a run. Returns the end of the run, if it ends.
#[inline(always)]
#[allow(clippy::inline_always)] // a part of its only caller
fn change<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    failure: &mut FailureSlot,
    outcome: Outcome,
) -> Option<Outcome> {
    if outcome.is(Outcome::NOT_STARTED) {
        if let Some(clock) = P::flow_clock(&mut run.data) {
            clock.begin();
            cx.now.time = clock.now();
        }
        cx.record_entered(P::INFO, P::INFO.graph.start);
    }
    // The messages that an `exit` block could not send are traced before the transition.
    let source = if T::ON { run.phase.active().unwrap_or(0) } else { 0 };
    let (target, around, values) = P::evaluate(run, cx, failure, outcome);
    if P::MAY_DECLINE && target.is(Target::DECLINED) {
        return Some(Outcome::NONE);
    }
    let target = if !P::STEPS && outcome.is(Outcome::ABORT) { Target::FAILED } else { target };
    if outcome.leaves_states() {
        P::leave(run, cx, around);
        if P::STOPS && target.is_end() {
            P::stop(run, cx);
        }
        if !outcome.is(Outcome::ABORT) {
            cx.record_transition(P::INFO, source, outcome.0);
        }
    }
    if P::RESULT.is_some() && target.is(Target::FINAL) {
        return Some(finish(run, cx, failure, P::transition_result(values)));
    }
    if target.is_end() {
        return Some(run.end(cx, failure, target));
    }
    if P::enter(run, cx, failure, target.0, outcome.is(Outcome::ENTER_PENDING), values) {
        if P::STOPS {
            P::stop(run, cx);
        }
        return Some(run.end(cx, failure, Target::FAILED));
    }
    None
}

/// Leaves all active states, at the end of a run that no transition ends.
#[inline]
pub(super) fn leave_all<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
) {
    P::leave(run, cx, 0);
    if P::STOPS {
        P::stop(run, cx);
    }
}

/// Sets a machine to FINAL with a result, or to FAILED if the result is outside its range.
#[cold]
#[inline(never)]
#[allow(clippy::cast_possible_truncation)] // for display; fewer fields
fn finish<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    failure: &mut FailureSlot,
    result: Option<P::Output>,
) -> Outcome {
    let (Some(of), Some(result)) = (P::RESULT, result) else {
        return run.end(cx, failure, Target::FINAL);
    };
    if let Some((field, value)) = (of.out_of_range)(&result) {
        let cause = Cause::ResultOutOfRange(field as u16);
        failure.stored = Some(StoredFailure::new(P::INFO, cause, (value as f32,)));
        return run.end(cx, failure, Target::FAILED);
    }
    if T::ON {
        let mut values = CallArguments::default();
        (of.keep)(&result, &mut values);
        cx.record(P::INFO, TraceKind::Result(values));
    }
    run.phase = P::finished(result);
    Outcome::FINAL
}

/// A pass of a skill whose variables flow; `outcome` is [`NONE`](Outcome::NONE) or
/// [`UNCHECKED`](Outcome::UNCHECKED).
#[inline(never)]
pub(super) fn pass_flowing<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    failure: &mut FailureSlot,
    outcome: Outcome,
) -> Status {
    if outcome.is(Outcome::UNCHECKED) {
        let outcome = begin_outlined(run, cx, failure, outcome);
        if outcome.is(Outcome::ABORT) {
            return settle(run, cx, failure, outcome);
        }
    }
    let now = cx.now.time;
    if let Some(clock) = P::flow_clock(&mut run.data) {
        cx.now.time = clock.pass(now);
    }
    let status = settle(run, cx, failure, Outcome::NONE);
    cx.now.time = now;
    status
}
