//! Random skills.

use fastrand::Rng;

use crate::skill::{
    Argument, Block, Comparison, Condition, Guard, Name, Operator, Parameter, Skill, State, Target,
    Term, Transition,
};

/// The Boolean input of random skills.
pub const FLAG: usize = 0;
/// The number that random skills wait for, an input.
pub const NUMBER: usize = 1;

/// The maximum nesting of states.
const MAX_DEPTH: usize = 4;

/// The elements of the language that random skills use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// All of them. The number is that of the skills that may be run as sub-skills: those
    /// with the indexes below it.
    Full(usize),
    /// Those with the same meaning in SCXML: nested states, transitions on inputs, `init` and
    /// `exit`.
    ///
    /// The two languages check transitions in opposite orders, and a skill checks them again
    /// after an entry. So the states of each depth wait for numbers of their own, and
    /// `max_transitions` is 1, as one transition consumes an event of SCXML. What remains to
    /// be compared is the first of a state's transitions, its target, and the states that are
    /// left and entered, in order.
    Scxml,
}

impl Profile {
    /// The number of different numbers that the states of a depth wait for.
    const NUMBERS_PER_DEPTH: u32 = 2;

    /// Returns the largest number that is useful as an input: one more than any transition
    /// waits for.
    #[must_use]
    pub fn max_number(self) -> u32 {
        match self {
            Profile::Full(_) => 6,
            Profile::Scxml => 4 * Self::NUMBERS_PER_DEPTH + 1,
        }
    }

    fn max_states(self) -> usize {
        if self == Profile::Scxml { 16 } else { 10 }
    }
}

/// Returns a random skill.
#[must_use]
pub fn skill(name: String, profile: Profile, rng: &mut Rng) -> Skill {
    let skill = match profile {
        Profile::Full(_) => Skill {
            name,
            variables: rng.usize(1..3),
            max_transitions: rng.u32(2..9),
            ..Skill::default()
        },
        Profile::Scxml => Skill { name, max_transitions: 1, ..Skill::default() },
    };
    let mut generator = Generator { profile, rng, skill, by_value: Vec::new() };
    generator.generate();
    generator.skill
}

struct Generator<'a> {
    profile: Profile,
    rng: &'a mut Rng,
    skill: Skill,
    /// The states that may be passed by value: outermost states that do not use what is
    /// around the transition that passes them.
    by_value: Vec<usize>,
}

