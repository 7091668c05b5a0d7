//! What an FSMT file says: machines, and the inputs of their run.
//!
//! Names are resolved: a state is its index within its machine, a machine its
//! index within the program. [`Program::parse`] (in `parse.rs`) builds it.

use std::collections::BTreeSet;

use super::guard::Guard;

/// The name of the implicit state of success.
pub const FINAL: &str = "FINAL";
/// The name of the implicit state of failure.
pub const FAILED: &str = "FAILED";

/// One FSMT file.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// The machines; one that is used by another stands before it.
    pub machines: Vec<Machine>,
    /// The index of the machine that is run.
    pub top: usize,
    /// The lines of the trace, in order.
    pub steps: Vec<Step>,
}

/// One `fsm NAME .. end` block.
#[derive(Debug, Clone, PartialEq)]
pub struct Machine {
    /// Its name.
    pub name: String,
    /// Where it starts.
    pub start: Place,
    /// `limit N`: fewer than `N` transitions per loop.
    pub limit: u32,
    /// The declared states, in file order.
    pub states: Vec<State>,
    /// The `default` and `trans` lines, in file order: the index is the id.
    pub edges: Vec<Edge>,
    /// What `on FINAL ..` and `on FAILED ..` lines ask for; our engine has no
    /// such blocks, the comparison must know of them.
    pub exit_state_actions: Vec<Action>,
}

/// One declared state.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// Its name.
    pub name: String,
    /// The machines it runs, if any.
    pub subs: Option<Subs>,
    /// `on S init ..`, in file order.
    pub init: Vec<Action>,
    /// `on S loop ..`, in file order.
    pub looped: Vec<Action>,
    /// `on S exit ..`, in file order.
    pub exit: Vec<Action>,
}

impl State {
    /// What it does on `i`nit, `l`oop or e`x`it.
    #[must_use]
    pub fn actions(&self, hook: char) -> &[Action] {
        match hook {
            'i' => &self.init,
            'l' => &self.looped,
            'x' => &self.exit,
            _ => &[],
        }
    }
}

/// The sub-skills of a state.
#[derive(Debug, Clone, PartialEq)]
pub struct Subs {
    /// The machines, in the order in which they run.
    pub machines: Vec<usize>,
    /// Where to go when all are FINAL.
    pub on_final: Place,
    /// Where to go when one is FAILED.
    pub on_failed: Place,
}

/// A state of a machine, declared or implicit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The declared state with this index.
    State(usize),
    /// FINAL.
    Final,
    /// FAILED.
    Failed,
}

impl Place {
    /// Whether it is FINAL or FAILED.
    #[must_use]
    pub fn is_exit(self) -> bool {
        !matches!(self, Place::State(_))
    }
}

/// A `trans` or `default` line.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// The state it leaves; `None` for a `default` line.
    pub from: Option<Place>,
    /// The target.
    pub to: Place,
    /// When it is taken.
    pub kind: EdgeKind,
    /// `error WORD`: the error that Fawkes raises when it is taken.
    pub error: Option<String>,
}

/// When an edge is taken.
#[derive(Debug, Clone, PartialEq)]
pub enum EdgeKind {
    /// Guard of a plain edge.
    Cond(Guard),
    /// Guard of a precondition.
    Precond(Guard),
    /// One guard for a precondition and a plain edge.
    Both(Guard),
    /// Ticks since the entry of the state.
    Timeout(u32),
}

impl EdgeKind {
    /// The guard, unless it is a timeout.
    #[must_use]
    pub fn guard(&self) -> Option<&Guard> {
        match self {
            EdgeKind::Cond(guard) | EdgeKind::Precond(guard) | EdgeKind::Both(guard) => Some(guard),
            EdgeKind::Timeout(_) => None,
        }
    }
}

/// What an `on` line does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// `set vN INT`
    Set(u32, i64),
    /// `inc vN`
    Inc(u32),
    /// `copy vN xM`
    Copy(u32, u32),
}

