//! The views of a robot, from the batches of a stream.

use crate::live::{Batch, Hub, Moment, delta};
use crate::model::view::{Layer, TraceView, View};
use serde::Deserialize as _;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;

/// The number of trace entries that are kept for each layer, as in a view of the robot itself.
const ENTRIES: usize = 64;

/// The state of a stream after its last batch.
#[derive(Debug, Default)]
pub struct Received {
    kinds: Kinds,
    /// The least upper bound of the server's clock minus that of this program, in milliseconds. With it
    /// a view never seems younger than it is.
    ahead_ms: Option<i64>,
}

#[derive(Debug, Default)]
struct Kinds {
    view: Value,
    board: Value,
    why: Value,
    scene: Value,
    coverage: Value,
    trace: Vec<TraceView>,
}

/// Returns a view after its change, or `None` if there is none.
fn changed<T: DeserializeOwned>(
    kept: &mut Value,
    change: Option<Value>,
) -> Result<Option<T>, String> {
    let Some(change) = change else { return Ok(None) };
    delta::apply(kept, change)?;
    T::deserialize(&*kept).map(Some).map_err(|error| error.to_string())
}

impl Received {
    /// Learns the difference between the clocks: the server's was `clock_ms` at some time since
    /// `asked`.
    pub fn compare(&mut self, asked: Duration, clock_ms: u64) {
        let ahead = millis(clock_ms) - millis(asked.as_millis());
        self.ahead_ms = Some(self.ahead_ms.map_or(ahead, |least| least.min(ahead)));
    }

    /// Publishes a batch.
    ///
    /// # Errors
    /// If it does not follow the one before.
    pub fn publish(&mut self, hub: &Hub, batch: Batch) -> Result<(), String> {
        let Batch { full, clock_ms, view, board, why, scene, coverage, trace, log, .. } = batch;
        if full {
            self.kinds = Kinds::default();
        }
        let own_ms = millis(clock_ms) - self.ahead_ms.unwrap_or(0);
        let clock = Duration::from_millis(u64::try_from(own_ms).unwrap_or(0));
        let kinds = &mut self.kinds;
        let has_view = view.is_some() || !trace.is_empty();
        kinds.add(trace);
        if let Some(view) = view {
            delta::apply(&mut kinds.view, view)?;
        }
        let mut moment = Moment::default();
        if has_view {
            let view = View::deserialize(&kinds.view).map_err(|error| error.to_string())?;
            moment.view = Some(View { trace: kinds.trace.clone(), ..view });
        }
        moment.board = changed(&mut kinds.board, board)?;
        moment.why = changed(&mut kinds.why, why)?;
        hub.publish(clock, moment);
        changed(&mut kinds.scene, scene)?.into_iter().for_each(|of| hub.publish_scene(of));
        changed(&mut kinds.coverage, coverage)?.into_iter().for_each(|of| hub.publish_coverage(of));
        hub.log(log);
        Ok(())
    }
}

impl Kinds {
    /// Adds entries of the trace, and forgets the oldest.
    fn add(&mut self, trace: Vec<TraceView>) {
        self.trace.extend(trace);
        for layer in [Layer::Agent, Layer::Skiller] {
            let is_of = |entry: &TraceView| entry.layer == layer;
            let mut over = self.trace.iter().filter(|of| is_of(of)).count().saturating_sub(ENTRIES);
            self.trace.retain(|entry| {
                let is_old = is_of(entry) && over > 0;
                over -= usize::from(is_old);
                !is_old
            });
        }
    }
}

fn millis(time: impl TryInto<i64>) -> i64 {
    time.try_into().unwrap_or(i64::MAX)
}
