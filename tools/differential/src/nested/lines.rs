//! The events of a pass and its end as lines: those of the interpreter, in the form in which the
//! compiled program writes its own.

use skill_rules::context::{Cause, Context, Event, Failure, Refusal, Status};
use skill_rules::interpret::Run;
use skill_rules::random::LAMP;
use skill_rules::skill::{MAX_RESULT, Resume, Skill, Target, Transition};
use skill_rules::source;

/// Returns the lines of the events of a pass; those of the trace only if it `is_traced`.
pub fn events(cx: &Context<'_>, is_traced: bool) -> Vec<String> {
    let lines = cx.events.iter().filter_map(|event| match event {
        Event::Block { skill, state, block, reported } => {
            // The block of a pair reports the number of the first.
            let skill = skill - usize::from(cx.skills[*skill].is_second);
            Some(format!("block {skill} {state} {block} {}", list(reported)))
        }
        _ if !is_traced => None,
        _ => trace(event, cx.skills).map(|text| {
            #[expect(clippy::cast_precision_loss, reason = "short times")]
            let seconds = cx.inputs.millis as f64 / 1000.0;
            format!("t={seconds:.3} {text}")
        }),
    });
    lines.collect()
}

/// Returns an event as the trace prints it, without its time.
fn trace(event: &Event<'_>, skills: &[Skill]) -> Option<String> {
    let (skill, text) = match event {
        Event::Block { .. } | Event::Guard { .. } => return None,
        Event::Called { skill, arguments } => {
            let given = arguments.iter().enumerate();
            let given = given.filter_map(|(place, value)| Some(format!("g{place}={}", (*value)?)));
            let given: Vec<String> = given.collect();
            return Some(format!("{}{{{}}}", name(*skill, skills), given.join(", ")));
        }
        Event::Begun { skill } => (skill, format!("starts in S{}", skills[*skill].start)),
        Event::Taken { skill, from, transition, target, again } => {
            let to = match target {
                Target::State(state) => format!("S{state}"),
                Target::Final(_) => "FINAL".to_owned(),
                _ => "FAILED".to_owned(),
            };
            let label = label_of(transition, *again);
            (skill, format!("S{from} -> {to}  \"{label}\""))
        }
        Event::Refused { skill, refusal } => {
            let Refusal { message, is_full } = refusal;
            let port = port(*skill, message.interface, skills);
            let message = source::message(message.kind);
            (skill, format!("{message} to {port} refused: {}", error(*is_full)))
        }
        Event::Stopped { skill, message, running } => {
            let port = port(*skill, message.interface, skills);
            let (message, running) = (source::message(message.kind), source::message(*running));
            (skill, format!("{port} {message}, {running} was running"))
        }
        Event::Result { skill, values } => (
            skill,
            match values[..] {
                [x, y] => format!("result {{x={x}, y={y}}}"),
                _ => {
                    format!("result {}", values.iter().map(ToString::to_string).collect::<String>())
                }
            },
        ),
        Event::Failed { skill, failure } => (skill, format!("failed: {}", reason(failure, skills))),
        Event::Limit { skill, transition, again } => {
            let label = label_of(transition, *again);
            (skill, format!("stopped at the transition limit before \"{label}\""))
        }
        Event::Reset { skill } => (skill, "reset".to_owned()),
    };
    Some(format!("{}: {text}", name(*skill, skills)))
}

/// Returns the lines about a skill after a pass.
pub fn end(cx: &Context<'_>, run: &Run, status: Status) -> Vec<String> {
    let mut path = Vec::new();
    run.visit(&mut |run, states| path.extend(active(run, states, cx.skills)));
    let mut lines = vec![
        format!("{status:?} {}", path.join(" > ")),
        format!("variables {}", list(run.variables())),
        format!("result {}", list(run.result())),
        format!("{} limits, {} refusals", run.limits(), run.refusals()),
        format!("lamp {}", cx.board[LAMP].value),
    ];
    if let Some(failure) = run.failure() {
        let cause = match failure.cause {
            Cause::Transition(..) => "Transition",
            Cause::Argument(..) => "ArgumentOutOfRange",
            Cause::Result(_) => "ResultOutOfRange",
            Cause::NoWriter(_) => "NoWriter",
            Cause::Stale(_) => "Stale",
            Cause::Refused(_) => "Refused",
        };
        let skill = name(failure.skill, cx.skills);
        lines.push(format!("{cause} in {skill}: {}", reason(failure, cx.skills)));
    }
    lines
}

/// Returns the active states of a machine, or its end.
fn active(run: &Run, states: &[usize], skills: &[Skill]) -> Vec<String> {
    let name = name(run.skill(), skills);
    match run.status() {
        Status::Final => vec![format!("{name}: FINAL")],
        Status::Failed => vec![format!("{name}: FAILED")],
        Status::Running if run.is_fresh() => vec![name],
        Status::Running => states.iter().map(|state| format!("{name}: S{state}")).collect(),
    }
}

fn reason(failure: &Failure, skills: &[Skill]) -> String {
    let port = |place| port(failure.skill, place, skills);
    match failure.cause {
        Cause::Transition(number, None) => label(number),
        Cause::Transition(_, Some(number)) => number.to_string(),
        Cause::Argument(place, value) => {
            let max = skills[failure.skill].arguments[place].max.unwrap_or(0);
            format!("argument `g{place}` is {value}, outside its range 0..={max}")
        }
        Cause::Result(value) => {
            format!("result `x` is {value}, outside its range 0..={MAX_RESULT}")
        }
        Cause::NoWriter(place) => format!("no writer for {}", port(place)),
        Cause::Stale(place) => format!("{} is stale", port(place)),
        Cause::Refused(Refusal { message, is_full }) => {
            let (port, name) = (port(message.interface), source::message(message.kind));
            format!("{port} refused {name}: {}", error(is_full))
        }
    }
}

/// Returns the text by which a trace names a transition.
fn label(label: usize) -> String {
    if label == 0 { "on FAILED".to_owned() } else { format!("t{label}") }
}

/// Returns the same of a transition that may resume a state, or lead to the next try of one.
fn label_of(transition: &Transition, again: bool) -> String {
    let more = match transition.resume {
        Some(Resume::Shallow) => ", resume",
        Some(Resume::Deep) => ", resume deep",
        None if again => ", try again",
        None => "",
    };
    label(transition.label) + more
}

fn error(is_full: bool) -> &'static str {
    if is_full { "queue full" } else { "no writer" }
}

fn port(skill: usize, interface: usize, skills: &[Skill]) -> String {
    source::interface(skills[skill].interfaces[interface].named).0
}

fn name(skill: usize, skills: &[Skill]) -> String {
    skills[skill].name.to_lowercase()
}

fn list(numbers: &[f64]) -> String {
    format!("[{}]", numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}
