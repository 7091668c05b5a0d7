//! Alarms of robots.

use serde::{Deserialize, Serialize};
use skill_runtime::blackboard::BoardEntry;
use skill_studio::live::Newest;
use skill_studio::view::InterfaceView;
use std::collections::VecDeque;
use std::time::Duration;

/// The time for which passes that were missed are an alarm.
const OVERRUN: Duration = Duration::from_secs(10);

/// The kind of an alarm. The first seven come from the robot, the others from who watches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlarmKind {
    /// The last call has FAILED.
    Failed,
    /// An interface has a problem.
    Problem,
    /// An interface is older than it may be.
    Stale,
    /// An interface has no driver.
    NoDriver,
    /// Passes were missed, since others took too long.
    Overrun,
    /// A debugger has paused the passes.
    Paused,
    /// The passes do not go on.
    NoPass,
    /// The robot is gone.
    Lost,
    /// Nothing comes from the robot, which is connected.
    Silent,
    /// The robot runs another program, or speaks another version.
    Version,
    /// Data of the robot that cannot be read.
    Unreadable,
    /// Two robots have this name.
    Twice,
    /// An alarm of a newer version.
    #[serde(other)]
    Other,
}

/// Something that is wrong with a robot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alarm {
    /// Its kind.
    pub kind: AlarmKind,
    /// One line about it.
    pub text: String,
}

impl Alarm {
    /// Creates one.
    pub fn new(kind: AlarmKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }
}

/// The passes that a robot has missed.
#[derive(Debug, Default)]
pub struct Overruns(VecDeque<(Duration, u64)>);

impl Overruns {
    /// Adds the number of all passes that were missed until now. Returns the alarm, if some were missed lately.
    pub fn add(&mut self, now: Duration, missed: u64) -> Option<Alarm> {
        self.0.push_back((now, missed));
        while self.0.get(1).is_some_and(|(at, _)| now.saturating_sub(*at) >= OVERRUN) {
            self.0.pop_front();
        }
        let lately = missed.saturating_sub(self.0.front()?.1);
        let text = || format!("{lately} passes missed in the last {} s", OVERRUN.as_secs());
        (lately > 0).then(|| Alarm::new(AlarmKind::Overrun, text()))
    }
}

/// Returns the number of passes that were missed, from the metrics of a robot.
pub fn missed(metrics: &str) -> Option<u64> {
    let number = metrics.lines().find_map(|line| line.strip_prefix("skill_passes_missed_total "));
    number?.parse().ok()
}

/// Returns the alarms of the newest views of a robot.
pub fn alarms(newest: &Newest, entries: &[BoardEntry]) -> Vec<Alarm> {
    let (view, board) = (&*newest.view.value, &*newest.board.value);
    let mut all = Vec::new();
    if view.skiller.status == "failed" {
        let text = format!("`{}` FAILED: {}", view.skiller.call, view.skiller.error);
        all.push(Alarm::new(AlarmKind::Failed, text));
    }
    if let Some(agent) = view.agent.as_ref().filter(|agent| agent.status == "failed") {
        all.push(Alarm::new(AlarmKind::Failed, format!("the agent {} FAILED", agent.skill)));
    }
    if view.paused {
        all.push(Alarm::new(AlarmKind::Paused, "a debugger has paused the passes"));
    }
    let interfaces = entries.iter().zip(&board.interfaces);
    all.extend(
        interfaces
            .filter_map(|(entry, interface)| judged(interface, entry.interface.max_age_micros)),
    );
    all
}

#[allow(clippy::cast_precision_loss)] // seconds
fn judged(view: &InterfaceView, max_age_micros: Option<u64>) -> Option<Alarm> {
    let id = &view.id;
    if !view.has_writer {
        return Some(Alarm::new(AlarmKind::NoDriver, format!("{id}: no driver")));
    }
    if let Some(problem) = &view.problem {
        return Some(Alarm::new(AlarmKind::Problem, format!("{id}: {problem}")));
    }
    let most_sec = max_age_micros.map(|micros| micros as f64 / 1e6)?;
    let age_sec = view.age_sec.filter(|age| *age > most_sec)?;
    let text = format!("{id}: {age_sec:.2} s old, may be {most_sec:.2} s");
    Some(Alarm::new(AlarmKind::Stale, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interface_is_judged_by_its_writer_its_problem_and_its_age() {
        let mut view = InterfaceView {
            id: "Lidar".to_owned(),
            has_writer: false,
            age_sec: Some(0.5),
            problem: None,
            queued: 0,
            overflows: 0,
            values: Vec::new(),
        };
        let text = |view: &_, age| judged(view, age).map(|alarm| alarm.text);
        assert_eq!(text(&view, None).as_deref(), Some("Lidar: no driver"));
        view.has_writer = true;
        assert_eq!(text(&view, None), None);
        let stale = Some("Lidar: 0.50 s old, may be 0.25 s".to_owned());
        assert_eq!(text(&view, Some(250_000)), stale);
        view.problem = Some("not in the memory".to_owned());
        assert_eq!(text(&view, Some(250_000)).as_deref(), Some("Lidar: not in the memory"));
    }

    #[test]
    fn passes_that_were_missed_are_an_alarm_for_a_while() {
        let mut overruns = Overruns::default();
        let mut at =
            |sec, missed| overruns.add(Duration::from_secs(sec), missed).map(|alarm| alarm.text);
        assert_eq!(at(0, 7), None);
        assert_eq!(at(1, 9).as_deref(), Some("2 passes missed in the last 10 s"));
        assert_eq!(at(9, 9).as_deref(), Some("2 passes missed in the last 10 s"));
        assert_eq!(at(20, 9), None);
        let metrics = "# TYPE skill_passes_missed_total counter\nskill_passes_missed_total 12\n";
        assert_eq!(missed(metrics), Some(12));
        assert_eq!(missed("skill_passes_total 3\n"), None);
    }

    #[test]
    fn alarms_of_a_newer_version_are_read() {
        let read: Alarm =
            serde_json::from_str(r#"{"kind": "on_fire", "text": "hot"}"#).expect("an alarm");
        assert_eq!(read, Alarm::new(AlarmKind::Other, "hot"));
    }
}
