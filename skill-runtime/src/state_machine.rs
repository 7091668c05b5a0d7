//! The flow from state to state, the same for all skills: what `skill!` makes of a
//! skill is how its states are entered, left and stepped.

use crate::active::{ActiveEntry, ActiveParent};
use crate::blackboard::{Blackboard, InterfaceSet};
use crate::machine::Start;
use crate::{
    Cause, Context, Exec, Failure, Instant, Machine, SkillInfo, Status, Tick, TraceKind, Tracer,
};
use core::cell::Cell;
use core::fmt;
use core::iter::successors;
use core::ops::ControlFlow;

/// No edge.
pub const NONE: u16 = u16::MAX;

/// What a pass of a machine is about: the active states step.
pub const STEP: u8 = 0;
/// A state was entered: the edges are checked once, nothing steps.
pub const ENTERED: u8 = 1;
/// The same in the first pass of a run, which then steps.
pub const BEGUN: u8 = 3;

/// What is kept for the active state of each depth: since when it is active, and which
/// interfaces refused what it sent.
#[derive(Debug, Default)]
pub struct Activation {
    time: Instant,
    count: u32,
    #[doc(hidden)]
    pub refused: Cell<u32>,
}

impl Activation {
    /// The state is entered.
    #[inline]
    pub fn enter(&mut self, now: Tick) {
        self.time = now.time;
        self.count = now.count;
    }

    /// The state of this index is entered, which has no timeout: the place of the timer tells
    /// when, and in the place of the count which state it was.
    #[inline]
    pub fn note(&mut self, now: Tick, state: u16) {
        self.time = now.time;
        self.count = !u32::from(state);
    }

    /// When the state of this index was entered, if that is known.
    fn entered(&self, state: u16, timed: bool) -> Option<Instant> {
        let known = timed || self.count == !u32::from(state);
        known.then_some(self.time)
    }

    /// The time since then.
    #[must_use]
    #[inline]
    pub fn clock(&self, now: Tick) -> Clock {
        Clock { now, since: Tick { time: self.time, count: self.count } }
    }
}

/// The time since a state was entered.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// This pass.
    pub now: Tick,
    /// The pass of the entry.
    pub since: Tick,
}

impl Clock {
    /// In microseconds.
    #[must_use]
    #[inline]
    pub const fn micros(&self) -> u64 {
        self.now.time.micros_since(self.since.time)
    }

    /// In passes of the main loop.
    #[must_use]
    #[inline]
    pub const fn ticks(&self) -> u32 {
        self.now.count.wrapping_sub(self.since.count)
    }
}

/// Where a machine stands that is in none of its states.
#[derive(Clone, Copy, Debug)]
pub enum Inactive {
    /// Before the start state.
    NotStarted,
    /// Called with arguments that it cannot run with.
    InvalidCall(Failure),
    /// At its purpose.
    Final,
    /// It could not reach it.
    Failed(Failure),
}

/// The states of a skill with what each of them holds and runs: what `skill!` makes of it.
pub trait ActiveState: Sized {
    /// The skill, or the agent.
    type Skill;
    /// The states by name.
    type State: Copy + 'static;
    /// The variables, and behind them the arguments.
    type Vars;
    /// A [`Activation`] for each depth of states.
    type Levels: Default + AsRef<[Activation]>;
    /// The skill as data.
    const INFO: &'static SkillInfo;
    /// The states by their index in the graph; FINAL and FAILED stand behind them.
    const STATES: &'static [Self::State];
    /// The states that always keep the time of their entry.
    const TIMED: &'static [u16] = &[];
    /// The index of the innermost active state, or of the one that is being entered.
    ///
    /// # Errors
    /// Where the machine stands instead, if no state is active.
    fn active(&self) -> Result<u16, &Inactive>;
    /// Visits the machines of the sub-skills that run.
    fn visit_sub_machines<F: FnMut(ActiveEntry) -> ControlFlow<()>>(
        &self,
        at: ActiveParent,
        visit: &mut F,
    ) -> ControlFlow<()> {
        let _ = (at, visit);
        ControlFlow::Continue(())
    }
    /// Adds the arguments, the variables and what the active states hold to `out`.
    fn debug_fields(&self, vars: &Self::Vars, out: &mut fmt::DebugStruct<'_, '_>) {
        let _ = (vars, out);
    }
    /// In none of the states.
    fn outside(place: Inactive) -> Self;
    /// Why the call cannot be run.
    fn problem(call: &Self::Skill) -> Option<Failure>;
    /// The variables of a call.
    fn vars(call: Self::Skill) -> Self::Vars;
    /// The variables as they were when the call began.
    fn renew(vars: &mut Self::Vars) {
        let _ = vars;
    }
}

