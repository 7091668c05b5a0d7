//! Breakpoints, and the control of the passes.

use super::command::{NewBreakpoint, NewOverride, Refusal, find_skill};
use super::condition::{Condition, Values};
use crate::model::describe::Description;
use crate::model::space::Space;
use crate::model::view::{BreakpointView, Change, Hit, Layer, OverrideView};
use skill_runtime::debug::{BreakpointKind, DebugBreakpoint};
use skill_runtime::graph::{Graph, StateKind, Trigger};
use skill_runtime::why::{MachineVariables, Overridden, Override};
use skill_runtime::{ActiveEntry, SkillInfo, SkillKey, TraceEntry, TraceKind};
use std::collections::BTreeSet;

const MAX_BREAKPOINTS: usize = 100;

struct Breakpoint {
    view: BreakpointView,
    skill: &'static SkillInfo,
    condition: Option<Condition>,
}

/// The breakpoints and overrides of a robot.
#[derive(Default)]
pub(super) struct Debugger {
    breakpoints: Vec<Breakpoint>,
    overrides: Vec<(OverrideView, Override)>,
    last_id: u32,
    /// The states that were active after the last pass, by layer.
    before: [Vec<ActiveEntry>; 2],
}

/// A pass of a layer, as the debugger sees it.
pub(super) struct Pass<'p> {
    pub layer: Layer,
    pub events: &'p [TraceEntry],
    pub active: Vec<ActiveEntry>,
    pub variables: &'p [MachineVariables],
    pub board: &'p [u32],
}

/// Checks that a machine with this number runs a skill in some call, or is the agent.
fn check_machine(
    description: &Description,
    skill: &'static SkillInfo,
    machine: u32,
) -> Result<(), Refusal> {
    let Space { skills, .. } = description.space;
    let numbers: BTreeSet<u32> = if description.is_agent(skill) {
        BTreeSet::from([0])
    } else {
        let numbers = |call: &&'static SkillInfo| {
            let call = *call;
            let runs =
                move |number: &u32| call.instance(*number).is_some_and(|(of, _)| of == skill);
            (0..call.instances()).filter(runs)
        };
        skills.iter().flat_map(numbers).collect()
    };
    if numbers.contains(&machine) {
        return Ok(());
    }
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    Err(Refusal::not_found(format!(
        "`{}` is never run by machine {machine}, but by {}",
        skill.name,
        numbers.join(", ")
    )))
}

impl Debugger {
    /// Sets a breakpoint. Returns its number.
    pub fn set(
        &mut self,
        description: &Description,
        new: NewBreakpoint,
        once: bool,
    ) -> Result<u32, Refusal> {
        let NewBreakpoint { skill: name, on, state, transition, condition } = new;
        let skill = find_skill(description, &name)?;
        let graph = &skill.graph;
        let exists = match (on, state, transition) {
            (BreakpointKind::Transition, None, Some(index)) => {
                usize::from(index) < graph.transitions.len()
            }
            (BreakpointKind::Transition, ..) => {
                return Err(Refusal::bad_request("`transition` needs the index of a transition"));
            }
            (_, Some(index), None) => usize::from(index) < graph.states.len(),
            _ => return Err(Refusal::bad_request("a breakpoint needs the index of a state")),
        };
        if !exists {
            return Err(Refusal::not_found(format!("`{name}` has no such state or transition")));
        }
        if self.breakpoints.len() >= MAX_BREAKPOINTS {
            return Err(Refusal::bad_request(format!("at most {MAX_BREAKPOINTS} breakpoints")));
        }
        let text = condition.trim();
        let parsed = if text.is_empty() {
            None
        } else {
            let parsed = Condition::parse(text, description, skill);
            Some(parsed.map_err(|error| {
                Refusal::bad_request(format!("the condition: {error}")).with("at", error.at)
            })?)
        };
        self.last_id += 1;
        let (id, condition) = (self.last_id, text.to_owned());
        let view =
            BreakpointView { id, skill: name, on, state, transition, condition, hits: 0, once };
        self.breakpoints.push(Breakpoint { view, skill, condition: parsed });
        Ok(id)
    }

