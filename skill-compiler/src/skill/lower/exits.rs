//! Exits of states: innermost first, each with its `exit`, then its sub-skills are left in order, and
//! its messages end.

use super::machine::{ExitMatch, Exits, StateInstance, Step};
use crate::skill::check::{Model, StateInstanceId, sent_by};

/// Leaves all that is active, whatever it is.
pub fn anywhere(model: &Model, states: &[StateInstance]) -> Option<ExitMatch> {
    let outermost: Vec<StateInstanceId> = model.outermost().collect();
    one_of(model, states, 0, &outermost)
}

/// Leaves whichever of some siblings is active.
fn one_of(
    model: &Model,
    states: &[StateInstance],
    depth: usize,
    siblings: &[StateInstanceId],
) -> Option<ExitMatch> {
    let arms = siblings.iter().filter_map(|instance| {
        let of = &states[*instance];
        let inside = one_of(model, states, of.depth, &of.children);
        let mut steps = own(model, states, *instance);
        steps.extend(of.remembers.map(|_| Step::Remember(*instance)));
        (inside.is_some() || !steps.is_empty()).then_some((*instance, Exits { inside, steps }))
    });
    let arms: Vec<(StateInstanceId, Exits)> = arms.collect();
    (!arms.is_empty()).then_some(ExitMatch { depth, arms })
}

/// Returns the steps that leave an instance itself.
pub fn own(model: &Model, states: &[StateInstance], instance: StateInstanceId) -> Vec<Step> {
    let state = model.state_of(instance);
    let exit = state.exit.as_ref().map(|_| Step::Exit(instance));
    let leave = states[instance].slots.iter().map(|slot| Step::Leave(*slot));
    let stop = (!sent_by(model, state).is_empty()).then_some(Step::Stop(instance));
    exit.into_iter().chain(leave).chain(stop).collect()
}
