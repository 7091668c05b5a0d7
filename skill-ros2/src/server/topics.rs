//! Topics of the robot: that it is there, and its interfaces.

use super::error::ServerError;
use super::twins::{Robot, Twins};
use super::{clients, qos, wire};
use crate::cdr::{Value, Writer};
use crate::desk::Progress;
use crate::package::{Field, InterfaceMessage, Package, Type};
use crate::raw::Raw;
use ros2_client::{Message, MessageTypeName, Name, Node, Publisher};
use serde::{Deserialize, Serialize};
use skill_studio::Description;
use skill_studio::live::Newest;
use skill_studio::view::InterfaceView;
use std::time::{Duration, Instant};

/// The time after which an interface is published even if its values are the same.
const IDLE: Duration = Duration::from_secs(1);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    call: String,
    time_sec: f64,
    path: Vec<String>,
    in_state_sec: f64,
    waits_for: String,
}

impl Message for State {}

/// The publishers.
pub(super) struct Topics {
    robot: Publisher<Robot>,
    message: Robot,
    /// Whether the robot was published, and as one that takes goals.
    up: Option<bool>,
    state: Publisher<State>,
    /// The last state, and the call: at the beginning none, for clients that have the state of a node before.
    progress: Option<(Progress, String)>,
    interfaces: Vec<Interface>,
    /// The number of the views of the blackboard that were published.
    seen: u64,
}

struct Interface {
    message: InterfaceMessage,
    publisher: Publisher<Raw>,
    /// The values that were published last, and when.
    last: Option<(Vec<serde_json::Value>, bool, Instant)>,
}

impl Topics {
    pub fn new(
        node: &mut Node,
        package: &Package,
        description: &Description,
    ) -> Result<(Self, Twins), ServerError> {
        let namespace = format!("/{}", package.namespace);
        let topic = |name: &str, type_name: &str| {
            let name = Name::new(&namespace, name)?;
            let type_name = MessageTypeName::new(&package.name, type_name);
            Ok::<_, ServerError>(node.create_topic(&name, type_name, &qos::latched())?)
        };
        let (robot, state) = (topic("robot", "Robot")?, topic("state", "State")?);
        let topics = package.interfaces.iter().map(|of| topic(&of.name, &of.type_name));
        let topics = topics.collect::<Result<Vec<_>, _>>()?;
        let interfaces = package.interfaces.iter().zip(&topics).map(|(message, topic)| {
            let (message, publisher) = (message.clone(), node.create_publisher(topic, None)?);
            Ok::<_, ServerError>(Interface { message, publisher, last: None })
        });
        let interfaces = interfaces.collect::<Result<_, _>>()?;
        let description = serde_json::to_string(description);
        let description = description.map_err(|error| ServerError::Ros(error.to_string()))?;
        let message = Robot { package_hash: package.hash, up: true, description };
        let robots = node.create_subscription(&robot, None)?;
        let skiller = package.interfaces.iter().position(|of| of.entry.id == "Skiller");
        let pulse = skiller.and_then(|place| topics.get(place));
        let pulse =
            pulse.map(|of| node.create_subscription(of, Some(qos::newest()))).transpose()?;
        let robot = node.create_publisher(&robot, None)?;
        let twins = Twins::new(robots, pulse, clients::sender(robot.gid()));
        let (state, progress) = (node.create_publisher(&state, None)?, None);
        Ok((Self { robot, message, up: None, state, progress, interfaces, seen: 0 }, twins))
    }

    /// Publishes whether the robot takes goals, if that has changed.
    pub fn robot(&mut self, up: bool) {
        if self.up.replace(up) == Some(up) {
            return;
        }
        self.message.up = up;
        // One that cannot be sent now is not sent later either: its readers see no publisher.
        let _ = self.robot.publish(self.message.clone());
    }

    /// Publishes the interfaces that have changed, and the others once in a second. Returns lines for the
    /// log.
    pub fn send(&mut self, newest: &Newest) -> Vec<String> {
        let mut lines = Vec::new();
        self.state(newest, &mut lines);
        if newest.board.number == self.seen {
            return lines;
        }
        self.seen = newest.board.number;
        for (interface, view) in self.interfaces.iter_mut().zip(&newest.board.value.interfaces) {
            if interface.is_due(view) {
                let sent = interface.publisher.publish(Raw(encoded(&interface.message, view)));
                wire::sent(&sent, "message of an interface", &mut lines);
            }
        }
        lines
    }
}

impl Topics {
    /// Publishes the active states, if that is due.
    fn state(&mut self, newest: &Newest, lines: &mut Vec<String>) {
        let view = &newest.view.value;
        let (progress, call) = (Progress::of(view, &newest.why.value), &view.skiller.call);
        let is_known = self.progress.as_ref().is_some_and(|(last, last_call)| {
            let goes_on = !progress.path.is_empty() || !last.path.is_empty();
            call == last_call && !(goes_on && last.is_due(&progress))
        });
        if is_known {
            return;
        }
        let Progress { path, in_state_sec, waits_for, .. } = progress.clone();
        let (call, time_sec) = (call.clone(), view.time_sec);
        self.progress = Some((progress, call.clone()));
        let sent = self.state.publish(State { call, time_sec, path, in_state_sec, waits_for });
        wire::sent(&sent, "message of the state", lines);
    }
}

impl Interface {
    /// Returns whether a view is to be published, and takes it as the last one then.
    fn is_due(&mut self, view: &InterfaceView) -> bool {
        let is_same = self.last.as_ref().is_some_and(|(values, has_writer, at)| {
            *values == view.values && *has_writer == view.has_writer && at.elapsed() < IDLE
        });
        if !is_same {
            self.last = Some((view.values.clone(), view.has_writer, Instant::now()));
        }
        !is_same
    }
}

/// Returns the bytes of the message of an interface.
fn encoded(message: &InterfaceMessage, view: &InterfaceView) -> Vec<u8> {
    let mut writer = Writer::after(0);
    writer.number([u8::from(view.has_writer)]);
    writer.number(view.age_sec.unwrap_or(-1.0).to_le_bytes());
    for (place, field) in message.fields.iter().enumerate() {
        let mut values = Vec::new();
        if let Some(value) = view.values.get(place) {
            flat(field, value, &mut values);
        }
        writer.field(field, &values);
    }
    writer.end()
}

/// Adds the values of a field, those of arrays in arrays one after the other.
fn flat(field: &Field, value: &serde_json::Value, values: &mut Vec<Value>) {
    let number = || match value {
        // A number that is not finite.
        serde_json::Value::String(text) => text.parse().unwrap_or(f64::NAN),
        other => other.as_f64().unwrap_or(0.0),
    };
    if let serde_json::Value::Array(all) = value {
        return all.iter().for_each(|value| flat(field, value, values));
    }
    values.push(match field.ty {
        Type::Bool => Value::Bool(value.as_bool().unwrap_or(false)),
        Type::Unsigned(_) | Type::Choice(_) => Value::Unsigned(value.as_u64().unwrap_or(0)),
        Type::Signed(_) => Value::Signed(value.as_i64().unwrap_or(0)),
        // The shortest number that is the same as an `f32`.
        #[allow(clippy::cast_possible_truncation)]
        Type::Float(32) => Value::Single(number() as f32),
        Type::Float(_) => Value::Double(number()),
        Type::Text(_) => Value::Text(value.as_str().unwrap_or("").to_owned()),
        Type::Enum(of) => {
            let name = value.as_str().unwrap_or("");
            let found = of.values.iter().find(|value| value.name == name);
            Value::Unsigned(found.map_or(0, |value| value.number.into()))
        }
    });
}
