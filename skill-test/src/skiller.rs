//! A skiller on a bench: calls as text, through the blackboard.

use crate::bench::{Bench, Runner};
use crate::record::Record;
use skill_runtime::agent::HasSkiller;
use skill_runtime::skiller::{ExecSkill, Message, Policy, SkillStatus, SkillerInterface, StopExec};
use skill_runtime::{Provides, Sent, SkillSpace, Skiller, Text, Tick};

/// The skiller's interface on a blackboard. Rust infers it only from 1.89 on.
const SKILLER: u64 = skill_runtime::__v1::interface_id(skill_runtime::skiller::INTERFACE_ID);

/// The sender of the bench's own messages to the skiller.
const SENDER: u32 = 1;

/// Runs the calls of the skill space `S`.
pub struct OnSkiller<'a, S: SkillSpace>
where
    S::Board: HasSkiller,
{
    board: &'a S::Board,
    /// The skiller; `None` after [`Bench::remove_skiller`].
    skiller: Option<Skiller<'a, S>>,
    calls: Vec<String>,
}

impl<S: SkillSpace> std::fmt::Debug for OnSkiller<'_, S>
where
    S::Board: HasSkiller,
{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OnSkiller").field("space", &S::NAME).finish_non_exhaustive()
    }
}

impl<'a, S: SkillSpace> OnSkiller<'a, S>
where
    S::Board: HasSkiller,
{
    #[track_caller]
    fn new(board: &'a S::Board) -> Self {
        Self { board, skiller: Some(claimed(board)), calls: Vec::new() }
    }

    /// Returns what the skiller publishes.
    pub(crate) fn published(&self) -> SkillerInterface {
        Provides::<SkillerInterface, SKILLER>::cell(self.board).sample().data
    }
}

#[track_caller]
fn claimed<S: SkillSpace>(board: &S::Board) -> Skiller<'_, S>
where
    S::Board: HasSkiller,
{
    Skiller::new(board).unwrap_or_else(|error| panic!("{error}"))
}

impl<S: SkillSpace> Runner for OnSkiller<'_, S>
where
    S::Board: HasSkiller,
{
    type Status = SkillStatus;
    const START: SkillStatus = SkillStatus::Inactive;
    const RUNNING: SkillStatus = SkillStatus::Running;
    const FINAL: SkillStatus = SkillStatus::Final;
    const FAILED: SkillStatus = SkillStatus::Failed;

    fn pass(&mut self, now: Tick, record: &mut Record<'_>) -> SkillStatus {
        let before = self.published().msgid;
        let status = self.skiller.as_mut().map(|skiller| skiller.tick(now, record));
        let skiller = self.published();
        if skiller.msgid != before && skiller.msgid != 0 {
            self.calls.push(skiller.skill_string.to_string());
        }
        status.unwrap_or_default()
    }

    fn reason(&self) -> String {
        self.published().error.to_string()
    }
}

impl<'a, B: HasSkiller> Bench<'a, B> {
    /// Runs a skiller with the skill space `S`.
    ///
    /// # Panics
    /// If the blackboard has a skiller already, or an interface that a skill of the space
    /// writes has another writer.
    #[must_use]
    #[track_caller]
    pub fn with_skiller<S: SkillSpace<Board = B>>(self) -> Bench<'a, B, OnSkiller<'a, S>> {
        let runner = OnSkiller::new(self.board);
        self.map(|()| runner)
    }
}

/// A runner that contains a skiller: [`OnSkiller`] or [`AgentOnSkiller`](crate::AgentOnSkiller).
pub trait HasSpace<'a> {
    /// The skill space of the skiller.
    type Space: SkillSpace;
    /// Returns the skiller's part.
    #[doc(hidden)]
    fn part(&self) -> &OnSkiller<'a, Self::Space>
    where
        <Self::Space as SkillSpace>::Board: HasSkiller;
    /// Returns the skiller's part, mutably.
    #[doc(hidden)]
    fn part_mut(&mut self) -> &mut OnSkiller<'a, Self::Space>
    where
        <Self::Space as SkillSpace>::Board: HasSkiller;
}

impl<'a, S: SkillSpace> HasSpace<'a> for OnSkiller<'a, S>
where
    S::Board: HasSkiller,
{
    type Space = S;
    fn part(&self) -> &Self {
        self
    }
    fn part_mut(&mut self) -> &mut Self {
        self
    }
}

impl<'a, B, R, S> Bench<'a, B, R>
where
    B: HasSkiller,
    S: SkillSpace<Board = B> + 'static,
    R: HasSpace<'a, Space = S> + Runner,
{
    /// Restricts the calls that the skiller runs.
    #[must_use]
    pub fn with_policy(mut self, policy: Policy) -> Self {
        let part = self.runner.part_mut();
        part.skiller = part.skiller.take().map(|skiller| skiller.with_policy(policy));
        self
    }

    /// Returns the skiller; `None` after [`remove_skiller`](Self::remove_skiller).
    #[must_use]
    pub fn skiller(&self) -> Option<&Skiller<'a, S>> {
        self.runner.part().skiller.as_ref()
    }

    /// Returns what the skiller publishes.
    #[must_use]
    pub fn skiller_interface(&self) -> SkillerInterface {
        self.runner.part().published()
    }

    /// Ends the skiller: its interface has no writer from now on.
    pub fn remove_skiller(&mut self) {
        self.runner.part_mut().skiller = None;
    }

    /// Starts a new skiller after [`remove_skiller`](Self::remove_skiller).
    ///
    /// # Panics
    /// If the blackboard has another skiller by now.
    #[track_caller]
    pub fn restore_skiller(&mut self) {
        let skiller = claimed(self.board);
        self.runner.part_mut().skiller = Some(skiller);
    }

    /// Sends a message to the skiller as `sender`.
    pub fn send(&self, sender: u32, message: impl Into<Message>) -> Sent {
        Provides::<SkillerInterface, SKILLER>::cell(self.board).send_as(sender, message)
    }

    /// Returns the calls that the skiller began since the bench was made, as text.
    #[must_use]
    pub fn calls(&self) -> &[String] {
        &self.runner.part().calls
    }

    /// Returns the name of the skill that caused the last failure; empty if there is none.
    #[must_use]
    pub fn failed_skill(&self) -> &'static str {
        let failure = self.skiller().and_then(Skiller::failure);
        failure.map_or("", |failure| failure.skill.name)
    }

    /// Clears the record, sends `call` to the skiller and runs the pass in which it begins.
    ///
    /// # Panics
    /// If the call has more than 1024 bytes, or the skiller takes no message.
    #[track_caller]
    pub fn start(&mut self, call: &str) -> R::Status {
        self.clear();
        let Ok(skill_string) = Text::try_from(call) else {
            panic!("a call has at most 1024 bytes, this one {}", call.len());
        };
        let sent = self.send(SENDER, ExecSkill { skill_string });
        assert!(!sent.is_refused(), "the skiller takes no message: {sent:?}");
        self.pass()
    }

    /// Stops the running skill in a pass, and returns the status after it.
    ///
    /// # Panics
    /// If the skiller takes no message.
    #[track_caller]
    pub fn stop(&mut self) -> R::Status {
        let sent = self.send(SENDER, StopExec {});
        assert!(!sent.is_refused(), "the skiller takes no message: {sent:?}");
        self.pass()
    }
}

impl<B, S> Bench<'_, B, OnSkiller<'_, S>>
where
    B: HasSkiller,
    S: SkillSpace<Board = B>,
{
    /// Returns the status after the last pass.
    #[must_use]
    pub fn status(&self) -> SkillStatus {
        self.runner.published().status
    }
}
