//! The bench: a blackboard, a clock, drivers, a record, and the skill, skiller or agent under test.

use crate::driver::Driver;
use crate::record::Record;
use skill_runtime::why::Why;
use skill_runtime::{Blackboard, Cell, Instant, Interface, Stages, Tick, TraceEvent};
use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::Rc;
use std::time::Duration;

/// The default period of the main loop.
const PERIOD: Duration = Duration::from_millis(10);
/// The default limit of [`Bench::finish`], in simulated time.
const LIMIT: Duration = Duration::from_secs(15 * 60);

/// A part of the robot that the bench and a test share.
struct Shared<S>(Rc<RefCell<S>>);

impl<S: Stages> Stages for Shared<S> {
    fn sensor(&mut self, now: Tick) {
        self.0.borrow_mut().sensor(now);
    }
    fn world_model(&mut self, now: Tick) {
        self.0.borrow_mut().world_model(now);
    }
    fn act(&mut self, now: Tick) {
        self.0.borrow_mut().act(now);
    }
}

/// The subject of a bench: a skill, a skiller, or an agent with a skiller.
pub trait Runner {
    /// The result of a pass.
    type Status: Copy + PartialEq + Debug;
    /// The status before the first pass.
    const START: Self::Status;
    /// The status while the subject runs.
    const RUNNING: Self::Status;
    /// The status after it reached its purpose.
    const FINAL: Self::Status;
    /// The status after it failed.
    const FAILED: Self::Status;
    /// Runs one pass of the subject, with its events in `record`.
    fn pass(&mut self, now: Tick, record: &mut Record<'_>) -> Self::Status;
    /// Returns the reason of the failure; empty if there is none.
    fn reason(&self) -> String;
}

/// A blackboard of type `B` with drivers, a clock, a record, and the runner `R`.
///
/// Time begins at 0 and moves on by the period (10 ms) after each pass. The crate's
/// documentation has an example.
pub struct Bench<'a, B: Blackboard, R = ()> {
    pub(crate) board: &'a B,
    pub(crate) runner: R,
    clock: Rc<std::cell::Cell<Tick>>,
    period: Duration,
    limit: Duration,
    parts: Vec<Box<dyn Stages + 'a>>,
    pub(crate) record: Record<'a>,
    /// The time of the last pass.
    last: Instant,
}

impl<B: Blackboard, R> Debug for Bench<'_, B, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut bench = f.debug_struct("Bench");
        bench.field("now", &self.clock.get()).field("record", &self.record);
        bench.finish_non_exhaustive()
    }
}

impl<B: Blackboard + Default> Bench<'static, B> {
    /// Returns a bench with a blackboard of its own, on which nothing runs yet.
    ///
    /// The blackboard is never freed, so that drivers may outlive the bench.
    #[must_use]
    #[allow(clippy::new_without_default)] // a bench on which nothing runs is no default
    pub fn new() -> Self {
        Bench::on(Box::leak(Box::default()))
    }
}

impl<'a, B: Blackboard> Bench<'a, B> {
    /// Returns a bench on an existing blackboard, on which nothing runs yet.
    #[must_use]
    pub fn on(board: &'a B) -> Self {
        Self {
            board,
            runner: (),
            clock: Rc::default(),
            period: PERIOD,
            limit: LIMIT,
            parts: Vec::new(),
            record: Record::default(),
            last: Instant::ZERO,
        }
    }
}

