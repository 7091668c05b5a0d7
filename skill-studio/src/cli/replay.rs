//! `replay`: recordings.

use super::Format;
#[cfg(feature = "live")]
use super::Gui;
use super::pictures::Pictures;
use crate::console::error::Error;
use crate::console::output::Output;
use crate::console::output::{BAD, GOOD, error_line};
use crate::model::clocks::Clocks;
use crate::model::describe::Description;
use crate::recording::record::{Ending, Options, Recording, path_of};
#[cfg(feature = "live")]
use crate::recording::replay::LiveReplay;
use crate::recording::replay::{Checked, ReplayError, check, extract};
use crate::recording::team::align;
use crate::text::escape::Escaped;
use clap::Args;
use serde::Serialize;
use skill_runtime::agent::HasSkiller;
use skill_runtime::{AgentStage, Checkpoint, Instant, SkillSpace, WriterTaken};
#[cfg(feature = "live")]
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The exit status of a check without a difference, of a recording that is not whole.
const INCOMPLETE: u8 = 3;

/// The arguments of `replay`. Without --check, --extract and --graphs it shows the recording in a page.
#[derive(Args, Clone, Debug)]
pub struct Replay {
    /// The files of a recording, in order.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Each file is the recording of another robot, whose clock was its own: prints how far the clocks are apart, and
    /// has all robots on one time line. A next file is found beside the first.
    #[arg(long)]
    team: bool,
    /// The robot of a recording of several ones, by its name; the page shows all and --check compares all if none is
    /// given.
    #[arg(long, value_name = "NAME")]
    robot: Option<String>,
    /// Runs the skills again on what they have read, and compares each event, and each message that
    /// they or the agent send, with the recorded one: exit status 0 if all are the same, 1 at the
    /// first difference, 3 if all are the same in a recording that is not whole.
    #[arg(long)]
    check: bool,
    /// Writes the first call of this skill as a recording of its own, to --output.
    #[arg(
        long,
        value_name = "SKILL",
        group = "part",
        conflicts_with = "check",
        requires = "output"
    )]
    #[cfg_attr(feature = "live", arg(conflicts_with = "address"))]
    extract: Option<String>,
    #[command(flatten)]
    pictures: Pictures,
    /// The time in which the call to extract begins and, at the latest, ends, or whose changes are
    /// drawn: A..B, in seconds.
    #[arg(long, value_name = "A..B", requires = "part", value_parser = span, default_value = "0..1e9")]
    time: [f64; 2],
    /// The file for --extract, which is replaced.
    #[arg(long, value_name = "FILE", requires = "extract")]
    output: Option<PathBuf>,
    /// The format of a check.
    #[arg(long, value_enum, default_value_t = Format::Text, requires = "check")]
    format: Format,
    #[cfg(feature = "live")]
    /// Shows this moment at once, in seconds of the robot's time.
    #[arg(long, value_name = "S", conflicts_with_all = ["check", "part"], allow_negative_numbers = true)]
    #[arg(value_parser = super::call::seconds)]
    at: Option<f64>,
    #[cfg(feature = "live")]
    /// The address of the page that shows it; a free port of this machine if none is given.
    #[arg(long = "gui", value_name = "ADDRESS:PORT", conflicts_with = "check")]
    address: Option<SocketAddr>,
    #[cfg(feature = "live")]
    /// The token for breakpoints and the slider; a random one if none is given.
    #[arg(long, value_name = "TOKEN", env = "SKILL_STUDIO_TOKEN", hide_env_values = true)]
    token: Option<String>,
    #[cfg(feature = "live")]
    /// Allows requests to the page for a host of this name, as `robot.local`.
    #[arg(long = "allow-host", value_name = "NAME", conflicts_with = "check")]
    hosts: Vec<String>,
}

fn span(text: &str) -> Result<[f64; 2], String> {
    let number = |text: &str| text.parse().ok().filter(|sec| (0.0..=1e9).contains(sec));
    let span = text.split_once("..").and_then(|(from, to)| Some([number(from)?, number(to)?]));
    span.filter(|[from, to]| from <= to).ok_or_else(|| "expected A..B in seconds: 12.5..20".into())
}

