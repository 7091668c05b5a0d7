//! The memory of states that are left, and their entry by a `resume` (rule 17).

use std::collections::BTreeMap;

use super::{Counts, Pending, Run, Value};
use crate::context::Context;
use crate::fault::Fault;
use crate::skill::Resume;

/// A state with its parameters.
type Left = (usize, Vec<Value>);

/// The states that are remembered.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    /// By the path of a state from the outermost: its parameters, and the state inside it.
    of: BTreeMap<Vec<usize>, (Vec<Value>, Option<Left>)>,
    /// The state that was to be entered when a precondition led on.
    pub(super) pending: Option<Left>,
}

impl Run {
    /// Returns the path of the innermost active state.
    fn path(&self) -> Vec<usize> {
        self.active.iter().map(|active| active.state).collect()
    }

    /// Returns whether the last state of a path remembers all states inside it.
    fn is_deep(&self, path: &[usize], cx: &Context<'_>) -> bool {
        let skill = &cx.skills[self.skill];
        path.iter().any(|state| skill.is_resumed(*state, Resume::Deep))
    }

    /// Has the innermost active state, which is being left, remember the state inside it.
    pub(super) fn remember(&mut self, inside: Option<Left>, cx: &Context<'_>) {
        let path = self.path();
        let Some(innermost) = self.active.last() else { return };
        let skill = &cx.skills[self.skill];
        let remembers = skill.is_resumed(innermost.state, Resume::Shallow)
            || self.is_deep(&path, cx)
            || cx.has(Fault::ResumesDeep);
        if remembers && !(cx.has(Fault::RemembersFirst) && self.memory.of.contains_key(&path)) {
            let parameters = innermost.parameters.clone();
            self.memory.of.insert(path, (parameters, inside));
        }
    }

    /// Nothing was active inside a state that was only to be entered.
    pub(super) fn forget_inside(&mut self, pending: Option<&Left>, cx: &Context<'_>) {
        let mut path = self.path();
        if let Some((state, _)) = pending
            && self.is_deep(&path, cx)
        {
            path.push(*state);
            // Its parameters stay those with which it was left.
            if let Some((_, inside)) = self.memory.of.get_mut(&path) {
                *inside = None;
            }
        }
    }

    /// Adds the parameters that a state remembers to those that a transition gives it. `remaining`
    /// states are around it.
    pub(super) fn add_remembered(
        &self,
        remaining: usize,
        state: usize,
        parameters: &mut Vec<Value>,
        cx: &Context<'_>,
    ) {
        let mut path = self.path();
        path.truncate(remaining);
        path.push(state);
        if let Some((remembered, _)) = self.memory.of.get(&path)
            && !cx.has(Fault::ResumesDefaults)
        {
            parameters.extend(remembered.get(parameters.len()..).unwrap_or_default());
        }
    }

    /// Returns the state to be entered inside the innermost active state, if that was entered by a
    /// `resume` and remembers one.
    pub(super) fn remembered_inside(
        &self,
        resume: Option<Resume>,
        cx: &Context<'_>,
    ) -> Option<Pending> {
        if cx.has(Fault::ResumesNothing) {
            return None;
        }
        let always = cx.has(Fault::ResumesAlways).then_some(Resume::Shallow);
        let resume = resume.or(always)?;
        let (state, parameters) = self.memory.of.get(&self.path())?.1.clone()?;
        let deeper = match resume {
            Resume::Deep => !cx.has(Fault::ResumesShallow),
            Resume::Shallow => cx.has(Fault::ResumesDeep),
        };
        let resume = deeper.then_some(resume);
        Some(Pending { state, parameters, tries: Counts::FIRST, resume })
    }
}