impl Generator<'_> {
    fn generate(&mut self) {
        let count = self.rng.usize(2..5);
        self.skill.start = self.states(None, count);
        if self.profile != Profile::Scxml {
            self.state_parameters();
        }
        for state in 0..self.skill.states.len() {
            match self.profile {
                Profile::Full(_) => self.transitions(state),
                Profile::Scxml => self.transitions_on_numbers(state),
            }
        }
        self.always();
        if self.profile != Profile::Scxml {
            for state in 0..self.skill.states.len() {
                self.fill_blocks(state);
            }
        }
    }

    /// Adds `count` states. Returns the start state among them.
    fn states(&mut self, parent: Option<usize>, count: usize) -> usize {
        let start = self.rng.usize(0..count);
        let mut start_index = 0;
        for place in 0..count {
            let index = self.skill.states.len();
            let state = match self.profile {
                Profile::Full(library) => self.state(parent, place == start, library),
                Profile::Scxml => State {
                    parent,
                    blocks: [Some(Block::default()), None, Some(Block::default())],
                    ..State::default()
                },
            };
            self.skill.states.push(state);
            if place == start {
                start_index = index;
            }
            if self.profile != Profile::Scxml && self.rng.u8(0..3) == 0 {
                let names = self.skill.names(Some(index));
                // An initial value cannot read an interface.
                let initial = match self.term(&names) {
                    Term::Input(_) => Term::Number(5.0),
                    initial => initial,
                };
                self.skill.states[index].variables.push(initial);
            }
            let depth = self.skill.ancestors(Some(index)).count();
            let chance = if self.profile == Profile::Scxml { 3 } else { 2 };
            if self.skill.states.len() < self.profile.max_states()
                && depth < MAX_DEPTH
                && self.rng.u8(0..5) < chance
            {
                let inside = self.rng.usize(1..4);
                self.skill.states[index].start = Some(self.states(Some(index), inside));
            }
        }
        start_index
    }

    fn state(&mut self, parent: Option<usize>, is_start: bool, library: usize) -> State {
        let parameters = if is_start { 0 } else { self.rng.usize(0..3) };
        let runs = if library > 0 && self.rng.u8(0..4) == 0 { self.rng.usize(1..3) } else { 0 };
        let block = |is_there: bool| is_there.then(Block::default);
        State {
            parent,
            parameters: vec![Parameter::Number; parameters],
            blocks: [
                block(self.rng.u8(0..4) != 0),
                block(self.rng.bool()),
                block(self.rng.u8(0..4) != 0),
            ],
            sub_skills: (0..runs).map(|_| self.rng.usize(0..library)).collect(),
            ..State::default()
        }
    }

    /// Chooses the states that may be passed by value, and adds parameters that hold states.
    fn state_parameters(&mut self) {
        let states = 0..self.skill.states.len();
        for state in states.clone() {
            let is_candidate =
                self.skill.states[state].parent.is_none() && state != self.skill.start;
            if is_candidate && self.rng.bool() {
                self.by_value.push(state);
            }
        }
        for state in states {
            if self.is_inside_by_value(Some(state))
                || self.rng.u8(0..3) != 0
                || self.is_start(state)
            {
                continue;
            }
            let by_ref = self.rng.bool();
            let takes = if self.rng.bool() { vec![Parameter::Number] } else { Vec::new() };
            self.skill.states[state].parameters.push(Parameter::State { by_ref, takes });
        }
    }

    fn is_start(&self, state: usize) -> bool {
        match self.skill.states[state].parent {
            None => self.skill.start == state,
            Some(parent) => self.skill.states[parent].start == Some(state),
        }
    }

    fn is_inside_by_value(&self, state: Option<usize>) -> bool {
        self.skill.ancestors(state).any(|state| self.by_value.contains(&state))
    }

    fn transitions(&mut self, state: usize) {
        if self.rng.u8(0..4) == 0 {
            let precondition = self.precondition(state);
            self.skill.states[state].preconditions.extend(precondition);
        }
        if !self.skill.states[state].sub_skills.is_empty() {
            for _ in 0..2 {
                let on_result = self.transition(Some(state), Guard::OnResult);
                let on_result = on_result.unwrap_or_else(|| to(Guard::OnResult, Target::Final));
                self.skill.states[state].on_result.push(on_result);
            }
        }
        for _ in 0..self.rng.usize(0..4) {
            let names = self.skill.names(Some(state));
            let guard = self.guard(&names, true);
            let transition = self.transition(Some(state), guard);
            self.skill.states[state].transitions.extend(transition);
        }
        // The states inside would be unreachable after a guard that always holds.
        if self.skill.states[state].start.is_none() && self.rng.u8(0..12) == 0 {
            let transition = self.transition(Some(state), Guard::Otherwise);
            self.skill.states[state].transitions.extend(transition);
        }
    }

    fn precondition(&mut self, state: usize) -> Option<Transition> {
        let own = |name: Name| matches!(name, Name::State(owner, _) if owner == state);
        let mut names = self.skill.names(Some(state));
        names.retain(|name| !own(*name));
        let guard = self.guard(&names, false);
        let mut precondition = self.transition(Some(state), guard)?;
        // Nothing inside the state can be entered yet.
        let is_inside = match precondition.target {
            Target::State(to) => self.skill.states[to].parent == Some(state),
            Target::Held(owner, _) => owner == state,
            Target::Final | Target::Failed(_) => false,
        };
        // The variables of the state have no values yet.
        let reads_own = precondition
            .arguments
            .iter()
            .any(|argument| matches!(argument, Argument::Number(term) if term.mentions(&own)));
        if is_inside || reads_own {
            return None;
        }
        if matches!(&precondition.target, Target::Failed(Some(reason)) if reason.mentions(&own)) {
            precondition.target = Target::Final;
        }
        Some(precondition)
    }

    fn transitions_on_numbers(&mut self, state: usize) {
        let depth = self.skill.ancestors(Some(state)).count();
        for _ in 0..self.rng.usize(1..6) {
            let guard = self.own_number(depth);
            let transition = self.transition(Some(state), guard);
            self.skill.states[state].transitions.extend(transition);
        }
    }

    /// Returns a guard that waits for a number of this depth only.
    fn own_number(&mut self, depth: usize) -> Guard {
        let count = Profile::NUMBERS_PER_DEPTH;
        let first = u32::try_from(depth - 1).unwrap_or(0) * count + 1;
        number_is(self.rng.u32(first..first + count))
    }

    fn always(&mut self) {
        match self.profile {
            Profile::Full(_) if self.rng.u8(0..3) == 0 => {
                let mut transition = self.transition(None, Guard::Otherwise);
                if let Some(transition) = &mut transition {
                    transition.guard = number_is(self.rng.u32(0..7));
                }
                self.skill.always.extend(transition);
            }
            Profile::Scxml if self.rng.bool() => {
                let guard = self.own_number(1);
                let transition = self.transition(None, guard);
                self.skill.always.extend(transition);
            }
            _ => {}
        }
    }

    /// Lets each block report all numbers that it sees, and increment one of them.
    fn fill_blocks(&mut self, state: usize) {
        let names = self.skill.names(Some(state));
        let is_variable = |name: &&Name| !matches!(name, Name::Parameter(..));
        let variables: Vec<Name> = names.iter().filter(is_variable).copied().collect();
        for (place, block) in self.skill.states[state].blocks.iter_mut().enumerate() {
            if let Some(block) = block {
                let name = variables[(state * 4 + place) % variables.len()];
                block.reported.clone_from(&names);
                block.assignments.push((name, Term::sum(name, 1)));
            }
        }
    }

    fn guard(&mut self, names: &[Name], is_timed: bool) -> Guard {
        match self.rng.u8(0..if is_timed { 8 } else { 5 }) {
            0 => Guard::When(Condition::Input(FLAG)),
            1..=2 => number_is(self.rng.u32(0..7)),
            3..=4 => {
                let divisor = self.rng.u32(2..6);
                let name = Term::Name(names[self.rng.usize(0..names.len())]);
                let remainder = self.rng.u32(0..divisor);
                let divisor = Term::Number(divisor.into());
                let modulo = Term::Arithmetic(Operator::Modulo, Box::new(name), Box::new(divisor));
                let remainder = Term::Number(remainder.into());
                Guard::When(Condition::Compare(Comparison::Equal, modulo, remainder))
            }
            5..=6 => Guard::AfterTicks(self.rng.u32(1..7)),
            _ => Guard::AfterMillis(self.rng.u32(5..90)),
        }
    }

    fn term(&mut self, names: &[Name]) -> Term {
        match self.rng.u8(0..4) {
            0 => Term::Number(self.rng.u32(0..10).into()),
            1 => Term::Input(NUMBER),
            _ => Term::sum(names[self.rng.usize(0..names.len())], self.rng.u32(0..4)),
        }
    }

    /// Returns a transition out of a state (`None`: of the skill) to any state to which one
    /// may lead, or `None` if there is no argument for a parameter of the target.
    fn transition(&mut self, from: Option<usize>, guard: Guard) -> Option<Transition> {
        let names = self.skill.names(from);
        let target = self.target(from, &names);
        let takes = match &target {
            Target::State(state) => self.skill.states[*state].parameters.clone(),
            Target::Held(state, place) => match &self.skill.states[*state].parameters[*place] {
                Parameter::State { takes, .. } => takes.clone(),
                Parameter::Number => Vec::new(),
            },
            Target::Final | Target::Failed(_) => Vec::new(),
        };
        let mut arguments = Vec::new();
        for parameter in &takes {
            arguments.push(match parameter {
                Parameter::Number => Argument::Number(self.term(&names)),
                Parameter::State { by_ref, takes } => self.state_argument(from, *by_ref, takes)?,
            });
        }
        Some(Transition { arguments, ..to(guard, target) })
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
                0 => Target::Final,
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
        targets.push(Target::Final);
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

fn to(guard: Guard, target: Target) -> Transition {
    Transition { id: None, guard, target, arguments: Vec::new() }
}

fn number_is(number: u32) -> Guard {
    let number = Term::Number(number.into());
    Guard::When(Condition::Compare(Comparison::Equal, Term::Input(NUMBER), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_determines_the_skill() {
        for profile in [Profile::Full(0), Profile::Scxml] {
            let random = |seed| skill("M0".to_owned(), profile, &mut Rng::with_seed(seed));
            assert_eq!(random(7), random(7));
            assert_ne!(random(7), random(8));
        }
    }

    #[test]
    fn for_scxml_each_depth_waits_for_its_own_numbers() {
        let mut rng = Rng::with_seed(3);
        let mut deepest = 0;
        for _ in 0..50 {
            let skill = skill("M0".to_owned(), Profile::Scxml, &mut rng);
            for (index, state) in skill.states.iter().enumerate() {
                let depth = u32::try_from(skill.ancestors(Some(index)).count()).expect("small");
                deepest = deepest.max(depth);
                for transition in &state.transitions {
                    let Guard::When(Condition::Compare(_, _, Term::Number(number))) =
                        transition.guard
                    else {
                        panic!("{transition:?}")
                    };
                    let first = Profile::NUMBERS_PER_DEPTH * (depth - 1) + 1;
                    let numbers = f64::from(first)..f64::from(first + Profile::NUMBERS_PER_DEPTH);
                    assert!(numbers.contains(&number), "{number} at depth {depth}");
                }
            }
        }
        assert_eq!(deepest as usize, MAX_DEPTH);
    }

    #[test]
    fn all_elements_occur() {
        let mut rng = Rng::with_seed(1);
        let skills: Vec<Skill> =
            (0..50).map(|_| skill("M0".to_owned(), Profile::Full(3), &mut rng)).collect();
        let states = || skills.iter().flat_map(|skill| &skill.states);
        assert!(skills.iter().any(|skill| !skill.always.is_empty()));
        assert!(states().any(|state| !state.preconditions.is_empty()));
        assert!(states().any(|state| !state.on_result.is_empty()));
        let guards = || states().flat_map(|state| &state.transitions).map(|each| &each.guard);
        assert!(guards().any(|guard| matches!(guard, Guard::AfterTicks(_))));
        assert!(guards().any(|guard| matches!(guard, Guard::AfterMillis(_))));
        assert!(guards().any(|guard| *guard == Guard::Otherwise));
        let targets = || states().flat_map(|state| &state.transitions).map(|each| &each.target);
        assert!(targets().any(|target| matches!(target, Target::Held(..))));
    }
}
