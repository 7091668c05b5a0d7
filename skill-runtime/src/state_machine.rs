//! The state machine that all skills share. The code that `skill!` generates enters, leaves and
//! steps the states of one skill.

use crate::active::{ActiveEntry, ActiveParent};
use crate::blackboard::Blackboard;
use crate::call::{CallArguments, ResultOf, SkillString};
use crate::machine::Start;
use crate::required::Access;
use crate::{
    Cause, Context, Exec, Failure, Instant, Machine, SkillInfo, Status, Tick, TraceKind, Tracer,
};
use core::cell::Cell;
use core::fmt;
use core::iter::successors;
use core::ops::ControlFlow;

/// No transition.
pub const NONE: u16 = u16::MAX;

/// The mode of a pass in which the active states step.
pub const STEP: u8 = 0;
/// The mode after a state was entered: the transitions are checked once, and no state steps.
pub const ENTERED: u8 = 1;
/// The mode after the start state was entered in the first pass of a run, which then steps.
pub const BEGUN: u8 = 3;

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
    InvalidCall(Failure),
    /// The skill is FINAL.
    Final,
    /// The skill is FAILED.
    Failed(Failure),
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
    /// The type of the result.
    type Output: 'static;
    /// The functions of the result, if the skill has one.
    const RESULT: Option<ResultOf<Self::Output>> = None;
    /// An array of one [`Activation`] for each nesting depth of states.
    type Levels: Default + AsRef<[Activation]>;
    /// The skill as data.
    const INFO: &'static SkillInfo;
    /// The states by their index in the graph, followed by FINAL and FAILED.
    const STATES: &'static [Self::State];
    /// The indices of the states that always keep the time of their entry.
    const TIMED: &'static [u16] = &[];
    /// Returns the index of the innermost active state, or of the one that is being entered.
    ///
    /// # Errors
    /// Returns [`Inactive`] if no state is active.
    fn active(&self) -> Result<u16, &Inactive>;
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
}

/// The generated code that steps, enters and leaves the states on the blackboard `B`.
pub trait StateMachine<B: Blackboard>: ActiveState {
    /// The interfaces that the skill and its sub-skills use.
    const ACCESS: Access;
    /// The mode in which a pass begins: [`STEP`], or `FLOW`.
    const MODE: u8 = STEP;
    /// Sets the time of a pass to that up to which the continuous variables are integrated.
    #[inline]
    fn begin_pass<T: Tracer>(run: &mut Run<Self>, cx: &mut Context<'_, B, T>) {
        let _ = (run, cx);
    }
    /// Runs one pass according to the numbered rules of the language, beginning in `mode`. `left`
    /// is the number of transitions that it can still take, and `found` the transition that
    /// fires, or [`NONE`]. If `FAST`, it delegates all rounds after the first to [`pass_slow`].
    fn pass<T: Tracer, const FAST: bool>(
        run: &mut Run<Self>,
        cx: &mut Context<'_, B, T>,
        mode: u8,
        left: u32,
        found: u16,
    ) -> Status;
    /// Returns the index of the first required interface of the skill itself whose value is older
    /// than its `max_age`, or [`NONE`].
    #[inline]
    fn stale<T: Tracer>(cx: &Context<'_, B, T>) -> u16 {
        let _ = cx;
        NONE
    }
    /// Leaves all active states, innermost first: runs their `exit` blocks and resets their
    /// sub-skills.
    fn leave<T: Tracer>(run: &mut Run<Self>, cx: &mut Context<'_, B, T>) {
        let _ = (run, cx);
    }
}

/// Runs the further rounds of a pass, after a state was entered or in order to enter one.
#[cold]
#[inline(never)]
pub fn pass_slow<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut Run<P>,
    cx: &mut Context<'_, B, T>,
    mode: u8,
    left: u32,
    found: u16,
) -> Status {
    P::pass::<T, false>(run, cx, mode, left, found)
}

