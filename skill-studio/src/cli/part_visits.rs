//! Visitors of the parts of a robot for its commands: only they know the types of a part.

use super::Call;
#[cfg(feature = "remote")]
use super::Mcp;
#[cfg(feature = "record")]
use super::Replay;
use super::part_params::PartParams;
use crate::console::error::Error;
use crate::console::log::{self, Level};
#[cfg(any(feature = "record", feature = "remote"))]
use crate::console::output::Output;
use crate::console::trace::Printer;
use crate::model::describe::Description;
use crate::model::variables::Variables;
#[cfg(feature = "record")]
use crate::recording::record::Recording;
use crate::running::kept::{Kept, KeptAgent};
use crate::running::session::Session;
use crate::running::side_by_side::{Part, PartSession};
#[cfg(feature = "record")]
use crate::text::escape::Escaped;
use skill_runtime::agent::HasSkiller;
use skill_runtime::why::WhyTrace;
use skill_runtime::{Agent, AgentRunner, AgentStage, Exec, PartInfo, PartVisitor, SkillSpace};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;

/// Makes the sessions of all parts.
pub(super) struct MakeParts<'m, 'o> {
    pub robot: &'static str,
    /// Returns the tracer of a part with an agent, if it has one.
    pub printer: &'m dyn Fn(&'static str, Option<&'static str>) -> Printer<'o>,
    pub params: PartParams<'m>,
    /// The part whose transitions are explained.
    pub explained: Option<&'m str>,
    pub has_agents: bool,
    /// Returns the file that keeps the variables of the agent of a part.
    pub state: &'m dyn Fn(&str) -> Option<PathBuf>,
    /// The parts that were made.
    pub parts: Vec<Box<dyn Part + 'o>>,
}

impl MakeParts<'_, '_> {
    fn add<S: SkillSpace + 'static, A: AgentStage + 'static>(
        &mut self,
        part: &'static PartInfo,
        board: &'static S::Board,
        mut agent: A,
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller,
    {
        let name = part.name;
        let description = Description::of_part(self.robot, part);
        self.params.apply(&(name, description), board)?;
        let has_variables = !Variables::of(&agent).all.is_empty();
        let kept = match (self.state)(name).filter(|_| has_variables) {
            None => None,
            Some(path) => {
                let report = |line: &str| log::say(Level::Error, "agent", line);
                let (kept, level, line) = KeptAgent::open(&path, &mut agent, report)?;
                log::say(level, "agent", &line);
                Some(kept)
            }
        };
        let goes_on = kept.is_some();
        let tracer = (self.printer)(name, agent.info().map(|agent| agent.name));
        let explained = (self.explained == Some(name)).then(WhyTrace::new);
        let mut session = Session::<S, ()>::new(board, ()).map_err(Error::usage)?.with_agent(agent);
        session.keep(Kept { agent: kept, params: None });
        let tracer = (tracer, explained);
        self.parts.push(Box::new(PartSession { name, description, session, tracer, goes_on }));
        Ok(())
    }
}

impl PartVisitor for MakeParts<'_, '_> {
    type Error = Error;
    fn part<S: SkillSpace + 'static>(
        &mut self,
        part: &'static PartInfo,
        board: &'static S::Board,
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller + Default,
    {
        self.add::<S, _>(part, board, ())
    }
    fn part_with_agent<S: SkillSpace + 'static, A: Agent + Default>(
        &mut self,
        part: &'static PartInfo,
        board: &'static S::Board,
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller + Default,
        A::Machine: Exec<S::Board>,
    {
        if !self.has_agents {
            return self.add::<S, _>(part, board, ());
        }
        let agent = AgentRunner::new(board, A::default(), NonZeroU32::MIN).map_err(Error::usage)?;
        self.add::<S, _>(part, board, agent)
    }
}

/// A command for one part.
pub(super) trait WithPart {
    fn run<S: SkillSpace + 'static>(self, part: &'static PartInfo) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller + Default;
    /// As [`run`](Self::run), if the part has an agent.
    fn run_with_agent<S: SkillSpace + 'static, A: Agent + Default>(
        self,
        part: &'static PartInfo,
    ) -> Result<ExitCode, Error>
    where
        Self: Sized,
        S::Board: HasSkiller + Default,
        A::Machine: Exec<S::Board>,
    {
        self.run::<S>(part)
    }
}

