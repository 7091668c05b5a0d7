//! The state machine that all skills share. The code that `skill!` generates checks guards, and
//! enters and leaves the states of one skill.
//!
//! A pass has a hot and a cold part. [`StateMachine::check`] evaluates the guards of the active
//! states and returns the number of the transition that fires; it is inlined into the tick, through
//! all levels of sub-skills. Whatever fires is handled by [`settle`], which is cold and exists once
//! per skill. Its loop contains no guard, because the optimizer would move constants of a guard out
//! of the loop, to where every tick passes.

use crate::active::{ActiveEntry, ActiveParent};
use crate::blackboard::{Blackboard, Refusal};
use crate::call::{CallArguments, ResultOf, SkillString};
use crate::chain::Chain;
use crate::failure::InvalidCall;
use crate::found::{
    BEGIN, FAILED, FINAL, INACTIVE, INVALID, NONE, REFUSED, RESUME, TRANSITIONS, UNSETTLED,
};
use crate::hybrid::FlowClock;
use crate::machine::{ListActive, Start, SubExec};
use crate::required::Access;
use crate::{
    Cause, Context, Exec, Failure, Instant, Machine, SkillInfo, Status, Tick, TraceKind, Tracer,
};
use core::cell::Cell;
use core::fmt;
use core::iter::successors;
use core::ops::ControlFlow;

/// Returns the status of a machine of which `found`, which is no transition, is the result.
#[inline]
const fn status(found: u16) -> Status {
    match found {
        FINAL => Status::Final,
        FAILED => Status::Failed,
        _ => Status::Running,
    }
}

/// The data of the active state at one nesting depth: the time of its entry, and the interfaces
/// that refused its messages.
#[derive(Debug, Default)]
pub struct Activation {
    time: Instant,
    count: u32,
    #[doc(hidden)]
    pub refused: Cell<u32>,
}

impl Activation {
    /// One of a state that has not been entered.
    #[allow(clippy::declare_interior_mutable_const)] // only a first value
    pub const NEW: Self = Self { time: Instant::ZERO, count: 0, refused: Cell::new(0) };

    /// Records the entry of a state that has a timeout.
    #[inline]
    pub fn enter(&mut self, now: Tick) {
        self.time = now.time;
        self.count = now.count;
    }

    /// Records the entry of the state at index `state`, which has no timeout. The field of the
    /// count stores the inverted index, so that [`entered`](Self::entered) recognizes the state.
    #[inline]
    pub fn note(&mut self, now: Tick, state: u16) {
        self.time = now.time;
        self.count = !u32::from(state);
    }

    /// Returns the time at which the state at index `state` was entered, if it is known.
    fn entered(&self, state: u16, timed: bool) -> Option<Instant> {
        let known = timed || self.count == !u32::from(state);
        known.then_some(self.time)
    }

    /// Returns the clock of the state, which measures the time since its entry.
    #[must_use]
    #[inline]
    pub fn clock(&self, now: Tick) -> Clock {
        Clock { now, since: Tick { time: self.time, count: self.count } }
    }
}

/// The time since a state was entered.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The current pass.
    pub now: Tick,
    /// The pass in which the state was entered.
    pub since: Tick,
}

impl Clock {
    /// Returns the time in microseconds.
    #[must_use]
    #[inline]
    pub const fn micros(&self) -> u64 {
        self.now.time.micros_since(self.since.time)
    }

    /// Returns the time in passes of the main loop.
    #[must_use]
    #[inline]
    pub const fn ticks(&self) -> u32 {
        self.now.count.wrapping_sub(self.since.count)
    }
}

/// The condition of a machine without an active state.
#[derive(Clone, Copy, Debug)]
pub enum Inactive {
    /// The machine has not entered its start state.
    NotStarted,
    /// The arguments of the call are invalid.
    InvalidCall(InvalidCall),
    /// The skill is FINAL.
    Final,
    /// The skill is FAILED.
    Failed,
}

