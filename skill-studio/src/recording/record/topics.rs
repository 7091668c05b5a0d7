//! The messages of interfaces, states and the trace, made from a robot's description.

use super::batch::Traced;
use super::protobuf::{Kind, Message, MessageType};
use crate::model::view::{Layer, TraceView, board, trace_view};
use serde_json::Value;
use skill_runtime::blackboard::{BoardEntry, EnumInfo, FieldType};
use skill_runtime::{SkillInfo, TraceKind};

/// Returns a topic, or a name in a schema, for any name.
pub(super) fn identifier(name: &str) -> String {
    let mut all: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if all.chars().next().is_none_or(|first| first.is_ascii_digit()) {
        all.insert(0, '_');
    }
    all
}

/// Returns the begin of the topics of a robot of a run.
pub(super) fn of_robot(name: &str) -> String {
    let only = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    format!("/{}", name.chars().map(only).collect::<String>())
}

/// The number of the first field of an interface: `has_writer` and `written_sec` come before.
const FIRST_FIELD: u32 = 3;

/// Returns the type of the messages of an interface.
pub(super) fn interface_type(entry: &BoardEntry) -> MessageType {
    let mut message = MessageType::new(identifier(entry.interface.name))
        .field("has_writer", 1, Kind::Bool)
        .field("written_sec", 2, Kind::Double);
    for (number, field) in (FIRST_FIELD..).zip(entry.interface.fields) {
        let (kind, repeated) = kind(field.ty);
        if let (Kind::Enum(name), Some(of)) = (&kind, enum_of(field.ty))
            && message.enums.iter().all(|(other, _)| other != name)
        {
            // In a schema, the values of an enum are in the scope of the message.
            let values = message.enums.iter().flat_map(|(_, all)| all);
            let types = entry.interface.fields.iter().filter_map(|field| enum_of(field.ty));
            let taken: Vec<String> = values
                .map(|(name, _)| name.clone())
                .chain(types.map(|of| identifier(of.name)))
                .chain(entry.interface.fields.iter().map(|field| identifier(field.name)))
                .collect();
            message.enums.push((name.clone(), enum_values(of, &taken)));
        }
        let name = match identifier(field.name) {
            name if name == "has_writer" || name == "written_sec" => format!("{name}_"),
            name => name,
        };
        message.fields.push((name, number, kind, repeated));
    }
    message
}

/// Returns the type of a field, and whether it is repeated.
fn kind(ty: FieldType) -> (Kind, bool) {
    match ty {
        FieldType::Bool => (Kind::Bool, false),
        FieldType::Unsigned(_) => (Kind::Uint, false),
        FieldType::Signed(_) => (Kind::Int, false),
        FieldType::Float(64) => (Kind::Double, false),
        FieldType::Float(_) => (Kind::Float, false),
        FieldType::Enum(of) => (Kind::Enum(identifier(of.name)), false),
        FieldType::Text(_) => (Kind::Text, false),
        FieldType::Array(of, _) => (kind(*of).0, true),
        FieldType::Other(_) => (Kind::Bytes, false),
    }
}

fn enum_of(ty: FieldType) -> Option<&'static EnumInfo> {
    match ty {
        FieldType::Enum(of) => Some(of),
        FieldType::Array(of, _) => enum_of(*of),
        _ => None,
    }
}

/// Returns the values of an enum, of which the first must be 0 in a schema.
fn enum_values(of: &EnumInfo, taken: &[String]) -> Vec<(String, u32)> {
    let name = |name: &str| {
        let name = identifier(name);
        let is_taken = taken.contains(&name);
        if is_taken { format!("{}_{name}", identifier(of.name)) } else { name }
    };
    let mut all: Vec<(String, u32)> =
        of.values.iter().map(|value| (name(value.name), value.number)).collect();
    if all.iter().all(|(_, number)| *number != 0) {
        all.push((format!("{}_NONE", identifier(of.name)), 0));
    }
    all.sort_by_key(|(_, number)| *number);
    all
}

/// Returns the message of an interface.
pub(super) fn interface(entry: &BoardEntry, image: &[u32]) -> Vec<u8> {
    Message::of(|message| {
        let Some(words) = board::Words::of(image, entry) else { return };
        message.uint(1, words.has_writer().into());
        message.double(2, words.write_time().map_or(0.0, skill_runtime::Instant::as_secs_f64));
        let mut from = words.data.iter().copied();
        for (number, field) in (FIRST_FIELD..).zip(entry.interface.fields) {
            value(message, number, field.ty, &mut from);
        }
    })
}