impl Action {
    /// The variable it writes.
    #[must_use]
    pub fn variable(self) -> u32 {
        match self {
            Action::Set(variable, _) | Action::Inc(variable) | Action::Copy(variable, _) => {
                variable
            }
        }
    }
}

/// One line of the trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A loop with these inputs.
    Loop(Vec<i64>),
    /// `! reset`
    Reset,
    /// `! stall`
    Stall,
}

impl Program {
    /// The machine that is run.
    #[must_use]
    pub fn top_machine(&self) -> &Machine {
        &self.machines[self.top]
    }

    /// The machine with this name.
    #[must_use]
    pub fn machine(&self, name: &str) -> Option<&Machine> {
        self.machines.iter().find(|machine| machine.name == name)
    }

    /// The steps with their line within the trace and the tick they happen at.
    pub fn clocked_steps(&self) -> impl Iterator<Item = (usize, u64, &Step)> {
        let mut clock = 0;
        self.steps.iter().enumerate().map(move |(line, step)| {
            let tick = clock;
            if *step != Step::Reset {
                clock += 1;
            }
            (line, tick, step)
        })
    }
}

impl Machine {
    /// The declared state with this name.
    #[must_use]
    pub fn state(&self, name: &str) -> Option<&State> {
        self.states.iter().find(|state| state.name == name)
    }

    /// The name of a place of this machine.
    #[must_use]
    pub fn place_name(&self, place: Place) -> &str {
        match place {
            Place::State(index) => &self.states[index].name,
            Place::Final => FINAL,
            Place::Failed => FAILED,
        }
    }

    /// The edges of one declared state with their ids, `default` lines included.
    pub fn edges_of(&self, state: usize) -> impl Iterator<Item = (usize, &Edge)> {
        let here = Place::State(state);
        let leaves = move |edge: &Edge| match edge.from {
            Some(from) => from == here,
            None => edge.to != here,
        };
        self.edges.iter().enumerate().filter(move |(_, edge)| leaves(edge))
    }

    /// The time of the only timer that Fawkes gives a state: its last timeout.
    #[must_use]
    pub fn timer_of(&self, state: usize) -> Option<u32> {
        self.edges_of(state)
            .filter_map(|(_, edge)| match edge.kind {
                EdgeKind::Timeout(ticks) => Some(ticks),
                _ => None,
            })
            .last()
    }

    /// The machines that its states run, each once, in order of appearance.
    #[must_use]
    pub fn dependencies(&self) -> Vec<usize> {
        let mut found = Vec::new();
        let subs = self.states.iter().filter_map(|state| state.subs.as_ref());
        for &machine in subs.flat_map(|subs| &subs.machines) {
            if !found.contains(&machine) {
                found.push(machine);
            }
        }
        found
    }

    /// The numbers of all variables it mentions.
    #[must_use]
    pub fn variables(&self) -> BTreeSet<u32> {
        let written = self.actions().map(Action::variable);
        let mut found: BTreeSet<u32> = written.collect();
        found.extend(self.guards().flat_map(Guard::variables));
        found
    }

    /// The numbers of all inputs it mentions.
    #[must_use]
    pub fn inputs(&self) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        for action in self.actions() {
            if let Action::Copy(_, input) = action {
                found.insert(input);
            }
        }
        for guard in self.guards() {
            guard.collect(&mut found, &mut BTreeSet::new());
        }
        found
    }

    fn guards(&self) -> impl Iterator<Item = &Guard> {
        self.edges.iter().filter_map(|edge| edge.kind.guard())
    }

    fn actions(&self) -> impl Iterator<Item = Action> {
        let blocks = |state| ['i', 'l', 'x'].map(|hook| State::actions(state, hook));
        let of_states = self.states.iter().flat_map(blocks).flatten();
        of_states.chain(&self.exit_state_actions).copied()
    }
}
