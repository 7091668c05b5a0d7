//! `mcp`: skills as tools of language models.

use super::watched::server;
use crate::console::error::Error;
use crate::console::output::Output;
use crate::mcp::{Rehearsal, Server, serve};
use crate::model::describe::Description;
use crate::watch::Place;
use clap::Args;
use skill_runtime::SkillSpace;
use std::process::ExitCode;
use std::time::Duration;

/// The arguments of `mcp`.
#[derive(Args, Clone, Debug)]
pub struct Mcp {
    /// The robot: HOST:PORT of its live page, HOST:PORT/?robot=NAME for one of several, or the address that it
    /// has printed.
    #[arg(value_name = "ROBOT")]
    place: Place,
    /// Lets the client call skills and stop them; otherwise it only reads.
    #[arg(long)]
    allow_commands: bool,
    /// The token.
    #[arg(long, value_name = "TOKEN", env = "SKILL_STUDIO_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// After how many seconds a skill is stopped.
    #[arg(long, value_name = "S", default_value_t = 300.0, value_parser = super::call::seconds)]
    timeout: f64,
    /// Simulates the calls on standard input.
    #[arg(long, hide = true)]
    rehearse: bool,
}

impl Mcp {
    /// Returns the name of the robot in a run of several, if it is given.
    pub(super) fn robot(&self) -> Option<&str> {
        match &self.place {
            Place::Server { robot, .. } => robot.as_deref(),
            Place::SharedMemory(_) | Place::Serial { .. } => None,
        }
    }

    /// Serves a client on standard input and output until the input ends. `simulate`, if the robot has a simulation,
    /// makes a new robot and runs calls on it, each for at most a time.
    ///
    /// # Errors
    /// [`Error::Usage`] if the robot is not one with a page, or cannot be simulated.
    pub fn run<S: SkillSpace>(
        &self,
        output: &Output,
        description: Description,
        simulate: Option<impl FnOnce(&[String], Duration) -> Result<Vec<Rehearsal>, Error>>,
    ) -> Result<ExitCode, Error> {
        let timeout = Duration::from_secs_f64(self.timeout);
        if self.rehearse {
            let calls: Vec<String> =
                serde_json::from_reader(std::io::stdin()).map_err(Error::usage)?;
            let simulate =
                simulate.ok_or_else(|| Error::Usage("this robot has no simulation".to_owned()))?;
            output.json(&simulate(&calls, timeout)?);
            return Ok(ExitCode::SUCCESS);
        }
        crate::console::signals::catch()?;
        let server = Server {
            description,
            check: |call| S::parse(call).map(drop),
            remote: server(&self.place, self.token.as_deref())?,
            allows_commands: self.allow_commands,
            has_simulation: simulate.is_some(),
            timeout,
        };
        serve(&server);
        Ok(ExitCode::SUCCESS)
    }
}
