//! Rust identifiers for the names of machines, states and cases.

use std::collections::BTreeSet;

use crate::fsm::{Machine, Program};

/// Names that a skill must not have in the module of its case: names that the generated
/// code uses, and names of the prelude.
const TAKEN: &[&str] = &[
    "Board",
    "Box",
    "Clone",
    "Context",
    "Copy",
    "Debug",
    "Default",
    "Drop",
    "Eq",
    "Err",
    "Exec",
    "FAILED",
    "FINAL",
    "Fn",
    "From",
    "Input",
    "Instant",
    "Into",
    "Iterator",
    "LimitTracer",
    "Machine",
    "NAMES",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "Result",
    "STEPS",
    "Self",
    "Send",
    "Skill",
    "Some",
    "Status",
    "Step",
    "String",
    "Sync",
    "Tick",
    "Vec",
    "Snapshot",
    "World",
];

/// Names that a state must not have. A state becomes an enum variant, so the list is short.
const TAKEN_BY_STATES: &[&str] = &["FAILED", "FINAL", "Self"];

/// Suffixes that the macros append to a skill's name for generated items.
const SUFFIXES: &[&str] = &["State", "Machine", "Vars", "Args", "Event", "Error"];

/// Returns the skill name of each machine of a program, in order.
#[must_use]
pub fn skills(program: &Program) -> Vec<String> {
    let names = program.machines.iter().map(|machine| machine.name.as_str());
    identifiers(names, TAKEN, SUFFIXES, 'M')
}

/// Returns the variant name of each declared state of a machine, in order.
#[must_use]
pub fn states(machine: &Machine) -> Vec<String> {
    let names = machine.states.iter().map(|state| state.name.as_str());
    identifiers(names, TAKEN_BY_STATES, &[], 'N')
}

/// Returns the module name of a case, which its number makes unique.
#[must_use]
pub fn module(number: usize, case: &str) -> String {
    let mut name = format!("c{number:03}_");
    for character in case.chars() {
        let plain = character.is_ascii_alphanumeric();
        name.push(if plain { character.to_ascii_lowercase() } else { '_' });
    }
    name
}

fn identifiers<'a>(
    names: impl Iterator<Item = &'a str>,
    taken: &[&str],
    suffixes: &[&str],
    letter: char,
) -> Vec<String> {
    let mut used: BTreeSet<String> = taken.iter().map(|&name| name.to_owned()).collect();
    let mut found = Vec::new();
    for (index, name) in names.enumerate() {
        let numbered = (index..).map(|number| format!("{letter}{number}"));
        let mut candidates = std::iter::once(camel(name)).chain(numbered);
        let free = |candidate: &String| {
            let mut derived = suffixes.iter().map(|suffix| format!("{candidate}{suffix}"));
            !used.contains(candidate) && !derived.any(|name| used.contains(&name))
        };
        let name = candidates.find(free).unwrap_or_default();
        used.extend(suffixes.iter().map(|suffix| format!("{name}{suffix}")));
        used.insert(name.clone());
        found.push(name);
    }
    found
}

/// Converts `top` to `Top` and `go-home` to `GoHome`; `S0` is unchanged.
fn camel(name: &str) -> String {
    let words = name.split(|character: char| !character.is_ascii_alphanumeric());
    let mut found: String = words
        .flat_map(|word| {
            let first = word.chars().take(1).map(|letter| letter.to_ascii_uppercase());
            first.chain(word.chars().skip(1))
        })
        .collect();
    if !found.starts_with(|first: char| first.is_ascii_uppercase()) {
        found.insert(0, 'N');
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skill_names(names: &[&str]) -> Vec<String> {
        identifiers(names.iter().copied(), TAKEN, SUFFIXES, 'M')
    }

    #[test]
    fn keeps_what_is_an_identifier() {
        assert_eq!(skill_names(&["top", "k0", "goHome"]), ["Top", "K0", "GoHome"]);
        assert_eq!(skill_names(&["a-b_c", "7up", "été"]), ["ABC", "N7up", "T"]);
        assert_eq!(skill_names(&["--"]), ["N"]);
    }

    #[test]
    fn avoids_collisions() {
        assert_eq!(skill_names(&["input", "self", "m1"]), ["M0", "M1", "M2"]);
        assert_eq!(skill_names(&["k_0", "k0"]), ["K0", "M1"]);
        assert_eq!(skill_names(&["top", "top_state"]), ["Top", "M1"]);
        assert_eq!(skill_names(&["top_state", "top"]), ["TopState", "M1"]);
    }

    #[test]
    fn states_may_bear_other_names() {
        let text = "fsm t\n start input\n state input\n state self\n state Final\n state FInAL\nend\ntrace";
        let program = Program::parse(text).expect("well-formed");
        assert_eq!(states(program.top_machine()), ["Input", "N1", "Final", "FInAL"]);
    }

    #[test]
    fn modules_are_plain() {
        assert_eq!(module(7, "Über-1.x"), "c007__ber_1_x");
    }
}
