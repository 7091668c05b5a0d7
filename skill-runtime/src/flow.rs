//! The flow from state to state, the same for all skills: what `skill!` makes of a
//! skill is how its states are entered, left and stepped.

use crate::blackboard::Blackboard;
use crate::{Cause, Context, Failure, Machine, Skill, Status, Tick, TraceKind, Tracer};

/// A transition that fires: its index, and the state it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Hop<S> {
    /// The edge's index in the graph.
    pub edge: u16,
    /// The target.
    pub to: S,
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

/// How the states of a machine are entered and left, and from it the cold half of the
/// rules of one `exec`: a resident pass calls none of this.
pub trait Flow<B: Blackboard>: Machine
where
    Self::State: Copy,
{
    /// The skill.
    type Skill: Skill;

    /// The index of a state in the graph.
    fn number(state: Self::State) -> u16;
    /// If the call cannot be run: the machine fails, and this is why.
    fn refuse(&mut self) -> Option<Failure> {
        None
    }
    /// The limit of transitions has struck.
    fn count_limit(&mut self);
    /// The failure that an edge into FAILED carries: its own, or the sub-skill's.
    fn failure_of<T: Tracer>(&self, cx: &Context<'_, B, T>, edge: u16) -> Failure {
        let _ = cx;
        Failure::new(Self::Skill::INFO, Cause::Edge(edge), ())
    }
    /// `exit`, then the reset of the sub-skills in order.
    fn leave<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) {
        let _ = cx;
    }
    /// Rule 3: preconditions, `init`, timer, sub-skills, then the edges once.
    fn enter<T: Tracer>(
        &mut self,
        cx: &mut Context<'_, B, T>,
        to: Self::State,
        failure: Option<Failure>,
    ) -> Option<Hop<Self::State>>;

    /// Rules 4 and 5: transitions, until none fires or the limit stops them. Answers
    /// how many there were, one more than the limit if it struck.
    #[cold]
    #[inline(never)]
    fn go<T: Tracer>(
        &mut self,
        cx: &mut Context<'_, B, T>,
        mut hop: Hop<Self::State>,
        mut count: u32,
    ) -> u32 {
        loop {
            if count >= Self::Skill::INFO.max_transitions {
                self.count_limit();
                cx.record(Self::Skill::INFO, TraceKind::Limit { edge: hop.edge });
                return Self::Skill::INFO.max_transitions + 1;
            }
            count += 1;
            let from = if T::ON { Self::number(self.state()) } else { 0 };
            // FINAL and FAILED stand behind the states.
            let fails = u32::from(Self::number(hop.to)) == Self::Skill::STATES + 1;
            let failure = if fails { Some(self.failure_of(cx, hop.edge)) } else { None };
            self.leave(cx);
            cx.record(Self::Skill::INFO, TraceKind::Transition { from, edge: hop.edge });
            match self.enter(cx, hop.to, failure) {
                Some(next) => hop = next,
                None => return count,
            }
        }
    }

    /// Rule 1: enters the start state, or says why the call cannot be run.
    #[cold]
    #[inline(never)]
    fn begin<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) -> Begun {
        if let Some(failure) = self.refuse() {
            cx.record(Self::Skill::INFO, TraceKind::Failed(failure));
            return Begun::Over(Status::Failed);
        }
        let count = match self.enter(cx, self.state(), None) {
            Some(hop) => self.go(cx, hop, 0),
            None => 0,
        };
        match self.status() {
            Status::Running if count <= Self::Skill::INFO.max_transitions => Begun::GoesOn(count),
            status => Begun::Over(status),
        }
    }

    /// Rule 5: an entry that the limit left pending is resumed.
    #[cold]
    #[inline(never)]
    fn resume<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>, to: Self::State) -> Status {
        if let Some(hop) = self.enter(cx, to, None) {
            self.go(cx, hop, 0);
        }
        self.status()
    }
}
