//! The rows of a recording.

use super::machine::{Machine, Moment};
use super::row::Row;
use super::values::Conditions;
use crate::model::describe::Description;
use crate::model::view::Layer;
use crate::recording::record::{Event, Passes, Recording, SentMessage};
use skill_runtime::{Instant, Tick};
use std::collections::BTreeMap;

/// Calls `take` with the rows of a recording, in about the order of their ends, after those of the file and, if it
/// `declares`, of all transitions that the robot has. `description` is that of the recorded robot, `file` the path as
/// it is to be found again.
///
/// # Errors
/// The first error of `take`.
pub fn rows<E>(
    recording: &Recording,
    description: &Description,
    file: &str,
    declares: bool,
    mut take: impl FnMut(Row) -> Result<(), E>,
) -> Result<(), E> {
    let conditions = Conditions::of(description);
    let names = Row {
        file: Some(file.to_owned()),
        program: Some(recording.robot.clone()),
        robot: Some(recording.name.as_ref().unwrap_or(&recording.robot).clone()),
        build: Some(recording.build.clone()),
        skills: Some(format!("{:016x}", recording.descriptions)),
        ..Row::default()
    };
    let mut take = |row: Row| {
        let Row { file, program, robot, build, skills, .. } = names.clone();
        take(Row { file, program, robot, build, skills, ..row })
    };
    take(of_file(recording))?;
    if declares {
        declared(description).try_for_each(&mut take)?;
    }
    let mut robot = Robot {
        description,
        conditions: &conditions,
        machines: BTreeMap::new(),
        passes: recording.passes_of(description, conditions.words()),
        now: None,
    };
    let mut sent = recording.sent.iter().peekable();
    for event in &recording.events {
        while let Some(message) = sent.next_if(|of| of.pass < event.pass) {
            take(robot.sent(message))?;
        }
        robot.event(event).into_iter().try_for_each(&mut take)?;
    }
    for message in sent {
        take(robot.sent(message))?;
    }
    robot.close().into_iter().try_for_each(&mut take)?;
    for line in &recording.log {
        // It begins with its time.
        let text =
            line.text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '));
        take(Row { time_sec: Some(line.time_sec), text: Some(text.to_owned()), ..kind("log") })?;
    }
    Ok(())
}

fn kind(kind: &str) -> Row {
    Row { kind: Some(kind.to_owned()), ..Row::default() }
}

/// Returns the row of the whole recording.
fn of_file(recording: &Recording) -> Row {
    let times = recording.times();
    Row {
        time_sec: times.map(|(first, _)| first.as_secs_f64()),
        end_sec: times.map(|(_, last)| last.as_secs_f64()),
        duration_sec: times.map(|(first, last)| last.since(first).as_secs_f64()),
        text: Some(recording.ending.to_string()),
        ..kind("file")
    }
}

/// Returns a row for each transition that the robot has, taken or not.
fn declared(description: &Description) -> impl Iterator<Item = Row> {
    description.all.iter().flat_map(|skill| {
        (0..).zip(skill.graph.transitions).map(|(index, transition)| Row {
            skill: Some(skill.name.to_owned()),
            state: transition.from.map(|from| skill.graph.state_name(from).to_owned()),
            target: Some(skill.graph.state_name(transition.to).to_owned()),
            transition: Some(index),
            label: Some(transition.label.to_owned()),
            ..kind("declared")
        })
    })
}

/// A robot along its recording.
struct Robot<'r> {
    description: &'r Description,
    conditions: &'r Conditions,
    machines: BTreeMap<(Layer, u32), Machine>,
    passes: Passes<'r>,
    now: Option<Tick>,
}

