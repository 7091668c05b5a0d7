//! Hybrid skills: continuous variables, and the times at which they cross a bound.
//!
//! Between two passes, the differential equations of the active states are integrated with the
//! classical Runge-Kutta method of fourth order. The time at which a guard becomes true is
//! located by bisection.

use crate::float::f32_from_u64;
use crate::outcome::Outcome;
use crate::time::Instant;

/// The maximum step, in seconds: the time between two passes is divided into steps of at most
/// this length.
const STEP_SEC: f32 = 0.01;
/// The maximum number of steps between two passes; after a longer pause the steps are longer.
const MAX_STEPS: u16 = 1000;
/// The number of bisections of a crossing: the number of bits in the significand of an `f32`.
const HALVINGS: u32 = 24;
/// The number of halvings of a step in the search for a time at which a guard is false that is
/// true at both of its ends.
const PROBES: u32 = 16;

/// The time up to which the continuous variables of a machine are integrated.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlowClock {
    /// The time of the last pass.
    seen: Instant,
    /// The time up to the last pass that is not integrated yet, in seconds.
    #[doc(hidden)]
    pub rest_sec: f32,
}

impl FlowClock {
    /// Begins a run, in whose first pass no time has passed.
    #[inline]
    pub fn begin(&mut self) {
        self.rest_sec = 0.0;
    }

    /// Returns the time of the last pass.
    #[must_use]
    #[inline]
    pub fn now(&self) -> Instant {
        self.seen
    }

    /// Begins a pass, and returns the time up to which the variables are integrated.
    pub fn pass(&mut self, now: Instant) -> Instant {
        self.rest_sec += f32_from_u64(now.micros_since(self.seen)) * 1e-6;
        self.seen = now;
        self.time()
    }

    /// Returns the time up to which the variables are integrated.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // not negative
    pub fn time(&self) -> Instant {
        let rest = (self.rest_sec * 1e6 + 0.5) as u64;
        Instant::from_micros(self.seen.as_micros().saturating_sub(rest))
    }
}

/// Integrates `x` for `rest_sec` seconds or up to the first crossing, and returns the index of
/// the guard that became true, the lowest one if there are several. At a crossing, `rest_sec`
/// is set to the time that remains, and `x` is the last point at which the guard is false.
///
/// `evaluate` writes the rates at a point to its second argument if there is one; otherwise it
/// returns a bit set of the guards that are true there. A guard that is true at the start has
/// to become false before it can cross.
pub fn integrate<const N: usize>(
    rest_sec: &mut f32,
    x: &mut [f32; N],
    mut evaluate: impl FnMut(&[f32; N], Option<&mut [f32; N]>) -> u32,
) -> Option<u32> {
    let mut held = evaluate(x, None);
    while *rest_sec > 0.0 {
        let steps = steps(*rest_sec);
        let step = *rest_sec / f32::from(steps);
        let next = runge_kutta(x, step, &mut evaluate);
        let holds = evaluate(&next, None);
        if holds & held != 0
            && let Some((time, at)) = find_gap(x, step, held & holds, &mut evaluate)
        {
            (*x, *rest_sec) = (at, *rest_sec - time);
            held &= evaluate(x, None);
            continue;
        }
        if holds & !held != 0 {
            let (time, bits) = bisect(x, step, held, holds & !held, &mut evaluate);
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

/// Returns the number of steps into which `rest_sec` is divided.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // positive, and small
fn steps(rest_sec: f32) -> u16 {
    // Rounding must not add a second step to a tick of 10 ms.
    ((rest_sec * 0.9999 / STEP_SEC) as u16).saturating_add(1).min(MAX_STEPS)
}

/// Moves `x` to the last point before the first crossing within a step. Returns the time to
/// that point, in seconds, and the guards that are newly true after it.
fn bisect<const N: usize>(
    x: &mut [f32; N],
    step: f32,
    held: u32,
    mut bits: u32,
    evaluate: &mut impl FnMut(&[f32; N], Option<&mut [f32; N]>) -> u32,
) -> (f32, u32) {
    let (start, mut low, mut high) = (*x, 0.0, step);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        let at = runge_kutta(&start, middle, evaluate);
        match evaluate(&at, None) & !held {
            0 => (low, *x) = (middle, at),
            found => (high, bits) = (middle, found),
        }
    }
    (low, bits)
}

/// Searches a step for a point at which one of the guards `held`, which are true at both of its
/// ends, is false. Returns its time, in seconds, and the variables there.
fn find_gap<const N: usize>(
    x: &[f32; N],
    step: f32,
    held: u32,
    evaluate: &mut impl FnMut(&[f32; N], Option<&mut [f32; N]>) -> u32,
) -> Option<(f32, [f32; N])> {
    let mut time = step;
    for _ in 0..PROBES {
        time *= 0.5;
        let at = runge_kutta(x, time, evaluate);
        if held & !evaluate(&at, None) != 0 {
            return Some((time, at));
        }
    }
    None
}

/// Returns the variables after one step of the classical Runge-Kutta method.
fn runge_kutta<const N: usize>(
    x: &[f32; N],
    step: f32,
    evaluate: &mut impl FnMut(&[f32; N], Option<&mut [f32; N]>) -> u32,
) -> [f32; N] {
    let mut rates = |at: &[f32; N]| {
        let mut rates = [0.0; N];
        evaluate(at, Some(&mut rates));
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

/// Returns the transition of the crossing `found` among `transitions`, or [`Outcome::NONE`].
#[must_use]
#[inline]
pub fn crossed(transitions: &[u16], found: Option<u32>) -> Outcome {
    found
        .and_then(|bit| transitions.get(bit as usize))
        .map_or(Outcome::NONE, |number| Outcome(*number))
}
