//! The commands that each robot has.

use super::{Call, Completions, Describe, Graph, Gui, List, Params, Record, Tuning, main};
#[cfg(feature = "record")]
use super::{Covered, Replay};
#[cfg(feature = "remote")]
use super::{Service, Set, Watch, WhyOf};
use crate::cli;
use crate::console::error::Error;
use crate::console::output::Output;
use crate::console::trace::Printer;
use crate::model::describe::Description;
use crate::model::space::Space;
use crate::model::world::WorldOf;
use crate::running::session::Session;
#[cfg(feature = "record")]
use crate::text::escape::Escaped;
use clap::{Args, Parser, Subcommand};
use skill_runtime::agent::HasSkiller;
use skill_runtime::{AgentStage, Checkpoint, NoTrace, SkillInfo, SkillSpace, Stages, WriterTaken};
use std::process::ExitCode;

/// The commands that each robot has; a program with others flattens them into its own.
#[derive(Subcommand, Clone, Debug)]
pub enum Commands {
    /// Runs a skill and prints its transitions: exit status 0 FINAL, 1 FAILED, 2 a call that cannot
    /// be read.
    Run(Call),
    /// Runs the agent.
    Agent(Agent),
    /// Lists the skills and agents.
    List(List),
    /// Prints the graph of a skill or an agent.
    Graph(Graph),
    /// Prints the description of the robot, by which programs that were not built with it can show
    /// it.
    Describe(Describe),
    /// Shows a robot that another program runs: in a live page, in the terminal, or as lines.
    #[cfg(feature = "remote")]
    Watch(Watch),
    /// Prints why the active states of a robot that another program runs are not left.
    #[cfg(feature = "remote")]
    Why(WhyOf),
    /// Calls a skill of a robot that another program runs, stops it, or prints its status: exit
    /// status 0 FINAL, 1 FAILED, 2 refused.
    #[cfg(feature = "remote")]
    Call(Service),
    /// Lists the parameters of the skills and agents, with their values.
    Params(Params),
    /// Sets a parameter of a robot that another program runs.
    #[cfg(feature = "remote")]
    Set(Set),
    /// Shows a recording in the live page, back and forth; or runs its skills again and compares
    /// what they do with what they did.
    #[cfg(feature = "record")]
    Replay(Replay),
    /// Prints which states and transitions recordings and tests have taken.
    #[cfg(feature = "record")]
    Coverage(Covered),
}

/// The arguments of `agent`.
#[derive(Args, Clone, Debug)]
pub struct Agent {
    /// After how many seconds of the robot's time it ends.
    #[arg(long, value_name = "S", default_value_t = 300.0, value_parser = super::call::seconds)]
    timeout: f64,
    /// Keeps pace with the wall clock.
    #[arg(long)]
    realtime: bool,
    #[command(flatten)]
    tuning: Tuning,
    #[command(flatten)]
    gui: Gui,
    #[command(flatten)]
    record: Record,
}

/// A way to make a part of a robot on its blackboard.
pub type Make<B, T> = fn(&'static B) -> Result<T, WriterTaken>;

/// A robot with a program: its skills, its simulator or its drivers, and its agent.
///
/// [`main`](Robot::main) is the whole program. It can run skills, show the robot in a live page and
/// explain what it does:
///
/// ```no_run
/// # use skill_runtime::{Stages, WriterTaken, blackboard, interface, skill, skill_space};
/// # use skill_runtime::skiller::SkillerInterface;
/// # interface! { pub Lamp { fields { lit: bool } } }
/// # blackboard! { pub Board { lamp: Lamp, "Skiller": SkillerInterface } }
/// # skill! { pub skill Wait() { depends_interfaces { lamp: Lamp } start state Dark { -> FINAL when lamp.lit; } } }
/// # skill_space! { pub Skills on Board { Wait } }
/// # struct Simulator;
/// # impl Simulator { fn new(_: &'static Board) -> Result<Self, WriterTaken> { Ok(Self) } }
/// # impl Stages for Simulator {}
/// use skill_studio::cli::Robot;
///
/// fn main() -> std::process::ExitCode {
///     Robot::<Skills, _>::new("lamp", Simulator::new).main()
/// }
/// ```
pub struct Robot<S: SkillSpace, R, A = ()> {
    name: &'static str,
    agents: &'static [&'static SkillInfo],
    make: Make<S::Board, R>,
    agent: Option<Make<S::Board, A>>,
    state: fn(&R) -> &'static str,
    world: WorldOf<R>,
}

impl<S: SkillSpace, R: Stages> Robot<S, R> {
    /// Creates a robot, which has a name, and is made on its blackboard by a function.
    #[must_use]
    pub fn new(name: &'static str, make: Make<S::Board, R>) -> Self {
        let state = |_: &R| "";
        Self { name, agents: &[], make, agent: None, state, world: WorldOf::default() }
    }

    /// Adds an agent, which a function makes.
    #[must_use]
    pub fn with_agent<A: AgentStage + Checkpoint>(
        self,
        agents: &'static [&'static SkillInfo],
        make: Make<S::Board, A>,
    ) -> Robot<S, R, A> {
        let Self { name, make: robot, state, world, .. } = self;
        Robot { name, agents, make: robot, agent: Some(make), state, world }
    }
}

