//! A skill with nested states as data, and random ones.

use fastrand::Rng;

/// A skill.
#[derive(Debug, Clone)]
pub struct Machine {
    pub name: String,
    /// How many variables it has: `g0`, ..
    pub globals: usize,
    pub max_transitions: u32,
    pub always: Vec<Edge>,
    /// Each in front of the states inside it.
    pub states: Vec<State>,
    pub start: usize,
}

/// A state.
#[derive(Debug, Clone)]
pub struct State {
    pub parent: Option<usize>,
    pub start: Option<usize>,
    pub params: Vec<Param>,
    /// The first values of its variables.
    pub vars: Vec<Term>,
    /// Whether it has `init`, `loop`, `exit`.
    pub hooks: [bool; 3],
    /// Indexes of the skills it runs.
    pub runs: Vec<usize>,
    pub preconds: Vec<Edge>,
    /// `on FINAL` and `on FAILED`.
    pub results: Vec<Edge>,
    pub edges: Vec<Edge>,
}

/// A parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Param {
    Number,
    State { by_ref: bool, takes: Vec<Param> },
}

/// A transition.
#[derive(Debug, Clone)]
pub struct Edge {
    pub guard: Guard,
    pub to: To,
    pub values: Vec<Value>,
}

/// What makes it fire.
#[derive(Debug, Clone, Copy)]
pub enum Guard {
    /// `panel.a`
    A,
    /// `panel.n == _`
    N(u32),
    /// `name % divisor == rest`
    Rest(Name, u32, u32),
    Ticks(u32),
    Millis(u32),
    Otherwise,
    Result,
}

/// Where it leads.
#[derive(Debug, Clone, Copy)]
pub enum To {
    State(usize),
    /// What a parameter of a state holds.
    Held(usize, usize),
    Final,
    Failed(Term),
}

/// What is passed.
#[derive(Debug, Clone, Copy)]
pub enum Value {
    Number(Term),
    State(usize),
    Held(usize, usize),
}

/// A number.
#[derive(Debug, Clone, Copy)]
pub enum Term {
    Constant(u32),
    /// `panel.n`
    N,
    /// A name and what is added.
    Sum(Name, u32),
}

/// A name of a number: of the skill, of a state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Name {
    Global(usize),
    Param(usize, usize),
    Var(usize, usize),
}

impl Machine {
    /// The states from this one to the outermost.
    pub fn around(&self, state: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(state, |state| self.states[*state].parent)
    }

    /// The numbers that a state sees, outermost first.
    pub fn names(&self, state: Option<usize>) -> Vec<Name> {
        let mut chain: Vec<usize> = self.around(state).collect();
        chain.reverse();
        let mut names: Vec<Name> = (0..self.globals).map(Name::Global).collect();
        for state in chain {
            let of = &self.states[state];
            let numbers =
                of.params.iter().enumerate().filter(|(_, param)| **param == Param::Number);
            names.extend(numbers.map(|(place, _)| Name::Param(state, place)));
            names.extend((0..of.vars.len()).map(|place| Name::Var(state, place)));
        }
        names
    }

    fn inside(&self, state: usize, around: usize) -> bool {
        self.around(Some(state)).any(|each| each == around)
    }
}

/// A random skill; `known` is how many skills it may run.
pub fn random(name: String, known: usize, rng: &mut Rng) -> Machine {
    let mut machine = Machine {
        name,
        globals: rng.usize(1..3),
        max_transitions: rng.u32(2..9),
        always: Vec::new(),
        states: Vec::new(),
        start: 0,
    };
    let top = rng.usize(2..5);
    machine.start = states(&mut machine, None, top, known, rng);
    // What is passed by value must find all it names wherever it goes.
    let passed: Vec<usize> = (0..machine.states.len())
        .filter(|state| machine.states[*state].parent.is_none() && *state != machine.start)
        .filter(|_| rng.bool())
        .collect();
    for state in 0..machine.states.len() {
        let alone = passed.iter().copied().find(|passed| machine.inside(state, *passed));
        if alone.is_none() && rng.u8(0..3) == 0 && !is_start(&machine, state) {
            let by_ref = rng.bool();
            let takes = if rng.bool() { vec![Param::Number] } else { Vec::new() };
            machine.states[state].params.push(Param::State { by_ref, takes });
        }
    }
    for state in 0..machine.states.len() {
        edges(&mut machine, state, &passed, rng);
    }
    if rng.u8(0..3) == 0 {
        let edge = edge(&machine, None, &passed, Guard::A, rng);
        machine.always.extend(edge.map(|edge| Edge { guard: Guard::N(rng.u32(0..7)), ..edge }));
    }
    machine
}

