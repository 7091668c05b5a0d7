//! Takes out of Fawkes's record what our engine does not do on purpose.
//!
//! What is taken out may have written variables: an `exit` that we do not run,
//! or a block of FINAL. Until they are written again their values are
//! doubtful, and so are the guards that read them.

use std::collections::{HashMap, HashSet};

use super::fsm::{Action, Edge, EdgeKind, Machine, Place, Program};
use super::guard::Guard;
use super::record::{Block, Event, What};

/// What is left of a loop of Fawkes's.
pub struct Expected<'a> {
    /// The events that our engine must show.
    pub events: Vec<Kept<'a>>,
    /// Whether Fawkes did something after them that our engine cannot do: from
    /// here on the runs are not comparable.
    pub stops: bool,
}

/// An event that our engine must show.
pub struct Kept<'a> {
    /// As recorded.
    pub event: &'a Event,
    /// A guard that reads a doubtful variable: ours may have another value, and
    /// then the runs are not comparable any more.
    pub doubtful: bool,
}

/// Follows a record from its start.
pub struct Normalizer<'a> {
    program: &'a Program,
    /// By machine, how many present states have run their `init`: more than
    /// one if it runs in two places at a time.
    initialised: HashMap<String, usize>,
    /// Doubtful variables: machine and number.
    doubtful: HashSet<(String, u32)>,
}

impl<'a> Normalizer<'a> {
    /// At the start of a record.
    #[must_use]
    pub fn new(program: &'a Program) -> Self {
        Normalizer { program, initialised: HashMap::new(), doubtful: HashSet::new() }
    }

    /// Whether this variable of this machine may have another value in our run.
    #[must_use]
    pub fn is_doubtful(&self, machine: &str, variable: u32) -> bool {
        self.doubtful.contains(&(machine.to_owned(), variable))
    }

    /// The next block, which must be a reset.
    pub fn reset<'b>(&mut self, block: &'b Block) -> Vec<Kept<'b>> {
        let events = block.events.iter();
        let kept = events.filter_map(|event| self.follow(event)).collect();
        self.doubtful.clear();
        kept
    }

    /// The next block, which must be a loop.
    pub fn run<'b>(&mut self, block: &'b Block) -> Expected<'b> {
        let mut events = Vec::new();
        for (index, event) in block.events.iter().enumerate() {
            let stops = self.departs(&block.events, index);
            if !stops || matches!(event.what, What::Guard { .. }) {
                events.extend(self.follow(event));
            }
            if stops {
                return Expected { events, stops };
            }
        }
        Expected { events, stops: false }
    }

    fn follow<'b>(&mut self, event: &'b Event) -> Option<Kept<'b>> {
        let doubtful = self.reads_doubtful(&event.what);
        let kept = self.keeps(&event.what);
        self.follow_variables(&event.what, kept);
        kept.then_some(Kept { event, doubtful })
    }

    /// Whether our engine shows this event too.
    fn keeps(&mut self, what: &What) -> bool {
        if what.in_exit_state() {
            return false;
        }
        match what {
            What::Hook { kind: 'i', machine, .. } => {
                *self.initialised.entry(machine.clone()).or_default() += 1;
                true
            }
            // Left through its own precondition if it was not initialised.
            What::Hook { kind: 'x', machine, .. } => {
                self.initialised.get_mut(machine).is_some_and(|count| {
                    let before = *count;
                    *count = before.saturating_sub(1);
                    before > 0
                })
            }
            What::Hook { .. } | What::Limit => true,
            What::Guard { machine, id, .. } => {
                !self.edge(machine, *id).is_some_and(leaves_exit_state)
            }
        }
    }

    fn reads_doubtful(&self, what: &What) -> bool {
        let What::Guard { machine, id, .. } = what else {
            return false;
        };
        let edge = self.edge(machine, *id);
        let guard = edge.and_then(|edge| edge.kind.guard());
        let mut variables = guard.into_iter().flat_map(Guard::variables);
        variables.any(|variable| self.is_doubtful(machine, variable))
    }

    fn follow_variables(&mut self, what: &What, kept: bool) {
        let What::Hook { kind, machine: name, state } = what else {
            return;
        };
        let Some(machine) = self.program.machine(name) else {
            return;
        };
        let state = machine.state(state);
        let actions = state.map_or(&machine.exit_state_actions[..], |state| state.actions(*kind));
        for action in actions {
            let variable = (name.clone(), action.variable());
            match (kept, action) {
                (false, _) => drop(self.doubtful.insert(variable)),
                (true, Action::Inc(_)) => {}
                (true, Action::Set(..) | Action::Copy(..)) => drop(self.doubtful.remove(&variable)),
            }
        }
        // The sub-skills are reset.
        let subs = state.and_then(|state| state.subs.as_ref());
        for &sub in subs.iter().filter(|_| *kind == 'x').flat_map(|subs| &subs.machines) {
            let sub = &self.program.machines[sub].name;
            self.doubtful.retain(|(machine, _)| machine != sub);
        }
    }

    /// Whether with this event Fawkes leaves FINAL or FAILED, or raises an
    /// error without going to FAILED: things that our language cannot say.
    fn departs(&self, events: &[Event], index: usize) -> bool {
        match &events[index].what {
            What::Guard { machine, id, value: true } => {
                self.edge(machine, *id).is_some_and(|edge| raises(edge) || leaves_exit_state(edge))
            }
            what @ What::Hook { kind: 'x', machine, state } => {
                let top = self.program.top_machine();
                if !what.in_exit_state() {
                    return self.raises_by_timeout(machine, state, &events[..index]);
                }
                machine == &top.name || self.goes_on(machine, &events[index + 1..])
            }
            _ => false,
        }
    }

    /// A sub-machine leaves FINAL or FAILED by itself, not because its parent
    /// leaves: then it enters another state at once.
    fn goes_on(&self, name: &str, later: &[Event]) -> bool {
        let next = later.first().and_then(|event| event.what.machine());
        let machine = self.program.machine(name);
        next == Some(name) && machine.is_some_and(|it| it.edges.iter().any(leaves_exit_state))
    }

    /// The state has a timeout with an error, and no guard sent the machine away.
    fn raises_by_timeout(&self, name: &str, state: &str, earlier: &[Event]) -> bool {
        let mut own = earlier.iter().rev().map(|event| &event.what);
        let last = own.find(|what| what.machine() == Some(name));
        if matches!(last, Some(What::Guard { value: true, .. })) {
            return false;
        }
        let raising = |machine: &Machine| {
            machine.edges.iter().any(|edge| {
                let here = edge.from.is_some_and(|from| machine.place_name(from) == state);
                here && raises(edge) && matches!(edge.kind, EdgeKind::Timeout(_))
            })
        };
        self.program.machine(name).is_some_and(raising)
    }

    fn edge(&self, machine: &str, id: usize) -> Option<&'a Edge> {
        self.program.machine(machine)?.edges.get(id)
    }
}

/// Whether it raises an error without going to FAILED.
fn raises(edge: &Edge) -> bool {
    edge.error.is_some() && edge.to != Place::Failed
}

/// Whether it is one of the edges that our FINAL and FAILED do not have.
fn leaves_exit_state(edge: &Edge) -> bool {
    edge.from.is_some_and(Place::is_exit)
}
