//! The data of a machine that does not depend on its skill.

use crate::failure::InvalidCall;
use crate::time::{Instant, Tick};
use crate::trace::Tracer;
use core::cell::Cell;

/// The data of the active state at one nesting depth: the time of its entry, and the interfaces
/// that refused its messages.
#[derive(Clone, Debug, Default)]
pub struct Activation {
    time: Instant,
    count: u32,
    #[doc(hidden)]
    pub refused: Cell<u32>,
}

impl Activation {
    /// Returns one of a state that has not been entered.
    #[must_use]
    #[inline(always)]
    #[allow(clippy::inline_always)] // written in place
    pub const fn new() -> Self {
        Self { time: Instant::ZERO, count: 0, refused: Cell::new(0) }
    }

    /// Records the entry of a state that has a timeout.
    #[inline]
    pub fn enter(&mut self, now: Tick) {
        self.time = now.time;
        self.count = now.count;
    }

    /// Records the entry of the state at index `state`, which has no timeout, for a tracer that shows
    /// times. The field of the count stores the inverted index, so that
    /// [`entered`](Self::entered) recognizes the state.
    #[inline]
    pub fn note<T: Tracer>(&mut self, now: Tick, state: u16) {
        if T::TIMES {
            self.time = now.time;
            self.count = !u32::from(state);
        }
    }

    /// Returns the time at which the state at index `state` was entered, if it is known.
    pub(super) fn entered(&self, state: u16, timed: bool) -> Option<Instant> {
        let known = timed || self.count == !u32::from(state);
        known.then_some(self.time)
    }

    /// Returns the clock of the state, which measures the time since its entry.
    #[must_use]
    #[inline]
    pub fn clock(&self, now: Tick) -> Clock {
        Clock { now, since: Tick { time: self.time, count: self.count } }
    }
}

/// An array of one [`Activation`] for each nesting depth. `core` has no default for long arrays.
pub trait Levels: AsRef<[Activation]> + Clone {}

impl<const DEPTH: usize> Levels for [Activation; DEPTH] {}

/// The time since a state was entered.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The current pass.
    pub now: Tick,
    /// The pass in which the state was entered.
    pub since: Tick,
}

impl Clock {
    /// Returns the time in microseconds.
    #[must_use]
    #[inline]
    pub const fn micros(&self) -> u64 {
        self.now.time.micros_since(self.since.time)
    }

    /// Returns the time in seconds.
    #[must_use]
    #[inline]
    #[allow(clippy::cast_precision_loss)] // 24 bits
    pub const fn seconds(&self) -> f32 {
        self.micros() as f32 / 1e6
    }

    /// Returns the time in passes of the main loop.
    #[must_use]
    #[inline]
    pub const fn ticks(&self) -> u32 {
        self.now.count.wrapping_sub(self.since.count)
    }
}

/// The condition of a machine without an active state.
#[derive(Clone, Copy, Debug)]
pub enum Inactive {
    /// The machine has not entered its start state.
    NotStarted,
    /// The arguments of the call are invalid.
    InvalidCall(InvalidCall),
    /// The skill is FINAL.
    Final,
    /// The skill is FAILED.
    Failed,
}
