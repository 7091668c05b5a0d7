//! Points in time. The engine never reads a clock: the caller passes the time of each pass.

use core::time::Duration;

/// A point in time, in microseconds since a start that the caller chooses.
///
/// 64 bits are enough for more than half a million years, so it does not wrap. [`MillisClock`]
/// extends a 32-bit millisecond clock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Instant(u64);

impl Instant {
    /// The start of time.
    pub const ZERO: Self = Self(0);

    /// The end of time.
    pub(crate) const LAST: Self = Self(u64::MAX);

    /// Returns the instant `micros` microseconds after the start.
    #[must_use]
    pub const fn from_micros(micros: u64) -> Self {
        Self(micros)
    }

    /// Returns the instant `millis` milliseconds after the start.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis.saturating_mul(1000))
    }

    /// Returns the microseconds since the start.
    #[must_use]
    pub const fn as_micros(self) -> u64 {
        self.0
    }

    /// Returns the seconds since the start, for display.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub const fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// Returns the microseconds since `earlier`, or 0 if `earlier` is later.
    #[must_use]
    #[inline]
    pub const fn micros_since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Returns whether the time is before or after `now` by more than `limit_micros`. A time that
    /// is after `now` is from another clock.
    #[must_use]
    #[inline]
    pub const fn is_off(self, now: Self, limit_micros: u64) -> bool {
        now.micros_since(self) > limit_micros || self.micros_since(now) > limit_micros
    }

    /// Returns the time since `earlier`, or zero if `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Duration {
        Duration::from_micros(self.micros_since(earlier))
    }

    /// Returns the instant `duration` after this one; saturates.
    #[must_use]
    pub const fn after(self, duration: Duration) -> Self {
        let micros = duration
            .as_secs()
            .saturating_mul(1_000_000)
            .saturating_add(duration.subsec_micros() as u64);
        Self(self.0.saturating_add(micros))
    }
}

/// The time and the number of one pass of the main loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Tick {
    /// The time at which the pass began.
    pub time: Instant,
    /// The number of the pass; wraps.
    pub count: u32,
}

/// A time before that of the last pass. A pass at such a time is not run, because every timeout
/// would wait until the clock has caught up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TimeWentBack {
    /// The time of the last pass.
    pub last: Instant,
    /// The refused time.
    pub time: Instant,
}

impl core::fmt::Display for TimeWentBack {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (time, last) = (self.time.as_secs_f64(), self.last.as_secs_f64());
        write!(f, "the time went back: {time:.6} s is before the last pass at {last:.6} s")
    }
}

impl core::error::Error for TimeWentBack {}

/// The clock of a sequence of passes: refuses a time before the last one, and counts how often.
/// The same time again and any jump forward are accepted.
#[derive(Clone, Copy, Debug, Default)]
pub struct PassClock {
    last: Instant,
    refused: u32,
}

impl PassClock {
    /// Creates a clock that accepts any time first.
    #[must_use]
    pub const fn new() -> Self {
        Self { last: Instant::ZERO, refused: 0 }
    }

    /// Returns whether a pass can run at `time`.
    ///
    /// # Errors
    /// Returns [`TimeWentBack`] if `time` is before the last pass.
    #[inline]
    pub const fn check(&self, time: Instant) -> Result<(), TimeWentBack> {
        if time.0 < self.last.0 {
            return Err(TimeWentBack { last: self.last, time });
        }
        Ok(())
    }

    /// Accepts `time` as that of the next pass.
    ///
    /// # Errors
    /// Returns [`TimeWentBack`] if `time` is before the last pass, and counts it. The clock is
    /// otherwise unchanged.
    #[inline]
    pub const fn advance(&mut self, time: Instant) -> Result<(), TimeWentBack> {
        let result = self.check(time);
        match result {
            Ok(()) => self.last = time,
            Err(_) => self.refused = self.refused.wrapping_add(1),
        }
        result
    }

    /// Begins a new clock: accepts any time next.
    pub const fn restart(&mut self) {
        self.last = Instant::ZERO;
    }

    /// Returns how many times were refused; wraps.
    #[must_use]
    pub const fn refused(&self) -> u32 {
        self.refused
    }
}

