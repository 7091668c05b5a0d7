//! The commands of a fleet.

use crate::client::{Awaited, Client};
use crate::error::{FleetError, without_places};
use crate::member::{Joining, Member, MemberOptions, PERIODS};
use crate::name::Name;
use crate::network::Network;
use crate::robots::Link;
use crate::site::FleetSite;
use crate::table::{screen, table};
use crate::terminal;
use crate::watcher::Watcher;
use clap::{Args, Subcommand};
use skill_runtime::agent::HasSkiller;
use skill_runtime::{AgentStage, NoTrace, SkillSpace, Stages};
use skill_studio::cli::{self, Format, Gui};
use skill_studio::{Description, Error, Escaped, Output, Session, signals};
use std::collections::BTreeSet;
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
/// The time of an attempt to find a router that is waited for.
const ATTEMPT: Duration = Duration::from_secs(1);
/// The longest time for which an end is awaited: 31 years.
const MAX_TIMEOUT_SEC: f64 = 1e9;
/// The exit status of a call that was sent, and whose end is not known.
const UNKNOWN: u8 = 3;

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
pub struct Fleet {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    network: Network,
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
pub struct Viewer {
    #[command(subcommand)]
    command: Option<ViewerCommand>,
    #[command(flatten)]
    network: Network,
    #[command(flatten)]
    page: Page,
}

#[derive(Subcommand, Clone, Debug)]
enum ViewerCommand {
    /// Prints the robots that respond within a time: exit status 0 if there is one, 1 if not.
    List(List),
    /// Calls a skill of a robot and waits for its end: exit status 0 FINAL, 1 FAILED or stopped, 2 refused, and the robot
    /// does not run it; 3 it was sent, and its end is not known. Ctrl-C ends the waiting, and the skill goes on.
    Call(Call),
    /// Stops the skills of robots, or of all that are connected; the control of others does not matter. Exit status 0 if
    /// all of them have stopped, 1 if not, 2 if none can be reached. Without a router it ends after 2 s, as robots may
    /// be found until then.
    Stop(Stop),
    /// Starts a router of zenoh, for fleets whose robots do not find each other, until Ctrl-C.
    Router(Router),
}

/// The page of a fleet.
#[derive(Args, Clone, Debug)]
struct Page {
    #[command(flatten)]
    gui: Gui,
    /// Shows a table in the terminal instead, until Ctrl-C.
    #[arg(long, conflicts_with = "address")]
    tui: bool,
}

#[derive(Args, Clone, Debug)]
struct Join {
    /// The name of the robot in the fleet: 1 to 64 letters, digits, `_`, `-` and `.`.
    id: Name,
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

fn timeout(text: &str) -> Result<f64, String> {
    let sec = text.parse::<f64>().ok().filter(|sec| (0.0..=MAX_TIMEOUT_SEC).contains(sec));
    sec.ok_or_else(|| format!("expected 0 to {MAX_TIMEOUT_SEC} s"))
}

#[derive(Args, Clone, Debug)]
struct List {
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
    /// The name of this client.
    #[arg(long, value_name = "NAME")]
    client: Option<Name>,
    /// Takes exclusive control until the call has ended: calls of others are refused. Not with `--no-wait`.
    #[arg(long, conflicts_with = "no_wait")]
    take_control: bool,
    /// Does not wait for the end.
    #[arg(long)]
    no_wait: bool,
    /// The time after which the end is not waited for any more, s; the skill goes on. With `--no-wait` the time in which
    /// the robot responds, at most 5 s.
    #[arg(long, value_name = "S", default_value_t = 3600.0, value_parser = timeout)]
    timeout: f64,
}

#[derive(Args, Clone, Debug)]
struct Stop {
    /// The robots; all that are connected if none is given.
    // What is no name keeps none of the others from stopping.
    ids: Vec<String>,
}

#[derive(Args, Clone, Debug)]
struct Router {
    /// The endpoint on which it listens, tcp/[::]:7447 without one; not with `--zenoh`.
    #[arg(long, value_name = "ENDPOINT", conflicts_with = "zenoh")]
    listen: Option<String>,
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
            Some(Command::Join(join)) => {
                self.page.refuse()?;
                join.run(output, self.network, description, make)
            }
            Some(Command::Viewer(command)) => {
                self.page.refuse()?;
                command.run(output, &self.network)
            }
            None => self.page.run(output, &self.network, Some(description)),
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
            Some(command) => {
                self.page.refuse()?;
                command.run(output, &self.network)
            }
            None => self.page.run(output, &self.network, None),
        }
    }
}