/// Does something with the part of a name.
pub(super) struct OnePart<'n, T> {
    pub name: &'n str,
    pub with: Option<T>,
    /// Its exit status; `None` if there is no such part.
    pub code: Option<ExitCode>,
}

impl<T: WithPart> OnePart<'_, T> {
    fn take(&mut self, part: &PartInfo) -> Option<T> {
        if part.name == self.name { self.with.take() } else { None }
    }
}

impl<T: WithPart> PartVisitor for OnePart<'_, T> {
    type Error = Error;
    fn part<S: SkillSpace + 'static>(
        &mut self,
        part: &'static PartInfo,
        _: &'static S::Board,
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller + Default,
    {
        if let Some(with) = self.take(part) {
            self.code = Some(with.run::<S>(part)?);
        }
        Ok(())
    }
    fn part_with_agent<S: SkillSpace + 'static, A: Agent + Default>(
        &mut self,
        part: &'static PartInfo,
        _: &'static S::Board,
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller + Default,
        A::Machine: Exec<S::Board>,
    {
        if let Some(with) = self.take(part) {
            self.code = Some(with.run_with_agent::<S, A>(part)?);
        }
        Ok(())
    }
}

/// Checks a call, before a robot is made.
pub(super) struct Checked<'c>(pub &'c Call);

impl WithPart for Checked<'_> {
    fn run<S: SkillSpace + 'static>(self, _: &'static PartInfo) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller + Default,
    {
        self.0.check::<S>()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Offers the skills of a part as tools.
#[cfg(feature = "remote")]
pub(super) struct Served<'c> {
    pub command: &'c Mcp,
    pub output: &'c Output,
    pub robot: &'static str,
}

#[cfg(feature = "remote")]
impl WithPart for Served<'_> {
    fn run<S: SkillSpace + 'static>(self, part: &'static PartInfo) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller + Default,
    {
        type Simulate =
            fn(&[String], std::time::Duration) -> Result<Vec<crate::mcp::Rehearsal>, Error>;
        // What a part does depends on the others, which a simulation of it alone would not have.
        let simulate: Option<Simulate> = None;
        self.command.run::<S>(self.output, Description::of_part(self.robot, part), simulate)
    }
}

/// Replays the recordings of a part.
#[cfg(feature = "record")]
pub(super) struct Replayed<'c> {
    pub replay: &'c Replay,
    pub output: &'c Output,
    pub robot: &'static str,
    pub all: &'c [Recording],
}

#[cfg(feature = "record")]
impl WithPart for Replayed<'_> {
    fn run<S: SkillSpace + 'static>(self, part: &'static PartInfo) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller + Default,
    {
        let Self { replay, output, robot, all } = self;
        if let Some(name) = all.first().and_then(|of| of.agent.as_ref()) {
            let (part, name) = (part.name, Escaped(name));
            return Err(Error::Usage(format!("part `{part}` does not have the agent `{name}`")));
        }
        replay.run::<S, ()>(output, Description::of_part(robot, part), all, |_, _| Ok(()))
    }
    fn run_with_agent<S: SkillSpace + 'static, A: Agent + Default>(
        self,
        part: &'static PartInfo,
    ) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller + Default,
        A::Machine: Exec<S::Board>,
    {
        if self.all.first().is_some_and(|of| of.agent.is_none()) {
            return self.run::<S>(part);
        }
        let Self { replay, output, robot, all } = self;
        replay.run::<S, _>(output, Description::of_part(robot, part), all, |_, board| {
            AgentRunner::new(board, A::default(), NonZeroU32::MIN)
        })
    }
}
