//! The flow from state to state, the same for all skills: what `skill!` makes of a
//! skill is how its states are entered, left and stepped.

use crate::blackboard::{Blackboard, InterfaceSet};
use crate::machine::Start;
use crate::{Cause, Context, Exec, Failure, Machine, Skill, Status, Tick, TraceKind, Tracer};
use core::cell::Cell;

/// A transition that fires.
#[derive(Clone, Copy, Debug)]
pub struct Hop {
    /// The edge's index in the graph.
    pub edge: u16,
    /// The target's.
    pub to: u16,
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

/// What became of the first entry of a run.
#[derive(Clone, Copy, Debug)]
pub enum Begun {
    /// The pass goes on with the active state, after so many transitions.
    GoesOn(u32),
    /// The pass is over.
    Over(Status),
}

/// Where a machine stands that is in none of its states.
#[derive(Clone, Copy, Debug)]
pub enum Outside {
    /// Before the start state.
    Fresh,
    /// Called with arguments that it cannot run with.
    Refused(Failure),
    /// A precondition left this state before its `init`.
    Entering(u16),
    /// At its purpose.
    Final,
    /// It could not reach it.
    Failed(Failure),
}

/// The states of a skill with what each of them runs: what `skill!` makes of it.
pub trait Phases: Sized {
    /// The skill.
    type Skill: Skill;
    /// The states by name.
    type State: Copy + 'static;
    /// The variables, and behind them the arguments.
    type Vars;
    /// The states by their index in the graph; FINAL and FAILED stand behind them.
    const STATES: &'static [Self::State];
    /// The index of the active state.
    ///
    /// # Errors
    /// Where the machine stands instead, if no state is active.
    fn active(&self) -> Result<u16, &Outside>;
    /// In none of the states.
    fn outside(place: Outside) -> Self;
    /// The variables of a call.
    fn vars(call: Self::Skill) -> Self::Vars;
    /// The variables as they were when the call began.
    fn renew(vars: &mut Self::Vars) {
        let _ = vars;
    }
}

/// How the states are stepped, entered and left on the blackboard `B`.
pub trait Flow<B: Blackboard>: Phases {
    /// The interfaces that the skill and its sub-skills read or write, and those that
    /// they write.
    const ACCESS: (InterfaceSet, InterfaceSet);
    /// One pass, by the numbered rules of the language.
    fn exec<T: Tracer>(run: &mut Run<Self>, cx: &mut Context<'_, B, T>) -> Status;
    /// Rule 3: preconditions, `init`, timer, sub-skills, then the edges once.
    fn enter<T: Tracer>(
        run: &mut Run<Self>,
        cx: &mut Context<'_, B, T>,
        to: u16,
        failure: Option<Failure>,
    ) -> Option<Hop>;
    /// `exit`, then the reset of the sub-skills in order.
    fn leave<T: Tracer>(run: &mut Run<Self>, cx: &mut Context<'_, B, T>) {
        let _ = (run, cx);
    }
    /// The failure that an edge into FAILED carries: its own, or the sub-skill's.
    fn failure_of<T: Tracer>(run: &Run<Self>, cx: &Context<'_, B, T>, edge: u16) -> Failure {
        let _ = (run, cx);
        Failure::new(Self::Skill::INFO, Cause::Edge(edge), ())
    }
}

/// The machine of a skill: its active state, since when, and its variables.
#[derive(Debug)]
pub struct Run<P: Phases> {
    #[doc(hidden)]
    pub phase: P,
    #[doc(hidden)]
    pub since: Tick,
    #[doc(hidden)]
    pub refused: Cell<u32>,
    limits: u32,
    #[doc(hidden)]
    pub data: P::Vars,
}

impl<P: Phases> Run<P> {
    #[allow(clippy::cast_possible_truncation)] // an index in the graph is a `u16`
    const FINAL: u16 = P::Skill::STATES as u16;

