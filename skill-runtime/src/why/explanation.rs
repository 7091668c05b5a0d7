//! The explanation of a pass, and how the generated code builds it.

use super::overrides::{Overridden, Override};
use super::variables::text_of;
use crate::failure::Failure;
use crate::graph::SkillInfo;
use crate::status::Status;
use crate::time::Tick;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

/// The explanation of a pass.
#[derive(Clone, Debug, Default)]
pub struct Why {
    /// The states whose transitions were checked, in order; after a transition some of them again.
    pub states: Vec<StateWhy>,
    /// The number of the machine whose pass it is.
    pub(crate) machine: u32,
    /// The pass.
    now: Option<Tick>,
    /// The transition that is being checked, as written, and its open parts.
    transition: u16,
    open: Vec<Part>,
    /// The transitions that a debugger forces or suppresses.
    pub(super) overrides: Vec<Override>,
    /// Whether one of them concerns the state.
    pub(super) is_overridden: bool,
}

/// The transitions of a state.
#[derive(Clone, Debug)]
pub struct StateWhy {
    /// The number of the machine, as in [`SkillInfo::instance`].
    pub machine: u32,
    /// The skill that it runs.
    pub skill: &'static SkillInfo,
    /// The index of the state in the skill's graph.
    pub state: u16,
    /// Its transitions in the order in which they are checked; of a state with transitions under
    /// `always`, these are another `StateWhy`.
    pub transitions: Vec<TransitionWhy>,
}

/// Whether a transition fires, and why.
#[derive(Clone, Debug)]
pub struct TransitionWhy {
    /// Its index in the skill's graph.
    pub transition: u16,
    /// Whether it fires; `None` if it was not checked: one before it fires, it leads to the state
    /// itself, or it is a crossing, which is searched for between two passes.
    pub fires: Option<bool>,
    /// The change of a debugger, which decided instead of the conditions.
    pub overridden: Option<Overridden>,
    /// Its conditions, all of which must hold: the time, the result of what the state runs, and the
    /// guard.
    pub conditions: Vec<Part>,
}

/// A part of a condition.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Part {
    /// The expression as written.
    pub text: &'static str,
    /// Its value; `None` if the parts before it made it irrelevant.
    pub holds: Option<bool>,
    /// The kind of part, with the values that only it has.
    pub kind: PartKind,
    /// The fields and variables in it, with their values.
    pub values: Vec<(&'static str, String)>,
    /// The operands of `&&`, `||` or `!`.
    pub parts: Vec<Part>,
}

/// The kind of a [`Part`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum PartKind {
    /// An expression of the guard.
    Expression,
    /// A time since the state was entered, or since the guard holds.
    Time {
        /// The time that has passed, in microseconds.
        elapsed_us: u64,
        /// The time after which the condition holds, in microseconds.
        timeout_us: u64,
    },
    /// A number of passes since the state was entered.
    Ticks {
        /// The number of passes.
        elapsed: u32,
        /// The number after which the condition holds.
        timeout: u32,
    },
    /// The result of what the state runs.
    Status {
        /// The status now.
        is: Status,
        /// The status with which the condition holds.
        expected: Status,
    },
}

impl Part {
    fn new(text: &'static str, holds: Option<bool>, kind: PartKind) -> Self {
        Self { text, holds, kind, values: Vec::new(), parts: Vec::new() }
    }
}

impl Why {
    /// Returns the transition that is taken next: of the last state whose transitions were checked,
    /// if one fires.
    #[must_use]
    pub fn next(&self) -> Option<(&StateWhy, u16)> {
        let state = self.states.last()?;
        let fires = state.transitions.iter().find(|of| of.fires == Some(true))?;
        Some((state, fires.transition))
    }

    /// Begins the transitions of a state. Those that are `unwritten` are only recorded if they fire, or
    /// if a debugger may change that.
    #[doc(hidden)]
    pub fn state(
        &mut self,
        now: Tick,
        skill: &'static SkillInfo,
        state: u16,
        transitions: &[u16],
        unwritten: &[u16],
    ) {
        if self.now.replace(now) != Some(now) {
            self.states.clear();
        }
        self.is_overridden = self.overrides.iter().any(|of| of.concerns(self.machine, skill));
        let all = transitions.iter().map(|of| (*of, unwritten.contains(of)));
        let shown = all.filter(|(_, is_unwritten)| self.is_overridden || !is_unwritten);
        let transitions = shown.map(|(transition, is_unwritten)| TransitionWhy {
            transition,
            fires: is_unwritten.then_some(false),
            overridden: None,
            conditions: Vec::new(),
        });
        let transitions = transitions.collect();
        self.states.push(StateWhy { machine: self.machine, skill, state, transitions });
    }

    /// Begins a transition.
    #[doc(hidden)]
    pub fn transition(&mut self, number: u16) {
        self.transition = number;
        self.open.clear();
        // Its parts are the conditions of the transition.
        self.open.push(Part::new("", None, PartKind::Expression));
    }

    /// Ends a transition. Returns whether it is the last one that is checked.
    #[doc(hidden)]
    pub fn fires(&mut self, fires: bool) -> bool {
        let conditions = self.open.pop().map_or_else(Vec::new, |all| all.parts);
        self.record(self.transition, fires, conditions);
        fires && !self.is_overridden
    }

