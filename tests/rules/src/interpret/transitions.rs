//! Taking transitions: their arguments, the states that they leave, and the end of a skill.

use super::{Counts, Next, Pending, Run, Running, Value};
use crate::context::{Cause, Context, Event, Failure, Status};
use crate::fault::Fault;
use crate::skill::{MAX_RESULT, Parameter, Skill, Target, Transition, Tries};

impl Run {
    /// Returns the effect of a transition: the number of states that stay active, and the next
    /// step. `depth` is that of the state that has the transition, `None` for `always`.
    pub(super) fn target(
        &self,
        depth: Option<usize>,
        transition: &Transition,
        cx: &Context<'_>,
    ) -> (usize, Next) {
        let skill = &cx.skills[self.skill];
        let transition = &*transition.without_lets(false);
        let enter = |remaining: usize, state| {
            let arguments = transition.arguments.iter();
            let mut parameters: Vec<Value> =
                arguments.map(|argument| self.value(depth, argument, cx)).collect();
            if transition.resume.is_some() {
                self.add_remembered(remaining, state, &mut parameters, cx);
            }
            let pending = self.pending(remaining.checked_sub(1), state, parameters, cx);
            (remaining, Next::Enter(Pending { resume: transition.resume, ..pending }))
        };
        match &transition.target {
            Target::Final(values) => {
                let values = values.iter().map(|value| self.number(depth, value, cx));
                (0, Next::Final(values.collect()))
            }
            Target::Failed(reason) => {
                let reason = reason.as_ref().map(|reason| self.number(depth, reason, cx));
                (0, Next::Failed(self.failure_of(transition, reason)))
            }
            Target::PassOn => {
                let by_result = self.by_result.filter(|_| !cx.has(Fault::FailureOfHandler));
                let failed = by_result.or(depth);
                let failure = failed.and_then(|depth| self.failure_of_list(depth));
                let failure = failure.filter(|_| !cx.has(Fault::FailureOfCaller));
                let own = || self.failure_of(transition, None);
                (0, Next::Failed(failure.unwrap_or_else(own)))
            }
            Target::State(state) => {
                let (remaining, next) = enter(self.remaining(depth, *state, skill), *state);
                (remaining, self.counted(depth, *state, next, cx))
            }
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
                enter(remaining, state)
            }
        }
    }

    /// Returns a state to be entered inside the state at depth `around`, with the defaults of the
    /// parameters that have no value.
    pub(super) fn pending(
        &self,
        around: Option<usize>,
        state: usize,
        mut parameters: Vec<Value>,
        cx: &Context<'_>,
    ) -> Pending {
        let of = &cx.skills[self.skill].states[state];
        let required = of.parameters.len() - of.defaults.len();
        for default in &of.defaults[parameters.len().max(required) - required..] {
            let value =
                if cx.has(Fault::DefaultIgnored) { 0.0 } else { self.number(around, default, cx) };
            parameters.push(Value::Number(value));
        }
        Pending { state, parameters, tries: Counts::FIRST, resume: None }
    }

    /// Returns the depth of the innermost state with tries left from which a transition would lead to
    /// FAILED (rule 16).
    pub(super) fn tried(
        &self,
        depth: Option<usize>,
        transition: &Transition,
        cx: &Context<'_>,
    ) -> Option<usize> {
        let fails = matches!(transition.target, Target::Failed(_) | Target::PassOn);
        let mut around = (0..=depth.filter(|_| fails)?).rev();
        around.find(|depth| {
            let state = &cx.skills[self.skill].states[self.active[*depth].state];
            state.tries.as_ref().is_some_and(|tries| self.is_left(*depth, tries, cx))
        })
    }

    /// Returns whether the state at a depth has tries left.
    pub(super) fn is_left(&self, depth: usize, tries: &Tries, cx: &Context<'_>) -> bool {
        let count = self.number(Some(depth), &tries.count, cx);
        f64::from(self.active[depth].tries.own) < count
    }

    /// Returns the effect of a transition from `depth` that leads to the next try of the state at
    /// depth `tried`.
    pub(super) fn again(&self, depth: usize, tried: usize, cx: &Context<'_>) -> (usize, Next) {
        let (skill, active) = (&cx.skills[self.skill], &self.active[tried]);
        let own = if cx.has(Fault::TriesUncounted) { 1 } else { active.tries.own };
        let via = skill.states[active.state].tries.as_ref().and_then(|tries| tries.via);
        if let Some(via) = via.filter(|_| !cx.has(Fault::TriedDirectly)) {
            let remaining = self.remaining(Some(depth), via, skill);
            let pending = self.pending(remaining.checked_sub(1), via, Vec::new(), cx);
            let tries = Counts { before: own, ..pending.tries };
            return (remaining, Next::Enter(Pending { tries, ..pending }));
        }
        // Also the tries of the state to whose next try it leads.
        let tries = Counts { own: own + 1, ..active.tries };
        let parameters = active.parameters.clone();
        (tried, Next::Enter(Pending { state: active.state, parameters, tries, resume: None }))
    }

    /// Has a transition from the state between two tries count the next one.
    fn counted(&self, depth: Option<usize>, state: usize, next: Next, cx: &Context<'_>) -> Next {
        let skill = &cx.skills[self.skill];
        let via = skill.states[state].tries.as_ref().and_then(|tries| tries.via);
        let owner = depth.map(|depth| self.active[depth].state);
        if let Next::Enter(pending) = &next
            && skill.ancestors(owner).any(|around| around == state)
            && skill
                .states
                .iter()
                .any(|of| of.tries.as_ref().is_some_and(|of| of.via == Some(state)))
        {
            let Counts { before, .. } = self.active[self.holder(depth, state)].tries;
            let tries = Counts { before, ..pending.tries };
            return Next::Enter(Pending { tries, ..pending.clone() });
        }
        let via = via.filter(|via| skill.ancestors(owner).any(|around| around == *via));
        match (next, via) {
            (Next::Enter(pending), Some(via)) if !cx.has(Fault::TriesForgotten) => {
                let before = self.active[self.holder(depth, via)].tries.before;
                let tries = Counts { own: before + 1, ..pending.tries };
                Next::Enter(Pending { tries, ..pending })
            }
            (next, _) => next,
        }
    }

    /// Returns the failure of this skill by a transition.
    fn failure_of(&self, transition: &Transition, reason: Option<f64>) -> Failure {
        Failure { skill: self.skill, cause: Cause::Transition(transition.label, reason) }
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
    pub(super) fn holder(&self, depth: Option<usize>, state: usize) -> usize {
        let depths = 0..depth.map_or(0, |depth| depth + 1);
        let found = depths.rev().find(|depth| self.active[*depth].state == state);
        found.unwrap_or_else(|| panic!("state {state} is not active"))
    }

    pub(super) fn follow<'a>(
        &mut self,
        remaining: usize,
        from: usize,
        (transition, again): (&'a Transition, bool),
        next: Next,
        cx: &mut Context<'a>,
    ) {
        self.leave(remaining, cx);
        let ends = !matches!(next, Next::Enter(_));
        if ends && !cx.has(Fault::RunsOnAtTheEnd) {
            self.end_of_run(cx);
        }
        let target = match &next {
            Next::Enter(pending) => Target::State(pending.state),
            Next::Final(_) | Next::Failed(_) => transition.target.clone(),
        };
        cx.events.push(Event::Taken { skill: self.skill, from, transition, target, again });
        match next {
            Next::Enter(pending) => self.pending = Some(pending),
            Next::Final(values) => self.end_final(values, cx),
            Next::Failed(failure) => self.end_failed(failure, cx),
        }
    }

    /// Sets the skill to FINAL, or to FAILED if its result is outside its range (rule 14).
    fn end_final(&mut self, values: Vec<f64>, cx: &mut Context<'_>) {
        let skill = self.skill;
        match values[..] {
            [x, _] if x > f64::from(MAX_RESULT) && !cx.has(Fault::ResultUnchecked) => {
                self.end_failed(Failure { skill, cause: Cause::Result(x) }, cx);
                return;
            }
            [] => {}
            _ => cx.events.push(Event::Result { skill, values: values.clone() }),
        }
        self.status = Status::Final;
        self.result = values;
    }

    /// Leaves all states, and sets the skill to FAILED.
    pub(super) fn fail(&mut self, cause: Cause, cx: &mut Context<'_>) {
        self.pending = None;
        self.leave(0, cx);
        if !cx.has(Fault::RunsOnAfterFailure) {
            self.end_of_run(cx);
        }
        self.end_failed(Failure { skill: self.skill, cause }, cx);
    }

    fn end_failed(&mut self, failure: Failure, cx: &mut Context<'_>) {
        self.status = Status::Failed;
        self.failure = Some(failure);
        cx.events.push(Event::Failed { skill: self.skill, failure });
    }

    /// Leaves states, innermost first: `exit`, then reset of the sub-skills in order (rule 7).
    pub(super) fn leave(&mut self, remaining: usize, cx: &mut Context<'_>) {
        let mut inside = self.memory.pending.take();
        self.forget_inside(inside.as_ref(), cx);
        while self.active.len() > remaining {
            let before = self.active.last().map_or(Vec::new(), |left| left.parameters.clone());
            if cx.has(Fault::EndsBeforeExit) {
                self.end_of_state(self.active.len() - 1, cx);
            }
            self.block(self.active.len() - 1, 2, cx);
            self.remember(inside, cx);
            let Some(mut left) = self.active.pop() else { return };
            for run in left.runs {
                if let Running::Machine(mut machine) = run {
                    machine.reset(cx);
                }
            }
            self.end_of_state(self.active.len(), cx);
            if cx.has(Fault::RemembersBeforeExit) {
                left.parameters = before;
            }
            inside = Some((left.state, left.parameters));
        }
    }
}
