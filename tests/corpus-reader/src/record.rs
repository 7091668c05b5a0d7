//! Records of runs: Fawkes's `.out` files, and logs of skills in the same format.

use std::collections::BTreeMap;
use std::fmt;

use crate::error::{Malformed, MalformedLine};
use crate::fsm::{FAILED, FINAL, Program, Step};

/// The beginning of the first line of every record.
pub const HEADER: &str = "FSMT-OUT 1";

/// The keys of a line that ends a loop or a reset.
const FIELDS: &[&str] = &["cur", "err", "nt", "chg", "vars", "subs", "tr"];

type Parsed<T> = Result<T, Malformed>;

/// A record: one block per loop or reset.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The blocks in chronological order.
    pub blocks: Vec<Block>,
}

/// A loop or a reset.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// The cause of the block.
    pub cause: Cause,
    /// The events in order.
    pub events: Vec<Event>,
    /// The line that ends the block.
    pub end: End,
}

/// The operation on the top machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// `@LINE t=TICK INPUTS`: a loop.
    Loop(String),
    /// `!reset`: a reset.
    Reset,
}

/// A hook, a guard or the limit of a skill, with its line in the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The line, counted from 1.
    pub line: usize,
    /// The kind of the event.
    pub kind: EventKind,
}

/// The kind of the event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind {
    /// `i F.S`, `l F.S` or `x F.S`
    Hook {
        /// `i`, `l` or `x`.
        kind: char,
        /// The name of the machine.
        machine: String,
        /// The name of the state.
        state: String,
    },
    /// `g F K 1|0`
    Guard {
        /// The name of the machine.
        machine: String,
        /// The index of the transition.
        id: usize,
        /// The value of the guard.
        value: bool,
    },
    /// `limit`: a skill stopped at its transition limit. Fawkes writes no such line.
    Limit,
}

/// The state of the top machine after a block.
#[derive(Debug, Clone, PartialEq)]
pub struct End {
    /// Its line in the record, counted from 1.
    pub line: usize,
    /// `RUNNING`, `FINAL`, `FAILED`, `RESET` or `THROW:ERROR`.
    pub status: String,
    /// The current state, `-` if there is none.
    pub cur: String,
    /// The error, `-` if there is none.
    pub err: String,
    /// The variables that have a value.
    pub vars: BTreeMap<u32, f64>,
}

impl End {
    /// Returns whether Fawkes raised an error out of the loop.
    #[must_use]
    pub fn throws(&self) -> bool {
        self.status.starts_with("THROW:")
    }
}

impl EventKind {
    /// Returns the machine of the event.
    #[must_use]
    pub fn machine(&self) -> Option<&str> {
        match self {
            EventKind::Hook { machine, .. } | EventKind::Guard { machine, .. } => Some(machine),
            EventKind::Limit => None,
        }
    }

    /// Returns whether both are the same guard, with any value.
    #[must_use]
    pub fn is_same_guard(&self, other: &EventKind) -> bool {
        let guard = |what: &EventKind| match what {
            EventKind::Guard { machine, id, .. } => Some((machine.clone(), *id)),
            _ => None,
        };
        guard(self).is_some() && guard(self) == guard(other)
    }

    /// Returns machine and state if it is a hook of this kind.
    #[must_use]
    pub fn hook(&self, wanted: char) -> Option<(&str, &str)> {
        match self {
            EventKind::Hook { kind, machine, state } if *kind == wanted => Some((machine, state)),
            _ => None,
        }
    }

    /// Returns whether it is a hook of FINAL or FAILED.
    #[must_use]
    pub fn in_exit_state(&self) -> bool {
        matches!(self, EventKind::Hook { state, .. } if state == FINAL || state == FAILED)
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventKind::Hook { kind, machine, state } => write!(out, "{kind} {machine}.{state}"),
            EventKind::Guard { machine, id, value } => {
                write!(out, "g {machine} {id} {}", u8::from(*value))
            }
            EventKind::Limit => write!(out, "limit"),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "={} cur={}", self.status, self.cur)?;
        if self.err != "-" {
            write!(out, " err={}", self.err)?;
        }
        let vars: Vec<String> =
            self.vars.iter().map(|(number, value)| format!("v{number}:{value}")).collect();
        write!(out, " vars={}", vars.join(","))
    }
}

impl Record {
    /// Parses the text of a record.
    ///
    /// # Errors
    /// [`MalformedLine`] for the first malformed line.
    pub fn parse(text: &str) -> Result<Record, MalformedLine> {
        let mut lines = (1..).zip(text.lines().map(str::trim_end));
        let (_, first) = lines.next().unwrap_or((1, ""));
        if !first.starts_with(HEADER) {
            return Err(Malformed::word(first, &format!("`{HEADER} ..`")).at(1));
        }
        let mut blocks = Vec::new();
        while let Some((line, text)) = lines.next() {
            if text.is_empty() {
                continue;
            }
            let cause = cause(text).map_err(|error| error.at(line))?;
            let mut events = Vec::new();
            let end = loop {
                let (line, text) = lines.next().ok_or_else(|| unfinished().at(line))?;
                let at = |error: Malformed| error.at(line);
                if let Some(end) = text.strip_prefix('=') {
                    break self::end(line, end).map_err(at)?;
                }
                let kind = event(text).map_err(at)?;
                events.push(Event { line, kind });
            };
            blocks.push(Block { cause, events, end });
        }
        Ok(Record { blocks })
    }