/// The result of a check as JSON.
#[derive(Serialize)]
struct Compared<'r> {
    /// The name of the robot in a run of several ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    robot: Option<&'r str>,
    passes: usize,
    events: usize,
    /// Nothing if the recording does not have them.
    messages: Option<usize>,
    defaults: &'r [String],
    missing: &'r [String],
    ending: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Differs<'r>>,
}

/// The first difference as JSON.
#[derive(Serialize)]
struct Differs<'r> {
    pass: u32,
    time_sec: f64,
    layer: crate::model::view::Layer,
    skill: &'r str,
    interface: Option<&'r str>,
    recorded: Option<&'r str>,
    replayed: Option<&'r str>,
    why: &'r str,
}

/// Reads the recordings of all robots. What is missing at the end is printed as a warning.
fn read(files: &[PathBuf]) -> Result<Vec<Recording>, Error> {
    let at = |path: &PathBuf, error: &dyn std::fmt::Display| {
        Error::Usage(format!("{}: {error}", Escaped(path.display())))
    };
    let mut all: Vec<Recording> = Vec::new();
    let first = files.first();
    let (mut files, mut number) = (files.to_vec(), 0);
    while let Some(path) = &files.get(number).cloned() {
        number += 1;
        let run = Recording::open_run(path).map_err(|error| at(path, &error))?;
        let is_last = number == files.len();
        if is_last && let (Some(of), Some(first)) = (run.first(), first) {
            files.extend(of.next_file(first));
        }
        let is_last = number == files.len();
        let ending = run.first().map_or(&Ending::Whole, |recording| &recording.ending);
        if *ending != Ending::Whole && (is_last || *ending != Ending::Continues) {
            let path = Escaped(path.display());
            error_line(format_args!("warning: {path} is {ending}"));
        }
        if all.is_empty() {
            all = run;
            continue;
        }
        if run.len() != all.len() {
            return Err(at(path, &"it is of other robots"));
        }
        for (before, recording) in all.iter_mut().zip(run) {
            before.append(recording).map_err(|error| at(path, &error))?;
        }
    }
    Ok(all)
}

/// Returns whether a file is a next one of the recording that another of the files begins.
fn is_next_file(path: &Path, files: &[PathBuf]) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let number = stem.rsplit_once('-').and_then(|(_, number)| number.parse::<u32>().ok());
    let begins =
        |first: &PathBuf| number.is_some_and(|number| number > 1 && path_of(first, number) == path);
    let is_first = |recording: &Recording| recording.file == 1;
    files.iter().any(begins)
        && !Recording::open_run(path).is_ok_and(|run| run.first().is_some_and(is_first))
}

fn warn(all: &[String], about: &str) {
    for text in all {
        error_line(format_args!("warning: {about} {}", Escaped(text)));
    }
}

impl Replay {
    /// Replays the recorded robots with a function that calls [`run`](Self::run): for a check each by itself, for
    /// the page all at once. All that it gets have the space and the agent of the first. The exit status is
    /// that of a robot that differs, if one does. The clocks of robots with recordings of their own are known from
    /// `clocks`, with the description of the program.
    ///
    /// # Errors
    /// [`Error::Usage`] if a file is no recording or not the next one, or a robot has to be chosen.
    pub fn each(
        &self,
        output: &Output,
        clocks: Option<(&Clocks, &Description)>,
        mut replay: impl FnMut(&[Recording]) -> Result<ExitCode, Error>,
    ) -> Result<ExitCode, Error> {
        let all = if self.team { self.read_team(output, clocks)? } else { read(&self.files)? };
        let mut chosen = self.chosen(all)?;
        if !self.check {
            let ends = chosen.iter().filter_map(|of| Some(of.times()?.1));
            // Robots of one program end at one time.
            if let Some(end) = ends.min().filter(|_| !self.team) {
                for of in &mut chosen {
                    of.end_at(end);
                }
            }
            return replay(&chosen);
        }
        let mut code = ExitCode::SUCCESS;
        for recording in chosen.chunks(1) {
            let new = replay(recording)?;
            code = if code == ExitCode::SUCCESS || new == ExitCode::FAILURE { new } else { code };
        }
        Ok(code)
    }