/// Writes a value. Words that are not a valid value are left out.
fn value(message: &mut Message, field: u32, ty: FieldType, from: &mut impl Iterator<Item = u32>) {
    let mut word = || from.next().unwrap_or(0);
    let mut both = || u64::from(word()) | u64::from(word()) << 32;
    match ty {
        FieldType::Bool => message.uint(field, u64::from(word() != 0)),
        FieldType::Unsigned(64) => message.uint(field, both()),
        FieldType::Signed(64) => message.int(field, both().cast_signed()),
        FieldType::Float(64) => message.double(field, f64::from_bits(both())),
        FieldType::Unsigned(_) | FieldType::Enum(_) => message.uint(field, word().into()),
        FieldType::Signed(_) => message.int(field, word().cast_signed().into()),
        FieldType::Float(_) => message.float(field, f32::from_bits(word())),
        FieldType::Text(_) => {
            if let Some(Value::String(text)) = board::value(ty, from) {
                message.text(field, &text);
            }
        }
        FieldType::Array(of, count) => {
            for _ in 0..count {
                value(message, field, *of, from);
            }
        }
        FieldType::Other(words) => {
            let bytes: Vec<u8> = (0..words).flat_map(|_| word().to_le_bytes()).collect();
            message.bytes(field, &bytes);
        }
    }
}

/// Returns the type of the messages of a skill's states.
pub(super) fn state_type(skill: &SkillInfo) -> MessageType {
    let mut message = MessageType::new(identifier(skill.type_name))
        .field("state", 1, Kind::Enum("State".to_owned()))
        .field("machine", 2, Kind::Uint);
    let mut values = vec![("INACTIVE".to_owned(), 0)];
    for (number, state) in (1..).zip(skill.graph.states) {
        let mut name = identifier(state.name);
        while values.iter().any(|(other, _)| *other == name) {
            name.push('_');
        }
        values.push((name, number));
    }
    message.enums.push(("State".to_owned(), values));
    message
}

/// Returns the message of the state that a skill has after an event, if it is another one.
pub(super) fn state(event: &Traced) -> Option<Vec<u8>> {
    let Traced { entry, .. } = event;
    let graph = &entry.event.skill.graph;
    let state = match entry.event.kind {
        TraceKind::Entered { state } => u32::from(state) + 1,
        TraceKind::Transition { transition, .. } => {
            u32::from(graph.transitions.get(usize::from(transition))?.to) + 1
        }
        TraceKind::Reset => 0,
        _ => return None,
    };
    Some(Message::of(|message| {
        message.uint(1, state.into());
        message.uint(2, entry.instance.into());
    }))
}

/// Returns the type of the messages of the trace.
pub(super) fn trace_type() -> MessageType {
    MessageType::new("TraceEvent")
        .field("pass", 1, Kind::Uint)
        .field("layer", 2, Kind::Text)
        .field("machine", 3, Kind::Uint)
        .field("skill", 4, Kind::Text)
        .field("kind", 5, Kind::Text)
        .field("from", 6, Kind::Text)
        .field("to", 7, Kind::Text)
        .field("transition", 8, Kind::Uint)
        .field("text", 9, Kind::Text)
}

/// Returns the event as viewers of a robot get it.
pub(super) fn view(event: &Traced) -> TraceView {
    trace_view(event.layer, 0, event.entry.instance, &event.entry.event)
}

/// Returns the message of an event. The transition has its index plus 1.
pub(super) fn trace(event: &Traced, view: &TraceView) -> Vec<u8> {
    let name = |state: Option<u16>| {
        state.map_or("", |state| event.entry.event.skill.graph.state_name(state))
    };
    Message::of(|message| {
        message.uint(1, event.pass.into());
        message.text(2, if event.layer == Layer::Agent { "agent" } else { "skiller" });
        message.uint(3, event.entry.instance.into());
        message.text(4, &view.skill);
        message.text(5, &view.kind);
        message.text(6, name(view.from));
        message.text(7, name(view.to));
        message.uint(8, view.transition.map_or(0, |index| u64::from(index) + 1));
        message.text(9, &view.text);
    })
}

/// Returns the type of the messages of passes.
pub(super) fn passes_type() -> MessageType {
    MessageType::new("Passes").field("count", 1, Kind::Uint).field("block", 2, Kind::Bytes)
}

/// Returns the message of some passes.
pub(super) fn passes(count: usize, block: &[u8]) -> Vec<u8> {
    Message::of(|message| {
        message.uint(1, count as u64);
        message.bytes(2, block);
    })
}
