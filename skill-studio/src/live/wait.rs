//! The pace of robots by the wall clock.

use super::Live;
use super::clock::clock;
use super::hub::InRun;
use super::pace::{Due, Pace, SLOW};
use crate::model::world::World;
use skill_runtime::agent::HasSkiller;
use skill_runtime::{Instant, SkillSpace};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The time between two looks for commands to the robots of a run.
const LOOK: Duration = Duration::from_millis(2);

/// A live robot of a run, whatever its skills are.
pub(crate) trait OfRun {
    /// As [`Live::serve`].
    fn serve(&mut self, clock: Duration, world: &mut dyn World);
    /// As [`Live::begin`].
    fn begin(&mut self, time: Instant, clock: Duration) -> Due;
    /// As [`Live::seek`].
    fn seek(&self) -> Option<Instant>;
    /// Waits for a command, and carries it out.
    fn await_command(&mut self, time: Duration, world: &mut dyn World);
    /// Takes the pace of a run.
    fn join(&mut self, pace: Arc<Mutex<Pace>>, of: InRun);
}

impl<S: SkillSpace> OfRun for Live<'_, S>
where
    S::Board: HasSkiller,
{
    fn serve(&mut self, clock: Duration, world: &mut dyn World) {
        Live::serve(self, clock, world);
    }
    fn begin(&mut self, time: Instant, clock: Duration) -> Due {
        Live::begin(self, time, clock)
    }
    fn seek(&self) -> Option<Instant> {
        Live::seek(self)
    }
    fn await_command(&mut self, time: Duration, world: &mut dyn World) {
        Live::await_command(self, time, world);
    }
    fn join(&mut self, pace: Arc<Mutex<Pace>>, of: InRun) {
        Live::join(self, pace, of);
    }
}

/// Gives all robots of a run one pace: who pauses one pauses all. Viewers learn the names of the others.
pub(crate) fn join(run: &mut [&mut dyn OfRun], names: &[String]) {
    let pace = Arc::<Mutex<Pace>>::default();
    for (live, name) in run.iter_mut().zip(names) {
        live.join(Arc::clone(&pace), InRun { name: name.clone(), robots: names.to_owned() });
    }
}

/// Waits until the pass at `time` of all robots of a run may begin, and carries out the commands that come meanwhile.
/// Returns whether it may; `false` after `longest`, so that the caller can end, or at once if one of them is to
/// go to another time.
pub(crate) fn wait_for_run(
    run: &mut [&mut dyn OfRun],
    time: Instant,
    longest: Duration,
    world: &mut dyn World,
) -> bool {
    let until = clock() + longest;
    loop {
        for live in run.iter_mut() {
            live.serve(clock(), world);
        }
        if run.iter().any(|live| live.seek().is_some()) {
            return false;
        }
        let now = clock();
        // Their pace is one.
        let Some(first) = run.first_mut() else { return true };
        let next = match first.begin(time, now) {
            Due::Now => return true,
            _ if now >= until => return false,
            Due::At(due) => due.min(until),
            Due::Paused => until,
        };
        await_command(run, next.saturating_sub(now), world);
    }
}

/// Carries out the commands that come within a time, for robots that have a clock of their own.
pub(crate) fn serve_for(run: &mut [&mut dyn OfRun], time: Duration, world: &mut dyn World) {
    let until = clock() + time;
    loop {
        for live in run.iter_mut() {
            live.serve(clock(), world);
        }
        let left = until.saturating_sub(clock());
        if left.is_zero() {
            return;
        }
        await_command(run, left, world);
    }
}

/// Waits for a command of one robot; those of several are looked for after a while.
fn await_command(run: &mut [&mut dyn OfRun], longest: Duration, world: &mut dyn World) {
    match run {
        [] => std::thread::sleep(longest),
        [only] => only.await_command(longest, world),
        _ => std::thread::sleep(longest.min(LOOK)),
    }
}

impl<S: SkillSpace> Live<'_, S>
where
    S::Board: HasSkiller,
{
    /// Waits until the pass at `time` may begin, and carries out the commands that come meanwhile.
    /// Returns whether it may; `false` after a while, so that the caller can end.
    pub fn wait(&mut self, time: Instant, world: &mut dyn World) -> bool {
        wait_for_run(&mut [self], time, SLOW, world)
    }
}
