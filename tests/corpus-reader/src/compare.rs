//! Compares the run of a skill with Fawkes's record of the same run, as far as the two engines
//! are meant to agree.
//!
//! They differ deliberately: FINAL and FAILED of a skill have no blocks and are not left, a
//! state that is left by its own precondition does not run `exit`, and the transition limit is
//! no error. After a limit, and after something that the skill language cannot express, the
//! runs are not comparable.

use std::cmp::Ordering;
use std::fmt;
use std::ops::ControlFlow;

use crate::fsm::{FAILED, Program};
use crate::normal::{Expected, Kept, Normalizer};
use crate::record::{Block, Cause, End, Event, EventKind, Record};

/// Fawkes's limit error if a parent machine caught it.
const CAUGHT_LIMIT: &str = "LOOP:LIMIT";
/// The status of a loop that ended with Fawkes's limit error.
const THROWN_LIMIT: &str = "THROW:LIMIT";

/// The first difference between two runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The line in Fawkes's record.
    pub line: usize,
    /// The event in Fawkes's record.
    pub expected: String,
    /// The event in the run of the skill.
    pub got: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, ".out line {}: expected `{}`, got `{}`", self.line, self.expected, self.got)
    }
}

/// The part of a record that was compared and agrees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Compared {
    /// The number of compared passes and resets; the last one may be compared in part.
    pub passes: usize,
    /// The number of all passes and resets of the record.
    pub recorded: usize,
    /// The number of compared blocks of states, and of states after a pass.
    pub states: usize,
    /// The number of compared values of guards and variables.
    pub values: usize,
}

impl std::ops::AddAssign for Compared {
    fn add_assign(&mut self, other: Self) {
        self.passes += other.passes;
        self.recorded += other.recorded;
        self.states += other.states;
        self.values += other.values;
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { passes, recorded, states, values } = self;
        write!(out, "{passes} of {recorded} passes, {states} states, {values} values")
    }
}

/// Breaks with a difference, or with `None` if nothing after this point is comparable.
type Verdict = ControlFlow<Option<Difference>>;

/// Compares the log of a skill with Fawkes's record of the same program. Returns how much of
/// it is comparable.
///
/// # Errors
/// The first [`Difference`].
pub fn compare(program: &Program, record: &Record, log: &Record) -> Result<Compared, Difference> {
    let mut comparison = Comparison {
        program,
        normalizer: Normalizer::new(program),
        last_err: "-",
        compared: Compared { recorded: record.blocks.len(), ..Compared::default() },
    };
    let mut ours = log.blocks.iter();
    for theirs in &record.blocks {
        let verdict = match ours.next() {
            Some(ours) => comparison.block(theirs, ours),
            None => differ(theirs.first_line(), &theirs.cause, &"the end of the log"),
        };
        match verdict {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(None) => break,
            ControlFlow::Break(Some(difference)) => return Err(difference),
        }
    }
    Ok(comparison.compared)
}

fn differ(line: usize, expected: &dyn fmt::Display, got: &dyn fmt::Display) -> Verdict {
    ControlFlow::Break(Some(Difference {
        line,
        expected: expected.to_string(),
        got: got.to_string(),
    }))
}

fn stop() -> Verdict {
    ControlFlow::Break(None)
}

struct Comparison<'a> {
    program: &'a Program,
    normalizer: Normalizer<'a>,
    last_err: &'a str,
    compared: Compared,
}

impl<'a> Comparison<'a> {
    fn block(&mut self, theirs: &'a Block, ours: &Block) -> Verdict {
        if theirs.cause != ours.cause {
            return differ(theirs.first_line(), &theirs.cause, &ours.cause);
        }
        self.compared.passes += 1;
        if theirs.cause == Cause::Reset {
            self.reset(theirs, ours)?;
        } else {
            self.run(theirs, ours)?;
        }
        self.last_err = &theirs.end.err;
        ControlFlow::Continue(())
    }

    /// Compares a reset. Its events are sorted, since Fawkes resets in no fixed order.
    fn reset(&mut self, theirs: &Block, ours: &Block) -> Verdict {
        let mut expected = self.normalizer.reset(theirs);
        let mut got: Vec<&Event> = ours.events.iter().collect();
        expected.sort_by_cached_key(|kept| kept.event.kind.to_string());
        got.sort_by_cached_key(|event| event.kind.to_string());
        self.same_events(&expected, &got)?;
        same_length(&expected, &theirs.end, &got, &ours.end)?;
        self.same_vars(&theirs.end, &ours.end)
    }

