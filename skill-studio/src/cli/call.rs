//! A call of a skill, run to its end.

use super::start::show_parts;
use super::{Format, Gui, Record, Tuning};
use crate::console::error::Error;
use crate::console::output::Output;
use crate::console::output::{BAD, GOOD};
use crate::console::trace::Printer;
use crate::model::describe::Description;
use crate::running::session::{Outcome, Session};
use crate::running::side_by_side::SideBySide;
use crate::text::escape::Escaped;
use crate::text::underline::underlined;
use clap::Args;
use serde::Serialize;
use skill_runtime::agent::HasSkiller;
use skill_runtime::call::ParseErrorKind;
use skill_runtime::why::{Why, WhyTrace};
use skill_runtime::{AgentStage, SkillSpace, Stages, Tracer};
use std::process::ExitCode;
use std::time::Duration;

/// The arguments of a command that calls a skill.
#[derive(Args, Clone, Debug)]
pub struct Call {
    /// The call: 'name{argument=value}'.
    #[arg(value_name = "CALL")]
    text: String,
    /// Keeps pace with the wall clock.
    #[arg(long)]
    pub realtime: bool,
    /// After how many seconds of the robot's time the skill is stopped.
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds)]
    timeout: f64,
    /// Explains the last transitions that were checked, with their guards in parts. A call that
    /// FAILED is explained in any case.
    #[arg(long)]
    why: bool,
    #[command(flatten)]
    tuning: Tuning,
    #[command(flatten)]
    gui: Gui,
    #[command(flatten)]
    record: Record,
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=1e6).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds, 0 to 1000000".into()),
    }
}

/// The end of a call as JSON.
#[derive(Serialize)]
struct End<'e> {
    event: &'static str,
    call: &'e str,
    status: &'static str,
    took_sec: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'e str>,
    /// The result in the syntax of skill strings.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'e str>,
    robot: &'e str,
}

/// The explanation of the last pass as JSON.
#[derive(Serialize)]
struct Explanation<'e> {
    event: &'static str,
    states: &'e Why,
}

impl Call {
    /// Returns the arguments for `call` with the defaults of the command line.
    pub fn new(call: impl Into<String>) -> Call {
        let (text, gui, record) = (call.into(), Gui::default(), Record::default());
        let (realtime, timeout, why, format) = (false, 60.0, false, Format::Text);
        let tuning = Tuning::default();
        Call { text, realtime, timeout, why, tuning, gui, record, format }
    }

