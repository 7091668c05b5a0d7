//! Pairs of skills that one block declares: they differ in the ids of interfaces, and in sub-skills
//! that differ so.

use crate::random::DEVICES;
use crate::skill::{Activity, Call, Skill};

/// The interfaces of one type, of which each skill of a pair has another.
const SWAPPED: [usize; 2] = [DEVICES.end - 2, DEVICES.end - 1];

/// Returns the second skill of the pair that begins with `first`, if the two can differ. `library` are
/// the skills that it may run.
#[must_use]
pub fn second(first: &Skill, name: String, library: &[Skill]) -> Option<Skill> {
    let mut second = Skill { name, is_second: true, ..first.clone() };
    for interface in &mut second.interfaces {
        if let Some(place) = SWAPPED.iter().position(|device| *device == interface.on_board) {
            interface.on_board = SWAPPED[1 - place];
        }
    }
    let calls = |of: &Skill| of.states.iter().flat_map(|state| calls_of(&state.runs)).any(has_base);
    if !calls(first) {
        for state in &mut second.states {
            for activity in &mut state.runs {
                if let Activity::Skill(call) = activity {
                    call.skill = other(call.skill, library);
                }
            }
        }
    }
    (second.interfaces != first.interfaces || second.states != first.states).then_some(second)
}

fn calls_of(runs: &[Activity]) -> impl Iterator<Item = &Call> {
    runs.iter().filter_map(|activity| match activity {
        Activity::Skill(call) => Some(call),
        Activity::Action(_) | Activity::Message(..) => None,
    })
}

/// The base of a call has the type of one skill.
fn has_base(call: &Call) -> bool {
    call.base.is_some()
}

/// Returns the other skill of a pair; of no pair, the same.
fn other(skill: usize, library: &[Skill]) -> usize {
    if library[skill].is_second {
        skill - 1
    } else if library.get(skill + 1).is_some_and(|next| next.is_second) {
        skill + 1
    } else {
        skill
    }
}

/// Returns the sub-skills of a block, with the lists of those that differ.
pub(crate) fn sub_skills(first: &Skill, second: Option<&Skill>, library: &[Skill]) -> Vec<String> {
    let all = |of: &Skill| -> Vec<usize> {
        of.states.iter().flat_map(|state| calls_of(&state.runs)).map(|call| call.skill).collect()
    };
    let (firsts, seconds) = (all(first), second.map_or_else(|| all(first), all));
    let mut used: Vec<(usize, usize)> = firsts.into_iter().zip(seconds).collect();
    used.sort_unstable();
    used.dedup();
    let names = used.iter().map(|(one, other)| {
        let (name, other) = (&library[*one].name, &library[*other].name);
        if name == other { name.clone() } else { format!("{name} = [{name}, {other}]") }
    });
    names.collect()
}

/// Returns the name of a block, or the names in brackets.
pub(crate) fn header(first: &Skill, second: Option<&Skill>) -> String {
    match second {
        None => first.name.clone(),
        Some(second) => format!("[{}, {}]", first.name, second.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Profile, skill};
    use crate::source;

    #[test]
    fn pairs_differ_in_interfaces_and_in_sub_skills() {
        let mut rng = fastrand::Rng::with_seed(3);
        let report = |_: usize, _: usize, _: &[String]| String::new();
        let (mut ids, mut lists) = (0, 0);
        for _ in 0..100 {
            let one = skill("L0".to_owned(), Profile::Library, &[], &mut rng);
            let Some(other) = second(&one, "L1".to_owned(), &[]) else { continue };
            let library = [one, other];
            let machine = skill("M0".to_owned(), Profile::Machine, &library, &mut rng);
            let Some(next) = second(&machine, "M1".to_owned(), &library) else { continue };
            let text = source::pair(&machine, Some(&next), &library, &report);
            assert!(text.contains("pub skill [M0, M1]("), "{text}");
            ids += usize::from(text.contains(": Device = [\"d2\", \"d3\"]"));
            lists += usize::from(text.contains("L0 = [L0, L1]"));
        }
        assert!(ids > 10 && lists > 5, "{ids} {lists}");
    }
}
