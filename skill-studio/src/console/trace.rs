//! Transitions as they happen.

#[cfg(feature = "cli")]
use crate::console::log::{self, Level};
use crate::console::output::{Output, Verbosity};
use crate::text::escape::Escaped;
use serde::Serialize;
use skill_runtime::{TraceEvent, TraceKind, Tracer};

/// Prints each event of a trace as a line; a sub-skill's is indented.
///
/// A quiet output gets none of them, a verbose one also those that leave no state: calls,
/// the entry of start states, and resets.
#[derive(Debug)]
pub struct Printer<'o> {
    output: &'o Output,
    form: Form,
    /// The part of the robot, if it has several.
    part: Option<&'static str>,
    depth: usize,
}

#[derive(Debug)]
enum Form {
    Text,
    Json,
    /// Lines of the log, about what the agent does, and the last call of the skiller.
    #[cfg(feature = "cli")]
    Log {
        agent: Option<&'static str>,
        call: Option<String>,
    },
}

/// An event as JSON.
#[derive(Serialize)]
struct Line<'e> {
    /// The part of the robot, if it has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'static str>,
    time_sec: f64,
    /// The nesting of the machine: 0 for the skill that was called.
    depth: usize,
    skill: &'e str,
    event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The call as a skill string.
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<String>,
    /// The result in the syntax of skill strings.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interface: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'e str>,
    /// The value of a parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
}

impl<'o> Printer<'o> {
    /// Returns a tracer that prints text.
    #[must_use]
    pub fn text(output: &'o Output) -> Self {
        Printer { output, form: Form::Text, part: None, depth: 0 }
    }

    /// Returns a tracer that writes lines of the log, with fields.
    #[cfg(feature = "cli")]
    #[must_use]
    pub fn log(output: &'o Output, agent: Option<&'static str>) -> Self {
        Printer { output, form: Form::Log { agent, call: None }, part: None, depth: 0 }
    }

    /// Returns a tracer that prints one JSON object per line.
    #[must_use]
    pub fn json(output: &'o Output) -> Self {
        Printer { output, form: Form::Json, part: None, depth: 0 }
    }

    /// Has each event name a part of the robot.
    #[cfg(feature = "cli")]
    #[must_use]
    pub fn of_part(self, part: &'static str) -> Self {
        Self { part: Some(part), ..self }
    }

    fn line<'e>(&self, event: &'e TraceEvent) -> Line<'e> {
        let graph = &event.skill.graph;
        let transition = |index: u16| graph.transitions.get(usize::from(index));
        let mut line = Line {
            part: self.part,
            time_sec: event.time.as_secs_f64(),
            depth: self.depth,
            skill: event.skill.name,
            event: "other",
            from: None,
            to: None,
            label: None,
            reason: None,
            call: None,
            result: None,
            interface: None,
            message: None,
            value: None,
        };
        match event.kind {
            TraceKind::Transition { from, transition: index } => {
                line.event = "transition";
                line.from = Some(graph.state_name(from));
                line.to = transition(index).map(|transition| graph.state_name(transition.to));
                line.label = transition(index).map(|transition| transition.label);
            }
            TraceKind::Result(values) => {
                line.event = "result";
                line.result = Some(values.result_text(event.skill).to_string());
            }
            TraceKind::Failed(failure) => {
                line.event = "failed";
                line.reason = Some(failure.of(event.skill).to_string());
            }
            TraceKind::Limit { transition: index } => {
                line.event = "limit";
                line.label = transition(index).map(|transition| transition.label);
            }
            TraceKind::Reset => line.event = "reset",
            TraceKind::Called(arguments) => {
                line.event = "called";
                line.call = Some(arguments.text(event.skill).to_string());
            }
            TraceKind::Entered { state } => {
                line.event = "entered";
                line.to = Some(graph.state_name(state));
            }
            TraceKind::Refused { interface, message, error } => {
                line.event = "refused";
                line.interface = Some(event.skill.interface_name(interface));
                line.message = Some(message);
                line.reason = Some(error.to_string());
            }
            TraceKind::Stopped { interface, message, running } => {
                line.event = "stopped";
                line.interface = Some(event.skill.interface_name(interface));
                line.message = Some(message);
                line.label = Some(running);
            }
            TraceKind::Parameter { parameter, word, error } => {
                line.event = "parameter";
                let of = event.skill.params.get(usize::from(parameter));
                line.label = of.map(|of| of.name);
                line.value = of.map(|of| of.ty.number(word));
                line.reason = error.map(|error| error.to_string());
            }
            TraceKind::TimeWentBack { time } => {
                line.event = "time_went_back";
                line.reason = Some(format!("refused {:.6} s", time.as_secs_f64()));
            }
            _ => {}
        }
        line
    }
}

