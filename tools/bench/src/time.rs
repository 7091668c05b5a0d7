//! Nanoseconds of a step, beside the floor's in one run.

use super::Error;
use super::program::{Case, Program};

/// How often a block of one engine runs its script, before it is the other's turn.
const TIMES: u64 = 20_000;

/// Medians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Times {
    /// Of a step in which nothing happens: ns, and by the floor's.
    pub resident: (f64, f64),
    /// Of a step of the cycle.
    pub transition: (f64, f64),
}

/// Measures a case.
pub fn time(program: &Program, case: Case) -> Result<Times, Error> {
    let steps = program.ask(case, "info", 1, "steps")?;
    let measured = |mode: &str, times: u64| -> Result<(f64, f64), Error> {
        let numbers = program.run(case, mode, times)?;
        let of = |name: &str| numbers.get(name).copied().unwrap_or(f64::NAN);
        Ok((of("ns"), of("ratio")))
    };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a small whole number
    let cycles = (TIMES / (steps as u64).max(1)).max(1);
    Ok(Times {
        resident: measured("resident-time", TIMES)?,
        transition: measured("transition-time", cycles)?,
    })
}
