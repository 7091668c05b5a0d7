//! An interpreter of the numbered rules. It follows the language reference step by step and
//! shares no code with the compiler.

mod activities;
mod blocks;
mod evaluate;
mod inputs;
mod resume;
mod transitions;
mod until;

use crate::context::{Context, Event, Failure, Status};
use crate::fault::Fault;
use crate::skill::{Guard, Resume, Skill, State, Target, Transition};
use resume::Memory;

/// The value of a parameter.
#[derive(Debug, Clone, Copy)]
enum Value {
    Number(f64),
    State(usize),
}

/// A state that has been entered.
#[derive(Debug, Clone)]
struct Active {
    state: usize,
    parameters: Vec<Value>,
    variables: Vec<f64>,
    entered: (u64, u32),
    /// For each interface of the skill, whether it refused a message since the state was entered.
    refused: Vec<bool>,
    runs: Vec<Running>,
    /// The place of the activity that has failed last.
    failed_last: Option<usize>,
    /// The memories of the guards of its transitions, by their place in [`State::transitions`].
    memories: Vec<Recall>,
    tries: Counts,
}

/// The tries that a state counts.
#[derive(Debug, Clone, Copy)]
struct Counts {
    /// The number of this try of the state.
    own: u32,
    /// The number of tries before, of the state to whose next try it leads.
    before: u32,
}

impl Counts {
    /// Those of a state that is entered in another way than for the next try.
    const FIRST: Self = Self { own: 1, before: 0 };
}

/// The memory of a guard.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Recall {
    /// It has not been checked.
    New,
    /// It was false when it was last checked.
    False,
    /// It is true since this time, in milliseconds.
    TrueSince(u64),
    /// With `rising`: it must first become false.
    Spent,
}

/// A running sub-skill, action or message of an active state.
#[derive(Debug, Clone)]
enum Running {
    Machine(Box<Run>),
    /// An action of several; with its result once it has ended.
    Action {
        ended: Option<Status>,
    },
    /// A message that was sent, unless it was refused.
    Message {
        number: Option<u64>,
        is_done: bool,
    },
}

/// A state that is to be entered inside the innermost active state.
#[derive(Debug, Clone)]
struct Pending {
    state: usize,
    parameters: Vec<Value>,
    tries: Counts,
    /// Whether what it remembers is entered inside it.
    resume: Option<Resume>,
}

/// The continuation after a transition has left states.
enum Next {
    Enter(Pending),
    Final(Vec<f64>),
    Failed(Failure),
}

/// The result of looking for a transition.
#[derive(PartialEq)]
enum Step {
    /// No guard of a transition holds.
    None,
    /// A guard holds, but the transition limit is reached.
    Limit,
    /// A transition was taken.
    Taken,
}

/// A run of a skill.
#[derive(Debug, Clone)]
pub struct Run {
    skill: usize,
    is_fresh: bool,
    status: Status,
    arguments: Vec<f64>,
    variables: Vec<f64>,
    active: Vec<Active>,
    pending: Option<Pending>,
    failure: Option<Failure>,
    result: Vec<f64>,
    limits: u32,
    refusals: u32,
    /// The messages that run.
    sent: Vec<until::Sent>,
    /// The memories of the guards under `always`.
    memories: Vec<Recall>,
    /// The states that are remembered.
    memory: Memory,
    /// The depth of the state whose result fired the last transition.
    by_result: Option<usize>,
}