impl<S: SkillSpace, R: Stages, A: AgentStage + Checkpoint> Robot<S, R, A>
where
    S::Board: HasSkiller + Default,
{
    /// Adds a function that says in two words what the robot does: "is open", "holds a can".
    #[must_use]
    pub fn with_state(self, state: fn(&R) -> &'static str) -> Self {
        Self { state, ..self }
    }

    /// Adds a world to see and disturb.
    #[must_use]
    pub fn with_world(self, world: WorldOf<R>) -> Self {
        Self { world, ..self }
    }

    /// Returns the description of the robot.
    #[must_use]
    pub fn description(&self) -> Description {
        Description::of::<S>(self.name, self.agents)
    }

    /// Parses the command line and runs the command: the whole program of a robot.
    #[must_use]
    pub fn main(self) -> ExitCode {
        main(|arguments: Arguments, output| match arguments.command {
            Command::Robot(command) => self.run(command, output),
            Command::Completions(shell) => shell.run::<Arguments>(output),
        })
    }

    /// Runs a command.
    ///
    /// # Errors
    /// As the command.
    pub fn run(&self, command: Commands, output: &Output) -> Result<ExitCode, Error> {
        let space = Space { name: self.name, skills: S::SKILLS, agents: self.agents };
        match command {
            Commands::Run(call) => {
                call.check::<S>()?;
                let mut session = self.session(call.realtime)?;
                call.run(output, self.description(), &mut session, NoTrace, self.state)
            }
            Commands::Agent(agent) => self.run_agent(&agent, output),
            Commands::List(list) => list.run(output, &[space]),
            Commands::Graph(graph) => graph.run(output, &space),
            Commands::Describe(describe) => describe.run(output, &self.description()),
            #[cfg(feature = "remote")]
            Commands::Watch(watch) => watch.run(output, &[self.description()]),
            #[cfg(feature = "remote")]
            Commands::Why(why) => why.run(output, &[self.description()]),
            #[cfg(feature = "remote")]
            Commands::Call(service) => service.run(output),
            Commands::Params(params) => params.run(output, &self.description()),
            #[cfg(feature = "remote")]
            Commands::Set(set) => set.run(output),
            #[cfg(feature = "record")]
            Commands::Replay(replay) => self.replay(&replay, output),
            #[cfg(feature = "record")]
            Commands::Coverage(covered) => covered.run(output, &[self.description()]),
        }
    }

    /// Makes the robot. It stays until the end of the program.
    fn session(&self, realtime: bool) -> Result<Session<'static, S, R>, Error> {
        let board: &'static S::Board = Box::leak(Box::default());
        let robot = (self.make)(board).map_err(Error::usage)?;
        let session = Session::new(board, robot).map_err(Error::usage)?;
        Ok(session.in_realtime(realtime).with_world(self.world))
    }

    /// Replays a recording, with the agent if it was recorded with one.
    #[cfg(feature = "record")]
    fn replay(&self, replay: &Replay, output: &Output) -> Result<ExitCode, Error> {
        let (recording, description) = (replay.read()?, self.description());
        match (&recording.agent, self.agent) {
            (None, _) => replay.run::<S, _>(output, description, &recording, |_| Ok(())),
            (Some(_), Some(make)) => replay.run::<S, _>(output, description, &recording, make),
            (Some(name), None) => {
                let name = Escaped(name);
                Err(Error::Usage(format!("this program does not have the agent `{name}`")))
            }
        }
    }

    fn run_agent(&self, options: &Agent, output: &Output) -> Result<ExitCode, Error> {
        let Some(make) = self.agent else {
            return Err(Error::Usage("this robot has no agent".to_owned()));
        };
        let session = self.session(options.realtime)?;
        options.tuning.apply(&self.description(), session.board())?;
        let agent = make(session.board()).map_err(Error::usage)?;
        let mut session = session.with_agent(agent);
        let (board, has_scene) = (session.board(), session.has_scene());
        let agent = session.agent().info().map(|agent| agent.name);
        let watching = session.watching_mut();
        options.gui.show(output, self.description(), board, has_scene, watching)?;
        options.record.start(self.description(), board, agent, watching)?;
        let (mut tracer, live) = (Printer::text(output), watching.is_live());
        loop {
            let now = session.pass(&mut tracer);
            let is_over = now.time.as_secs_f64() >= options.timeout;
            if output.is_over() || is_over && !live {
                return Record::end(session.watching_mut(), ExitCode::SUCCESS);
            }
        }
    }
}

/// The command line of a robot without commands of its own.
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    common: cli::Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
#[allow(clippy::large_enum_variant)] // one value
enum Command {
    #[command(flatten)]
    Robot(Commands),
    /// Prints completions of this command line for a shell.
    Completions(Completions),
}

impl AsRef<cli::Common> for Arguments {
    fn as_ref(&self) -> &cli::Common {
        &self.common
    }
}
