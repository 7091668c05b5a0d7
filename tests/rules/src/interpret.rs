//! An interpreter of the numbered rules. It follows the language reference step by step and
//! shares no code with the compiler.

use crate::context::{Context, Event, Status};
use crate::skill::{
    Argument, Comparison, Condition, Guard, Name, Operator, Parameter, Skill, Target, Term,
    Transition,
};

/// The value of a parameter.
#[derive(Debug, Clone, Copy)]
enum Value {
    Number(f64),
    State(usize),
}

/// An active state.
#[derive(Debug, Clone)]
struct Active {
    state: usize,
    parameters: Vec<Value>,
    variables: Vec<f64>,
    entered: (u64, u32),
    sub_skills: Vec<Run>,
}

/// A state that is to be entered inside the innermost active state.
#[derive(Debug, Clone)]
struct Pending {
    state: usize,
    parameters: Vec<Value>,
}

/// The result of a transition.
enum Next {
    Enter(Pending),
    End(Status),
}

/// The result of looking for a transition.
#[derive(PartialEq)]
enum Step {
    /// No guard holds.
    None,
    /// A guard holds, but the transition limit is reached.
    Limit,
    /// A transition was taken.
    Taken,
}

/// The joint result of the sub-skills of a state.
#[derive(Clone, Copy, PartialEq)]
enum SubResult {
    Running,
    Final,
    Failed,
}

/// A running skill.
#[derive(Debug, Clone)]
pub struct Run {
    skill: usize,
    is_fresh: bool,
    status: Status,
    variables: Vec<f64>,
    active: Vec<Active>,
    pending: Option<Pending>,
    limits: u32,
}

impl Run {
    /// Starts a skill.
    #[must_use]
    pub fn new(skill: usize, skills: &[Skill]) -> Self {
        Self {
            skill,
            is_fresh: true,
            status: Status::Running,
            variables: vec![0.0; skills[skill].variables],
            active: Vec::new(),
            pending: None,
            limits: 0,
        }
    }

    /// Returns the innermost state or the state that is to be entered; `None` after the end.
    #[must_use]
    pub fn state(&self, skills: &[Skill]) -> Option<usize> {
        match (&self.pending, self.active.last()) {
            _ if self.status != Status::Running => None,
            (Some(pending), _) => Some(pending.state),
            (None, Some(active)) => Some(active.state),
            (None, None) => Some(skills[self.skill].start),
        }
    }

    /// Returns how often the transition limit was reached.
    #[must_use]
    pub fn limits(&self) -> u32 {
        self.limits
    }

    /// Returns the variables of the skill.
    #[must_use]
    pub fn variables(&self) -> &[f64] {
        &self.variables
    }

    /// Resets the skill (rule 8).
    pub fn reset(&mut self, cx: &mut Context<'_>) {
        if self.is_fresh {
            return;
        }
        self.pending = None;
        self.leave(0, cx);
        self.is_fresh = true;
        self.status = Status::Running;
        self.variables.fill(0.0);
    }

    /// Executes the skill once.
    pub fn exec(&mut self, cx: &mut Context<'_>) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        let skill = &cx.skills[self.skill];
        let mut left = skill.max_transitions;
        if self.is_fresh {
            self.is_fresh = false;
            self.pending = Some(Pending { state: skill.start, parameters: Vec::new() });
            // Rule 1: the same call continues with rule 2.
            if self.settle(cx, &mut left) {
                self.step(cx, &mut left);
            }
        } else if self.pending.is_some() {
            // Rule 5: the limit interrupted an entry.
            self.settle(cx, &mut left);
        } else {
            self.step(cx, &mut left);
        }
        self.status
    }

    /// Runs the `loop` blocks, the sub-skills and the transitions, each outermost first
    /// (rule 2).
    fn step(&mut self, cx: &mut Context<'_>, left: &mut u32) {
        for depth in 0..self.active.len() {
            self.block(depth, 1, cx);
        }
        let active = self.active.iter_mut();
        let results: Vec<SubResult> =
            active.map(|active| run_sub_skills(&mut active.sub_skills, cx)).collect();
        if self.take_first(&results, cx, left) == Step::Taken && self.pending.is_some() {
            self.settle(cx, left);
        }
    }

    /// Enters the pending states and takes the transitions whose guards hold then. Returns
    /// whether the skill rests in a state: it has not ended, and not reached the limit.
    fn settle(&mut self, cx: &mut Context<'_>, left: &mut u32) -> bool {
        loop {
            while let Some(pending) = self.pending.clone() {
                if !self.enter(pending, cx, left) {
                    return false;
                }
            }
            let running = vec![SubResult::Running; self.active.len()];
            match self.take_first(&running, cx, left) {
                Step::None => return true,
                Step::Limit => return false,
                Step::Taken if self.pending.is_none() => return false,
                Step::Taken => {}
            }
        }
    }

