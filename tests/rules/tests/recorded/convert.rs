//! Converts recorded machines into skills as data, and runs them in the interpreter of the
//! rules. The log has the format of a record.

use corpus_reader::fsm::{self, Action, Place, Program, Step, TransitionKind};
use corpus_reader::guard::{self, Guard};
use corpus_reader::record::{HEADER, loop_line};
use skill_rules::context::{Context, Event, Status};
use skill_rules::interpret::Run;
use skill_rules::skill;
use skill_rules::skill::{
    Activity, Block, Call, Comparison, Condition, Name, Operator, Skill, State, Target, Term,
    Transition,
};

/// Runs the trace of a program. Returns the log.
pub fn run(program: &Program) -> String {
    let skills: Vec<Skill> = program.machines.iter().map(skill).collect();
    let mut cx = Context::new(&skills);
    let mut run = Run::new(program.top, &[], &skills);
    let mut log = vec![format!("{HEADER} engine=rules")];
    for (line, tick, step) in program.clocked_steps() {
        cx.inputs.tick = u32::try_from(tick).expect("a short trace");
        let end = match step {
            Step::Stall => continue,
            Step::Reset => {
                log.push("!reset".to_owned());
                run.reset(&mut cx);
                "RESET".to_owned()
            }
            Step::Loop(inputs) => {
                log.push(loop_line(line, tick, inputs));
                cx.inputs.values = inputs.iter().map(|input| float(*input)).collect();
                let status = run.exec(&mut cx);
                let states = &program.top_machine().states;
                let state = run.state(&skills).map_or("-", |state| &states[state].name);
                match status {
                    Status::Running => format!("RUNNING cur={state}"),
                    Status::Final => "FINAL cur=FINAL".to_owned(),
                    Status::Failed => "FAILED cur=FAILED".to_owned(),
                }
            }
        };
        log.extend(cx.events.drain(..).filter_map(|event| event_line(program, &event)));
        // The names of variables are their numbers; not all numbers are in use.
        let vars = program.top_machine().variables().into_iter();
        let vars = vars.map(|number| format!("v{number}:{}", run.variables()[number as usize]));
        log.push(format!("={end} vars={}", vars.collect::<Vec<_>>().join(",")));
    }
    log.join("\n") + "\n"
}

fn event_line(program: &Program, event: &Event<'_>) -> Option<String> {
    Some(match event {
        Event::Block { skill, state, block, .. } => {
            let (machine, kind) = (&program.machines[*skill], ['i', 'l', 'x'][*block]);
            format!("{kind} {}.{}", machine.name, machine.states[*state].name)
        }
        Event::Guard { skill, transition, value } => {
            format!("g {} {transition} {}", program.machines[*skill].name, u8::from(*value))
        }
        Event::Limit { .. } => "limit".to_owned(),
        // Records have no transitions, and no events of the newer rules.
        _ => return None,
    })
}

fn skill(machine: &fsm::Machine) -> Skill {
    let Place::State(start) = machine.start else { panic!("starts in FINAL or FAILED") };
    let variables = machine.variables().last().map_or(0, |last| *last as usize + 1);
    Skill {
        name: machine.name.clone(),
        variables,
        max_transitions: machine.limit.saturating_sub(1),
        states: (0..machine.states.len()).map(|index| state(machine, index)).collect(),
        start,
        ..Skill::default()
    }
}

