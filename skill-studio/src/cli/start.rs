//! `start`: a robot that goes on until it is ended, as a service or in a terminal.

use super::not_built;
use super::notify::Notifier;
use super::supervisor::{Said, Supervisor};
use super::words::escape;
use super::{Gui, Record, Tuning};
use crate::console::error::Error;
use crate::console::log::{self, Level};
use crate::console::output::Output;
use crate::console::signals;
use crate::console::trace::Printer;
use crate::model::describe::Description;
use crate::model::variables::Variables;
use crate::running::kept::{Kept, KeptAgent, KeptParams};
#[cfg(unix)]
use crate::running::realtime;
use crate::running::session::Session;
use crate::running::side_by_side::SideBySide;
use crate::text::escape::Escaped;
use clap::{Args, Parser};
use skill_runtime::agent::HasSkiller;
use skill_runtime::{AgentStage, SkillSpace, Stages};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The time between two lines about passes that were missed.
const MISSED: Duration = Duration::from_secs(1);

/// The arguments of `start`.
#[derive(Args, Clone, Debug, Default)]
pub struct Start {
    /// Runs passes with real-time priority, locks the memory of the program and keeps the processors awake:
    /// passes in time beside other programs, at the cost of power.
    #[cfg(unix)]
    #[arg(long)]
    realtime: bool,
    /// Shows what standard input says, a string of JSON on each line, and ends with it: for `cargo skill dev`.
    #[arg(long, hide = true)]
    supervised: bool,
    /// Keeps the variables of the agent in this file, over a restart: written at most once a second, and at
    /// the end. The agent begins anew if the file is of another version of it, or damaged.
    #[arg(long, value_name = "FILE")]
    agent_state: Option<PathBuf>,
    /// Writes parameters that are set while the robot runs to the last file of `--params`, whose comments and
    /// order stay. A file that others have changed meanwhile stays, too, and a line says so.
    #[arg(long, requires = "files")]
    write_params: bool,
    #[command(flatten)]
    tuning: Tuning,
    #[command(flatten)]
    gui: Gui,
    #[command(flatten)]
    record: Record,
}

impl Start {
    /// Returns the options with parameters.
    pub(super) fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// Sets the parameters of the command line. Returns the file that follows them, if one does.
    pub(super) fn tune<S: SkillSpace>(
        &self,
        description: &Description,
        board: &S::Board,
    ) -> Result<Option<KeptParams>, Error>
    where
        S::Board: HasSkiller,
    {
        let files = self.tuning.files()?;
        self.tuning.apply_files(&files, description, board)?;
        let report = |line: &str| log::say(Level::Error, "params", line);
        let open = || KeptParams::open(files, description.all, board, report);
        self.write_params.then(open).transpose()
    }

    /// Restores the variables of the agent, if they are kept, before its first pass.
    pub(super) fn restore(&self, agent: &mut impl AgentStage) -> Result<Option<KeptAgent>, Error> {
        let Some(path) = &self.agent_state else { return Ok(None) };
        let report = |line: &str| log::say(Level::Error, "agent", line);
        let (kept, level, line) = KeptAgent::open(path, agent, report)?;
        log::say(level, "agent", &line);
        Ok(Some(kept))
    }

    /// Returns the program that has started the robot as a part of itself, if one has.
    pub(super) fn supervisor(&self) -> Supervisor {
        Supervisor::listen(self.supervised)
    }

    /// Runs the robot until a signal comes, or a pass panics. Then skills and agent are stopped, and the
    /// recording ends whole.
    pub(super) fn run<S: SkillSpace, R: Stages, A: AgentStage>(
        &self,
        output: &Output,
        description: Description,
        supervisor: &Supervisor,
        kept: Kept,
        session: &mut Session<'_, S, R, A>,
    ) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller,
    {
        signals::catch()?;
        let (board, kind) = (session.board(), session.kind());
        let agent = session.agent().info().map(|agent| agent.name);
        let begin = kept.agent.as_ref().map(|_| Variables::of(session.agent()).all);
        let watching = session.watching_mut();
        self.gui.show(output, description, board, kind, watching)?;
        self.record.start_with(begin.unwrap_or_default(), description, board, agent, watching)?;
        session.keep(kept);
        self.go_on(supervisor, &mut Traced(session, Printer::log(output, agent)))?;
        let is_kept = session.take_kept().finish().is_ok();
        let ended = Record::end(session.watching_mut(), status(is_kept));
        signals::obeyed();
        ended
    }

