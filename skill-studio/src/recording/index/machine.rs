//! The states of a machine along its events.

use super::row::Row;
use crate::model::machines::active_states;
use crate::recording::record::Event;
use skill_runtime::graph::{Resume, StateKind};
use skill_runtime::{Instant, SkillInfo};
use std::collections::BTreeMap;
use std::iter::successors;

/// A moment of a recording.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Moment {
    pub pass: u32,
    pub time: Instant,
}

impl From<&Event> for Moment {
    fn from(event: &Event) -> Self {
        Self { pass: event.pass, time: event.time }
    }
}

/// A run of a skill, or of the agent, and the active states in it.
pub(super) struct Machine {
    skill: &'static SkillInfo,
    /// The call as it is written; of an agent there is none.
    call: Option<String>,
    begin: Moment,
    /// The end, once it is known, and the result.
    end: Option<(Instant, &'static str)>,
    reason: Option<String>,
    returned: Option<String>,
    /// The active states from the outermost one.
    active: Vec<(u16, Moment)>,
    /// The state inside each state that was active when that was left.
    left: BTreeMap<u16, u16>,
}

impl Machine {
    pub fn new(skill: &'static SkillInfo, call: Option<String>, begin: Moment) -> Self {
        let (active, left) = (Vec::new(), BTreeMap::new());
        Self { skill, call, begin, end: None, reason: None, returned: None, active, left }
    }

    /// Enters the first state.
    pub fn enter(&mut self, event: &Event) {
        if let Some(state) = event.target(&self.skill.graph) {
            self.push(state, None, event.into());
        }
    }

    /// Takes a transition. Returns the rows of the states that are left.
    pub fn take(&mut self, event: &Event) -> Vec<Row> {
        let graph = &self.skill.graph;
        let info = event.transition.and_then(|index| graph.transitions.get(usize::from(index)));
        let mut rows = Vec::new();
        let Some(target) = event.target(graph) else { return rows };
        // It leaves all states up to the one around its target.
        let path = active_states(graph, target);
        let around = path.iter().take_while(|state| **state != target);
        let keep =
            self.active.iter().zip(around).take_while(|((state, _), of)| state == *of).count();
        self.leave(keep, Some(event.time), &mut rows);
        match graph.states.get(usize::from(target)).map(|of| of.kind) {
            Some(StateKind::Final) => self.end = Some((event.time, "FINAL")),
            Some(StateKind::Failed) => self.end = Some((event.time, "FAILED")),
            _ => self.push(target, info.and_then(|info| info.resume), event.into()),
        }
        rows
    }

    /// Notes the reason of a failure.
    pub fn fail(&mut self, time: Instant, reason: &str) {
        self.end = Some((time, "FAILED"));
        self.reason = Some(reason.to_owned());
    }

    /// Notes the values of the result.
    pub fn returns(&mut self, values: &str) {
        self.returned = Some(values.to_owned());
    }

    /// Ends at a time, or with the recording. Returns the rows of the states that are left, and of the call.
    pub fn close(mut self, time: Option<Instant>) -> Vec<Row> {
        let mut rows = Vec::new();
        let end = self.end.or_else(|| Some((time?, "stopped")));
        self.leave(0, end.map(|(time, _)| time), &mut rows);
        let arguments = self.call.as_deref().and_then(|call| {
            call.split_once('{')?.1.strip_suffix('}').map(str::to_owned).filter(|of| !of.is_empty())
        });
        rows.push(Row {
            arguments,
            call: self.call,
            result: end.map(|(_, result)| result.to_owned()),
            returned: self.returned,
            reason: self.reason,
            ..span("call", self.skill, self.begin, end.map(|(time, _)| time))
        });
        rows
    }

    /// Enters a state, with those around it that are not active, and those inside it.
    fn push(&mut self, state: u16, resume: Option<Resume>, at: Moment) {
        let inside = |state: &u16| self.left.get(state).copied();
        let depth = match resume {
            None => 0,
            Some(Resume::Shallow) => 1,
            Some(Resume::Deep) => self.left.len(),
        };
        let inner = successors(Some(state), inside).take(depth + 1).last().unwrap_or(state);
        let path = active_states(&self.skill.graph, inner).into_iter().skip(self.active.len());
        self.active.extend(path.map(|state| (state, at)));
    }

    /// Leaves the active states but the first ones, the innermost first.
    fn leave(&mut self, keep: usize, end: Option<Instant>, rows: &mut Vec<Row>) {
        while self.active.len() > keep
            && let Some((state, begin)) = self.active.pop()
        {
            let graph = &self.skill.graph;
            if let Some((around, _)) = self.active.last() {
                self.left.insert(*around, state);
            }
            let name = graph.state_name(state);
            let outer = self.active.iter().map(|(state, _)| graph.state_name(*state));
            let path = outer.chain([name]).collect::<Vec<_>>().join("/");
            rows.push(Row {
                state: Some(name.to_owned()),
                path: Some(path),
                ..span("visit", self.skill, begin, end)
            });
        }
    }
}

/// Returns a row of something that lasts.
fn span(kind: &str, skill: &SkillInfo, begin: Moment, end: Option<Instant>) -> Row {
    Row {
        kind: Some(kind.to_owned()),
        skill: Some(skill.name.to_owned()),
        pass: Some(begin.pass.into()),
        time_sec: Some(begin.time.as_secs_f64()),
        end_sec: end.map(Instant::as_secs_f64),
        // Of whole microseconds, so that the same time is the same number.
        duration_sec: end.map(|end| end.since(begin.time).as_secs_f64()),
        ..Row::default()
    }
}
