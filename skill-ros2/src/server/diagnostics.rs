//! `/diagnostics`: the robot, its skiller and its interfaces, once in a second.

use super::error::ServerError;
use super::{qos, wire};
use crate::package::Package;
use ros2_client::builtin_interfaces::Time;
use ros2_client::{Message, MessageTypeName, Name, Node, Publisher};
use serde::{Deserialize, Serialize};
use skill_runtime::blackboard::BoardEntry;
use skill_studio::live::Newest;
use skill_studio::view::{InterfaceView, View};
use std::time::{Duration, Instant};

/// The time between two messages.
const PERIOD: Duration = Duration::from_secs(1);
/// The silence of the robot after which its views are stale.
const SILENCE: Duration = Duration::from_secs(2);

/// The levels of `diagnostic_msgs/DiagnosticStatus`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
enum Level {
    Ok = 0,
    Warn = 1,
    Error = 2,
    Stale = 3,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct DiagnosticArray {
    stamp: Time,
    frame_id: String,
    status: Vec<DiagnosticStatus>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct DiagnosticStatus {
    level: u8,
    name: String,
    message: String,
    hardware_id: String,
    values: Vec<KeyValue>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeyValue {
    key: String,
    value: String,
}

impl Message for DiagnosticArray {}

/// The publisher.
pub(super) struct Diagnostics {
    publisher: Publisher<DiagnosticArray>,
    robot: String,
    entries: &'static [BoardEntry],
    last: Option<Instant>,
    /// The view that was seen last, and when it came.
    seen: (u64, Instant),
}

impl Diagnostics {
    pub fn new(
        node: &mut Node,
        package: &Package,
        entries: &'static [BoardEntry],
    ) -> Result<Self, ServerError> {
        let name = Name::new("/", "diagnostics")?;
        let type_name = MessageTypeName::new("diagnostic_msgs", "DiagnosticArray");
        let topic = node.create_topic(&name, type_name, &qos::every(10))?;
        let publisher = node.create_publisher(&topic, None)?;
        let (robot, seen) = (package.namespace.clone(), (0, Instant::now()));
        Ok(Self { publisher, robot, entries, last: None, seen })
    }

    /// Publishes what is due. Returns lines for the log.
    pub fn send(&mut self, newest: &Newest) -> Vec<String> {
        let mut lines = Vec::new();
        if newest.view.number != self.seen.0 {
            self.seen = (newest.view.number, Instant::now());
        }
        if self.last.is_some_and(|last| last.elapsed() < PERIOD) {
            return lines;
        }
        self.last = Some(Instant::now());
        let view = &*newest.view.value;
        let mut status = vec![self.robot(view, self.seen.1.elapsed()), self.skiller(view)];
        let interfaces = self.entries.iter().zip(&newest.board.value.interfaces);
        status.extend(interfaces.map(|(entry, view)| self.interface(entry, view)));
        let array = DiagnosticArray { stamp: Time::now(), frame_id: String::new(), status };
        wire::sent(&self.publisher.publish(array), "message of diagnostics", &mut lines);
        lines
    }

    fn status(&self, level: Level, name: &str, message: String) -> DiagnosticStatus {
        let (name, hardware_id) = (format!("{}: {name}", self.robot), self.robot.clone());
        DiagnosticStatus { level: level as u8, name, message, hardware_id, values: Vec::new() }
    }

    fn robot(&self, view: &View, silent: Duration) -> DiagnosticStatus {
        let (level, message) = match view.paused {
            true => (Level::Warn, "a debugger has paused it".to_owned()),
            false if silent > SILENCE => {
                (Level::Stale, format!("no pass for {:.0} s", silent.as_secs_f64()))
            }
            false => (Level::Ok, "runs".to_owned()),
        };
        let mut status = self.status(level, "passes", message);
        status.values.push(KeyValue { key: "pass".to_owned(), value: view.pass.to_string() });
        status
    }

    fn skiller(&self, view: &View) -> DiagnosticStatus {
        let skiller = &view.skiller;
        let (level, message) = match skiller.status.as_str() {
            "failed" => (Level::Warn, format!("failed: {}", skiller.error)),
            other => (Level::Ok, other.to_owned()),
        };
        let mut status = self.status(level, "skiller", message);
        status.values.push(KeyValue { key: "call".to_owned(), value: skiller.call.clone() });
        status
    }

    fn interface(&self, entry: &BoardEntry, view: &InterfaceView) -> DiagnosticStatus {
        let (level, message) = judged(view, entry.interface.max_age_micros);
        let mut status = self.status(level, entry.id, message);
        let mut put = |key: &str, value: String| {
            status.values.push(KeyValue { key: key.to_owned(), value });
        };
        if let Some(age_sec) = view.age_sec {
            put("age, s", format!("{age_sec:.3}"));
        }
        put("messages refused", view.overflows.to_string());
        status
    }
}

/// Returns the level of an interface, and why.
#[allow(clippy::cast_precision_loss)] // seconds
fn judged(view: &InterfaceView, max_age_micros: Option<u64>) -> (Level, String) {
    // It is a problem, too.
    if !view.has_writer {
        return (Level::Warn, "no driver".to_owned());
    }
    if let Some(problem) = &view.problem {
        return (Level::Error, problem.clone());
    }
    let Some(age_sec) = view.age_sec else {
        return (Level::Stale, "no value yet".to_owned());
    };
    match max_age_micros.map(|micros| micros as f64 / 1e6) {
        Some(most_sec) if age_sec > most_sec => {
            (Level::Stale, format!("{age_sec:.2} s old, may be {most_sec:.2} s"))
        }
        _ => (Level::Ok, "fresh".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interface_is_judged_by_its_writer_and_its_age() {
        let mut view = InterfaceView {
            id: "Lidar".to_owned(),
            has_writer: false,
            age_sec: None,
            problem: None,
            queued: 0,
            overflows: 0,
            values: Vec::new(),
        };
        assert_eq!(judged(&view, None).0, Level::Warn);
        view.has_writer = true;
        assert_eq!(judged(&view, None).0, Level::Stale);
        view.age_sec = Some(0.5);
        assert_eq!(judged(&view, None).0, Level::Ok);
        let late = judged(&view, Some(250_000));
        assert_eq!(late, (Level::Stale, "0.50 s old, may be 0.25 s".to_owned()));
        view.problem = Some("not in the memory".to_owned());
        assert_eq!(judged(&view, None), (Level::Error, "not in the memory".to_owned()));
    }
}
