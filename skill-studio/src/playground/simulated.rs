//! Any simulated robot in a page.

use super::play::{Choice, Control, Passed, Play};
use crate::model::describe::Description;
use crate::model::world::{World, WorldOf};
use serde::Deserialize;
use skill_runtime::agent::HasSkiller;
use skill_runtime::{
    AgentStage, Instant, MainLoop, NoTrace, ObservedPass, Observer, SkillInfo, SkillSpace, Skiller,
    Stages, WriterTaken,
};
use std::time::Duration;

/// The agent of a start in which nobody calls skills but the visitor.
const NOBODY: &str = "nobody";

/// Returns what can be chosen of a robot that may have agents.
pub(crate) fn choices(agents: &[&SkillInfo]) -> Vec<Choice> {
    let Some(agent) = agents.first() else { return Vec::new() };
    let values = vec![(agent.name, "its agent decides"), (NOBODY, "nobody: call skills yourself")];
    let control = Control::OneOf { values };
    vec![Choice { name: "agent", label: "", about: "Who calls the skills", control }]
}

/// The options of a start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    agent: Option<String>,
}

impl Start {
    /// Returns whether the agent runs.
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn has_agent(&self, agents: &[&SkillInfo]) -> Result<bool, String> {
        match (self.agent.as_deref(), agents.first()) {
            (Some(NOBODY), _) | (None, None) => Ok(false),
            (None, Some(_)) => Ok(true),
            (Some(name), Some(agent)) if name == agent.name => Ok(true),
            (Some(name), Some(agent)) => {
                Err(format!("unknown agent `{name}`: expected `{}` or `{NOBODY}`", agent.name))
            }
            (Some(name), None) => Err(format!("unknown agent `{name}`: this robot has none")),
        }
    }
}

/// A robot of one skiller, on a blackboard of its own.
pub(crate) struct Simulated<S: SkillSpace<Board: 'static>, R, A> {
    pub board: &'static S::Board,
    pub robot: R,
    pub agent: Option<A>,
    pub description: Description,
    pub world: WorldOf<R>,
    pub state: fn(&R) -> &'static str,
    pub period: Duration,
    skiller: Skiller<'static, S>,
    main_loop: MainLoop,
    time: Instant,
}

impl<S: SkillSpace<Board: HasSkiller>, R: Stages, A: AgentStage> Simulated<S, R, A> {
    /// Connects a robot and a skiller to a blackboard.
    ///
    /// # Errors
    /// [`WriterTaken`] if the skiller's interface already has a writer.
    pub fn new(
        board: &'static S::Board,
        robot: R,
        description: Description,
        period: Duration,
    ) -> Result<Self, WriterTaken> {
        Ok(Self {
            board,
            robot,
            agent: None,
            description,
            world: WorldOf::default(),
            state: |_| "",
            period,
            skiller: Skiller::new(board)?,
            main_loop: MainLoop::new(),
            time: Instant::ZERO,
        })
    }
}

impl<S: SkillSpace<Board: HasSkiller>, R: Stages, A: AgentStage> Play for Simulated<S, R, A> {
    type Skills = S;

    fn board(&self) -> &'static S::Board {
        self.board
    }

    fn description(&self) -> Description {
        self.description
    }

    fn agent(&self) -> Option<&'static str> {
        Some(self.agent.as_ref()?.info()?.name)
    }

    fn time(&self) -> Instant {
        self.time
    }

    fn pass(&mut self, observer: &mut impl Observer) -> Passed {
        let Self { robot, agent, skiller, main_loop, time, period, .. } = self;
        let tracer = &mut NoTrace;
        // The time only goes forward.
        let _ = match agent {
            Some(agent) => {
                main_loop.pass(*time, &mut ObservedPass { robot, agent, skiller, observer, tracer })
            }
            None => {
                let agent = &mut ();
                main_loop.pass(*time, &mut ObservedPass { robot, agent, skiller, observer, tracer })
            }
        };
        *time = time.after(*period);
        Passed::default()
    }

    fn world(&mut self) -> impl World {
        self.world.of(&mut self.robot)
    }

    fn state(&self) -> String {
        (self.state)(&self.robot).to_owned()
    }
}
