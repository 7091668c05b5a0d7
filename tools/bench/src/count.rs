//! The instructions of a step in which nothing happens and of a transition, counted by callgrind.

use crate::engines::Engine;
use crate::program::{Case, Program};
use serde::Serialize;
use tool_support::command;

/// The repetitions of a script in the shorter of two runs; their difference excludes startup.
const TIMES: u64 = 20;

/// Instructions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Counts {
    /// Of a step in which nothing happens.
    pub resident: f64,
    /// Of a transition: the steps of a cycle, divided by their transitions.
    pub transition: f64,
    /// The same with the trace on; `None` for engines without a trace.
    pub traced: Option<(f64, f64)>,
}

pub fn count(program: &Program, case: Case) -> anyhow::Result<Counts> {
    // All machines take the same transitions.
    let transitions = program.number(case, "info", 1, "transitions")?;
    let of = |mode: &str, each: f64| -> anyhow::Result<f64> {
        Ok(command::each(TIMES, |times| program.instructions(case, mode, times))? / each)
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

/// The instructions of a snapshot of the blackboard.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Snapshot {
    pub declared: u32,
    /// If nothing was written since the last.
    pub unchanged: f64,
    /// If all eight were written.
    pub written: f64,
}

/// Counts the instructions of snapshots by the number of declared interfaces.
pub fn snapshots(program: &Program) -> anyhow::Result<Vec<Snapshot>> {
    let of = |declared, mode| command::each(TIMES, |times| program.snapshot(declared, mode, times));
    let each = |declared| {
        Ok(Snapshot {
            declared,
            unchanged: of(declared, "unchanged")?,
            written: of(declared, "written")?,
        })
    };
    [0, 1, 2, 4, 8].into_iter().map(each).collect()
}
