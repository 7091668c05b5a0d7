//! The commands that each robot has.

#[cfg(all(feature = "live", feature = "playground"))]
use super::Playground;
#[cfg(feature = "index")]
use super::{Ask, Index};
use super::{
    Call, Common, Completions, Describe, Graph, Gui, List, Params, Record, Start, Tuning, Unit,
};
#[cfg(feature = "record")]
use super::{Covered, Replay};
#[cfg(feature = "remote")]
use super::{Mcp, Service, Set, Watch, WhyOf};
use crate::cli;
use crate::console::error::Error;
use crate::console::log;
#[cfg(not(target_family = "wasm"))]
use crate::console::log::Level;
use crate::console::output::Output;
use crate::console::signals;
use crate::console::trace::Printer;
use crate::model::clocks::Clocks;
use crate::model::describe::Description;
use crate::model::space::Space;
use crate::model::world::WorldOf;
#[cfg(feature = "playground")]
use crate::playground::{self, Page, Simulated};
use crate::running::clock::Clock;
#[cfg(not(target_family = "wasm"))]
use crate::running::drivers::{self, Drivers, FirstValues};
use crate::running::kept::Kept;
use crate::running::session::{self, Session};
use crate::text::escape::Escaped;
use clap::{Args, Parser, Subcommand};
use skill_runtime::agent::HasSkiller;
use skill_runtime::{AgentStage, Checkpoint, NoTrace, SkillInfo, SkillSpace, Stages, WriterTaken};
use std::fmt;
use std::process::ExitCode;
use std::time::Duration;

/// No options of a robot's own.
#[derive(Args, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoOptions {}

/// The arguments of a command that makes the robot, with the robot's own options.
#[derive(Args, Clone, Debug)]
pub struct With<T: Args, O: Args> {
    /// The arguments of the command.
    #[command(flatten)]
    pub command: T,
    /// The options of the robot, such as the port of its motors.
    #[command(flatten)]
    pub options: O,
}

/// The commands that each robot has; a program with others flattens them into its own. `O` are the
/// options of the robot's own.
#[derive(Subcommand, Clone, Debug)]
pub enum Commands<O: Args = NoOptions> {
    /// Runs a skill and prints its transitions: exit status 0 FINAL, 1 FAILED, 2 a call that cannot
    /// be read.
    Run(With<Call, O>),
    /// Runs the agent for a time.
    Agent(With<Agent, O>),
    /// Starts the robot: it goes on, with its agent if it has one, until Ctrl-C or SIGTERM stops skills
    /// and agent with their `exit` blocks. Exit status 0 then.
    Start(With<Start, O>),
    /// Prints a systemd unit that starts the robot: `service --user robot -- --gui=0.0.0.0:8080`.
    Service(Unit),
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
    /// Offers the skills of a robot that another program runs as tools of a language model: a server of
    /// the Model Context Protocol on standard input and output.
    #[cfg(feature = "remote")]
    Mcp(With<Mcp, O>),
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
    /// Writes what recordings have as a table, a row for each state visit, transition, call, sent message and
    /// failure: Parquet, or lines of JSON. Exit status 1 if a file is no recording.
    #[cfg(feature = "index")]
    Index(Index),
    /// Runs a query on such tables with DuckDB, or prints it as SQL.
    #[cfg(feature = "index")]
    Ask(Ask),
    /// Makes a folder for any web server: the live page, in which the robot with its simulator runs itself. Builds
    /// this program for WebAssembly, by cargo, in the folder of its package.
    #[cfg(all(feature = "live", feature = "playground"))]
    Playground(Playground),
}

/// The arguments of `agent`.
#[derive(Args, Clone, Debug)]
pub struct Agent {
    /// After how many seconds of the robot's time it ends.
    #[arg(long, value_name = "S", default_value_t = 300.0, value_parser = super::call::seconds)]
    pub(super) timeout: f64,
    /// Keeps pace with the wall clock.
    #[arg(long)]
    pub(super) realtime: bool,
    #[command(flatten)]
    pub(super) tuning: Tuning,
    #[command(flatten)]
    pub(super) gui: Gui,
    #[command(flatten)]
    pub(super) record: Record,
}