    /// Records whether there are tries left, in the place of a transition into FAILED that fires:
    /// while there are, `again` is taken in its place. Returns whether it is the last one that is
    /// checked.
    #[doc(hidden)]
    pub fn again(&mut self, again: u16, left: bool, number: u32, count: &dyn Debug) -> bool {
        self.tries(if left { "tries left" } else { "no tries left" }, true, number, count);
        if !left {
            return false;
        }
        let conditions = self.open.last().map_or_else(Vec::new, |all| all.parts.clone());
        if !self.is_overridden {
            let mut all = self.states.last_mut().into_iter().flat_map(|of| &mut of.transitions);
            if let Some(of) = all.find(|of| of.transition == self.transition) {
                of.transition = again;
            }
        }
        self.record(again, true, conditions);
        !self.is_overridden
    }

    /// Records the number of a try, of so many. Returns whether the part `holds`.
    #[doc(hidden)]
    pub fn tries(
        &mut self,
        text: &'static str,
        holds: bool,
        number: u32,
        count: &dyn Debug,
    ) -> bool {
        let values = alloc::vec![("try", alloc::format!("{number} of {count:?}"))];
        self.add(Part { values, ..Part::new(text, Some(holds), PartKind::Expression) });
        holds
    }

    /// Records whether a transition fires. One that is not among those of the state is added if it
    /// does.
    fn record(&mut self, transition: u16, fires: bool, conditions: Vec<Part>) {
        let Some(all) = self.states.last_mut().map(|of| &mut of.transitions) else { return };
        if let Some(of) = all.iter_mut().find(|of| of.transition == transition) {
            (of.fires, of.conditions) = (Some(fires), conditions);
        } else if fires {
            let next = all.iter().position(|of| of.fires.is_none()).unwrap_or(all.len());
            let fires = Some(fires);
            all.insert(next, TransitionWhy { transition, fires, overridden: None, conditions });
        }
    }

    /// Begins a part.
    #[doc(hidden)]
    pub fn begin(&mut self, text: &'static str) {
        self.open.push(Part::new(text, None, PartKind::Expression));
    }

    /// Ends a part.
    #[doc(hidden)]
    pub fn end(&mut self, holds: bool) -> bool {
        if let Some(part) = self.open.pop() {
            self.add(Part { holds: Some(holds), ..part });
        }
        holds
    }

    /// Ends a part with these operands, of which the last may not have been evaluated.
    #[doc(hidden)]
    pub fn end_of(&mut self, holds: bool, operands: &[&'static str]) -> bool {
        if let Some(part) = self.open.last_mut() {
            let skipped = operands.iter().skip(part.parts.len());
            let skipped = skipped.map(|text| Part::new(text, None, PartKind::Expression));
            part.parts.extend(skipped.collect::<Vec<_>>());
        }
        self.end(holds)
    }

    /// Records a value in the part.
    #[doc(hidden)]
    pub fn value(&mut self, text: &'static str, value: &dyn Debug) {
        if let Some(part) = self.open.last_mut() {
            part.values.push((text, text_of(value)));
        }
    }

    /// Records a timeout in microseconds.
    #[doc(hidden)]
    pub fn micros(&mut self, elapsed_us: u64, timeout_us: u64) -> bool {
        let holds = elapsed_us >= timeout_us;
        self.add(Part::new("after", Some(holds), PartKind::Time { elapsed_us, timeout_us }));
        holds
    }

    /// Records whether a guard that `holds` was false when it was last checked.
    #[doc(hidden)]
    pub fn rising(&mut self, text: &'static str, was_false: bool, holds: bool) -> bool {
        let rises = was_false && holds;
        let values = alloc::vec![("before", text_of(&!was_false))];
        self.add(Part { values, ..Part::new(text, Some(rises), PartKind::Expression) });
        rises
    }

    /// Records for how many microseconds a guard must have held.
    #[doc(hidden)]
    pub fn lasting(&mut self, held_us: Option<u64>, timeout_us: u64) -> bool {
        let (holds, elapsed_us) = (held_us >= Some(timeout_us), held_us.unwrap_or(0));
        self.add(Part::new("for", Some(holds), PartKind::Time { elapsed_us, timeout_us }));
        holds
    }

    /// Records a timeout in passes.
    #[doc(hidden)]
    pub fn ticks(&mut self, elapsed: u32, timeout: u32) -> bool {
        let holds = elapsed >= timeout;
        self.add(Part::new("after", Some(holds), PartKind::Ticks { elapsed, timeout }));
        holds
    }

    /// Records the result of what the state runs.
    #[doc(hidden)]
    pub fn status(&mut self, is: Status, expected: Status) -> bool {
        let holds = is == expected;
        self.add(Part::new("on", Some(holds), PartKind::Status { is, expected }));
        holds
    }

    /// Records whether what the state runs is FAILED, with the failure that the transition names.
    #[doc(hidden)]
    pub fn failed(&mut self, is: Status, name: &'static str, failure: &Failure) -> bool {
        let holds = self.status(is, Status::Failed);
        let last = self.open.last_mut().and_then(|outer| outer.parts.last_mut());
        let text = alloc::format!("{failure}");
        if let Some(part) = last.filter(|_| holds && !text.is_empty()) {
            part.values.push((name, alloc::format!("{text:?}")));
        }
        holds
    }

    fn add(&mut self, part: Part) {
        if let Some(outer) = self.open.last_mut() {
            outer.parts.push(part);
        }
    }
}
