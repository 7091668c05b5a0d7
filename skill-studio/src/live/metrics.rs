//! The numbers of a robot for a time series database, in the text format of Prometheus.

use crate::model::timeline::Sample;
use crate::model::view::Layer;
use skill_runtime::graph::StateKind;
use skill_runtime::{Cause, Instant, SkillInfo, TraceEntry, TraceEvent, TraceKind};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

/// The upper bounds of the durations of passes, µs.
const BOUNDS_MICROS: [u64; 9] = [30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000];

/// Numbers that only grow since the program started, and the ages of inputs.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    passes: u64,
    now: Instant,
    missed: u64,
    /// The passes that took at most as long as each bound.
    durations: [u64; BOUNDS_MICROS.len()],
    measured: u64,
    total: Duration,
    /// The ends of runs, by layer, skill and result.
    ends: BTreeMap<(&'static str, &'static str, &'static str), u64>,
    failures: BTreeMap<(&'static str, String), u64>,
    /// Whether an interface has a writer, and the time of its value.
    inputs: Vec<(&'static str, Sample)>,
    /// Whether the agent and the skiller have a run that has not ended.
    running: [bool; 2],
}

impl Metrics {
    /// Adds a pass, with the interfaces as they are after it.
    pub fn pass(&mut self, now: Instant, inputs: impl Iterator<Item = (&'static str, Sample)>) {
        self.passes += 1;
        self.now = now;
        self.inputs.clear();
        self.inputs.extend(inputs);
    }

    /// Adds the duration of a pass, and the number of those that were missed after it.
    pub fn took(&mut self, duration: Duration, missed: u64) {
        let counts = BOUNDS_MICROS.iter().zip(&mut self.durations);
        for (_, count) in counts.filter(|(bound, _)| duration <= Duration::from_micros(**bound)) {
            *count += 1;
        }
        self.measured += 1;
        self.total += duration;
        self.missed += missed;
    }

    /// Adds the events of a pass of a layer.
    pub fn events(&mut self, layer: Layer, events: &[TraceEntry]) {
        for entry in events {
            if let Some(failure) = entry.event.failure() {
                let reason = match failure.cause {
                    Cause::NoWriter(_) | Cause::Stale(_) => failure.to_string(),
                    _ => failure.template().to_owned(),
                };
                *self.failures.entry((entry.event.skill.name, reason)).or_default() += 1;
            }
            if entry.instance == 0 {
                self.run(layer, &entry.event);
            }
        }
    }

    /// Follows the outermost machine of a layer.
    fn run(&mut self, layer: Layer, event: &TraceEvent) {
        let (name, running) = match layer {
            Layer::Agent => ("agent", &mut self.running[0]),
            Layer::Skiller => ("skiller", &mut self.running[1]),
        };
        let result = match event.kind {
            TraceKind::Entered { .. } => {
                *running = true;
                return;
            }
            TraceKind::Transition { transition, .. } if is_final(event.skill, transition) => {
                "final"
            }
            TraceKind::Failed(_) => "failed",
            TraceKind::Reset => "stopped",
            _ => return,
        };
        // A run that has ended is reset, too.
        if std::mem::take(running) || result == "failed" {
            *self.ends.entry((name, event.skill.name, result)).or_default() += 1;
        }
    }

    /// Returns all of it as text.
    /// `name` is that among the robots of a run.
    pub fn text(&self, robot: &str, name: Option<&str>) -> String {
        let mut text = Text(String::new());
        text.family("skill_robot", "gauge", "The robot of this program.");
        let labels: Vec<_> = [("robot", Some(robot)), ("name", name)]
            .into_iter()
            .filter_map(|(label, of)| Some((label, of?)))
            .collect();
        text.sample("skill_robot", &labels, 1);
        text.family("skill_time_seconds", "gauge", "The time of the last pass since the start.");
        text.sample("skill_time_seconds", &[], self.now.as_secs_f64());
        text.family("skill_passes_total", "counter", "Passes of the main loop.");
        text.sample("skill_passes_total", &[], self.passes);
        if self.measured > 0 {
            let name = "skill_passes_missed_total";
            text.family(name, "counter", "Periods without a pass, since one took too long.");
            text.sample(name, &[], self.missed);
            text.family("skill_pass_seconds", "histogram", "Durations of passes.");
            for (bound, count) in BOUNDS_MICROS.iter().zip(self.durations) {
                let bound = Duration::from_micros(*bound).as_secs_f64().to_string();
                text.sample("skill_pass_seconds_bucket", &[("le", &bound)], count);
            }
            text.sample("skill_pass_seconds_bucket", &[("le", "+Inf")], self.measured);
            text.sample("skill_pass_seconds_sum", &[], self.total.as_secs_f64());
            text.sample("skill_pass_seconds_count", &[], self.measured);
        }
        let name = "skill_runs_total";
        text.family(name, "counter", "Ends of agents and of called skills, by result.");
        for ((layer, skill, result), count) in &self.ends {
            text.sample(name, &[("layer", layer), ("skill", skill), ("result", result)], count);
        }
        let name = "skill_failures_total";
        text.family(name, "counter", "Failures of skills, also inside others, by reason.");
        for ((skill, reason), count) in &self.failures {
            text.sample(name, &[("skill", skill), ("reason", reason)], count);
        }
        let name = "skill_interface_has_writer";
        text.family(name, "gauge", "Whether the interface has a writer.");
        for (id, sample) in &self.inputs {
            text.sample(name, &[("interface", id)], u8::from(sample.has_writer));
        }
        let name = "skill_interface_age_seconds";
        text.family(name, "gauge", "The age of the value of the interface at the last pass.");
        for (id, sample) in &self.inputs {
            if let Some(written) = sample.written {
                let age = self.now.since(written).as_secs_f64();
                text.sample(name, &[("interface", id)], age);
            }
        }
        text.0
    }
}

fn is_final(skill: &SkillInfo, transition: u16) -> bool {
    let to = skill.graph.transitions.get(usize::from(transition)).map(|of| usize::from(of.to));
    let state = to.and_then(|to| skill.graph.states.get(to));
    state.is_some_and(|state| matches!(state.kind, StateKind::Final))
}

struct Text(String);

impl Text {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        // A `String` can be written to.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl std::fmt::Display) {
        self.0.push_str(name);
        for (place, (label, value)) in labels.iter().enumerate() {
            self.0.push(if place == 0 { '{' } else { ',' });
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            let _ = write!(self.0, "{label}=\"{value}\"");
        }
        let end = if labels.is_empty() { "" } else { "}" };
        let _ = writeln!(self.0, "{end} {value}");
    }
}