/// Continues a pass whose first round has entered a state, of which the transition `found`
/// fires, if there is one.
#[allow(clippy::inline_always)] // only a comparison and a jump
#[inline(always)]
pub fn settle<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut Run<P>,
    cx: &mut Context<'_, B, T>,
    left: u32,
    found: u16,
) -> Status {
    if found == NONE { Status::Running } else { pass_slow(run, cx, ENTERED, left, found) }
}

/// The machine of a skill: its active states with the times of their entry, and its variables.
pub struct Run<P: ActiveState> {
    #[doc(hidden)]
    pub phase: P,
    #[doc(hidden)]
    pub levels: P::Levels,
    limits: u32,
    #[doc(hidden)]
    pub data: P::Vars,
}

impl<P: ActiveState> Run<P> {
    /// Returns the index in [`ActiveState::STATES`] of the state that the machine reports.
    #[inline]
    fn number(&self) -> usize {
        match self.phase.active() {
            Ok(state) => usize::from(state),
            Err(Inactive::NotStarted) => usize::from(P::INFO.graph.start),
            // The last two are FINAL and FAILED.
            Err(Inactive::Final) => P::STATES.len() - 2,
            Err(Inactive::InvalidCall(_) | Inactive::Failed(_)) => P::STATES.len() - 1,
        }
    }

    /// Returns the variables of the skill, and its arguments with defaults filled in.
    #[must_use]
    pub fn vars(&self) -> &P::Vars {
        &self.data
    }

    /// Returns how often an `exec` reached `max_transitions`; wraps.
    #[must_use]
    pub fn limits(&self) -> u32 {
        self.limits
    }

    /// Applies rule 5: `max_transitions` have been taken, so `transition` is deferred to
    /// the next pass.
    #[doc(hidden)]
    #[cold]
    #[inline(never)]
    pub fn stopped<B: Blackboard, T: Tracer>(
        &mut self,
        cx: &mut Context<'_, B, T>,
        transition: u16,
    ) -> Status {
        self.limits = self.limits.wrapping_add(1);
        cx.record(P::INFO, TraceKind::Limit { transition });
        Status::Running
    }

    /// Applies rule 6: FINAL and FAILED do not change; an invalid call fails.
    #[doc(hidden)]
    #[cold]
    #[inline(never)]
    pub fn outside<B: Blackboard, T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) -> Status {
        if let Err(Inactive::InvalidCall(failure)) = self.phase.active() {
            let failure = *failure;
            return self.fail(cx, failure);
        }
        self.status()
    }

    /// Sets the machine to FINAL with a result, or to FAILED if the result is outside its range.
    #[doc(hidden)]
    #[cold]
    #[inline(never)]
    #[allow(clippy::cast_possible_truncation)] // for display; fewer fields
    pub fn finish<B: Blackboard, T: Tracer>(
        &mut self,
        cx: &mut Context<'_, B, T>,
        result: P::Output,
    ) -> Status {
        if let Some((field, value)) = P::RESULT.and_then(|of| (of.out_of_range)(&result)) {
            let cause = Cause::ResultOutOfRange(field as u16);
            return self.fail(cx, Failure::new(P::INFO, cause, (value as f32,)));
        }
        let mut values = CallArguments::default();
        if let Some(of) = P::RESULT.filter(|_| T::ON) {
            (of.keep)(&result, &mut values);
        }
        self.phase = P::finished(result);
        cx.record(P::INFO, TraceKind::Result(values));
        Status::Final
    }

    /// Sets the machine to FAILED.
    #[doc(hidden)]
    #[cold]
    #[inline(never)]
    pub fn fail<B: Blackboard, T: Tracer>(
        &mut self,
        cx: &mut Context<'_, B, T>,
        failure: Failure,
    ) -> Status {
        self.phase = P::outside(Inactive::Failed(failure));
        cx.record(P::INFO, TraceKind::Failed(failure));
        Status::Failed
    }
}

impl<P: ActiveState> Start<P::Skill> for Run<P> {
    #[inline]
    fn start(call: P::Skill) -> Self {
        let place = match P::problem(&call) {
            Some(failure) => Inactive::InvalidCall(failure),
            None => Inactive::NotStarted,
        };
        Self {
            phase: P::outside(place),
            levels: P::Levels::default(),
            limits: 0,
            data: P::vars(call),
        }
    }
}

