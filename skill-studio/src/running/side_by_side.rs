//! A robot whose parts move side by side: one main loop, in which each part has an agent and a skiller of its own.
// What page and recording need.
#![cfg_attr(
    not(all(feature = "live", feature = "record")),
    allow(dead_code, unused_imports, clippy::unused_self)
)]

use crate::console::error::Error;
use crate::console::log;
use crate::console::trace::Printer;
#[cfg(feature = "hub")]
use crate::live::{Hub, OfRun, SLOW, join, serve_for, wait_for_run};
use crate::model::describe::Description;
use crate::model::view::SceneView;
use crate::model::world::{RobotKind, World as _, WorldOf};
#[cfg(feature = "foxglove")]
use crate::recording::record::Viewers;
#[cfg(feature = "record")]
use crate::recording::record::{BegunRecording, NamedRobot, Options, Recorder};
use crate::running::clock::Clock;
use crate::running::session::{Outcome, Session};
use crate::running::timing::Timing;
use skill_runtime::agent::HasSkiller;
use skill_runtime::why::{Why, WhyTrace};
use skill_runtime::{AgentStage, Instant, MainLoop, SkillSpace, Stages, Tick};
#[cfg(feature = "hub")]
use std::sync::Arc;
use std::time::Duration;

/// A part of a robot, whatever its skills.
pub(crate) trait Part {
    fn name(&self) -> &'static str;
    /// Runs the agent and the skills in the pass at a time.
    fn pass(&mut self, time: Instant);
    /// Returns what the skiller does.
    fn doing(&self) -> String;
    /// As [`Session::begin_call`].
    fn begin_call(&self, call: &str) -> Result<(), Outcome>;
    /// As [`Session::outcome`].
    fn outcome(&self) -> Option<Outcome>;
    /// As [`Session::stop_call`].
    fn stop_call(&self);
    /// Returns the explanation of the last pass.
    fn why(&self) -> Why;
    /// As [`Session::take_over`].
    fn take_over(&self) -> bool;
    fn log(&mut self, line: &str);
    fn notice(&mut self, text: Option<String>);
    fn took(&mut self, duration: Duration, missed: u64);
    fn scene(&mut self, scene: &dyn Fn() -> Option<SceneView>);
    /// Ends the files that follow it.
    fn end_kept(&mut self) -> Result<(), Error>;
    #[cfg(feature = "hub")]
    fn make_live(&mut self, kind: RobotKind) -> Arc<Hub>;
    #[cfg(feature = "hub")]
    fn of_run(&mut self) -> Option<&mut dyn OfRun>;
    #[cfg(feature = "hub")]
    fn note_changes(&mut self);
    #[cfg(feature = "record")]
    fn to_record(&self) -> NamedRobot;
    #[cfg(feature = "record")]
    fn record(&mut self, begun: BegunRecording);
    /// Sends what a recording has to viewers.
    #[cfg(feature = "foxglove")]
    fn show(&mut self, begun: BegunRecording);
    #[cfg(feature = "record")]
    fn end_recording(&mut self) -> Result<(), Error>;
}

/// The session of a part, which has no stages of its own.
pub(crate) struct PartSession<'o, S: SkillSpace, A> {
    pub name: &'static str,
    pub description: Description,
    pub session: Session<'static, S, (), A>,
    /// The second one explains transitions, if somebody wants to know.
    pub tracer: (Printer<'o>, Option<WhyTrace>),
    /// Whether the variables of the agent are those of an earlier run.
    #[cfg_attr(not(feature = "record"), allow(dead_code))]
    pub goes_on: bool,
}

