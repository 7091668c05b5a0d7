//! Instructions, counted by callgrind: of a step in which nothing happens, and of a
//! transition.

use super::Error;
use super::engines::Engine;
use super::program::{Case, Program};

/// How often a script is run, in the shorter of two runs; what both have in common
/// cancels out.
const TIMES: u64 = 20;

/// Instructions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counts {
    /// Of a step in which nothing happens.
    pub resident: f64,
    /// Of a transition: of the steps of a cycle, by the transitions that they take.
    pub transition: f64,
    /// The same, with the trace on; none of engines without one.
    pub traced: Option<(f64, f64)>,
}

/// Counts a case.
pub fn count(program: &Program, case: Case) -> Result<Counts, Error> {
    // Every machine takes the transitions that ours takes.
    let transitions = program.ask(case, "info", 1, "transitions")?;
    let of = |mode: &str, each: f64| -> Result<f64, Error> {
        let once = |times| program.instructions(case, mode, times);
        let (short, long) = (once(TIMES)?, once(2 * TIMES)?);
        Ok(difference(long, short) / (difference(TIMES, 0) * each))
    };
    let traced = if matches!(case.1, Engine::Ours | Engine::Floor) {
        Some((of("resident-traced", 1.0)?, of("transition-traced", transitions)?))
    } else {
        None
    };
    Ok(Counts {
        resident: of("resident", 1.0)?,
        transition: of("transition", transitions)?,
        traced,
    })
}

/// `long - short`; the counts are far below what an `f64` holds exactly.
#[allow(clippy::cast_precision_loss)]
fn difference(long: u64, short: u64) -> f64 {
    long.saturating_sub(short) as f64
}
