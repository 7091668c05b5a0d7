//! Random transitions.

use super::conditions::number_is;
use super::{Generator, Profile};
use crate::skill::{
    Activity, Argument, Condition, Guard, MAX_RESULT, Name, Parameter, Skill, Target, Term,
    Transition,
};

impl Generator<'_> {
    pub(super) fn transitions(&mut self, state: usize) {
        if self.one_in(4) {
            let precondition = self.precondition(state);
            self.skill.states[state].preconditions.extend(precondition);
        }
        if !self.skill.states[state].runs.is_empty() {
            self.on_result(state);
        }
        for _ in 0..self.rng.usize(0..4) {
            let names = self.skill.names(Some(state));
            let guard = self.guard(&names, false);
            let transition = self.transition(Some(state), guard, &names);
            self.skill.states[state].transitions.extend(transition);
        }
        // After a guard that always holds, the inner states would be unreachable.
        if self.skill.states[state].start.is_none() && self.one_in(12) {
            let names = self.skill.names(Some(state));
            let transition = self.transition(Some(state), Guard::Otherwise, &names);
            self.skill.states[state].transitions.extend(transition);
        }
    }

    /// Adds the transitions `on FINAL`, which may bind results, and `on FAILED`: some with a guard,
    /// then one without.
    fn on_result(&mut self, state: usize) {
        let can_fail = self.skill.states[state].can_fail();
        if !can_fail && self.only_sends(state) {
            return;
        }
        let guarded = self.guarded_results();
        for place in 0..=guarded {
            let transition = self.on_final(state, place == guarded);
            self.skill.states[state].on_final.push(transition);
        }
        if !can_fail {
            return;
        }
        let guarded = self.guarded_results();
        for place in 0..=guarded {
            let (names, names_failure) = self.names_of_failure(Some(state));
            let guard = self.of_result(&names, place < guarded);
            let transition = if self.rng.bool() {
                Some(self.labelled(guard.clone(), Target::PassOn))
            } else {
                self.transition(Some(state), guard.clone(), &names)
            };
            let on_failed = transition.unwrap_or_else(|| self.ending());
            let mut on_failed = Transition { guard, names_failure, ..on_failed };
            if place == guarded && on_failed.target == Target::PassOn && self.rng.bool() {
                (on_failed.label, on_failed.names_failure) = (0, false);
                self.skill.states[state].passes_on = true;
            }
            self.skill.states[state].on_failed.push(on_failed);
        }
    }

    /// Adds transitions `on FAILED` to states around those that run something, and to the skill, and
    /// removes some that are not needed then.
    pub(super) fn handlers(&mut self) {
        let runs = |skill: &Skill, of: usize| skill.states[of].can_fail();
        for state in 0..self.skill.states.len() {
            let is_inside = |of: &usize| {
                *of != state && self.skill.ancestors(Some(*of)).any(|around| around == state)
            };
            let mut inside = (0..self.skill.states.len()).filter(is_inside);
            let runs_inside = inside.any(|of| runs(&self.skill, of));
            if runs_inside && !runs(&self.skill, state) && !self.one_in(4) {
                let handlers = self.handlers_of(Some(state));
                self.skill.states[state].on_failed = handlers;
            }
        }
        let any_runs = (0..self.skill.states.len()).any(|of| runs(&self.skill, of));
        if any_runs && self.one_in(3) {
            let handlers = self.handlers_of(None);
            self.skill.always.extend(handlers);
        }
        for state in 0..self.skill.states.len() {
            if runs(&self.skill, state) && self.is_handled_around(state) && !self.one_in(4) {
                let on_failed = &mut self.skill.states[state].on_failed;
                on_failed.pop();
                // Handlers of several depths are seldom checked otherwise.
                if self.rng.bool() {
                    on_failed.clear();
                }
                self.skill.states[state].passes_on = false;
            }
        }
    }

    /// Returns transitions `on FAILED`: some with a guard, then perhaps one without.
    fn handlers_of(&mut self, from: Option<usize>) -> Vec<Transition> {
        let guarded = self.guarded_results();
        let all = (0..=guarded).filter_map(|place| {
            let (names, names_failure) = self.names_of_failure(from);
            let is_guarded = place < guarded || self.one_in(4);
            // Under `always`, the guards are simple.
            let guard = match from {
                Some(_) => self.of_result(&names, is_guarded),
                None => Guard::OnResult(is_guarded.then(|| number_is(self.rng.u32(0..7)))),
            };
            let handler = if self.rng.bool() {
                Some(self.labelled(guard, Target::PassOn))
            } else {
                self.transition(from, guard, &names)
            };
            Some(Transition { names_failure, ..handler? })
        });
        all.collect()
    }

    /// Returns the names that a transition on FAILED sees, and whether the failure is one of them.
    fn names_of_failure(&mut self, from: Option<usize>) -> (Vec<Name>, bool) {
        let mut names = self.skill.names(from);
        let names_failure = self.one_in(2);
        if names_failure {
            names.extend([Name::Failure; 4]);
        }
        (names, names_failure)
    }

    /// Returns whether each failure of what a state runs is handled by a state around it or by the
    /// skill.
    fn is_handled_around(&self, state: usize) -> bool {
        let takes_all = |of: &&Transition| of.guard == Guard::OnResult(None);
        let mut around = self.skill.ancestors(self.skill.states[state].parent);
        let top = self.skill.ancestors(Some(state)).last();
        let leaves = |of: &&Transition| Some(&of.target) != top.map(Target::State).as_ref();
        around.any(|of| self.skill.states[of].on_failed.iter().any(|of| takes_all(&of)))
            || !self.is_inside_by_value(Some(state))
                && self.skill.always.iter().filter(takes_all).any(|of| leaves(&of))
    }

    /// Returns how many transitions on a result have a guard.
    fn guarded_results(&mut self) -> usize {
        self.any(6).saturating_sub(3)
    }

    /// Returns a guard of a transition on a result.
    fn of_result(&mut self, names: &[Name], is_guarded: bool) -> Guard {
        let results: Vec<Name> = names
            .iter()
            .copied()
            .filter(|name| matches!(name, Name::Result(..) | Name::Failure))
            .collect();
        Guard::OnResult(is_guarded.then(|| match self.readable() {
            _ if !results.is_empty() && self.rng.bool() => {
                let name = results[self.any(results.len())];
                self.remainder(name)
            }
            Some(device) if self.one_in(4) => self.refusal(device, names),
            _ => self.condition_with_refusals(names),
        }))
    }

    fn on_final(&mut self, state: usize, is_last: bool) -> Transition {
        let mut names = self.skill.names(Some(state));
        let binds = self.bindable(state);
        let mut binds: Vec<usize> = binds.into_iter().filter(|_| self.rng.bool()).collect();
        let mut finals = Vec::new();
        if let Some(needs) = self.skill.states[state].needs {
            // The last is taken whatever is FINAL.
            binds.truncate(if is_last { 0 } else { needs });
            let others = 0..self.skill.states[state].runs.len();
            let others = others.filter(|place| !binds.contains(place) && self.rng.bool());
            finals = others.collect();
            finals.retain(|place| !self.is_never_done(&self.skill.states[state].runs[*place]));
            finals.truncate(if is_last { 0 } else { needs - binds.len() });
        }
        for place in &binds {
            let Activity::Skill(call) = &self.skill.states[state].runs[*place] else { continue };
            let values = self.library[call.skill].result;
            // These names are more frequent than others.
            for _ in 0..3 {
                names.extend(
                    (0..values).map(|value| Name::Result(*place, (values > 1).then_some(value))),
                );
            }
        }
        let is_guarded = !is_last
            && (binds.is_empty() && finals.is_empty()
                || self.skill.states[state].needs.is_none()
                || self.rng.bool());
        let guard = self.of_result(&names, is_guarded);
        let on_final = self.transition(Some(state), guard.clone(), &names);
        let on_final = on_final.unwrap_or_else(|| Transition { guard, ..self.ending() });
        Transition { binds, finals, ..on_final }
    }

    /// Returns the sub-skills of a state whose results can be bound: not by a name that two of
    /// them have.
    fn bindable(&self, state: usize) -> Vec<usize> {
        let runs = &self.skill.states[state].runs;
        let called = |activity: &Activity| match activity {
            Activity::Skill(call) => Some(call.skill),
            Activity::Action(_) | Activity::Message(..) => None,
        };
        let is_bindable = |place: &usize| {
            let skill = called(&runs[*place]);
            skill.is_some_and(|skill| self.library[skill].result > 0)
                && (self.skill.states[state].labels
                    || runs.iter().filter(|other| called(other) == skill).count() == 1)
        };
        (0..runs.len()).filter(is_bindable).collect()
    }

    /// Returns a transition to FINAL by the result of a state's sub-skills and actions.
    fn ending(&mut self) -> Transition {
        let values = vec![Term::Number(f64::from(MAX_RESULT)); self.skill.result];
        self.labelled(Guard::OnResult(None), Target::Final(values))
    }

    /// Returns a transition with a label of its own; without one for SCXML, where the label is
    /// the text of the guard.
    pub(super) fn labelled(&mut self, guard: Guard, target: Target) -> Transition {
        if self.profile != Profile::Scxml {
            self.labels += 1;
        }
        Transition {
            id: None,
            label: self.labels,
            lets: Vec::new(),
            guard,
            target,
            arguments: Vec::new(),
            binds: Vec::new(),
            finals: Vec::new(),
            names_failure: false,
            resume: None,
        }
    }

    fn precondition(&mut self, state: usize) -> Option<Transition> {
        // The variables of the state are not initialized yet.
        let mut names = self.skill.names(Some(state));
        names.retain(|name| !matches!(name, Name::State(owner, _) if *owner == state));
        let guard = self.guard(&names, true);
        let precondition = self.transition(Some(state), guard, &names)?;
        // A state inside this one cannot be entered yet.
        let is_inside = match precondition.target {
            Target::State(to) => self.skill.states[to].parent == Some(state),
            Target::Held(owner, _) => owner == state,
            Target::Final(_) | Target::Failed(_) | Target::PassOn => false,
        };
        (!is_inside).then_some(precondition)
    }

    pub(super) fn transitions_on_numbers(&mut self, state: usize) {
        let depth = self.skill.ancestors(Some(state)).count();
        for _ in 0..self.rng.usize(1..6) {
            let guard = self.own_number(depth);
            let transition = self.transition(Some(state), guard, &[]);
            self.skill.states[state].transitions.extend(transition);
        }
    }

    /// Returns a guard that waits for a number of this depth only.
    fn own_number(&mut self, depth: usize) -> Guard {
        let count = Profile::NUMBERS_PER_DEPTH;
        let first = u32::try_from(depth - 1).unwrap_or(0) * count + 1;
        Guard::When(number_is(self.rng.u32(first..first + count)))
    }

    pub(super) fn always(&mut self) {
        let mut guards = Vec::new();
        if self.profile == Profile::Scxml {
            guards.extend(self.one_in(2).then(|| self.own_number(1)));
        } else {
            let device = self.readable().filter(|_| self.one_in(3));
            guards.extend(device.map(|device| Guard::When(Condition::Refused(device))));
            if self.rng.bool() {
                let memory = self.memory();
                guards.push(Guard::Remembers(memory, self.lasting()));
            }
            guards.extend(self.one_in(6).then(|| Guard::When(number_is(self.rng.u32(0..7)))));
        }
        let names = self.skill.names(None);
        if self.profile != Profile::Scxml && self.one_in(4) {
            let guard = Guard::AfterMillis(self.rng.u32(100..3000), None);
            let target = Target::Failed(Some(self.term(&names)));
            let limit = self.labelled(guard, target);
            self.skill.always.push(limit);
        }
        for guard in guards {
            let transition = self.transition(None, guard, &names);
            self.skill.always.extend(transition);
        }
    }

    /// Returns a transition out of a state (`None`: of the skill), which can use `names`, to any
    /// state to which one may lead, or `None` if there is no argument for a parameter of the
    /// target.
    fn transition(
        &mut self,
        from: Option<usize>,
        mut guard: Guard,
        names: &[Name],
    ) -> Option<Transition> {
        let lets = self.lets(&mut guard, names);
        // These names are more frequent than others.
        let bound = (0..lets.len() * 4).map(|place| Name::Bound(place / 4));
        let names = &names.iter().copied().chain(bound).collect::<Vec<_>>()[..];
        let target = self.target(from, names);
        let takes = match &target {
            Target::State(state) => self.skill.states[*state].parameters.clone(),
            Target::Held(state, place) => match &self.skill.states[*state].parameters[*place] {
                Parameter::State { takes, .. } => takes.clone(),
                Parameter::Number => Vec::new(),
            },
            Target::Final(_) | Target::Failed(_) | Target::PassOn => Vec::new(),
        };
        let mut arguments = Vec::new();
        for parameter in &takes {
            arguments.push(match parameter {
                Parameter::Number => Argument::Number(self.term(names)),
                Parameter::State { by_ref, takes } => self.state_argument(from, *by_ref, takes)?,
            });
        }
        if let Target::State(state) = target {
            let defaults = self.skill.states[state].defaults.len();
            arguments.truncate(arguments.len() - self.rng.usize(0..=defaults));
        }
        Some(Transition { lets, arguments, ..self.labelled(guard, target) })
    }

    fn target(&mut self, from: Option<usize>, names: &[Name]) -> Target {
        let skill = &self.skill;
        let is_reachable = |state: &usize| match skill.states[*state].parent {
            None => true,
            Some(parent) => skill.ancestors(from).any(|around| around == parent),
        };
        let states = (0..skill.states.len()).filter(is_reachable);
        let mut targets: Vec<Target> = states.map(Target::State).collect();
        if self.profile == Profile::Scxml {
            return match self.rng.u8(0..40) {
                0 => Target::Final(Vec::new()),
                1 => Target::Failed(None),
                _ => targets.swap_remove(self.rng.usize(0..targets.len())),
            };
        }
        for around in skill.ancestors(from) {
            let parameters = skill.states[around].parameters.iter().enumerate();
            let states =
                parameters.filter(|(_, parameter)| matches!(parameter, Parameter::State { .. }));
            targets.extend(states.map(|(place, _)| Target::Held(around, place)));
            targets.extend(skill.states[around].start.is_some().then_some(Target::State(around)));
        }
        let result = (0..self.skill.result).map(|_| self.term(names)).collect();
        targets.push(Target::Final(result));
        targets.push(Target::Failed(Some(self.term(names))));
        targets.swap_remove(self.rng.usize(0..targets.len()))
    }

    /// Returns a state to pass: an outermost one by reference, which can be entered from
    /// everywhere; by value one of [`Generator::by_value`]; or one that a parameter holds.
    fn state_argument(
        &mut self,
        from: Option<usize>,
        by_ref: bool,
        takes: &[Parameter],
    ) -> Option<Argument> {
        let states = self.skill.states.iter().enumerate();
        let mut arguments: Vec<Argument> = states
            .filter(|(index, state)| {
                state.parent.is_none() && (by_ref || self.by_value.contains(index))
            })
            .filter(|(_, state)| state.parameters == takes)
            .map(|(index, _)| Argument::State(index))
            .collect();
        if !self.is_inside_by_value(from) {
            let wanted = Parameter::State { by_ref, takes: takes.to_vec() };
            for around in self.skill.ancestors(from) {
                for (place, parameter) in self.skill.states[around].parameters.iter().enumerate() {
                    if *parameter == wanted {
                        arguments.push(Argument::Held(around, place));
                    }
                }
            }
        }
        if arguments.is_empty() {
            return None;
        }
        Some(arguments.swap_remove(self.rng.usize(0..arguments.len())))
    }
}