impl ViewerCommand {
    fn run(self, output: &Output, network: &Network) -> Result<ExitCode, Error> {
        match self {
            Self::List(list) => list.run(output, network),
            Self::Call(call) => call.run(output, network),
            Self::Stop(stop) => stop.run(output, network),
            Self::Router(router) => router.run(output, network),
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
        network: Network,
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
            network,
            id: self.id,
            period: Duration::from_secs_f64(self.period),
            url: self.url.or(page),
        };
        let id = options.id.clone();
        let member = Member::start(hub, options).map_err(Error::usage)?;
        let mut progress = (Joining::default(), Instant::now());
        let mut is_told = false;
        while !output.is_over() && member.error().is_none() {
            session.pass(&mut NoTrace);
            let joining = member.joining();
            if joining != progress.0 {
                (progress, is_told) = ((joining, Instant::now()), false);
            }
            if !is_told {
                is_told = report(output, &id, &progress);
            }
        }
        output.line("stopping");
        session.stop(&mut NoTrace);
        let result = member.error().map_or(Ok(ExitCode::SUCCESS), |error| Err(Error::usage(error)));
        drop(member);
        signals::obeyed();
        result
    }
}

/// Prints how far a robot is on its way into the fleet, and since when. Returns whether there was something to print.
fn report(output: &Output, id: &Name, (joining, since): &(Joining, Instant)) -> bool {
    match joining {
        Joining::Joined => output.line(format_args!("{id} joins the fleet")),
        Joining::Waiting(text) if since.elapsed() >= ATTEMPT => output.line(Escaped(text)),
        _ => return false,
    }
    true
}

impl Page {
    /// Refuses the options of the page beside a command.
    fn refuse(&self) -> Result<(), Error> {
        if self.tui || self.gui.is_requested() {
            let text = "`--gui` and `--tui` show the page and the table of all robots, without a command\n\
                        help: an option of a command comes after it, as `join r1 --gui`";
            return Err(Error::usage(text));
        }
        Ok(())
    }