fn is_start(machine: &Machine, state: usize) -> bool {
    match machine.states[state].parent {
        None => machine.start == state,
        Some(parent) => machine.states[parent].start == Some(state),
    }
}

/// Adds `count` states; answers the start state among them.
fn states(
    machine: &mut Machine,
    parent: Option<usize>,
    count: usize,
    known: usize,
    rng: &mut Rng,
) -> usize {
    let start = rng.usize(0..count);
    let mut first = 0;
    for place in 0..count {
        let id = machine.states.len();
        let params = if place == start { 0 } else { rng.usize(0..3) };
        let runs = if known > 0 && rng.u8(0..4) == 0 { rng.usize(1..3) } else { 0 };
        machine.states.push(State {
            parent,
            start: None,
            params: vec![Param::Number; params],
            vars: Vec::new(),
            hooks: [rng.u8(0..4) != 0, rng.bool(), rng.u8(0..4) != 0],
            runs: (0..runs).map(|_| rng.usize(0..known)).collect(),
            preconds: Vec::new(),
            results: Vec::new(),
            edges: Vec::new(),
        });
        if place == start {
            first = id;
        }
        if rng.u8(0..3) == 0 {
            let names = machine.names(Some(id));
            // A first value sees no interface.
            let first = match term(&names, rng) {
                Term::N => Term::Constant(5),
                first => first,
            };
            machine.states[id].vars.push(first);
        }
        let depth = machine.around(Some(id)).count();
        if machine.states.len() < 10 && depth < 4 && rng.u8(0..5) < 2 {
            let inside = rng.usize(1..4);
            machine.states[id].start = Some(states(machine, Some(id), inside, known, rng));
        }
    }
    first
}

fn edges(machine: &mut Machine, state: usize, passed: &[usize], rng: &mut Rng) {
    if rng.u8(0..4) == 0 {
        let own = |name: &Name| matches!(name, Name::Var(of, _) if *of == state);
        let mut names = machine.names(Some(state));
        names.retain(|name| !own(name));
        let guard = guard(&names, false, rng);
        let precond = edge(machine, Some(state), passed, guard, rng).filter(|edge| {
            // Nothing inside it can be gone to yet.
            let inside = match edge.to {
                To::State(to) => machine.states[to].parent == Some(state),
                To::Held(owner, _) => owner == state,
                To::Final | To::Failed(_) => false,
            };
            !inside &&
            // Its values are evaluated before the state's variables begin.
            edge.values.iter().all(|value| match value {
                Value::Number(Term::Sum(name, _)) => !own(name),
                _ => true,
            })
        });
        let precond = precond.map(|edge| Edge {
            to: match edge.to {
                To::Failed(Term::Sum(name, _)) if own(&name) => To::Final,
                to => to,
            },
            ..edge
        });
        machine.states[state].preconds.extend(precond);
    }
    if !machine.states[state].runs.is_empty() {
        for _ in 0..2 {
            let result = edge(machine, Some(state), passed, Guard::Result, rng).unwrap_or(Edge {
                guard: Guard::Result,
                to: To::Final,
                values: Vec::new(),
            });
            machine.states[state].results.push(result);
        }
    }
    for _ in 0..rng.usize(0..4) {
        let guard = guard(&machine.names(Some(state)), true, rng);
        let edge = edge(machine, Some(state), passed, guard, rng);
        machine.states[state].edges.extend(edge);
    }
    // Deeper states would never be asked behind one that always fires.
    if machine.states[state].start.is_none() && rng.u8(0..12) == 0 {
        let edge = edge(machine, Some(state), passed, Guard::Otherwise, rng);
        machine.states[state].edges.extend(edge);
    }
}