/// A way to make a part of a robot on its blackboard.
pub type Make<B, T> = fn(&'static B) -> Result<T, WriterTaken>;

/// The things of which a robot that is real is made.
#[derive(Debug)]
pub struct Setup<'o, B: 'static, O> {
    /// Its blackboard, whose interfaces its drivers write.
    pub board: &'static B,
    /// The options of the command line.
    pub options: &'o O,
    /// The clock of its passes.
    pub clock: Clock,
    #[cfg(not(target_family = "wasm"))]
    first: FirstValues,
}

#[cfg(not(target_family = "wasm"))]
impl<B, O> Setup<'_, B, O> {
    /// Returns a place for drivers in threads. Lines about those that have ended are in the log. The first pass waits for
    /// the first value of each, until its interface is stale.
    #[must_use]
    pub fn drivers(&self) -> Drivers {
        let report = |line: &str| log::say(Level::Error, "drivers", line);
        Drivers::new(self.clock, report).with_first_values(self.first.clone())
    }
}

/// Makes a robot, and waits for the first values of its drivers.
pub(super) fn begin<B, R, O>(
    make: &MakeRobot<B, R, O>,
    board: &'static B,
    options: &O,
    clock: Clock,
) -> Result<R, Error> {
    #[cfg(not(target_family = "wasm"))]
    {
        let first = FirstValues::default();
        let robot = make(&Setup { board, options, clock, first: first.clone() })?;
        first.wait(|| signals::came().is_some());
        Ok(robot)
    }
    #[cfg(target_family = "wasm")]
    make(&Setup { board, options, clock })
}

