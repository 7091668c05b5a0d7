//! The observers of the passes of a robot: its live view, its recording, and what other viewers are sent, as far as the program was
//! built with them.

#[cfg(feature = "hub")]
use crate::live::{Hub, Live, OfRun, SLOW, join, serve_for, wait_for_run};
#[cfg(feature = "hub")]
use crate::model::describe::Description;
#[cfg(feature = "hub")]
use crate::model::run::RobotOfRun;
use crate::model::view::SceneView;
#[cfg(feature = "hub")]
use crate::model::world::RobotKind;
use crate::model::world::World;
#[cfg(feature = "record")]
use crate::recording::record::Recorder;
use skill_runtime::agent::HasSkiller;
#[cfg(not(feature = "foxglove"))]
use skill_runtime::skiller::CallSlot;
use skill_runtime::{Instant, Observer, SkillSpace};
#[cfg(not(feature = "foxglove"))]
use skill_runtime::{NoTrace, Skiller};
#[cfg(not(feature = "foxglove"))]
use std::marker::PhantomData;
#[cfg(feature = "hub")]
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "hub")]
type LiveView<'a, S> = Option<Live<'a, S>>;
#[cfg(not(feature = "hub"))]
type LiveView<'a, S> = NotBuilt<(&'a (), S)>;
#[cfg(feature = "record")]
type Recording<'a> = Option<Recorder<'a>>;
#[cfg(not(feature = "record"))]
type Recording<'a> = NotBuilt<&'a ()>;
#[cfg(feature = "foxglove")]
type Shown<'a> = Option<Recorder<'a>>;
#[cfg(not(feature = "foxglove"))]
type Shown<'a> = NotBuilt<&'a ()>;

/// Replaces an observer that the program was built without.
#[cfg(not(feature = "foxglove"))]
struct NotBuilt<T>(PhantomData<fn() -> T>);

#[cfg(not(feature = "foxglove"))]
impl<T> Default for NotBuilt<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

#[cfg(not(feature = "foxglove"))]
impl<T> Observer for NotBuilt<T> {
    type Tracer = NoTrace;
    fn agent_tracer(&mut self) -> NoTrace {
        NoTrace
    }
    fn skill_tracer<S: SkillSpace, C>(&mut self, _: &mut Skiller<'_, S, C>) -> NoTrace
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        NoTrace
    }
}

/// Returns the recorders that there are.
#[cfg(feature = "record")]
fn recorders<'o, 'a>(
    of: &'o mut (Recording<'a>, Shown<'a>),
) -> impl Iterator<Item = &'o mut Recorder<'a>> {
    #[cfg(feature = "foxglove")]
    return of.0.as_mut().into_iter().chain(&mut of.1);
    #[cfg(not(feature = "foxglove"))]
    of.0.as_mut().into_iter()
}

/// The live view and the recording of a robot that runs the skills of the space `S`. At first there
/// is neither.
///
/// Around each pass, the main loop calls [`wait`](Self::wait) and [`scene`](Self::scene), and gives
/// the pass [`observer`](Self::observer).
pub struct Watching<'a, S: SkillSpace> {
    observers: (LiveView<'a, S>, (Recording<'a>, Shown<'a>)),
}

impl<S: SkillSpace> Default for Watching<'_, S> {
    fn default() -> Self {
        Self { observers: Default::default() }
    }
}

#[cfg(feature = "hub")]
impl<'a, S: SkillSpace> Watching<'a, S>
where
    S::Board: HasSkiller,
{
    /// Makes the robot live: it can be watched and commanded through the hub.
    pub fn make_live(
        &mut self,
        description: Description,
        board: &'a S::Board,
        kind: RobotKind,
    ) -> Arc<Hub> {
        self.observers.0.insert(Live::new(description, board, kind)).hub()
    }
}

#[cfg(feature = "hub")]
impl<'a, S: SkillSpace> Watching<'a, S>
where
    S::Board: HasSkiller,
{
    /// Makes all robots of a run live, as [`make_live`](Self::make_live) does with one. `run` are in the order of
    /// `robots`.
    pub fn make_run_live(
        run: &mut [Self],
        robots: &[RobotOfRun<'a, S::Board>],
        kind: RobotKind,
    ) -> Vec<Arc<Hub>> {
        let names: Vec<String> = robots.iter().map(|robot| robot.name.clone()).collect();
        let live = |(of, robot): (&mut Self, &RobotOfRun<'a, S::Board>)| {
            of.make_live(robot.description, robot.board, kind)
        };
        let hubs = run.iter_mut().zip(robots).map(live).collect();
        let lives = run.iter_mut().filter_map(Self::of_run);
        join(&mut lives.collect::<Vec<_>>(), &names);
        hubs
    }

    /// Returns the live view as one of a run.
    pub(crate) fn of_run(&mut self) -> Option<&mut dyn OfRun> {
        self.observers.0.as_mut().map(|live| live as &mut dyn OfRun)
    }
}

#[cfg(feature = "record")]
impl<'a, S: SkillSpace> Watching<'a, S>
where
    S::Board: HasSkiller,
{
    /// Records the passes from now on, until [`take_recorder`](Self::take_recorder).
    pub fn record(&mut self, recorder: Option<Recorder<'a>>) {
        self.observers.1.0 = recorder;
    }

    /// Sends what a recording has to viewers.
    #[cfg(feature = "foxglove")]
    pub(crate) fn show(&mut self, recorder: Recorder<'a>) {
        self.observers.1.1 = Some(recorder);
    }

    /// Returns the recorder, to end the recording.
    pub fn take_recorder(&mut self) -> Option<Recorder<'a>> {
        self.observers.1.0.take()
    }
}

