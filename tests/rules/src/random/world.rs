//! Arguments, interfaces and messages of random skills, and what their states run.

use super::{DEVICES, Generator, LAMP, PANEL, Profile};
use crate::skill::{
    Access, Action, Activity, Call, Condition, Interface, Kind, Message, NEVER, Name, Skill,
    SkillArgument, State, Term,
};

impl Generator<'_> {
    pub(super) fn arguments(&mut self) {
        for _ in 0..self.any(3) {
            let default = self.rng.u32(0..8);
            let max = self.one_in(3).then(|| default + self.rng.u32(0..8));
            self.skill.arguments.push(SkillArgument { default, max });
        }
    }

    /// Adds the interfaces: the panel, and some of the others.
    pub(super) fn interfaces(&mut self) {
        let interface = |on_board, access, max_age| Interface {
            on_board,
            named: on_board,
            access,
            max_age,
            uses_value: false,
            keeps_running: false,
        };
        self.skill.interfaces.push(interface(PANEL, Access::Required, None));
        if self.profile == Profile::Scxml {
            return;
        }
        for on_board in DEVICES {
            if self.rng.bool() {
                let access = if self.one_in(3) { Access::Optional } else { Access::Required };
                let max_age = match self.rng.u8(0..9) {
                    0..3 => Some(self.rng.u32(60..200)),
                    3 if access == Access::Required => Some(NEVER),
                    _ => None,
                };
                let keeps_running = self.one_in(6);
                let of = interface(on_board, access, max_age);
                self.skill.interfaces.push(Interface { keeps_running, ..of });
            }
        }
        if self.profile == Profile::Machine && self.one_in(5) {
            self.skill.interfaces.push(interface(LAMP, Access::Writes, None));
        }
    }

    /// Removes the `max_age` of each optional interface of which no transition checks whether it
    /// is stale, which does not compile.
    pub(super) fn remove_unused_ages(&mut self) {
        let Skill { interfaces, states, always, .. } = &mut self.skill;
        for (place, interface) in interfaces.iter_mut().enumerate() {
            let mut transitions = states.iter().flat_map(State::leaving).chain(always.iter());
            let is_checked = transitions.any(|transition| {
                let condition = transition.guard.condition();
                condition.is_some_and(|condition| condition.contains(&Condition::Stale(place)))
            });
            if interface.access == Access::Optional && !is_checked {
                interface.max_age = None;
            }
        }
    }

    /// Finds out which interfaces have a value that is used: some code reads it or requests its
    /// age, or gets the whole port.
    pub(super) fn find_uses(&mut self) {
        let text = format!("{:?}", self.skill);
        let runs = || self.skill.states.iter().flat_map(|state| &state.runs);
        let has_action = runs().any(|of| matches!(of, Activity::Action(_)));
        let blocks = || self.skill.states.iter().flat_map(|state| state.blocks.iter().flatten());
        // Every second message of a block is sent by a function.
        let functions = || blocks().flat_map(|block| block.sends.iter().skip(1).step_by(2));
        let uses = |place: usize| {
            let reads = |kind: &str| text.contains(&format!("{kind}({place})"));
            // The inputs are the fields of the panel.
            let is_panel = self.skill.interfaces[place].on_board == PANEL;
            let waits =
                self.skill.states.iter().filter(|of| of.can_fail() || !of.on_final.is_empty());
            let mut waited = waits.flat_map(|of| &of.runs);
            has_action
                || waited.any(
                    |of| matches!(of, Activity::Message(message, _) if message.interface == place),
                )
                || is_panel && text.contains("Input(")
                || reads("Value")
                || reads("Stale")
                || functions().any(|(message, _)| message.interface == place)
        };
        let uses: Vec<bool> = (0..self.skill.interfaces.len()).map(uses).collect();
        for (interface, uses_value) in self.skill.interfaces.iter_mut().zip(uses) {
            interface.uses_value = uses_value;
        }
    }

    /// Adds sub-skills and actions to some states.
    pub(super) fn activities(&mut self, state: usize) {
        // What runs deep inside has several states around it that may handle its failures.
        let is_deep = self.skill.ancestors(Some(state)).count() > 2;
        if !self.one_in(if is_deep { 2 } else { 4 }) {
            return;
        }
        let names = self.skill.names(Some(state));
        let count = if self.rng.bool() { 1 } else { self.rng.usize(2..4) };
        for _ in 0..count {
            let message =
                if self.one_in(if count > 1 { 2 } else { 4 }) { self.message() } else { None };
            let activity = if let Some(message) = message {
                let content = self.term(&names);
                // A message without content uses no value.
                let is_empty = Kind::ENDS.contains(&message.kind);
                Activity::Message(message, if is_empty { Term::Number(0.0) } else { content })
            } else if self.library.is_empty() || self.one_in(3) {
                Activity::Action(self.action(&names))
            } else {
                Activity::Skill(self.call(&names))
            };
            self.skill.states[state].runs.push(activity);
        }
        if count > 1 {
            let needs = self.rng.usize(1..count);
            let needs = self.one_in(2).then_some(needs);
            let labels = needs.is_some() || self.one_in(4);
            let of = &mut self.skill.states[state];
            (of.needs, of.labels) = (needs, labels);
        }
        self.wait_for_none(state, &names);
    }

    /// Replaces messages that are never done where the list waits for them.
    fn wait_for_none(&mut self, state: usize, names: &[Name]) {
        let of = &self.skill.states[state];
        let is_message = |activity: &&Activity| matches!(activity, Activity::Message(..));
        let others = of.runs.len() - of.runs.iter().filter(is_message).count();
        if others == 0 && of.needs.is_none() || of.needs.is_some_and(|needs| needs <= others) {
            return;
        }
        for place in 0..of.runs.len() {
            if self.is_never_done(&self.skill.states[state].runs[place]) {
                let action = Activity::Action(self.action(names));
                self.skill.states[state].runs[place] = action;
            }
        }
    }

    /// Returns whether an activity is a message to an interface that does not say which is done.
    pub(super) fn is_never_done(&self, activity: &Activity) -> bool {
        let Activity::Message(message, _) = activity else { return false };
        self.skill.interfaces[message.interface].on_board == DEVICES.start
    }

    /// Returns whether a state that runs messages alone sends them and no more.
    pub(super) fn only_sends(&mut self, state: usize) -> bool {
        let of = &self.skill.states[state];
        of.needs.is_none()
            && (of.runs.iter().any(|each| self.is_never_done(each)) || self.rng.bool())
    }

    fn action(&mut self, names: &[Name]) -> Action {
        let sends = if self.one_in(3) { self.rng.usize(1..3) } else { 0 };
        Action {
            argument: self.term(names),
            sends: (0..sends).filter_map(|_| self.message()).collect(),
            divisor: self.rng.u32(2..6),
        }
    }

    fn call(&mut self, names: &[Name]) -> Call {
        let skill = self.any(self.library.len());
        let called = &self.library[skill].arguments;
        let mut call = Call { skill, ..Call::default() };
        for (place, argument) in called.iter().enumerate() {
            if self.rng.bool() {
                // A literal outside the range does not compile.
                let term = match self.term(names) {
                    Term::Number(_) => Term::Number(argument.default.into()),
                    term => term,
                };
                call.arguments.push((place, term));
            }
        }
        call.base =
            (call.arguments.len() < called.len() && self.one_in(3)).then(|| self.term(names));
        call
    }

    fn message(&mut self) -> Option<Message> {
        let interface = self.readable()?;
        let kind = match self.rng.u8(0..10) {
            0 | 1 => Kind::Note,
            2 => Kind::Halt,
            3..6 => Kind::Go,
            6 => Kind::Run,
            7 => Kind::Turn,
            8 => Kind::Stop,
            _ => Kind::Rest,
        };
        Some(Message { interface, kind })
    }

    /// Fills each block: it reports all visible numbers and increments one of them; some also send
    /// and publish.
    pub(super) fn fill_blocks(&mut self, state: usize) {
        let names = self.skill.names(Some(state));
        let arguments = self.skill.arguments.len();
        let is_variable = |name: &&Name| match name {
            Name::Skill(place) => *place >= arguments,
            Name::State(..) => true,
            Name::Parameter(state, _) => self.skill.states[*state].assigns_parameters,
            Name::Result(..) | Name::Failure | Name::Bound(_) => false,
        };
        let variables: Vec<Name> = names.iter().filter(is_variable).copied().collect();
        let lamp = self.skill.interfaces.iter().position(|each| each.access == Access::Writes);
        for place in 0..self.skill.states[state].blocks.len() {
            if self.skill.states[state].blocks[place].is_none() {
                continue;
            }
            let mut sends = Vec::new();
            if self.one_in(4) {
                for _ in 0..self.rng.usize(1..4) {
                    let name = names[self.any(names.len())];
                    sends.extend(self.message().map(|message| (message, name)));
                }
            }
            let publishes = lamp.filter(|_| self.one_in(3));
            let publishes = publishes.map(|lamp| (lamp, names[self.any(names.len())]));
            let name = variables[(state * 4 + place) % variables.len()];
            if let Some(block) = &mut self.skill.states[state].blocks[place] {
                block.reported.clone_from(&names);
                block.assignments.push((name, Term::sum(name, 1)));
                block.sends = sends;
                block.publishes = publishes;
            }
        }
    }
}
