//! Failures as data: a number for each, as a skill computes it, and as the interpreter does.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::context::{Cause, Failure};
use crate::skill::{Skill, Target, Transition};

/// The number of names of kinds.
const KINDS: usize = 3;
/// The number of the skill itself.
const OWN: usize = 2000;

/// Returns the kind of the failure by a transition, if it has one: `K` and this number.
#[must_use]
pub fn kind(of: &Transition) -> Option<usize> {
    matches!(of.target, Target::Failed(Some(_)))
        .then_some(of.label % (KINDS + 1))
        .filter(|kind| *kind < KINDS)
}

/// Returns the kinds of failures of a skill.
fn kinds(of: &Skill) -> BTreeSet<usize> {
    let states = of.states.iter();
    let states = states.flat_map(|state| state.leaving().chain(&state.preconditions));
    states.chain(&of.always).filter_map(kind).collect()
}

/// Returns the function of a skill, or of both of a pair, that computes a number for a failure.
pub(crate) fn function(skill: &Skill, second: Option<&Skill>, library: &[Skill]) -> String {
    let mut text =
        format!("fn number_{}(why: StoredFailure) -> u32 {{\n", skill.name.to_lowercase());
    let _ = writeln!(text, "    let mut of = why.number(0).map_or(5, |number| number as u32);");
    let _ = writeln!(text, "    if why.is_input() {{ of = of.wrapping_add(3000); }}");
    let others = library.iter().enumerate().map(|(place, other)| (other, (place + 1) * 100));
    let own = [Some(skill), second].into_iter().flatten();
    let is_own = |other: &Skill| own.clone().any(|own| own.name == other.name);
    let others = others.filter(|(other, _)| !is_own(other));
    for (other, number) in others.chain(own.clone().map(|own| (own, OWN))) {
        let name = &other.name;
        let _ =
            writeln!(text, "    if why.is_of::<{name}>() {{ of = of.wrapping_add({number}); }}");
        for kind in kinds(other) {
            let number = (kind + 1) * 10;
            let _ = writeln!(
                text,
                "    if why.is({name}::K{kind}) {{ of = of.wrapping_add({number}); }}"
            );
        }
    }
    text + "    of\n}\n"
}

/// Returns the number of a failure in a skill, if it has one; otherwise it is one of the skill itself.
pub(crate) fn number(failure: Option<Failure>, skill: usize) -> f64 {
    let failure = failure.unwrap_or(Failure { skill, cause: Cause::Transition(0, None) });
    let of = match failure.cause {
        Cause::Transition(_, number) => number.unwrap_or(5.0),
        Cause::Argument(_, number) | Cause::Result(number) => number,
        Cause::NoWriter(_) | Cause::Stale(_) => 3005.0,
        Cause::Refused(_) => 5.0,
    };
    let of_skill = if failure.skill == skill { OWN } else { (failure.skill + 1) * 100 };
    let kind = match failure.cause {
        Cause::Transition(label, Some(_)) => Some(label % (KINDS + 1)).filter(|kind| *kind < KINDS),
        _ => None,
    };
    let of_kind = kind.map_or(0, |kind| (kind + 1) * 10);
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let more = (of_skill + of_kind) as f64;
    of + more
}
