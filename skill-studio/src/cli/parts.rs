//! The program of a robot whose parts move side by side.

use super::part_params::{self, NamedPart, PartParams};
#[cfg(feature = "record")]
use super::part_visits::Replayed;
#[cfg(feature = "remote")]
use super::part_visits::Served;
use super::part_visits::{Checked, MakeParts, OnePart, WithPart};
use super::robot::{
    Agent, Arguments, Command, Commands, MakeRobot, Setup, With, at_end, begin, made,
};
use super::start::show_parts;
use super::{Call, Make, NoOptions, Start, Tuning, main};
use crate::console::error::Error;
use crate::console::log;
use crate::console::output::Output;
use crate::console::signals;
use crate::console::trace::Printer;
use crate::model::describe::Description;
use crate::model::space::Space;
use crate::model::world::WorldOf;
use crate::running::clock::Clock;
use crate::running::session::PERIOD;
use crate::running::side_by_side::SideBySide;
use crate::text::escape::Escaped;
use clap::Args;
use skill_runtime::{PartInfo, RobotParts, SkillInfo, Stages};
use std::fmt;
use std::process::ExitCode;
use std::time::Duration;

/// A robot of parts that move side by side, with a program: as [`Robot`](super::Robot), but each part has a skiller, and
/// an agent if [`robot_parts!`](skill_runtime::robot_parts!) names one. One main loop runs all of them; an interface
/// that several parts have gets the same value on all blackboards, `drivers.start(name, [writer, writer], ..)`.
///
/// Commands name a part by `--robot`: `torso run --robot left 'left_up{}'`; of a running robot by its address,
/// `torso call '127.0.0.1:8080/?robot=left' 'left_up{}'`.
///
/// ```no_run
/// # use skill_runtime::{blackboard, interface, robot_parts, skill, skill_space};
/// # use skill_runtime::skiller::SkillerInterface;
/// # interface! { pub Arm { fields { z_m: f32, msgid: u32, final: bool } messages { MoveTo { z_m: f32 } } } }
/// # skill! {
/// #     pub skill [LeftUp, RightUp]() {
/// #         depends_interfaces { arm: Arm = ["Left", "Right"] }
/// #         start state Up = arm.send(arm::MoveTo { z_m: 0.4 }) { -> FINAL on FINAL; }
/// #     }
/// # }
/// # blackboard! { pub LeftBoard { "Left": Arm, "Skiller": SkillerInterface } }
/// # blackboard! { pub RightBoard { "Right": Arm, "Skiller": SkillerInterface } }
/// # skill_space! { pub Left on LeftBoard { LeftUp } }
/// # skill_space! { pub Right on RightBoard { RightUp } }
/// use skill_studio::Drivers;
/// use skill_studio::cli::{NoOptions, RobotOfParts, Setup};
/// use std::error::Error;
///
/// robot_parts! { pub Torso { left: Left, right: Right } }
///
/// fn start(setup: &Setup<'_, Torso, NoOptions>) -> Result<Drivers, Box<dyn Error>> {
///     let mut drivers = setup.drivers();
///     // drivers.start("the left arm", setup.board.left.left.writer()?, ..);
///     Ok(drivers)
/// }
///
/// fn main() -> std::process::ExitCode {
///     RobotOfParts::real("torso", start).main()
/// }
/// ```
pub struct RobotOfParts<P: RobotParts, R, O = NoOptions> {
    name: &'static str,
    make: MakeRobot<P, R, O>,
    is_real: bool,
    period: Duration,
    state: fn(&R) -> &'static str,
    world: WorldOf<R>,
}

impl<P: RobotParts, R: Stages + 'static> RobotOfParts<P, R> {
    /// Creates a simulated robot, which has a name, and is made on the blackboards of its parts by a function.
    #[must_use]
    pub fn new(name: &'static str, make: Make<P, R>) -> Self {
        Self::of(name, Box::new(move |setup| make(setup.board).map_err(Error::usage)), false)
    }
}