/// The active state of a skill, with the data and sub-machines of the state. `skill!` generates
/// the implementation.
pub trait ActiveState: Sized {
    /// The skill, or the agent.
    type Skill;
    /// The enum of the states.
    type State: Copy + 'static;
    /// The variables, followed by the arguments.
    type Vars;
    /// An array of one [`Activation`] for each nesting depth of states.
    type Levels: AsRef<[Activation]>;
    /// The same before any state has been entered. `core` has no default for long arrays.
    #[allow(clippy::declare_interior_mutable_const)] // only a first value
    const NEW_LEVELS: Self::Levels;
    /// The values that a transition carries to the parameters of its target.
    type Values;
    /// The type of the result.
    type Output: 'static;
    /// The functions of the result, if the skill has one.
    const RESULT: Option<ResultOf<Self::Output>> = None;
    /// The skill as data.
    const INFO: &'static SkillInfo;
    /// The states by their index in the graph, followed by FINAL and FAILED.
    const STATES: &'static [Self::State];
    /// The indices of the states that always keep the time of their entry.
    const TIMED: &'static [u16] = &[];
    /// Whether `loop` blocks, sub-skills or actions run in a pass.
    const STEPS: bool = false;
    /// Whether variables flow while time passes.
    const FLOWS: bool = false;
    /// Returns the index of the innermost active state, or of the one that is being entered.
    ///
    /// # Errors
    /// Returns [`Inactive`] if no state is active.
    fn active(&self) -> Result<u16, Inactive>;
    /// Returns what [`INACTIVE`] means for a machine without an active state: [`BEGIN`],
    /// [`INVALID`], [`FINAL`] or [`FAILED`].
    fn condition(&self) -> u16;
    /// Returns the reason why the call cannot be run, of a machine whose condition is [`INVALID`].
    #[inline]
    fn invalid_call(&self) -> Option<InvalidCall> {
        None
    }
    /// Returns the number of states around the state at index `state`.
    #[must_use]
    #[inline]
    fn around(state: u16) -> u16 {
        let _ = state;
        0
    }
    /// Visits the active states of the sub-skills that run.
    fn visit_sub_machines<F: FnMut(ActiveEntry) -> ControlFlow<()>>(
        &self,
        at: ActiveParent,
        visit: &mut F,
    ) -> ControlFlow<()> {
        let _ = (at, visit);
        ControlFlow::Continue(())
    }
    /// Adds the arguments, the variables and the data of the active states to `out`.
    fn debug_fields(&self, vars: &Self::Vars, out: &mut fmt::DebugStruct<'_, '_>) {
        let _ = (vars, out);
    }
    /// Returns the value for a machine without an active state.
    fn outside(place: Inactive) -> Self;
    /// Returns the result, if the skill is FINAL and has one.
    fn result(&self) -> Option<&Self::Output> {
        None
    }
    /// Returns the result that a transition to FINAL carries.
    #[inline]
    fn given_result(values: Self::Values) -> Option<Self::Output> {
        let _ = values;
        None
    }
    /// Returns the value for a machine that is FINAL with a result.
    fn finished(result: Self::Output) -> Self {
        let _ = result;
        Self::outside(Inactive::Final)
    }
    /// Returns the reason why the call cannot be run, if it cannot.
    fn problem(call: &Self::Skill) -> Option<Failure>;
    /// Returns the initial variables of a call.
    fn vars(call: Self::Skill) -> Self::Vars;
    /// Restores the initial values of the variables.
    fn renew(vars: &mut Self::Vars) {
        let _ = vars;
    }
    /// Returns the time up to which the variables are integrated, if they flow.
    #[inline]
    fn flow_clock(vars: &mut Self::Vars) -> Option<&mut FlowClock> {
        let _ = vars;
        None
    }
}

