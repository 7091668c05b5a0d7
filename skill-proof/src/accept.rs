//! Findings that are known to do no harm, each with the reason.

use std::collections::BTreeSet;

use anyhow::{Context as _, bail};
use serde::Deserialize;

use crate::finding::{Finding, Kind};
use crate::reach::NEVER_LEFT;

/// The findings that a manifest accepts.
#[derive(Debug, Clone, Default)]
pub struct Accepted {
    entries: Vec<Entry>,
}

/// The table `[package.metadata.skill-proof]` of a manifest.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    accept: Vec<Entry>,
}

/// An entry of `[[package.metadata.skill-proof.accept]]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The path of the function that contains the finding, or calls the function that contains it.
    function: String,
    kind: String,
    reason: String,
}

/// The findings that are accepted in each proof: a kind, the path of the innermost function, or its
/// beginning if it ends in `::`, and the reason.
///
/// A loop of a user that contains nothing but a call of one of these functions must not be mistaken
/// for its loop. So they are the functions that contain a loop, none of them returns a condition,
/// and a loop that nothing leaves is accepted only in [`QUEUE`].
const ALWAYS: &[(Kind, &str, &str)] = &[
    (Kind::Loop, "skill_runtime::blackboard::queue::Queue<I>::reserve", ANOTHER_THREAD),
    (Kind::Loop, "skill_runtime::blackboard::queue::Queue<I>::reserve_all", ANOTHER_THREAD),
    (Kind::Loop, "skill_runtime::blackboard::queue::Record::valid_header", WORDS),
    (
        Kind::Loop,
        "skill_runtime::blackboard::parameters::Parameters<_> as skill_runtime::blackboard::words::Words>::take",
        WORDS,
    ),
    (
        Kind::Loop,
        "skill_runtime::hybrid::integrate",
        "each step shortens the time that remains, which is finite: by a thousandth, or by a step of \
         constant length",
    ),
    (Kind::Loop, "skill_runtime::hybrid::bisect", "24 rounds, which end early"),
    (Kind::Loop, "skill_runtime::hybrid::find_gap", "16 rounds, which end early"),
    (
        Kind::Loop,
        "core::str::validations::run_utf8_validation",
        "each round goes on by at least a byte of the text",
    ),
    (Kind::Loop, "ryu::", "the digits of a number, which is divided until it is 0"),
    (Kind::Loop, "libm::math::", "the bits of a number: as many rounds as there are exponents"),
    (Kind::Assembly, "libm::math::arch::", "one instruction of the processor, such as `sqrtss`"),
    (Kind::Assembly, "core::core_arch::", "one instruction of the processor"),
    (Kind::Rounding, "skill_runtime::failure::InvalidCall::out_of_range", STORED),
    // Its comparisons are of `f64`, which has each whole number of 32 bits; it calls the one above.
    (Kind::Rounding, "skill_runtime::call::generated::problem_of", STORED),
];

const STORED: &str = "the number is only stored, which rounds it";
const ANOTHER_THREAD: &str = "a message that another thread writes is tried again, which succeeds as \
    soon as that thread runs; `cargo xtask loom` tries every order of events";
/// Its functions are private and do not return to a loop of a user without other instructions. If a
/// message has few words, the compiler leaves unrolled rounds that are not reached, without an end.
const QUEUE: &str = "skill_runtime::blackboard::queue::";
const WORDS: &str = "a round for each word of a slice";

/// The function of the runtime that takes the transitions of a pass. `max_transitions` limits them
/// (rule 5): each round of its loop takes one, except rounds that begin a run, enter a state whose
/// preconditions were checked, or integrate variables; their number is that of states and guards.
const SETTLE: &str = "skill_runtime::state_machine::pass::settle";

/// Returns whether a function, which can be inlined into [`SETTLE`], contains no loop. If the loop
/// of [`SETTLE`] contains only code of such a function, it is still the loop of [`SETTLE`]. The
/// user's blocks and guards are functions of their own.
fn contains_no_loop(function: &str) -> bool {
    function.starts_with("skill_runtime::machine::Context<")
        || function.contains(" as skill_runtime::state_machine::step::StateMachine<")
}

impl Accepted {
    /// Reads the metadata of a package.
    ///
    /// # Errors
    /// If an entry is not understood, or has no reason.
    pub fn parse(metadata: &serde_json::Value) -> anyhow::Result<Self> {
        let Some(table) = metadata.get("skill-proof") else { return Ok(Self::default()) };
        let table: Table = serde_json::from_value(table.clone())
            .context("cannot read `[package.metadata.skill-proof]`")?;
        for Entry { function, kind, reason } in &table.accept {
            if !Kind::ALL.iter().any(|known| known.name() == kind) {
                let known = Kind::ALL.map(Kind::name).join(", ");
                bail!(
                    "accepting `{function}`: there is no kind `{kind}`\nhelp: the kinds are {known}"
                );
            }
            if reason.trim().is_empty() {
                bail!("accepting `{function}`: the reason is empty");
            }
        }
        Ok(Self { entries: table.accept })
    }

