//! `--gui`: the live page.

#[cfg(feature = "foxglove")]
use super::foxglove::Foxglove;
#[cfg(feature = "mdns")]
use super::mdns::HostName;
use super::token_file::TokenFile;
use crate::console::error::Error;
use crate::console::output::Output;
#[cfg(feature = "foxglove")]
use crate::live::server::{guard::Guard, tokens::Tokens};
use crate::live::{Hub, Role, server};
use crate::model::describe::Description;
use crate::model::run::RobotOfRun;
use crate::model::world::RobotKind;
use crate::running::side_by_side::SideBySide;
use crate::running::watching::Watching;
use clap::{ArgGroup, Args};
use skill_runtime::agent::HasSkiller;
use skill_runtime::{SkillSpace, Stages};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// A free port of this machine.
const FREE_PORT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// The options that start a server.
const SERVERS: &[&str] =
    if cfg!(feature = "foxglove") { &["address", "foxglove_address"] } else { &["address"] };

/// The options of a command that can show a live page.
#[derive(Args, Clone, Debug, Default)]
#[command(group(ArgGroup::new("served").args(SERVERS).multiple(true)))]
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
    /// The token for all commands; a random one if none is given, and no file for commands.
    #[arg(long, value_name = "TOKEN", env = "SKILL_STUDIO_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The file with the token of a role: `see` reads, which then nobody does without a token; `call` also
    /// calls and stops skills; `set` also sets parameters, and debugs a simulated robot. One for each client
    /// or group of clients.
    #[arg(long = "token-file", value_name = "ROLE=FILE", requires = "served")]
    token_files: Vec<TokenFile>,
    /// Allows requests for a host of this name, as `robot.local`, beside the address and
    /// `localhost`; with `NAME:PORT`, for that port only.
    #[arg(long = "allow-host", value_name = "NAME", requires = "served")]
    hosts: Vec<String>,
    /// The name of this robot in the local network: with `robot` its page is at `http://robot.local:PORT`.
    #[cfg(feature = "mdns")]
    #[arg(long, value_name = "NAME", requires = "address")]
    mdns: Option<HostName>,
    #[cfg(feature = "foxglove")]
    #[command(flatten)]
    foxglove: Foxglove,
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
        Self { address, allow_commands: true, token, hosts, ..Self::default() }
    }

    /// Checks that the page is not to command the robot: that of another program only shows it.
    ///
    /// # Errors
    /// [`Error::Usage`] if it is.
    #[cfg(feature = "remote")]
    pub(super) fn only_shows(&self) -> Result<(), Error> {
        #[cfg(feature = "foxglove")]
        self.foxglove.refuse()?;
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
        #[cfg(feature = "foxglove")]
        self.foxglove.show(output, description, board, || self.rules(), watching)?;
        match self.address {
            Some(address) => {
                self.serve(output, vec![watching.make_live(description, board, kind)], address)
            }
            None => Ok(()),
        }
    }

    /// Makes all robots of a run live, and starts the server of their page, as [`show`](Self::show) does with one.
    /// `watching` are in the order of `robots`.
    ///
    /// # Errors
    /// [`Error::Usage`] if the address cannot be used.
    pub fn show_run<'a, S: SkillSpace>(
        &self,
        output: &Output,
        robots: &[RobotOfRun<'a, S::Board>],
        kind: RobotKind,
        watching: &mut [Watching<'a, S>],
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller,
    {
        #[cfg(feature = "foxglove")]
        self.foxglove.show_run(output, robots, || self.rules(), watching)?;
        match self.address {
            Some(address) => {
                self.serve(output, Watching::make_run_live(watching, robots, kind), address)
            }
            None => Ok(()),
        }
    }

    /// Makes the parts of the robot `name` live, and starts the server of their page, as [`show`](Self::show) does
    /// with one robot.
    pub(super) fn show_parts<R: Stages>(
        &self,
        output: &Output,
        name: &str,
        robot: &mut SideBySide<'_, R>,
    ) -> Result<(), Error> {
        #[cfg(feature = "foxglove")]
        self.foxglove.show_parts(output, name, || self.rules(), robot)?;
        let _ = name;
        self.address.map_or(Ok(()), |address| self.serve(output, robot.make_live(), address))
    }

    /// Starts the server of the page, on a free port of this machine if no address is given, and
    /// prints its address.
    ///
    /// # Errors
    /// [`Error::Usage`] if the address cannot be used.
    pub fn start_in_any_case(&self, output: &Output, hubs: Vec<Arc<Hub>>) -> Result<(), Error> {
        self.serve(output, hubs, self.address.unwrap_or(FREE_PORT))
    }

    /// Starts the server of the page of a robot that is live, if it is to be shown, prints its address, and returns
    /// it.
    ///
    /// # Errors
    /// [`Error::Usage`] if the address cannot be used.
    pub fn serve_hub(&self, output: &Output, hub: Arc<Hub>) -> Result<Option<SocketAddr>, Error> {
        let Some(address) = self.address else { return Ok(None) };
        let serve = |options: &_| server::start(hub, options);
        self.serve_by(output, address, ("live page", "the robot"), serve).map(Some)
    }

    /// Starts the server of a page of another crate, on a free port of this machine if no address is given, and
    /// prints its address. `names` are those of the page and of what it shows, for lines.
    ///
    /// # Errors
    /// [`Error::Usage`] if the address cannot be used.
    pub fn serve_site(
        &self,
        output: &Output,
        names: (&str, &str),
        site: Arc<dyn server::Site>,
    ) -> Result<SocketAddr, Error> {
        let address = self.address.unwrap_or(FREE_PORT);
        self.serve_by(output, address, names, |options| server::start_site(site, options))
    }

    /// Returns the rules for viewers.
    ///
    /// # Errors
    /// [`Error::Usage`] if a token cannot be used.
    #[cfg(feature = "foxglove")]
    fn rules(&self) -> Result<Guard, Error> {
        let mut tokens = Tokens::default();
        for file in &self.token_files {
            let (role, token) = file.read()?;
            tokens.add(role, token)?;
        }
        Ok(Guard { tokens, hosts: self.hosts.clone(), origins: Vec::new() })
    }

    fn serve(
        &self,
        output: &Output,
        hubs: Vec<Arc<Hub>>,
        address: SocketAddr,
    ) -> Result<(), Error> {
        let serve = |options: &_| server::start_run(hubs, options);
        self.serve_by(output, address, ("live page", "the robot"), serve).map(drop)
    }

    fn serve_by(
        &self,
        output: &Output,
        address: SocketAddr,
        (page, shown): (&str, &str),
        start: impl FnOnce(&server::Options) -> Result<server::Server, Error>,
    ) -> Result<SocketAddr, Error> {
        let (allow_commands, token) = (self.allow_commands, self.token.clone());
        let roles = self.token_files.iter().map(TokenFile::read).collect::<Result<Vec<_>, _>>()?;
        let is_open = roles.iter().all(|(role, _)| *role != Role::See);
        #[cfg_attr(not(feature = "mdns"), allow(unused_mut))]
        let mut hosts = self.hosts.clone();
        #[cfg(feature = "mdns")]
        if let Some(name) = &self.mdns {
            HostName::check(address)?;
            hosts.push(name.host());
        }
        let options = server::Options { address, allow_commands, token, roles, hosts };
        let server = start(&options)?;
        output.line(format_args!("{page}: {}", server.url));
        #[cfg(feature = "mdns")]
        if let Some(name) = &self.mdns {
            name.announce(server.address)?;
            let here = format!("{}:{}", name.host(), server.address.port());
            let url = server.url.replacen(&server.address.to_string(), &here, 1);
            output.line(format_args!("in the local network: {url}"));
        }
        if !server.address.ip().is_loopback() {
            let reach = match (is_open, allow_commands) {
                (true, true) => format!("can see {shown}, and command it with a token"),
                (true, false) => format!("can see {shown}"),
                (false, true) => format!("can see and command {shown} with a token"),
                (false, false) => format!("can see {shown} with a token"),
            };
            output.line(format_args!("whoever reaches {} {reach}", server.address));
        }
        Ok(server.address)
    }
}
