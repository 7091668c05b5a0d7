//! What a machine is doing: the active states, nested ones and those of sub-skills, and since
//! when.

use crate::graph::StateInfo;
use crate::state_machine::Activation;
use crate::{Instant, Machine, SkillInfo};
use core::fmt::{self, Debug, Display, Formatter};

/// An active state.
#[derive(Clone, Copy, Debug)]
pub struct ActiveEntry {
    /// The skill whose state it is.
    pub skill: &'static SkillInfo,
    /// The index of the state in the skill's graph. A machine that is over is in FINAL or
    /// FAILED, the last two.
    pub state: u16,
    /// How many machines run the one that it is a state of: 0 for the machine itself, 1 for
    /// its sub-skills.
    pub depth: u16,
    /// Whether it lies in the entry before it, which is a state of the same machine.
    pub is_nested: bool,
    /// When it was entered. Known of states with a timeout; of others if the machine runs
    /// under a tracer that keeps [`TIMES`](crate::Tracer::TIMES), such as
    /// [`EntryTimes`](crate::EntryTimes).
    pub since: Option<Instant>,
}

impl ActiveEntry {
    /// The state's description.
    #[must_use]
    pub fn info(&self) -> Option<&'static StateInfo> {
        self.skill.graph.states.get(usize::from(self.state))
    }

    /// The state's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.skill.graph.state_name(self.state)
    }
}

/// The active states of a machine; made by [`Machine::active`].
///
/// Prints as a path, ` > ` before a sub-skill and ` + ` before one that runs in parallel:
/// `Walk.Approach.Turn > Servo.Move + Look.Left`.
pub struct ActivePath<'a, M: ?Sized>(pub(crate) &'a M);

impl<M: Machine + ?Sized> ActivePath<'_, M> {
    /// Calls `visit` with each active state: those of the machine, outermost first, then those
    /// of the sub-skills that they run, the innermost state's first. A machine that has not
    /// been stepped has none.
    pub fn for_each(&self, mut visit: impl FnMut(ActiveEntry)) {
        let visitor = &mut ActiveVisitor { visit: &mut visit, depth: 0, is_nested: false };
        self.0.visit_active(visitor);
    }

    /// The innermost active state of the machine itself.
    #[must_use]
    pub fn innermost(&self) -> Option<ActiveEntry> {
        let mut innermost = None;
        self.for_each(|entry| {
            if entry.depth == 0 {
                innermost = Some(entry);
            }
        });
        innermost
    }
}

impl<M: Machine + ?Sized> Display for ActivePath<'_, M> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let (mut before, mut result) = (None, Ok(()));
        self.for_each(|entry| {
            let (skill, name) = (entry.skill.type_name, entry.name());
            let written = match before {
                _ if entry.is_nested => write!(out, ".{name}"),
                None => write!(out, "{skill}.{name}"),
                Some(before) if before < entry.depth => write!(out, " > {skill}.{name}"),
                Some(_) => write!(out, " + {skill}.{name}"),
            };
            result = result.and(written);
            before = Some(entry.depth);
        });
        result
    }
}

impl<M: Machine + ?Sized> Debug for ActivePath<'_, M> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let mut list = out.debug_list();
        self.for_each(|entry| {
            list.entry(&entry);
        });
        list.finish()
    }
}

/// Takes the active states from a machine, for the generated code.
#[doc(hidden)]
pub struct ActiveVisitor<'a> {
    visit: &'a mut dyn FnMut(ActiveEntry),
    depth: u16,
    is_nested: bool,
}

impl ActiveVisitor<'_> {
    /// A state of the current machine, inside those visited before.
    pub fn state(&mut self, skill: &'static SkillInfo, state: u16, since: Option<Instant>) {
        let (depth, is_nested) = (self.depth, self.is_nested);
        self.is_nested = true;
        (self.visit)(ActiveEntry { skill, state, depth, is_nested, since });
    }

    /// The machine of a sub-skill that one of the states visited runs.
    pub fn sub_skill<M: Machine>(&mut self, machine: &M) {
        let depth = self.depth.saturating_add(1);
        let visitor = &mut ActiveVisitor { visit: &mut *self.visit, depth, is_nested: false };
        machine.visit_active(visitor);
    }
}

impl Debug for ActiveVisitor<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.debug_struct("ActiveVisitor").field("depth", &self.depth).finish_non_exhaustive()
    }
}

/// When a state without a timeout was entered is kept in place of its timer, marked with the
/// state: so nothing is kept, and no instruction spent, under most tracers.
impl Activation {
    /// The time of entry of a state with a timeout.
    #[doc(hidden)]
    #[must_use]
    pub const fn timer_since(&self) -> Option<Instant> {
        Some(self.time)
    }

    /// Keeps the time of entry of a state without a timeout.
    #[doc(hidden)]
    #[inline]
    pub fn keep_time(&mut self, now: Instant, state: u16) {
        self.time = now;
        self.count = !u32::from(state);
    }

    /// The time of entry of a state without a timeout, if it was kept.
    #[doc(hidden)]
    #[must_use]
    pub const fn kept_since(&self, state: u16) -> Option<Instant> {
        if self.count == !(state as u32) { Some(self.time) } else { None }
    }
}

/// A value that is shown by its `Debug` if it has one: the generated code asks nothing of the
/// types of variables.
#[doc(hidden)]
#[derive(Debug)]
pub struct Shown<'a, T: ?Sized>(pub &'a T);

impl<T: Debug> Shown<'_, T> {
    /// The value: found before the method of [`NotShown`].
    #[must_use]
    pub fn value(&self) -> &dyn Debug {
        self.0
    }
}

/// The method that is found for a type without `Debug`.
#[doc(hidden)]
pub trait NotShown {
    fn value(&self) -> &dyn Debug {
        struct Hidden;
        impl Debug for Hidden {
            fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
                out.write_str("..")
            }
        }
        &Hidden
    }
}

impl<T> NotShown for Shown<'_, T> {}
