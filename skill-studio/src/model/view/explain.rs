//! Why active states are not left.

use super::{
    ActiveView, Image, Layer, MissingView, PartKindView, PartView, StateView, TransitionView, View,
    WhyView, Words, sentence,
};
use crate::model::describe::Description;
use skill_runtime::graph::{Graph, InterfaceUse, StateInfo, TransitionInfo, Trigger};
use skill_runtime::why::{MachineVariables, Part, PartKind, StateWhy, Why};
use skill_runtime::{Instant, SkillInfo, Status};
use std::fmt::Write as _;

/// Returns what a robot with explanations says about its active states: the checks of its last pass,
/// and the variables after it. `explained` are those of the agent and of the skiller.
#[must_use]
pub fn explained(
    description: &Description,
    image: &Image,
    (view, now): (&View, Instant),
    explained: [(Layer, &Why, &[MachineVariables]); 2],
) -> WhyView {
    let machines = view.active.iter().filter_map(|active| {
        let mut state = empty(description, image, now, active)?;
        let (_, why, variables) = explained.iter().find(|(layer, ..)| *layer == active.layer)?;
        let variables = variables.iter().filter(|of| of.machine == active.machine);
        let variables: Vec<&(String, String)> = variables.flat_map(|of| &of.values).collect();
        let of_state = |of: &&StateWhy| {
            of.machine == active.machine
                && of.skill.name == active.skill
                && Some(of.state) == active.state
        };
        // The last check of each group of the state's transitions.
        for of in why.states.iter().filter(of_state) {
            state.checked = true;
            for transition in &of.transitions {
                let number = transition.transition;
                let shown = transition_of(of.skill, number, transition.fires, &variables);
                let conditions = transition.conditions.iter().map(part).collect();
                let overridden = transition.overridden;
                let shown = TransitionView { overridden, conditions, ..shown };
                match state.transitions.iter_mut().find(|of| of.index == shown.index) {
                    Some(before) => *before = shown,
                    None => state.transitions.push(shown),
                }
            }
        }
        if !state.checked {
            // It was entered at the end of the pass, or nobody watched the pass.
            state.transitions = known_transitions(description, (view, now), active, &variables);
        }
        // Once, at the innermost state of the machine.
        let inner = view
            .active
            .iter()
            .rev()
            .find(|other| (other.layer, other.machine) == (active.layer, active.machine));
        if inner == Some(active) {
            state.variables = variables.into_iter().cloned().collect();
        }
        Some(state)
    });
    with_sentence(description, view, now, machines.collect(), true)
}

/// Returns what is known about the active states of a robot without explanations: times,
/// sub-skills, and interfaces.
#[must_use]
pub fn known(description: &Description, image: &Image, view: &View, now: Instant) -> WhyView {
    let machines = view.active.iter().filter_map(|active| {
        let mut state = empty(description, image, now, active)?;
        active.state?;
        if view.stopped.is_some() {
            // The values may be newer than the pass, or of another clock.
            state.missing.clear();
        }
        state.transitions = known_transitions(description, (view, now), active, &[]);
        Some(state)
    });
    with_sentence(description, view, now, machines.collect(), false)
}

fn with_sentence(
    description: &Description,
    view: &View,
    now: Instant,
    machines: Vec<StateView>,
    complete: bool,
) -> WhyView {
    let time_sec = now.as_secs_f64();
    let mut why = WhyView { time_sec, complete, machines, ..WhyView::default() };
    why.sentence = sentence(description, view, &why);
    why
}

/// Returns the transitions of an active state with their times and sub-skills.
fn known_transitions(
    description: &Description,
    (view, now): (&View, Instant),
    active: &ActiveView,
    variables: &[&(String, String)],
) -> Vec<TransitionView> {
    let (Some(skill), Some(index)) = (description.find(&active.skill), active.state) else {
        return Vec::new();
    };
    let leaving = (0_u16..).zip(skill.graph.transitions).filter(|(_, transition)| {
        skill.graph.leaves(transition, index) || transition.from == Some(index)
    });
    let shown = leaving.map(|(number, transition)| {
        let conditions = vec![known_part(view, active, &skill.graph, transition, now)];
        TransitionView { conditions, ..transition_of(skill, number, None, variables) }
    });
    shown.collect()
}

/// Returns an active state with its interfaces, without transitions.
fn empty(
    description: &Description,
    image: &Image,
    now: Instant,
    active: &ActiveView,
) -> Option<StateView> {
    let skill = description.find(&active.skill)?;
    Some(StateView {
        layer: active.layer,
        machine: active.machine,
        skill: active.skill.clone(),
        state: active.state,
        name: active.name.clone(),
        missing: missing(description, image, skill, now),
        checked: false,
        transitions: Vec::new(),
        variables: Vec::new(),
    })
}

