//! The past, as it grows.

#[cfg(any(feature = "hub", feature = "record"))]
use super::losses::Loss;
use super::{MarkKind, Row, RowKind};
use crate::model::describe::Description;
use crate::model::machines::{SubMachine, active_states, sub_machines};
use crate::model::view::{Layer, TraceView};
use skill_runtime::SkillInfo;
use skill_runtime::graph::{Graph, StateKind};
use std::collections::BTreeMap;

/// The spans that a row keeps: some ten hours of a robot that plays football.
const MAX_SPANS: usize = 400_000;
/// The marks that are kept.
pub(super) const MAX_MARKS: usize = 100_000;
/// The time in which the skiller takes a call of the agent, s.
const TAKEN_SEC: f64 = 0.2;

/// An event of the trace.
#[derive(Clone, Copy, Debug)]
pub struct Happened<'h> {
    /// The robot's time, s.
    pub time_sec: f64,
    /// Of the agent or of the skiller.
    pub layer: Layer,
    /// The number of the machine.
    pub machine: u32,
    /// The skill or agent that has it.
    pub skill: &'h str,
    /// The kind of event, as in [`TraceView::kind`].
    pub kind: &'h str,
    /// The state that was entered.
    pub to: Option<u16>,
    /// The event as a text.
    pub text: &'h str,
}

impl<'h> From<&'h TraceView> for Happened<'h> {
    fn from(of: &'h TraceView) -> Self {
        let TraceView { time_sec, layer, machine, skill, kind, to, text, .. } = of;
        Self { time_sec: *time_sec, layer: *layer, machine: *machine, skill, kind, to: *to, text }
    }
}

/// A time in which something was active. Texts are numbers in [`Timeline::texts`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Span {
    pub from_sec: f64,
    /// Infinite while it goes on.
    pub to_sec: f64,
    pub text: u32,
    pub skill: u32,
    pub failed: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Mark {
    pub time_sec: f64,
    pub kind: MarkKind,
    pub text: u32,
}

/// The past of a robot.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    pub(super) rows: Vec<(Row, Vec<Span>)>,
    pub(super) marks: Vec<Mark>,
    pub(super) counts: BTreeMap<MarkKind, u32>,
    pub(super) texts: Vec<Box<str>>,
    numbers: BTreeMap<Box<str>, u32>,
    pub(super) first_sec: Option<f64>,
    pub(super) last_sec: f64,
    pub(super) changes: u64,
    /// The skill that the skiller runs.
    root: Option<&'static SkillInfo>,
    /// The last call of the agent: the skill and the time.
    called: Option<(String, f64)>,
}