    /// Removes a breakpoint; an unknown number is refused.
    pub fn remove(&mut self, id: u32) -> Result<(), Refusal> {
        let before = self.breakpoints.len();
        self.breakpoints.retain(|of| of.view.id != id);
        if self.breakpoints.len() == before {
            return Err(Refusal::not_found(format!("there is no breakpoint {id}")));
        }
        Ok(())
    }

    /// Forces or suppresses a transition, or neither.
    pub fn change(&mut self, description: &Description, new: &NewOverride) -> Result<(), Refusal> {
        let skill = find_skill(description, &new.skill)?;
        let Some(transition) = skill.graph.transitions.get(usize::from(new.transition)) else {
            return Err(Refusal::not_found(format!(
                "`{}` has no transition {}; it has {}, numbered from 0",
                new.skill,
                new.transition,
                skill.graph.transitions.len()
            )));
        };
        if matches!(transition.trigger, Trigger::Crossing) {
            return Err(Refusal::bad_request(format!(
                "`{}` is a crossing, which cannot be changed",
                transition.label
            )));
        }
        if let Some(machine) = new.machine {
            check_machine(description, skill, machine)?;
        }
        let NewOverride { machine, transition, .. } = *new;
        self.overrides.retain(|(_, of)| {
            of.skill != skill || of.transition != transition || of.machine != machine
        });
        if let Some(action) = new.action.overridden() {
            let once = action == Overridden::Force && !new.keep;
            let view = OverrideView { skill: new.skill.clone(), machine, transition, action, once };
            self.overrides.push((view, Override { skill, machine, transition, action, once }));
        }
        Ok(())
    }

    /// Ends the overrides that were meant for one of these events.
    pub fn end_taken(&mut self, events: &[TraceEntry]) {
        let is_taken = |of: &Override| {
            events.iter().any(|entry| {
                let TraceKind::Transition { transition, .. } = entry.event.kind else {
                    return false;
                };
                transition == of.transition
                    && entry.event.skill == of.skill
                    && of.machine.is_none_or(|machine| machine == entry.instance)
            })
        };
        self.overrides.retain(|(_, of)| !(of.once && is_taken(of)));
    }

    /// Replaces all overrides.
    pub fn follow(&mut self, description: &Description, change: &Change) {
        let overrides = change.overrides(description);
        let views = overrides.iter().map(|of| OverrideView {
            skill: of.skill.name.to_owned(),
            machine: of.machine,
            transition: of.transition,
            action: of.action,
            once: of.once,
        });
        self.overrides = views.zip(overrides.iter().copied()).collect();
    }

    /// Returns all overrides.
    pub fn overrides(&self) -> Vec<Override> {
        self.overrides.iter().map(|(_, of)| *of).collect()
    }

    /// Returns the overrides for viewers.
    pub fn override_views(&self) -> Vec<OverrideView> {
        self.overrides.iter().map(|(view, _)| view.clone()).collect()
    }

    /// Returns the breakpoints for viewers.
    pub fn breakpoint_views(&self) -> Vec<BreakpointView> {
        self.breakpoints.iter().map(|of| of.view.clone()).collect()
    }

