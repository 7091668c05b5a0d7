//! The changes that a viewer does not have yet.

use super::delta;
use super::hub::{Newest, Numbered};
use crate::model::view::{LogLine, TraceView};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::{Arc, OnceLock};

/// The changes since the batch before, and the clock of the server at which they were true.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Batch {
    /// Counts the batches of a stream, from 1.
    pub number: u64,
    /// Whether it has everything: what came before is forgotten.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub full: bool,
    /// When the robot showed itself so, in milliseconds of the server's clock.
    pub clock_ms: u64,
    /// The change of the view, without its trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<Value>,
    /// The change of the blackboard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Value>,
    /// The change of the explanation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Value>,
    /// The change of the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<Value>,
    /// The change of the coverage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Value>,
    /// The new entries of the trace.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<TraceView>,
    /// The new lines of the log.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<LogLine>,
}

/// A view as JSON that was sent, and its number; 0 if none was.
#[derive(Debug, Default)]
struct Sent {
    number: u64,
    json: Arc<OnceLock<Value>>,
}

impl Sent {
    /// Returns the change since the last time, without the field `left_out`.
    fn change<T: Serialize>(&mut self, of: &Numbered<T>, left_out: &str) -> Option<Value> {
        if std::mem::replace(&mut self.number, of.number) == of.number {
            return None;
        }
        let before = std::mem::replace(&mut self.json, of.json());
        let now = self.json.get()?;
        let change = match before.get() {
            Some(before) => delta::between(before, now)?,
            None => delta::whole(now.clone()),
        };
        without(change, left_out)
    }
}

/// Returns a change without that of a field, or `None` if nothing is left.
fn without(mut change: Value, field: &str) -> Option<Value> {
    match &mut change {
        Value::Object(fields) => {
            fields.remove(field);
            (!fields.is_empty()).then_some(change)
        }
        Value::Array(whole) => {
            if let Some(Value::Object(fields)) = whole.first_mut() {
                fields.remove(field);
            }
            Some(change)
        }
        _ => Some(change),
    }
}

/// The state that a viewer was sent, from which its next changes are computed.
#[derive(Debug, Default)]
pub struct News {
    number: u64,
    session: Option<String>,
    view: Sent,
    board: Sent,
    why: Sent,
    scene: Sent,
    coverage: Sent,
    /// The last entry of each layer.
    traced: [u64; 2],
    /// The number of lines of the log.
    logged: u64,
}

impl News {
    /// Returns what the viewer does not have: at first, and when the robot was started again,
    /// everything; then the changes. `None` if there are none.
    pub fn collect(&mut self, newest: &Newest) -> Option<Batch> {
        if newest.view.number == 0 {
            return None;
        }
        let session = &newest.view.value.session;
        let is_full = self.session.as_ref() != Some(session);
        if is_full {
            *self = Self { number: self.number, session: Some(session.clone()), ..Self::default() };
        }
        let mut batch = Batch {
            full: is_full,
            view: self.view.change(&newest.view, "trace"),
            board: self.board.change(&newest.board, ""),
            why: self.why.change(&newest.why, ""),
            scene: self.scene.change(&newest.scene, ""),
            coverage: self.coverage.change(&newest.coverage, ""),
            trace: self.entries(&newest.view.value.trace),
            log: self.lines(newest),
            ..Batch::default()
        };
        if batch == Batch::default() {
            return None;
        }
        let Batch { number, clock_ms, .. } = self.alive(newest);
        (batch.number, batch.clock_ms) = (number, clock_ms);
        Some(batch)
    }

    /// Returns a batch without changes, which says that nothing has changed until now.
    pub fn alive(&mut self, newest: &Newest) -> Batch {
        self.number += 1;
        let clock_ms = u64::try_from(newest.clock.as_millis()).unwrap_or(u64::MAX);
        Batch { number: self.number, clock_ms, ..Batch::default() }
    }

    fn entries(&mut self, trace: &[TraceView]) -> Vec<TraceView> {
        let last = &mut self.traced;
        let fresh = trace.iter().filter(|entry| {
            let last = &mut last[entry.layer as usize];
            let is_fresh = entry.number > *last;
            *last = entry.number.max(*last);
            is_fresh
        });
        fresh.cloned().collect()
    }

    fn lines(&mut self, newest: &Newest) -> Vec<LogLine> {
        let log = &newest.log;
        let before = std::mem::replace(&mut self.logged, log.number);
        let count = usize::try_from(log.number.saturating_sub(before)).unwrap_or(usize::MAX);
        log.value.iter().skip(log.value.len().saturating_sub(count)).cloned().collect()
    }
}