impl Timeline {
    /// Returns the text of a number.
    pub(super) fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("?", |text| text)
    }

    /// Returns the number of events and lines that were added.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Returns the times of the first and of the last event, s.
    #[must_use]
    pub fn range(&self) -> [f64; 2] {
        [self.first_sec.unwrap_or_default(), self.last_sec]
    }

    /// Sets the times of the first and of the last pass, s.
    pub fn set_range(&mut self, [first, last]: [f64; 2]) {
        (self.first_sec, self.last_sec) = (Some(first), last);
    }

    /// Notes that the robot was seen at a time, so that what is active goes on until then.
    pub fn seen(&mut self, time_sec: f64) {
        self.first_sec.get_or_insert(time_sec);
        self.last_sec = self.last_sec.max(time_sec);
    }

    /// Adds an event. One that is older than the last, as after a restart, begins anew.
    pub fn add(&mut self, description: &Description, event: Happened<'_>) {
        let Happened { time_sec, layer, machine, kind, .. } = event;
        if time_sec < self.last_sec {
            *self = Self { changes: self.changes, ..Self::default() };
        }
        self.seen(time_sec);
        self.changes += 1;
        let Some(skill) = description.find(event.skill) else { return };
        match (layer, machine, kind) {
            (Layer::Agent, 0, "entered" | "transition") => self.enter(agent(), skill, event),
            (Layer::Agent, 0, "failed" | "reset") => {
                self.close(&agent(), time_sec, kind == "failed");
            }
            (Layer::Agent, _, "called") => {
                self.called = Some((event.skill.to_owned(), time_sec));
            }
            (Layer::Skiller, 0, "called") => self.call(skill, event),
            (Layer::Skiller, 0, "entered") => {
                if self.root.is_none_or(|root| root != skill) {
                    self.run(skill, time_sec);
                }
                self.enter(state(0, 0), skill, event);
            }
            (Layer::Skiller, _, "entered" | "transition") => {
                let root = self.root.unwrap_or(skill);
                if let Some((depth, side)) = place(root, machine) {
                    self.close_below(depth, time_sec);
                    self.enter(state(depth, side), skill, event);
                    if machine == 0 && is_exit(&skill.graph, event.to) {
                        let failed = is_failed(&skill.graph, event.to);
                        self.close(&row(RowKind::Skill), time_sec, failed);
                    }
                }
            }
            (Layer::Skiller, 0, "failed") => {
                self.close_below(0, time_sec);
                self.close(&state(0, 0), time_sec, true);
                self.close(&row(RowKind::Skill), time_sec, true);
                self.mark(MarkKind::Failed, time_sec, event.text);
            }
            (Layer::Skiller, _, "failed" | "reset") => {
                let root = self.root.unwrap_or(skill);
                if let Some((depth, side)) = place(root, machine) {
                    self.close_below(depth, time_sec);
                    self.close(&state(depth, side), time_sec, kind == "failed");
                    if machine == 0 {
                        self.close(&row(RowKind::Skill), time_sec, false);
                    }
                }
            }
            _ => {}
        }
    }

    /// Adds a line of the log, if it is a mark.
    pub fn add_line(&mut self, time_sec: f64, text: &str) {
        if let Some(kind) = MarkKind::of_line(text) {
            self.seen(time_sec);
            self.changes += 1;
            // The time of a line is that of the mark.
            let is_time = |c: char| c.is_ascii_digit() || matches!(c, '.' | ' ');
            self.mark(kind, time_sec, text.trim_start_matches(is_time));
        }
    }

    /// Adds an input that was lost, if something that reads it was active. `false` if not.
    #[cfg(any(feature = "hub", feature = "record"))]
    pub(crate) fn add_loss(&mut self, loss: Loss<'_>) -> bool {
        let Loss { time_sec, readers, field, lack } = loss;
        let active = readers.iter().find(|of| self.was_active(of.skill, time_sec));
        let Some(reader) = active else { return false };
        let field = field.map_or(String::new(), |field| format!(".{field}"));
        self.changes += 1;
        self.mark(MarkKind::Lost, time_sec, &format!("{}{field} {lack}", reader.variable));
        true
    }

    /// Returns whether a skill or agent was active at a time, at its begin and its end as well.
    #[cfg(any(feature = "hub", feature = "record"))]
    fn was_active(&self, skill: &str, time_sec: f64) -> bool {
        self.rows.iter().any(|(_, spans)| {
            let end = spans.partition_point(|span| span.from_sec <= time_sec);
            let until = spans.get(..end).unwrap_or_default();
            let mut now = until.iter().rev().take_while(|span| span.to_sec >= time_sec);
            now.any(|span| self.text(span.skill) == skill)
        })
    }

    /// Sorts what was added in another order than that of time, as the lines of a recording.
    pub fn sort(&mut self) {
        self.marks.sort_by(|one, other| one.time_sec.total_cmp(&other.time_sec));
    }

    fn call(&mut self, skill: &'static SkillInfo, event: Happened<'_>) {
        let Happened { time_sec, text, .. } = event;
        let by_agent = self
            .called
            .take_if(|(name, at)| *name == skill.name && (time_sec - *at).abs() < TAKEN_SEC);
        if by_agent.is_none() {
            self.mark(MarkKind::Call, time_sec, text);
        }
        self.run(skill, time_sec);
    }

    /// Begins a run of a skill by the skiller.
    fn run(&mut self, skill: &'static SkillInfo, time_sec: f64) {
        self.root = Some(skill);
        self.close_below(0, time_sec);
        self.close(&state(0, 0), time_sec, false);
        let text = self.number(skill.name);
        self.open(row(RowKind::Skill), time_sec, text, text);
    }

    fn enter(&mut self, row: Row, skill: &'static SkillInfo, event: Happened<'_>) {
        let Some(to) = event.to else { return };
        if is_exit(&skill.graph, Some(to)) {
            let failed = is_failed(&skill.graph, Some(to));
            return self.close(&row, event.time_sec, failed);
        }
        let mut text = path(&skill.graph, to);
        if row.depth > 0 {
            text = format!("{}: {text}", skill.name);
        }
        let (text, skill) = (self.number(&text), self.number(skill.name));
        self.open(row, event.time_sec, text, skill);
    }

    fn spans(&mut self, row: &Row) -> Option<&mut Vec<Span>> {
        self.rows.iter_mut().find(|(of, _)| of == row).map(|(_, spans)| spans)
    }

    fn open(&mut self, row: Row, from_sec: f64, text: u32, skill: u32) {
        self.close(&row, from_sec, false);
        let span = Span { from_sec, to_sec: f64::INFINITY, text, skill, failed: false };
        if let Some(spans) = self.spans(&row) {
            if spans.len() >= MAX_SPANS {
                let dropped = spans.len() / 2;
                let first = spans.get(dropped).map(|span| span.from_sec);
                spans.drain(..dropped);
                self.first_sec = first.or(self.first_sec);
                return self.open(row, from_sec, text, skill);
            }
            return spans.push(span);
        }
        let key = |row: &Row| (row.kind, row.depth, row.side);
        let at = self.rows.partition_point(|(of, _)| key(of) < key(&row));
        self.rows.insert(at, (row, vec![span]));
    }

    fn close(&mut self, row: &Row, to_sec: f64, failed: bool) {
        let last = self.spans(row).and_then(|spans| spans.last_mut());
        if let Some(span) = last.filter(|span| span.to_sec.is_infinite()) {
            (span.to_sec, span.failed) = (to_sec, failed);
        }
    }

    /// Ends what is active in the sub-skills below a depth.
    fn close_below(&mut self, depth: u16, to_sec: f64) {
        let below = self.rows.iter().map(|(row, _)| row.clone());
        let below: Vec<Row> =
            below.filter(|row| row.kind == RowKind::State && row.depth > depth).collect();
        for row in &below {
            self.close(row, to_sec, false);
        }
    }

    pub(super) fn mark(&mut self, kind: MarkKind, time_sec: f64, text: &str) {
        let text = self.number(text);
        if self.marks.len() >= MAX_MARKS {
            self.drop_marks(kind);
        }
        self.marks.push(Mark { time_sec, kind, text });
        *self.counts.entry(kind).or_default() += 1;
    }

    /// Drops the older half of the marks of a kind, of which there is a new one: many of one kind do not
    /// take the place of the others. If there are few, of all kinds.
    fn drop_marks(&mut self, kind: MarkKind) {
        let of_kind = self.marks.iter().filter(|mark| mark.kind == kind).count();
        if of_kind < MAX_MARKS / 8 {
            self.marks.drain(..MAX_MARKS / 2);
            return;
        }
        let mut dropped = of_kind / 2;
        self.marks.retain(|mark| {
            let is_old = mark.kind == kind && dropped > 0;
            dropped -= usize::from(is_old);
            !is_old
        });
    }

    fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.push(text.into());
        self.numbers.insert(text.into(), number);
        number
    }
}

