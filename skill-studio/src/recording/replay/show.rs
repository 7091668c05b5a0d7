//! A recording in the live page.

use super::scout::{Place, Scout};
use super::{Replay, ReplayError, Witness};
use crate::live::{Live, OfRun, SLOW, Traces, Way, join, wait_for_run};
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
    /// The robot that is shown alone, if one is.
    robot: Option<&'r str>,
}

impl World for RecordedWorld<'_> {
    /// Nothing in it can be moved.
    fn scene(&self) -> Option<SceneView> {
        let mut scene = self.recording.scene(self.time)?;
        if self.robot.is_some() {
            scene.keep_beliefs_of(self.robot);
        }
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

    /// Gives several robots of a run one pace, and the names of all to their viewers.
    pub fn join(run: &mut [Self]) {
        if run.len() > 1 {
            let names = run.iter().map(|of| of.recording.name.clone().unwrap_or_default());
            let names: Vec<String> = names.collect();
            let lives = run.iter_mut().map(|of| &mut of.live as &mut dyn OfRun);
            join(&mut lives.collect::<Vec<_>>(), &names);
        }
    }

    /// Goes to a time, with all robots of a run, and pauses there.
    ///
    /// # Errors
    /// A text if the recording does not have this time.
    #[cfg(all(feature = "cli", feature = "live"))]
    pub(crate) fn begin_at(run: &mut [Self], time_sec: f64) -> Result<(), String> {
        let first = run.first_mut().map(|first| first.live.seek_to(time_sec));
        first.unwrap_or(Ok(())).map_err(|refusal| refusal.to_string())
    }

    /// Waits for the time of the next pass and runs it, or goes to another time. Returns after a while
    /// in any case.
    ///
    /// # Errors
    /// [`ReplayError`] as for [`new`](Self::new).
    pub fn step(&mut self) -> Result<(), ReplayError> {
        Self::step_run(std::slice::from_mut(self))
    }

    /// Does so for all robots of a run: who goes to a time takes the others with it.
    ///
    /// # Errors
    /// [`ReplayError`] as for [`new`](Self::new).
    pub fn step_run(run: &mut [Self]) -> Result<(), ReplayError> {
        run.iter_mut().for_each(Self::run_ahead);
        let known = run.iter().filter_map(|of| of.scout.as_ref()?.time()).min();
        let longest = if known.is_none() { SLOW } else { Duration::ZERO };
        let next = run.iter().filter_map(Self::next_time).min();
        let Some(first) = run.first() else { return Ok(()) };
        let recording = first.recording;
        let time = next.unwrap_or(first.time);
        let robot = recording.name.as_deref().filter(|_| run.len() == 1);
        let mut world = RecordedWorld { recording, time, robot };
        let lives = run.iter_mut().map(|of| &mut of.live as &mut dyn OfRun);
        let may_begin = wait_for_run(&mut lives.collect::<Vec<_>>(), time, longest, &mut world);
        let to = run.iter().find_map(|of| of.live.seek());
        match (to, known) {
            // Before that, the way to the state from which it goes there would be run twice.
            (Some(to), Some(known)) if known < to => {
                for of in run {
                    of.live.runs_ahead(to, known);
                }
            }
            (Some(to), _) => return run.iter_mut().try_for_each(|of| of.go_to(to)),
            (None, _) if may_begin => {
                let due = run.iter_mut().filter(|of| of.next_time() == Some(time));
                if due.map(Self::pass).filter(|is_pass| *is_pass).count() == 0 {
                    for of in run {
                        of.live.pause();
                    }
                }
            }
            (None, _) => {}
        }
        Ok(())
    }

    /// Saves more of the states from which it goes to other times.
    fn run_ahead(&mut self) {
        if self.scout.as_mut().is_some_and(|scout| !scout.run(&mut self.places)) {
            self.scout = None;
        }
    }

    /// Returns the time of the next pass.
    fn next_time(&self) -> Option<Instant> {
        self.replay.as_ref()?.next_time()
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
