//! The rules of the language (sections 3 and 6), read off the page: an interpreter of
//! machines as data, which knows nothing of how `skill!` compiles them.

use super::machine::{Edge, Guard, Machine, Name, Param, Term, To, Value};

/// What the blackboard shows in a pass, and when it is.
#[derive(Debug, Clone, Copy)]
pub struct World {
    pub a: bool,
    pub n: u32,
    pub millis: u64,
    pub tick: u32,
}

/// What `exec` answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Running,
    Final,
    Failed(u32),
}

/// A hook that ran: of which skill, which state and block, and the numbers it saw.
pub type Hook = (usize, usize, Vec<u32>);

/// A value that is held.
#[derive(Debug, Clone, Copy)]
enum Held {
    Number(u32),
    State(usize),
}

/// An active state.
#[derive(Debug, Clone)]
struct Active {
    state: usize,
    params: Vec<Held>,
    vars: Vec<u32>,
    since: (u64, u32),
    subs: Vec<Run>,
}

/// A state that is to be entered: below so many active ones.
#[derive(Debug, Clone)]
struct Pending {
    state: usize,
    params: Vec<Held>,
}

/// A running skill.
#[derive(Debug, Clone)]
pub struct Run {
    id: usize,
    fresh: bool,
    status: Status,
    globals: Vec<u32>,
    active: Vec<Active>,
    pending: Option<Pending>,
    pub limits: u32,
}

/// All skills, and what is told of a pass.
#[derive(Debug)]
pub struct Book<'a> {
    pub skills: &'a [Machine],
    pub world: World,
    pub hooks: Vec<Hook>,
}

/// What `on FINAL` and `on FAILED` ask.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Result {
    Running,
    Final,
    Failed,
}

impl Run {
    /// A skill that has not begun.
    pub fn new(id: usize, skills: &[Machine]) -> Self {
        Self {
            id,
            fresh: true,
            status: Status::Running,
            globals: vec![0; skills[id].globals],
            active: Vec::new(),
            pending: None,
            limits: 0,
        }
    }

    /// The innermost state, or the one that waits to be entered.
    pub fn state(&self, skills: &[Machine]) -> Option<usize> {
        match (&self.pending, self.active.last()) {
            _ if self.status != Status::Running => None,
            (Some(pending), _) => Some(pending.state),
            (None, Some(active)) => Some(active.state),
            (None, None) => Some(skills[self.id].start),
        }
    }

    /// Rule 8.
    pub fn reset(&mut self, book: &mut Book<'_>) {
        if self.fresh {
            return;
        }
        self.pending = None;
        self.leave(0, book);
        self.fresh = true;
        self.status = Status::Running;
        self.globals.fill(0);
    }

    /// One pass.
    pub fn exec(&mut self, book: &mut Book<'_>) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        let mut left = book.skills[self.id].max_transitions;
        if self.fresh {
            self.fresh = false;
            self.pending = Some(Pending { state: book.skills[self.id].start, params: Vec::new() });
            // Rule 1: in the same call, it goes on with rule 2.
            if self.settle(book, &mut left) {
                self.step(book, &mut left);
            }
        } else if self.pending.is_some() {
            // Rule 5: the entry was left pending.
            self.settle(book, &mut left);
        } else {
            self.step(book, &mut left);
        }
        self.status
    }

    /// Rule 2: loops, sub-skills, edges, each outermost first.
    fn step(&mut self, book: &mut Book<'_>, left: &mut u32) {
        for depth in 0..self.active.len() {
            self.hook(depth, 1, book);
        }
        let mut results = Vec::new();
        for active in &mut self.active {
            results.push(round(&mut active.subs, book));
        }
        if self.ask(&results, book, left) && self.pending.is_some() {
            self.settle(book, left);
        }
    }

