//! The pace of a robot by the wall clock.

use super::Live;
use super::clock::clock;
use super::pace::{Due, SLOW};
use crate::model::world::World;
use skill_runtime::agent::HasSkiller;
use skill_runtime::{Instant, SkillSpace};
use std::time::Duration;

/// The time between two looks for commands to the robots of a run.
const LOOK: Duration = Duration::from_millis(2);

impl<S: SkillSpace> Live<'_, S>
where
    S::Board: HasSkiller,
{
    /// Waits until the pass at `time` may begin, and carries out the commands that come meanwhile.
    /// Returns whether it may; `false` after a while, so that the caller can end.
    pub fn wait(&mut self, time: Instant, world: &mut dyn World) -> bool {
        Self::wait_for_run(&mut [self], time, SLOW, world)
    }

    /// Waits as [`wait`](Self::wait) does until the pass of all robots of a run may begin, but at most `longest`.
    /// Returns at once if one of them is to go to another time.
    pub(crate) fn wait_for_run(
        run: &mut [&mut Self],
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
            let left = next.saturating_sub(now);
            match run {
                [only] => only.await_command(left, world),
                _ => std::thread::sleep(left.min(LOOK)),
            }
        }
    }

    /// Carries out the commands that come within a time, for a robot that has a clock of its own.
    pub(crate) fn serve_for(&mut self, time: Duration, world: &mut dyn World) {
        let until = clock() + time;
        loop {
            self.serve(clock(), world);
            let left = until.saturating_sub(clock());
            if left.is_zero() {
                return;
            }
            self.await_command(left, world);
        }
    }
}