    /// Runs a robot of parts, as [`run`](Self::run) does with one that is whole.
    pub(super) fn run_parts<R: Stages>(
        &self,
        output: &Output,
        name: &str,
        supervisor: &Supervisor,
        robot: &mut SideBySide<'_, R>,
    ) -> Result<ExitCode, Error> {
        signals::catch()?;
        show_parts(output, name, (&self.gui, &self.record), robot)?;
        self.go_on(supervisor, robot)?;
        let ended = robot.finish();
        signals::obeyed();
        ended.map(status)
    }

    /// Returns the file with the variables of the agent, or of that of a part: `state.left.json` beside
    /// `state.json`.
    pub(super) fn agent_state(&self, part: &str) -> Option<PathBuf> {
        let path = self.agent_state.as_ref()?;
        let end =
            path.extension().map_or(String::new(), |end| format!(".{}", end.to_string_lossy()));
        Some(path.with_extension(format!("{part}{end}").trim_start_matches('.')))
    }

    /// Returns whether parameters that are set are to be written.
    pub(super) fn writes_params(&self) -> bool {
        self.write_params
    }

    /// Runs passes until a signal comes or the supervisor is gone, then stops skills and agents.
    fn go_on(&self, supervisor: &Supervisor, robot: &mut impl Running) -> Result<(), Error> {
        #[cfg(unix)]
        let _awake = if self.realtime {
            let say = |line: &str| log::say(Level::Warn, "realtime", line);
            realtime::begin(realtime::PASSES, say)?;
            realtime::keep_awake(say)
        } else {
            None
        };
        let manager = Notifier::ready();
        let mut missed = Missed::default();
        while signals::came().is_none() {
            match supervisor.said() {
                Said::Nothing => {}
                Said::Notice(text) => robot.notice(text),
                Said::Gone => break,
            }
            robot.pass();
            manager.pass();
            manager.status(|| robot.doing());
            if let Some(count) = missed.line(robot.take_missed()) {
                let were = if count == 1 { "pass was" } else { "passes were" };
                let line = format!("{count} {were} missed, since others took too long");
                log::say(Level::Error, "passes", &line);
            }
        }
        log::say(Level::Info, "start", "stopping");
        robot.stop();
        manager.end();
        Ok(())
    }
}

/// Shows a robot of parts in a page, and records it, if the options say so.
#[cfg_attr(
    not(any(feature = "live", feature = "record")),
    allow(clippy::unnecessary_wraps, clippy::trivially_copy_pass_by_ref)
)]
pub(super) fn show_parts<R: Stages>(
    output: &Output,
    name: &str,
    (gui, record): (&Gui, &Record),
    robot: &mut SideBySide<'_, R>,
) -> Result<(), Error> {
    #[cfg(feature = "live")]
    gui.show_parts(output, name, robot)?;
    #[cfg(feature = "record")]
    if let Some(options) = record.options(name)? {
        signals::catch()?;
        robot.record(&options)?;
    }
    let _ = (output, name, gui, record, robot);
    Ok(())
}

/// Returns the exit status of a robot that has stopped: a line has named what could not be kept.
fn status(is_kept: bool) -> ExitCode {
    if is_kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A robot that `start` runs, whole or of parts.
trait Running {
    fn pass(&mut self);
    fn stop(&mut self);
    fn doing(&self) -> String;
    fn take_missed(&mut self) -> u64;
    fn notice(&mut self, text: Option<String>);
}

/// A session with its tracer.
struct Traced<'s, 'a, 'o, S: SkillSpace, R, A>(&'s mut Session<'a, S, R, A>, Printer<'o>);

impl<S: SkillSpace, R: Stages, A: AgentStage> Running for Traced<'_, '_, '_, S, R, A>
where
    S::Board: HasSkiller,
{
    fn pass(&mut self) {
        self.0.pass(&mut self.1);
    }
    fn stop(&mut self) {
        self.0.stop(&mut self.1);
    }
    fn doing(&self) -> String {
        self.0.doing()
    }
    fn take_missed(&mut self) -> u64 {
        self.0.take_missed()
    }
    fn notice(&mut self, text: Option<String>) {
        self.0.watching_mut().notice(text);
    }
}

