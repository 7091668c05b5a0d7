//! The clock of a robot that is real.

use skill_runtime::Instant;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The time between two looks at a clock that somebody else counts.
const LOOK: Duration = Duration::from_millis(1);

/// The clock of a robot that is real: the time since it was made. Drivers stamp with it what they publish.
#[derive(Clone, Copy, Debug)]
pub struct Clock(Source);

#[derive(Clone, Copy, Debug)]
enum Source {
    /// This time, and what has passed since that moment.
    Machine(Instant, std::time::Instant),
    /// Microseconds that somebody else counts.
    Counted(&'static AtomicU64),
}

impl Clock {
    /// Returns a clock that begins now.
    #[must_use]
    pub fn start() -> Self {
        Self(Source::Machine(Instant::ZERO, std::time::Instant::now()))
    }

    /// Returns a clock of microseconds that somebody else counts, as a simulator outside of the program does. They
    /// must never go back. While they do not go on, there are ten passes in a second, at the same time.
    #[must_use]
    pub fn counted(micros: &'static AtomicU64) -> Self {
        Self(Source::Counted(micros))
    }

    /// Returns a clock that goes on from the time of this one by itself.
    #[must_use]
    pub fn alone(self) -> Self {
        Self(Source::Machine(self.now(), std::time::Instant::now()))
    }

    /// Returns the time, which never goes back. It does not go on while the computer is suspended.
    #[must_use]
    pub fn now(self) -> Instant {
        match self.0 {
            Source::Machine(time, since) => time.after(since.elapsed()),
            Source::Counted(micros) => {
                Instant::ZERO.after(Duration::from_micros(micros.load(Relaxed)))
            }
        }
    }

    /// Returns the time until another one, or until the next look at this clock.
    pub(super) fn left(self, due: Instant) -> Duration {
        // A clock that is not there yet is no time since then.
        let left = due.since(self.now());
        if self.is_counted() { left.min(LOOK) } else { left }
    }

    /// Returns whether somebody else counts it.
    pub(super) fn is_counted(self) -> bool {
        matches!(self.0, Source::Counted(_))
    }
}
