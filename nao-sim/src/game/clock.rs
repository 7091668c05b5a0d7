//! The clock of a robot, which need not be that of the simulation.

use core::time::Duration;
use skill_runtime::Instant;

/// The clock of a robot: its main loop has passes at the same moments, but counts their time by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Its time at the first pass.
    pub begin: Duration,
    /// By how much it is fast, in millionths, -1000 to 1000; slow clocks have negative numbers.
    pub fast_ppm: i32,
}

impl Clock {
    /// Returns its time after so much of the simulation's.
    #[must_use]
    pub fn at(&self, simulated: Duration) -> Instant {
        let scale = u128::from(1_000_000_u32.saturating_add_signed(self.fast_ppm));
        let micros = simulated.as_micros() * scale / 1_000_000;
        #[allow(clippy::cast_possible_truncation)] // half a million years
        Instant::ZERO.after(self.begin).after(Duration::from_micros(micros as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_begins_at_its_time_and_runs_fast_or_slow() {
        let at = |fast_ppm, sec| {
            let clock = Clock { begin: Duration::from_millis(1500), fast_ppm };
            clock.at(Duration::from_secs(sec)).as_micros()
        };
        assert_eq!(at(50, 0), 1_500_000);
        assert_eq!(at(50, 100), 101_505_000);
        assert_eq!(at(-50, 100), 101_495_000);
        assert_eq!(Clock::default().at(Duration::from_secs(3)).as_micros(), 3_000_000);
    }
}