const fn row(kind: RowKind) -> Row {
    Row { kind, depth: 0, side: 0 }
}

const fn agent() -> Row {
    row(RowKind::Agent)
}

const fn state(depth: u16, side: u16) -> Row {
    Row { kind: RowKind::State, depth, side }
}

fn is_exit(graph: &Graph, state: Option<u16>) -> bool {
    let state = state.and_then(|state| graph.states.get(usize::from(state)));
    state.is_some_and(|state| state.kind.is_exit())
}

fn is_failed(graph: &Graph, state: Option<u16>) -> bool {
    let state = state.and_then(|state| graph.states.get(usize::from(state)));
    state.is_some_and(|state| matches!(state.kind, StateKind::Failed))
}

/// Returns the names of the states that are active when `state` was entered: `Go › Walk`.
fn path(graph: &Graph, state: u16) -> String {
    let names: Vec<&str> =
        active_states(graph, state).into_iter().map(|of| graph.state_name(of)).collect();
    names.join(" › ")
}

/// Returns the depth of a machine below its root, and its place among those that the same state runs.
fn place(root: &'static SkillInfo, machine: u32) -> Option<(u16, u16)> {
    let (mut skill, mut number, mut depth, mut side) = (root, 0, 0, 0);
    while number < machine {
        let subs = sub_machines(skill, number);
        let (before, sub) =
            subs.iter().enumerate().rfind(|(_, (_, sub))| sub.machine <= machine)?;
        let (state, SubMachine { skill: inner, machine: first }) = sub;
        if machine - first >= inner.instances() {
            return None;
        }
        let beside = subs.iter().take(before).filter(|(of, _)| of == state).count();
        (skill, number, depth) = (inner, *first, depth + 1);
        side = u16::try_from(beside).unwrap_or(u16::MAX);
    }
    Some((depth, side))
}
