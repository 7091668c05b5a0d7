//! The semantics of the skill language as an interpreter of FSMT programs,
//! written apart from the engine: a second opinion, for tests only.

use std::collections::BTreeMap;

use xtask::corpus::fsm::{Action, Edge, EdgeKind, Machine, Place, Program, State, Step};
use xtask::corpus::guard::{Comparison, Guard, Operator, Term};
use xtask::corpus::record::{HEADER, loop_line};

/// Runs the program's trace; the log has the form of a record.
pub fn run(program: &Program) -> String {
    let mut vm = Vm::new(program.top);
    let mut world =
        World { program, tick: 0, inputs: &[], log: vec![format!("{HEADER} engine=interpreter")] };
    for (line, tick, step) in program.clocked_steps() {
        world.tick = tick;
        match step {
            Step::Stall => {}
            Step::Reset => {
                world.log("!reset");
                vm.reset(&mut world);
                world.log("=RESET");
            }
            Step::Loop(inputs) => {
                world.inputs = inputs;
                world.log(&loop_line(line, tick, inputs));
                let status = vm.exec(&mut world);
                let cur = vm.place.map(|place| vm.machine(&world).place_name(place));
                let vars = vm.vars.iter().map(|(number, value)| format!("v{number}:{value}"));
                let vars = vars.collect::<Vec<_>>().join(",");
                let cur = cur.unwrap_or("-");
                world.log(&format!("={status:?} cur={cur} vars={vars}"));
            }
        }
    }
    world.log.join("\n") + "\n"
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Running,
    Final,
    Failed,
}

impl std::fmt::Debug for Status {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Status::Running => "RUNNING",
            Status::Final => "FINAL",
            Status::Failed => "FAILED",
        })
    }
}

struct World<'a> {
    program: &'a Program,
    tick: u64,
    inputs: &'a [i64],
    log: Vec<String>,
}

impl World<'_> {
    fn log(&mut self, line: &str) {
        self.log.push(line.to_owned());
    }

    #[expect(clippy::cast_precision_loss, reason = "as in Lua")]
    fn input(&self, number: u32) -> f64 {
        self.inputs.get(number as usize).map_or(0.0, |&input| input as f64)
    }
}

/// A running machine.
struct Vm {
    index: usize,
    /// None: fresh or reset.
    place: Option<Place>,
    entered: u64,
    vars: BTreeMap<u32, f64>,
    subs: Vec<(Vm, Status)>,
    transitions: u32,
}

/// The transition limit is used up: `exec` ends.
struct Limit;

impl Vm {
    fn new(index: usize) -> Self {
        Vm {
            index,
            place: None,
            entered: 0,
            vars: BTreeMap::new(),
            subs: Vec::new(),
            transitions: 0,
        }
    }