/// Returns the interfaces of a skill that are missing or too old.
fn missing(
    description: &Description,
    image: &Image,
    skill: &SkillInfo,
    now: Instant,
) -> Vec<MissingView> {
    let problem = |of: &InterfaceUse| {
        let entry = description.interface(of.id)?.1;
        let words = Words::of(&image.board, entry)?;
        if !words.has_writer() {
            return Some("no writer".to_owned());
        }
        let limit = of.max_age.micros(entry.interface)?;
        let Some(written) = words.write_time() else {
            return Some("never published".to_owned());
        };
        written.is_off(now, limit).then(|| {
            let age = now.as_secs_f64() - written.as_secs_f64();
            let limit = Instant::from_micros(limit).as_secs_f64();
            format!("{age:.3} s old, at most {limit} s")
        })
    };
    let uses = skill.interfaces.iter().filter(|of| !of.writes);
    let missing = uses.filter_map(|of| {
        let problem = problem(of)?;
        Some(MissingView { id: of.id.to_owned(), variable: of.variable.to_owned(), problem })
    });
    missing.collect()
}

fn transition_of(
    skill: &'static SkillInfo,
    index: u16,
    fires: Option<bool>,
    variables: &[&(String, String)],
) -> TransitionView {
    let info = skill.graph.transitions.get(usize::from(index));
    TransitionView {
        index,
        to: info.map_or("?", |info| skill.graph.state_name(info.to)).to_owned(),
        label: info.map_or("", |info| info.label).to_owned(),
        reason: info.and_then(|info| reason(info, variables)),
        fires,
        overridden: None,
        conditions: Vec::new(),
    }
}

/// Returns the reason of the failure that a transition leads to, with the values of variables; others
/// are known when it fails.
fn reason(info: &TransitionInfo, variables: &[&(String, String)]) -> Option<String> {
    info.reason?;
    let mut reason = String::new();
    let written = info.write_reason(&mut reason, |reason, index, digits| {
        let name = info.reason_values.get(index).and_then(|value| value.strip_prefix("self."));
        let value = variables.iter().find(|(variable, _)| Some(&variable[..]) == name);
        let Some((_, value)) = value else { return reason.write_str("..") };
        match (value.parse::<f64>(), digits) {
            (Ok(number), Some(digits)) => write!(reason, "{number:.digits$}"),
            _ => reason.write_str(value),
        }
    });
    written.ok().map(|()| reason)
}

fn part(of: &Part) -> PartView {
    let kind = match of.kind {
        PartKind::Expression => PartKindView::Expression,
        PartKind::Time { elapsed_us, timeout_us } => {
            PartKindView::Time { elapsed_us, timeout_us: Some(timeout_us) }
        }
        PartKind::Ticks { elapsed, timeout } => PartKindView::Ticks { elapsed, timeout },
        PartKind::Status { is, expected } => {
            PartKindView::Status { is: Some(is.to_string()), expected: expected.to_string() }
        }
    };
    PartView {
        text: of.text.to_owned(),
        holds: of.holds,
        kind,
        values: of.values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        parts: of.parts.iter().map(part).collect(),
    }
}

/// Returns the condition of a transition as far as it is known from outside.
fn known_part(
    view: &View,
    active: &ActiveView,
    graph: &'static Graph,
    transition: &TransitionInfo,
    now: Instant,
) -> PartView {
    let (holds, kind) = match transition.trigger {
        Trigger::After => {
            let elapsed = active.entered_sec.map(|entered| now.as_secs_f64() - entered);
            let timeout = seconds(transition.label);
            let holds = elapsed.zip(timeout).map(|(elapsed, timeout)| elapsed >= timeout);
            let micros = |sec: f64| {
                Instant::ZERO.after(std::time::Duration::from_secs_f64(sec.max(0.0))).as_micros()
            };
            let kind = elapsed.map_or(PartKindView::Unknown, |elapsed| PartKindView::Time {
                elapsed_us: micros(elapsed),
                timeout_us: timeout.map(micros),
            });
            // A timeout can have a guard, too.
            (holds.filter(|holds| !holds), kind)
        }
        Trigger::OnFinal | Trigger::OnFailed => {
            let expected = match transition.trigger {
                Trigger::OnFinal => Status::Final,
                _ => Status::Failed,
            };
            // Which of a list count is not seen from outside.
            let from = transition.from.and_then(|from| graph.states.get(usize::from(from)));
            let is = match from.and_then(|from| from.needs) {
                Some(_) => None,
                None => status_below(view, active),
            };
            let holds = is.map(|is| is == expected);
            // All but the last have a guard, too, and what is FAILED may be handled elsewhere.
            let holds = holds.filter(|holds| {
                !holds || !is_followed(graph, transition) && !is_elsewhere(graph, transition)
            });
            let (is, expected) = (is.map(|is| is.to_string()), expected.to_string());
            (holds, PartKindView::Status { is, expected })
        }
        Trigger::Otherwise => (Some(true), PartKindView::Expression),
        _ => (None, PartKindView::Unknown),
    };
    let text = transition.label.to_owned();
    PartView { text, holds, kind, values: Vec::new(), parts: Vec::new() }
}

