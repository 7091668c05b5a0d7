//! The hybrid part of a skill: variables that flow while time passes, and where they
//! cross a bound.
//!
//! Between two passes the equations of the active states are integrated with the
//! classical Runge-Kutta method of fourth order. A guard that becomes true on the way is
//! located by bisection.

use crate::Instant;
use crate::state_machine::NONE;

/// The longest step, in seconds: what passes between two passes is cut into steps of at
/// most this length.
const STEP_SEC: f32 = 0.01;
/// Most steps between two passes; after a longer pause they are longer.
const MOST_STEPS: u32 = 1000;
/// How often the interval of a crossing is halved: as often as an `f32` has bits.
const HALVINGS: u32 = 24;
/// How often a step is halved in the search for where a guard ceases to hold that holds
/// at both of its ends.
const PROBES: u32 = 16;

/// The mode of a pass in which time passes first; see [`STEP`](crate::state_machine::STEP).
pub const FLOW: u8 = 4;
/// A state was entered while time passes.
pub const FLOWING: u8 = FLOW | crate::state_machine::ENTERED;

/// How far a machine's variables have flown.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlowClock {
    /// The last pass.
    seen: Instant,
    /// What is left of the time up to it, in seconds.
    #[doc(hidden)]
    pub rest_sec: f32,
}

impl FlowClock {
    /// The first pass of a run: no time has passed.
    #[inline]
    pub fn begin(&mut self) {
        self.rest_sec = 0.0;
    }

    /// The time of the pass.
    #[must_use]
    #[inline]
    pub fn now(&self) -> Instant {
        self.seen
    }

    /// A pass begins; answers the time up to which the variables have flown.
    #[allow(clippy::cast_precision_loss)] // an `f32` of seconds is what flows
    pub fn pass(&mut self, now: Instant) -> Instant {
        self.rest_sec += now.micros_since(self.seen) as f32 * 1e-6;
        self.seen = now;
        self.time()
    }

    /// The time up to which the variables have flown.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // not negative
    pub fn time(&self) -> Instant {
        let rest = (self.rest_sec * 1e6 + 0.5) as u64;
        Instant::from_micros(self.seen.as_micros().saturating_sub(rest))
    }
}

/// Lets `x` flow for `rest_sec`, or up to the first crossing: the guard of the lowest bit
/// that is newly set. Of what is left to flow `rest_sec` tells then, and `x` lies on the
/// near side, where the guard does not hold yet.
///
/// `ask` answers the rates at a point if it is given where to put them, and otherwise the
/// guards that hold there. A guard that holds from the beginning has to cease first.
pub fn integrate<const N: usize>(
    rest_sec: &mut f32,
    x: &mut [f32; N],
    mut ask: impl FnMut(&[f32; N], Option<&mut [f32; N]>) -> u32,
) -> Option<u32> {
    let mut held = ask(x, None);
    while *rest_sec > 0.0 {
        let steps = steps(*rest_sec);
        #[allow(clippy::cast_precision_loss)] // at most 1000
        let step = *rest_sec / steps as f32;
        let next = runge_kutta(x, step, &mut ask);
        let holds = ask(&next, None);
        if holds & held != 0
            && let Some((time, at)) = ceases(x, step, held & holds, &mut ask)
        {
            (*x, *rest_sec) = (at, *rest_sec - time);
            held &= ask(x, None);
            continue;
        }
        if holds & !held != 0 {
            let (time, bits) = bisect(x, step, held, holds & !held, &mut ask);
            *rest_sec -= time;
            return Some(bits.trailing_zeros());
        }
        *x = next;
        *rest_sec = if steps == 1 { 0.0 } else { *rest_sec - step };
        held &= holds;
    }
    *rest_sec = 0.0;
    None
}

/// In how many steps so many seconds are cut.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // positive, and small
fn steps(rest_sec: f32) -> u32 {
    // What rounding adds to a tick of 10 ms is no second step.
    ((rest_sec * 0.9999 / STEP_SEC) as u32 + 1).min(MOST_STEPS)
}

/// Moves `x` to the near side of the first crossing within a step; answers how long that
/// takes, and the guards that hold behind it.
fn bisect<const N: usize>(
    x: &mut [f32; N],
    step: f32,
    held: u32,
    mut bits: u32,
    ask: &mut impl FnMut(&[f32; N], Option<&mut [f32; N]>) -> u32,
) -> (f32, u32) {
    let (start, mut low, mut high) = (*x, 0.0, step);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        let at = runge_kutta(&start, middle, ask);
        match ask(&at, None) & !held {
            0 => (low, *x) = (middle, at),
            found => (high, bits) = (middle, found),
        }
    }
    (low, bits)
}

/// Where one of the guards `held`, which hold at both ends of a step, ceases to hold, if
/// it does: it may hold again soon.
fn ceases<const N: usize>(
    x: &[f32; N],
    step: f32,
    held: u32,
    ask: &mut impl FnMut(&[f32; N], Option<&mut [f32; N]>) -> u32,
) -> Option<(f32, [f32; N])> {
    let mut time = step;
    for _ in 0..PROBES {
        time *= 0.5;
        let at = runge_kutta(x, time, ask);
        if held & !ask(&at, None) != 0 {
            return Some((time, at));
        }
    }
    None
}

/// One step of the classical Runge-Kutta method.
fn runge_kutta<const N: usize>(
    x: &[f32; N],
    step: f32,
    ask: &mut impl FnMut(&[f32; N], Option<&mut [f32; N]>) -> u32,
) -> [f32; N] {
    let mut rates = |at: &[f32; N]| {
        let mut rates = [0.0; N];
        ask(at, Some(&mut rates));
        rates
    };
    let first = rates(x);
    let second = rates(&moved(x, 0.5 * step, &first));
    let third = rates(&moved(x, 0.5 * step, &second));
    let fourth = rates(&moved(x, step, &third));
    let mut mean = first;
    for (((mean, second), third), fourth) in mean.iter_mut().zip(second).zip(third).zip(fourth) {
        *mean = (*mean + 2.0 * (second + third) + fourth) / 6.0;
    }
    moved(x, step, &mean)
}

fn moved<const N: usize>(x: &[f32; N], step: f32, rates: &[f32; N]) -> [f32; N] {
    let mut moved = *x;
    for (value, rate) in moved.iter_mut().zip(rates) {
        *value += step * rate;
    }
    moved
}

/// The edge of a crossing among those of the active states, in order.
#[must_use]
#[inline]
pub fn crossed(edges: &[u16], found: Option<u32>) -> u16 {
    found.and_then(|bit| edges.get(bit as usize)).copied().unwrap_or(NONE)
}
