//! The commands of a fleet.

use crate::client::Client;
use crate::error::{FleetError, without_places};
use crate::member::{Member, MemberOptions, PERIODS};
use crate::name::Name;
use crate::network::Network;
use crate::robots::Link;
use crate::site::FleetSite;
use crate::table::table;
use crate::watcher::Watcher;
use clap::{Args, Subcommand};
use skill_runtime::agent::HasSkiller;
use skill_runtime::{AgentStage, NoTrace, SkillSpace, Stages};
use skill_studio::cli::{self, Format, Gui};
use skill_studio::{Description, Error, Escaped, Output, Session, signals};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use zenoh::Wait as _;

/// The time in which a command finds its router.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time between two tables.
const REDRAW: Duration = Duration::from_millis(500);

#[derive(Subcommand)]
enum Program {
    /// The robot in a fleet, and the fleet.
    Fleet(Fleet),
}

/// Parses the command line and runs the command `fleet` for a robot, which `make` makes if it is to join: a whole
/// program. One with other commands has [`Fleet`] among them.
#[must_use]
pub fn main<'a, S: SkillSpace, R: Stages, A: AgentStage>(
    description: Description,
    make: impl FnOnce() -> Result<Session<'a, S, R, A>, Error>,
) -> ExitCode
where
    S::Board: HasSkiller,
{
    cli::main(|line: cli::CommandLine<Program>, output| match line.command {
        Program::Fleet(command) => command.run(output, description, make),
    })
}

/// The robot in a fleet, and the fleet: without a command a page of all robots.
#[derive(Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Fleet {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    page: Page,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
    /// Starts the robot as a member of the fleet: it goes on until Ctrl-C or SIGTERM stops skills with
    /// their `exit` blocks. Exit status 0 then.
    Join(Join),
    #[command(flatten)]
    Viewer(ViewerCommand),
}

/// The fleet, for a program that belongs to no robot: without a command a page of all robots.
#[derive(Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Viewer {
    #[command(subcommand)]
    command: Option<ViewerCommand>,
    #[command(flatten)]
    page: Page,
}

#[derive(Subcommand, Clone, Debug)]
enum ViewerCommand {
    /// Prints the robots that respond within a time: exit status 0 if there is one, 1 if not.
    List(List),
    /// Calls a skill of a robot and waits for its end: exit status 0 FINAL, 1 FAILED or stopped, 2 refused.
    Call(Call),
    /// Stops the skills of robots, or of all that are connected; the control of others does not matter.
    Stop(Stop),
    /// Starts a router of zenoh, for fleets whose robots do not find each other, until Ctrl-C.
    Router(Router),
}

/// The page of a fleet.
#[derive(Args, Clone, Debug)]
struct Page {
    #[command(flatten)]
    network: Network,
    #[command(flatten)]
    gui: Gui,
    /// Shows a table in the terminal instead, until Ctrl-C.
    #[arg(long)]
    tui: bool,
}

#[derive(Args, Clone, Debug)]
struct Join {
    /// The name of the robot in the fleet: 1 to 64 letters, digits, `_`, `-` and `.`.
    id: Name,
    #[command(flatten)]
    network: Network,
    #[command(flatten)]
    gui: Gui,
    /// The time between two views, s: 0.1 to 60.
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = period)]
    period: f64,
    /// The address of the robot's live page for others, instead of that of this machine.
    #[arg(long, value_name = "URL")]
    url: Option<String>,
}

fn period(text: &str) -> Result<f64, String> {
    let (least, most) = (PERIODS.0.as_secs_f64(), PERIODS.1.as_secs_f64());
    let sec = text.parse::<f64>().ok().filter(|sec| (least..=most).contains(sec));
    sec.ok_or_else(|| format!("expected {least} to {most} s"))
}

#[derive(Args, Clone, Debug)]
struct List {
    #[command(flatten)]
    network: Network,
    /// The time in which robots respond, s.
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = period)]
    wait: f64,
    /// As a table, or as a JSON object for each robot.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Args, Clone, Debug)]
