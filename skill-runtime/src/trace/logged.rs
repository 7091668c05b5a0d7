//! The trace as `defmt` frames.

use super::{TraceEvent, TraceKind, Tracer};
use crate::call::{CallArguments, RawValue};
use crate::graph::ArgInfo;
use crate::graph::SkillInfo;
use crate::status::Status;
use crate::time::Instant;

/// Logs every event through `defmt`. The texts of lines are interned, so a frame contains only
/// the index of its text, the time, and the names of the skill and its states.
///
/// Events are logged whatever the level in `DEFMT_LOG` is; use another tracer to disable them.
#[derive(Clone, Copy, Debug, Default)]
pub struct DefmtTrace {
    instance: u32,
}

impl Tracer for DefmtTrace {
    fn record(&mut self, event: &TraceEvent) {
        let (micros, skill) = (event.time.as_micros(), event.skill.name);
        match event.kind {
            TraceKind::Transition { from, transition } => self.transition(event, from, transition),
            TraceKind::Result(values) => {
                defmt::println!(
                    "t={=u64:us} {=str}#{=u32}: result {}",
                    micros,
                    skill,
                    self.instance,
                    LoggedResult(event.skill, values)
                );
            }
            TraceKind::Failed(failure) => {
                defmt::println!(
                    "t={=u64:us} {=str}#{=u32}: failed: {}",
                    micros,
                    skill,
                    self.instance,
                    failure.of(event.skill)
                );
            }
            TraceKind::Limit { transition } => {
                defmt::println!(
                    "t={=u64:us} {=str}#{=u32}: stopped at the transition limit before transition {=u16}",
                    micros,
                    skill,
                    self.instance,
                    transition
                );
            }
            TraceKind::Reset => {
                defmt::println!("t={=u64:us} {=str}#{=u32}: reset", micros, skill, self.instance);
            }
            TraceKind::Parameter { parameter, word, error } => {
                let of = event.skill.params.get(usize::from(parameter));
                defmt::println!(
                    "t={=u64:us} {=str}#{=u32}: {=str} = {=f64} {}",
                    micros,
                    skill,
                    self.instance,
                    of.map_or("?", |of| of.name),
                    of.map_or(f64::NAN, |of| of.ty.number(word)),
                    error
                );
            }
            TraceKind::TimeWentBack { time } => {
                defmt::println!(
                    "t={=u64:us} {=str}#{=u32}: the time went back to {=u64:us}",
                    micros,
                    skill,
                    self.instance,
                    time.as_micros()
                );
            }
            TraceKind::Called(arguments) => {
                defmt::println!(
                    "t={=u64:us} {=str}#{=u32}: called with {}",
                    micros,
                    skill,
                    self.instance,
                    LoggedArguments(event.skill, arguments)
                );
            }
            TraceKind::Entered { state } => {
                defmt::println!(
                    "t={=u64:us} {=str}#{=u32}: starts in {=str}",
                    micros,
                    skill,
                    self.instance,
                    event.skill.graph.state_name(state)
                );
            }
            TraceKind::Stopped { interface, message, running } => {
                defmt::println!(
                    "t={=u64:us} {=str}#{=u32}: {=str} {=str}, {=str} was running",
                    micros,
                    skill,
                    self.instance,
                    event.skill.interface_name(interface),
                    message,
                    running
                );
            }
            TraceKind::Refused { interface, message, error } => {
                defmt::println!(
                    "t={=u64:us} {=str}#{=u32}: {=str} to {=str} refused: {}",
                    micros,
                    skill,
                    self.instance,
                    message,
                    event.skill.interface_name(interface),
                    error
                );
            }
        }
    }
    fn descend(&mut self, offset: u32) {
        self.instance = self.instance.wrapping_add(offset);
    }
    fn ascend(&mut self, offset: u32) {
        self.instance = self.instance.wrapping_sub(offset);
    }
    fn started(&mut self, time: Instant, skill: &'static SkillInfo) {
        defmt::println!("t={=u64:us} {=str} starts", time.as_micros(), skill.name);
    }
    fn ended(&mut self, time: Instant, skill: &'static SkillInfo, status: Status) {
        let how = match status {
            Status::Running => "is stopped",
            Status::Final => "ends FINAL",
            Status::Failed => "ends FAILED",
        };
        defmt::println!("t={=u64:us} {=str} {=str}", time.as_micros(), skill.name, how);
    }
}

impl DefmtTrace {
    fn transition(&self, event: &TraceEvent, from: u16, transition: u16) {
        let graph = &event.skill.graph;
        let taken = graph.transitions.get(usize::from(transition));
        defmt::println!(
            "t={=u64:us} {=str}#{=u32}: {=str} -> {=str} (transition {=u16})",
            event.time.as_micros(),
            event.skill.name,
            self.instance,
            graph.state_name(from),
            graph.state_name(taken.map_or(from, |taken| taken.to)),
            transition
        );
    }
}

/// Logs `{x=1.5, side="left"}`, with the values as raw bits.
struct LoggedArguments(&'static SkillInfo, CallArguments);

impl defmt::Format for LoggedArguments {
    fn format(&self, f: defmt::Formatter<'_>) {
        let Self(skill, arguments) = self;
        log_list(f, arguments, arguments.iter(skill));
    }
}

/// Logs `{x=1.5, side="left"}`, or the value if it is not a struct.
struct LoggedResult(&'static SkillInfo, CallArguments);

impl defmt::Format for LoggedResult {
    fn format(&self, f: defmt::Formatter<'_>) {
        let Self(skill, values) = self;
        match values.result_fields(skill).next() {
            Some((field, value)) if field.name.is_empty() => log_raw(f, value),
            _ => log_list(f, values, values.result_fields(skill)),
        }
    }
}

fn log_list(
    f: defmt::Formatter<'_>,
    values: &CallArguments,
    all: impl Iterator<Item = (&'static ArgInfo, RawValue)>,
) {
    defmt::write!(f, "{=str}", "{");
    for (index, (argument, value)) in all.enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        defmt::write!(f, "{=str}{=str}=", comma, argument.name);
        log_raw(f, value);
    }
    let end = if values.given_count() > CallArguments::MAX { ", ..}" } else { "}" };
    defmt::write!(f, "{=str}", end);
}

fn log_raw(f: defmt::Formatter<'_>, value: RawValue) {
    match value {
        RawValue::Bool(value) => defmt::write!(f, "{=bool}", value),
        RawValue::Float(value) => defmt::write!(f, "{=f32}", value),
        RawValue::Signed(value) => defmt::write!(f, "{=i32}", value),
        RawValue::Unsigned(value) => defmt::write!(f, "{=u32}", value),
        RawValue::Name(name) => defmt::write!(f, "\"{=str}\"", name),
        RawValue::Other => defmt::write!(f, "\"..\""),
    }
}