    /// Enters a state, or takes its first precondition that holds. Returns `false` if that
    /// ends the skill or reaches the limit.
    fn enter(&mut self, pending: Pending, cx: &mut Context<'_>, left: &mut u32) -> bool {
        let state = &cx.skills[self.skill].states[pending.state];
        let depth = self.active.len();
        self.active.push(Active {
            state: pending.state,
            parameters: pending.parameters,
            variables: Vec::new(),
            entered: (cx.inputs.millis, cx.inputs.tick),
            sub_skills: Vec::new(),
        });
        for precondition in &state.preconditions {
            if !self.holds(Some(depth), precondition, cx) {
                continue;
            }
            if *left == 0 {
                self.active.pop();
                self.reach_limit(cx);
                return false;
            }
            *left -= 1;
            let (depth, next) = self.target(Some(depth), precondition, cx);
            // Without `init` there is no `exit`.
            self.active.pop();
            self.pending = None;
            self.follow(depth, next, cx);
            return self.status == Status::Running;
        }
        self.pending = None;
        let variables = state.variables.iter();
        self.active[depth].variables =
            variables.map(|initial| self.number(Some(depth), initial, cx)).collect();
        self.block(depth, 0, cx);
        let sub_skills = state.sub_skills.iter();
        self.active[depth].sub_skills =
            sub_skills.map(|skill| Run::new(*skill, cx.skills)).collect();
        self.pending = state.start.map(|state| Pending { state, parameters: Vec::new() });
        true
    }

    /// Takes the first transition whose guard holds: those of the skill, then those of the
    /// active states, outermost first.
    fn take_first(&mut self, results: &[SubResult], cx: &mut Context<'_>, left: &mut u32) -> Step {
        let Some((depth, transition)) = self.first(results, cx) else { return Step::None };
        if *left == 0 {
            self.reach_limit(cx);
            return Step::Limit;
        }
        *left -= 1;
        let (depth, next) = self.target(depth, transition, cx);
        self.follow(depth, next, cx);
        Step::Taken
    }

