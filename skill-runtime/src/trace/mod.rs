//! Traces: events of the stepping of skills. The tracer is a type parameter, so a disabled trace
//! has no cost.

#[cfg(feature = "why")]
mod explained;
#[cfg(feature = "defmt")]
mod logged;

#[cfg(feature = "why")]
pub use explained::WhyTrace;
#[cfg(feature = "defmt")]
pub use logged::DefmtTrace;

use crate::blackboard::SendError;
use crate::call::CallArguments;
use crate::failure::Failure;
use crate::failure::StoredFailure;
use crate::graph::{SkillInfo, SkillKey};
use crate::parameter::ParamError;
use crate::status::Status;
use crate::time::Instant;

/// The kind of a [`TraceEvent`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum TraceKind {
    /// The skiller, or a state of another skill or of an agent, called the skill with these
    /// arguments.
    Called(CallArguments),
    /// The skill began to run by entering its start state.
    Entered {
        /// The index of the start state in the skill's graph.
        state: u16,
    },
    /// A transition was taken.
    Transition {
        /// The index of the state that was left in the skill's graph.
        from: u16,
        /// The index of the transition in the skill's graph.
        transition: u16,
    },
    /// The skill is FINAL with this result.
    Result(CallArguments),
    /// The skill failed. [`TraceEvent::failure`] returns the reason.
    Failed(StoredFailure),
    /// `max_transitions` were taken in one `exec`; the next transition is deferred.
    Limit {
        /// The index of the deferred transition in the skill's graph.
        transition: u16,
    },
    /// The skill was reset, which ends a run.
    Reset,
    /// A message of the skill was refused. If a block sends several, the last is recorded.
    Refused {
        /// The index of the interface in the skill's
        /// [`interfaces`](crate::SkillInfo::interfaces).
        interface: u16,
        /// The name of the message's type.
        message: &'static str,
        /// The reason why it was refused.
        error: SendError,
    },
    /// A message that ran ended with what had sent it, since the one that ends it was sent.
    Stopped {
        /// The index of the interface in the skill's
        /// [`interfaces`](crate::SkillInfo::interfaces).
        interface: u16,
        /// The name of the type of the message that was sent.
        message: &'static str,
        /// The name of the type of the message that ran.
        running: &'static str,
    },
    /// A parameter of the skill has another value from this pass on.
    Parameter {
        /// The index of the parameter in the skill's [`params`](crate::SkillInfo::params).
        parameter: u16,
        /// The word on the blackboard.
        word: u32,
        /// The reason why it is no value of the parameter, which then has its default.
        error: Option<ParamError>,
    },
    /// A pass was not run because its time was before that of the last pass, which is the time of
    /// the event.
    TimeWentBack {
        /// The refused time.
        time: Instant,
    },
}

/// An event in the execution of a skill, which is known by its description or by its [`SkillKey`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TraceEvent<S = &'static SkillInfo> {
    /// The time of the pass.
    pub time: Instant,
    /// The skill in which it happened.
    pub skill: S,
    /// The kind of event.
    pub kind: TraceKind,
}

impl TraceEvent {
    /// Returns the failure of a skill that failed in this event.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        match self.kind {
            TraceKind::Failed(failure) => Some(failure.of(self.skill)),
            _ => None,
        }
    }
}

impl TraceEvent<SkillKey> {
    /// Returns the event with the description of the skill, which is one of `skills` or one that
    /// they can run.
    #[must_use]
    pub fn of(&self, skills: &[&'static SkillInfo]) -> Option<TraceEvent> {
        let Self { time, skill, kind } = *self;
        Some(TraceEvent { time, skill: skill.find(skills)?, kind })
    }
}

/// The skill of an event, in the way that a tracer receives it.
pub(crate) trait TracedSkill: Copy {
    fn record<T: Tracer>(tracer: &mut T, event: &TraceEvent<Self>);
}

impl TracedSkill for &'static SkillInfo {
    #[inline]
    fn record<T: Tracer>(tracer: &mut T, event: &TraceEvent) {
        tracer.record(event);
    }
}