    fn machine<'a>(&self, world: &World<'a>) -> &'a Machine {
        &world.program.machines[self.index]
    }

    fn state<'a>(&self, world: &World<'a>) -> Option<(usize, &'a State)> {
        match self.place {
            Some(Place::State(index)) => Some((index, &self.machine(world).states[index])),
            _ => None,
        }
    }

    fn exec(&mut self, world: &mut World) -> Status {
        self.transitions = 0;
        if self.rounds(world).is_err() {
            world.log("limit");
        }
        match self.place {
            Some(Place::Final) => Status::Final,
            Some(Place::Failed) => Status::Failed,
            _ => Status::Running,
        }
    }

    fn rounds(&mut self, world: &mut World) -> Result<(), Limit> {
        if self.place.is_none() {
            self.enter(self.machine(world).start, world)?;
        }
        let Some((index, state)) = self.state(world) else {
            return Ok(());
        };
        self.block('l', state, &state.looped, world);
        let outcome = self.run_subs(world);
        let by_subs = state.subs.as_ref().and_then(|subs| match outcome {
            Status::Running => None,
            Status::Final => Some(subs.on_final),
            Status::Failed => Some(subs.on_failed),
        });
        match by_subs.or_else(|| self.plain_edge(index, world)) {
            Some(target) => self.leave_for(target, state, world),
            None => Ok(()),
        }
    }

    fn run_subs(&mut self, world: &mut World) -> Status {
        for (sub, status) in &mut self.subs {
            if *status != Status::Final {
                *status = sub.exec(world);
            }
            if *status == Status::Failed {
                return Status::Failed;
            }
        }
        let all = self.subs.iter().all(|(_, status)| *status == Status::Final);
        if all { Status::Final } else { Status::Running }
    }

    /// Rule 4.
    fn leave_for(&mut self, target: Place, state: &State, world: &mut World) -> Result<(), Limit> {
        self.count(world)?;
        self.exit(state, world);
        self.enter(target, world)
    }

    fn count(&mut self, world: &World) -> Result<(), Limit> {
        if self.transitions + 1 >= self.machine(world).limit {
            return Err(Limit);
        }
        self.transitions += 1;
        Ok(())
    }

    /// Rule 3.
    fn enter(&mut self, target: Place, world: &mut World) -> Result<(), Limit> {
        self.place = Some(target);
        let Some((index, state)) = self.state(world) else {
            return Ok(());
        };
        if let Some(next) = self.precondition(index, world) {
            self.count(world)?;
            return self.enter(next, world);
        }
        self.block('i', state, &state.init, world);
        self.entered = world.tick;
        let subs = state.subs.iter().flat_map(|subs| &subs.machines);
        self.subs = subs.map(|&sub| (Vm::new(sub), Status::Running)).collect();
        match self.plain_edge(index, world) {
            Some(next) => self.leave_for(next, state, world),
            None => Ok(()),
        }
    }

    fn exit(&mut self, state: &State, world: &mut World) {
        self.block('x', state, &state.exit, world);
        for (mut sub, _) in self.subs.drain(..) {
            sub.reset(world);
        }
    }

    fn reset(&mut self, world: &mut World) {
        if let Some((_, state)) = self.state(world) {
            self.exit(state, world);
        }
        self.place = None;
        self.vars.clear();
    }

    fn block(&mut self, kind: char, state: &State, actions: &[Action], world: &mut World) {
        world.log(&format!("{kind} {}.{}", self.machine(world).name, state.name));
        for &action in actions {
            #[expect(clippy::cast_precision_loss, reason = "as in Lua")]
            let value = match action {
                Action::Set(_, value) => value as f64,
                Action::Inc(variable) => self.var(variable) + 1.0,
                Action::Copy(_, input) => world.input(input),
            };
            self.vars.insert(action.variable(), value);
        }
    }

    fn precondition(&self, state: usize, world: &mut World) -> Option<Place> {
        let pre = |edge: &Edge| matches!(edge.kind, EdgeKind::Precond(_) | EdgeKind::Both(_));
        self.first(state, world, pre)
    }

    fn plain_edge(&self, state: usize, world: &mut World) -> Option<Place> {
        self.first(state, world, |edge| !matches!(edge.kind, EdgeKind::Precond(_)))
    }

    fn first(&self, state: usize, world: &mut World, of: fn(&Edge) -> bool) -> Option<Place> {
        let machine = self.machine(world);
        let mut edges = machine.edges_of(state).filter(|(_, edge)| of(edge));
        let fires = |&(id, edge): &(usize, &Edge)| {
            let Some(guard) = edge.kind.guard() else {
                let time = machine.timer_of(state).map_or(0, u64::from);
                return world.tick - self.entered >= time;
            };
            let value = self.holds(guard, world);
            world.log(&format!("g {} {id} {}", machine.name, u8::from(value)));
            value
        };
        edges.find(fires).map(|(_, edge)| edge.to)
    }

    fn var(&self, number: u32) -> f64 {
        self.vars.get(&number).copied().unwrap_or(0.0)
    }

    #[expect(clippy::float_cmp, reason = "as in Lua")]
    fn holds(&self, guard: &Guard, world: &World) -> bool {
        match guard {
            Guard::Literal(value) => *value,
            Guard::Not(inner) => !self.holds(inner, world),
            Guard::And(parts) => parts.iter().all(|part| self.holds(part, world)),
            Guard::Or(parts) => parts.iter().any(|part| self.holds(part, world)),
            Guard::Compare(comparison, left, right) => {
                let (left, right) = (self.value(left, world), self.value(right, world));
                match comparison {
                    Comparison::Less => left < right,
                    Comparison::LessEqual => left <= right,
                    Comparison::Greater => left > right,
                    Comparison::GreaterEqual => left >= right,
                    Comparison::Equal => left == right,
                    Comparison::NotEqual => left != right,
                }
            }
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "as in Lua")]
    fn value(&self, term: &Term, world: &World) -> f64 {
        match term {
            Term::Int(value) => *value as f64,
            Term::Input(number) => world.input(*number),
            Term::Variable(number) => self.var(*number),
            Term::Arithmetic(operator, left, right) => {
                let (left, right) = (self.value(left, world), self.value(right, world));
                match operator {
                    Operator::Add => left + right,
                    Operator::Subtract => left - right,
                    Operator::Multiply => left * right,
                    Operator::Modulo => left - (left / right).floor() * right,
                }
            }
        }
    }
}
