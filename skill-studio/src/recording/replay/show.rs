//! A recording in the live page.

use super::scout::{Place, Scout};
use super::{Replay, ReplayError, Witness};
use crate::live::{Live, SLOW, Traces, Way};
use crate::model::describe::Description;
use crate::model::view::{Change, SceneView};
use crate::model::world::World;
use crate::recording::record::Recording;
use skill_runtime::agent::HasSkiller;
use skill_runtime::{
    AgentStage, Blackboard, Checkpoint, Instant, NoTrace, SkillSpace, WriterTaken,
};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// The time before a moment whose passes are explained, in microseconds.
const NEAR_US: u64 = 50_000;

/// A recording that viewers see as a live robot, at any time of it.
///
/// It runs ahead, which takes a second for some three hours of football, and saves states along the way,
/// from which it goes to any time in a tenth of a second. If a variable is not `Clone`, the skills run again from the beginning instead, each time.
pub struct LiveReplay<'a, 'r, S: SkillSpace, A: Checkpoint, M> {
    live: Live<'a, S>,
    replay: Option<Replay<'a, 'r, S, A>>,
    scout: Option<Scout<'a, 'r, S, A>>,
    /// The states that were saved, by their time.
    places: Vec<Place<'r, S, A>>,
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
        scene.keep_beliefs_of(self.recording.name.as_deref());
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

impl<'a, 'r, S: SkillSpace, A: AgentStage + Checkpoint, M> LiveReplay<'a, 'r, S, A, M>
where
    S::Board: HasSkiller,
    M: Fn(&'a S::Board) -> Result<A, WriterTaken>,
{
    /// Prepares a recording on two blackboards of its own; `agent` makes its agent.
    ///
    /// # Errors
    /// [`ReplayError`] if it cannot be run again.
    pub fn new(
        description: Description,
        recording: &'r Recording,
        [board, ahead]: [&'a S::Board; 2],
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
        recording.fields(&description).into_iter().for_each(|fields| live.hub().set_plots(fields));
        let replay = |board| Replay::new(description, recording, board, agent(board)?);
        let (scout, replay) = (Scout::new(replay(ahead)?), Some(replay(board)?));
        let places: Vec<_> = scout.place().into_iter().collect();
        // Without the first state there are no others.
        let scout = (!places.is_empty()).then_some(scout);
        Ok(Self { live, replay, scout, places, recording, description, board, agent, time: first })
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
        let is_whole = self.scout.as_mut().is_none_or(|scout| !scout.run(&mut self.places));
        if is_whole {
            self.scout = None;
        }
        let longest = if is_whole { SLOW } else { Duration::ZERO };
        let may_begin = self.live.wait_for(self.time, longest, &mut world);
        if let Some(time) = self.live.seek() {
            // Before that, the way to the state from which it goes there would be run twice.
            let known = self.scout.as_ref().and_then(Scout::time);
            match known.filter(|known| *known < time) {
                Some(known) => self.live.runs_ahead(known),
                None => self.go_to(time)?,
            }
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

    /// Runs the passes up to `time`, from the last state before it that is known.
    fn go_to(&mut self, time: Instant) -> Result<(), ReplayError> {
        self.live.end_seek();
        // What led to the moment is looked at, too.
        let near = Instant::from_micros(time.as_micros().saturating_sub(NEAR_US));
        let place = self.places.iter().rfind(|place| place.time <= near).or(self.places.first());
        let is_ahead = place.is_some_and(|place| place.time > self.time);
        if time < self.time || is_ahead {
            let restored = match (place, &mut self.replay) {
                (Some(place), Some(replay)) => replay.restore(&place.saved).map(|()| place),
                _ => None,
            };
            match restored {
                Some(place) => {
                    self.live.restart(&place.rings);
                    self.time = place.time;
                }
                None => self.begin_again()?,
            }
        }
        self.live.travel(Some(Way::Far));
        while self.time < near && self.pass() {}
        self.live.travel(Some(Way::Near));
        while self.time <= time && self.pass() {}
        self.live.travel(None);
        Ok(())
    }

    /// Goes to the first pass, on an empty blackboard.
    fn begin_again(&mut self) -> Result<(), ReplayError> {
        // Its writers are gone before the new ones come.
        self.replay = None;
        for index in (0..).map_while(|index| self.board.cell_words(index)) {
            index.words().for_each(|word| word.store(0, Relaxed));
        }
        self.live.restart(&Traces::new().rings());
        let agent = (self.agent)(self.board)?;
        let replay = Replay::new(self.description, self.recording, self.board, agent)?;
        self.time = replay.next_time().unwrap_or_default();
        self.replay = Some(replay);
        Ok(())
    }
}
