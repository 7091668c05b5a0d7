//! A machine as text, for people: what `SKILL_EXPANSION` writes and the tests compare.

use super::machine::{
    Activity, Arm, Check, Choice, End, Entry, Evaluates, ExitMatch, Flow, Machine, Moment,
    Receiver, Round, StateInstance, Step, Take,
};
use crate::skill::check::Scope;
use crate::skill::check::{StateId, StateInstanceId, TransitionInstanceId};
use std::fmt::{Display, Formatter, Result};

impl Display for Machine {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let flows = if self.flows { ", variables flow" } else { "" };
        let Machine { name, depth, max_transitions, bounds, .. } = self;
        writeln!(out, "machine {name}: depth {depth}{flows}")?;
        writeln!(
            out,
            "bounds: {} states, {} transitions, {max_transitions} transitions and {} guards in a pass",
            bounds.states, bounds.transitions, bounds.guards
        )?;
        if !self.memories.is_empty() {
            writeln!(out, "`always`: memories of guards")?;
        }
        for slots in &bounds.parallel {
            writeln!(out, "active together: {}", self.slots_text(slots))?;
        }
        for (number, state) in self.states.iter().enumerate() {
            self.state(out, number, state)?;
        }
        writeln!(out, "\ntransitions")?;
        for number in 0..self.transitions.len() {
            self.transition(out, number)?;
        }
        writeln!(out, "\npass")?;
        if let Some(start) = self.pass.start {
            writeln!(out, "  not started: enter {}", self.state_name(start))?;
        }
        for arm in &self.pass.arms {
            self.arm(out, 2, arm)?;
        }
        if let Some(leave) = &self.leave {
            writeln!(out, "\nleave, unless the target is inside")?;
            self.exit_match(out, 2, leave)?;
        }
        Ok(())
    }
}

impl Machine {
    fn state(&self, out: &mut Formatter<'_>, number: usize, state: &StateInstance) -> Result {
        let path = self.path(number);
        writeln!(out, "\nstate {number} {path}")?;
        let holds = [
            (state.has_params, "parameters"),
            (state.has_vars, "variables"),
            (!state.children.is_empty(), "states inside"),
            (state.has_timer, "a timer"),
            (!state.memories.is_empty(), "memories of guards"),
        ];
        let holds = holds.into_iter().filter(|(has, _)| *has).map(|(_, what)| what.to_owned());
        let slots = (!state.slots.is_empty()).then(|| self.slots_text(&state.slots));
        let holds: Vec<String> = holds.chain(slots).collect();
        if !holds.is_empty() {
            writeln!(out, "  holds {}", holds.join(", "))?;
        }
        if state.runs.len() > 1 {
            let runs = state.runs.iter().map(|activity| match activity {
                Activity::Sub(slot) => self.slots_text(&[*slot]),
                Activity::Action(place) => format!("action {place}"),
                Activity::Message(place) => format!("message {place}"),
            });
            writeln!(out, "  runs {}", runs.collect::<Vec<_>>().join(", "))?;
        }
        if let Receiver::View { active, before, around } = &state.receiver {
            let text = |scopes: &[(Scope, usize)]| {
                let scopes = scopes.iter().map(|(scope, _)| self.scope(*scope));
                std::iter::once("the skill".to_owned()).chain(scopes).collect::<Vec<_>>().join(", ")
            };
            let active = text(active);
            let before = text(before);
            let before =
                if before == active { String::new() } else { format!("; before: {before}") };
            let around = if around.is_empty() {
                String::new()
            } else {
                format!("; for defaults: {}", text(around))
            };
            writeln!(out, "  self: {active}{before}{around}")?;
        }
        self.entry(out, "enter", &state.entry)?;
        if let Some(resume) = &state.resume {
            self.entry(out, "once preconditions let it", resume)?;
        }
        match &state.flow {
            Some(flow) if state.innermost => self.flow(out, flow),
            _ => Ok(()),
        }
    }

    fn flow(&self, out: &mut Formatter<'_>, flow: &Flow) -> Result {
        let Flow { rates, crossings, transitions } = flow;
        let rates: Vec<String> = rates.iter().map(|state| self.state_name(*state)).collect();
        let rates = if rates.is_empty() { "no rates".to_owned() } else { rates.join(", ") };
        writeln!(out, "  flow by {rates}")?;
        for (place, (state, bit)) in crossings.iter().enumerate() {
            let end = crossings.get(place + 1).map_or(transitions.len(), |(_, bit)| *bit);
            writeln!(out, "    {} crosses from bit {bit}", self.state_name(*state))?;
            self.choices(out, 6, &transitions[*bit..end])?;
        }
        Ok(())
    }