    fn run(&mut self, theirs: &Block, ours: &Block) -> Verdict {
        let Expected { events, stops } = self.normalizer.run(theirs);
        let got: Vec<&Event> = ours.events.iter().collect();
        let limit = got.iter().position(|event| event.kind == EventKind::Limit);
        self.same_events(&events, &got[..limit.unwrap_or(got.len())])?;
        if stops && limit.unwrap_or(got.len()) >= events.len() {
            return stop();
        }
        if let Some(limit) = limit.filter(|&limit| limit <= events.len()) {
            return self.at_limit(theirs, &events, limit);
        }
        same_length(&events, &theirs.end, &got, &ours.end)?;
        if theirs.end.throws() || self.caught_limit(&theirs.end) {
            return differ(theirs.end.line, &theirs.end, &ours.end);
        }
        if (&theirs.end.status, &theirs.end.cur) != (&ours.end.status, &ours.end.cur) {
            return differ(theirs.end.line, &theirs.end, &ours.end);
        }
        self.compared.states += 1;
        self.same_vars(&theirs.end, &ours.end)
    }

    fn caught_limit(&self, end: &End) -> bool {
        end.err == CAUGHT_LIMIT && self.last_err != CAUGHT_LIMIT
    }

    /// Checks that Fawkes raised its error where the skill stopped, after `limit` events.
    fn at_limit(&self, theirs: &Block, events: &[Kept], limit: usize) -> Verdict {
        let Some(next) = events.get(limit) else {
            if theirs.end.status == THROWN_LIMIT {
                return stop();
            }
            return differ(theirs.end.line, &theirs.end, &EventKind::Limit);
        };
        if self.fails_at(next.event, theirs) {
            return stop();
        }
        differ(next.event.line, &next.event.kind, &EventKind::Limit)
    }

    /// Returns whether a parent machine leaves a state for FAILED with this event, as it does when
    /// it catches the error of a sub-machine.
    fn fails_at(&self, event: &Event, block: &Block) -> bool {
        let Some((name, state)) = event.kind.hook('x') else {
            return false;
        };
        let machine = self.program.machine(name);
        let state = machine.and_then(|machine| machine.state(state));
        let mut later = block.events.iter().filter(|later| later.line > event.line);
        let entered = later.find_map(|event| event.kind.hook('i'));
        let is_top = name == self.program.top_machine().name;
        state.is_some_and(|state| state.subs.is_some())
            && entered == Some((name, FAILED))
            && (!is_top || self.caught_limit(&block.end))
    }

    fn same_vars(&mut self, theirs: &End, ours: &End) -> Verdict {
        let top = self.program.top_machine();
        for number in top.variables() {
            let value = |end: &End| end.vars.get(&number).copied().unwrap_or(0.0);
            let (expected, got) = (value(theirs), value(ours));
            let same = expected.partial_cmp(&got) == Some(Ordering::Equal);
            if !same && !self.normalizer.is_doubtful(&top.name, number) {
                let (expected, got) = (format!("v{number}:{expected}"), format!("v{number}:{got}"));
                return differ(theirs.line, &expected, &got);
            }
            self.compared.values += usize::from(same);
        }
        ControlFlow::Continue(())
    }

    /// Compares the events up to the length of the shorter list.
    fn same_events(&mut self, expected: &[Kept], got: &[&Event]) -> Verdict {
        for (expected, got) in expected.iter().zip(got) {
            if expected.event.kind == got.kind {
                let is_guard = matches!(got.kind, EventKind::Guard { .. });
                self.compared.values += usize::from(is_guard);
                self.compared.states += usize::from(!is_guard);
                continue;
            }
            if expected.doubtful && expected.event.kind.is_same_guard(&got.kind) {
                return stop();
            }
            return differ(expected.event.line, &expected.event.kind, &got.kind);
        }
        ControlFlow::Continue(())
    }
}

/// Compares the lengths of lists that agree by [`Comparison::same_events`].
fn same_length(expected: &[Kept], their_end: &End, got: &[&Event], our_end: &End) -> Verdict {
    if let Some(missing) = expected.get(got.len()) {
        return differ(missing.event.line, &missing.event.kind, &our_end);
    }
    if let Some(extra) = got.get(expected.len()) {
        return differ(their_end.line, &their_end, &extra.kind);
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