fn guard(names: &[Name], timed: bool, rng: &mut Rng) -> Guard {
    match rng.u8(0..if timed { 8 } else { 5 }) {
        0 => Guard::A,
        1..=2 => Guard::N(rng.u32(0..7)),
        3..=4 => {
            let divisor = rng.u32(2..6);
            Guard::Rest(names[rng.usize(0..names.len())], divisor, rng.u32(0..divisor))
        }
        5..=6 => Guard::Ticks(rng.u32(1..7)),
        _ => Guard::Millis(rng.u32(5..90)),
    }
}

fn term(names: &[Name], rng: &mut Rng) -> Term {
    match rng.u8(0..4) {
        0 => Term::Constant(rng.u32(0..10)),
        1 => Term::N,
        _ => Term::Sum(names[rng.usize(0..names.len())], rng.u32(0..4)),
    }
}

/// A transition out of a state (or of the root), if there is where it can lead.
fn edge(
    machine: &Machine,
    from: Option<usize>,
    passed: &[usize],
    guard: Guard,
    rng: &mut Rng,
) -> Option<Edge> {
    let names = machine.names(from);
    let alone =
        from.and_then(|from| passed.iter().copied().find(|passed| machine.inside(from, *passed)));
    let mut targets: Vec<To> = (0..machine.states.len())
        .filter(|to| match machine.states[*to].parent {
            None => true,
            Some(parent) => machine.around(from).any(|around| around == parent),
        })
        .map(To::State)
        .collect();
    for around in machine.around(from) {
        let params = machine.states[around].params.iter().enumerate();
        let holds = params.filter(|(_, param)| matches!(param, Param::State { .. }));
        targets.extend(holds.map(|(place, _)| To::Held(around, place)));
        targets.extend(machine.states[around].start.is_some().then_some(To::State(around)));
    }
    targets.push(To::Final);
    targets.push(To::Failed(term(&names, rng)));
    let to = targets[rng.usize(0..targets.len())];
    let takes = match to {
        To::State(state) => machine.states[state].params.clone(),
        To::Held(state, place) => match &machine.states[state].params[place] {
            Param::State { takes, .. } => takes.clone(),
            Param::Number => Vec::new(),
        },
        To::Final | To::Failed(_) => Vec::new(),
    };
    let values: Option<Vec<Value>> = takes
        .iter()
        .map(|param| match param {
            Param::Number => Some(Value::Number(term(&names, rng))),
            Param::State { by_ref, takes } => {
                state_value(machine, from, passed, alone, *by_ref, takes, rng)
            }
        })
        .collect();
    Some(Edge { guard, to, values: values? })
}

/// A state that may be passed: an outermost one by reference, so that it can be gone to
/// from everywhere; by value one that needs none of those around it.
fn state_value(
    machine: &Machine,
    from: Option<usize>,
    passed: &[usize],
    alone: Option<usize>,
    by_ref: bool,
    takes: &[Param],
    rng: &mut Rng,
) -> Option<Value> {
    let mut values: Vec<Value> = (0..machine.states.len())
        .filter(|state| machine.states[*state].parent.is_none())
        .filter(|state| by_ref || passed.contains(state))
        .filter(|state| machine.states[*state].params == takes)
        .map(Value::State)
        .collect();
    if alone.is_none() {
        for around in machine.around(from) {
            for (place, param) in machine.states[around].params.iter().enumerate() {
                if *param == (Param::State { by_ref, takes: takes.to_vec() }) {
                    values.push(Value::Held(around, place));
                }
            }
        }
    }
    if values.is_empty() { None } else { Some(values[rng.usize(0..values.len())]) }
}
