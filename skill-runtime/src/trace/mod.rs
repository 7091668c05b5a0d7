//! What happened: the tracer is a type parameter, so it costs nothing when off.

#[cfg(feature = "defmt")]
mod logged;

#[cfg(feature = "defmt")]
pub use logged::DefmtTrace;

use crate::call::CallArguments;
use crate::{Failure, Instant, SendError, SkillInfo, Status};

/// The kind of a [`TraceEvent`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum TraceKind {
    /// The skill was called with these arguments: by the skiller, or by a state of another
    /// skill or of an agent.
    Called(CallArguments),
    /// The run of the skill has begun: it enters this start state.
    Entered {
        /// Index of the start state, in the skill's graph.
        state: u16,
    },
    /// The transition `edge` of the skill's graph was taken out of the state `from`.
    Transition {
        /// Index of the state left, in the skill's graph.
        from: u16,
        /// Index of the edge, in the skill's graph.
        edge: u16,
    },
    /// The skill has failed.
    Failed(Failure),
    /// `max_transitions` were taken in one `exec`; the edge waits for the next.
    Limit {
        /// Index of the edge that was not taken any more.
        edge: u16,
    },
    /// The skill was reset: the boundary of a run.
    Reset,
    /// A message that the skill sent was refused. Of several in one block the last is
    /// recorded.
    Refused {
        /// Index of the interface, in the skill's
        /// [`interfaces`](crate::SkillInfo::interfaces).
        interface: u16,
        /// The name of the message's type.
        message: &'static str,
        /// Why it was refused.
        error: SendError,
    },
}

/// One thing that happened in a skill.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TraceEvent {
    /// When: the time given to `exec`.
    pub time: Instant,
    /// In which skill.
    pub skill: &'static SkillInfo,
    /// What.
    pub kind: TraceKind,
}

/// Watches the stepping of skills.
pub trait Tracer {
    /// Whether events are made at all.
    const ON: bool = true;
    /// Whether events are made of calls, of the entry of start states and of refused
    /// messages as well as of what changes a machine's state.
    const CALLS: bool = Self::ON;
    /// Whether machines keep when each state was entered, for
    /// [`Machine::active`](crate::Machine::active): a few instructions for each entry.
    const TIMES: bool = false;
    /// Takes an event of the current instance.
    fn record(&mut self, event: &TraceEvent);
    /// The sub-skill whose instance number is `offset` above the current one runs next.
    #[inline]
    fn descend(&mut self, offset: u32) {
        let _ = offset;
    }
    /// The sub-skill entered by [`descend`](Self::descend) has returned.
    #[inline]
    fn ascend(&mut self, offset: u32) {
        let _ = offset;
    }
    /// The [`Skiller`](crate::Skiller) has begun a call of `skill`.
    #[inline]
    fn started(&mut self, time: Instant, skill: &'static SkillInfo) {
        let _ = (time, skill);
    }
    /// The call that the [`Skiller`](crate::Skiller) ran last is over, as `status` says;
    /// RUNNING if it was stopped.
    #[inline]
    fn ended(&mut self, time: Instant, skill: &'static SkillInfo, status: Status) {
        let _ = (time, skill, status);
    }
}

/// Watches nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Tracer for NoTrace {
    const ON: bool = false;
    #[inline]
    fn record(&mut self, _: &TraceEvent) {}
}

/// Watches nothing, but has machines keep when each state was entered, for
/// [`Machine::active`](crate::Machine::active). Beside another tracer: `(tracer, EntryTimes)`.
#[derive(Clone, Copy, Debug, Default)]
pub struct EntryTimes;

impl Tracer for EntryTimes {
    const ON: bool = false;
    const TIMES: bool = true;
    #[inline]
    fn record(&mut self, _: &TraceEvent) {}
}

/// An event with the instance it happened in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TraceEntry {
    /// The machine: 0 for the skill that was called, then its sub-skills in
    /// preorder, as [`SkillInfo::instance`] numbers them.
    pub instance: u32,
    /// What happened there.
    pub event: TraceEvent,
}

/// Keeps the newest `N` events; Fawkes's trace kept the oldest.
#[derive(Clone, Debug, Default)]
pub struct TraceRing<const N: usize> {
    entries: heapless::Vec<TraceEntry, N>,
    /// Once the ring is full: the place of the oldest, which goes next.
    oldest: usize,
    instance: u32,
    recorded: u32,
}