fn state(machine: &fsm::Machine, index: usize) -> State {
    let state = &machine.states[index];
    let transitions = |is: fn(&TransitionKind) -> bool| {
        let transitions = machine.transitions_of(index).filter(|(_, each)| is(&each.kind));
        transitions.map(|(id, each)| transition(machine, index, id, each)).collect()
    };
    let subs = state.subs.as_ref();
    State {
        blocks: ['i', 'l', 'x'].map(|kind| {
            let assignments = state.actions(kind).iter().copied().map(assignment).collect();
            Some(Block { assignments, ..Block::default() })
        }),
        runs: subs.map_or(Vec::new(), |subs| {
            let call = |skill: &usize| Activity::Skill(Call { skill: *skill, ..Call::default() });
            subs.machines.iter().map(call).collect()
        }),
        preconditions: transitions(|kind| {
            matches!(kind, TransitionKind::Precond(_) | TransitionKind::Both(_))
        }),
        on_final: subs.map_or(Vec::new(), |subs| vec![on_result(subs.on_final)]),
        on_failed: subs.map_or(Vec::new(), |subs| vec![on_result(subs.on_failed)]),
        transitions: transitions(|kind| !matches!(kind, TransitionKind::Precond(_))),
        ..State::default()
    }
}

fn transition(
    machine: &fsm::Machine,
    state: usize,
    id: usize,
    transition: &fsm::Transition,
) -> Transition {
    let guard = match transition.kind.guard() {
        Some(guard) => skill::Guard::When(condition(guard)),
        None => skill::Guard::AfterTicks(machine.timer_of(state).unwrap_or(0), None),
    };
    Transition { id: Some(id), ..to(target(transition.to), guard) }
}

fn on_result(place: Place) -> Transition {
    to(target(place), skill::Guard::OnResult(None))
}

fn to(target: Target, guard: skill::Guard) -> Transition {
    let (arguments, binds, finals, lets) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    Transition {
        id: None,
        label: 0,
        lets,
        guard,
        target,
        arguments,
        binds,
        finals,
        names_failure: false,
        resume: None,
    }
}

fn target(place: Place) -> Target {
    match place {
        Place::State(state) => Target::State(state),
        Place::Final => Target::Final(Vec::new()),
        Place::Failed => Target::Failed(None),
    }
}

fn assignment(action: Action) -> (Name, Term) {
    let name = Name::Skill(action.variable() as usize);
    let value = match action {
        Action::Set(_, value) => Term::Number(float(value)),
        Action::Inc(_) => Term::sum(name, 1),
        Action::Copy(_, input) => Term::Input(input as usize),
    };
    (name, value)
}

fn condition(guard: &Guard) -> Condition {
    let all = |parts: &[Guard]| parts.iter().map(condition).collect();
    match guard {
        Guard::Literal(value) => Condition::Literal(*value),
        Guard::Not(inner) => Condition::Not(Box::new(condition(inner))),
        Guard::And(parts) => Condition::All(all(parts)),
        Guard::Or(parts) => Condition::Any(all(parts)),
        Guard::Compare(comparison, left, right) => {
            let comparison = match comparison {
                guard::Comparison::Less => Comparison::Less,
                guard::Comparison::LessEqual => Comparison::LessEqual,
                guard::Comparison::Greater => Comparison::Greater,
                guard::Comparison::GreaterEqual => Comparison::GreaterEqual,
                guard::Comparison::Equal => Comparison::Equal,
                guard::Comparison::NotEqual => Comparison::NotEqual,
            };
            Condition::Compare(comparison, term(left), term(right))
        }
    }
}

fn term(of: &guard::Term) -> Term {
    match of {
        guard::Term::Int(value) => Term::Number(float(*value)),
        guard::Term::Input(number) => Term::Input(*number as usize),
        guard::Term::Variable(number) => Term::Name(Name::Skill(*number as usize)),
        guard::Term::Arithmetic(operator, left, right) => {
            let operator = match operator {
                guard::Operator::Add => Operator::Add,
                guard::Operator::Subtract => Operator::Subtract,
                guard::Operator::Multiply => Operator::Multiply,
                guard::Operator::Modulo => Operator::Modulo,
            };
            Term::Arithmetic(operator, Box::new(term(left)), Box::new(term(right)))
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "the machines compute in floating point, as Lua")]
fn float(value: i64) -> f64 {
    value as f64
}