    fn first<'a>(
        &self,
        results: &[SubResult],
        cx: &mut Context<'a>,
    ) -> Option<(Option<usize>, &'a Transition)> {
        let skill: &'a Skill = &cx.skills[self.skill];
        let outermost = self.active.first().map(|active| active.state);
        for transition in &skill.always {
            let is_active =
                matches!(transition.target, Target::State(state) if Some(state) == outermost);
            if !is_active && self.holds(None, transition, cx) {
                return Some((None, transition));
            }
        }
        for (depth, result) in results.iter().enumerate() {
            let state = &skill.states[self.active[depth].state];
            let by_result = state.on_result.iter().zip([SubResult::Final, SubResult::Failed]);
            for (transition, wanted) in by_result {
                if *result == wanted {
                    return Some((Some(depth), transition));
                }
            }
            for transition in &state.transitions {
                if self.holds(Some(depth), transition, cx) {
                    return Some((Some(depth), transition));
                }
            }
        }
        None
    }

    fn reach_limit(&mut self, cx: &mut Context<'_>) {
        self.limits += 1;
        cx.events.push(Event::Limit { skill: self.skill });
    }

    /// Returns where a transition leads: the number of states that stay active, and what
    /// follows. `depth` is that of the state that has the transition, `None` for `always`.
    fn target(
        &self,
        depth: Option<usize>,
        transition: &Transition,
        cx: &Context<'_>,
    ) -> (usize, Next) {
        let skill = &cx.skills[self.skill];
        let enter = |state| {
            let arguments = transition.arguments.iter();
            let parameters = arguments.map(|argument| self.value(depth, argument, cx)).collect();
            Next::Enter(Pending { state, parameters })
        };
        match &transition.target {
            Target::Final => (0, Next::End(Status::Final)),
            Target::Failed(reason) => {
                let reason = reason.as_ref().map(|reason| self.number(depth, reason, cx));
                (0, Next::End(Status::Failed(reason)))
            }
            Target::State(state) => (self.remaining(depth, *state, skill), enter(*state)),
            Target::Held(owner, place) => {
                let holder = self.holder(depth, *owner);
                let Value::State(state) = self.active[holder].parameters[*place] else {
                    panic!("parameter {place} of state {owner} is no state")
                };
                let parameter = &skill.states[*owner].parameters[*place];
                let remaining = match parameter {
                    Parameter::State { by_ref: true, .. } => self.remaining(depth, state, skill),
                    _ => holder + 1,
                };
                (remaining, enter(state))
            }
        }
    }

    /// Returns the number of states that stay active on a transition to `state`: up to the
    /// nearest active state that is `state` or contains it.
    fn remaining(&self, depth: Option<usize>, state: usize, skill: &Skill) -> usize {
        for place in (0..depth.map_or(0, |depth| depth + 1)).rev() {
            if self.active[place].state == state {
                return place;
            }
            if skill.states[state].parent == Some(self.active[place].state) {
                return place + 1;
            }
        }
        0
    }

    /// Returns the depth of the nearest active instance of a state.
    fn holder(&self, depth: Option<usize>, state: usize) -> usize {
        let depths = 0..depth.map_or(0, |depth| depth + 1);
        let found = depths.rev().find(|depth| self.active[*depth].state == state);
        found.unwrap_or_else(|| panic!("state {state} is not active"))
    }

    fn follow(&mut self, remaining: usize, next: Next, cx: &mut Context<'_>) {
        self.leave(remaining, cx);
        match next {
            Next::Enter(pending) => self.pending = Some(pending),
            Next::End(status) => self.status = status,
        }
    }

    /// Leaves states, innermost first: `exit`, then reset of the sub-skills in order (rule 7).
    fn leave(&mut self, remaining: usize, cx: &mut Context<'_>) {
        while self.active.len() > remaining {
            self.block(self.active.len() - 1, 2, cx);
            if let Some(mut left) = self.active.pop() {
                for sub_skill in &mut left.sub_skills {
                    sub_skill.reset(cx);
                }
            }
        }
    }

    fn holds(&self, depth: Option<usize>, transition: &Transition, cx: &mut Context<'_>) -> bool {
        let since = depth.map(|depth| self.active[depth].entered);
        match &transition.guard {
            Guard::When(condition) => {
                let value = self.condition(depth, condition, cx);
                if let Some(transition) = transition.id {
                    cx.events.push(Event::Guard { skill: self.skill, transition, value });
                }
                value
            }
            Guard::AfterTicks(ticks) => {
                since.is_some_and(|(_, tick)| cx.inputs.tick - tick >= *ticks)
            }
            Guard::AfterMillis(wait) => {
                since.is_some_and(|(millis, _)| cx.inputs.millis - millis >= u64::from(*wait))
            }
            Guard::Otherwise => true,
            Guard::OnResult => false,
        }
    }

    #[expect(clippy::float_cmp, reason = "the conditions of a skill compare exactly")]
    fn condition(&self, depth: Option<usize>, condition: &Condition, cx: &Context<'_>) -> bool {
        match condition {
            Condition::Literal(value) => *value,
            Condition::Input(input) => cx.input(*input) != 0.0,
            Condition::Not(inner) => !self.condition(depth, inner, cx),
            Condition::All(parts) => parts.iter().all(|part| self.condition(depth, part, cx)),
            Condition::Any(parts) => parts.iter().any(|part| self.condition(depth, part, cx)),
            Condition::Compare(comparison, left, right) => {
                let (left, right) = (self.number(depth, left, cx), self.number(depth, right, cx));
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

    fn value(&self, depth: Option<usize>, argument: &Argument, cx: &Context<'_>) -> Value {
        match argument {
            Argument::Number(term) => Value::Number(self.number(depth, term, cx)),
            Argument::State(state) => Value::State(*state),
            Argument::Held(owner, place) => {
                self.active[self.holder(depth, *owner)].parameters[*place]
            }
        }
    }

    fn number(&self, depth: Option<usize>, term: &Term, cx: &Context<'_>) -> f64 {
        match term {
            Term::Number(number) => *number,
            Term::Input(input) => cx.input(*input),
            Term::Name(name) => self.named(depth, *name),
            Term::Arithmetic(operator, left, right) => {
                let (left, right) = (self.number(depth, left, cx), self.number(depth, right, cx));
                match operator {
                    Operator::Add => left + right,
                    Operator::Subtract => left - right,
                    Operator::Multiply => left * right,
                    Operator::Modulo => left - (left / right).floor() * right,
                }
            }
        }
    }

    fn named(&self, depth: Option<usize>, name: Name) -> f64 {
        match name {
            Name::Skill(place) => self.variables[place],
            Name::State(state, place) => self.active[self.holder(depth, state)].variables[place],
            Name::Parameter(state, place) => {
                match self.active[self.holder(depth, state)].parameters[place] {
                    Value::Number(number) => number,
                    Value::State(_) => panic!("parameter {place} of state {state} is no number"),
                }
            }
        }
    }

    /// Runs a block of an active state, if it has one.
    fn block(&mut self, depth: usize, block: usize, cx: &mut Context<'_>) {
        let state = self.active[depth].state;
        let skill = &cx.skills[self.skill];
        let Some(content) = &skill.states[state].blocks[block] else { return };
        let names = content.reported.iter();
        let reported = names.map(|name| self.named(Some(depth), *name)).collect();
        cx.events.push(Event::Block { skill: self.skill, state, block, reported });
        for (name, term) in &content.assignments {
            let value = self.number(Some(depth), term, cx);
            match *name {
                Name::Skill(place) => self.variables[place] = value,
                Name::State(state, place) => {
                    let holder = self.holder(Some(depth), state);
                    self.active[holder].variables[place] = value;
                }
                Name::Parameter(..) => panic!("a parameter cannot be assigned"),
            }
        }
    }
}

/// Runs the sub-skills of a state in order, up to the first that has failed (rule 7).
fn run_sub_skills(sub_skills: &mut [Run], cx: &mut Context<'_>) -> SubResult {
    let mut joint = if sub_skills.is_empty() { SubResult::Running } else { SubResult::Final };
    for sub_skill in sub_skills {
        match sub_skill.exec(cx) {
            Status::Final => {}
            Status::Running => joint = SubResult::Running,
            Status::Failed(_) => return SubResult::Failed,
        }
    }
    joint
}
