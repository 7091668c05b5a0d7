//! The active states and the trace, from the words of the debug interface.

use super::names::Names;
use super::{ActiveView, AgentView, Image, Layer, SkillerView, TraceView, View, Words, board};
use crate::model::describe::Description;
use serde_json::Value;
#[cfg(all(feature = "record", feature = "remote"))]
use skill_runtime::TraceEntry;
use skill_runtime::debug::{DebugEntry, DebugError, DebugImage, DebugPart};
use skill_runtime::skiller::{self, SkillStatus};
use skill_runtime::{Instant, SkillInfo, SkillKey, TraceEvent, TraceKind};
use std::fmt::{self, Display, Formatter};

/// The reason why an image cannot be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImageError {
    /// The debug interface cannot be read.
    Debug(DebugError),
    /// The blackboard is another one than that of the description.
    Layout {
        /// The hash of the robot's blackboard.
        found: u64,
        /// The hash in the description.
        described: u64,
    },
    /// The skills are other ones than those of the description.
    Skills {
        /// The hash of those of the robot.
        found: u64,
        /// The hash of those of the description.
        described: u64,
    },
}

impl From<DebugError> for ImageError {
    fn from(error: DebugError) -> Self {
        Self::Debug(error)
    }
}

impl Display for ImageError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Debug(error) => error.fmt(f),
            Self::Layout { found, described } => {
                write!(
                    f,
                    "the robot's blackboard is {found:016x}, the description's {described:016x}"
                )
            }
            Self::Skills { found, described } => {
                write!(f, "the robot's skills are {found:016x}, the description's {described:016x}")
            }
        }
    }
}

impl std::error::Error for ImageError {}

/// Returns the view of an image, and its time. It is alive, and nobody debugs it.
///
/// # Errors
/// [`ImageError`] if the image is of another robot, or not whole.
pub fn view(description: &Description, image: &Image) -> Result<(View, Instant), ImageError> {
    let debug = DebugImage::parse(&image.debug)?;
    if debug.layout() != description.layout {
        return Err(ImageError::Layout { found: debug.layout(), described: description.layout });
    }
    if debug.descriptions() != description.hash {
        let (found, described) = (debug.descriptions(), description.hash);
        return Err(ImageError::Skills { found, described });
    }
    let names = Names(description);
    let (skiller, agent) = (debug.skiller(&names)?, debug.agent(&names)?);
    let parts = [(Layer::Agent, &agent), (Layer::Skiller, &skiller)];
    let parts = parts.into_iter().filter_map(|(layer, part)| Some((layer, part.as_ref()?)));
    let last = parts.clone().map(|(_, part)| part.last).max().unwrap_or_default();
    let pass = parts.clone().map(|(_, part)| part.changed.count).max().unwrap_or_default();
    let mut view = View {
        session: session(debug.session(), image.starts),
        time_sec: last.as_secs_f64(),
        pass,
        alive: true,
        skiller: skiller_view(description, &image.board),
        ..View::default()
    };
    for (layer, part) in parts {
        view.active.extend(active(description, layer, part));
        view.trace.extend(part.trace.iter().filter_map(|entry| trace(description, layer, entry)));
    }
    // The agent's entries of a pass come first, as it runs first.
    view.trace.sort_by(|one, other| {
        one.time_sec.total_cmp(&other.time_sec).then(one.layer.cmp(&other.layer))
    });
    if let Some(part) = &skiller {
        view.skiller.skill = part.running().and_then(|key| name(description, key));
    }
    view.agent = agent.as_ref().and_then(|part| {
        let skill = name(description, part.running()?)?;
        Some(AgentView { skill, status: status(part.status).to_owned() })
    });
    Ok((view, last))
}

/// Returns another text for each start.
fn session(number: u32, starts: u32) -> String {
    if starts == 0 { format!("{number:x}") } else { format!("{number:x}.{starts}") }
}

fn name(description: &Description, key: SkillKey) -> Option<String> {
    description.by_key(key).map(|skill| skill.name.to_owned())
}

fn status(status: SkillStatus) -> &'static str {
    match status {
        SkillStatus::Inactive => "inactive",
        SkillStatus::Final => "final",
        SkillStatus::Running => "running",
        SkillStatus::Failed => "failed",
    }
}

