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

/// What it costs to read the blackboard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Snapshot {
    /// So many of eight interfaces are declared.
    pub declared: u32,
    /// Instructions, if nothing was written since.
    pub unchanged: f64,
    /// If all eight were.
    pub written: f64,
}

/// Counts snapshots, by how many interfaces are declared.
pub fn snapshots(program: &Program) -> Result<Vec<Snapshot>, Error> {
    let of = |declared, mode| -> Result<f64, Error> {
        let once = |times| program.snapshot(declared, mode, times);
        Ok(difference(once(2 * TIMES)?, once(TIMES)?) / difference(TIMES, 0))
    };
    let each = |declared| {
        Ok(Snapshot {
            declared,
            unchanged: of(declared, "unchanged")?,
            written: of(declared, "written")?,
        })
    };
    [0, 1, 2, 4, 8].into_iter().map(each).collect()
}

/// `long - short`; the counts are far below what an `f64` holds exactly.
#[allow(clippy::cast_precision_loss)]
fn difference(long: u64, short: u64) -> f64 {
    long.saturating_sub(short) as f64
}
