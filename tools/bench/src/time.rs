//! The time of a step, measured in turns with the floor.

use crate::program::{Case, Program};
use serde::Serialize;

/// The repetitions of a script by one engine before it is the turn of the other.
const TIMES: u64 = 20_000;

/// Medians.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Times {
    /// Of a step in which nothing happens: nanoseconds, and ratio to the floor.
    pub resident: (f64, f64),
    /// The same for a step of the cycle.
    pub transition: (f64, f64),
}

pub fn time(program: &Program, case: Case) -> anyhow::Result<Times> {
    let steps = program.number(case, "info", 1, "steps")?;
    let measured = |mode: &str, times: u64| -> anyhow::Result<(f64, f64)> {
        let numbers = program.run(case, mode, times)?;
        let of = |name: &str| numbers.get(name).copied().unwrap_or(f64::NAN);
        Ok((of("ns"), of("ratio")))
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small integer")]
    let cycles = (TIMES / (steps as u64).max(1)).max(1);
    Ok(Times {
        resident: measured("resident-time", TIMES)?,
        transition: measured("transition-time", cycles)?,
    })
}