/// The generated code that checks guards, and enters and leaves the states on the blackboard `B`.
pub trait StateMachine<B: Blackboard>: ActiveState {
    /// The interfaces that the skill and its sub-skills use.
    const ACCESS: Access;
    /// Returns the index of the first required interface of the skill itself whose value is older
    /// than its `max_age`, or [`NONE`].
    #[inline]
    fn stale<T: Tracer>(cx: &Context<'_, B, T>) -> u16 {
        let _ = cx;
        NONE
    }
    /// Returns the first transition that fires, or one of the numbers above `TRANSITIONS`. If
    /// `steps`, the active states first run their `loop` blocks, sub-skills and actions. If
    /// `FAST`, the passes of sub-skills are inlined.
    fn check<T: Tracer, const FAST: bool>(
        run: &mut States<Self>,
        cx: &mut Context<'_, B, T>,
        chain: &mut Chain,
        steps: bool,
    ) -> u16;
    /// Lets variables flow while time passes. Returns the transition whose guard was crossed,
    /// [`NONE`] or [`UNSETTLED`].
    fn flow<T: Tracer>(run: &mut States<Self>, cx: &mut Context<'_, B, T>) -> u16 {
        let _ = (run, cx);
        NONE
    }
    /// Evaluates what `found` carries, which is a transition, [`BEGIN`] or [`RESUME`]. Returns its
    /// target, which is the index of a state, [`FINAL`] or [`FAILED`], and the values of the
    /// target's parameters.
    fn evaluate<T: Tracer>(
        run: &mut States<Self>,
        cx: &mut Context<'_, B, T>,
        chain: &mut Chain,
        found: u16,
    ) -> (u16, Self::Values);
    /// Leaves the active states that have at least `around` states around them, innermost first:
    /// runs their `exit` blocks, and leaves their sub-skills.
    fn leave<T: Tracer>(run: &mut States<Self>, cx: &mut Context<'_, B, T>, around: u16) {
        let _ = (run, cx, around);
    }
    /// Enters the state at index `target`. `resumes` if its preconditions have let it be entered.
    /// Returns whether a message of an `init` block was refused, for which the skill fails: then
    /// all states have been left, and the failure is in `chain`.
    fn enter<T: Tracer>(
        run: &mut States<Self>,
        cx: &mut Context<'_, B, T>,
        chain: &mut Chain,
        target: u16,
        resumes: bool,
        values: Self::Values,
    ) -> bool;
}

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
        chain.failure = Some(Failure::refused(skill, &refusal));
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

/// Checks the transitions outside of the hot part of a pass: after a state was entered, and while
/// a run begins.
#[cold]
#[inline(never)]
fn check_outlined<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    chain: &mut Chain,
    steps: bool,
) -> u16 {
    P::check::<T, false>(run, cx, chain, steps)
}

/// Takes the transition `found`, or begins a run, and checks the transitions then.
#[cold]
#[inline(never)]
fn take<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    chain: &mut Chain,
    found: u16,
) -> u16 {
    if found == INVALID
        && let Some(call) = run.phase.invalid_call()
    {
        chain.fail_call(P::INFO, call);
        return run.end(cx, chain, FAILED);
    }
    if found == REFUSED {
        P::leave(run, cx, 0);
        return run.end(cx, chain, FAILED);
    }
    if found == BEGIN {
        if let Some(clock) = P::flow_clock(&mut run.data) {
            clock.begin();
            cx.now.time = clock.now();
        }
        cx.record_entered(P::INFO, P::INFO.graph.start);
    }
    // The messages that an `exit` block could not send are traced before the transition.
    let source = if T::ON { run.phase.active().unwrap_or(0) } else { 0 };
    let (target, values) = P::evaluate(run, cx, chain, found);
    if found < TRANSITIONS {
        P::leave(run, cx, if target < FINAL { P::around(target) } else { 0 });
        cx.record_transition(P::INFO, source, found);
    }
    if P::RESULT.is_some() && target == FINAL {
        return finish(run, cx, chain, P::given_result(values));
    }
    if target >= FINAL {
        return run.end(cx, chain, target);
    }
    if P::enter(run, cx, chain, target, found == RESUME, values) {
        return run.end(cx, chain, FAILED);
    }
    check_outlined(run, cx, chain, false)
}

