//! A recording as a Chrome trace, which Perfetto and `chrome://tracing` open: a row for each machine
//! with its states, and the values of interfaces as counters.
//!
//! The format is the array of events of the [Trace Event
//! Format](https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU), in
//! which the closing bracket may be missing.

use super::batch::{Batch, Note, Traced};
use super::blocks::Encoder;
use super::sink::{BUFFER, Begin, Sink};
use super::topics;
use crate::model::describe::Description;
use crate::model::view::{Layer, board};
use serde_json::{Map, Value, json};
use skill_runtime::{Instant, TraceKind};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::time::Duration;

/// The end of the array.
const END: &[u8] = b"\n]\n";

/// The robot's time between two values of a counter, at least.
const PERIOD: Duration = Duration::from_millis(100);

pub(super) struct ChromeFile {
    file: File,
    /// Whole events that the system does not have yet, and the bytes that it has.
    buffer: Vec<u8>,
    written: u64,
    /// The robots, each with the last counters of each interface.
    robots: Vec<(Description, Vec<Option<Instant>>)>,
    /// The state of each machine, and since when.
    states: BTreeMap<(Process, u32), (&'static str, Instant)>,
    last: Instant,
}

/// A process in the trace, by its number: a layer, or the blackboard, of a robot.
type Process = usize;

/// The names of the processes of a robot.
const PROCESSES: [&str; 3] = ["agent", "skills", "blackboard"];

/// Returns the process of a layer.
fn process(robot: usize, layer: Layer) -> Process {
    robot * PROCESSES.len() + if layer == Layer::Agent { 1 } else { 2 }
}

/// Returns the process of the blackboard.
fn board_process(robot: usize) -> Process {
    (robot + 1) * PROCESSES.len()
}

impl ChromeFile {
    pub fn new(file: File, begin: &Begin) -> Self {
        let descriptions = begin.robots.iter().map(|robot| robot.description);
        let robots = descriptions.map(|of| (of, vec![None; of.interfaces.len()])).collect();
        let (buffer, states, last) = (Vec::new(), BTreeMap::new(), Instant::ZERO);
        let mut file = Self { file, buffer, written: 0, robots, states, last };
        let mut number: Process = 0;
        for robot in &begin.robots {
            let of = robot.name.as_ref().map_or(String::new(), |name| format!("{name} "));
            for process in PROCESSES {
                number += 1;
                let args = json!({ "name": format!("{of}{process}") });
                file.add(
                    &json!({ "ph": "M", "name": "process_name", "pid": number, "args": args }),
                );
            }
        }
        file
    }

    fn add(&mut self, event: &Value) {
        let begin = if self.bytes() == 0 { "[\n" } else { ",\n" };
        self.buffer.extend(format!("{begin}{event}").into_bytes());
    }

    fn put(&mut self, event: &Value) -> io::Result<()> {
        self.add(event);
        if self.buffer.len() < BUFFER { Ok(()) } else { self.flush() }
    }

    /// Ends the state of a machine.
    fn end(&mut self, process: Process, machine: u32, time: Instant) -> io::Result<()> {
        let Some((name, since)) = self.states.remove(&(process, machine)) else { return Ok(()) };
        let (start, end) = (since.as_micros(), time.as_micros());
        self.put(&json!({
            "ph": "X", "name": name, "pid": process, "tid": machine,
            "ts": start, "dur": end.saturating_sub(start),
        }))
    }

    fn event(&mut self, robot: usize, event: &Traced) -> io::Result<()> {
        let (process, machine) = (process(robot, event.layer), event.entry.instance);
        let (time, skill) = (event.entry.event.time, event.entry.event.skill);
        let state = match event.entry.event.kind {
            TraceKind::Entered { state } => {
                let args = json!({ "name": skill.name });
                self.put(&json!({
                    "ph": "M", "name": "thread_name", "pid": process, "tid": machine,
                    "args": args,
                }))?;
                Some(state)
            }
            TraceKind::Transition { transition, .. } => {
                skill.graph.transitions.get(usize::from(transition)).map(|of| of.to)
            }
            TraceKind::Reset => None,
            _ => {
                let view = topics::view(event);
                return self.put(&json!({
                    "ph": "i", "s": "t", "name": view.text, "pid": process, "tid": machine,
                    "ts": time.as_micros(),
                }));
            }
        };
        self.end(process, machine, time)?;
        if let Some(state) = state {
            self.states.insert((process, machine), (skill.graph.state_name(state), time));
        }
        Ok(())
    }

    /// Returns the numbers of an interface, if there are any and they are due.
    fn counter(
        &mut self,
        robot: usize,
        index: usize,
        image: &[u32],
        time: Instant,
    ) -> Option<Value> {
        let (description, counters) = self.robots.get_mut(robot)?;
        let entry = description.interfaces.get(index)?;
        let last = counters.get_mut(index)?;
        if last.is_some_and(|last| time.since(last) < PERIOD) {
            return None;
        }
        *last = Some(time);
        let mut from = board::Words::of(image, entry)?.data.iter().copied();
        let mut args = Map::new();
        for field in entry.interface.fields {
            match board::value(field.ty, &mut from) {
                Some(value @ Value::Number(_)) => {
                    args.insert(field.name.to_owned(), value);
                }
                Some(Value::Bool(value)) => {
                    args.insert(field.name.to_owned(), u8::from(value).into());
                }
                _ => {}
            }
        }
        (!args.is_empty()).then(|| {
            let process = board_process(robot);
            json!({
                "ph": "C", "name": entry.id, "pid": process, "ts": time.as_micros(), "args": args,
            })
        })
    }
}

impl Sink for ChromeFile {
    fn write(&mut self, robot: usize, batch: &Batch, encoder: &mut Encoder) -> io::Result<()> {
        let mut counters = Vec::new();
        encoder.encode(batch, |pass, image, copied| {
            let Some(pass) = batch.passes.get(pass) else { return };
            self.last = self.last.max(pass.now.time);
            for index in copied.iter() {
                counters.extend(self.counter(robot, index as usize, image, pass.now.time));
            }
        });
        for counter in counters {
            self.put(&counter)?;
        }
        for event in &batch.events {
            self.event(robot, event)?;
        }
        for note in &batch.notes {
            if let Note::Log(time, line) = note {
                self.put(&json!({
                    "ph": "i", "s": "g", "name": line, "pid": board_process(robot), "tid": 0,
                    "ts": time.as_micros(),
                }))?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.write_all(&self.buffer)?;
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    fn finish(&mut self, _: bool) -> io::Result<()> {
        let open: Vec<(Process, u32)> = self.states.keys().copied().collect();
        for (process, machine) in open {
            self.end(process, machine, self.last)?;
        }
        self.buffer.extend(END);
        self.flush()
    }

    fn cut(&mut self) {
        // Without the part of an event that was written last there is room for the end.
        let end = self.file.set_len(self.written).and_then(|()| self.file.seek(SeekFrom::End(0)));
        // Without the end, most viewers read it as well.
        let _ = end.and_then(|_| self.file.write_all(END));
    }

    fn bytes(&self) -> u64 {
        self.written + self.buffer.len() as u64
    }
}