impl<P: ActiveState> Machine for Run<P> {
    type State = P::State;
    type Output = P::Output;
    fn result(&self) -> Option<&P::Output> {
        self.phase.result()
    }
    fn write_result(&self, text: &mut SkillString) -> fmt::Result {
        let result = P::RESULT.zip(self.result());
        result.map_or(Ok(()), |(of, result)| (of.write)(result, text))
    }
    #[inline]
    fn state(&self) -> P::State {
        P::STATES[self.number().min(P::STATES.len() - 1)]
    }
    #[inline]
    fn status(&self) -> Status {
        match self.phase.active() {
            Err(Inactive::Final) => Status::Final,
            Err(Inactive::Failed(_)) => Status::Failed,
            _ => Status::Running,
        }
    }
    #[inline]
    fn failure(&self) -> Option<&Failure> {
        match self.phase.active() {
            Err(Inactive::Failed(failure)) => Some(failure),
            _ => None,
        }
    }
    fn visit_active<F: FnMut(ActiveEntry) -> ControlFlow<()>>(
        &self,
        at: ActiveParent,
        visit: &mut F,
    ) -> ControlFlow<()> {
        let innermost = match self.phase.active() {
            Ok(innermost) => innermost,
            Err(place) => {
                let begun = !matches!(place, Inactive::NotStarted | Inactive::InvalidCall(_));
                let state = u16::try_from(self.number()).ok().filter(|_| begun);
                return visit(at.entry(0, P::INFO, state, None));
            }
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
// `active` covers `levels`; the count of limits is omitted to keep the text short.
#[allow(clippy::missing_fields_in_debug)]
impl<P: ActiveState> fmt::Debug for Run<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct(P::INFO.type_name);
        out.field("active", &format_args!("{}", self.active()));
        self.phase.debug_fields(&self.data, &mut out);
        out.finish()
    }
}

impl<B: Blackboard, P: StateMachine<B>> Exec<B> for Run<P> {
    const ACCESS: Access = <P as StateMachine<B>>::ACCESS;

    // Inlined so that a pass without a transition needs no function call per level of sub-skills.
    // One test covers the sub-skills, too: where an interface is missing, `exec_outlined` finds out
    // at each level whether it is required there.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn exec<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) -> Status {
        if <Self as Exec<B>>::ACCESS.lacks_writer(cx.snapshot) {
            return self.exec_outlined(cx);
        }
        self.exec_inner(cx)
    }

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn exec_inner<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) -> Status {
        if P::stale(cx) != NONE {
            return self.exec_outlined(cx);
        }
        P::begin_pass(self, cx);
        P::pass::<T, true>(self, cx, P::MODE, P::INFO.max_transitions, NONE)
    }

    #[cold]
    #[inline(never)]
    fn exec_outlined<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) -> Status {
        let runs = matches!(self.phase.active(), Ok(_) | Err(Inactive::NotStarted));
        let access = <Self as Exec<B>>::ACCESS;
        if runs && let Some(cause) = access.problem(P::INFO, cx.snapshot, P::stale(cx)) {
            P::leave(self, cx);
            return self.fail(cx, Failure::new(P::INFO, cause, ()));
        }
        P::begin_pass(self, cx);
        pass_slow(self, cx, P::MODE, P::INFO.max_transitions, NONE)
    }

    #[cold]
    #[inline(never)]
    fn reset<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) {
        let skill = P::INFO;
        let place = match self.phase.active() {
            Err(Inactive::NotStarted | Inactive::InvalidCall(_)) => return,
            // The same call is still invalid after the reset.
            Err(Inactive::Failed(failure))
                if failure.cause.is_invalid_call() && core::ptr::eq(failure.skill, skill) =>
            {
                Inactive::InvalidCall(*failure)
            }
            _ => Inactive::NotStarted,
        };
        P::leave(self, cx);
        self.phase = P::outside(place);
        P::renew(&mut self.data);
        self.levels = P::Levels::default();
        cx.record(skill, TraceKind::Reset);
    }
}