impl<R: Stages> Running for SideBySide<'_, R> {
    fn pass(&mut self) {
        SideBySide::pass(self);
    }
    fn stop(&mut self) {
        SideBySide::stop(self);
    }
    fn doing(&self) -> String {
        SideBySide::doing(self)
    }
    fn take_missed(&mut self) -> u64 {
        SideBySide::take_missed(self)
    }
    fn notice(&mut self, text: Option<String>) {
        self.parts_mut().iter_mut().for_each(|part| part.notice(text.clone()));
    }
}

/// The missed passes that no line was about yet.
#[derive(Default)]
struct Missed {
    count: u64,
    last: Option<Instant>,
}

impl Missed {
    /// Adds missed passes, and returns how many a line is due about.
    fn line(&mut self, count: u64) -> Option<u64> {
        self.count = self.count.saturating_add(count);
        let is_due = self.count > 0 && self.last.is_none_or(|last| last.elapsed() >= MISSED);
        is_due.then(|| {
            self.last = Some(Instant::now());
            std::mem::take(&mut self.count)
        })
    }
}

/// The arguments of `service`.
#[derive(Args, Clone, Debug)]
pub struct Unit {
    /// The user that runs it; root if none is given.
    #[arg(long, value_name = "NAME")]
    user: Option<String>,
    /// The time without a pass after which the manager starts the program anew, s.
    #[arg(long, value_name = "S", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=3600))]
    watchdog_sec: u32,
    /// The arguments of `start`.
    #[arg(last = true, value_name = "ARGUMENTS")]
    arguments: Vec<String>,
}

impl Unit {
    /// Prints the unit of a robot with a name, whose command line is `A`.
    pub(super) fn run<A: Parser>(&self, output: &Output, name: &str) -> Result<ExitCode, Error> {
        let words = [name, "start"].into_iter();
        let words = words.chain(self.arguments.iter().map(String::as_str));
        A::try_parse_from(words).map_err(|error| refused(name, error))?;
        let program = std::env::current_exe().map_err(Error::usage)?;
        let program = program.into_os_string().into_string();
        let program = program.map_err(|path| {
            Error::usage(format_args!("{}: no unit can name this path", Escaped(path.display())))
        })?;
        let words = [program.as_str(), "start"].into_iter();
        let words = words.chain(self.arguments.iter().map(String::as_str));
        let command: Vec<String> = words.map(quoted).collect();
        let user = self.user.as_ref().map(|user| format!("User={user}\n")).unwrap_or_default();
        output.write(format_args!(
            "[Unit]
Description=The robot {name}
After=network-online.target
Wants=network-online.target

[Service]
Type=notify
ExecStart={}
{user}WatchdogSec={}
Restart=on-failure
RestartSec=1
TimeoutStopSec=10

[Install]
WantedBy=multi-user.target
",
            command.join(" "),
            self.watchdog_sec
        ));
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns why a service cannot have its arguments.
fn refused(name: &str, mut error: clap::Error) -> Error {
    if let Some(error) = not_built::explain(&error) {
        return error;
    }
    if !error.use_stderr() {
        return Error::usage("a service does not print its help or version");
    }
    escape(&mut error);
    let why = error.to_string();
    let why = why.trim_end().trim_start_matches("error: ");
    Error::Usage(format!("`{name} start` has other arguments: {why}"))
}

/// Returns a word of a command as units write it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    let mut out = String::from("\"");
    for c in word.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // The specifiers and variables of units.
            '%' | '$' => out.extend([c, c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_has_a_file_of_its_own() {
        let of = |path: &str| {
            let start = Start { agent_state: Some(path.into()), ..Start::default() };
            start.agent_state("left").unwrap().display().to_string()
        };
        assert_eq!(of("/var/lib/state.json"), "/var/lib/state.left.json");
        assert_eq!(of("state"), "state.left");
    }

    #[test]
    fn words_of_a_unit_are_quoted() {
        assert_eq!(quoted("--serial=/dev/ttyUSB0"), "--serial=/dev/ttyUSB0");
        assert_eq!(quoted("50 % of $HOME \"x\\\""), r#""50 %% of $$HOME \"x\\\"""#);
        assert_eq!(quoted(""), "\"\"");
    }

    #[test]
    fn missed_passes_are_counted_until_a_line_is_due() {
        let mut missed = Missed::default();
        assert_eq!(missed.line(0), None);
        assert_eq!(missed.line(3), Some(3));
        assert_eq!((missed.line(1), missed.line(2)), (None, None));
        missed.last = Instant::now().checked_sub(MISSED);
        assert_eq!(missed.line(0), Some(3));
    }
}