/// Reads the interface of the skiller.
fn skiller_view(description: &Description, image: &[u32]) -> SkillerView {
    let Some((_, entry)) = description.interface(skiller::INTERFACE_ID) else {
        return SkillerView::default();
    };
    let Some(words) = Words::of(image, entry) else { return SkillerView::default() };
    let mut from = words.data.iter().copied();
    let fields = entry.interface.fields.iter();
    let mut values: Vec<(&str, Option<Value>)> =
        fields.map(|field| (field.name, board::value(field.ty, &mut from))).collect();
    let mut take = |name: &str| {
        let found = values.iter_mut().find(|(field, _)| *field == name);
        found.and_then(|(_, value)| value.take())
    };
    let text = |value: Option<Value>| match value {
        Some(Value::String(text)) => text,
        _ => String::new(),
    };
    let status = text(take("status")).to_lowercase();
    let (error, result) = match text(take("error")) {
        text if status == "final" => (String::new(), text),
        text => (text, String::new()),
    };
    let number = |value: Option<Value>| {
        value.and_then(|value| value.as_u64()).and_then(|value| u32::try_from(value).ok())
    };
    let controller = number(take("exclusive_controller")).unwrap_or(0);
    let message = number(take("msgid")).unwrap_or(0);
    SkillerView {
        present: words.has_writer(),
        status,
        call: text(take("skill_string")),
        message,
        skill: None,
        error,
        result,
        controller,
    }
}

fn active<'v>(
    description: &'v Description,
    layer: Layer,
    part: &'v DebugPart,
) -> impl Iterator<Item = ActiveView> + 'v {
    part.active.iter().filter_map(move |of| {
        let skill = description.by_key(of.skill)?;
        Some(ActiveView {
            layer,
            machine: of.instance,
            skill: skill.name.to_owned(),
            state: of.state,
            name: of.state.map_or("", |state| skill.graph.state_name(state)).to_owned(),
            depth: of.depth,
            entered_sec: of.entered.map(Instant::as_secs_f64),
        })
    })
}

/// Returns the newest entries of the trace in an image, with their numbers.
///
/// # Errors
/// [`ImageError`] if it is not whole.
#[cfg(all(feature = "record", feature = "remote"))]
pub(crate) fn events(
    description: &Description,
    image: &Image,
) -> Result<Vec<(Layer, u32, TraceEntry)>, ImageError> {
    let (debug, names) = (DebugImage::parse(&image.debug)?, Names(description));
    let mut all = Vec::new();
    for (layer, part) in
        [(Layer::Agent, debug.agent(&names)?), (Layer::Skiller, debug.skiller(&names)?)]
    {
        for DebugEntry { number, entry } in part.into_iter().flat_map(|part| part.trace) {
            let skill = description.by_key(entry.event.skill);
            if let Some(event) = skill.and_then(|skill| entry.event.of(&[skill])) {
                all.push((layer, number, TraceEntry { instance: entry.instance, event }));
            }
        }
    }
    Ok(all)
}

fn trace(description: &Description, layer: Layer, entry: &DebugEntry) -> Option<TraceView> {
    let skill: &'static SkillInfo = description.by_key(entry.entry.event.skill)?;
    let event = entry.entry.event.of(&[skill])?;
    Some(trace_view(layer, entry.number, entry.entry.instance, &event))
}

/// Returns the entry of the trace with this number of its layer, of this machine.
pub(crate) fn trace_view(layer: Layer, number: u32, machine: u32, event: &TraceEvent) -> TraceView {
    let skill = event.skill;
    let target = |index: u16| skill.graph.transitions.get(usize::from(index)).map(|of| of.to);
    let (kind, from, to, transition) = match event.kind {
        TraceKind::Called(_) => ("called", None, None, None),
        TraceKind::Entered { state } => ("entered", None, Some(state), None),
        TraceKind::Transition { from, transition } => {
            ("transition", Some(from), target(transition), Some(transition))
        }
        TraceKind::Result(_) => ("result", None, None, None),
        TraceKind::Failed(_) => ("failed", None, None, None),
        TraceKind::Limit { transition } => ("limit", None, None, Some(transition)),
        TraceKind::Reset => ("reset", None, None, None),
        TraceKind::Refused { .. } => ("refused", None, None, None),
        TraceKind::Stopped { .. } => ("stopped", None, None, None),
        TraceKind::Parameter { .. } => ("parameter", None, None, None),
        TraceKind::TimeWentBack { .. } => ("time_went_back", None, None, None),
        _ => ("other", None, None, None),
    };
    let text = event.to_string();
    // Without the time, which is a field of its own.
    let text = text.split_once(' ').map_or(&text[..], |(_, text)| text).to_owned();
    TraceView {
        number: u64::from(number) * 2 + u64::from(layer == Layer::Agent),
        layer,
        time_sec: event.time.as_secs_f64(),
        machine,
        skill: skill.name.to_owned(),
        kind: kind.to_owned(),
        from,
        to,
        transition,
        text,
    }
}
