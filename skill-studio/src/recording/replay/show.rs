//! A recording in the live page.

use super::{Replay, ReplayError, Witness};
use crate::live::Live;
use crate::model::describe::Description;
use crate::model::view::{Change, SceneView};
use crate::model::world::World;
use crate::recording::record::Recording;
use skill_runtime::agent::HasSkiller;
use skill_runtime::{AgentStage, Blackboard, Instant, NoTrace, SkillSpace, WriterTaken};
use std::sync::atomic::Ordering::Relaxed;

/// The time before a moment whose passes are explained, in microseconds.
const NEAR_US: u64 = 50_000;

/// A recording that viewers see as a live robot, at any time of it.
///
/// To go back, the skills run again from the beginning, which takes a second for some three hours of
/// football.
pub struct LiveReplay<'a, 'r, S: SkillSpace, A, M> {
    live: Live<'a, S>,
    replay: Option<Replay<'a, 'r, S, A>>,
    recording: &'r Recording,
    description: Description,
    board: &'a S::Board,
    agent: M,
    /// The time of the next pass, or of the last one at the end.
    time: Instant,
}

/// The world around the robot at a time of a recording.
struct RecordedWorld<'r> {
    recording: &'r Recording,
    time: Instant,
}

impl World for RecordedWorld<'_> {
    /// Nothing in it can be moved.
    fn scene(&self) -> Option<SceneView> {
        let mut scene = self.recording.scene(self.time)?;
        for shape in &mut scene.shapes {
            (shape.movable, shape.pushable) = (false, false);
        }
        Some(scene)
    }
}

impl<S: SkillSpace> Witness for Live<'_, S>
where
    S::Board: HasSkiller,
{
    fn follow(&mut self, _: &Description, change: &Change) {
        Live::follow(self, change);
    }
}

impl<'a, 'r, S: SkillSpace, A: AgentStage, M> LiveReplay<'a, 'r, S, A, M>
where
    S::Board: HasSkiller,
    M: Fn(&'a S::Board) -> Result<A, WriterTaken>,
{
    /// Prepares a recording; `agent` makes its agent.
    ///
    /// # Errors
    /// [`ReplayError`] if it cannot be run again.
    pub fn new(
        description: Description,
        recording: &'r Recording,
        board: &'a S::Board,
        agent: M,
    ) -> Result<Self, ReplayError> {
        let (first, last) = recording.times().ok_or(ReplayError::Empty)?;
        let live = Live::of_recording(
            description,
            board,
            [first, last],
            recording.has_scene(),
            recording.coverage(),
        );
        live.hub().set_past(recording.timeline(&description));
        let replay = Replay::new(description, recording, board, agent(board)?)?;
        let replay = Some(replay);
        Ok(Self { live, replay, recording, description, board, agent, time: first })
    }

    /// Returns what is missing in the recording, as [`Replay::missing`].
    #[must_use]
    pub fn missing(&self) -> &[String] {
        self.replay.as_ref().map_or(&[], Replay::missing)
    }

    /// Returns the robot that is watched.
    pub fn live(&self) -> &Live<'a, S> {
        &self.live
    }

    /// Waits for the time of the next pass and runs it, or goes to another time. Returns after a while
    /// in any case.
    ///
    /// # Errors
    /// [`ReplayError`] as for [`new`](Self::new).
    pub fn step(&mut self) -> Result<(), ReplayError> {
        let mut world = RecordedWorld { recording: self.recording, time: self.time };
        let may_begin = self.live.wait(self.time, &mut world);
        if let Some(time) = self.live.take_seek() {
            self.go_to(time)?;
        } else if may_begin && !self.pass() {
            self.live.pause();
        }
        Ok(())
    }

    /// Runs the next pass. Returns whether there was one.
    fn pass(&mut self) -> bool {
        let Some(replay) = &mut self.replay else { return false };
        let is_pass = replay.step(&mut self.live, &mut NoTrace).is_some();
        self.time = replay.next_time().unwrap_or(self.time);
        is_pass
    }

    /// Runs the passes up to `time`, from the beginning if that is before the last one.
    fn go_to(&mut self, time: Instant) -> Result<(), ReplayError> {
        if time < self.time {
            // Its writers are gone before the new ones come.
            self.replay = None;
            for index in (0..).map_while(|index| self.board.cell_words(index)) {
                index.words().for_each(|word| word.store(0, Relaxed));
            }
            self.live.restart();
            let agent = (self.agent)(self.board)?;
            let replay = Replay::new(self.description, self.recording, self.board, agent)?;
            self.time = replay.next_time().unwrap_or_default();
            self.replay = Some(replay);
        }
        // What led to the moment is looked at, too.
        let near = time.as_micros().saturating_sub(NEAR_US);
        self.live.hurry(true);
        while self.time.as_micros() < near && self.pass() {}
        self.live.hurry(false);
        while self.time <= time && self.pass() {}
        self.live.pause();
        Ok(())
    }
}
