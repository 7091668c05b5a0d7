//! `--foxglove`: the robot in viewers that speak Foxglove's WebSocket protocol.

use crate::bridge::{self, Options};
use crate::console::error::Error;
use crate::console::output::Output;
use crate::live::server::guard::Guard;
use crate::model::describe::Description;
use crate::model::run::RobotOfRun;
use crate::recording::record::{Recorder, Viewers};
use crate::running::side_by_side::SideBySide;
use crate::running::watching::Watching;
use clap::Args;
use skill_runtime::agent::HasSkiller;
use skill_runtime::{SkillSpace, Stages};
use std::net::SocketAddr;
use std::sync::Arc;

/// The options for viewers.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Foxglove {
    /// Sends the topics of a recording to viewers as they come: Foxglove, Lichtblick, PlotJuggler. Only this machine
    /// reaches it, unless an address is given.
    #[arg(
        id = "foxglove_address",
        long = "foxglove",
        value_name = "ADDRESS:PORT",
        num_args = 0..=1,
        default_missing_value = "127.0.0.1:8765",
        require_equals = true
    )]
    address: Option<SocketAddr>,
    /// Lets pages of this origin read, as `https://app.foxglove.dev`; programs need none.
    #[arg(long = "foxglove-origin", value_name = "ORIGIN", requires = "foxglove_address")]
    origins: Vec<String>,
}

impl Foxglove {
    /// Refuses to send what another program does.
    ///
    /// # Errors
    /// [`Error::Usage`] if there is an address for it.
    #[cfg(feature = "remote")]
    pub fn refuse(&self) -> Result<(), Error> {
        if self.address.is_none() {
            return Ok(());
        }
        let text = "what viewers are sent comes from the robot's own program\nhelp: give --foxglove to that program";
        Err(Error::Usage(text.to_owned()))
    }

    /// Starts a server for the viewers of a robot, if there is to be one, and prints its address. `rules` are those of
    /// its connections.
    ///
    /// # Errors
    /// [`Error::Usage`] if the address cannot be used.
    pub fn show<'a, S: SkillSpace>(
        &self,
        output: &Output,
        description: Description,
        board: &'a S::Board,
        rules: impl FnOnce() -> Result<Guard, Error>,
        watching: &mut Watching<'a, S>,
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller,
    {
        let Some(address) = self.address else { return Ok(()) };
        let (recorder, viewers) =
            Recorder::for_viewers(description, board).map_err(Error::usage)?;
        watching.show(recorder);
        self.start(output, address, description.robot, rules()?, viewers)
    }

    /// As [`show`](Self::show), for the robots of a run.
    ///
    /// # Errors
    /// [`Error::Usage`] if the address cannot be used.
    pub fn show_run<'a, S: SkillSpace>(
        &self,
        output: &Output,
        robots: &[RobotOfRun<'a, S::Board>],
        rules: impl FnOnce() -> Result<Guard, Error>,
        watching: &mut [Watching<'a, S>],
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller,
    {
        let (Some(address), Some(first)) = (self.address, robots.first()) else { return Ok(()) };
        let (recorders, viewers) = Recorder::run_for_viewers(robots).map_err(Error::usage)?;
        for (of, recorder) in watching.iter_mut().zip(recorders) {
            of.show(recorder);
        }
        self.start(output, address, first.description.robot, rules()?, viewers)
    }

    /// As [`show`](Self::show), for the parts of the robot `name`.
    ///
    /// # Errors
    /// [`Error::Usage`] if the address cannot be used.
    pub fn show_parts<R: Stages>(
        &self,
        output: &Output,
        name: &str,
        rules: impl FnOnce() -> Result<Guard, Error>,
        robot: &mut SideBySide<'_, R>,
    ) -> Result<(), Error> {
        let Some(address) = self.address else { return Ok(()) };
        let viewers = robot.show_viewers()?;
        self.start(output, address, name, rules()?, viewers)
    }

    fn start(
        &self,
        output: &Output,
        address: SocketAddr,
        robot: &str,
        rules: Guard,
        viewers: Arc<Viewers>,
    ) -> Result<(), Error> {
        let guard = Guard { origins: self.origins.clone(), ..rules };
        let has_token = guard.tokens.guard_reading();
        let address = bridge::start(viewers, Options { address, guard, robot: robot.to_owned() })?;
        let token = if has_token { "/?token=TOKEN" } else { "" };
        output.line(format_args!("for Foxglove: ws://{address}{token}"));
        if !address.ip().is_loopback() {
            let with = if has_token { " with a token" } else { "" };
            output.line(format_args!("whoever reaches {address} can see the robot{with}"));
        }
        Ok(())
    }
}