    /// Removes the accepted findings. Returns the indices of the entries that accepted at least
    /// one.
    pub fn remove(&self, findings: &mut Vec<Finding>) -> BTreeSet<usize> {
        let mut used = BTreeSet::new();
        findings.retain(|finding| {
            if Self::is_always(finding) {
                return false;
            }
            let entry = self.entries.iter().position(|entry| {
                entry.kind == finding.kind.name()
                    && finding.functions().any(|function| is_in(function, &entry.function))
            });
            used.extend(entry);
            entry.is_none()
        });
        used
    }

    /// Returns whether a finding is accepted in each proof.
    #[must_use]
    pub fn is_always(finding: &Finding) -> bool {
        is_always_accepted(finding)
    }

    /// Returns the functions of the entries that accept no finding.
    pub fn unused<'a>(&'a self, used: &'a BTreeSet<usize>) -> impl Iterator<Item = &'a str> {
        let entries = self.entries.iter().enumerate();
        entries.filter(|(index, _)| !used.contains(index)).map(|(_, entry)| entry.function.as_str())
    }
}

fn is_always_accepted(finding: &Finding) -> bool {
    let mut functions = finding.functions();
    let loops = functions.find(|function| !contains_no_loop(function));
    let is_left = finding.what != NEVER_LEFT;
    if finding.kind == Kind::Loop
        && is_left
        && loops.is_some_and(|function| function.starts_with(SETTLE))
    {
        return true;
    }
    // A finding in the standard library is attributed to its caller.
    let of = [finding.frames.first(), finding.place()];
    of.into_iter().flatten().any(|frame| {
        let function = frame.function.trim_start_matches('<');
        let mut known = ALWAYS.iter().filter(|(kind, path, _)| {
            *kind == finding.kind && (is_left || path.starts_with(QUEUE))
        });
        known.any(|(_, path, _)| match path.strip_suffix("::") {
            Some(_) => function.starts_with(path),
            None => is_in(function, path),
        })
    })
}

/// Returns whether a function is the one of a path, or is inside it, as a closure is.
fn is_in(function: &str, path: &str) -> bool {
    function.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Frame;

    fn finding(kind: Kind, functions: &[&str]) -> Finding {
        let frame = |function: &&str| Frame {
            function: (*function).to_owned(),
            file: "src/a.rs".to_owned(),
            line: 1,
            column: 1,
        };
        Finding { kind, what: String::new(), frames: functions.iter().map(frame).collect() }
    }

    #[test]
    fn an_entry_accepts_its_function_alone() {
        let metadata = serde_json::json!({"skill-proof": {"accept": [
            {"function": "robot::wait", "kind": "loop", "reason": "the sensor answers within 1 ms"},
            {"function": "robot::never", "kind": "loop", "reason": "unused"},
        ]}});
        let accepted = Accepted::parse(&metadata).unwrap();
        let mut findings = vec![
            finding(Kind::Loop, &["robot::wait::{closure#0}", "robot::Walk"]),
            finding(Kind::Loop, &["robot::wait_long"]),
            finding(Kind::Panic, &["robot::wait"]),
        ];
        let used = accepted.remove(&mut findings);
        assert_eq!(findings.len(), 2);
        assert_eq!(accepted.unused(&used).collect::<Vec<_>>(), ["robot::never"]);
    }

    #[test]
    fn loops_of_the_runtime_are_accepted_and_those_of_users_are_not() {
        let settle = "skill_runtime::state_machine::pass::settle";
        let flow = "<robot::_::WalkActiveState as skill_runtime::state_machine::step::StateMachine<B>>::flow";
        let mut findings = vec![
            finding(Kind::Loop, &[settle]),
            finding(Kind::Loop, &[flow, settle]),
            finding(Kind::Loop, &["skill_runtime::machine::Context<B,T>::record_refusal", settle]),
            finding(Kind::Loop, &["robot::_::WalkVars::init_go", flow, settle]),
            finding(Kind::Panic, &[settle]),
            finding(Kind::Loop, &["skill_runtime::blackboard::queue::Queue<I>::reserve"]),
            finding(Kind::Loop, &["skill_runtime::blackboard::queue::Record::valid_header"]),
            // A loop of a user around a function of the runtime that has none.
            finding(Kind::Loop, &["skill_runtime::blackboard::port::Port<I>::stale", flow]),
            Finding {
                what: NEVER_LEFT.to_owned(),
                ..finding(Kind::Loop, &["libm::math::fmodf::fmodf", flow])
            },
        ];
        Accepted::default().remove(&mut findings);
        assert_eq!(findings.len(), 4);
    }

    #[test]
    fn entries_need_a_kind_and_a_reason() {
        for (kind, reason) in [("lop", "it ends"), ("loop", " ")] {
            let entry = serde_json::json!({"function": "f", "kind": kind, "reason": reason});
            assert!(
                Accepted::parse(&serde_json::json!({"skill-proof": {"accept": [entry]}})).is_err()
            );
        }
    }
}