/// Returns whether another transition on the same outcome is checked after one.
fn is_followed(graph: &Graph, transition: &TransitionInfo) -> bool {
    let is_same = |other: &TransitionInfo| {
        (other.from, other.trigger) == (transition.from, transition.trigger)
    };
    // A transition to a held state is there once for each of the states.
    let key = |of: &TransitionInfo| (of.label, of.held, of.values);
    let last = graph.transitions.iter().rfind(|other| is_same(other));
    last.is_some_and(|last| key(last) != key(transition))
}

/// Returns whether a transition handles failures of what states inside run, or whether a state
/// around, or `always`, handles the failures that it does not.
fn is_elsewhere(graph: &Graph, transition: &TransitionInfo) -> bool {
    let runs = |of: &StateInfo| !of.runs().is_empty();
    let from = transition.from.and_then(|from| graph.states.get(usize::from(from)));
    let is_own = from.is_some_and(runs);
    let has_guard = transition.label.starts_with("on FAILED when ");
    transition.trigger == Trigger::OnFailed && (!is_own || has_guard)
}

/// Returns the number of seconds in a label such as `after 12.5s` or `after 20ms`.
fn seconds(label: &str) -> Option<f64> {
    let time = label.strip_prefix("after ")?.split_whitespace().next()?;
    let end = time.find(|c: char| c.is_ascii_alphabetic())?;
    let number: f64 = time[..end].parse().ok()?;
    let unit_sec = match &time[end..] {
        "s" => 1.0,
        "ms" => 1e-3,
        "us" => 1e-6,
        "min" => 60.0,
        _ => return None,
    };
    Some(number * unit_sec)
}

/// Returns the status of what a state runs, if it is known: that of the machines that follow.
fn status_below(view: &View, active: &ActiveView) -> Option<Status> {
    let place = view.active.iter().position(|other| other == active)?;
    let below = view.active.get(place + 1..)?.iter();
    let below = below.take_while(|other| other.layer == active.layer && other.depth > active.depth);
    let mut machines = below.filter(|other| other.machine != active.machine).peekable();
    machines.peek()?;
    let status = machines.map(|of| match &of.name[..] {
        "FINAL" => Status::Final,
        "FAILED" => Status::Failed,
        _ => Status::Running,
    });
    let all: Vec<Status> = status.collect();
    Some(if all.contains(&Status::Failed) {
        Status::Failed
    } else if all.iter().all(|of| *of == Status::Final) {
        Status::Final
    } else {
        Status::Running
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_are_read_from_labels() {
        assert_eq!(seconds("after 12.5s"), Some(12.5));
        assert_eq!(seconds("after 2s when x"), Some(2.0));
        assert_eq!(seconds("after 250ms"), Some(0.25));
        assert_eq!(seconds("after 5 ticks"), None);
        assert_eq!(seconds("after self.timeout_sec"), None);
        assert_eq!(seconds("Timeout"), None);
    }

    #[test]
    fn a_guard_on_an_outcome_is_unknown_but_on_the_last() {
        let of = |trigger, label| TransitionInfo {
            from: Some(0),
            trigger,
            label,
            ..TransitionInfo::PLAIN
        };
        let held = |held| TransitionInfo { held, ..of(Trigger::OnFailed, "on FAILED") };
        let transitions = [
            of(Trigger::OnFinal, "on FINAL(x) when x > 2"),
            of(Trigger::OnFailed, "on FAILED when x"),
            of(Trigger::OnFinal, "on FINAL"),
            held(Some("next")),
            held(Some("next")),
        ];
        let graph = Graph { states: &[], transitions: transitions.to_vec().leak(), start: 0 };
        let followed = graph.transitions.iter().map(|of| is_followed(&graph, of));
        assert_eq!(followed.collect::<Vec<_>>(), [true, true, false, false, false]);
    }

    #[test]
    fn a_failure_may_be_handled_elsewhere() {
        use skill_runtime::graph::{Activity, StateKind};
        let runs = StateKind::Runs(&[Activity::Action("look()")]);
        let inner = StateInfo { kind: runs, parent: Some(0), ..StateInfo::PLAIN };
        let of = |from, label| TransitionInfo {
            from,
            trigger: Trigger::OnFailed,
            label,
            ..TransitionInfo::PLAIN
        };
        let states = vec![StateInfo::PLAIN, inner].leak();
        let graph = Graph { states, transitions: &[], start: 0 };
        let elsewhere = |from, label| is_elsewhere(&graph, &of(from, label));
        assert!(elsewhere(None, "on FAILED") && elsewhere(Some(0), "on FAILED"));
        assert!(!elsewhere(Some(1), "on FAILED") && elsewhere(Some(1), "on FAILED when x"));
    }

    #[test]
    fn reasons_have_the_values_that_are_known() {
        let info = TransitionInfo {
            reason: Some("error {} after {:.1} s"),
            reason_values: &["motion.error", "self.timeout_sec"],
            ..TransitionInfo::PLAIN
        };
        let timeout = ("timeout_sec".to_owned(), "60.04".to_owned());
        let variables = [&timeout];
        assert_eq!(reason(&info, &variables).unwrap(), "error .. after 60.0 s");
        assert_eq!(reason(&info, &[]).unwrap(), "error .. after .. s");
        assert_eq!(reason(&TransitionInfo::PLAIN, &variables), None);
    }
}
