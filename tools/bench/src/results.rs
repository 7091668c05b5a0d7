//! The results.

use crate::compile::Cost;
use crate::count::{Counts, Snapshot};
use crate::engines::Engine;
use crate::machines::Machine;
use crate::size::Size;
use crate::time::Times;

/// The results of a machine of an engine.
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
    /// In the order of the builds.
    pub sizes: Vec<Option<Size>>,
}

#[derive(Debug, Clone)]
pub struct Results {
    pub rustc: String,
    pub rows: Vec<Row>,
    pub snapshots: Vec<Snapshot>,
    pub costs: Vec<Cost>,
}

impl Results {
    pub fn row(&self, machine: Machine, engine: Engine) -> Option<&Row> {
        self.rows.iter().find(|row| row.machine == machine && row.engine == engine)
    }
}