    fn entry(&self, out: &mut Formatter<'_>, what: &str, entry: &Entry) -> Result {
        writeln!(out, "  {what}")?;
        self.steps(out, 4, &entry.steps)?;
        let mut active: Vec<String> =
            entry.states.iter().map(|state| self.state_name(*state)).collect();
        active.extend(entry.waits.map(|state| format!("entering {}", self.state_name(state))));
        let goes_on = if entry.goes_on.is_some() { " > what it remembers" } else { "" };
        writeln!(out, "    active: {}{goes_on}", active.join(" > "))
    }

    fn transition(&self, out: &mut Formatter<'_>, number: TransitionInstanceId) -> Result {
        let of = &self.transitions[number];
        let from = of.from.map_or("any state".to_owned(), |from| self.path(from));
        let moment = |moment: &Moment| match moment {
            Moment::Before => " before its variables begin",
            Moment::Active | Moment::Around => "",
        };
        let evaluates = match &of.evaluates {
            Evaluates::Nothing => String::new(),
            Evaluates::Params(at) => format!(", evaluates parameters{}", moment(at)),
            Evaluates::ParamsOfHeld(at, _) => {
                format!(", evaluates parameters of the state held{}", moment(at))
            }
            Evaluates::Result(at) => format!(", evaluates its result{}", moment(at)),
            Evaluates::Reason(at) => format!(", evaluates its reason{}", moment(at)),
            Evaluates::Given(at) => format!(", evaluates its failure{}", moment(at)),
            Evaluates::Failure => String::new(),
            Evaluates::FailureOfSub => ", takes the failure of the sub-skill".to_owned(),
            Evaluates::FailureOfSubOrOwn => {
                ", takes the failure of the sub-skill if one has failed".to_owned()
            }
            Evaluates::FailureOfInner => ", takes the failure of a state inside".to_owned(),
        };
        // The states around the target stay active.
        let leaves = match of.to {
            End::State(to) => match self.states[to].parent {
                Some(around) => format!("what is active in {}", self.path(around)),
                None => "all".to_owned(),
            },
            End::Final | End::Failed => "all".to_owned(),
        };
        let results = match &of.results[..] {
            [] => String::new(),
            slots => format!(" with the results of {}", self.slots_text(slots)),
        };
        let to = self.end(number);
        let names = if of.may_decline { " with names of its guard" } else { "" };
        let defaults = if of.defaults.is_empty() {
            String::new()
        } else {
            format!(" with {} of their defaults", of.defaults.len())
        };
        writeln!(
            out,
            "  {number}: {from} -> {to}, {}{evaluates}{names}{defaults}{results}, leaves {leaves}",
            of.label
        )
    }

    fn arm(&self, out: &mut Formatter<'_>, indent: usize, arm: &Arm) -> Result {
        let name = self.state_name(arm.instance);
        if !arm.preconditions.is_empty() {
            writeln!(out, "{:indent$}entering {name}: check preconditions", "")?;
            self.choices(out, indent + 2, &arm.preconditions)?;
            writeln!(out, "{:indent$}  enter {name}", "")?;
        }
        writeln!(out, "{:indent$}{name}", "")?;
        if let Some(round) = &arm.first {
            self.round(out, indent + 2, round)?;
        }
        for inside in &arm.inside {
            self.arm(out, indent + 2, inside)?;
        }
        if let Some(round) = &arm.alone {
            let indent = if arm.inside.is_empty() {
                indent + 2
            } else {
                writeln!(out, "{:indent$}  no state inside", "")?;
                indent + 4
            };
            self.round(out, indent, round)?;
        }
        Ok(())
    }

    fn round(&self, out: &mut Formatter<'_>, indent: usize, round: &Round) -> Result {
        let names = |states: &[StateInstanceId]| {
            states.iter().map(|state| self.state_name(*state)).collect::<Vec<_>>().join(", ")
        };
        if !round.loops.is_empty() {
            writeln!(out, "{:indent$}loop {}", "", names(&round.loops))?;
        }
        if !round.runs.is_empty() {
            writeln!(out, "{:indent$}run {}", "", names(&round.runs))?;
        }
        for group in &round.groups {
            writeln!(out, "{:indent$}check {}", "", self.check(group.check))?;
            self.choices(out, indent + 2, &group.choices)?;
        }
        Ok(())
    }