    /// Checks that this is a record of a run of `program`: the same loops with the same inputs at
    /// the same ticks, and the same resets.
    ///
    /// # Errors
    /// [`MalformedLine`] for the first block of another run.
    pub fn check_run(&self, program: &Program) -> Result<(), MalformedLine> {
        let mut blocks = self.blocks.iter();
        let mut last_line = 1;
        for (line, tick, step) in program.clocked_steps() {
            let cause = match step {
                Step::Stall => continue,
                Step::Reset => Cause::Reset,
                Step::Loop(inputs) => Cause::Loop(loop_line(line, tick, inputs)),
            };
            let block = blocks
                .next()
                .ok_or_else(|| Malformed::new("the end of the record", &cause.to_string()))
                .map_err(|error| error.at(last_line))?;
            last_line = block.end.line;
            if block.cause != cause {
                let found = block.cause.to_string();
                let expected = format!("`{cause}`");
                return Err(Malformed::word(&found, &expected).at(block.first_line()));
            }
        }
        blocks.next().map_or(Ok(()), |block| {
            let found = block.cause.to_string();
            Err(Malformed::word(&found, "the end of the record").at(block.first_line()))
        })
    }
}

impl Block {
    /// Returns the line of its cause.
    #[must_use]
    pub fn first_line(&self) -> usize {
        self.end.line - self.events.len() - 1
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Loop(line) => write!(out, "{line}"),
            Cause::Reset => write!(out, "!reset"),
        }
    }
}

/// Formats the line that starts a loop.
#[must_use]
pub fn loop_line(line: usize, tick: u64, inputs: &[i64]) -> String {
    let place = [format!("@{line}"), format!("t={tick}")].into_iter();
    let words = place.chain(inputs.iter().map(ToString::to_string));
    words.collect::<Vec<_>>().join(" ")
}

fn unfinished() -> Malformed {
    let expected = "a line that starts with `=` before the end of the record";
    Malformed::new("a loop or reset without end", expected)
}

fn cause(text: &str) -> Parsed<Cause> {
    if text == "!reset" {
        return Ok(Cause::Reset);
    }
    if text.starts_with('@') {
        let words: Vec<&str> = text.split_whitespace().collect();
        return Ok(Cause::Loop(words.join(" ")));
    }
    Err(Malformed::word(text, "`@LINE t=TICK INPUTS` or `!reset`"))
}

fn event(text: &str) -> Parsed<EventKind> {
    let expected = "`i F.S`, `l F.S`, `x F.S`, `g F K 1|0` or `=STATUS ..`";
    let malformed = || Malformed::word(text, expected);
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["limit"] => Ok(EventKind::Limit),
        ["g", machine, id, value @ ("0" | "1")] => Ok(EventKind::Guard {
            machine: machine.to_owned(),
            id: id.parse().map_err(|_| malformed())?,
            value: value == "1",
        }),
        [kind @ ("i" | "l" | "x"), place] => {
            let (machine, state) = place.split_once('.').ok_or_else(malformed)?;
            Ok(EventKind::Hook {
                kind: kind.chars().next().unwrap_or_default(),
                machine: machine.to_owned(),
                state: state.to_owned(),
            })
        }
        _ => Err(malformed()),
    }
}

fn end(line: usize, text: &str) -> Parsed<End> {
    let mut words = text.split_whitespace();
    let status = words.next().unwrap_or_default();
    let known = matches!(status, "RUNNING" | "FINAL" | "FAILED" | "RESET");
    if !known && !status.starts_with("THROW:") {
        let expected = "`RUNNING`, `FINAL`, `FAILED`, `RESET` or `THROW:..` after `=`";
        return Err(Malformed::word(status, expected));
    }
    let mut fields = BTreeMap::new();
    for word in words {
        let field = word.split_once('=').filter(|(key, _)| FIELDS.contains(key));
        let expected = || format!("KEY=VALUE with one of the keys {}", FIELDS.join(", "));
        let (key, value) = field.ok_or_else(|| Malformed::word(word, &expected()))?;
        fields.insert(key, value);
    }
    let field = |key| fields.get(key).copied().unwrap_or("-").to_owned();
    Ok(End {
        line,
        status: status.to_owned(),
        cur: field("cur"),
        err: field("err"),
        vars: vars(fields.get("vars").copied().unwrap_or_default())?,
    })
}

fn vars(text: &str) -> Parsed<BTreeMap<u32, f64>> {
    let pairs = text.split(',').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let parts = pair.split_once(':');
            let number = parts.and_then(|(name, _)| crate::guard::numbered(name, 'v'));
            let value = parts.and_then(|(_, value)| value.parse().ok());
            let malformed = || Malformed::word(pair, "`vN:NUMBER`");
            number.zip(value).ok_or_else(malformed)
        })
        .collect()
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