impl<const N: usize> TraceRing<N> {
    /// An empty ring.
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: heapless::Vec::new(), oldest: 0, instance: 0, recorded: 0 }
    }

    /// The events kept, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &TraceEntry> {
        let (newer, older) = self.entries.split_at_checked(self.oldest).unwrap_or_default();
        older.iter().chain(newer)
    }

    /// How many events were ever recorded, those no longer kept included; wraps.
    #[must_use]
    pub const fn recorded(&self) -> u32 {
        self.recorded
    }

    /// Forgets all events.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.oldest = 0;
    }
}

impl<const N: usize> Tracer for TraceRing<N> {
    #[inline]
    fn record(&mut self, event: &TraceEvent) {
        self.recorded = self.recorded.wrapping_add(1);
        let entry = TraceEntry { instance: self.instance, event: *event };
        // No index here can be out of range, so no panic path remains.
        if !self.entries.is_full() {
            let _ = self.entries.push(entry);
        } else if let Some(place) = self.entries.get_mut(self.oldest) {
            *place = entry;
            self.oldest = self.oldest.wrapping_add(1) % N;
        }
    }
    #[inline]
    fn descend(&mut self, offset: u32) {
        self.instance = self.instance.wrapping_add(offset);
    }
    #[inline]
    fn ascend(&mut self, offset: u32) {
        self.instance = self.instance.wrapping_sub(offset);
    }
}

impl<T: Tracer> Tracer for &mut T {
    const ON: bool = T::ON;
    const CALLS: bool = T::CALLS;
    const TIMES: bool = T::TIMES;
    #[inline]
    fn record(&mut self, event: &TraceEvent) {
        T::record(self, event);
    }
    #[inline]
    fn descend(&mut self, offset: u32) {
        T::descend(self, offset);
    }
    #[inline]
    fn ascend(&mut self, offset: u32) {
        T::ascend(self, offset);
    }
    #[inline]
    fn started(&mut self, time: Instant, skill: &'static SkillInfo) {
        T::started(self, time, skill);
    }
    #[inline]
    fn ended(&mut self, time: Instant, skill: &'static SkillInfo, status: Status) {
        T::ended(self, time, skill, status);
    }
}

/// Both watch.
impl<A: Tracer, B: Tracer> Tracer for (A, B) {
    const ON: bool = A::ON || B::ON;
    const CALLS: bool = A::CALLS || B::CALLS;
    const TIMES: bool = A::TIMES || B::TIMES;
    #[inline]
    fn record(&mut self, event: &TraceEvent) {
        self.0.record(event);
        self.1.record(event);
    }
    #[inline]
    fn descend(&mut self, offset: u32) {
        self.0.descend(offset);
        self.1.descend(offset);
    }
    #[inline]
    fn ascend(&mut self, offset: u32) {
        self.0.ascend(offset);
        self.1.ascend(offset);
    }
    #[inline]
    fn started(&mut self, time: Instant, skill: &'static SkillInfo) {
        self.0.started(time, skill);
        self.1.started(time, skill);
    }
    #[inline]
    fn ended(&mut self, time: Instant, skill: &'static SkillInfo, status: Status) {
        self.0.ended(time, skill, status);
        self.1.ended(time, skill, status);
    }
}

/// One line: `t=12.500 standup: Wait -> FINAL  "after 12.5s"`.
impl core::fmt::Display for TraceEvent {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let graph = &self.skill.graph;
        write!(f, "t={:.3} ", self.time.as_secs_f64())?;
        if let TraceKind::Called(arguments) = self.kind {
            return write!(f, "{}", arguments.text(self.skill));
        }
        write!(f, "{}: ", self.skill.name)?;
        match self.kind {
            TraceKind::Called(_) => Ok(()),
            TraceKind::Entered { state } => write!(f, "starts in {}", graph.state_name(state)),
            TraceKind::Refused { interface, message, error } => {
                let variable = self.skill.interface_name(interface);
                write!(f, "{message} to {variable} refused: {error}")
            }
            TraceKind::Transition { from, edge } => {
                let (to, label) = graph
                    .edges
                    .get(usize::from(edge))
                    .map_or(("?", ""), |edge| (graph.state_name(edge.to), edge.label));
                write!(f, "{} -> {to}  \"{label}\"", graph.state_name(from))
            }
            TraceKind::Failed(failure) => write!(f, "failed: {failure}"),
            TraceKind::Limit { edge } => {
                let label = graph.edges.get(usize::from(edge)).map_or("", |edge| edge.label);
                write!(f, "stopped at the transition limit before \"{label}\"")
            }
            TraceKind::Reset => f.write_str("reset"),
        }
    }
}