/// Writes an event as a line of the log.
#[cfg(feature = "cli")]
fn logged(event: &TraceEvent, line: &Line<'_>, call: Option<&str>) {
    let level = match event.kind {
        TraceKind::Failed(_)
        | TraceKind::Refused { .. }
        | TraceKind::Limit { .. }
        | TraceKind::Parameter { error: Some(_), .. }
        | TraceKind::TimeWentBack { .. } => Level::Warn,
        TraceKind::Called(_)
        | TraceKind::Entered { .. }
        | TraceKind::Reset
        | TraceKind::Stopped { .. } => Level::Debug,
        _ => Level::Info,
    };
    let time_sec = format!("{:.6}", line.time_sec);
    let fields = [
        ("EVENT", Some(line.event)),
        ("PART", line.part),
        ("SKILL", Some(line.skill)),
        ("FROM_STATE", line.from),
        ("STATE", line.to),
        ("CALL", line.call.as_deref().or(call)),
        ("REASON", line.reason.as_deref()),
        ("RESULT", line.result.as_deref()),
        ("INTERFACE", line.interface),
        ("TIME_SEC", Some(&*time_sec)),
    ];
    let fields = fields.into_iter().filter_map(|(name, value)| Some((name, value?)));
    let (fields, text): (Vec<_>, _) = (fields.collect(), event.to_string());
    log::event(&log::Line {
        level,
        target: line.part.unwrap_or("skills"),
        text: &text,
        fields: &fields,
    });
}

/// Returns whether an event is printed at a verbosity.
fn is_shown(kind: &TraceKind, verbosity: Verbosity) -> bool {
    match verbosity {
        Verbosity::Quiet => false,
        Verbosity::Normal => {
            let ordinary = matches!(kind, TraceKind::Reset | TraceKind::Stopped { .. });
            !ordinary && !matches!(kind, TraceKind::Called(_) | TraceKind::Entered { .. })
        }
        Verbosity::Verbose => true,
    }
}

impl Tracer for Printer<'_> {
    const TIMES: bool = true;
    fn record(&mut self, event: &TraceEvent) {
        #[cfg(feature = "cli")]
        if let (Form::Log { agent, call }, TraceKind::Called(arguments), 0) =
            (&mut self.form, event.kind, self.depth)
            && *agent != Some(event.skill.name)
        {
            *call = Some(arguments.text(event.skill).to_string());
        }
        if !is_shown(&event.kind, self.output.verbosity()) {
            return;
        }
        match &self.form {
            Form::Json => self.output.json(&self.line(event)),
            Form::Text => {
                let (event, indent) = (Escaped(event), 2 * self.depth);
                let (part, space) = self.part.map_or(("", ""), |part| (part, " "));
                self.output.line(format_args!("{part}{space}{:indent$}{event}", ""));
            }
            #[cfg(feature = "cli")]
            Form::Log { agent, call } => {
                let is_agent = *agent == Some(event.skill.name);
                logged(event, &self.line(event), call.as_deref().filter(|_| !is_agent));
            }
        }
    }
    fn descend(&mut self, _: u32) {
        self.depth += 1;
    }
    fn ascend(&mut self, _: u32) {
        self.depth -= 1;
    }
}