/// Takes the transition `found` and those that fire after it, then does the rest of the pass.
/// Variables flow first if nothing was found.
#[cold]
#[inline(never)]
fn settle<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    chain: &mut Chain,
    mut found: u16,
) -> Status {
    let mut left = P::INFO.max_transitions;
    if found == INACTIVE {
        found = run.phase.condition();
    }
    let mut flows = P::FLOWS && found == NONE;
    // Rule 1: the first pass of a run steps once it has entered.
    let mut steps = P::FLOWS || P::STEPS && found == BEGIN;
    loop {
        if found == NONE {
            if P::FLOWS && flows {
                found = P::flow(run, cx);
                flows = found != NONE;
                if found == UNSETTLED {
                    found = check_outlined(run, cx, chain, false);
                    if found == INACTIVE {
                        found = run.phase.condition();
                    }
                    flows = found != BEGIN;
                }
                continue;
            }
            if steps {
                steps = false;
                found = check_outlined(run, cx, chain, true);
            }
        }
        if found >= NONE {
            return status(found);
        }
        if found < TRANSITIONS {
            if left == 0 {
                // Rule 5: the next pass continues.
                run.limits = run.limits.wrapping_add(1);
                cx.record(P::INFO, TraceKind::Limit { transition: found });
                return Status::Running;
            }
            left -= 1;
        }
        found = take(run, cx, chain, found);
    }
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
        chain.failure = Some(Failure::new(P::INFO, cause, (value as f32,)));
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

/// A pass of a skill whose variables flow.
#[inline(never)]
fn pass_flowing<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut States<P>,
    cx: &mut Context<'_, B, T>,
    chain: &mut Chain,
) -> Status {
    let now = cx.now.time;
    if let Some(clock) = P::flow_clock(&mut run.data) {
        cx.now.time = clock.pass(now);
    }
    let status = settle(run, cx, chain, NONE);
    cx.now.time = now;
    status
}

/// The machine of a skill: its active states with the times of their entry, and its variables.
pub struct Run<P: ActiveState> {
    states: States<P>,
    chain: Chain,
}

/// The active states of a skill, which another machine may run.
pub struct States<P: ActiveState> {
    /// The active state, with what it holds.
    pub phase: P,
    /// The data of the active states.
    pub levels: P::Levels,
    limits: u16,
    /// The number of `exit` blocks that had a message refused; wraps.
    pub refusals: u16,
    /// The variables.
    pub data: P::Vars,
}

impl<P: ActiveState> Run<P> {
    /// Returns the variables of the skill, and its arguments with defaults filled in.
    #[must_use]
    pub fn vars(&self) -> &P::Vars {
        &self.states.data
    }

    /// Returns how often an `exec` reached `max_transitions`; wraps at 65536.
    #[must_use]
    pub fn limits(&self) -> u32 {
        self.states.limits.into()
    }

    /// Returns how many `exit` blocks had a message refused, which does not fail the skill; wraps
    /// at 65536.
    #[must_use]
    pub fn refusals(&self) -> u32 {
        self.states.refusals.into()
    }
}

impl<P: ActiveState> States<P> {
    #[inline]
    fn start(call: P::Skill) -> Self {
        let place = match P::problem(&call) {
            Some(failure) => Inactive::InvalidCall(InvalidCall::new(&failure)),
            None => Inactive::NotStarted,
        };
        Self {
            phase: P::outside(place),
            levels: P::NEW_LEVELS,
            limits: 0,
            refusals: 0,
            data: P::vars(call),
        }
    }