    /// Enters what is pending, and takes what fires then; answers whether it has come to
    /// rest in a state.
    fn settle(&mut self, book: &mut Book<'_>, left: &mut u32) -> bool {
        loop {
            while let Some(pending) = self.pending.clone() {
                let state = &book.skills[self.id].states[pending.state];
                let depth = self.active.len();
                self.active.push(Active {
                    state: pending.state,
                    params: pending.params,
                    vars: Vec::new(),
                    since: (book.world.millis, book.world.tick),
                    subs: Vec::new(),
                });
                let fires = state.preconds.iter().find(|edge| self.fires(depth, edge, book));
                if let Some(edge) = fires {
                    let edge = edge.clone();
                    if *left == 0 {
                        self.active.pop();
                        self.limits += 1;
                        return false;
                    }
                    *left -= 1;
                    let (below, next) = self.target(depth, &edge, book);
                    // It was never initialised, so it is not left.
                    self.active.pop();
                    self.pending = None;
                    self.go(below, next, book);
                    if self.status != Status::Running {
                        return false;
                    }
                    continue;
                }
                self.pending = None;
                let vars: Vec<u32> =
                    state.vars.iter().map(|first| self.number(depth, *first, book)).collect();
                self.active[depth].vars = vars;
                self.hook(depth, 0, book);
                self.active[depth].subs =
                    state.runs.iter().map(|sub| Run::new(*sub, book.skills)).collect();
                self.pending = state.start.map(|state| Pending { state, params: Vec::new() });
            }
            let running = vec![Result::Running; self.active.len()];
            if !self.ask(&running, book, left) {
                return self.status == Status::Running && !self.stopped(&running, book, *left);
            }
            if self.pending.is_none() {
                return false;
            }
        }
    }

    /// Whether a transition waits for the next pass.
    fn stopped(&self, results: &[Result], book: &Book<'_>, left: u32) -> bool {
        left == 0 && self.first(results, book).is_some()
    }

    /// The first edge that fires: the root's, then each active state's, outermost first.
    fn first(&self, results: &[Result], book: &Book<'_>) -> Option<(Option<usize>, Edge)> {
        let machine = &book.skills[self.id];
        let is_active = |to: &To| match to {
            To::State(state) => self.active.first().is_some_and(|active| active.state == *state),
            _ => false,
        };
        let root = machine.always.iter().filter(|edge| !is_active(&edge.to));
        for edge in root {
            if matches!(edge.guard, Guard::N(n) if n == book.world.n) {
                return Some((None, edge.clone()));
            }
        }
        for (depth, result) in results.iter().enumerate() {
            let state = &machine.states[self.active[depth].state];
            for (edge, wanted) in state.results.iter().zip([Result::Final, Result::Failed]) {
                if *result == wanted {
                    return Some((Some(depth), edge.clone()));
                }
            }
            if let Some(edge) = state.edges.iter().find(|edge| self.fires(depth, edge, book)) {
                return Some((Some(depth), edge.clone()));
            }
        }
        None
    }

    /// Takes the first edge that fires; answers whether one did.
    fn ask(&mut self, results: &[Result], book: &mut Book<'_>, left: &mut u32) -> bool {
        let Some((depth, edge)) = self.first(results, book) else { return false };
        if *left == 0 {
            self.limits += 1;
            return false;
        }
        *left -= 1;
        let (below, next) = match depth {
            Some(depth) => self.target(depth, &edge, book),
            None => self.target_of_root(&edge, book),
        };
        self.go(below, next, book);
        true
    }

    /// Where an edge leads: how many states stay active, and what comes then.
    fn target(
        &self,
        depth: usize,
        edge: &Edge,
        book: &Book<'_>,
    ) -> (usize, std::result::Result<Pending, Status>) {
        let machine = &book.skills[self.id];
        let params = || self.values(depth, &edge.values, book);
        match edge.to {
            To::Final => (0, Err(Status::Final)),
            To::Failed(why) => (0, Err(Status::Failed(self.number(depth, why, book)))),
            To::State(state) => {
                (self.place(depth, state, machine), Ok(Pending { state, params: params() }))
            }
            To::Held(owner, place) => {
                let holder = self.holder(depth, owner);
                let Held::State(state) = self.active[holder].params[place] else {
                    unreachable!("generated so")
                };
                let by_ref = matches!(
                    machine.states[owner].params[place],
                    Param::State { by_ref: true, .. }
                );
                let below = if by_ref { self.place(depth, state, machine) } else { holder + 1 };
                (below, Ok(Pending { state, params: params() }))
            }
        }
    }

    fn target_of_root(
        &self,
        edge: &Edge,
        book: &Book<'_>,
    ) -> (usize, std::result::Result<Pending, Status>) {
        let values = |values: &[Value]| {
            values
                .iter()
                .map(|value| match value {
                    Value::Number(term) => Held::Number(self.number_of_root(*term, book)),
                    Value::State(state) => Held::State(*state),
                    Value::Held(..) => unreachable!("the root has no parameters"),
                })
                .collect()
        };
        match edge.to {
            To::Final => (0, Err(Status::Final)),
            To::Failed(why) => (0, Err(Status::Failed(self.number_of_root(why, book)))),
            To::State(state) => (0, Ok(Pending { state, params: values(&edge.values) })),
            To::Held(..) => unreachable!("the root has no parameters"),
        }
    }

