//! The active states of a machine, outermost first, followed by those of its sub-skills.

use crate::graph::SkillInfo;
use crate::time::{Instant, Tick};
use core::fmt;
use core::ops::ControlFlow;
use core::time::Duration;

/// An active state of a skill, or a skill without one, as listed by [`Machine::active`](crate::Machine::active).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActiveEntry {
    /// The number of entries of this path that enclose this one: 0 for the outermost state of
    /// the machine.
    pub depth: u32,
    /// The machine, as in [`TraceEntry::instance`](crate::TraceEntry::instance).
    pub instance: u32,
    /// The skill or agent.
    pub skill: &'static SkillInfo,
    /// The index of the state in the skill's graph, FINAL and FAILED included. `None`
    /// before the first `exec`, and for a skill that the skiller runs on behalf of an agent:
    /// only the skiller knows its active state.
    pub state: Option<u16>,
    /// The time at which the state was entered. It is known for states with a timeout, and
    /// for all states if the machine runs with a [`Tracer`](crate::Tracer) whose
    /// [`TIMES`](crate::Tracer::TIMES) is `true`, such as [`EntryTimes`](crate::EntryTimes).
    pub entered: Option<Instant>,
}

impl ActiveEntry {
    /// Returns the name of the state, or an empty string if it is not known.
    #[must_use]
    pub fn state_name(&self) -> &'static str {
        self.state.map_or("", |state| self.skill.graph.state_name(state))
    }

    /// Returns the time since the state was entered, if that is known.
    #[must_use]
    pub fn since_entry(&self, now: Tick) -> Option<Duration> {
        self.entered.map(|entered| now.time.since(entered))
    }
}

/// `standup: Wait`, or `standup` without a state.
impl fmt::Display for ActiveEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.skill.name)?;
        match self.state {
            Some(_) => write!(f, ": {}", self.state_name()),
            None => Ok(()),
        }
    }
}

/// An iterator over the active states of a machine and its sub-skills, created by
/// [`Machine::active`](crate::Machine::active).
///
/// It traverses the machine again for each entry, so it allocates nothing.
#[derive(Debug)]
pub struct ActivePath<'a, M: ?Sized> {
    machine: &'a M,
    next: usize,
}

impl<'a, M: ?Sized> ActivePath<'a, M> {
    pub(crate) const fn new(machine: &'a M) -> Self {
        Self { machine, next: 0 }
    }
}

impl<M: ?Sized> Clone for ActivePath<'_, M> {
    fn clone(&self) -> Self {
        Self { machine: self.machine, next: self.next }
    }
}

impl<M: ListActive + ?Sized> Iterator for ActivePath<'_, M> {
    type Item = ActiveEntry;

    fn next(&mut self) -> Option<ActiveEntry> {
        let (mut skip, mut found) = (self.next, None);
        let _ = self.machine.visit_active(ActiveParent::default(), &mut |entry| {
            if skip == 0 {
                found = Some(entry);
                return ControlFlow::Break(());
            }
            skip -= 1;
            ControlFlow::Continue(())
        });
        self.next = self.next.saturating_add(1);
        found
    }
}

/// `striker: Attack > goto: Walk`
impl<M: ListActive + ?Sized> fmt::Display for ActivePath<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, entry) in self.clone().enumerate() {
            if index > 0 {
                f.write_str(" > ")?;
            }
            write!(f, "{entry}")?;
        }
        Ok(())
    }
}

/// The position of a machine in a path, for the generated code.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
pub struct ActiveParent {
    pub(crate) instance: u32,
    pub(crate) depth: u32,
}

impl ActiveParent {
    /// Returns the position of the machine `offset` instances further, which runs in a state
    /// at nesting depth `depth` of this machine.
    #[must_use]
    pub const fn below(self, offset: u32, depth: u32) -> Self {
        Self {
            instance: self.instance.wrapping_add(offset),
            depth: self.depth.saturating_add(depth),
        }
    }

    /// Returns an entry of the machine, nested `depth` states deeper.
    pub(crate) const fn entry(
        self,
        depth: u32,
        skill: &'static SkillInfo,
        state: Option<u16>,
        entered: Option<Instant>,
    ) -> ActiveEntry {
        let depth = self.depth.saturating_add(depth);
        ActiveEntry { depth, instance: self.instance, skill, state, entered }
    }
}

/// The function that is called with each active state. It is not a type parameter: each machine
/// would have a copy of the visit of all its sub-machines.
#[doc(hidden)]
pub type Visit<'a> = dyn FnMut(ActiveEntry) -> ControlFlow<()> + 'a;

/// Lists the active states of a machine, or of what a state runs.
#[doc(hidden)]
pub trait ListActive {
    /// Calls `visit` with each active state until it returns [`ControlFlow::Break`].
    fn visit_active(&self, at: ActiveParent, visit: &mut Visit<'_>) -> ControlFlow<()>;
    /// Returns the machine as it is now, for a tool that comes back to it; `None` if the type of a
    /// variable is not `Clone`.
    #[cfg(feature = "why")]
    fn copy(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}
