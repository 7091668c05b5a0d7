//! `serde::Serialize` for run-time values. They are written with names instead of indices, so
//! that the output can be read without the program. The static descriptions derive it.

use crate::active::ActiveEntry;
use crate::blackboard::SendError;
use crate::call::CallArguments;
use crate::failure::Failure;
use crate::graph::SkillInfo;
use crate::time::Instant;
use crate::trace::{TraceEntry, TraceEvent, TraceKind};
use core::fmt::Display;
use serde::ser::{Serialize, SerializeMap as _, SerializeStruct as _, Serializer};

/// Serializes a value as its `Display` text.
struct AsText<T>(T);

impl<T: Display> Serialize for AsText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// Serializes the time in microseconds.
impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.as_micros())
    }
}

impl Serialize for SendError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// `{"skill": "servo", "reason": "head_yaw servo timeout"}`
impl Serialize for Failure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut failure = serializer.serialize_struct("Failure", 2)?;
        failure.serialize_field("skill", self.skill.name)?;
        failure.serialize_field("reason", &AsText(self))?;
        failure.end()
    }
}

/// Serializes the arguments as a map by name.
struct Arguments(&'static SkillInfo, CallArguments);

impl Serialize for Arguments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.1.iter(self.0).map(|(argument, value)| (argument.name, value)))
    }
}

/// Serializes a result as a map by name, or as a value if it is not a struct.
struct ResultFields(&'static SkillInfo, CallArguments);

impl Serialize for ResultFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = || self.1.result_fields(self.0);
        match fields().next() {
            Some((field, value)) if field.name.is_empty() => value.serialize(serializer),
            _ => serializer.collect_map(fields().map(|(field, value)| (field.name, value))),
        }
    }
}

/// `{"time_us": 12500000, "skill": "standup", "event": "transition", "from": "Wait", ..}`
impl Serialize for TraceEvent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        event(self, &mut map)?;
        map.end()
    }
}

/// Serializes the event with the `instance` of its machine.
impl Serialize for TraceEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("instance", &self.instance)?;
        event(&self.event, &mut map)?;
        map.end()
    }
}

fn event<M: serde::ser::SerializeMap>(event: &TraceEvent, map: &mut M) -> Result<(), M::Error> {
    let graph = &event.skill.graph;
    let transition = |index: u16| graph.transitions.get(usize::from(index));
    map.serialize_entry("time_us", &event.time)?;
    map.serialize_entry("skill", event.skill.name)?;
    let kind = match event.kind {
        TraceKind::Called(_) => "called",
        TraceKind::Entered { .. } => "entered",
        TraceKind::Transition { .. } => "transition",
        TraceKind::Result(_) => "result",
        TraceKind::Failed(_) => "failed",
        TraceKind::Limit { .. } => "limit",
        TraceKind::Reset => "reset",
        TraceKind::Refused { .. } => "refused",
        TraceKind::Stopped { .. } => "stopped",
        TraceKind::Parameter { .. } => "parameter",
        TraceKind::TimeWentBack { .. } => "time_went_back",
    };
    map.serialize_entry("event", kind)?;
    match event.kind {
        TraceKind::Called(arguments) => {
            map.serialize_entry("arguments", &Arguments(event.skill, arguments))
        }
        TraceKind::Entered { state } => map.serialize_entry("state", graph.state_name(state)),
        TraceKind::Transition { from, transition: index } => {
            let (to, label) = transition(index).map_or(("?", ""), |transition| {
                (graph.state_name(transition.to), transition.label)
            });
            map.serialize_entry("from", graph.state_name(from))?;
            map.serialize_entry("to", to)?;
            map.serialize_entry("label", label)
        }
        TraceKind::Result(values) => {
            map.serialize_entry("result", &ResultFields(event.skill, values))
        }
        TraceKind::Failed(failure) => {
            let failure = failure.of(event.skill);
            map.serialize_entry("failed_skill", failure.skill.name)?;
            map.serialize_entry("reason", &AsText(&failure))
        }
        TraceKind::Limit { transition: index } => map
            .serialize_entry("label", transition(index).map_or("", |transition| transition.label)),
        TraceKind::Reset => Ok(()),
        TraceKind::Refused { interface, message, error } => {
            map.serialize_entry("interface", event.skill.interface_name(interface))?;
            map.serialize_entry("message", message)?;
            map.serialize_entry("reason", &error)
        }
        TraceKind::Stopped { interface, message, running } => {
            map.serialize_entry("interface", event.skill.interface_name(interface))?;
            map.serialize_entry("message", message)?;
            map.serialize_entry("running", running)
        }
        TraceKind::Parameter { parameter, word, error } => {
            let of = event.skill.params.get(usize::from(parameter));
            map.serialize_entry("parameter", of.map_or("?", |of| of.name))?;
            map.serialize_entry("value", &of.map(|of| of.ty.number(word)))?;
            map.serialize_entry("refused", &error)
        }
        TraceKind::TimeWentBack { time } => map.serialize_entry("refused_us", &time),
    }
}

/// `{"depth": 0, "instance": 0, "skill": "standup", "state": "Wait", "entered_us": 500000}`
impl Serialize for ActiveEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entry = serializer.serialize_struct("ActiveEntry", 5)?;
        entry.serialize_field("depth", &self.depth)?;
        entry.serialize_field("instance", &self.instance)?;
        entry.serialize_field("skill", self.skill.name)?;
        entry.serialize_field("state", &self.state.map(|_| self.state_name()))?;
        entry.serialize_field("entered_us", &self.entered)?;
        entry.end()
    }
}

/// Serializes the states as a list.
#[cfg(feature = "why")]
impl Serialize for crate::why::Why {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.states)
    }
}

/// `{"machine": 0, "skill": "standup", "state": "Wait", "transitions": [..]}`
#[cfg(feature = "why")]
impl Serialize for crate::why::StateWhy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// `{"to": "FINAL", "label": "after 12.5s", "fires": true, "conditions": [..]}`
        struct Of<'a>(&'a crate::why::StateWhy, &'a crate::why::TransitionWhy);

        impl Serialize for Of<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let Of(state, of) = self;
                let graph = &state.skill.graph;
                let info = graph.transitions.get(usize::from(of.transition));
                let mut entry = serializer.serialize_struct("TransitionWhy", 5)?;
                entry.serialize_field("transition", &of.transition)?;
                entry.serialize_field("to", info.map_or("?", |info| graph.state_name(info.to)))?;
                entry.serialize_field("label", info.map_or("", |info| info.label))?;
                entry.serialize_field("fires", &of.fires)?;
                entry.serialize_field("conditions", &of.conditions)?;
                entry.end()
            }
        }

        /// The transitions of a state.
        struct All<'a>(&'a crate::why::StateWhy);

        impl Serialize for All<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.0.transitions.iter().map(|of| Of(self.0, of)))
            }
        }

        let mut entry = serializer.serialize_struct("StateWhy", 4)?;
        entry.serialize_field("machine", &self.machine)?;
        entry.serialize_field("skill", self.skill.name)?;
        entry.serialize_field("state", self.skill.graph.state_name(self.state))?;
        entry.serialize_field("transitions", &All(self))?;
        entry.end()
    }
}