impl TracedSkill for SkillKey {
    #[inline]
    fn record<T: Tracer>(tracer: &mut T, event: &TraceEvent<Self>) {
        tracer.record_key(event);
    }
}

/// Records an event of `skill` in the way that the tracer selects.
#[inline]
pub(crate) fn record<T: Tracer>(
    tracer: &mut T,
    time: Instant,
    skill: &'static SkillInfo,
    kind: TraceKind,
) {
    if T::KEYS {
        tracer.record_key(&TraceEvent { time, skill: SkillKey::of(skill), kind });
    } else {
        tracer.record(&TraceEvent { time, skill, kind });
    }
}

/// Receives the events of skills.
pub trait Tracer {
    /// Whether the tracer receives events at all.
    const ON: bool = true;
    /// Whether the tracer receives events of calls, start states and refused messages, besides
    /// those of state changes.
    const CALLS: bool = Self::ON;
    /// Whether machines record the time of entry of each state, for
    /// [`Machine::active`](crate::Machine::active), at the cost of a few instructions per entry.
    const TIMES: bool = false;
    /// Whether the tracer receives events by [`record_key`](Self::record_key), without the
    /// description of the skill. Then a program contains only the descriptions that it reads.
    const KEYS: bool = false;
    /// Whether machines explain their transitions to the tracer: see [`why`](Self::why).
    #[cfg(feature = "why")]
    const WHY: bool = false;
    /// Returns what receives the explanation of the transitions that the current instance checks.
    #[cfg(feature = "why")]
    fn why(&mut self) -> Option<alloc::rc::Rc<core::cell::RefCell<crate::why::Why>>> {
        None
    }
    /// Returns what receives the variables of the current instance after each of its passes.
    #[cfg(feature = "why")]
    fn variables(&mut self) -> Option<alloc::rc::Rc<core::cell::RefCell<crate::why::Variables>>> {
        None
    }
    /// Receives an event of the current instance.
    fn record(&mut self, event: &TraceEvent);
    /// Receives an event of the current instance, if [`KEYS`](Self::KEYS).
    #[inline]
    fn record_key(&mut self, event: &TraceEvent<SkillKey>) {
        let _ = event;
    }
    /// Makes the sub-skill whose instance number is greater by `offset` the current instance.
    #[inline]
    fn descend(&mut self, offset: u32) {
        let _ = offset;
    }
    /// Reverts [`descend`](Self::descend) after the sub-skill has returned.
    #[inline]
    fn ascend(&mut self, offset: u32) {
        let _ = offset;
    }
    /// Notifies the tracer that the [`Skiller`](crate::Skiller) begins a call of `skill`.
    #[inline]
    fn started(&mut self, time: Instant, skill: &'static SkillInfo) {
        let _ = (time, skill);
    }
    /// Notifies the tracer that the call of `skill` by the [`Skiller`](crate::Skiller) has ended
    /// with `status`, which is [`Status::Running`] if it was stopped.
    #[inline]
    fn ended(&mut self, time: Instant, skill: &'static SkillInfo, status: Status) {
        let _ = (time, skill, status);
    }
}

/// A disabled tracer, which has no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Tracer for NoTrace {
    const ON: bool = false;
    const KEYS: bool = true;
    #[inline]
    fn record(&mut self, _: &TraceEvent) {}
}

/// A tracer that makes machines record the time of entry of each state, for
/// [`Machine::active`](crate::Machine::active), but receives no events. To combine it with
/// another tracer, use `(tracer, EntryTimes)`.
#[derive(Clone, Copy, Debug, Default)]
pub struct EntryTimes;

impl Tracer for EntryTimes {
    const ON: bool = false;
    const TIMES: bool = true;
    const KEYS: bool = true;
    #[inline]
    fn record(&mut self, _: &TraceEvent) {}
}