    /// Returns the index in [`ActiveState::STATES`] of the state that the machine reports.
    #[inline]
    fn number(&self) -> usize {
        match self.phase.active() {
            Ok(state) => usize::from(state),
            Err(Inactive::NotStarted) => usize::from(P::INFO.graph.start),
            // The last two are FINAL and FAILED.
            Err(Inactive::Final) => P::STATES.len() - 2,
            Err(Inactive::InvalidCall(_) | Inactive::Failed) => P::STATES.len() - 1,
        }
    }

    #[inline]
    fn status(&self) -> Status {
        match self.phase.active() {
            Err(Inactive::Final) => Status::Final,
            Err(Inactive::Failed) => Status::Failed,
            _ => Status::Running,
        }
    }

    /// Whether a state has been entered since the last reset.
    fn has_begun(&self) -> bool {
        !matches!(self.phase.active(), Err(Inactive::NotStarted | Inactive::InvalidCall(_)))
    }

    /// Sets the machine to FINAL, or to FAILED with the failure of the chain.
    fn end<B: Blackboard, T: Tracer>(
        &mut self,
        cx: &mut Context<'_, B, T>,
        chain: &Chain,
        target: u16,
    ) -> u16 {
        let failed = target == FAILED;
        self.phase = P::outside(if failed { Inactive::Failed } else { Inactive::Final });
        if T::ON
            && failed
            && let Some(failure) = chain.failure
        {
            cx.record(P::INFO, TraceKind::Failed(failure));
        }
        target
    }
}

impl<P: ActiveState> Start<P::Skill> for Run<P> {
    type Sub = States<P>;
    #[inline]
    fn start(call: P::Skill) -> Self {
        Self { states: States::start(call), chain: Chain::default() }
    }
    #[inline]
    fn start_sub(call: P::Skill) -> States<P> {
        States::start(call)
    }
    #[inline]
    fn result_of(sub: &States<P>) -> Option<&P::Output> {
        sub.phase.result()
    }
}

impl<P: ActiveState> Machine for Run<P> {
    type State = P::State;
    type Output = P::Output;
    fn result(&self) -> Option<&P::Output> {
        self.states.phase.result()
    }
    fn write_result(&self, text: &mut SkillString) -> fmt::Result {
        let result = P::RESULT.zip(self.result());
        result.map_or(Ok(()), |(of, result)| (of.write)(result, text))
    }
    #[inline]
    fn state(&self) -> P::State {
        P::STATES[self.states.number().min(P::STATES.len() - 1)]
    }
    #[inline]
    fn status(&self) -> Status {
        self.states.status()
    }
    #[inline]
    fn failure(&self) -> Option<&Failure> {
        match self.states.phase.active() {
            Err(Inactive::Failed) => self.chain.failure.as_ref(),
            _ => None,
        }
    }
}

impl<P: ActiveState> ListActive for Run<P> {
    fn visit_active<F: FnMut(ActiveEntry) -> ControlFlow<()>>(
        &self,
        at: ActiveParent,
        visit: &mut F,
    ) -> ControlFlow<()> {
        self.states.visit_active(at, visit)
    }
}

impl<P: ActiveState> ListActive for States<P> {
    fn visit_active<F: FnMut(ActiveEntry) -> ControlFlow<()>>(
        &self,
        at: ActiveParent,
        visit: &mut F,
    ) -> ControlFlow<()> {
        let Ok(innermost) = self.phase.active() else {
            let state = u16::try_from(self.number()).ok().filter(|_| self.has_begun());
            return visit(at.entry(0, P::INFO, state, None));
        };
        let ancestor = |state: &u16| P::INFO.graph.parent(*state);
        let depth = successors(Some(innermost), ancestor).count().saturating_sub(1);
        for (level, activation) in self.levels.as_ref().iter().enumerate().take(depth + 1) {
            // Outermost first: the ancestor of the innermost state at this nesting depth.
            let Some(state) = successors(Some(innermost), ancestor).nth(depth - level) else {
                continue;
            };
            let entered = activation.entered(state, P::TIMED.contains(&state));
            let level = u32::try_from(level).unwrap_or(u32::MAX);
            visit(at.entry(level, P::INFO, Some(state), entered))?;
        }
        self.phase.visit_sub_machines(at, visit)
    }
}

