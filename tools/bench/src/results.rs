//! What was measured.

use super::compile::Cost;
use super::count::{Counts, Snapshot};
use super::engines::Engine;
use super::machines::Machine;
use super::size::Size;
use super::time::Times;

/// A machine of an engine.
#[derive(Debug, Clone)]
pub struct Row {
    pub machine: Machine,
    pub engine: Engine,
    /// Bytes of state.
    pub bytes: f64,
    /// Allocations in all steps of a run.
    pub heap: f64,
    pub counts: Counts,
    pub times: Times,
    /// In the order of the builds; none where it could not be built.
    pub sizes: Vec<Option<Size>>,
}

/// Everything.
#[derive(Debug, Clone)]
pub struct Results {
    pub rustc: String,
    pub rows: Vec<Row>,
    pub snapshots: Vec<Snapshot>,
    pub costs: Vec<Cost>,
}

impl Results {
    /// A row.
    pub fn row(&self, machine: Machine, engine: Engine) -> Option<&Row> {
        self.rows.iter().find(|row| row.machine == machine && row.engine == engine)
    }
}