    fn run(
        self,
        output: &Output,
        network: &Network,
        own: Option<Description>,
    ) -> Result<ExitCode, Error> {
        signals::catch()?;
        let Some(watcher) = watch(output, network, own)? else {
            signals::obeyed();
            return Ok(ExitCode::SUCCESS);
        };
        if self.tui {
            while !output.is_over() && !output.is_closed() {
                let text = screen(&watcher.rows(), terminal::size());
                // To the upper left, each line to its end, then all below.
                let text = text.trim_end().replace('\n', "\x1b[K\n");
                output.write(format_args!("\x1b[H{text}\x1b[K\x1b[J"));
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

/// Begins to watch a fleet as soon as its router is there; `None` if the command is to end before.
fn watch(
    output: &Output,
    network: &Network,
    own: Option<Description>,
) -> Result<Option<Watcher>, Error> {
    let mut is_told = false;
    while !output.is_over() {
        match Watcher::start(network, own, Some(ATTEMPT)) {
            Ok(watcher) => return Ok(Some(watcher)),
            Err(FleetError::NoRouter(endpoints, _)) => {
                if !std::mem::replace(&mut is_told, true) {
                    output.line(format_args!("waiting for the router at {}", Escaped(&endpoints)));
                }
            }
            Err(error) => return Err(Error::usage(error)),
        }
    }
    Ok(None)
}

/// Waits for a time, or until the command is to end.
fn sleep(output: &Output, time: Duration) {
    let start = Instant::now();
    while start.elapsed() < time && !output.is_over() {
        thread::sleep(Duration::from_millis(20));
    }
}

impl List {
    fn run(self, output: &Output, network: &Network) -> Result<ExitCode, Error> {
        let watcher = Watcher::start(network, None, Some(PATIENCE)).map_err(Error::usage)?;
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
    fn run(self, output: &Output, network: &Network) -> Result<ExitCode, Error> {
        let name =
            self.client.unwrap_or_else(|| Name::of_session(&format!("{:08x}", std::process::id())));
        let client = Client::start(network, name, PATIENCE).map_err(Error::usage)?;
        let (robot, lease) = (&self.id, self.take_control);
        let run = || -> Result<_, FleetError> {
            if lease {
                client.take_control(robot, None)?;
            }
            let time = Duration::from_secs_f64(self.timeout);
            let awaited = if self.no_wait { Awaited::Called(time) } else { Awaited::Ended(time) };
            let renew = || if lease { client.renew_control(robot, None).map(drop) } else { Ok(()) };
            let ended =
                client.call(robot, &self.skill_string, awaited, (Duration::from_secs(1), renew));
            if lease {
                // It ends by itself, too.
                let _ = client.release_control(robot);
            }
            ended
        };
        let ended = match run() {
            Err(error @ FleetError::Unknown(..)) => {
                cli::report(error);
                return Ok(ExitCode::from(UNKNOWN));
            }
            ended => ended.map_err(Error::usage)?,
        };
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
    fn run(self, output: &Output, network: &Network) -> Result<ExitCode, Error> {
        let (mut robots, mut wrong) = (BTreeSet::new(), Vec::new());
        for id in &self.ids {
            match id.parse::<Name>() {
                Ok(robot) => drop(robots.insert(robot)),
                Err(error) => wrong.push(error),
            }
        }
        if robots.is_empty()
            && let Some(last) = wrong.pop()
        {
            wrong.iter().for_each(cli::report);
            return Err(Error::usage(last));
        }
        let name = Name::of_session(&format!("{:08x}", std::process::id()));
        let client = Client::start(network, name, PATIENCE).map_err(Error::usage)?;
        let stopped = if self.ids.is_empty() {
            client.stop_all()
        } else {
            client.stop_each(&robots.into_iter().collect::<Vec<_>>())
        };
        wrong.iter().for_each(cli::report);
        let stopped = stopped.map_err(Error::usage)?;
        if stopped.is_whole() && wrong.is_empty() {
            output.line(stopped);
            return Ok(ExitCode::SUCCESS);
        }
        cli::report(stopped);
        Ok(ExitCode::FAILURE)
    }
}

impl Router {
    fn run(self, output: &Output, network: &Network) -> Result<ExitCode, Error> {
        if !network.connect.is_empty() {
            return Err(Error::usage(
                "`--connect` is of no use for a router\nhelp: it listens on `--listen`",
            ));
        }
        signals::catch()?;
        let mut config = network.config(None).map_err(Error::usage)?;
        let wrong = |error: zenoh::Error| {
            Error::usage(format_args!("no router: {}", Escaped(without_places(&error.to_string()))))
        };
        config.insert_json5("mode", "\"router\"").map_err(wrong)?;
        if network.zenoh.is_none() {
            let listen = self.listen.unwrap_or_else(|| "tcp/[::]:7447".to_owned());
            let endpoints = serde_json::json!([listen]).to_string();
            config.insert_json5("listen/endpoints", &endpoints).map_err(|error| {
                Error::usage(FleetError::Endpoint(listen, without_places(&error.to_string())))
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
