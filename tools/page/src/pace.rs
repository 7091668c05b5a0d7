//! The pace of this machine, so that a bound of time means the same on each.

use crate::browser::Page;
use anyhow::Context as _;

/// The time that [`WORK`] takes on the machine that the bounds are stated for, in milliseconds. Estimated: it takes 100
/// on one that exceeds them by a factor of two.
const NOMINAL_MS: f64 = 40.0;
/// Work as a page does it: a picture of many texts, which is laid out and measured. The middle one of some rounds,
/// as a check meets the machine.
const WORK: &str = "(() => { const times = [], of = (name) => document.createElementNS('http://www.w3.org/2000/svg', name); \
    for (let round = 0; round < 11; round += 1) { \
    const start = performance.now(), svg = of('svg'); \
    for (let at = 0; at < 2000; at += 1) { \
    const text = of('text'); text.textContent = `state ${(at * 7919) % 20011}`; text.setAttribute('y', at); svg.append(text); } \
    document.body.append(svg); \
    const width = [...svg.children].reduce((sum, text) => sum + text.getComputedTextLength(), svg.getBBox().height); \
    svg.remove(); \
    if (!(width > 0)) throw new Error('nothing was laid out'); \
    times.push(performance.now() - start); } return times.sort((one, other) => one - other)[5]; })()";

/// Returns by how much a bound of time has to be wider on this machine at this moment: 1 on a machine as fast
/// as the one that the bounds are stated for.
pub fn slowness(page: &Page) -> anyhow::Result<f64> {
    let taken_ms = page.eval(WORK)?.as_f64().context("a time")?;
    Ok((taken_ms / NOMINAL_MS).max(1.0))
}