struct Call {
    /// The robot.
    id: Name,
    /// The call, as `drive_to{x_m=1.0}`.
    #[arg(value_name = "CALL")]
    skill_string: String,
    #[command(flatten)]
    network: Network,
    /// The name of this client.
    #[arg(long, value_name = "NAME")]
    client: Option<Name>,
    /// Takes exclusive control until the call has ended: calls of others are refused.
    #[arg(long, conflicts_with = "no_wait")]
    take_control: bool,
    /// Does not wait for the end.
    #[arg(long)]
    no_wait: bool,
    /// The time after which the end is not waited for any more, s; the skill goes on.
    #[arg(long, value_name = "S", default_value_t = 3600)]
    timeout: u32,
}

#[derive(Args, Clone, Debug)]
struct Stop {
    /// The robots; all that are connected if none is given.
    ids: Vec<Name>,
    #[command(flatten)]
    network: Network,
}

#[derive(Args, Clone, Debug)]
struct Router {
    /// The file with zenoh's own configuration: endpoints, TLS, access rules. Its mode is `router`.
    #[arg(long, value_name = "FILE", env = "ZENOH_CONFIG", conflicts_with = "listen")]
    zenoh: Option<std::path::PathBuf>,
    /// The endpoint on which it listens.
    #[arg(long, value_name = "ENDPOINT", default_value = "tcp/[::]:7447")]
    listen: String,
}

impl Fleet {
    /// Runs the command for a robot, which `make` makes if it is to join.
    ///
    /// # Errors
    /// [`Error::Usage`] if the robot cannot be made, or the fleet cannot be reached.
    pub fn run<'a, S: SkillSpace, R: Stages, A: AgentStage>(
        self,
        output: &Output,
        description: Description,
        make: impl FnOnce() -> Result<Session<'a, S, R, A>, Error>,
    ) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller,
    {
        match self.command {
            Some(Command::Join(join)) => join.run(output, description, make),
            Some(Command::Viewer(command)) => command.run(output),
            None => self.page.run(output, Some(description)),
        }
    }
}

impl Viewer {
    /// Runs the command.
    ///
    /// # Errors
    /// [`Error::Usage`] if the fleet cannot be reached.
    pub fn run(self, output: &Output) -> Result<ExitCode, Error> {
        match self.command {
            Some(command) => command.run(output),
            None => self.page.run(output, None),
        }
    }
}

impl ViewerCommand {
    fn run(self, output: &Output) -> Result<ExitCode, Error> {
        match self {
            Self::List(list) => list.run(output),
            Self::Call(call) => call.run(output),
            Self::Stop(stop) => stop.run(output),
            Self::Router(router) => router.run(output),
        }
    }
}

/// Returns the address at which other machines find a server.
fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    // The address of this machine on the way to others; nothing is sent.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok();
    let local = socket.and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    });
    SocketAddr::new(local.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)), address.port())
}

impl Join {
    fn run<'a, S: SkillSpace, R: Stages, A: AgentStage>(
        self,
        output: &Output,
        description: Description,
        make: impl FnOnce() -> Result<Session<'a, S, R, A>, Error>,
    ) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller,
    {
        signals::catch()?;
        let mut session = make()?;
        let hub = session.make_live(description);
        let served = self.gui.serve_hub(output, Arc::clone(&hub))?;
        let page = served.map(|address| format!("http://{}/", reachable(address)));
        let options = MemberOptions {
            network: self.network,
            id: self.id,
            period: Duration::from_secs_f64(self.period),
            url: self.url.or(page),
        };
        let id = options.id.clone();
        let member = Member::start(hub, options).map_err(Error::usage)?;
        output.line(format_args!("{id} joins the fleet"));
        while !output.is_over() {
            session.pass(&mut NoTrace);
        }
        output.line("stopping");
        session.stop(&mut NoTrace);
        drop(member);
        signals::obeyed();
        Ok(ExitCode::SUCCESS)
    }
}

