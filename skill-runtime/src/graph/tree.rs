//! What the formats ask of the tree of states.

use super::{EdgeInfo, Graph, StateInfo, StateKind};
use core::fmt::{Display, Formatter, Result, Write};

impl Graph {
    /// The states inside `around`, or the outermost.
    pub(super) fn inside(
        &self,
        around: Option<u16>,
    ) -> impl Iterator<Item = (u16, &'static StateInfo)> {
        (0_u16..).zip(self.states).filter(move |(_, state)| state.parent == around)
    }

    /// Whether there are states inside `state`.
    pub(super) fn is_composite(&self, state: u16) -> bool {
        self.inside(Some(state)).next().is_some()
    }

    /// Whether the state `inner` lies in the state `outer`.
    pub(super) fn holds(&self, outer: u16, inner: u16) -> bool {
        outer != inner && self.is_active(outer, inner)
    }

    /// Whether any state lies in another.
    pub(super) fn is_nested(&self) -> bool {
        self.states.iter().any(|state| state.parent.is_some())
    }

    /// Whether `state` is entered with the state around it, or first of all.
    pub(super) fn is_start(&self, index: u16, state: &StateInfo) -> bool {
        let start = match state.parent {
            None => Some(self.start),
            Some(parent) => self.states.get(usize::from(parent)).and_then(|parent| parent.start),
        };
        start == Some(index)
    }

    /// Every edge with each state that it leaves.
    pub(super) fn arrows(&'static self) -> impl Iterator<Item = (u16, &'static EdgeInfo)> {
        self.edges.iter().flat_map(move |edge| {
            (0_u16..).zip(self.states).filter_map(move |(from, state)| {
                let exit = matches!(state.kind, StateKind::Final | StateKind::Failed);
                (!exit && self.leaves(edge, from)).then_some((from, edge))
            })
        })
    }

    /// What names a state in a document.
    pub(super) fn id(&'static self, state: u16) -> Id {
        Id { graph: self, state }
    }
}

/// The name of a state at its own place. Elsewhere also where it is, and the parameter
/// through which it came there: `Line.Stop(next)`, and inside it `Line.Stop(next).Still`.
pub(super) struct Id {
    graph: &'static Graph,
    state: u16,
}

impl Id {
    fn info(&self) -> Option<&'static StateInfo> {
        self.graph.states.get(usize::from(self.state))
    }

    /// Whether its name alone names the state: only one of the skill lies there.
    pub(super) fn is_name(&self) -> bool {
        self.info().is_none_or(|state| {
            state.through.is_none()
                && state.parent.is_none_or(|parent| self.graph.id(parent).is_name())
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

/// Spaces, for the depth of what follows.
pub(super) fn indent(f: &mut Formatter<'_>, depth: usize) -> Result {
    (0..depth).try_for_each(|_| f.write_str("  "))
}