    /// The index of the state it says it is in.
    #[inline]
    fn number(&self) -> u16 {
        match self.phase.active() {
            Ok(state) => state,
            Err(Outside::Entering(state)) => *state,
            Err(Outside::Fresh) => P::Skill::INFO.graph.start,
            Err(Outside::Final) => Self::FINAL,
            Err(Outside::Refused(_) | Outside::Failed(_)) => Self::FINAL + 1,
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

    /// What an `exec` does that finds no state active.
    #[doc(hidden)]
    #[inline]
    pub fn step_outside<B, T>(&mut self, cx: &mut Context<'_, B, T>) -> Begun
    where
        B: Blackboard,
        T: Tracer,
        P: Flow<B>,
    {
        match self.phase.active() {
            Ok(_) => Begun::Over(Status::Running),
            Err(Outside::Final) => Begun::Over(Status::Final),
            Err(Outside::Failed(_)) => Begun::Over(Status::Failed),
            Err(Outside::Fresh | Outside::Refused(_)) => self.begin(cx),
            Err(Outside::Entering(state)) => {
                let state = *state;
                Begun::Over(self.resume(cx, state))
            }
        }
    }

    /// Rules 4 and 5: transitions, until none fires or the limit stops them. Answers
    /// how many there were, one more than the limit if it struck.
    #[doc(hidden)]
    #[cold]
    #[inline(never)]
    pub fn go<B, T>(&mut self, cx: &mut Context<'_, B, T>, mut hop: Hop, mut count: u32) -> u32
    where
        B: Blackboard,
        T: Tracer,
        P: Flow<B>,
    {
        loop {
            if count >= P::Skill::INFO.max_transitions {
                self.limits = self.limits.wrapping_add(1);
                cx.record(P::Skill::INFO, TraceKind::Limit { edge: hop.edge });
                return P::Skill::INFO.max_transitions + 1;
            }
            count += 1;
            let from = self.number();
            let fails = hop.to == Self::FINAL + 1;
            let failure = if fails { Some(P::failure_of(self, cx, hop.edge)) } else { None };
            P::leave(self, cx);
            cx.record(P::Skill::INFO, TraceKind::Transition { from, edge: hop.edge });
            match P::enter(self, cx, hop.to, failure) {
                Some(next) => hop = next,
                None => return count,
            }
        }
    }

    /// Rule 1: enters the start state, or says why the call cannot be run.
    #[cold]
    #[inline(never)]
    fn begin<B, T>(&mut self, cx: &mut Context<'_, B, T>) -> Begun
    where
        B: Blackboard,
        T: Tracer,
        P: Flow<B>,
    {
        if let Err(Outside::Refused(failure)) = self.phase.active() {
            let failure = *failure;
            self.fail(cx, failure);
            return Begun::Over(Status::Failed);
        }
        let count = match P::enter(self, cx, P::Skill::INFO.graph.start, None) {
            Some(hop) => self.go(cx, hop, 0),
            None => 0,
        };
        match self.status() {
            Status::Running if count <= P::Skill::INFO.max_transitions => Begun::GoesOn(count),
            status => Begun::Over(status),
        }
    }

    /// Rule 5: an entry that the limit left pending is resumed.
    #[cold]
    #[inline(never)]
    fn resume<B, T>(&mut self, cx: &mut Context<'_, B, T>, to: u16) -> Status
    where
        B: Blackboard,
        T: Tracer,
        P: Flow<B>,
    {
        if let Some(hop) = P::enter(self, cx, to, None) {
            self.go(cx, hop, 0);
        }
        self.status()
    }

    /// Stands in FAILED.
    #[doc(hidden)]
    pub fn fail<B: Blackboard, T: Tracer>(&mut self, cx: &mut Context<'_, B, T>, failure: Failure) {
        self.phase = P::outside(Outside::Failed(failure));
        cx.record(P::Skill::INFO, TraceKind::Failed(failure));
    }
}

impl<P: Phases> Start<P::Skill> for Run<P> {
    #[inline]
    fn start(call: P::Skill) -> Self {
        let place = match call.problem() {
            Some(failure) => Outside::Refused(failure),
            None => Outside::Fresh,
        };
        Self {
            phase: P::outside(place),
            since: Tick { time: crate::Instant::ZERO, count: 0 },
            refused: Cell::new(0),
            limits: 0,
            data: P::vars(call),
        }
    }
}

impl<P: Phases> Machine for Run<P> {
    type State = P::State;
    #[inline]
    fn state(&self) -> P::State {
        // The last is FAILED.
        let number = usize::from(self.number()).min(P::STATES.len() - 1);
        P::STATES[number]
    }
    #[inline]
    fn status(&self) -> Status {
        match self.phase.active() {
            Err(Outside::Final) => Status::Final,
            Err(Outside::Failed(_)) => Status::Failed,
            _ => Status::Running,
        }
    }
    #[inline]
    fn failure(&self) -> Option<&Failure> {
        match self.phase.active() {
            Err(Outside::Failed(failure)) => Some(failure),
            _ => None,
        }
    }
}

impl<B: Blackboard, P: Flow<B>> Exec<B> for Run<P> {
    const ACCESS: (InterfaceSet, InterfaceSet) = <P as Flow<B>>::ACCESS;

    #[inline]
    fn exec<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) -> Status {
        P::exec(self, cx)
    }

    fn reset<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) {
        let skill = P::Skill::INFO;
        let place = match self.phase.active() {
            Err(Outside::Fresh | Outside::Refused(_)) => return,
            // The same call is refused again.
            Err(Outside::Failed(failure))
                if !matches!(failure.cause, Cause::Edge(_))
                    && core::ptr::eq(failure.skill, skill) =>
            {
                Outside::Refused(*failure)
            }
            _ => Outside::Fresh,
        };
        P::leave(self, cx);
        self.phase = P::outside(place);
        P::renew(&mut self.data);
        self.refused.set(0);
        cx.record(skill, TraceKind::Reset);
    }
}
