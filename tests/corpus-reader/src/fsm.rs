//! The content of an FSMT file: machines and the inputs of their run.
//!
//! Names are resolved: a state is its index within its machine, a machine its
//! index within the program. [`Program::parse`] (in `parse.rs`) builds it.

use std::collections::BTreeSet;

use crate::guard::Guard;

/// The name of the implicit state of success.
pub const FINAL: &str = "FINAL";
/// The name of the implicit state of failure.
pub const FAILED: &str = "FAILED";

/// The contents of one FSMT file.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// The machines; a sub-machine precedes the machines that run it.
    pub machines: Vec<Machine>,
    /// The index of the top machine.
    pub top: usize,
    /// The lines of the trace, in order.
    pub steps: Vec<Step>,
}

impl Program {
    /// Returns the name of a machine that is run in two places. Fawkes has one of it, skills one for
    /// each place.
    #[must_use]
    pub fn shared_machine(&self) -> Option<&str> {
        let (mut seen, mut next) = (vec![false; self.machines.len()], vec![self.top]);
        while let Some(index) = next.pop() {
            let machine = self.machines.get(index)?;
            if std::mem::replace(&mut seen[index], true) {
                return Some(&machine.name);
            }
            next.extend(
                machine.states.iter().filter_map(|of| of.subs.as_ref()).flat_map(|of| &of.machines),
            );
        }
        None
    }
}

/// One `fsm NAME .. end` block.
#[derive(Debug, Clone, PartialEq)]
pub struct Machine {
    /// The name of the machine.
    pub name: String,
    /// The state that a run starts in.
    pub start: Place,
    /// `limit N`: fewer than `N` transitions per loop.
    pub limit: u32,
    /// The declared states, in file order.
    pub states: Vec<State>,
    /// The `default` and `trans` lines, in file order: the index is the id.
    pub transitions: Vec<Transition>,
    /// The actions of `on FINAL ..` and `on FAILED ..` lines. Skills have no such blocks;
    /// the comparison needs to know which variables they write.
    pub exit_state_actions: Vec<Action>,
}

/// One declared state of a machine.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// The name of the state.
    pub name: String,
    /// The machines that the state runs, if any.
    pub subs: Option<SubSkills>,
    /// `on S init ..`, in file order.
    pub init: Vec<Action>,
    /// `on S loop ..`, in file order.
    pub loop_actions: Vec<Action>,
    /// `on S exit ..`, in file order.
    pub exit: Vec<Action>,
}

impl State {
    /// Returns the actions of the block `i`nit, `l`oop or e`x`it.
    #[must_use]
    pub fn actions(&self, hook: char) -> &[Action] {
        match hook {
            'i' => &self.init,
            'l' => &self.loop_actions,
            'x' => &self.exit,
            _ => &[],
        }
    }
}

/// The sub-skills of a state.
#[derive(Debug, Clone, PartialEq)]
pub struct SubSkills {
    /// The machines, in the order in which they run.
    pub machines: Vec<usize>,
    /// The target when all are FINAL.
    pub on_final: Place,
    /// The target when one is FAILED.
    pub on_failed: Place,
}

/// A state of a machine, declared or implicit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The declared state with this index.
    State(usize),
    /// The implicit state of success.
    Final,
    /// The implicit state of failure.
    Failed,
}

impl Place {
    /// Returns whether the place is FINAL or FAILED.
    #[must_use]
    pub fn is_exit(self) -> bool {
        !matches!(self, Place::State(_))
    }
}

/// A `trans` or `default` line.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// The state that it leaves; `None` for a `default` line.
    pub from: Option<Place>,
    /// The state that it leads to.
    pub to: Place,
    /// Its guard or timeout.
    pub kind: TransitionKind,
    /// `error WORD`: the error that Fawkes raises when it is taken.
    pub error: Option<String>,
}

/// The condition of a transition.
#[derive(Debug, Clone, PartialEq)]
pub enum TransitionKind {
    /// Guard of a plain transition.
    Cond(Guard),
    /// Guard of a precondition.
    Precond(Guard),
    /// One guard for a precondition and a plain transition.
    Both(Guard),
    /// Ticks since the entry of the state.
    Timeout(u32),
}

impl TransitionKind {
    /// Returns the guard, or `None` for a timeout.
    #[must_use]
    pub fn guard(&self) -> Option<&Guard> {
        match self {
            TransitionKind::Cond(guard)
            | TransitionKind::Precond(guard)
            | TransitionKind::Both(guard) => Some(guard),
            TransitionKind::Timeout(_) => None,
        }
    }
}

/// The action of an `on` line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// `set vN INT`: assigns an integer.
    Set(u32, i64),
    /// `inc vN`: adds 1.
    Inc(u32),
    /// `copy vN xM`: assigns an input.
    Copy(u32, u32),
}

impl Action {
    /// Returns the variable it writes.
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
    /// `! reset`: resets the top machine.
    Reset,
    /// `! stall`: a tick without a loop.
    Stall,
}

impl Program {
    /// Returns the machine that is run.
    #[must_use]
    pub fn top_machine(&self) -> &Machine {
        &self.machines[self.top]
    }

    /// Returns the machine with this name; `None` if the program does not declare it.
    #[must_use]
    pub fn machine(&self, name: &str) -> Option<&Machine> {
        self.machines.iter().find(|machine| machine.name == name)
    }

    /// Returns the steps, each with its line in the trace and its tick.
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
    /// Returns the declared state with this name.
    #[must_use]
    pub fn state(&self, name: &str) -> Option<&State> {
        self.states.iter().find(|state| state.name == name)
    }

    /// Returns the name of a place of this machine.
    #[must_use]
    pub fn place_name(&self, place: Place) -> &str {
        match place {
            Place::State(index) => &self.states[index].name,
            Place::Final => FINAL,
            Place::Failed => FAILED,
        }
    }

    /// Returns the transitions of a declared state with their ids, `default` lines included.
    pub fn transitions_of(&self, state: usize) -> impl Iterator<Item = (usize, &Transition)> {
        let here = Place::State(state);
        let leaves = move |transition: &Transition| match transition.from {
            Some(from) => from == here,
            None => transition.to != here,
        };
        self.transitions.iter().enumerate().filter(move |(_, transition)| leaves(transition))
    }

    /// Returns the timeout of a state in ticks. Fawkes gives a state a single timer: the last
    /// timeout wins.
    #[must_use]
    pub fn timer_of(&self, state: usize) -> Option<u32> {
        self.transitions_of(state)
            .filter_map(|(_, transition)| match transition.kind {
                TransitionKind::Timeout(ticks) => Some(ticks),
                _ => None,
            })
            .last()
    }

    /// Returns the machines that its states run, each once, in order of appearance.
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

    /// Returns the numbers of all variables it mentions.
    #[must_use]
    pub fn variables(&self) -> BTreeSet<u32> {
        let written = self.actions().map(Action::variable);
        let mut found: BTreeSet<u32> = written.collect();
        found.extend(self.guards().flat_map(Guard::variables));
        found
    }

    /// Returns the numbers of all inputs it mentions.
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
        self.transitions.iter().filter_map(|transition| transition.kind.guard())
    }

    fn actions(&self) -> impl Iterator<Item = Action> {
        let blocks = |state| ['i', 'l', 'x'].map(|hook| State::actions(state, hook));
        let of_states = self.states.iter().flat_map(blocks).flatten();
        of_states.chain(&self.exit_state_actions).copied()
    }
}