impl<P: RobotParts, R: Stages + 'static, O: Args + Clone + 'static> RobotOfParts<P, R, O> {
    /// Creates a robot that is real, as [`Robot::real`](super::Robot::real).
    #[must_use]
    pub fn real<E: fmt::Display>(
        name: &'static str,
        make: impl Fn(&Setup<'_, P, O>) -> Result<R, E> + 'static,
    ) -> Self {
        Self::of(name, made(make), true)
    }

    fn of(name: &'static str, make: MakeRobot<P, R, O>, is_real: bool) -> Self {
        Self { name, make, is_real, period: PERIOD, state: |_| "", world: WorldOf::default() }
    }

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

    /// Returns the descriptions of the parts, in order.
    #[must_use]
    pub fn descriptions(&self) -> Vec<Description> {
        P::PARTS.iter().map(|part| Description::of_part(self.name, part)).collect()
    }

    /// Parses the command line and runs the command: the whole program of a robot.
    #[must_use]
    pub fn main(self) -> ExitCode {
        main(|arguments: Arguments<O>, output| match arguments.command {
            Command::Robot(command) => self.run(command, output),
            Command::Completions(shell) => shell.run::<Arguments<O>>(output),
        })
    }

    /// Runs a command. It fails also if a driver has not returned in time at the end.
    ///
    /// # Errors
    /// As the command; [`Error::Usage`] if a part has to be named.
    pub fn run(&self, command: Commands<O>, output: &Output) -> Result<ExitCode, Error> {
        self.execute(command, output).map(at_end)
    }

    fn execute(&self, command: Commands<O>, output: &Output) -> Result<ExitCode, Error> {
        match command {
            Commands::Run(With { command, options }) => self.call(&command, &options, output),
            Commands::Agent(With { command, options }) => {
                self.run_agents(&command, &options, output)
            }
            Commands::Start(With { command, options }) => self.start(&command, &options, output),
            Commands::Service(unit) => unit.run::<Arguments<O>>(output, self.name),
            Commands::List(list) => list.run(output, &spaces::<P>()),
            Commands::Graph(graph) => graph.run_all(output, self.name, &spaces::<P>()),
            Commands::Describe(describe) => describe.run_all(output, &self.descriptions()),
            #[cfg(feature = "remote")]
            Commands::Watch(watch) => watch.run(output, &self.descriptions()),
            #[cfg(feature = "remote")]
            Commands::Why(why) => why.run(output, &self.descriptions()),
            #[cfg(feature = "remote")]
            Commands::Call(service) => service.run(output),
            #[cfg(feature = "remote")]
            Commands::Mcp(With { command, .. }) => {
                let name = command.robot().unwrap_or(P::PARTS[0].name).to_owned();
                self.visit(&name, Served { command: &command, output, robot: self.name })
            }
            Commands::Params(params) => {
                #[cfg(feature = "remote")]
                if params.is_of_running() {
                    return params.run(output, &self.description_of_all());
                }
                part_params::list(&params, output, &self.named(), self.description_of_all())
            }
            #[cfg(feature = "remote")]
            Commands::Set(set) => set.run(output),
            #[cfg(feature = "record")]
            Commands::Replay(replay) => replay.each(output, None, |all| {
                let name = all.first().and_then(|of| of.name.as_deref()).unwrap_or_default();
                let replayed = Replayed { replay: &replay, output, robot: self.name, all };
                self.visit(name, replayed)
            }),
            #[cfg(feature = "record")]
            Commands::Coverage(covered) => covered.run(output, &self.descriptions()),
            #[cfg(feature = "index")]
            Commands::Index(index) => index.run(output, &self.descriptions()),
            #[cfg(feature = "index")]
            Commands::Ask(ask) => ask.run(output, self.name),
            #[cfg(all(feature = "live", feature = "playground"))]
            Commands::Playground(_) => {
                Err(Error::usage("this robot has parts: a page runs robots of one skiller only"))
            }
        }
    }

    /// Returns the name and the description of each part.
    fn named(&self) -> Vec<NamedPart> {
        P::PARTS.iter().map(|part| part.name).zip(self.descriptions()).collect()
    }

    /// Returns a description with the skills of all parts, for files with parameters.
    fn description_of_all(&self) -> Description {
        let parts = self.descriptions();
        let mut all: Vec<&'static SkillInfo> = Vec::new();
        for skill in parts.iter().flat_map(|part| part.all) {
            if !all.contains(skill) {
                all.push(skill);
            }
        }
        Description { all: all.leak(), ..parts[0] }
    }

    /// Does something with the types of a part.
    fn visit(&self, name: &str, with: impl WithPart) -> Result<ExitCode, Error> {
        let mut one = OnePart { name, with: Some(with), code: None };
        // It stays until the end of the program.
        let board: &'static P = Box::leak(Box::default());
        board.visit(&mut one)?;
        one.code.ok_or_else(|| {
            let (robot, name, names) = (self.name, Escaped(name), names::<P>().join(", "));
            Error::Usage(format!("{robot} has no part `{name}`\nhelp: its parts are {names}"))
        })
    }

    /// Makes the robot. Its blackboards stay until the end of the program.
    fn make<'o>(
        &self,
        options: &O,
        mut making: MakeParts<'_, 'o>,
    ) -> Result<SideBySide<'o, R>, Error> {
        if self.is_real {
            // From when the first driver runs, each end is one in good order.
            signals::catch()?;
        }
        let (board, clock): (&'static P, _) = (Box::leak(Box::default()), Clock::start());
        let robot = begin(&self.make, board, options, clock)?;
        board.visit(&mut making)?;
        let mut all = SideBySide::new(robot, making.parts, self.world, self.period);
        if self.is_real {
            all.follow(clock);
        }
        Ok(all)
    }

