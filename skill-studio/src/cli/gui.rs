//! `--gui`: the live page.

use crate::console::error::Error;
use crate::console::output::Output;
use crate::live::{Hub, server};
use crate::model::describe::Description;
use crate::model::world::RobotKind;
use crate::running::watching::Watching;
use clap::Args;
use skill_runtime::SkillSpace;
use skill_runtime::agent::HasSkiller;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// A free port of this machine.
const FREE_PORT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// The options of a command that can show a live page.
#[derive(Args, Clone, Debug, Default)]
pub struct Gui {
    /// Shows the robot in a page for browsers, and keeps it running. Only this machine reaches it,
    /// unless an address is given.
    #[arg(
        long = "gui",
        value_name = "ADDRESS:PORT",
        num_args = 0..=1,
        default_missing_value = "127.0.0.1:0",
        require_equals = true
    )]
    address: Option<SocketAddr>,
    /// Lets the page command the robot, with the token that is printed.
    #[arg(long, requires = "address")]
    allow_commands: bool,
    /// The token for commands; a random one if none is given.
    #[arg(long, value_name = "TOKEN", env = "SKILL_STUDIO_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Allows requests for a host of this name, as `robot.local`, beside the address and
    /// `localhost`; with `NAME:PORT`, for that port only.
    #[arg(long = "allow-host", value_name = "NAME", requires = "address")]
    hosts: Vec<String>,
}

impl Gui {
    /// Returns whether there is to be a page.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.address.is_some()
    }

    #[cfg(feature = "record")]
    /// Returns the options for a recording, which commands can only show.
    pub(super) fn of_recording(
        address: Option<SocketAddr>,
        token: Option<String>,
        hosts: Vec<String>,
    ) -> Self {
        Self { address, allow_commands: true, token, hosts }
    }

    /// Checks that the page is not to command the robot: that of another program only shows it.
    ///
    /// # Errors
    /// [`Error::Usage`] if it is.
    #[cfg(feature = "remote")]
    pub(super) fn only_shows(&self) -> Result<(), Error> {
        if !self.allow_commands {
            return Ok(());
        }
        let text = "the page of a robot in another program only shows it\nhelp: give \
                    --allow-commands to the robot's own program, and open its page";
        Err(Error::Usage(text.to_owned()))
    }

    /// Makes a robot live and starts the server of its page, if it is to be shown, and prints its
    /// address.
    ///
    /// # Errors
    /// [`Error::Usage`] if the address cannot be used.
    pub fn show<'a, S: SkillSpace>(
        &self,
        output: &Output,
        description: Description,
        board: &'a S::Board,
        kind: RobotKind,
        watching: &mut Watching<'a, S>,
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller,
    {
        match self.address {
            Some(address) => {
                self.serve(output, watching.make_live(description, board, kind), address)
            }
            None => Ok(()),
        }
    }

    /// Starts the server of the page, on a free port of this machine if no address is given, and
    /// prints its address.
    ///
    /// # Errors
    /// [`Error::Usage`] if the address cannot be used.
    pub fn start_in_any_case(&self, output: &Output, hub: Arc<Hub>) -> Result<(), Error> {
        self.serve(output, hub, self.address.unwrap_or(FREE_PORT))
    }

    fn serve(&self, output: &Output, hub: Arc<Hub>, address: SocketAddr) -> Result<(), Error> {
        let (allow_commands, token) = (self.allow_commands, self.token.clone());
        let hosts = self.hosts.clone();
        let options = server::Options { address, allow_commands, token, hosts };
        let server = server::start(hub, &options)?;
        output.line(format_args!("live page: {}", server.url));
        if !server.address.ip().is_loopback() {
            let reach = if allow_commands {
                "can see the robot, and command it with the token"
            } else {
                "can see the robot"
            };
            output.line(format_args!("whoever reaches {} {reach}", server.address));
        }
        Ok(())
    }
}
