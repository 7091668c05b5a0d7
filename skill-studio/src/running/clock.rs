//! The clock of a robot that is real.

use skill_runtime::Instant;

/// The clock of a robot that is real: the time since it was made. Drivers stamp with it what they publish.
#[derive(Clone, Copy, Debug)]
pub struct Clock(std::time::Instant);

impl Clock {
    /// Returns a clock that begins now.
    #[must_use]
    pub fn start() -> Self {
        Self(std::time::Instant::now())
    }

    /// Returns the time, which never goes back. It does not go on while the computer is suspended.
    #[must_use]
    pub fn now(self) -> Instant {
        Instant::ZERO.after(self.0.elapsed())
    }
}
