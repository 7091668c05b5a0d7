//! The requests about the past of a robot: its time line, its marks, and the values of its fields.

use super::{Hub, Refusal};
use crate::model::timeline::{MarkKind, MarkView, PlotError, PlotPart, PlotView, TimelineView};
use serde::Deserialize;

/// The widest picture of the past, in pixels.
const MAX_WIDTH: u32 = 10_000;
/// The latest time, s: later ones are not exact to a hundredth of a second.
const MAX_SEC: f64 = 1e9;

/// A part of the time line; without a time it begins or ends with the past.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Part {
    from: Option<f64>,
    to: Option<f64>,
    width: u32,
}

/// The next mark after a time, or the last one before it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    after: Option<f64>,
    before: Option<f64>,
    kind: Option<MarkKind>,
}

/// A field over a part of the past.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plotted {
    interface: String,
    field: String,
    from: f64,
    to: f64,
    width: u32,
}

fn is_time(sec: f64) -> bool {
    (-MAX_SEC..=MAX_SEC).contains(&sec)
}

/// Returns an error if these are no times in order, or the width is none.
fn check(from: Option<f64>, to: Option<f64>, width: u32) -> Result<(), Refusal> {
    let are_times = [from, to].into_iter().flatten().all(is_time);
    if !are_times || !(1..=MAX_WIDTH).contains(&width) {
        let text =
            format!("expected times in seconds, at most {MAX_SEC}, and a width, 1 to {MAX_WIDTH}");
        return Err(Refusal::bad_request(text));
    }
    if from.zip(to).is_some_and(|(from, to)| from >= to) {
        return Err(Refusal::bad_request("expected `from` before `to`"));
    }
    Ok(())
}

pub(super) fn timeline(
    hub: &Hub,
    &Part { from, to, width }: &Part,
) -> Result<TimelineView, Refusal> {
    check(from, to, width)?;
    Ok(hub.past_part(from, to, width))
}

pub(super) fn mark(hub: &Hub, wanted: &Wanted) -> Result<Option<MarkView>, Refusal> {
    match *wanted {
        Wanted { after: Some(sec), before: None, kind } if is_time(sec) => {
            Ok(hub.mark(sec, true, kind))
        }
        Wanted { after: None, before: Some(sec), kind } if is_time(sec) => {
            Ok(hub.mark(sec, false, kind))
        }
        _ => Err(Refusal::bad_request("expected `after` or `before`, in seconds")),
    }
}

pub(super) fn plot(hub: &Hub, plotted: &Plotted) -> Result<PlotView, Refusal> {
    let &Plotted { ref interface, ref field, from, to, width } = plotted;
    check(Some(from), Some(to), width)?;
    let part = PlotPart { interface, field, from_sec: from, to_sec: to, width };
    let plotted = hub.plot(part);
    let plotted =
        plotted.ok_or_else(|| Refusal::not_here("only a recording has the values of its past"))?;
    plotted.map_err(|error| match error {
        PlotError::Unknown(_) => Refusal::not_found(error.to_string()),
        PlotError::NoNumber(_) => Refusal::bad_request(error.to_string()),
        PlotError::Read(_) => Refusal::new(503, "gone", error.to_string()),
    })
}