    /// Reads the recordings of robots with clocks of their own, and brings them onto one time line.
    fn read_team(
        &self,
        output: &Output,
        clocks: Option<(&Clocks, &Description)>,
    ) -> Result<Vec<Recording>, Error> {
        let Some((clocks, description)) = clocks else {
            return Err(Error::usage(
                "--team: this program does not name the fields that show the clocks of other robots\nhelp: name them \
                 with `Robot::with_clocks`",
            ));
        };
        let mut all: Vec<Recording> = Vec::new();
        for path in self.files.iter().filter(|path| !is_next_file(path, &self.files)) {
            for mut recording in read(std::slice::from_ref(path))? {
                let stem = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let name = recording.name.take().unwrap_or_else(stem);
                if all.iter().any(|of| of.name.as_ref() == Some(&name)) {
                    let (path, name) = (Escaped(path.display()), Escaped(&name));
                    return Err(Error::Usage(format!(
                        "{path}: another file has a robot `{name}`, too\nhelp: give one recording of each robot"
                    )));
                }
                recording.name = Some(name);
                all.push(recording);
            }
        }
        for clock in align(&mut all, description, clocks).map_err(Error::usage)? {
            if self.format == Format::Json {
                output.json(&clock);
            } else {
                error_line(format_args!("{clock}"));
            }
        }
        Ok(all)
    }

    /// Returns the robots to replay.
    fn chosen(&self, mut all: Vec<Recording>) -> Result<Vec<Recording>, Error> {
        let names: Vec<&str> = all.iter().filter_map(|of| of.name.as_deref()).collect();
        let names = Escaped(names.join(", ")).to_string();
        match &self.robot {
            Some(name) => {
                all.retain(|recording| recording.name.as_ref() == Some(name));
                let of = if names.is_empty() {
                    "one robot, without a name\nhelp: leave --robot out".to_owned()
                } else {
                    format!("the robots {names}")
                };
                let unknown = || {
                    let name = Escaped(name);
                    Error::Usage(format!("there is no robot `{name}`: the recording is of {of}"))
                };
                if all.is_empty() { Err(unknown()) } else { Ok(all) }
            }
            None if all.len() > 1 && !self.check && !self.shows(&all) => {
                Err(Error::Usage(format!(
                    "the recording is of {} robots\nhelp: choose one with --robot NAME: {names}",
                    all.len()
                )))
            }
            None => Ok(all),
        }
    }

    /// Whether the recording is to be shown in a page.
    fn is_shown(&self) -> bool {
        !self.check && !self.pictures.are_wanted() && self.extract.is_none()
    }

    /// Whether one page can show all: they have the same skills and agent.
    fn shows(&self, all: &[Recording]) -> bool {
        let is_like = |two: &[Recording]| {
            let [one, other] = [&two[0], &two[1]];
            one.space == other.space && one.agent == other.agent
        };
        self.is_shown() && cfg!(feature = "live") && all.windows(2).all(is_like)
    }