impl<'a, B: Blackboard, R> Bench<'a, B, R> {
    /// Returns the bench with another runner.
    pub(crate) fn map<N>(self, make: impl FnOnce(R) -> N) -> Bench<'a, B, N> {
        Bench {
            board: self.board,
            runner: make(self.runner),
            clock: self.clock,
            period: self.period,
            limit: self.limit,
            parts: self.parts,
            record: self.record,
            last: self.last,
        }
    }

    /// Sets the time between two passes, 10 ms by default.
    #[must_use]
    pub fn with_period(mut self, period: Duration) -> Self {
        self.period = period;
        self
    }

    /// Sets how long [`finish`](Self::finish) lets a call run, 15 simulated minutes by default.
    #[must_use]
    pub fn with_limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Evaluates guards once, for skills whose guards log: [`why`](Self::why) explains nothing.
    #[must_use]
    pub fn without_explanations(mut self) -> Self {
        self.record.explain_nothing();
        self
    }

    /// Returns the blackboard of the bench.
    #[must_use]
    pub fn board(&self) -> &'a B {
        self.board
    }

    /// Becomes the writer of an interface, and returns the handle that scripts it.
    ///
    /// # Panics
    /// If the interface already has a writer.
    #[track_caller]
    pub fn driver<I: Interface>(&mut self, of: impl FnOnce(&'a B) -> &'a Cell<I>) -> Driver<'a, I> {
        let driver = Driver::new(of(self.board), &self.clock);
        self.parts.push(Box::new(driver.clone()));
        driver
    }

    /// Adds a part of the robot, such as a simulator, and returns a handle to it. In each pass,
    /// its stages before the skills (sensor, world model) and after them (act) run.
    pub fn add<S: Stages + 'a>(&mut self, part: S) -> Rc<RefCell<S>> {
        let part = Rc::new(RefCell::new(part));
        self.parts.push(Box::new(Shared(Rc::clone(&part))));
        part
    }

    /// Returns the time and the number of the next pass.
    #[must_use]
    pub fn now(&self) -> Tick {
        self.clock.get()
    }

    /// Sets the time and the number of the next pass.
    ///
    /// # Panics
    /// If the time is before the last pass: a new clock is a new bench.
    #[track_caller]
    pub fn set_now(&mut self, now: Tick) {
        let (time, last) = (now.time.since(Instant::ZERO), self.elapsed());
        assert!(time >= last, "the time went back: {time:?} is before the last pass at {last:?}");
        self.clock.set(now);
    }

    /// Advances the time without running a pass.
    pub fn wait(&mut self, time: Duration) {
        let now = self.clock.get();
        self.clock.set(Tick { time: now.time.after(time), count: now.count });
    }

    /// Returns the time from 0 to the last pass.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.last.since(Instant::ZERO)
    }

    /// Returns the events since the record was cleared.
    #[must_use]
    pub fn events(&self) -> &[TraceEvent] {
        self.record.events()
    }

    /// Returns what happened since the record was cleared, as text.
    #[must_use]
    pub fn trace(&self) -> String {
        self.record.text()
    }

    /// Returns the transitions since the record was cleared, as `skill: From -> To`.
    #[must_use]
    pub fn transitions(&self) -> Vec<String> {
        self.record.transitions()
    }

    /// Returns how often `skill` entered `state` since the record was cleared.
    #[must_use]
    pub fn entries(&self, skill: &str, state: &str) -> usize {
        self.record.entries(skill, state)
    }

    /// Returns the explanation of the last pass: all transitions that it checked, with the guards
    /// in parts.
    #[must_use]
    pub fn why(&self) -> Why {
        self.record.explained().last()
    }

    /// Calls `watcher` with each event when it happens, between the blocks and guards.
    pub fn watch(&mut self, watcher: impl FnMut(&TraceEvent) + 'a) {
        self.record.watch(watcher);
    }

    /// Clears the record of events.
    pub fn clear(&mut self) {
        self.record.clear();
    }

    /// Runs one pass by `run`, with the other stages around it.
    pub(crate) fn pass_by<T>(&mut self, run: impl FnOnce(&mut R, Tick, &mut Record<'_>) -> T) -> T {
        let now = self.clock.get();
        self.parts.iter_mut().for_each(|part| part.sensor(now));
        self.parts.iter_mut().for_each(|part| part.world_model(now));
        let result = run(&mut self.runner, now, &mut self.record);
        let differences = self.record.explained().differences();
        assert!(differences.is_empty(), "{}", differences.join("\n"));
        self.parts.iter_mut().for_each(|part| part.act(now));
        self.last = now.time;
        self.clock
            .set(Tick { time: now.time.after(self.period), count: now.count.wrapping_add(1) });
        result
    }
}

impl<B: Blackboard, R: Runner> Bench<'_, B, R> {
    /// Runs one pass and returns the status after it.
    pub fn pass(&mut self) -> R::Status {
        self.pass_by(R::pass)
    }

    /// Runs passes for `time` and returns the status after the last.
    pub fn pass_for(&mut self, time: Duration) -> R::Status {
        let end = self.now().time.after(time);
        let mut status = R::START;
        while self.now().time < end {
            status = self.pass();
        }
        status
    }

    /// Runs passes until `reached`, and returns how many it took.
    ///
    /// # Panics
    /// If that takes longer than `within`; the message has the trace.
    #[track_caller]
    pub fn pass_until(&mut self, within: Duration, mut reached: impl FnMut(&Self) -> bool) -> u32 {
        let end = self.now().time.after(within);
        let mut passes = 0;
        while self.now().time < end {
            self.pass();
            passes += 1;
            if reached(self) {
                return passes;
            }
        }
        panic!("not reached within {within:?}; the trace:\n{}{}", self.trace(), self.why());
    }

    /// Runs passes until the status is no longer running, and returns it.
    ///
    /// # Panics
    /// If that takes longer than the limit; the message has the trace.
    #[track_caller]
    pub fn finish(&mut self) -> R::Status {
        let end = self.now().time.after(self.limit);
        while self.now().time <= end {
            let status = self.pass();
            if status != R::RUNNING {
                return status;
            }
        }
        panic!("still running after {:?}; the trace:\n{}{}", self.limit, self.trace(), self.why());
    }

    /// Runs to the end, which must be FINAL, and returns the time that took.
    ///
    /// # Panics
    /// If it fails; the message has the reason and the trace.
    #[track_caller]
    pub fn run_to_final(&mut self) -> Duration {
        let start = self.now().time;
        let status = self.finish();
        let reason = self.runner.reason();
        let (trace, why) = (self.trace(), self.why());
        assert!(status == R::FINAL, "{status:?}: {reason}; the trace:\n{trace}{why}");
        self.last.since(start)
    }

    /// Runs to the end, which must be FAILED, and returns the reason.
    ///
    /// # Panics
    /// If it does not fail; the message has the trace.
    #[track_caller]
    pub fn run_to_failure(&mut self) -> String {
        let status = self.finish();
        assert!(status == R::FAILED, "{status:?}; the trace:\n{}", self.trace());
        self.runner.reason()
    }

    /// Returns the reason of the failure; empty if there is none.
    #[must_use]
    pub fn reason(&self) -> String {
        self.runner.reason()
    }
}