/// A function that makes a robot.
pub(super) type MakeRobot<B, R, O> = Box<dyn Fn(&Setup<'_, B, O>) -> Result<R, Error>>;

/// Returns the exit status of a command that has ended: a driver that has not returned in time is a failure.
pub(super) fn at_end(code: ExitCode) -> ExitCode {
    #[cfg(not(target_family = "wasm"))]
    if drivers::is_stuck() {
        return ExitCode::FAILURE;
    }
    code
}

/// Returns a function that makes a robot, and says what has failed.
pub(super) fn made<B, R, O, E: fmt::Display>(
    make: impl Fn(&Setup<'_, B, O>) -> Result<R, E> + 'static,
) -> MakeRobot<B, R, O> {
    Box::new(move |setup| {
        make(setup).map_err(|error| {
            let error = error.to_string();
            Error::usage(format_args!("the robot cannot start: {}", Escaped(&error)))
        })
    })
}

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
pub struct Robot<S: SkillSpace, R, A = (), O = NoOptions> {
    name: &'static str,
    agents: &'static [&'static SkillInfo],
    make: MakeRobot<S::Board, R, O>,
    /// Makes the robot, if it is simulated.
    simulated: Option<Make<S::Board, R>>,
    period: Duration,
    agent: Option<Make<S::Board, A>>,
    state: fn(&R) -> &'static str,
    world: WorldOf<R>,
    #[cfg_attr(not(feature = "record"), allow(dead_code))] // `replay` reads it
    clocks: Option<&'static Clocks>,
}

impl<S: SkillSpace, R: Stages + 'static> Robot<S, R> {
    /// Creates a simulated robot, which has a name, and is made on its blackboard by a function.
    #[must_use]
    pub fn new(name: &'static str, make: Make<S::Board, R>) -> Self
    where
        S::Board: 'static,
    {
        let of =
            Box::new(move |setup: &Setup<'_, S::Board, _>| make(setup.board).map_err(Error::usage));
        Self::of(name, of, Some(make))
    }
}

impl<S: SkillSpace, R: Stages + 'static, O: Args + 'static> Robot<S, R, (), O> {
    /// Creates a robot that is real, which has a name, and is made by a function: on its blackboard, with
    /// its own options, and with the clock of its passes. The function may fail. It returns what runs in the
    /// stages of a pass, such as [`Drivers`] in threads.
    ///
    /// The time of a pass is the time since the start; one begins in each
    /// [period](Robot::with_period). Passes are never paused, made slower or disturbed from a
    /// page. At the end skills and agent are stopped, with their `exit` blocks, in passes that end with
    /// the stage `act`. Then the robot is dropped, which brings it into its safe state.
    ///
    /// ```no_run
    /// # use skill_runtime::{Stages, WriterTaken, blackboard, interface, skill, skill_space};
    /// # use skill_runtime::skiller::SkillerInterface;
    /// # interface! { pub Lamp { fields { lit: bool } } }
    /// # blackboard! { pub Board { lamp: Lamp, "Skiller": SkillerInterface } }
    /// # skill! { pub skill Wait() { depends_interfaces { lamp: Lamp } start state Dark { -> FINAL when lamp.lit; } } }
    /// # skill_space! { pub Skills on Board { Wait } }
    /// use skill_studio::Drivers;
    /// use skill_studio::cli::{Robot, Setup};
    /// use std::error::Error;
    /// use std::{fs, thread, time::Duration};
    ///
    /// #[derive(clap::Args, Clone, Debug)]
    /// struct Options {
    ///     /// The file that says whether the lamp is lit.
    ///     #[arg(long, value_name = "FILE", default_value = "/sys/class/leds/lamp/brightness")]
    ///     lamp: std::path::PathBuf,
    /// }
    ///
    /// fn make(setup: &Setup<'_, Board, Options>) -> Result<Drivers, Box<dyn Error>> {
    ///     let file = setup.options.lamp.clone();
    ///     fs::metadata(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    ///     let mut drivers = setup.drivers();
    ///     drivers.start("the lamp", setup.board.lamp.writer()?, move |port| {
    ///         while !port.is_over() {
    ///             let text = fs::read_to_string(&file)?;
    ///             port.publish(Lamp { lit: text.trim() != "0" });
    ///             thread::sleep(Duration::from_millis(20));
    ///         }
    ///         Ok(())
    ///     });
    ///     Ok(drivers)
    /// }
    ///
    /// fn main() -> std::process::ExitCode {
    ///     Robot::<Skills, _, _, _>::real("lamp", make).main()
    /// }
    /// ```
    #[must_use]
    pub fn real<E: fmt::Display>(
        name: &'static str,
        make: impl Fn(&Setup<'_, S::Board, O>) -> Result<R, E> + 'static,
    ) -> Self {
        Self::of(name, made(make), None)
    }

    fn of(
        name: &'static str,
        make: MakeRobot<S::Board, R, O>,
        simulated: Option<Make<S::Board, R>>,
    ) -> Self {
        let (agents, period, state) = (&[], session::PERIOD, no_state as fn(&R) -> &'static str);
        let world = WorldOf::default();
        Self { name, agents, make, simulated, period, agent: None, state, world, clocks: None }
    }

    /// Adds an agent, which a function makes.
    #[must_use]
    pub fn with_agent<A: AgentStage + Checkpoint>(
        self,
        agents: &'static [&'static SkillInfo],
        make: Make<S::Board, A>,
    ) -> Robot<S, R, A, O> {
        let Self { name, make: robot, simulated, period, state, world, clocks, .. } = self;
        let agent = Some(make);
        Robot { name, agents, make: robot, simulated, period, agent, state, world, clocks }
    }
}

fn no_state<R>(_: &R) -> &'static str {
    ""
}

impl<S: SkillSpace, R: Stages, A: AgentStage + Checkpoint, O: Args + Clone> Robot<S, R, A, O>
where
    S::Board: HasSkiller + Default,
{
    /// Sets the time between two passes, 10 ms if nobody says another.
    #[must_use]
    pub fn with_period(self, period: Duration) -> Self {
        Self { period, ..self }
    }

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

    /// Says which fields show the clocks of the other robots of its team: then `replay --team` shows recordings of several
    /// robots, each with its own clock, on one time line.
    #[must_use]
    pub fn with_clocks(self, clocks: &'static Clocks) -> Self {
        Self { clocks: Some(clocks), ..self }
    }

    /// Returns the description of the robot.
    #[must_use]
    pub fn description(&self) -> Description {
        Description::of::<S>(self.name, self.agents)
    }

    /// Parses the command line and runs the command: the whole program of a robot. In a browser it is the
    /// robot of the page that the command `playground` makes.
    #[must_use]
    pub fn main(self) -> ExitCode
    where
        Self: 'static,
    {
        self.main_with(|robot, arguments: Arguments<O>, output| match arguments.command {
            Command::Robot(command) => robot.run(command, output),
            Command::Completions(shell) => shell.run::<Arguments<O>>(output),
        })
    }

    /// As [`main`](Self::main), for a program with a command line of its own, which runs commands of the robot by
    /// [`run`](Self::run).
    #[must_use]
    pub fn main_with<T: Parser + AsRef<Common>>(
        self,
        command: impl FnOnce(&Self, T, &Output) -> Result<ExitCode, Error>,
    ) -> ExitCode
    where
        Self: 'static,
    {
        #[cfg(all(feature = "playground", target_family = "wasm"))]
        {
            drop(command);
            return crate::playground::main(self.page());
        }
        #[cfg(not(all(feature = "playground", target_family = "wasm")))]
        super::main(|arguments, output| command(&self, arguments, output))
    }

    /// Returns the page of the playground, which runs the simulated robot.
    #[cfg(feature = "playground")]
    #[must_use]
    pub fn page(self) -> Page
    where
        Self: 'static,
    {
        let Self { agents, simulated, period, agent, state, world, .. } = self;
        let description = self.description();
        Page::new(playground::choices(agents), move |start: playground::Start| {
            let has_agent = start.has_agent(agents)?;
            let make = simulated.ok_or("this robot is real: it has no simulator")?;
            let board: &'static S::Board = Box::leak(Box::default());
            let text = |error: WriterTaken| error.to_string();
            let robot = make(board).map_err(text)?;
            let mut new =
                Simulated::<S, R, A>::new(board, robot, description, period).map_err(text)?;
            (new.state, new.world) = (state, world);
            if let Some(agent) = agent.filter(|_| has_agent) {
                new.agent = Some(agent(board).map_err(text)?);
            }
            Ok(new)
        })
    }

    /// Runs a command. It fails also if a driver has not returned in time at the end.
    ///
    /// # Errors
    /// As the command.
    pub fn run(&self, command: Commands<O>, output: &Output) -> Result<ExitCode, Error> {
        self.execute(command, output).map(at_end)
    }

    fn execute(&self, command: Commands<O>, output: &Output) -> Result<ExitCode, Error> {
        let space = Space { name: self.name, skills: S::SKILLS, agents: self.agents };
        match command {
            Commands::Run(With { command: call, options }) => {
                call.check::<S>()?;
                self.begin_log(call.tuning(), output);
                let mut session = self.session(&options, call.realtime)?;
                call.run(output, self.description(), &mut session, NoTrace, self.state)
            }
            Commands::Agent(With { command, options }) => {
                self.run_agent(&command, &options, output)
            }
            Commands::Start(With { command, options }) => self.start(&command, &options, output),
            Commands::Service(unit) => unit.run::<Arguments<O>>(output, self.name),
            Commands::List(list) => list.run(output, &[space]),
            Commands::Graph(graph) => graph.run(output, &space),
            Commands::Describe(describe) => describe.run(output, &self.description()),
            #[cfg(feature = "remote")]
            Commands::Watch(watch) => watch.run(output, &[self.description()]),
            #[cfg(feature = "remote")]
            Commands::Why(why) => why.run(output, &[self.description()]),
            #[cfg(feature = "remote")]
            Commands::Call(service) => service.run(output),
            #[cfg(feature = "remote")]
            Commands::Mcp(With { command, options }) => {
                let simulate = |calls: &[String], timeout| {
                    let mut session = self.session(&options, false)?;
                    Ok(crate::mcp::rehearse(&mut session, calls, timeout))
                };
                let simulate = self.simulated.is_some().then_some(simulate);
                command.run::<S>(output, self.description(), simulate)
            }
            Commands::Params(params) => params.run(output, &self.description()),
            #[cfg(feature = "remote")]
            Commands::Set(set) => set.run(output),
            #[cfg(feature = "record")]
            Commands::Replay(replay) => self.replay(&replay, output),
            #[cfg(feature = "record")]
            Commands::Coverage(covered) => covered.run(output, &[self.description()]),
            #[cfg(feature = "index")]
            Commands::Index(index) => index.run(output, &[self.description()]),
            #[cfg(feature = "index")]
            Commands::Ask(ask) => ask.run(output, self.name),
            #[cfg(all(feature = "live", feature = "playground"))]
            Commands::Playground(playground) => match self.simulated {
                Some(_) => playground.run(output, &self.description(), None),
                None => Err(Error::usage("this robot is real: a page runs simulated ones only")),
            },
        }
    }

    /// Makes the robot. Its blackboard stays until the end of the program.
    fn session(&self, options: &O, realtime: bool) -> Result<Session<'static, S, R>, Error> {
        if self.simulated.is_none() {
            // From when the first driver runs, each end is one in good order.
            signals::catch()?;
        }
        let (board, clock): (&'static S::Board, _) = (Box::leak(Box::default()), Clock::start());
        let robot = begin(&self.make, board, options, clock)?;
        let session = Session::new(board, robot).map_err(Error::usage)?.with_period(self.period);
        let session = session.in_realtime(realtime).with_world(self.world);
        Ok(if self.simulated.is_none() { session.on_clock(clock) } else { session })
    }

    /// Begins the log, before the first driver has something to say.
    fn begin_log(&self, tuning: &Tuning, output: &Output) {
        log::begin(self.name, tuning.robot(), output.verbosity());
    }

    fn start(&self, start: &Start, options: &O, output: &Output) -> Result<ExitCode, Error> {
        // Before drivers, which may never return.
        let supervisor = start.supervisor();
        self.begin_log(start.tuning(), output);
        let mut session = self.session(options, true)?;
        let params = start.tune::<S>(&self.description(), session.board())?;
        match self.agent {
            None => {
                let kept = Kept { agent: start.restore(&mut ())?, params };
                start.run(output, self.description(), &supervisor, kept, &mut session)
            }
            Some(make) => {
                let mut agent = make(session.board()).map_err(Error::usage)?;
                let kept = Kept { agent: start.restore(&mut agent)?, params };
                let session = &mut session.with_agent(agent);
                start.run(output, self.description(), &supervisor, kept, session)
            }
        }
    }

    /// Replays a recording, with the agent if it was recorded with one.
    #[cfg(feature = "record")]
    fn replay(&self, replay: &Replay, output: &Output) -> Result<ExitCode, Error> {
        let description = self.description();
        let clocks = self.clocks.map(|clocks| (clocks, &description));
        replay.each(output, clocks, |all| {
            match (all.first().and_then(|of| of.agent.as_ref()), self.agent) {
                (None, _) => replay.run::<S, _>(output, description, all, |_, _| Ok(())),
                (Some(_), Some(make)) => {
                    replay.run::<S, _>(output, description, all, |_, board| make(board))
                }
                (Some(name), None) => {
                    let name = Escaped(name);
                    Err(Error::Usage(format!("this program does not have the agent `{name}`")))
                }
            }
        })
    }

    fn run_agent(
        &self,
        arguments: &Agent,
        options: &O,
        output: &Output,
    ) -> Result<ExitCode, Error> {
        let Some(make) = self.agent else {
            return Err(Error::Usage("this robot has no agent".to_owned()));
        };
        self.begin_log(&arguments.tuning, output);
        let session = self.session(options, arguments.realtime)?;
        arguments.tuning.apply(&self.description(), session.board())?;
        let agent = make(session.board()).map_err(Error::usage)?;
        let mut session = session.with_agent(agent);
        let (board, kind) = (session.board(), session.kind());
        let agent = session.agent().info().map(|agent| agent.name);
        let watching = session.watching_mut();
        arguments.gui.show(output, self.description(), board, kind, watching)?;
        arguments.record.start(self.description(), board, agent, watching)?;
        let (mut tracer, live) = (Printer::text(output), watching.is_live());
        loop {
            let now = session.pass(&mut tracer);
            let is_over = now.time.as_secs_f64() >= arguments.timeout;
            if output.is_over() || is_over && !live {
                return Record::end(session.watching_mut(), ExitCode::SUCCESS);
            }
        }
    }
}

/// The command line of a robot without commands of its own.
pub(super) type Arguments<O> = cli::CommandLine<Command<O>>;

#[derive(Subcommand)]
#[allow(clippy::large_enum_variant)] // one value
pub(super) enum Command<O: Args> {
    #[command(flatten)]
    Robot(Commands<O>),
    /// Prints completions of this command line for a shell.
    Completions(Completions),
}