    /// Replays recordings with the skills of the space `S` and the agents that `agent` makes.
    ///
    /// # Errors
    /// [`Error::Usage`] if one of them cannot be run again.
    pub fn run<S: SkillSpace, A: AgentStage + Checkpoint>(
        &self,
        output: &Output,
        description: Description,
        recordings: &[Recording],
        agent: impl Fn(&Recording, &'static S::Board) -> Result<A, WriterTaken>,
    ) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller + Default,
    {
        #[cfg(not(feature = "live"))]
        if self.is_shown() {
            return Err(super::not_built::without("live"));
        }
        #[cfg(feature = "live")]
        if self.is_shown() {
            return self.show::<S, A>(output, description, recordings, agent);
        }
        let Some(recording) = recordings.first() else { return Ok(ExitCode::SUCCESS) };
        if self.pictures.are_wanted() {
            return self.pictures.draw(output, &description, recording, self.time);
        }
        // It stays until the end of the program.
        let board: &'static S::Board = Box::leak(Box::default());
        if let (Some(skill), Some(path)) = (&self.extract, &self.output) {
            let is_read = |file: &PathBuf| {
                file.canonicalize().ok().is_some_and(|file| path.canonicalize().ok() == Some(file))
            };
            if self.files.iter().any(is_read) {
                let path = Escaped(path.display());
                return Err(Error::Usage(format!("`{path}` is read, it cannot be --output")));
            }
            let at = |time_sec| Instant::ZERO.after(Duration::from_secs_f64(time_sec));
            let options = Options::new(path);
            let time = self.time.map(at);
            let extracted = extract::<S>(description, recording, board, skill, time, &options);
            let extracted = extracted.map_err(Error::usage)?;
            let (call, begin) = (Escaped(&extracted.call), extracted.begin.as_secs_f64());
            output.line(format_args!("{call} at {begin:.3} s: {} passes", extracted.passes));
            return Ok(ExitCode::SUCCESS);
        }
        let agent = agent(recording, board).map_err(Error::usage)?;
        let checked = check::<S, A>(description, recording, board, agent);
        let checked = checked.map_err(|error: ReplayError| Error::usage(error))?;
        warn(&checked.defaults, "another default of parameter");
        warn(&checked.missing, "not in the recording:");
        let code = match &checked.difference {
            None if recording.ending == Ending::Whole => ExitCode::SUCCESS,
            None => ExitCode::from(INCOMPLETE),
            Some(_) => ExitCode::FAILURE,
        };
        let robot = recording.name.as_deref();
        let of = robot.map_or(String::new(), |name| format!("{}: ", Escaped(name)));
        if self.format == Format::Json {
            let difference = checked.difference.as_ref().map(|of| Differs {
                pass: of.pass,
                time_sec: of.time.as_secs_f64(),
                layer: of.layer,
                skill: &of.skill,
                interface: of.interface.as_deref(),
                recorded: of.recorded.as_deref(),
                replayed: of.replayed.as_deref(),
                why: &of.why,
            });
            let Checked { passes, events, messages, .. } = checked;
            let (defaults, missing) = (&checked.defaults, &checked.missing);
            let ending = recording.ending.to_string();
            output.json(&Compared {
                robot,
                passes,
                events,
                messages,
                defaults,
                missing,
                ending,
                difference,
            });
        } else if let Some(difference) = &checked.difference {
            output.line(format_args!("{of}{BAD}different{BAD:#}: {difference}"));
        } else {
            let Checked { passes, events, messages, .. } = checked;
            let messages = messages.map_or(String::new(), |count| format!("{count} messages and "));
            output.line(format_args!(
                "{of}{GOOD}the same{GOOD:#}: {messages}{events} events in {passes} passes"
            ));
            if checked.messages.is_none() {
                output.line(format_args!(
                    "{of}messages were not compared: an older program has recorded it"
                ));
            }
            if recording.ending != Ending::Whole {
                let ending = &recording.ending;
                output.line(format_args!("{of}{BAD}incomplete{BAD:#}: the recording is {ending}"));
            }
        }
        Ok(code)
    }

    /// Shows recordings in the live page until the program is ended.
    #[cfg(feature = "live")]
    fn show<S: SkillSpace, A: AgentStage + Checkpoint>(
        &self,
        output: &Output,
        description: Description,
        recordings: &[Recording],
        agent: impl Fn(&Recording, &'static S::Board) -> Result<A, WriterTaken>,
    ) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller + Default,
    {
        let agent = &agent;
        let shown = |recording| {
            // They stay until the end of the program.
            let boards = [(); 2].map(|()| &*Box::leak(Box::<S::Board>::default()));
            let agent = move |board| agent(recording, board);
            LiveReplay::<S, A, _>::new(description, recording, boards, agent)
        };
        let shown: Result<Vec<_>, _> = recordings.iter().map(shown).collect();
        let mut shown = shown.map_err(Error::usage)?;
        LiveReplay::join(&mut shown);
        if let Some(time_sec) = self.at {
            LiveReplay::begin_at(&mut shown, time_sec)
                .map_err(|text| Error::Usage(format!("--at {time_sec}: {text}")))?;
        }
        if let Some(first) = shown.first() {
            warn(first.missing(), "not in the recording:");
        }
        let hubs = shown.iter().map(|of| of.live().hub()).collect();
        Gui::of_recording(self.address, self.token.clone(), self.hosts.clone())
            .start_in_any_case(output, hubs)?;
        while !output.is_over() {
            LiveReplay::step_run(&mut shown).map_err(Error::usage)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
