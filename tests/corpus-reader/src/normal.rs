//! Removes the events from Fawkes's record that skills deliberately do not have.
//!
//! A removed block (an `exit` that skills do not run, or a block of FINAL) may have written
//! variables. Until they are assigned again, their values are doubtful, and so are the guards
//! that read them.

use std::collections::{HashMap, HashSet};

use crate::fsm::{Action, Machine, Place, Program, Transition, TransitionKind};
use crate::guard::Guard;
use crate::record::{Block, Event, EventKind};

/// The comparable part of a loop of Fawkes.
pub struct Expected<'a> {
    /// The events that the skill must show.
    pub events: Vec<Kept<'a>>,
    /// Whether Fawkes continued in a way that a skill cannot: the runs are not comparable after
    /// this point.
    pub stops: bool,
}

/// An event that the skill must show.
pub struct Kept<'a> {
    /// The event in the record.
    pub event: &'a Event,
    /// Whether it is a guard that reads a doubtful variable. If the skill's guard has another
    /// value, the runs are not comparable after it.
    pub doubtful: bool,
}

/// Normalizes the blocks of a record in order.
pub struct Normalizer<'a> {
    program: &'a Program,
    /// The number of active states of each machine that have run their `init`: more than one if the
    /// machine runs in two places at a time.
    initialised: HashMap<String, usize>,
    /// Doubtful variables: machine and number.
    doubtful: HashSet<(String, u32)>,
}

impl<'a> Normalizer<'a> {
    /// Creates a normalizer at the start of a record.
    #[must_use]
    pub fn new(program: &'a Program) -> Self {
        Normalizer { program, initialised: HashMap::new(), doubtful: HashSet::new() }
    }

    /// Returns whether this variable of this machine may have another value in the skill.
    #[must_use]
    pub fn is_doubtful(&self, machine: &str, variable: u32) -> bool {
        self.doubtful.contains(&(machine.to_owned(), variable))
    }

    /// Normalizes the next block, which must be a reset.
    pub fn reset<'b>(&mut self, block: &'b Block) -> Vec<Kept<'b>> {
        let events = block.events.iter();
        let kept = events.filter_map(|event| self.follow(event)).collect();
        self.doubtful.clear();
        kept
    }

    /// Normalizes the next block, which must be a loop.
    pub fn run<'b>(&mut self, block: &'b Block) -> Expected<'b> {
        let mut events = Vec::new();
        for (index, event) in block.events.iter().enumerate() {
            let stops = self.departs(&block.events, index);
            if !stops || matches!(event.kind, EventKind::Guard { .. }) {
                events.extend(self.follow(event));
            }
            if stops {
                return Expected { events, stops };
            }
        }
        Expected { events, stops: false }
    }

    fn follow<'b>(&mut self, event: &'b Event) -> Option<Kept<'b>> {
        let doubtful = self.reads_doubtful(&event.kind);
        let kept = self.keeps(&event.kind);
        self.follow_variables(&event.kind, kept);
        kept.then_some(Kept { event, doubtful })
    }

    /// Returns whether the skill must show this event.
    fn keeps(&mut self, what: &EventKind) -> bool {
        if what.in_exit_state() {
            return false;
        }
        match what {
            EventKind::Hook { kind: 'i', machine, .. } => {
                *self.initialised.entry(machine.clone()).or_default() += 1;
                true
            }
            // A state without `init` was left by its own precondition.
            EventKind::Hook { kind: 'x', machine, .. } => {
                self.initialised.get_mut(machine).is_some_and(|count| {
                    let before = *count;
                    *count = before.saturating_sub(1);
                    before > 0
                })
            }
            EventKind::Hook { .. } | EventKind::Limit => true,
            EventKind::Guard { machine, id, .. } => {
                !self.transition(machine, *id).is_some_and(leaves_exit_state)
            }
        }
    }

    fn reads_doubtful(&self, what: &EventKind) -> bool {
        let EventKind::Guard { machine, id, .. } = what else {
            return false;
        };
        let transition = self.transition(machine, *id);
        let guard = transition.and_then(|transition| transition.kind.guard());
        let mut variables = guard.into_iter().flat_map(Guard::variables);
        variables.any(|variable| self.is_doubtful(machine, variable))
    }

    fn follow_variables(&mut self, what: &EventKind, kept: bool) {
        let EventKind::Hook { kind, machine: name, state } = what else {
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
        // Leaving the state resets its sub-skills.
        let subs = state.and_then(|state| state.subs.as_ref());
        for &sub in subs.iter().filter(|_| *kind == 'x').flat_map(|subs| &subs.machines) {
            let sub = &self.program.machines[sub].name;
            self.doubtful.retain(|(machine, _)| machine != sub);
        }
    }

    /// Returns whether Fawkes leaves FINAL or FAILED with this event, or raises an error without
    /// entering FAILED. The skill language expresses neither.
    fn departs(&self, events: &[Event], index: usize) -> bool {
        match &events[index].kind {
            EventKind::Guard { machine, id, value: true } => self
                .transition(machine, *id)
                .is_some_and(|transition| raises(transition) || leaves_exit_state(transition)),
            what @ EventKind::Hook { kind: 'x', machine, state } => {
                let top = self.program.top_machine();
                if !what.in_exit_state() {
                    return self.raises_by_timeout(machine, state, &events[..index]);
                }
                machine == &top.name || self.restarts_itself(machine, &events[index + 1..])
            }
            _ => false,
        }
    }

    /// Returns whether a sub-machine leaves FINAL or FAILED by itself, and not because its
    /// parent leaves: then it enters another state at once.
    fn restarts_itself(&self, name: &str, later: &[Event]) -> bool {
        let next = later.first().and_then(|event| event.kind.machine());
        let machine = self.program.machine(name);
        next == Some(name) && machine.is_some_and(|it| it.transitions.iter().any(leaves_exit_state))
    }

    /// Returns whether the state is left by a timeout with an error, and not by a guard.
    fn raises_by_timeout(&self, name: &str, state: &str, earlier: &[Event]) -> bool {
        let mut own = earlier.iter().rev().map(|event| &event.kind);
        let last = own.find(|what| what.machine() == Some(name));
        if matches!(last, Some(EventKind::Guard { value: true, .. })) {
            return false;
        }
        let raising = |machine: &Machine| {
            machine.transitions.iter().any(|transition| {
                let here = transition.from.is_some_and(|from| machine.place_name(from) == state);
                here && raises(transition) && matches!(transition.kind, TransitionKind::Timeout(_))
            })
        };
        self.program.machine(name).is_some_and(raising)
    }

    fn transition(&self, machine: &str, id: usize) -> Option<&'a Transition> {
        self.program.machine(machine)?.transitions.get(id)
    }
}

/// Returns whether the transition raises an error without entering FAILED.
fn raises(transition: &Transition) -> bool {
    transition.error.is_some() && transition.to != Place::Failed
}

/// Returns whether the transition leaves FINAL or FAILED.
fn leaves_exit_state(transition: &Transition) -> bool {
    transition.from.is_some_and(Place::is_exit)
}