    fn choices(&self, out: &mut Formatter<'_>, indent: usize, choices: &[Choice]) -> Result {
        for Choice { transition, take } in choices {
            match take {
                Take::Nothing => writeln!(out, "{:indent$}{transition}: nothing", "")?,
                Take::One(taken) => writeln!(out, "{:indent$}{transition}: take {taken}", "")?,
                Take::ByHeld { owner, each, .. } => {
                    let owner = self.state_name(*owner);
                    writeln!(out, "{:indent$}{transition}: by what {owner} holds", "")?;
                    for (held, taken) in each {
                        writeln!(out, "{:indent$}  {}: take {taken}", "", self.source_name(*held))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn exit_match(&self, out: &mut Formatter<'_>, indent: usize, exits: &ExitMatch) -> Result {
        for (state, exits) in &exits.arms {
            writeln!(out, "{:indent$}if {} is active", "", self.state_name(*state))?;
            if let Some(inside) = &exits.inside {
                self.exit_match(out, indent + 2, inside)?;
            }
            self.steps(out, indent + 2, &exits.steps)?;
        }
        Ok(())
    }

    fn steps(&self, out: &mut Formatter<'_>, indent: usize, steps: &[Step]) -> Result {
        for step in steps {
            let (what, whose) = match step {
                Step::KeepParams(state) => ("keep parameters of", self.state_name(*state)),
                Step::Defaults(state) => ("defaults of", self.state_name(*state)),
                Step::ForgetRefusals(state) => ("forget refusals of", self.state_name(*state)),
                Step::Params(state) => ("parameters of", self.state_name(*state)),
                Step::Vars(state) => ("variables of", self.state_name(*state)),
                Step::Init(state) => ("init", self.state_name(*state)),
                Step::Send(state, _) => ("send a message of", self.state_name(*state)),
                Step::Timer(state) => ("timer of", self.state_name(*state)),
                Step::Time(state) => ("time of", self.state_name(*state)),
                Step::Exit(state) => ("exit", self.state_name(*state)),
                Step::KeptResults(state) => ("no action is FINAL in", self.state_name(*state)),
                Step::Memories(state) => ("memories of", self.state_name(*state)),
                Step::Start(slot) => ("start", self.slots_text(&[*slot])),
                Step::Leave(slot) => ("leave", self.slots_text(&[*slot])),
                Step::Stop(state) => ("end the messages of", self.state_name(*state)),
                Step::Remember(state) => ("remember what is inside", self.state_name(*state)),
            };
            writeln!(out, "{:indent$}{what} {whose}", "")?;
        }
        Ok(())
    }

    fn check(&self, check: Check) -> String {
        match check {
            Check::Always(state) => format!("`always` in {}", self.state_name(state)),
            Check::Own(state) => self.state_name(state),
            Check::Handler { of, by } => {
                format!("on FAILED of {} in {}", self.state_name(by), self.state_name(of))
            }
            Check::AlwaysHandler { of, .. } => {
                format!("on FAILED of `always` in {}", self.state_name(of))
            }
        }
    }

    fn end(&self, transition: TransitionInstanceId) -> String {
        match self.transitions[transition].to {
            End::State(state) => self.path(state),
            End::Final => "FINAL".to_owned(),
            End::Failed => "FAILED".to_owned(),
        }
    }

    fn scope(&self, scope: Scope) -> String {
        match scope {
            Scope::Skill => "the skill".to_owned(),
            Scope::Params(state) => format!("parameters of {}", self.source_name(state)),
            Scope::Vars(state) => format!("variables of {}", self.source_name(state)),
        }
    }

    fn slots_text(&self, slots: &[usize]) -> String {
        let slots = slots.iter().map(|slot| format!("{} (slot {slot})", self.slots[*slot].skill));
        slots.collect::<Vec<_>>().join(", ")
    }

    fn state_name(&self, state: StateInstanceId) -> String {
        self.states[state].name.clone()
    }

    /// A state as written; it is the instance of the same number.
    fn source_name(&self, state: StateId) -> String {
        self.state_name(state)
    }

    /// `Walk.Turn`: with the states around it.
    fn path(&self, state: StateInstanceId) -> String {
        let mut names: Vec<String> =
            std::iter::successors(Some(state), |state| self.states[*state].parent)
                .map(|state| self.state_name(state))
                .collect();
        names.reverse();
        names.join(".")
    }
}
