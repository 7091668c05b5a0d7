//! `--record`: recordings.

use crate::console::error::Error;
use crate::console::log::{self, Level};
use crate::console::signals;
use crate::model::describe::Description;
use crate::model::run::RobotOfRun;
use crate::model::variables::Variable;
use crate::recording::record::{Keep, Options, Recorder, path_in};
use crate::running::watching::Watching;
use crate::text::escape::Escaped;
use clap::Args;
use skill_runtime::SkillSpace;
use skill_runtime::agent::HasSkiller;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

/// The options of a command that can record a robot.
#[derive(Args, Clone, Debug, Default)]
pub struct Record {
    /// Records the robot to this file: MCAP, which viewers and `replay` read, or a Chrome trace if
    /// its name ends in .json. An old recording is replaced, another file is not, and a
    /// link is not followed. A signal (Ctrl-C, SIGTERM, SIGHUP) ends the file whole; a kill costs less
    /// than the last second. In a directory each run has a file of its own, ROBOT-TIME.mcap, and none is
    /// replaced.
    #[arg(long = "record", value_name = "FILE")]
    path: Option<PathBuf>,
    /// Removes the oldest recordings of the robot in the directory, each with all its files, when all of them are
    /// larger than that.
    #[arg(
        long = "record-keep-mb",
        value_name = "MB",
        requires = "path",
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000)
    )]
    keep_mb: Option<u64>,
    /// Of the recordings that --record-keep-mb removes, those of runs in which the agent or a skill that was called
    /// has failed go last. They have a file ROBOT-TIME.failed, which says what failed first.
    #[arg(long = "record-keep-failures", requires = "keep_mb")]
    keep_failures: bool,
    /// Begins another file, FILE-2, FILE-3 .., when one has this size.
    #[arg(
        long = "record-max-mb",
        value_name = "MB",
        requires = "path",
        value_parser = clap::value_parser!(u64).range(1..=1_000_000)
    )]
    max_mb: Option<u64>,
    /// Begins another file after this time of the robot.
    #[arg(
        long = "record-max-minutes",
        value_name = "M",
        requires = "path",
        value_parser = clap::value_parser!(u64).range(1..=100_000)
    )]
    max_minutes: Option<u64>,
}

impl Record {
    /// Returns whether a file is to be recorded.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.path.is_some()
    }

    /// Returns the options of the recording of `robot`, if there is to be one.
    ///
    /// # Errors
    /// [`Error::Usage`] if older recordings are to go, but the path is that of a file.
    pub(super) fn options(&self, robot: &str) -> Result<Option<Options>, Error> {
        let Some(path) = self.path.clone() else { return Ok(None) };
        let is_directory = path.is_dir();
        if self.keep_mb.is_some() && !is_directory {
            let path = Escaped(path.display());
            return Err(Error::Usage(format!(
                "{path} is no directory\nhelp: --record-keep-mb removes recordings in one: create it, and give its path to --record"
            )));
        }
        let max_bytes = self.keep_mb.map(|megabytes| megabytes * 1_000_000);
        let prefix = format!("{robot}-");
        Ok(Some(Options {
            keep: max_bytes.map(|max_bytes| Keep {
                prefix,
                max_bytes,
                failures: self.keep_failures,
            }),
            keeps_old: is_directory,
            path: if is_directory { path_in(&path, robot, SystemTime::now()) } else { path },
            max_bytes: self.max_mb.map(|megabytes| megabytes * 1_000_000),
            variables: Vec::new(),
            run: Vec::new(),
            max_time: self.max_minutes.map(|minutes| Duration::from_secs(minutes * 60)),
            // At once: a robot may run for hours after it.
            report: |error| log::say(Level::Error, "record", &error.to_string()),
        }))
    }

    /// Begins the recording of a robot with this description, blackboard and agent, if there is to be
    /// one.
    ///
    /// # Errors
    /// [`Error::Usage`] if the file cannot be created.
    pub fn start<'a, S: SkillSpace>(
        &self,
        description: Description,
        board: &'a S::Board,
        agent: Option<&str>,
        watching: &mut Watching<'a, S>,
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller,
    {
        self.start_with(Vec::new(), description, board, agent, watching)
    }

    /// As [`start`](Self::start), of an agent that begins with variables of an earlier run.
    ///
    /// # Errors
    /// [`Error::Usage`] if the file cannot be created.
    pub(super) fn start_with<'a, S: SkillSpace>(
        &self,
        variables: Vec<Variable>,
        description: Description,
        board: &'a S::Board,
        agent: Option<&str>,
        watching: &mut Watching<'a, S>,
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller,
    {
        let Some(mut options) = self.options(description.robot)? else { return Ok(()) };
        options.variables = variables;
        signals::catch()?;
        let recorder = Recorder::new(description, board, agent, &options);
        watching.record(Some(recorder.map_err(Error::usage)?));
        Ok(())
    }

    /// Begins the recording of all robots of a run to one file, if there is to be one. If they have clocks of their own,
    /// each has a file of its own: `FILE-NAME.mcap`, in a directory `ROBOT-NAME-TIME.mcap`. `watching` are in the
    /// order of `robots`.
    ///
    /// # Errors
    /// [`Error::Usage`] if a file cannot be created.
    pub fn start_run<'a, S: SkillSpace>(
        &self,
        robots: &[RobotOfRun<'a, S::Board>],
        own_clocks: bool,
        watching: &mut [Watching<'a, S>],
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller,
    {
        let mut watching = watching.iter_mut();
        let runs = robots.chunks(if own_clocks { 1 } else { robots.len().max(1) });
        for run in runs {
            let [RobotOfRun { name, description, .. }, ..] = run else { return Ok(()) };
            let program = description.robot;
            let options = if own_clocks {
                self.options(&format!("{program}-{name}"))?.map(|options| options.of_robot(name))
            } else {
                self.options(program)?
            };
            let Some(mut options) = options else { return Ok(()) };
            if own_clocks {
                options.run = robots.iter().map(|robot| robot.name.clone()).collect();
            }
            signals::catch()?;
            let recorders = Recorder::of_run(run, &options).map_err(Error::usage)?;
            for (recorder, watching) in recorders.into_iter().zip(&mut watching) {
                watching.record(Some(recorder));
            }
        }
        Ok(())
    }

    /// Ends the recording, if there is one. Returns `code`, unless the file could not be written.
    ///
    /// # Errors
    /// [`Error::Usage`] if it is not whole.
    pub fn end<S: SkillSpace>(
        watching: &mut Watching<'_, S>,
        code: ExitCode,
    ) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller,
    {
        watching.take_recorder().map_or(Ok(()), Recorder::finish).map_err(Error::usage)?;
        Ok(code)
    }
}