impl<S: SkillSpace> Watching<'_, S>
where
    S::Board: HasSkiller,
{
    /// Returns whether the robot is live.
    #[must_use]
    pub fn is_live(&self) -> bool {
        #[cfg(feature = "hub")]
        return self.observers.0.is_some();
        #[cfg(not(feature = "hub"))]
        return false;
    }

    /// Returns the observer of a pass.
    pub fn observer(&mut self) -> &mut impl Observer {
        &mut self.observers
    }

    /// Waits until the pass at `time` may begin, if the robot is live, and carries out the commands
    /// that come meanwhile. Returns whether it may; `false` after a while, so that the caller can end.
    pub fn wait(&mut self, time: Instant, world: &mut dyn World) -> bool {
        #[cfg(feature = "hub")]
        if let Some(live) = &mut self.observers.0 {
            let may_pass = live.wait(time, world);
            self.note_changes();
            return may_pass;
        }
        let _ = (time, world);
        true
    }

    /// Waits as [`wait`](Self::wait) does until the pass of all robots of a run may begin. `world` is that of all of
    /// them.
    pub fn wait_for_run(run: &mut [Self], time: Instant, world: &mut dyn World) -> bool {
        #[cfg(feature = "hub")]
        {
            let lives = run.iter_mut().filter_map(Self::of_run);
            let may_pass = wait_for_run(&mut lives.collect::<Vec<_>>(), time, SLOW, world);
            run.iter_mut().for_each(Self::note_changes);
            may_pass
        }
        #[cfg(not(feature = "hub"))]
        {
            let _ = (run, time, world);
            true
        }
    }

    /// Has the changes that viewers have made recorded.
    #[cfg(feature = "hub")]
    #[cfg_attr(not(feature = "record"), allow(clippy::unused_self))]
    pub(crate) fn note_changes(&mut self) {
        #[cfg(feature = "record")]
        if let Some(live) = &self.observers.0 {
            for recorder in recorders(&mut self.observers.1) {
                recorder.change(live.change());
                recorder.keep();
            }
        }
    }

    /// Waits for a time, and carries out the commands that come meanwhile if the robot is live.
    pub fn serve_for(&mut self, time: Duration, world: &mut dyn World) {
        #[cfg(feature = "hub")]
        if let Some(live) = &mut self.observers.0 {
            return serve_for(&mut [live], time, world);
        }
        let _ = world;
        std::thread::sleep(time);
    }

    /// Notes how long the pass of a real robot took, and how many were missed before it.
    pub fn took(&mut self, duration: Duration, missed: u64) {
        #[cfg(feature = "hub")]
        if let Some(live) = &self.observers.0 {
            live.took(duration, missed);
        }
        let _ = (duration, missed);
    }

    /// Records what there is to see of the world after a pass.
    pub fn scene(&mut self, scene: impl FnOnce() -> Option<SceneView>) {
        #[cfg(feature = "record")]
        {
            let (mut scene, mut made) = (Some(scene), None);
            let mut make = || scene.take().and_then(|scene| scene());
            for recorder in recorders(&mut self.observers.1) {
                recorder.scene(|| made.get_or_insert_with(&mut make).clone());
            }
        }
        #[cfg(not(feature = "record"))]
        drop(scene);
    }

    /// Adds a line to the log of the viewers.
    pub fn log(&mut self, line: &str) {
        #[cfg(feature = "hub")]
        if let Some(live) = &self.observers.0 {
            live.log(line);
        }
        #[cfg(feature = "record")]
        for recorder in recorders(&mut self.observers.1) {
            recorder.log(line);
        }
        let _ = line;
    }

    /// Sets what viewers show above everything else.
    pub fn notice(&mut self, text: Option<String>) {
        #[cfg(feature = "hub")]
        if let Some(live) = &mut self.observers.0 {
            live.notice(text);
        }
        #[cfg(not(feature = "hub"))]
        drop(text);
    }

    /// Pauses the passes of a live robot.
    pub fn pause(&mut self) {
        #[cfg(feature = "hub")]
        if let Some(live) = &mut self.observers.0 {
            live.pause();
        }
    }
}