impl<S: SkillSpace, A: AgentStage> Part for PartSession<'_, S, A>
where
    S::Board: HasSkiller,
{
    fn name(&self) -> &'static str {
        self.name
    }
    fn pass(&mut self, time: Instant) {
        self.session.pass_at(time, &mut self.tracer);
    }
    fn doing(&self) -> String {
        self.session.doing()
    }
    fn begin_call(&self, call: &str) -> Result<(), Outcome> {
        self.session.begin_call(call)
    }
    fn outcome(&self) -> Option<Outcome> {
        self.session.outcome()
    }
    fn stop_call(&self) {
        self.session.stop_call();
    }
    fn why(&self) -> Why {
        self.tracer.1.as_ref().map(WhyTrace::last).unwrap_or_default()
    }
    fn take_over(&self) -> bool {
        self.session.take_over()
    }
    fn log(&mut self, line: &str) {
        self.session.watching_mut().log(line);
    }
    fn notice(&mut self, text: Option<String>) {
        self.session.watching_mut().notice(text);
    }
    fn took(&mut self, duration: Duration, missed: u64) {
        self.session.watching_mut().took(duration, missed);
    }
    fn scene(&mut self, scene: &dyn Fn() -> Option<SceneView>) {
        self.session.watching_mut().scene(scene);
    }
    fn end_kept(&mut self) -> Result<(), Error> {
        self.session.take_kept().finish()
    }
    #[cfg(feature = "hub")]
    fn make_live(&mut self, kind: RobotKind) -> Arc<Hub> {
        let board = self.session.board();
        self.session.watching_mut().make_live(self.description, board, kind)
    }
    #[cfg(feature = "hub")]
    fn of_run(&mut self) -> Option<&mut dyn OfRun> {
        self.session.watching_mut().of_run()
    }
    #[cfg(feature = "hub")]
    fn note_changes(&mut self) {
        self.session.watching_mut().note_changes();
    }
    #[cfg(feature = "record")]
    fn to_record(&self) -> NamedRobot {
        let agent = self.session.agent();
        let variables = crate::model::variables::Variables::of(agent).all;
        NamedRobot {
            name: self.name.to_owned(),
            description: self.description,
            agent: agent.info().map(|agent| agent.name.to_owned()),
            variables: if self.goes_on { variables } else { Vec::new() },
        }
    }
    #[cfg(feature = "record")]
    fn record(&mut self, begun: BegunRecording) {
        let recorder = begun.recorder(self.session.board());
        self.session.watching_mut().record(Some(recorder));
    }
    #[cfg(feature = "foxglove")]
    fn show(&mut self, begun: BegunRecording) {
        let recorder = begun.recorder(self.session.board());
        self.session.watching_mut().show(recorder);
    }
    #[cfg(feature = "record")]
    fn end_recording(&mut self) -> Result<(), Error> {
        let recorder = self.session.watching_mut().take_recorder();
        recorder.map_or(Ok(()), Recorder::finish).map_err(Error::usage)
    }
}

/// A robot and its parts. Its stages run once in a pass, around the agents and skills of all parts.
pub(crate) struct SideBySide<'o, R> {
    stages: PartStages<'o, R>,
    main_loop: MainLoop,
    timing: Timing,
    world: WorldOf<R>,
}

struct PartStages<'o, R> {
    robot: R,
    parts: Vec<Box<dyn Part + 'o>>,
}

impl<R: Stages> Stages for PartStages<'_, R> {
    fn sensor(&mut self, now: Tick) {
        self.robot.sensor(now);
    }
    fn world_model(&mut self, now: Tick) {
        self.robot.world_model(now);
    }
    fn skill(&mut self, now: Tick) {
        self.parts.iter_mut().for_each(|part| part.pass(now.time));
    }
    fn act(&mut self, now: Tick) {
        self.robot.act(now);
    }
}

impl<'o, R: Stages> SideBySide<'o, R> {
    /// Returns a robot in simulated time, or on the clock of one that is real.
    pub fn new(
        robot: R,
        parts: Vec<Box<dyn Part + 'o>>,
        world: WorldOf<R>,
        period: Duration,
    ) -> Self {
        let timing = Timing::simulated(period);
        Self { stages: PartStages { robot, parts }, main_loop: MainLoop::new(), timing, world }
    }

    /// Takes the time of passes from the clock of a real robot.
    pub fn follow(&mut self, clock: Clock) {
        self.timing.follow(clock);
    }

    /// Has simulated time keep pace with the wall clock.
    pub fn keep_pace(&mut self) {
        self.timing.keep(true);
    }

    pub fn robot(&self) -> &R {
        &self.stages.robot
    }

    pub fn parts_mut(&mut self) -> &mut [Box<dyn Part + 'o>] {
        &mut self.stages.parts
    }

    /// As [`Session::take_missed`].
    pub fn take_missed(&mut self) -> u64 {
        self.timing.take_missed()
    }

    /// Returns what each part does, in a line.
    pub fn doing(&self) -> String {
        let each =
            self.stages.parts.iter().map(|part| format!("{}: {}", part.name(), part.doing()));
        each.collect::<Vec<_>>().join("; ")
    }

    /// Makes all parts live, with one pace.
    #[cfg(feature = "hub")]
    pub fn make_live(&mut self) -> Vec<Arc<Hub>> {
        let kind = if self.timing.is_real() {
            RobotKind::Real
        } else {
            RobotKind::Simulated { has_scene: self.world.scene.is_some() }
        };
        let parts = &mut self.stages.parts;
        let names: Vec<String> = parts.iter().map(|part| part.name().to_owned()).collect();
        let hubs = parts.iter_mut().map(|part| part.make_live(kind)).collect();
        join(&mut lives(parts), &names);
        hubs
    }