impl Run {
    /// Starts a skill with the given arguments; those that are missing have their defaults.
    #[must_use]
    pub fn new(skill: usize, given: &[Option<f64>], skills: &[Skill]) -> Self {
        let arguments = skills[skill].arguments.iter().enumerate();
        let given = |place: usize| given.get(place).copied().flatten();
        Self {
            skill,
            is_fresh: true,
            status: Status::Running,
            arguments: arguments
                .map(|(place, argument)| given(place).unwrap_or(argument.default.into()))
                .collect(),
            variables: vec![0.0; skills[skill].variables],
            active: Vec::new(),
            pending: None,
            failure: None,
            result: Vec::new(),
            limits: 0,
            refusals: 0,
            sent: Vec::new(),
            memories: vec![Recall::New; skills[skill].always.len()],
            memory: Memory::default(),
            by_result: None,
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

    /// Visits the skill and the sub-skills that run in it, each with its active states and the
    /// one that is to be entered, outermost first.
    pub fn visit(&self, visit: &mut impl FnMut(&Run, &[usize])) {
        let active = self.active.iter().map(|active| active.state);
        let pending = self.pending.iter().map(|pending| pending.state);
        visit(self, &active.chain(pending).collect::<Vec<_>>());
        for run in self.active.iter().flat_map(|active| &active.runs) {
            if let Running::Machine(machine) = run {
                machine.visit(visit);
            }
        }
    }

    /// Returns the index of the skill.
    #[must_use]
    pub fn skill(&self) -> usize {
        self.skill
    }

    /// Returns whether the skill has not begun.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// Returns the status of the skill.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status
    }

    /// Returns the failure of a skill that is FAILED.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// Returns the result of a skill that is FINAL.
    #[must_use]
    pub fn result(&self) -> &[f64] {
        &self.result
    }

    /// Returns how often the transition limit was reached.
    #[must_use]
    pub fn limits(&self) -> u32 {
        self.limits
    }

    /// Returns how many messages of `exit` blocks were refused.
    #[must_use]
    pub fn refusals(&self) -> u32 {
        self.refusals
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
        if !cx.has(Fault::RunsOnAfterReset) {
            self.end_of_run(cx);
        }
        self.sent.clear();
        self.is_fresh = true;
        self.status = Status::Running;
        self.failure = None;
        self.result.clear();
        self.variables.fill(0.0);
        self.memories.fill(Recall::New);
        if !cx.has(Fault::RemembersReset) {
            self.memory = Memory::default();
        }
        cx.events.push(Event::Reset { skill: self.skill });
    }

    /// Executes the skill once.
    pub fn exec(&mut self, cx: &mut Context<'_>) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        let skill = &cx.skills[self.skill];
        let mut left = skill.max_transitions;
        let begins = std::mem::take(&mut self.is_fresh);
        if let Some(cause) = self.problem(begins, cx) {
            if cx.has(Fault::ChecksAfterLoop) && !self.active.is_empty() {
                self.block(0, 1, cx);
            }
            self.fail(cause, cx);
        } else if begins {
            cx.events.push(Event::Begun { skill: self.skill });
            self.pending = Some(self.pending(None, skill.start, Vec::new(), cx));
            // Rule 1: the steps follow in the same call.
            if self.settle(cx, &mut left) {
                self.step(cx, &mut left);
            }
        } else if self.pending.is_some() {
            // Completes an entry that the limit interrupted.
            self.settle(cx, &mut left);
        } else {
            self.step(cx, &mut left);
        }
        self.status
    }

    /// Runs the `loop` blocks, what the states run, and the transitions, each outermost first.
    fn step(&mut self, cx: &mut Context<'_>, left: &mut u32) {
        for depth in 0..self.active.len() {
            if !self.block(depth, 1, cx) {
                return;
            }
        }
        let mut results = Vec::new();
        for depth in 0..self.active.len() {
            let Some(result) = self.run_activities(depth, cx) else { return };
            results.push(result);
        }
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
            let running = vec![Status::Running; self.active.len()];
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
        let skill = &cx.skills[self.skill];
        let state = &skill.states[pending.state];
        let depth = self.active.len();
        self.active.push(Active {
            state: pending.state,
            parameters: pending.parameters,
            variables: Vec::new(),
            entered: (cx.inputs.millis, cx.inputs.tick),
            refused: vec![false; skill.interfaces.len()],
            runs: Vec::new(),
            failed_last: None,
            memories: vec![Recall::New; state.transitions.len()],
            tries: pending.tries,
        });
        for precondition in &state.preconditions {
            if !self.holds(Some(depth), precondition, cx) {
                continue;
            }
            if *left == 0 {
                self.active.pop();
                self.reach_limit(precondition, false, cx);
                return false;
            }
            *left -= 1;
            let (depth, next) = self.target(Some(depth), precondition, cx);
            // Without `init` there is no `exit`.
            let pending = self.active.pop().map(|active| (active.state, active.parameters));
            let from = pending.as_ref().map_or(0, |(state, _)| *state);
            self.pending = None;
            self.memory.pending = pending.filter(|_| !cx.has(Fault::RemembersEntered));
            self.follow(depth, from, (precondition, false), next, cx);
            return self.status == Status::Running;
        }
        self.pending = None;
        let variables = state.variables.iter();
        self.active[depth].variables =
            variables.map(|initial| self.number(Some(depth), initial, cx)).collect();
        let is_early = cx.has(Fault::RunsSentFirst);
        let mut sent = if is_early { self.send_runs(depth, cx) } else { Some(Vec::new()) };
        if sent.is_none() || !self.block(depth, 0, cx) {
            return false;
        }
        if !is_early {
            sent = self.send_runs(depth, cx);
        }
        let Some(sent) = sent else { return false };
        for (place, activity) in state.runs.iter().enumerate() {
            let message = sent.iter().find(|(at, _)| *at == place);
            let running = match message {
                Some((_, message)) => message.clone(),
                None => self.begin(depth, activity, cx),
            };
            self.active[depth].runs.push(running);
        }
        self.pending = self
            .remembered_inside(pending.resume, cx)
            .or_else(|| state.start.map(|start| self.pending(Some(depth), start, Vec::new(), cx)));
        true
    }

    /// Takes the first transition whose guard holds: those of the skill, then those of the
    /// active states, outermost first.
    fn take_first(&mut self, results: &[Status], cx: &mut Context<'_>, left: &mut u32) -> Step {
        let Some((depth, transition)) = self.first(results, cx) else { return Step::None };
        let tried = self.tried(depth, transition, cx);
        if *left == 0 {
            self.reach_limit(transition, tried.is_some(), cx);
            return Step::Limit;
        }
        *left -= 1;
        let from = self.active.last().map_or(0, |active| active.state);
        if let Some(tried) = tried {
            let (depth, next) = self.again(depth.unwrap_or(tried), tried, cx);
            self.follow(depth, from, (transition, true), next, cx);
            return Step::Taken;
        }
        let (depth, next) = match (depth, &transition.target) {
            (Some(depth), Target::Final(_)) if cx.has(Fault::ResultAfterExits) => {
                self.block(depth, 2, cx);
                self.target(Some(depth), transition, cx)
            }
            _ => self.target(depth, transition, cx),
        };
        self.follow(depth, from, (transition, false), next, cx);
        Step::Taken
    }

    fn first<'a>(
        &mut self,
        results: &[Status],
        cx: &mut Context<'a>,
    ) -> Option<(Option<usize>, &'a Transition)> {
        let skill: &'a Skill = &cx.skills[self.skill];
        let is_handler = |of: &Transition| matches!(of.guard, Guard::OnResult(_));
        for (place, transition) in skill.always.iter().enumerate() {
            if is_handler(transition) {
                continue;
            }
            if self.is_outermost(&transition.target) {
                if !cx.has(Fault::AlwaysRemembers) {
                    self.memories[place] = Recall::New;
                }
            } else if self.remembers(None, place, transition, cx) {
                return Some((None, transition));
            }
        }
        for (depth, result) in results.iter().enumerate() {
            let state = &skill.states[self.active[depth].state];
            let by_result = match result {
                Status::Final => &state.on_final[..],
                Status::Failed => &state.on_failed,
                Status::Running => &[],
            };
            self.by_result = Some(depth);
            for transition in by_result {
                if self.names_final(depth, transition, cx)
                    && self.holds(Some(depth), transition, cx)
                {
                    return Some((Some(depth), transition));
                }
            }
            let is_late = cx.has(Fault::HandlersLast);
            if *result == Status::Failed
                && !is_late
                && let Some(handler) = self.handler(depth, cx)
            {
                return Some(handler);
            }
            for (place, transition) in state.transitions.iter().enumerate() {
                if self.remembers(Some(depth), place, transition, cx) {
                    return Some((Some(depth), transition));
                }
            }
            if *result == Status::Failed
                && is_late
                && let Some(handler) = self.handler(depth, cx)
            {
                return Some(handler);
            }
        }
        None
    }

