//! The commands of a robot's program.

use crate::desk::Policy;
use crate::package::Package;
use crate::server::{Ros2Server, ServerOptions, SimTime};
use clap::{Args, Subcommand};
use skill_runtime::agent::HasSkiller;
use skill_runtime::{AgentStage, NoTrace, SkillSpace, Stages};
use skill_studio::{Description, Error, Escaped, Output, Session, cli, signals};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Subcommand)]
enum Program {
    /// The robot in ROS 2.
    Ros2(Ros2),
}

/// Parses the command line and runs the command `ros2` for a robot, which `make` makes if it is to be started: a
/// whole program. One with other commands has [`Ros2`] among them.
#[must_use]
pub fn main<'a, S: SkillSpace, R: Stages, A: AgentStage>(
    description: Description,
    make: impl FnOnce(ServerOptions) -> Result<Session<'a, S, R, A>, Error>,
) -> ExitCode
where
    S::Board: HasSkiller,
{
    cli::main(|line: cli::CommandLine<Program>, output| match line.command {
        Program::Ros2(command) => command.run(output, description, make),
    })
}

/// The robot in ROS 2.
#[derive(Args, Clone, Debug)]
pub struct Ros2 {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
    /// Writes the message package of the skills and interfaces, for colcon or CMake. It is the same for
    /// the same robot.
    Packages {
        /// The folder in which the package is written, in a folder with its name: `src` of a workspace.
        #[arg(value_name = "DIR")]
        parent: PathBuf,
    },
    /// Starts the robot as a node: it goes on until Ctrl-C or SIGTERM stops skills with their `exit`
    /// blocks. Exit status 0 then.
    Start(Start),
}

/// The options of the node.
#[derive(Args, Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is an option
struct Start {
    /// The domain of DDS.
    #[arg(long, value_name = "N", default_value_t = 0, env = "ROS_DOMAIN_ID")]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=232))]
    domain: u16,
    /// The effect of a goal while a skill runs.
    #[arg(long, value_enum, default_value_t = Policy::Replace)]
    policy: Policy,
    /// Serves clients that use Cyclone DDS, instead of those that use Fast DDS.
    #[arg(long)]
    cyclone: bool,
    /// Has other nodes configure, activate and deactivate the robot, as `ros2 lifecycle set` does: goals are refused unless it is active.
    #[arg(long)]
    lifecycle: bool,
    /// Publishes the robot's time on `/clock`, for nodes with `use_sim_time`: of a robot that is simulated here.
    #[arg(long, conflicts_with = "use_sim_time")]
    clock: bool,
    /// The greatest number of messages of an interface in a second; those are sent whose values have changed.
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=100))]
    topics_hz: u16,
    /// Takes the robot's time from `/clock`: of a robot whose drivers are those of a simulator of ROS.
    #[arg(long)]
    use_sim_time: bool,
}

impl Ros2 {
    /// Runs the command for a robot, which `make` makes if it is to be started.
    ///
    /// # Errors
    /// [`Error::Usage`] if the package cannot be written, or the robot or its node cannot be made.
    pub fn run<'a, S: SkillSpace, R: Stages, A: AgentStage>(
        &self,
        output: &Output,
        description: Description,
        make: impl FnOnce(ServerOptions) -> Result<Session<'a, S, R, A>, Error>,
    ) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller,
    {
        match &self.command {
            Command::Packages { parent } => {
                let package = Package::of(&description).map_err(Error::usage)?;
                let folder = package.write(parent).map_err(Error::usage)?;
                output.line(format_args!("{}: {:016x}", Escaped(folder.display()), package.hash));
            }
            Command::Start(start) => {
                signals::catch()?;
                let Start { domain, policy, cyclone, lifecycle, clock, topics_hz, use_sim_time } =
                    *start;
                let sim_time = use_sim_time.then(SimTime::new);
                let topic_period = Some(Duration::from_secs(1) / u32::from(topics_hz));
                let options = ServerOptions {
                    domain,
                    policy,
                    cyclone,
                    lifecycle,
                    clock,
                    sim_time,
                    topic_period,
                };
                let mut session = make(options)?;
                if let Some(time) = sim_time {
                    session = session.on_clock(time.clock());
                }
                let hub = session.make_live(description);
                let server = Ros2Server::start(hub, options).map_err(Error::usage)?;
                let namespace = description.robot;
                output.line(format_args!("node of {namespace} in domain {domain}"));
                while !output.is_over() && server.failure().is_none() {
                    session.pass(&mut NoTrace);
                }
                output.line("stopping");
                server.end();
                if let Some(time) = sim_time {
                    // The simulator may have ended.
                    session = session.on_clock(time.clock().alone());
                }
                session.stop(&mut NoTrace);
                if let Some(why) = server.failure() {
                    return Err(Error::Usage(format!(
                        "the robot is no node of ROS any more: {why}"
                    )));
                }
                drop(server);
                signals::obeyed();
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
