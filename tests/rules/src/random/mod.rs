//! Random skills.

mod conditions;
mod resumes;
mod states;
mod transitions;
mod tries;
mod world;

use fastrand::Rng;

use crate::context::Cell;
use crate::skill::Skill;

/// The Boolean input of random skills.
pub const FLAG: usize = 0;
/// The number that random skills wait for, an input.
pub const NUMBER: usize = 1;

/// The interface of the blackboard whose fields are the inputs.
pub const PANEL: usize = 0;
/// The interfaces of the blackboard that random skills read, and to which they send messages.
pub const DEVICES: std::ops::Range<usize> = 1..4;
/// The interface of the blackboard that random skills write.
pub const LAMP: usize = 4;

/// The maximum nesting of states.
const MAX_DEPTH: usize = 4;

/// Returns the blackboard of random skills, on which no interface has a writer.
#[must_use]
pub fn board() -> Vec<Cell> {
    let cells = [(1000, 0), (u64::MAX, 1), (120, 2), (120, 2), (1000, 0)];
    let cell = |(max_age, capacity)| Cell { max_age, capacity, ..Cell::default() };
    let mut cells: Vec<Cell> = cells.into_iter().map(cell).collect();
    // The first device does not say which message is done.
    cells[DEVICES].iter_mut().skip(1).for_each(|device| device.reports_done = true);
    cells
}

/// The elements of the language that random skills use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// All elements but writing interfaces, so that any two skills can run side by side.
    Library,
    /// All elements of the language.
    Machine,
    /// The elements with the same meaning in SCXML: nested states, transitions on inputs, `init`
    /// and `exit`.
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
        if self == Profile::Scxml { 4 * Self::NUMBERS_PER_DEPTH + 1 } else { 6 }
    }

    fn max_states(self) -> usize {
        match self {
            Profile::Library => 6,
            Profile::Machine => 10,
            Profile::Scxml => 16,
        }
    }
}

/// Returns a random skill, which may run those of the library as sub-skills.
#[must_use]
pub fn skill(name: String, profile: Profile, library: &[Skill], rng: &mut Rng) -> Skill {
    let skill = Skill { name, max_transitions: 1, ..Skill::default() };
    let mut generator = Generator { profile, library, rng, skill, by_value: Vec::new(), labels: 0 };
    generator.generate();
    generator.skill
}

struct Generator<'a> {
    profile: Profile,
    library: &'a [Skill],
    rng: &'a mut Rng,
    skill: Skill,
    /// The states that may be passed by value: outermost states that do not use what is
    /// around the transition that passes them.
    by_value: Vec<usize>,
    /// The number of labels of transitions.
    labels: usize,
}