/// An event with the number of the machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TraceEntry<S = &'static SkillInfo> {
    /// The number of the machine: 0 for the skill that was called, then its sub-skills in
    /// preorder, as in [`SkillInfo::instance`].
    pub instance: u32,
    /// The event itself, with its skill.
    pub event: TraceEvent<S>,
}

/// Keeps the last `N` events, unlike Fawkes's trace, which keeps the first ones.
///
/// A `TraceRing<N, SkillKey>` keeps the key of the skill, so the program need not contain the
/// descriptions.
#[derive(Clone, Debug)]
pub struct TraceRing<const N: usize, S = &'static SkillInfo> {
    entries: heapless::Vec<TraceEntry<S>, N>,
    /// The index of the oldest entry, which is replaced next, once the ring is full.
    oldest: usize,
    instance: u32,
    recorded: u32,
}

impl<const N: usize> TraceRing<N> {
    /// Creates an empty ring.
    #[must_use]
    pub const fn new() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize, S: Copy> Default for TraceRing<N, S> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> TraceRing<N, SkillKey> {
    /// Creates an empty ring that keeps the keys of skills.
    #[must_use]
    pub const fn of_keys() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize, S: Copy> TraceRing<N, S> {
    const EMPTY: Self = Self { entries: heapless::Vec::new(), oldest: 0, instance: 0, recorded: 0 };

    /// Returns the events, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &TraceEntry<S>> {
        let (newer, older) = self.entries.split_at_checked(self.oldest).unwrap_or_default();
        older.iter().chain(newer)
    }

    /// Returns the number of events that are kept.
    pub(crate) fn kept(&self) -> usize {
        self.entries.len()
    }

    /// Returns the number of recorded events, including those no longer kept; wraps.
    #[must_use]
    pub const fn recorded(&self) -> u32 {
        self.recorded
    }

    /// Removes all events.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.oldest = 0;
    }

    #[inline]
    fn keep(&mut self, event: &TraceEvent<S>) {
        self.recorded = self.recorded.wrapping_add(1);
        let entry = TraceEntry { instance: self.instance, event: *event };
        // Without indexing, so that no panic path remains.
        if !self.entries.is_full() {
            let _ = self.entries.push(entry);
        } else if let Some(place) = self.entries.get_mut(self.oldest) {
            *place = entry;
            self.oldest = self.oldest.wrapping_add(1) % N;
        }
    }
}

