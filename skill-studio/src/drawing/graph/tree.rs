//! The tree of a skill's states, as the exporters walk it.

use skill_runtime::graph::{Activity, Graph, StateInfo, TransitionInfo};
use std::fmt::{Display, Formatter, Result, Write};

/// Questions about the nesting of a graph's states.
pub(super) trait Tree {
    /// Returns the states directly inside `around`, or the outermost ones.
    fn inside(&self, around: Option<u16>) -> impl Iterator<Item = (u16, &'static StateInfo)>;
    /// Returns whether there are states inside `state`.
    fn is_composite(&self, state: u16) -> bool;
    /// Returns whether a state is one that is passed to another, or inside such a state.
    fn is_passed(&self, state: &StateInfo) -> bool;
    /// Returns whether the state `inner` lies in the state `outer`.
    fn holds(&self, outer: u16, inner: u16) -> bool;
    /// Returns whether any state lies in another.
    fn is_nested(&self) -> bool;
    /// Returns whether `state` is entered with the state around it, or first of all.
    fn is_start(&self, index: u16, state: &StateInfo) -> bool;
    /// Returns every transition with each state that it leaves, but for those that are the mark `?` of a
    /// state.
    fn arrows(&'static self) -> impl Iterator<Item = (u16, &'static TransitionInfo)>;
    /// Returns what a state runs, for its label.
    fn what_runs(&'static self, state: u16) -> Runs;
    /// Returns the identifier of a state in a document.
    fn id(&'static self, state: u16) -> Id;
}

impl Tree for Graph {
    fn inside(&self, around: Option<u16>) -> impl Iterator<Item = (u16, &'static StateInfo)> {
        (0_u16..).zip(self.states).filter(move |(_, state)| state.parent == around)
    }

    fn is_passed(&self, state: &StateInfo) -> bool {
        let around = state.parent.and_then(|parent| self.states.get(usize::from(parent)));
        state.through.is_some() || around.is_some_and(|around| self.is_passed(around))
    }

    fn is_composite(&self, state: u16) -> bool {
        self.inside(Some(state)).next().is_some()
    }

    fn holds(&self, outer: u16, inner: u16) -> bool {
        outer != inner && self.is_active(outer, inner)
    }

    fn is_nested(&self) -> bool {
        self.states.iter().any(|state| state.parent.is_some())
    }

    fn is_start(&self, index: u16, state: &StateInfo) -> bool {
        let start = match state.parent {
            None => Some(self.start),
            Some(parent) => self.states.get(usize::from(parent)).and_then(|parent| parent.start),
        };
        start == Some(index)
    }

    fn arrows(&'static self) -> impl Iterator<Item = (u16, &'static TransitionInfo)> {
        self.transitions.iter().filter(|transition| !transition.implied).flat_map(
            move |transition| {
                (0_u16..).zip(self.states).filter_map(move |(from, state)| {
                    let exit = state.kind.is_exit();
                    (!exit && self.leaves(transition, from)).then_some((from, transition))
                })
            },
        )
    }

    fn what_runs(&'static self, state: u16) -> Runs {
        Runs { graph: self, state }
    }

    fn id(&'static self, state: u16) -> Id {
        Id { graph: self, state }
    }
}

/// Shows what a state runs: `(skill, action f)?`, `1 of (label: skill, action f)`
pub(super) struct Runs {
    graph: &'static Graph,
    state: u16,
}

impl Display for Runs {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let state = self.graph.states.get(usize::from(self.state));
        if let Some(needs) = state.and_then(|state| state.needs) {
            write!(f, "{needs} of ")?;
        }
        f.write_char('(')?;
        for (i, (label, activity)) in state.into_iter().flat_map(StateInfo::labeled).enumerate() {
            f.write_str(if i == 0 { "" } else { ", " })?;
            if !label.is_empty() {
                write!(f, "{label}: ")?;
            }
            match activity {
                Activity::SubSkill(sub) => f.write_str(sub.skill.name)?,
                Activity::Action(_) => write!(f, "action {}", activity.name())?,
                Activity::Message(message) => {
                    let head = message.split('{').next().unwrap_or(message).trim_end();
                    write!(f, "{head}{}", if head == *message { "" } else { ")" })?;
                }
            }
        }
        f.write_str(if self.graph.passes_failure(self.state) { ")?" } else { ")" })
    }
}

/// The identifier of a state: its name, and for an instance that was passed as an argument
/// also its place and parameter: `Line.Stop(next)`, and inside it `Line.Stop(next).Still`.
pub(super) struct Id {
    graph: &'static Graph,
    state: u16,
}

impl Id {
    fn info(&self) -> Option<&'static StateInfo> {
        self.graph.states.get(usize::from(self.state))
    }

    /// Returns whether the name alone is unique within the skill.
    pub(super) fn is_name(&self) -> bool {
        self.info().is_none_or(|state| {
            let same = self.graph.states.iter().filter(|other| other.name == state.name);
            let is_written = |other: &&StateInfo| !self.graph.is_passed(other);
            state.through.is_none()
                && state.parent.is_none_or(|parent| {
                    same.filter(is_written).count() == 1 && self.graph.id(parent).is_name()
                })
        })
    }
}

impl Display for Id {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Some(state) = self.info() else {
            return f.write_char('?');
        };
        if let (false, Some(parent)) = (self.is_name(), state.parent) {
            write!(f, "{}.", self.graph.id(parent))?;
        }
        f.write_str(state.name)?;
        match state.through {
            Some(through) => write!(f, "({through})"),
            None => Ok(()),
        }
    }
}

/// Writes the indentation for a depth.
pub(super) fn indent(f: &mut Formatter<'_>, depth: usize) -> Result {
    (0..depth).try_for_each(|_| f.write_str("  "))
}
