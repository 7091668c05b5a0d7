//! The results.

use crate::compile::Cost;
use crate::count::{Counts, Snapshot};
use crate::engines::Engine;
use crate::machines::Machine;
use crate::size::Size;
use crate::time::Times;
use serde::Serialize;
use std::collections::BTreeMap;

/// The results of a machine of an engine.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    pub machine: Machine,
    pub engine: Engine,
    /// Bytes of state.
    pub bytes: f64,
    /// Allocations in all steps of a run.
    pub heap: f64,
    pub counts: Counts,
    pub times: Times,
    /// By the name of the build.
    pub sizes: BTreeMap<&'static str, Size>,
}

#[derive(Debug, Clone, Serialize)]
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
