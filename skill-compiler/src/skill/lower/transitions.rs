//! Transition instances: the values they evaluate, and the sites at which they are taken.

use super::exits;
use super::machine::{
    Choice, End, Evaluates, Exits, Moment, Site, Source, StateInstance, Take, TransitionInstance,
};
use crate::skill::check::{
    self, Model, StateInstanceId, Target, TransitionId, TransitionInstanceId,
};

/// Lowers all transitions.
pub fn lower(model: &Model, states: &[StateInstance]) -> Vec<TransitionInstance> {
    let all = model.transition_instances.iter();
    all.map(|of| TransitionInstance {
        transition: of.transition,
        from: of.from,
        to: match of.to {
            check::End::Instance(instance) => End::State(instance),
            check::End::Final => End::Final,
            check::End::Failed => End::Failed,
        },
        evaluates: evaluates(model, states, of),
        results: results(model, states, of),
        label: model.transitions[&of.transition].label.clone(),
    })
    .collect()
}

/// Returns the evaluation that precedes the exits of a transition.
fn evaluates(model: &Model, states: &[StateInstance], of: &check::TransitionInstance) -> Evaluates {
    let written = &model.transitions[&of.transition];
    let moment = if written.precond { Moment::Before } else { Moment::Active };
    match of.to {
        check::End::Instance(to) if states[to].has_params => match of.held {
            Some(state) => Evaluates::ParamsOfHeld(moment, state),
            None => Evaluates::Params(moment),
        },
        check::End::Final if !written.values.is_empty() => Evaluates::Result(moment),
        check::End::Instance(_) | check::End::Final => Evaluates::Nothing,
        check::End::Failed => {
            if let Some(reason) = &written.reason {
                return if reason.values.is_empty() {
                    Evaluates::Failure
                } else {
                    Evaluates::Reason(moment)
                };
            }
            // What a sub-skill failed of is what this skill fails of.
            let from_sub =
                of.from.filter(|from| model.state_of(*from).on_failed == Some(of.transition));
            match from_sub.map(|from| &states[from].slots) {
                Some(slots) if !slots.is_empty() => Evaluates::FailureOfSub(slots.clone()),
                _ => Evaluates::Failure,
            }
        }
    }
}

/// Returns the sub-skills whose results the values of a transition name.
fn results(model: &Model, states: &[StateInstance], of: &check::TransitionInstance) -> Vec<usize> {
    let bindings = model.transitions[&of.transition].bindings.iter();
    let slots = of.from.map_or(&[][..], |from| &states[from].slots);
    bindings.filter_map(|binding| slots.get(binding.place).copied()).collect()
}

/// The active states at the place where a transition is taken.
#[derive(Clone, Copy)]
pub enum Place {
    /// Any of the states.
    Anywhere,
    /// This instance, and any of those inside it.
    In(StateInstanceId),
    /// This instance is being entered: its preconditions are checked.
    Entering(StateInstanceId),
}

/// The sites made so far.
pub struct Sites<'a> {
    pub model: &'a Model,
    pub states: &'a [StateInstance],
    #[allow(clippy::struct_field_names)] // the field is what the struct gathers
    pub sites: Vec<Site>,
}

impl Sites<'_> {
    /// Returns the reaction to each of `transitions` out of `from` (none: under `always`) that
    /// fires at a place.
    pub fn choices(
        &mut self,
        transitions: impl IntoIterator<Item = TransitionId>,
        from: Option<StateInstanceId>,
        place: Place,
    ) -> Vec<Choice> {
        let transitions = transitions.into_iter();
        transitions
            .map(|transition| Choice { transition, take: self.take(transition, from, place) })
            .collect()
    }

    fn take(
        &mut self,
        transition: TransitionId,
        from: Option<StateInstanceId>,
        place: Place,
    ) -> Take {
        let model = self.model;
        let all: Vec<TransitionInstanceId> =
            model.transition_instances_of(transition, from).collect();
        let Target::Held((owner, param)) = model.transitions[&transition].to else {
            let first = all.first().map(|first| self.add(*first, place));
            return first.map_or(Take::Nothing, Take::At);
        };
        let chain = from.map_or(Vec::new(), |from| model.chain(from));
        let owner = chain.into_iter().find(|around| model.instances[*around].state == owner);
        let Some(owner) = owner else { return Take::Nothing };
        let sites = all.into_iter().filter_map(|each| {
            let state = model.transition_instances[each].held?;
            Some((state, self.add(each, place)))
        });
        Take::ByHeld { owner, param, sites: sites.collect() }
    }

    fn add(&mut self, transition: TransitionInstanceId, place: Place) -> usize {
        let (model, states) = (self.model, self.states);
        // What is around both the source and the target stays active.
        let below = match model.transition_instances[transition].to {
            check::End::Instance(to) => states[to].depth - 1,
            check::End::Final | check::End::Failed => 0,
        };
        let (source, exits) = match place {
            Place::Anywhere => {
                let inside = exits::anywhere(model, states);
                (Source::Any, Exits { inside, steps: Vec::new() })
            }
            Place::In(at) => {
                let source = if states[at].children.is_empty() {
                    Source::State(at)
                } else {
                    Source::Inside(at)
                };
                (source, exits::with_inside(model, states, at, below))
            }
            Place::Entering(at) => {
                let around = states[at].parent;
                let steps = around
                    .map_or(Vec::new(), |around| exits::up_from(model, states, around, below));
                (Source::State(at), Exits { inside: None, steps })
            }
        };
        self.sites.push(Site { transition, source, exits });
        self.sites.len() - 1
    }
}