    /// Returns the first transition `on FAILED` of the states around a state whose activities have
    /// failed, innermost first, and of the skill, whose guard holds.
    fn handler<'a>(
        &self,
        depth: usize,
        cx: &mut Context<'a>,
    ) -> Option<(Option<usize>, &'a Transition)> {
        let skill: &'a Skill = &cx.skills[self.skill];
        if let Some(again) = self.unhandled(depth, true, cx) {
            return Some((Some(depth), again));
        }
        let mut around: Vec<usize> = (0..depth).rev().collect();
        if cx.has(Fault::HandlersOutermostFirst) {
            around.reverse();
        }
        for depth in around {
            for transition in &skill.states[self.active[depth].state].on_failed {
                if self.holds(Some(depth), transition, cx) {
                    return Some((Some(depth), transition));
                }
            }
            if let Some(again) = self.unhandled(depth, true, cx) {
                return Some((Some(depth), again));
            }
        }
        for transition in self.always(skill) {
            let is_handler = matches!(transition.guard, Guard::OnResult(_));
            if is_handler && self.holds(None, transition, cx) {
                return Some((None, transition));
            }
        }
        let mut around = 0..=depth;
        around.find_map(|depth| Some((Some(depth), self.unhandled(depth, false, cx)?)))
    }

    /// Returns the transition of a state that is tried again for a failure that nothing in it
    /// handles; if `is_again`, only while there are tries left.
    fn unhandled<'a>(
        &self,
        depth: usize,
        is_again: bool,
        cx: &Context<'a>,
    ) -> Option<&'a Transition> {
        let state: &'a State = &cx.skills[self.skill].states[self.active[depth].state];
        let tries = state.tries.as_ref()?;
        (!is_again || self.is_left(depth, tries, cx)).then_some(&tries.unhandled)
    }

    /// Returns the transitions under `always`, without those to the outermost active state.
    fn always<'a>(&self, skill: &'a Skill) -> impl Iterator<Item = &'a Transition> + use<'a> {
        let outermost = self.active.first().map(|active| active.state);
        skill.always.iter().filter(move |transition| {
            !matches!(transition.target, Target::State(state) if Some(state) == outermost)
        })
    }

    fn is_outermost(&self, target: &Target) -> bool {
        let outermost = self.active.first().map(|active| active.state);
        matches!(target, Target::State(state) if Some(*state) == outermost)
    }

    fn reach_limit<'a>(&mut self, transition: &'a Transition, again: bool, cx: &mut Context<'a>) {
        self.limits += 1;
        cx.events.push(Event::Limit { skill: self.skill, transition, again });
    }
}