/// How the states are stepped, entered and left on the blackboard `B`.
pub trait StateMachine<B: Blackboard>: ActiveState {
    /// The interfaces that the skill and its sub-skills read or write, and those that
    /// they write.
    const ACCESS: (InterfaceSet, InterfaceSet);
    /// What a pass begins with: [`STEP`], or `FLOW`.
    const MODE: u8 = STEP;
    /// One pass, by the numbered rules of the language: about `mode`, with so many
    /// transitions `left`, of which `found` fires, if any is known. What is `FAST` leaves
    /// all further rounds to [`pass_slow`].
    fn pass<T: Tracer, const FAST: bool>(
        run: &mut Run<Self>,
        cx: &mut Context<'_, B, T>,
        mode: u8,
        left: u32,
        found: u16,
    ) -> Status;
    /// Leaves all active states: their `exit`s and the reset of their sub-skills,
    /// innermost first.
    fn leave<T: Tracer>(run: &mut Run<Self>, cx: &mut Context<'_, B, T>) {
        let _ = (run, cx);
    }
}

/// The further rounds of a pass: a state was entered, or is to be.
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

/// The first round of a pass has entered a state, of which `found` fires, if any does.
#[allow(clippy::inline_always)] // a comparison and a jump
#[inline(always)]
pub fn settle<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut Run<P>,
    cx: &mut Context<'_, B, T>,
    left: u32,
    found: u16,
) -> Status {
    if found == NONE { Status::Running } else { pass_slow(run, cx, ENTERED, left, found) }
}

/// The machine of a skill: its active states, since when, and its variables.
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
    /// The index in the graph of where it says it is.
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

    /// The skill's variables, and its arguments with their defaults filled in.
    #[must_use]
    pub fn vars(&self) -> &P::Vars {
        &self.data
    }

    /// How often `max_transitions` stopped an `exec`; wraps.
    #[must_use]
    pub fn limits(&self) -> u32 {
        self.limits
    }

    /// Rule 5: `max_transitions` have been taken; `edge` waits for the next pass.
    #[doc(hidden)]
    #[cold]
    #[inline(never)]
    pub fn stopped<B: Blackboard, T: Tracer>(
        &mut self,
        cx: &mut Context<'_, B, T>,
        edge: u16,
    ) -> Status {
        self.limits = self.limits.wrapping_add(1);
        cx.record(P::INFO, TraceKind::Limit { edge });
        Status::Running
    }

    /// Rule 6: FINAL and FAILED stay what they are; a call that cannot be run fails.
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

    /// Stands in FAILED.
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
        let around = |state: &u16| P::INFO.graph.parent(*state);
        let depth = successors(Some(innermost), around).count().saturating_sub(1);
        for (level, activation) in self.levels.as_ref().iter().enumerate().take(depth + 1) {
            // Outermost first: the state so many levels around the innermost one.
            let Some(state) = successors(Some(innermost), around).nth(depth - level) else {
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
        let mut out = f.debug_struct(P::INFO.type_name);
        out.field("active", &format_args!("{}", self.active()));
        self.phase.debug_fields(&self.data, &mut out);
        out.finish()
    }
}

impl<B: Blackboard, P: StateMachine<B>> Exec<B> for Run<P> {
    const ACCESS: (InterfaceSet, InterfaceSet) = <P as StateMachine<B>>::ACCESS;

    // A level of sub-skills costs no call where nothing happens.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn exec<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) -> Status {
        P::pass::<T, true>(self, cx, P::MODE, P::INFO.max_transitions, NONE)
    }

    fn exec_outlined<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) -> Status {
        pass_slow(self, cx, P::MODE, P::INFO.max_transitions, NONE)
    }

    #[cold]
    #[inline(never)]
    fn reset<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) {
        let skill = P::INFO;
        let place = match self.phase.active() {
            Err(Inactive::NotStarted | Inactive::InvalidCall(_)) => return,
            // The same call is refused again.
            Err(Inactive::Failed(failure))
                if !matches!(failure.cause, Cause::Edge(_))
                    && core::ptr::eq(failure.skill, skill) =>
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
