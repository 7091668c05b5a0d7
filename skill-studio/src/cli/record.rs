//! `--record`: recordings.

use crate::console::error::Error;
use crate::console::signals;
use crate::model::describe::Description;
use crate::recording::record::{Options, Recorder};
use crate::running::watching::Watching;
use clap::Args;
use skill_runtime::SkillSpace;
use skill_runtime::agent::HasSkiller;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// The options of a command that can record a robot.
#[derive(Args, Clone, Debug, Default)]
pub struct Record {
    /// Records the robot to this file: MCAP, which viewers and `replay` read, or a Chrome trace if
    /// its name ends in .json. An old file is replaced, a
    /// link is not followed. A signal (Ctrl-C, SIGTERM, SIGHUP) ends the file whole; a kill costs less
    /// than the last second.
    #[arg(long = "record", value_name = "FILE")]
    path: Option<PathBuf>,
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

    /// Returns the options of the recording, if there is to be one.
    pub(super) fn options(&self) -> Option<Options> {
        Some(Options {
            path: self.path.clone()?,
            max_bytes: self.max_mb.map(|megabytes| megabytes * 1_000_000),
            max_time: self.max_minutes.map(|minutes| Duration::from_secs(minutes * 60)),
            // At once: a robot may run for hours after it.
            report: |error| super::report(error),
        })
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
        let Some(options) = self.options() else { return Ok(()) };
        signals::catch()?;
        let recorder = Recorder::new(description, board, agent, &options);
        watching.record(Some(recorder.map_err(Error::usage)?));
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