    /// Returns whether the parts are live.
    pub fn is_live(&mut self) -> bool {
        #[cfg(feature = "hub")]
        return !lives(&mut self.stages.parts).is_empty();
        #[cfg(not(feature = "hub"))]
        return false;
    }

    /// Begins a recording of all parts to one file.
    ///
    /// # Errors
    /// [`Error::Usage`] if the file cannot be created.
    #[cfg(feature = "record")]
    pub fn record(&mut self, options: &Options) -> Result<(), Error> {
        let all = self.stages.parts.iter().map(|part| part.to_record()).collect();
        let begun = BegunRecording::of_run(all, options).map_err(Error::usage)?;
        for (part, begun) in self.stages.parts.iter_mut().zip(begun) {
            part.record(begun);
        }
        Ok(())
    }

    /// Begins to send the topics of a recording of all parts to viewers.
    ///
    /// # Errors
    /// [`Error::Usage`] if there can be no thread for it.
    #[cfg(feature = "foxglove")]
    pub fn show_viewers(&mut self) -> Result<Arc<Viewers>, Error> {
        let all = self.stages.parts.iter().map(|part| part.to_record()).collect();
        let (begun, viewers) = BegunRecording::for_viewers(all).map_err(Error::usage)?;
        for (part, begun) in self.stages.parts.iter_mut().zip(begun) {
            part.show(begun);
        }
        Ok(viewers)
    }

    /// Ends the recording, and the files that follow the parts. Returns whether these have all; a line has named what is
    /// missing.
    ///
    /// # Errors
    /// The first error of a recording, once all have ended.
    pub fn finish(&mut self) -> Result<bool, Error> {
        #[cfg_attr(not(feature = "record"), expect(unused_mut))] // there is no recording
        let (mut is_kept, mut recorded) = (true, Ok(()));
        for part in &mut self.stages.parts {
            is_kept &= part.end_kept().is_ok();
            #[cfg(feature = "record")]
            {
                recorded = recorded.and(part.end_recording());
            }
        }
        recorded.map(|()| is_kept)
    }

    /// Takes control of all parts from all others and stops what runs, as [`Session::stop`].
    pub fn stop(&mut self) {
        // A full queue is read in the next pass.
        for _ in 0..3 {
            let is_sent = self.stages.parts.iter().fold(true, |all, part| part.take_over() & all);
            self.pass();
            if is_sent {
                break;
            }
        }
        self.pass();
    }

    /// Runs one pass of the main loop. Returns its time and number.
    pub fn pass(&mut self) -> Tick {
        self.wait();
        let stages = &mut self.stages;
        let now =
            self.main_loop.pass(self.timing.time, stages).expect("the clock only goes forward");
        let PartStages { robot, parts } = stages;
        // One picture is that of all.
        if let Some(first) = parts.first_mut() {
            let world = self.world.of(robot);
            first.scene(&|| world.scene());
        }
        for line in log::take() {
            for part in &mut *parts {
                part.log(&line);
            }
        }
        if let Some((duration, missed)) = self.timing.end() {
            for part in &mut *parts {
                part.took(duration, missed);
            }
        }
        now
    }

    /// Waits until the next pass begins, and carries out commands meanwhile.
    #[cfg(feature = "hub")]
    fn wait(&mut self) {
        let PartStages { robot, parts } = &mut self.stages;
        let mut world = self.world.of(robot);
        if self.timing.wait(|left| serve_for(&mut lives(parts), left, &mut world)) {
            return;
        }
        if lives(parts).is_empty() {
            self.timing.sleep();
            return;
        }
        loop {
            let may_pass = wait_for_run(&mut lives(parts), self.timing.time, SLOW, &mut world);
            for part in &mut *parts {
                part.note_changes();
            }
            if may_pass {
                return;
            }
        }
    }

    #[cfg(not(feature = "hub"))]
    fn wait(&mut self) {
        if !self.timing.wait(std::thread::sleep) {
            self.timing.sleep();
        }
    }
}

#[cfg(feature = "hub")]
fn lives<'p>(parts: &'p mut [Box<dyn Part + '_>]) -> Vec<&'p mut dyn OfRun> {
    parts.iter_mut().filter_map(|part| part.of_run()).collect()
}