    /// Returns the options with parameters.
    pub(super) fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// Returns the tracer that prints the transitions.
    pub(super) fn printer<'o>(&self, output: &'o Output) -> Printer<'o> {
        match self.format {
            Format::Json => Printer::json(output),
            Format::Text => Printer::text(output),
        }
    }

    /// Checks that the call can be read as one of the space `S`, before a robot is made.
    ///
    /// # Errors
    /// [`Error::Usage`], with the place in the call underlined.
    pub fn check<S: SkillSpace>(&self) -> Result<(), Error> {
        S::parse(&self.text).map(drop).map_err(|error| {
            let is_unknown =
                error.kind == ParseErrorKind::UnknownSkill && error.suggestion.is_none();
            let help = if is_unknown { "\nhelp: the command `list` lists the skills" } else { "" };
            Error::Usage(underlined(&self.text, &error) + help)
        })
    }

    /// Runs the call in `session` and prints its transitions, then how it ended. `watching`
    /// receives the trace as well; `state` describes the robot at the end: `"stands"`.
    ///
    /// With `--gui`, it shows the robot of `description` in a page, and goes on until the program is
    /// ended. Otherwise the exit status is 0 for FINAL and 1 for FAILED.
    ///
    /// # Errors
    /// [`Error::Usage`] if the call cannot be read, or the page cannot be shown.
    pub fn run<S: SkillSpace, R: Stages, A: AgentStage>(
        &self,
        output: &Output,
        description: Description,
        session: &mut Session<'_, S, R, A>,
        mut watching: impl Tracer,
        state: impl Fn(&R) -> &'static str,
    ) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller,
    {
        self.check::<S>()?;
        self.tuning.apply(&description, session.board())?;
        let (board, kind) = (session.board(), session.kind());
        self.gui.show(output, description, board, kind, session.watching_mut())?;
        self.record.start(description, board, None, session.watching_mut())?;
        let printer = self.printer(output);
        // A viewer may pause the skill, and can stop it: so there is no timeout.
        let live = session.watching().is_live();
        let timeout = if live { Duration::MAX } else { Duration::from_secs_f64(self.timeout) };
        let explained = WhyTrace::new();
        let mut tracer = (printer, (&mut watching, explained.clone()));
        let goes_on = || !output.is_over();
        let (outcome, took) = session.call_while(&self.text, timeout, &mut tracer, goes_on);
        let code = self.end(output, &outcome, took, state(session.robot()), || explained.last());
        while live && goes_on() {
            session.pass(&mut tracer);
        }
        Record::end(session.watching_mut(), code)
    }

    /// Runs the call in a part of a robot, as [`run`](Self::run) does in one that is whole; the other parts wait.
    pub(super) fn run_part<R: Stages>(
        &self,
        output: &Output,
        name: &str,
        robot: &mut SideBySide<'_, R>,
        part: &str,
        state: impl Fn(&R) -> &'static str,
    ) -> Result<ExitCode, Error> {
        show_parts(output, name, (&self.gui, &self.record), robot)?;
        let live = robot.is_live();
        let timeout = if live { Duration::MAX } else { Duration::from_secs_f64(self.timeout) };
        let place = robot.parts_mut().iter().position(|of| of.name() == part);
        let place = place.ok_or_else(|| Error::Usage(format!("there is no part `{part}`")))?;
        let (mut start, mut took) = (None, Duration::ZERO);
        let mut outcome = robot.parts_mut()[place].begin_call(&self.text).err();
        while outcome.is_none() {
            let now = robot.pass().time;
            took = now.since(*start.get_or_insert(now));
            let of = &robot.parts_mut()[place];
            outcome = of.outcome();
            let is_late = took >= timeout;
            if outcome.is_none() && (is_late || output.is_over()) {
                of.stop_call();
                robot.pass();
                outcome = Some(if is_late { Outcome::TimedOut } else { Outcome::Ended });
            }
        }
        let outcome = outcome.unwrap_or(Outcome::Ended);
        let why = robot.parts_mut()[place].why();
        let code = self.end(output, &outcome, took, state(robot.robot()), || why);
        while live && !output.is_over() {
            robot.pass();
        }
        robot.finish()?;
        Ok(code)
    }

    /// Prints how the call ended. Returns the exit status.
    fn end(
        &self,
        output: &Output,
        outcome: &Outcome,
        took: Duration,
        robot: &str,
        why: impl FnOnce() -> Why,
    ) -> ExitCode {
        let took_sec = took.as_secs_f64();
        let reason = outcome.reason();
        let code = if reason.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        let result = match outcome {
            Outcome::Final(result) if !result.is_empty() => Some(result.as_str()),
            _ => None,
        };
        let status = if reason.is_none() { "FINAL" } else { "FAILED" };
        let why = (self.why || reason.is_some()).then(why);
        if self.format == Format::Json {
            if let Some(why) = &why {
                output.json(&Explanation { event: "why", states: why });
            }
            let call = &self.text;
            output.json(&End { event: "end", call, status, took_sec, reason, result, robot });
        } else {
            let style = if reason.is_none() { GOOD } else { BAD };
            let text = reason.or(result);
            let text = text.map_or(String::new(), |text| format!(": {}", Escaped(text)));
            let robot = clause(robot);
            output
                .line(format_args!("{style}{status}{style:#} after {took_sec:.3} s{text}{robot}"));
            if let Some(why) = why {
                for line in why.to_string().lines() {
                    output.line(format_args!("{}", Escaped(line)));
                }
            }
        }
        code
    }
}

/// Returns the end of a sentence about the robot; not every one says what it does.
fn clause(robot: &str) -> String {
    if robot.is_empty() { String::new() } else { format!("; the robot {robot}") }
}

#[cfg(test)]
mod tests {
    use super::clause;

    #[test]
    fn a_robot_that_says_nothing_has_no_clause() {
        assert_eq!(clause("waits"), "; the robot waits");
        assert_eq!(clause(""), "");
    }
}
