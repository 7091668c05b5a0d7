//! The memory of guards: `when rising GUARD` and `when GUARD for TIME`.

use crate::time::Instant;
use core::cell::Cell;

/// The memory of `when rising GUARD`: whether the guard held when it was last checked.
#[derive(Clone, Debug)]
pub struct Rising(Cell<bool>);

impl Rising {
    /// That of a state that is entered: a guard that holds must first become false.
    #[allow(clippy::declare_interior_mutable_const)] // only a first value
    pub const NEW: Self = Self(Cell::new(true));

    /// Begins anew.
    #[inline]
    pub fn begin(&self) {
        self.0.set(true);
    }

    /// Records the value of the guard. Returns whether it has become true.
    #[inline]
    pub fn holds(&self, guard: bool) -> bool {
        !self.0.replace(guard) & guard
    }

    /// Returns whether the guard did not hold when it was last checked.
    #[must_use]
    pub fn was_false(&self) -> bool {
        !self.0.get()
    }
}

/// The memory of `when GUARD for TIME`, or of `when rising GUARD for TIME`: the time since which
/// the guard holds, in microseconds.
#[derive(Clone, Debug)]
pub struct Lasting<const RISING: bool>(Cell<u64>);

impl<const RISING: bool> Lasting<RISING> {
    /// The guard did not hold when it was last checked.
    const FALSE: u64 = u64::MAX;
    /// The guard must first become false.
    const SPENT: u64 = u64::MAX - 1;
    const FIRST: u64 = if RISING { Self::SPENT } else { Self::FALSE };

    /// That of a state that is entered.
    #[allow(clippy::declare_interior_mutable_const)] // only a first value
    pub const NEW: Self = Self(Cell::new(Self::FIRST));

    /// Begins anew.
    #[inline]
    pub fn begin(&self) {
        self.0.set(Self::FIRST);
    }

    /// Records the value of the guard. Returns whether it has held for `timeout_us`; with `rising`,
    /// once.
    #[inline]
    pub fn holds(&self, guard: bool, now: Instant, timeout_us: u64) -> bool {
        if !guard {
            self.0.set(Self::FALSE);
            return false;
        }
        if self.0.get() == Self::FALSE {
            self.0.set(now.as_micros());
        }
        let holds = self.held_us(true, now) >= Some(timeout_us);
        if RISING && holds {
            self.0.set(Self::SPENT);
        }
        holds
    }

    /// Returns how long the guard has held, if it holds and is not spent.
    #[must_use]
    #[inline]
    pub fn held_us(&self, guard: bool, now: Instant) -> Option<u64> {
        match self.0.get() {
            _ if !guard => None,
            Self::SPENT => None,
            Self::FALSE => Some(0),
            since => Some(now.micros_since(Instant::from_micros(since))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Instant {
        Instant::from_millis(millis)
    }

    #[test]
    fn an_edge_is_seen_once_after_a_false_value() {
        let memory = Rising::NEW;
        let values = [true, true, false, false, true, true, false, true];
        let seen = values.map(|value| memory.holds(value));
        assert_eq!(seen, [false, false, false, false, true, false, false, true]);
        memory.begin();
        assert!(!memory.was_false() && !memory.holds(true));
    }

    #[test]
    fn a_guard_must_hold_all_the_time() {
        let memory = Lasting::<false>::NEW;
        assert!(!memory.holds(true, at(100), 30_000));
        assert!(!memory.holds(false, at(120), 30_000));
        assert!(!memory.holds(true, at(130), 30_000));
        assert_eq!(memory.held_us(true, at(159)), Some(29_000));
        assert_eq!(memory.held_us(false, at(159)), None);
        assert!(memory.holds(true, at(160), 30_000));
        assert!(memory.holds(true, at(170), 30_000));
        memory.begin();
        assert!(!memory.holds(true, at(170), 30_000));
    }

    #[test]
    fn an_edge_that_lasts_is_seen_once() {
        let memory = Lasting::<true>::NEW;
        assert!(!memory.holds(true, at(100), 10_000));
        assert!(!memory.holds(true, at(150), 10_000), "it held at first");
        assert_eq!(memory.held_us(true, at(150)), None);
        assert!(!memory.holds(false, at(160), 10_000));
        assert!(!memory.holds(true, at(170), 10_000));
        assert!(memory.holds(true, at(180), 10_000));
        assert!(!memory.holds(true, at(190), 10_000));
    }
}