    /// Returns how parts are made: without agents, files that follow them and explanations.
    ///
    /// # Errors
    /// As [`PartParams::read`].
    fn making<'m, 'o>(
        &self,
        tuning: &'m Tuning,
        printer: &'m dyn Fn(&'static str, Option<&'static str>) -> Printer<'o>,
    ) -> Result<MakeParts<'m, 'o>, Error> {
        Ok(MakeParts {
            robot: self.name,
            printer,
            params: PartParams::read(tuning, &self.named(), self.description_of_all())?,
            explained: None,
            has_agents: false,
            state: &|_| None,
            parts: Vec::new(),
        })
    }

    fn call(&self, call: &Call, options: &O, output: &Output) -> Result<ExitCode, Error> {
        let Some(part) = call.tuning().robot() else {
            let (robot, names) = (self.name, names::<P>().join(" or --robot "));
            return Err(Error::Usage(format!(
                "{robot} has several parts\nhelp: name the one that runs the call, --robot {names}"
            )));
        };
        self.visit(part, Checked(call))?;
        log::begin(self.name, None, output.verbosity());
        let printer = |part: &'static str, _| call.printer(output).of_part(part);
        let making = MakeParts { explained: Some(part), ..self.making(call.tuning(), &printer)? };
        let mut robot = self.make(options, making)?;
        if call.realtime {
            robot.keep_pace();
        }
        call.run_part(output, self.name, &mut robot, part, self.state)
    }

    fn start(&self, start: &Start, options: &O, output: &Output) -> Result<ExitCode, Error> {
        // Before drivers, which may never return.
        let supervisor = start.supervisor();
        self.has_no_name(start.tuning())?;
        if start.writes_params() {
            return Err(Error::usage(
                "`--write-params` is for a robot without parts, since each part would write the file\nhelp: leave it out; `params --at` prints the values of a part that runs",
            ));
        }
        log::begin(self.name, None, output.verbosity());
        let printer = |part, agent| Printer::log(output, agent).of_part(part);
        let state = |part: &str| start.agent_state(part);
        let making =
            MakeParts { has_agents: true, state: &state, ..self.making(start.tuning(), &printer)? };
        let mut robot = self.make(options, making)?;
        if !self.is_real {
            robot.keep_pace();
        }
        start.run_parts(output, self.name, &supervisor, &mut robot)
    }

    fn run_agents(&self, agents: &Agent, options: &O, output: &Output) -> Result<ExitCode, Error> {
        self.has_no_name(&agents.tuning)?;
        if P::PARTS.iter().all(|part| part.agents.is_empty()) {
            return Err(Error::usage("no part of this robot has an agent"));
        }
        log::begin(self.name, None, output.verbosity());
        let printer = |part, _| Printer::text(output).of_part(part);
        let making = MakeParts { has_agents: true, ..self.making(&agents.tuning, &printer)? };
        let mut robot = self.make(options, making)?;
        if agents.realtime {
            robot.keep_pace();
        }
        show_parts(output, self.name, (&agents.gui, &agents.record), &mut robot)?;
        let live = robot.is_live();
        loop {
            let now = robot.pass();
            let is_over = now.time.as_secs_f64() >= agents.timeout;
            if output.is_over() || is_over && !live {
                robot.finish()?;
                return Ok(ExitCode::SUCCESS);
            }
        }
    }

    /// Checks that no part is named where all of them run.
    fn has_no_name(&self, tuning: &Tuning) -> Result<(), Error> {
        let Some(_) = tuning.robot() else { return Ok(()) };
        let (robot, part) = (self.name, P::PARTS[0].name);
        Err(Error::Usage(format!(
            "all parts of {robot} run: --robot names none\nhelp: leave it out; each part has the tables of its name, as `[robot.{part}.SKILL]`"
        )))
    }
}

/// Returns the names of the parts.
fn names<P: RobotParts>() -> Vec<&'static str> {
    P::PARTS.iter().map(|part| part.name).collect()
}

/// Returns the spaces, each with the name of its part.
fn spaces<P: RobotParts>() -> Vec<Space> {
    let space =
        |part: &PartInfo| Space { name: part.name, skills: part.skills, agents: part.agents };
    P::PARTS.iter().map(space).collect()
}