/// `Standup { active: standup: Wait, time_sec: 2.0 }`
impl<P: ActiveState> fmt::Debug for Run<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.states.fmt(f)
    }
}

// `active` covers `levels`; the count of limits is omitted to keep the text short.
#[allow(clippy::missing_fields_in_debug)]
impl<P: ActiveState> fmt::Debug for States<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct(P::INFO.type_name);
        out.field("active", &format_args!("{}", crate::active::ActivePath::new(self)));
        self.phase.debug_fields(&self.data, &mut out);
        out.finish()
    }
}

impl<B: Blackboard, P: StateMachine<B>> Exec<B> for Run<P> {
    const ACCESS: Access = <P as StateMachine<B>>::ACCESS;

    // One test covers the sub-skills, too: where an interface is missing, `step_outlined` finds out
    // at each level whether it is required there.
    #[allow(clippy::inline_always)] // as for `States::step`
    #[inline(always)]
    fn exec<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) -> Status {
        if <Self as Exec<B>>::ACCESS.lacks_writer(cx.snapshot) {
            return self.states.step_outlined(cx, &mut self.chain);
        }
        self.states.step(cx, &mut self.chain)
    }

    #[cold]
    #[inline(never)]
    fn reset<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) {
        if !self.states.has_begun() {
            return;
        }
        // The same call is still invalid after the reset.
        let failure = self.failure().filter(|failure| core::ptr::eq(failure.skill, P::INFO));
        let place = match failure.filter(|failure| failure.cause.is_invalid_call()) {
            Some(failure) => Inactive::InvalidCall(InvalidCall::new(failure)),
            None => Inactive::NotStarted,
        };
        let run = &mut self.states;
        P::leave(run, cx, 0);
        run.phase = P::outside(place);
        P::renew(&mut run.data);
        run.levels = P::NEW_LEVELS;
        cx.record(P::INFO, TraceKind::Reset);
    }
}

impl<B: Blackboard, P: StateMachine<B>> SubExec<B> for States<P> {
    const ACCESS: Access = <P as StateMachine<B>>::ACCESS;

    // Inlined so that a pass without a transition needs no function call per level of sub-skills.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn step<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>, chain: &mut Chain) -> Status {
        if P::stale(cx) != NONE {
            return self.step_outlined(cx, chain);
        }
        if P::FLOWS {
            return pass_flowing(self, cx, chain);
        }
        let found = P::check::<T, true>(self, cx, chain, true);
        if found == NONE { Status::Running } else { settle(self, cx, chain, found) }
    }

    #[cold]
    #[inline(never)]
    fn step_outlined<T: Tracer>(
        &mut self,
        cx: &mut Context<'_, B, T>,
        chain: &mut Chain,
    ) -> Status {
        let runs = matches!(self.phase.active(), Ok(_) | Err(Inactive::NotStarted));
        let access = <P as StateMachine<B>>::ACCESS;
        if runs && let Some(cause) = access.problem(P::INFO, cx.snapshot, P::stale(cx)) {
            P::leave(self, cx, 0);
            chain.failure = Some(Failure::new(P::INFO, cause, ()));
            return status(self.end(cx, chain, FAILED));
        }
        if P::FLOWS {
            return pass_flowing(self, cx, chain);
        }
        let found = check_outlined(self, cx, chain, true);
        if found == NONE { Status::Running } else { settle(self, cx, chain, found) }
    }

    #[inline]
    fn has_failed(&self) -> bool {
        self.status() == Status::Failed
    }

    #[inline]
    fn leave<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) {
        if self.has_begun() {
            P::leave(self, cx, 0);
            cx.record(P::INFO, TraceKind::Reset);
        }
    }
}