impl Page {
    fn run(self, output: &Output, own: Option<Description>) -> Result<ExitCode, Error> {
        signals::catch()?;
        let watcher = Watcher::start(&self.network, own, Some(PATIENCE)).map_err(Error::usage)?;
        if self.tui {
            while !output.is_over() && !output.is_closed() {
                // To the upper left, each line to its end, then all below.
                let text = table(&watcher.rows()).replace('\n', "\x1b[K\n");
                output.write(format_args!("\x1b[H{text}\x1b[J"));
                sleep(output, REDRAW);
            }
        } else {
            let site = Arc::new(FleetSite::new(watcher));
            self.gui.serve_site(output, ("page of the fleet", "the fleet"), site)?;
            while !output.is_over() {
                sleep(output, REDRAW);
            }
        }
        signals::obeyed();
        Ok(ExitCode::SUCCESS)
    }
}

/// Waits for a time, or until the command is to end.
fn sleep(output: &Output, time: Duration) {
    let start = Instant::now();
    while start.elapsed() < time && !output.is_over() {
        thread::sleep(Duration::from_millis(20));
    }
}

impl List {
    fn run(self, output: &Output) -> Result<ExitCode, Error> {
        let watcher = Watcher::start(&self.network, None, Some(PATIENCE)).map_err(Error::usage)?;
        sleep(output, Duration::from_secs_f64(self.wait));
        let rows = watcher.rows();
        match self.format {
            Format::Text => output.write(format_args!("{}", table(&rows))),
            Format::Json => rows.iter().for_each(|row| output.json(row)),
        }
        let is_any = rows.iter().any(|row| row.link != Link::Lost);
        Ok(if is_any { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

impl Call {
    fn run(self, output: &Output) -> Result<ExitCode, Error> {
        let name =
            self.client.unwrap_or_else(|| Name::of_session(&format!("{:08x}", std::process::id())));
        let client = Client::start(&self.network, name, PATIENCE).map_err(Error::usage)?;
        let (robot, lease) = (&self.id, self.take_control);
        let run = || -> Result<_, FleetError> {
            if lease {
                client.take_control(robot, None)?;
            }
            let wait = (!self.no_wait).then(|| Duration::from_secs(self.timeout.into()));
            let renew = || if lease { client.renew_control(robot, None).map(drop) } else { Ok(()) };
            let ended =
                client.call(robot, &self.skill_string, wait, (Duration::from_secs(1), renew));
            if lease {
                // It ends by itself, too.
                let _ = client.release_control(robot);
            }
            ended
        };
        let ended = run().map_err(Error::usage)?;
        if self.no_wait {
            return Ok(ExitCode::SUCCESS);
        }
        let more = if ended.reason.is_empty() { &ended.result } else { &ended.reason };
        let text = format!("{} {more}", ended.status.to_uppercase());
        output.line(Escaped(text.trim_end()));
        Ok(if ended.status == "final" { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

impl Stop {
    fn run(self, output: &Output) -> Result<ExitCode, Error> {
        let name = Name::of_session(&format!("{:08x}", std::process::id()));
        let client = Client::start(&self.network, name, PATIENCE).map_err(Error::usage)?;
        if self.ids.is_empty() {
            client.stop_all().map_err(Error::usage)?;
            output.line("all robots that are connected were told to stop");
        }
        for robot in &self.ids {
            client.stop(robot).map_err(Error::usage)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Router {
    fn run(self, output: &Output) -> Result<ExitCode, Error> {
        signals::catch()?;
        let network = Network { zenoh: self.zenoh, connect: Vec::new() };
        let mut config = network.config(None).map_err(Error::usage)?;
        let wrong = |error: zenoh::Error| {
            Error::usage(format_args!("no router: {}", Escaped(without_places(&error.to_string()))))
        };
        config.insert_json5("mode", "\"router\"").map_err(wrong)?;
        if network.zenoh.is_none() {
            let endpoints = serde_json::json!([self.listen]).to_string();
            config.insert_json5("listen/endpoints", &endpoints).map_err(|error| {
                Error::usage(FleetError::Endpoint(
                    self.listen.clone(),
                    without_places(&error.to_string()),
                ))
            })?;
        }
        let session = zenoh::open(config).wait().map_err(wrong)?;
        output.line(format_args!("router {}", session.zid()));
        while !output.is_over() {
            sleep(output, REDRAW);
        }
        // The others notice it by their links.
        let _ = session.close().wait();
        signals::obeyed();
        Ok(ExitCode::SUCCESS)
    }
}