impl<const N: usize> Tracer for TraceRing<N> {
    #[inline]
    fn record(&mut self, event: &TraceEvent) {
        self.keep(event);
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

impl<const N: usize> Tracer for TraceRing<N, SkillKey> {
    const KEYS: bool = true;
    #[inline]
    fn record(&mut self, &TraceEvent { time, skill, kind }: &TraceEvent) {
        self.keep(&TraceEvent { time, skill: SkillKey::of(skill), kind });
    }
    #[inline]
    fn record_key(&mut self, event: &TraceEvent<SkillKey>) {
        self.keep(event);
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
    const KEYS: bool = T::KEYS;
    #[cfg(feature = "why")]
    const WHY: bool = T::WHY;
    #[cfg(feature = "why")]
    fn why(&mut self) -> Option<alloc::rc::Rc<core::cell::RefCell<crate::why::Why>>> {
        T::why(self)
    }
    #[cfg(feature = "why")]
    fn variables(&mut self) -> Option<alloc::rc::Rc<core::cell::RefCell<crate::why::Variables>>> {
        T::variables(self)
    }
    #[inline]
    fn record(&mut self, event: &TraceEvent) {
        T::record(self, event);
    }
    #[inline]
    fn record_key(&mut self, event: &TraceEvent<SkillKey>) {
        T::record_key(self, event);
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

/// The tracer receives all events, if there is one.
impl<T: Tracer> Tracer for Option<T> {
    const ON: bool = T::ON;
    const CALLS: bool = T::CALLS;
    const TIMES: bool = T::TIMES;
    const KEYS: bool = T::KEYS;
    #[cfg(feature = "why")]
    const WHY: bool = T::WHY;
    #[cfg(feature = "why")]
    fn why(&mut self) -> Option<alloc::rc::Rc<core::cell::RefCell<crate::why::Why>>> {
        self.as_mut()?.why()
    }
    #[cfg(feature = "why")]
    fn variables(&mut self) -> Option<alloc::rc::Rc<core::cell::RefCell<crate::why::Variables>>> {
        self.as_mut()?.variables()
    }
    fn record(&mut self, event: &TraceEvent) {
        if let Some(tracer) = self {
            tracer.record(event);
        }
    }
    fn record_key(&mut self, event: &TraceEvent<SkillKey>) {
        if let Some(tracer) = self {
            tracer.record_key(event);
        }
    }
    fn descend(&mut self, offset: u32) {
        if let Some(tracer) = self {
            tracer.descend(offset);
        }
    }
    fn ascend(&mut self, offset: u32) {
        if let Some(tracer) = self {
            tracer.ascend(offset);
        }
    }
    fn started(&mut self, time: Instant, skill: &'static SkillInfo) {
        if let Some(tracer) = self {
            tracer.started(time, skill);
        }
    }
    fn ended(&mut self, time: Instant, skill: &'static SkillInfo, status: Status) {
        if let Some(tracer) = self {
            tracer.ended(time, skill, status);
        }
    }
}

/// Both tracers receive all events.
impl<A: Tracer, B: Tracer> Tracer for (A, B) {
    const ON: bool = A::ON || B::ON;
    const CALLS: bool = A::CALLS || B::CALLS;
    const TIMES: bool = A::TIMES || B::TIMES;
    const KEYS: bool = A::KEYS && B::KEYS;
    #[cfg(feature = "why")]
    const WHY: bool = A::WHY || B::WHY;
    /// Returns that of the first tracer that has one.
    #[cfg(feature = "why")]
    fn why(&mut self) -> Option<alloc::rc::Rc<core::cell::RefCell<crate::why::Why>>> {
        self.0.why().or_else(|| self.1.why())
    }
    /// Returns that of the first tracer that has one.
    #[cfg(feature = "why")]
    fn variables(&mut self) -> Option<alloc::rc::Rc<core::cell::RefCell<crate::why::Variables>>> {
        self.0.variables().or_else(|| self.1.variables())
    }
    #[inline]
    fn record(&mut self, event: &TraceEvent) {
        self.0.record(event);
        self.1.record(event);
    }
    #[inline]
    fn record_key(&mut self, event: &TraceEvent<SkillKey>) {
        self.0.record_key(event);
        self.1.record_key(event);
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

/// Writes one line: `t=12.500 standup: Wait -> FINAL  "after 12.5s"`.
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
            TraceKind::Stopped { interface, message, running } => {
                let variable = self.skill.interface_name(interface);
                write!(f, "{variable} {message}, {running} was running")
            }
            TraceKind::Transition { from, transition } => {
                let (to, label) = graph
                    .transitions
                    .get(usize::from(transition))
                    .map_or(("?", ""), |transition| {
                        (graph.state_name(transition.to), transition.label)
                    });
                write!(f, "{} -> {to}  \"{label}\"", graph.state_name(from))
            }
            TraceKind::Result(values) => write!(f, "result {}", values.result_text(self.skill)),
            TraceKind::Failed(failure) => write!(f, "failed: {}", failure.of(self.skill)),
            TraceKind::Limit { transition } => {
                let label = graph
                    .transitions
                    .get(usize::from(transition))
                    .map_or("", |transition| transition.label);
                write!(f, "stopped at the transition limit before \"{label}\"")
            }
            TraceKind::Reset => f.write_str("reset"),
            TraceKind::Parameter { parameter, word, error } => {
                write!(f, "{}", self.skill.parameter_text(parameter, word))?;
                match error {
                    Some(error) => write!(f, " refused: {error}, the default is used"),
                    None => Ok(()),
                }
            }
            TraceKind::TimeWentBack { time } => {
                write!(f, "the time went back to {:.3} s", time.as_secs_f64())
            }
        }
    }
}