/// Extends a free-running 32-bit millisecond clock to an [`Instant`].
///
/// It must be read at least once every 24.8 days (2^31 ms).
#[derive(Clone, Copy, Debug, Default)]
pub struct MillisClock {
    /// The last reading; `None` before the first.
    millis: Option<u64>,
}

impl MillisClock {
    /// Creates a clock that has not been read yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { millis: None }
    }

    /// Returns the instant of the reading `millis`, which may have wrapped since the last one.
    ///
    /// A reading that went back results in an instant before the last one, which a pass refuses,
    /// and does not change the clock.
    #[allow(clippy::cast_possible_truncation)]
    pub const fn read(&mut self, millis: u32) -> Instant {
        let Some(last) = self.millis else {
            self.millis = Some(millis as u64);
            return Instant::from_millis(millis as u64);
        };
        let step = millis.wrapping_sub(last as u32).cast_signed();
        let read = last.saturating_add_signed(step as i64);
        if step > 0 {
            self.millis = Some(read);
        }
        Instant::from_millis(read)
    }
}

/// A time after the keyword `after`: a [`Duration`] (`12.5s`, `500ms`) or a number of seconds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a timeout",
    label = "expected a time",
    note = "write `12.5s`, `500ms`, an expression of seconds in `f32` or of `Duration`, or `25 ticks`",
    note = "a number of seconds in another type is converted: `value as f32`"
)]
pub trait Timeout {
    /// Returns the timeout in microseconds; 0 if it is NaN or negative.
    fn micros(self) -> u64;
}

#[diagnostic::do_not_recommend]
impl Timeout for Duration {
    #[inline]
    fn micros(self) -> u64 {
        Instant::ZERO.after(self).as_micros()
    }
}

#[diagnostic::do_not_recommend]
impl Timeout for f32 {
    #[inline]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn micros(self) -> u64 {
        (self * 1e6) as u64
    }
}

#[diagnostic::do_not_recommend]
impl Timeout for f64 {
    #[inline]
    #[allow(clippy::cast_possible_truncation)]
    fn micros(self) -> u64 {
        (self as f32).micros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_survives_the_wrap_of_32_bits() {
        let mut clock = MillisClock::new();
        let mut expected = 0_u64;
        // 30 days and beyond the wrap at 49.7 days, in uneven steps.
        for step in (0..72_000_u64).map(|i| 60_000 + i % 7) {
            expected += step;
            assert_eq!(clock.read((expected & 0xffff_ffff) as u32), Instant::from_millis(expected));
        }
        assert!(expected > u64::from(u32::MAX));
    }

    #[test]
    fn a_reading_that_went_back_is_before_the_last_one() {
        let mut clock = MillisClock::new();
        assert_eq!(clock.read(u32::MAX), Instant::from_millis(u64::from(u32::MAX)));
        let mut clock = MillisClock::new();
        clock.read(1_000_000);
        assert_eq!(clock.read(999_990), Instant::from_millis(999_990));
        assert_eq!(clock.read(1_000_001), Instant::from_millis(1_000_001));
    }

    #[test]
    fn a_time_that_goes_back_is_refused_and_counted() {
        let mut clock = PassClock::new();
        let at = Instant::from_millis;
        for forward in [0, 5, 5, u64::MAX] {
            assert_eq!(clock.advance(at(forward)), Ok(()));
        }
        let error = TimeWentBack { last: at(u64::MAX), time: at(6) };
        assert_eq!((clock.advance(at(6)), clock.refused()), (Err(error), 1));
        clock.restart();
        assert_eq!((clock.advance(at(6)), clock.refused()), (Ok(()), 1));
        let error = clock.advance(at(5)).unwrap_err();
        let mut text = heapless::String::<80>::new();
        core::fmt::Write::write_fmt(&mut text, format_args!("{error}")).unwrap();
        assert_eq!(text, "the time went back: 0.005000 s is before the last pass at 0.006000 s");
    }

    #[test]
    fn seconds_become_whole_microseconds() {
        assert_eq!(12.5_f32.micros(), 12_500_000);
        assert_eq!(1.1_f32.micros(), 1_100_000);
        assert_eq!((-1.0_f32).micros(), 0);
        assert_eq!(f32::NAN.micros(), 0);
        assert_eq!(Duration::from_millis(500).micros(), 500_000);
    }
}