    /// How many states stay active when one below `depth` goes to `state`: the nearest
    /// active one that is it, or whose child it is.
    fn place(&self, depth: usize, state: usize, machine: &Machine) -> usize {
        for place in (0..=depth).rev() {
            if self.active[place].state == state {
                return place;
            }
            if machine.states[state].parent == Some(self.active[place].state) {
                return place + 1;
            }
        }
        0
    }

    /// The nearest active state that has these parameters.
    fn holder(&self, depth: usize, owner: usize) -> usize {
        (0..=depth).rev().find(|place| self.active[*place].state == owner).expect("it is around")
    }

    fn go(
        &mut self,
        below: usize,
        next: std::result::Result<Pending, Status>,
        book: &mut Book<'_>,
    ) {
        self.leave(below, book);
        match next {
            Ok(pending) => self.pending = Some(pending),
            Err(status) => self.status = status,
        }
    }

    /// Rule 7: innermost first, `exit`, then the sub-skills in order.
    fn leave(&mut self, below: usize, book: &mut Book<'_>) {
        while self.active.len() > below {
            self.hook(self.active.len() - 1, 2, book);
            if let Some(mut left) = self.active.pop() {
                for sub in &mut left.subs {
                    sub.reset(book);
                }
            }
        }
    }

    fn fires(&self, depth: usize, edge: &Edge, book: &Book<'_>) -> bool {
        let world = &book.world;
        let (millis, tick) = self.active[depth].since;
        match edge.guard {
            Guard::A => world.a,
            Guard::N(n) => world.n == n,
            Guard::Rest(name, divisor, rest) => self.named(depth, name) % divisor == rest,
            Guard::Ticks(ticks) => world.tick - tick >= ticks,
            Guard::Millis(wait) => world.millis - millis >= u64::from(wait),
            Guard::Otherwise => true,
            Guard::Result => false,
        }
    }

    fn values(&self, depth: usize, values: &[Value], book: &Book<'_>) -> Vec<Held> {
        values
            .iter()
            .map(|value| match *value {
                Value::Number(term) => Held::Number(self.number(depth, term, book)),
                Value::State(state) => Held::State(state),
                Value::Held(owner, place) => self.active[self.holder(depth, owner)].params[place],
            })
            .collect()
    }

    fn number(&self, depth: usize, term: Term, book: &Book<'_>) -> u32 {
        match term {
            Term::Constant(number) => number,
            Term::N => book.world.n,
            Term::Sum(name, more) => self.named(depth, name).wrapping_add(more),
        }
    }

    fn number_of_root(&self, term: Term, book: &Book<'_>) -> u32 {
        match term {
            Term::Constant(number) => number,
            Term::N => book.world.n,
            Term::Sum(Name::Global(place), more) => self.globals[place].wrapping_add(more),
            Term::Sum(..) => unreachable!("the root has no parameters"),
        }
    }

    fn named(&self, depth: usize, name: Name) -> u32 {
        match name {
            Name::Global(place) => self.globals[place],
            Name::Var(state, place) => self.active[self.holder(depth, state)].vars[place],
            Name::Param(state, place) => {
                match self.active[self.holder(depth, state)].params[place] {
                    Held::Number(number) => number,
                    Held::State(_) => unreachable!("generated so"),
                }
            }
        }
    }

    /// A block tells the numbers that its state sees, and adds one to the first of those
    /// that it may change, by a rule that the blocks follow too.
    fn hook(&mut self, depth: usize, kind: usize, book: &mut Book<'_>) {
        let machine = &book.skills[self.id];
        let state = self.active[depth].state;
        if !machine.states[state].hooks[kind] {
            return;
        }
        let names = machine.names(Some(state));
        let seen = names.iter().map(|name| self.named(depth, *name)).collect();
        let kind = state * 4 + kind;
        book.hooks.push((self.id, kind, seen));
        let changed: Vec<Name> =
            names.into_iter().filter(|name| !matches!(name, Name::Param(..))).collect();
        match changed[kind % changed.len()] {
            Name::Global(place) => self.globals[place] = self.globals[place].wrapping_add(1),
            Name::Var(state, place) => {
                let holder = self.holder(depth, state);
                let var = &mut self.active[holder].vars[place];
                *var = var.wrapping_add(1);
            }
            Name::Param(..) => {}
        }
    }
}

/// Rule 7: in order; one that has failed ends the round.
fn round(subs: &mut [Run], book: &mut Book<'_>) -> Result {
    let mut all = if subs.is_empty() { Result::Running } else { Result::Final };
    for sub in subs {
        match sub.exec(book) {
            Status::Final => {}
            Status::Running => all = Result::Running,
            Status::Failed(_) => return Result::Failed,
        }
    }
    all
}