impl Robot<'_> {
    /// Goes to a pass. Returns whether the recording has it.
    fn go_to(&mut self, pass: u32) -> bool {
        while self.now.is_none_or(|now| now.count < pass)
            && self.passes.peek().is_some_and(|next| next.count <= pass)
        {
            self.now = self.passes.next();
        }
        self.now.is_some_and(|now| now.count == pass)
    }

    fn sent(&mut self, message: &SentMessage) -> Row {
        let is_there = self.go_to(message.pass);
        let time = self.now.filter(|_| is_there).map(|now| now.time.as_secs_f64());
        Row {
            pass: Some(message.pass.into()),
            time_sec: time,
            layer: Some(message.layer.name().to_owned()),
            interface: Some(message.interface.clone()),
            message: Some(message.name.clone()),
            arguments: (!message.fields.is_empty()).then(|| message.fields.join(", ")),
            ..kind("sent")
        }
    }

    /// Returns the rows that an event completes.
    fn event(&mut self, event: &Event) -> Vec<Row> {
        // The agent's side of a call that the skiller takes.
        if event.layer == Layer::Agent && event.machine > 0 {
            return Vec::new();
        }
        let key = (event.layer, event.machine);
        let (at, time) = (Moment::from(event), event.time);
        let skill = self.description.find(&event.skill);
        // The text begins with the name of the skill.
        let text = event.text.strip_prefix(&event.skill).and_then(|text| text.strip_prefix(": "));
        let text = text.unwrap_or(&event.text);
        let mut all = Vec::new();
        // What a sub-skill was called for may have been over before it began: nothing else ends it then.
        if event.machine == 0 && matches!(&event.kind[..], "called" | "reset") {
            let inner = self
                .machines
                .keys()
                .filter(|(layer, machine)| *layer == event.layer && *machine > 0);
            for key in inner.copied().collect::<Vec<_>>() {
                let of_it = self.end(key, Some(time)).into_iter();
                all.extend(of_it.map(|row| Row { machine: Some(key.1.into()), ..row }));
            }
        }
        match (&event.kind[..], skill) {
            ("called", Some(skill)) => {
                all.extend(self.end(key, Some(time)));
                self.machines.insert(key, Machine::new(skill, Some(event.text.clone()), at));
            }
            ("entered", Some(skill)) => {
                let machine = self.machines.entry(key);
                machine.or_insert_with(|| Machine::new(skill, None, at)).enter(event);
            }
            ("transition", Some(skill)) => {
                // One that began before this file.
                let machine = self.machines.entry(key);
                all.extend(machine.or_insert_with(|| Machine::new(skill, None, at)).take(event));
            }
            ("failed", _) => {
                let reason = text.strip_prefix("failed: ").unwrap_or(text);
                if let Some(machine) = self.machines.get_mut(&key) {
                    machine.fail(time, reason);
                }
                all.push(Row { reason: Some(reason.to_owned()), ..kind("failure") });
            }
            ("result", _) => {
                let values = text.strip_prefix("result ").unwrap_or(text);
                let values = values.trim_start_matches('{').trim_end_matches('}');
                if let Some(machine) = self.machines.get_mut(&key) {
                    machine.returns(values);
                }
            }
            ("reset", _) => all.extend(self.end(key, Some(time))),
            (other, _) => all.push(Row { text: Some(text.to_owned()), ..kind(other) }),
        }
        if event.kind == "transition" {
            all.push(self.transition(event));
        }
        for row in &mut all {
            let first = |value: Option<i64>, other: u32| value.or(Some(other.into()));
            row.layer = Some(event.layer.name().to_owned());
            row.machine = row.machine.or(Some(event.machine.into()));
            row.skill.get_or_insert_with(|| event.skill.clone());
            row.pass = first(row.pass, event.pass);
            row.time_sec = row.time_sec.or(Some(time.as_secs_f64()));
        }
        all
    }

    fn transition(&mut self, event: &Event) -> Row {
        let skill = self.description.find(&event.skill);
        let info = event
            .transition
            .zip(skill)
            .and_then(|(index, skill)| skill.graph.transitions.get(usize::from(index)));
        let values = match event.transition {
            Some(index) if self.go_to(event.pass) => {
                self.conditions.values(&event.skill, index, self.passes.words())
            }
            _ => None,
        };
        Row {
            state: Some(event.from.clone()),
            target: Some(event.to.clone()),
            transition: event.transition.map(i64::from),
            label: info.map(|info| info.label.to_owned()),
            values,
            ..kind("transition")
        }
    }

    fn end(&mut self, key: (Layer, u32), time: Option<Instant>) -> Vec<Row> {
        self.machines.remove(&key).map_or_else(Vec::new, |machine| machine.close(time))
    }

    /// Returns the rows of what goes on at the end of the recording.
    fn close(self) -> Vec<Row> {
        let mut all = Vec::new();
        for ((layer, machine), of) in self.machines {
            all.extend(of.close(None).into_iter().map(|row| Row {
                layer: Some(layer.name().to_owned()),
                machine: Some(machine.into()),
                ..row
            }));
        }
        all
    }
}