impl Generator<'_> {
    fn generate(&mut self) {
        let is_full = self.profile != Profile::Scxml;
        if is_full {
            self.skill.max_transitions = self.rng.u32(2..9);
            self.skill.variables = self.rng.usize(1..3);
            self.skill.result = self.rng.usize(0..4).saturating_sub(1);
            self.arguments();
        }
        self.interfaces();
        let count = self.rng.usize(2..5);
        self.skill.start = self.states(None, count);
        if is_full {
            self.state_parameters();
            for state in 0..self.skill.states.len() {
                self.activities(state);
            }
        }
        for state in 0..self.skill.states.len() {
            if is_full {
                self.transitions(state);
            } else {
                self.transitions_on_numbers(state);
            }
        }
        self.always();
        if is_full {
            self.handlers();
            self.tries();
            self.resumes();
            for state in 0..self.skill.states.len() {
                self.fill_blocks(state);
            }
            self.remove_unused_ages();
        }
        self.find_uses();
    }

    /// Returns `true` once in `count` times.
    fn one_in(&mut self, count: u8) -> bool {
        self.rng.u8(0..count) == 0
    }

    /// Returns one of `count` indexes.
    fn any(&mut self, count: usize) -> usize {
        self.rng.usize(0..count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skill::{
        Access, Activity, BLOCKS, Condition, Guard, Kind, Message, NEVER, Name, Resume, State,
        Target, Term, Transition,
    };

    #[test]
    fn a_seed_determines_the_skill() {
        for profile in [Profile::Library, Profile::Scxml] {
            let random = |seed| skill("M0".to_owned(), profile, &[], &mut Rng::with_seed(seed));
            assert_eq!(random(7), random(7));
            assert_ne!(random(7), random(8));
        }
    }

    #[test]
    fn for_scxml_each_depth_waits_for_its_own_numbers() {
        let mut rng = Rng::with_seed(3);
        let mut deepest = 0;
        for _ in 0..50 {
            let skill = skill("M0".to_owned(), Profile::Scxml, &[], &mut rng);
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

    /// Returns machines that may run those of a library.
    fn a_hundred() -> Vec<Skill> {
        let mut rng = Rng::with_seed(3);
        let mut library: Vec<Skill> = Vec::new();
        for _ in 0..6 {
            let next = skill("L0".to_owned(), Profile::Library, &library, &mut rng);
            library.push(next);
        }
        let machines = 0..100;
        let machines =
            machines.map(|_| skill("M0".to_owned(), Profile::Machine, &library, &mut rng));
        machines.collect()
    }

    fn states_of(skills: &[Skill]) -> impl Iterator<Item = &State> {
        skills.iter().flat_map(|skill| &skill.states)
    }

    #[test]
    fn tries_occur() {
        let skills = a_hundred();
        let tries =
            || skills.iter().flat_map(|skill| skill.states.iter().map(move |of| (skill, of)));
        let tries = || tries().filter_map(|(skill, of)| Some((skill, of, of.tries.as_ref()?)));
        assert!(tries().any(|(.., tries)| tries.via.is_some()));
        assert!(tries().any(|(.., tries)| matches!(tries.count, Term::Arithmetic(..))));
        assert!(tries().any(|(_, of, _)| !of.runs.is_empty() && of.on_failed.is_empty()));
        assert!(tries().any(|(skill, of, _)| {
            skill.ancestors(of.parent).any(|around| skill.states[around].tries.is_some())
        }));
    }

    #[test]
    fn resumes_occur() {
        let skills = a_hundred();
        let all =
            || skills.iter().flat_map(|skill| skill.all_transitions().map(move |of| (skill, of)));
        for kind in [Resume::Shallow, Resume::Deep] {
            assert!(all().any(|(_, of)| of.resume == Some(kind)));
            assert!(
                skills.iter().flat_map(|skill| &skill.always).any(|of| of.resume == Some(kind))
            );
            let mut preconditions = states_of(&skills).flat_map(|state| &state.preconditions);
            assert!(preconditions.any(|of| of.resume == Some(kind)));
            let omits = |(skill, of): (&Skill, &Transition)| match of.target {
                Target::State(to) if of.resume == Some(kind) => {
                    of.arguments.len() < skill.states[to].parameters.len()
                }
                _ => false,
            };
            assert!(all().any(omits));
        }
    }

    #[test]
    fn messages_that_run_occur() {
        let skills = a_hundred();
        let mut interfaces = skills.iter().flat_map(|skill| &skill.interfaces);
        assert!(interfaces.any(|interface| interface.keeps_running));
        for place in 0..Kind::ENDS.len() {
            let runs = |of: &Message| of.kind.until() == Some(place);
            let by_state = |of: &Activity| matches!(of, Activity::Message(of, _) if runs(of));
            assert!(states_of(&skills).any(|state| state.runs.iter().any(by_state)));
            for block in 0..BLOCKS.len() {
                let mut blocks = states_of(&skills).filter_map(|of| of.blocks[block].as_ref());
                assert!(blocks.any(|block| block.sends.iter().any(|(of, _)| runs(of))));
            }
        }
    }

    #[test]
    fn all_elements_occur() {
        let skills = a_hundred();
        let states = || skills.iter().flat_map(|skill| &skill.states);
        assert!(states().any(|state| !state.preconditions.is_empty()));
        let guards = || states().flat_map(|state| &state.transitions).map(|each| &each.guard);
        assert!(guards().any(|guard| matches!(guard, Guard::AfterTicks(_, None))));
        assert!(guards().any(|guard| matches!(guard, Guard::AfterTicks(_, Some(_)))));
        assert!(guards().any(|guard| matches!(guard, Guard::AfterMillis(_, Some(_)))));
        let with_memory = |guard: &Guard| matches!(guard, Guard::Remembers(..));
        for rising in [false, true] {
            for lasts in [false, true].into_iter().filter(|lasts| *lasts || rising) {
                assert!(guards().any(|guard| matches!(guard, Guard::Remembers(memory, _)
                    if memory.rising == rising && memory.millis.is_some() == lasts)));
            }
        }
        assert!(
            skills.iter().any(|skill| skill.always.iter().any(|each| with_memory(&each.guard)))
        );
        assert!(guards().any(|guard| format!("{guard:?}").contains("Elapsed")));
        assert!(guards().any(|guard| *guard == Guard::Otherwise));
        let targets = || states().flat_map(|state| &state.transitions).map(|each| &each.target);
        assert!(targets().any(|target| matches!(target, Target::Held(..))));
        assert!(
            targets().any(|target| matches!(target, Target::Final(values) if values.len() == 2))
        );
        let limits = |each: &Transition| matches!(each.guard, Guard::AfterMillis(..));
        assert!(skills.iter().any(|skill| skill.always.iter().any(limits)));
        assert!(skills.iter().any(|skill| skill.arguments.iter().any(|each| each.max.is_some())));
        // Interfaces and messages.
        let interfaces = || skills.iter().flat_map(|skill| &skill.interfaces);
        for access in [Access::Required, Access::Optional, Access::Writes] {
            assert!(interfaces().any(|interface| interface.access == access));
        }
        assert!(interfaces().any(|interface| interface.max_age.is_some()));
        assert!(interfaces().any(|interface| interface.max_age == Some(NEVER)));
        let checks = |guard: &Guard| {
            guard
                .condition()
                .is_some_and(|when| (0..5).any(|place| when.contains(&Condition::Refused(place))))
        };
        assert!(guards().any(checks));
        assert!(skills.iter().flat_map(|skill| &skill.always).any(|each| checks(&each.guard)));
        for place in 0..BLOCKS.len() {
            let mut blocks = states().filter_map(|state| state.blocks[place].as_ref());
            assert!(blocks.clone().any(|block| block.publishes.is_some()));
            assert!(blocks.clone().any(|block| block.sends.len() > 1));
            assert!(
                blocks
                    .any(|block| block.sends.iter().any(|(message, _)| message.kind == Kind::Halt))
            );
        }
        // Messages that states run.
        let is_message = |activity: &Activity| matches!(activity, Activity::Message(..));
        let only = |state: &&State| !state.runs.is_empty() && !state.can_fail();
        assert!(states().filter(only).any(|state| state.on_final.is_empty()));
        assert!(states().filter(only).any(|state| !state.on_final.is_empty()));
        let mixed = |state: &&State| state.can_fail() && state.runs.iter().any(is_message);
        assert!(states().filter(mixed).any(|state| state.needs.is_none()));
        assert!(states().filter(mixed).any(|state| state.needs.is_some()));
        // Sub-skills and actions, and their results.
        let runs = || states().map(|state| &state.runs);
        let is_action = |activity: &Activity| matches!(activity, Activity::Action(_));
        assert!(runs().any(|runs| runs.len() > 2 && runs.iter().any(is_action)));
        assert!(runs().flatten().any(|each| matches!(each, Activity::Skill(call)
            if call.base.is_some() && !call.arguments.is_empty())));
        assert!(runs().flatten().any(|each| matches!(each, Activity::Action(action)
            if !action.sends.is_empty())));
        assert!(states().any(|state| state.passes_on));
        let binding = |state: &&State| state.on_final.iter().any(|each| !each.binds.is_empty());
        assert!(states().filter(binding).any(|state| state.runs.len() == 1));
        assert!(states().filter(binding).any(|state| state.runs.len() > 1));
        // Defaults of parameters, and assignments to them.
        let with_defaults = |state: &&State| !state.defaults.is_empty();
        assert!(states().filter(with_defaults).any(|state| state.start.is_some()));
        let omits = |each: &Transition| match each.target {
            Target::State(to) => Some((to, each.arguments.len())),
            _ => None,
        };
        assert!(skills.iter().any(|skill| {
            let mut targets = skill.states.iter().flat_map(State::leaving).filter_map(omits);
            targets.any(|(to, given)| given > 0 && given < skill.states[to].parameters.len())
        }));
        let assignments = states().flat_map(|state| state.blocks.iter().flatten());
        assert!(
            assignments
                .flat_map(|block| &block.assignments)
                .any(|(name, _)| matches!(name, Name::Parameter(..)))
        );
        // Failures that are handled by states around, and by the skill.
        let of_inner = |state: &&State| state.runs.is_empty() && !state.on_failed.is_empty();
        assert!(states().filter(of_inner).any(|state| state.on_failed.len() > 1));
        let is_handler = |each: &Transition| matches!(each.guard, Guard::OnResult(_));
        assert!(skills.iter().any(|skill| skill.always.iter().any(is_handler)));
        let unhandled = |state: &&State| {
            !state.runs.is_empty()
                && state.on_failed.last().is_none_or(|last| last.guard.condition().is_some())
        };
        assert!(states().filter(unhandled).any(|state| state.parent.is_some()));
        assert!(states().filter(unhandled).any(|state| state.parent.is_none()));
        // Guards on results, also with their names.
        let guarded = |of: &[Transition]| of.len() > 1 && of[0].guard.condition().is_some();
        assert!(states().any(|state| guarded(&state.on_final) && state.parent.is_some()));
        assert!(states().any(|state| guarded(&state.on_failed) && state.passes_on));
        let results = || states().flat_map(|state| &state.on_final);
        let named = |each: &Transition| format!("{:?}", each.guard).contains("Result(0");
        assert!(results().any(|each| each.guard.condition().is_some() && named(each)));
        assert!(results().any(|each| checks(&each.guard)));
    }

    #[test]
    fn guards_bind_names() {
        let mut rng = Rng::with_seed(3);
        let library = [skill("L0".to_owned(), Profile::Library, &[], &mut rng)];
        let skills: Vec<Skill> = (0..200)
            .map(|_| skill("M0".to_owned(), Profile::Machine, &library, &mut rng))
            .collect();
        let states = || skills.iter().flat_map(|skill| &skill.states);
        let lets =
            |of: &Transition, text: &str| !of.lets.is_empty() && format!("{of:?}").contains(text);
        let all = || states().flat_map(|state| state.leaving().chain(&state.preconditions));
        for kind in ["When(", "Remembers(", "AfterTicks(", "AfterMillis(", "OnResult("] {
            assert!(all().any(|of| lets(of, kind)), "{kind}");
        }
        for target in ["Final(", "Failed(Some", "Held("] {
            assert!(all().any(|of| lets(of, target) && lets(of, "Name(Bound(")), "{target}");
        }
        assert!(states().flat_map(|state| &state.preconditions).any(|of| lets(of, "Bound(1)")));
        assert!(all().any(|of| lets(of, "") && !lets(of, "Bound(")));
    }
}