    /// Returns the breakpoints for the debug interface.
    pub fn published(&self) -> impl Iterator<Item = DebugBreakpoint> + '_ {
        self.breakpoints.iter().map(|Breakpoint { view, skill, .. }| DebugBreakpoint {
            kind: view.on,
            skill: SkillKey::of(skill),
            index: view.state.or(view.transition).unwrap_or(0),
            hits: view.hits,
        })
    }

    /// Returns whether passes must be explained for it: also those that end at a breakpoint, which are
    /// looked at then.
    pub fn needs_explanations(&self) -> bool {
        !self.overrides.is_empty() || !self.breakpoints.is_empty()
    }

    /// Returns whether it reads the blackboard and variables after each pass.
    pub fn reads_values(&self) -> bool {
        self.breakpoints.iter().any(|of| of.condition.is_some())
    }

    /// Notes the active states of a pass at which nothing pauses.
    pub fn pass_by(&mut self, layer: Layer, active: Vec<ActiveEntry>) {
        self.before[layer as usize] = active;
    }

    /// Returns the breakpoint that a pass has reached.
    pub fn reached(&mut self, description: &Description, pass: Pass<'_>) -> Option<Hit> {
        let mut hit = None;
        let before = std::mem::take(&mut self.before[pass.layer as usize]);
        for of in &mut self.breakpoints {
            let Some((machine, event)) = event_of(of, &pass, &before) else { continue };
            let variables = pass.variables.iter().find(|of| of.machine == machine);
            let variables = variables.map_or(&[][..], |of| &of.values);
            let values = Values { description, board: pass.board, variables };
            let holds = of.condition.as_ref().map_or(Ok(true), |of| of.holds(&values));
            let because = match holds {
                Ok(false) => continue,
                Ok(true) => String::new(),
                Err(error) => format!("; the condition cannot be evaluated: {error}"),
            };
            of.view.hits += 1;
            if hit.is_none() {
                hit = Some(Hit { breakpoint: of.view.id, text: format!("{event}{because}") });
            }
        }
        self.before[pass.layer as usize] = pass.active;
        if let Some(hit) = &hit {
            self.breakpoints.retain(|of| !of.view.once || of.view.id != hit.breakpoint);
        }
        hit
    }
}

/// Returns the event of a pass at which a breakpoint pauses: the machine, and a text.
fn event_of(of: &Breakpoint, pass: &Pass<'_>, before: &[ActiveEntry]) -> Option<(u32, String)> {
    let Breakpoint { view, skill, .. } = of;
    let (graph, name) = (&skill.graph, skill.name);
    let of_skill = |entry: &&TraceEntry| entry.event.skill == *skill;
    let mut events = pass.events.iter().filter(of_skill);
    match view.on {
        BreakpointKind::Transition => {
            let wanted = view.transition?;
            let entry = events.find(|entry| {
                matches!(entry.event.kind, TraceKind::Transition { transition, .. } if transition == wanted)
            })?;
            Some((entry.instance, entry.event.to_string()))
        }
        BreakpointKind::Entry => {
            let state = view.state?;
            let entry = events.find(|entry| enters(graph, entry.event.kind, state))?;
            Some((entry.instance, format!("{name} enters {}", graph.state_name(state))))
        }
        BreakpointKind::Exit => {
            let state = view.state?;
            let entry = events.find(|entry| leaves(graph, entry.event.kind, state))?;
            Some((entry.instance, format!("{name} leaves {}", graph.state_name(state))))
        }
        BreakpointKind::Loop => {
            let state = view.state?;
            let is = |entry: &&ActiveEntry| entry.skill == *skill && entry.state == Some(state);
            let entry = pass.active.iter().find(is)?;
            let was = before.iter().filter(is).any(|old| old.instance == entry.instance);
            was.then(|| (entry.instance, format!("{name} is in {}", graph.state_name(state))))
        }
    }
}

/// Returns whether an event enters a state.
fn enters(graph: &Graph, kind: TraceKind, state: u16) -> bool {
    let starts = |of: u16| {
        let nested = |of: &u16| graph.states.get(usize::from(*of))?.start;
        std::iter::successors(Some(of), nested).take(graph.states.len()).any(|of| of == state)
    };
    match kind {
        TraceKind::Entered { state: start } => graph.is_active(state, start) || starts(start),
        TraceKind::Transition { from, transition } => {
            let Some(to) = graph.transitions.get(usize::from(transition)).map(|of| of.to) else {
                return false;
            };
            (graph.is_active(state, to) || starts(to)) && graph.enters(from, to, state)
        }
        TraceKind::Failed(_) => {
            let failed = graph.states.get(usize::from(state)).map(|of| of.kind);
            matches!(failed, Some(StateKind::Failed))
        }
        _ => false,
    }
}

/// Returns whether an event leaves a state.
fn leaves(graph: &Graph, kind: TraceKind, state: u16) -> bool {
    match kind {
        TraceKind::Transition { from, transition } => {
            let to = graph.transitions.get(usize::from(transition)).map(|of| of.to);
            let stays = |to: u16| state != to && graph.is_active(state, to);
            graph.is_active(state, from) && !to.is_some_and(stays)
        }
        _ => false,
    }
}
