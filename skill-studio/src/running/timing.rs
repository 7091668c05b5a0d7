//! The time of the passes of a session.

use crate::running::clock::Clock;
use skill_runtime::Instant;
use std::time::Duration;

/// The main loop's period, unless another is set.
pub const PERIOD: Duration = Duration::from_millis(10);

/// The time after which a pass begins although the clock, which somebody else counts, does not go on.
const SAME_TIME: Duration = Duration::from_millis(100);

/// The time of the next pass, and what it follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    pub time: Instant,
    pub period: Duration,
    pace: Pace,
}

/// The clock of a session, and its pace.
#[derive(Clone, Copy, Debug)]
enum Pace {
    /// Simulated time, as fast as possible.
    Simulated,
    /// Simulated time that keeps pace with the wall clock since this moment.
    Kept(std::time::Instant),
    /// The time of a real robot.
    Real {
        clock: Clock,
        /// The time at which the next pass begins.
        due: Instant,
        /// The passes that were missed before the last one, and since [`Timing::take_missed`].
        missed_before: u64,
        missed: u64,
    },
}

impl Timing {
    /// Returns simulated time from 0 on.
    pub const fn simulated(period: Duration) -> Self {
        Self { time: Instant::ZERO, period, pace: Pace::Simulated }
    }

    /// Keeps pace with the wall clock from now on, if `realtime` is set.
    pub fn keep(&mut self, realtime: bool) {
        self.pace = if realtime { Pace::Kept(std::time::Instant::now()) } else { Pace::Simulated };
    }

    /// Takes the time from the clock of a real robot.
    pub fn follow(&mut self, clock: Clock) {
        self.pace = Pace::Real { clock, due: clock.now(), missed_before: 0, missed: 0 };
    }

    pub fn is_real(&self) -> bool {
        matches!(self.pace, Pace::Real { .. })
    }

    /// Returns the number of passes that were missed since the last call.
    pub fn take_missed(&mut self) -> u64 {
        match &mut self.pace {
            Pace::Real { missed, .. } => std::mem::take(missed),
            Pace::Simulated | Pace::Kept(_) => 0,
        }
    }

    /// Waits until simulated time that keeps pace is due.
    pub fn sleep(&self) {
        if let Pace::Kept(start) = self.pace {
            let due = Duration::from_micros(self.time.as_micros());
            std::thread::sleep(due.saturating_sub(start.elapsed()));
        }
    }

    /// Waits until the next pass of a real robot, by a function that does others' work for a time, and begins it.
    /// Periods that are missed are not caught up with. Returns whether the robot is real.
    pub fn wait(&mut self, mut work: impl FnMut(Duration)) -> bool {
        let Pace::Real { clock, due, missed_before, missed } = &mut self.pace else { return false };
        let began = std::time::Instant::now();
        loop {
            work(clock.left(*due));
            self.time = clock.now();
            // That of the machine has reached it.
            if !clock.is_counted() || self.time >= *due {
                break;
            }
            if began.elapsed() >= SAME_TIME {
                *missed_before = 0;
                return true;
            }
        }
        let periods = self.time.since(*due).as_micros() / self.period.as_micros().max(1);
        let periods = u64::try_from(periods).unwrap_or(u64::MAX);
        *missed_before = periods;
        *missed = missed.saturating_add(periods);
        let passed = self.period.as_micros().saturating_mul(u128::from(periods) + 1);
        *due = due.after(Duration::from_micros(u64::try_from(passed).unwrap_or(u64::MAX)));
        true
    }

    /// Ends a pass. Returns how long that of a real robot took, and how many were missed before it.
    pub fn end(&mut self) -> Option<(Duration, u64)> {
        match self.pace {
            Pace::Real { clock, missed_before, .. } => {
                Some((clock.now().since(self.time), missed_before))
            }
            Pace::Simulated | Pace::Kept(_) => {
                self.time = self.time.after(self.period);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    #[test]
    fn a_clock_that_somebody_counts_decides_when_passes_begin() {
        let micros: &'static AtomicU64 = Box::leak(Box::default());
        let mut timing = Timing::simulated(PERIOD);
        timing.follow(Clock::counted(micros));
        let mut passes = Vec::new();
        for _ in 0..4 {
            // Three times a look, each of them a millisecond at most.
            assert!(timing.wait(|left| {
                assert!(left <= Duration::from_millis(1));
                micros.fetch_add(4_000, Relaxed);
            }));
            passes.push(timing.time.as_micros());
            assert_eq!(timing.end().map(|(_, missed)| missed), Some(0));
        }
        assert_eq!(passes, [4_000, 12_000, 20_000, 32_000]);
        // It stands still: passes go on, and none is missed.
        let began = std::time::Instant::now();
        for _ in 0..2 {
            assert!(timing.wait(std::thread::sleep));
            assert_eq!(timing.time.as_micros(), 32_000);
        }
        assert!(began.elapsed() >= 2 * SAME_TIME);
        micros.store(40_000, Relaxed);
        assert!(timing.wait(|_| ()));
        assert_eq!((timing.time.as_micros(), timing.take_missed()), (40_000, 0));
        // By itself it goes on from there.
        timing.follow(Clock::counted(micros).alone());
        assert!(timing.wait(std::thread::sleep) && timing.wait(std::thread::sleep));
        assert!(timing.time.as_micros() >= 50_000);
    }
}
