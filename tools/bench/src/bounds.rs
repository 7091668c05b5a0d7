//! Bounds for the engine, most of them relative to the floor.

use crate::engines::Engine;
use crate::machines::{MACHINES, Machine};
use crate::results::{Results, Row};
use crate::size::BUILDS;

/// The maximum number of instructions of a resident tick or a transition above the floor.
const ABOVE: f64 = 6.0;
/// The same for a transition with the trace on, above the floor with the same trace.
const ABOVE_TRACED: f64 = 12.0;
/// The maximum ratio of a transition over three levels of states to the floor.
const NESTED: f64 = 1.25;
/// Additional instructions for each level of resident sub-skill.
const PER_LEVEL: f64 = 2.0;
/// The maximum ratio of `.text` to the floor.
const TEXT: f64 = 1.1;
/// The maximum number of instructions by which 1000 states exceed 10 states.
const STATES: f64 = 2.0;
/// The maximum time in seconds to check 1000 states, and to build 100 skills of 10 states.
const CHECK: f64 = 0.5;
const BUILD: f64 = 5.0;
/// The maximum ratio of the cost of a state between 500 and 1000 states to that below.
const LINEAR: f64 = 1.5;

/// A bound.
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    pub what: String,
    pub value: f64,
    pub limit: f64,
}

impl Bound {
    /// Returns whether the bound holds, up to rounding.
    pub fn holds(&self) -> bool {
        self.value <= self.limit + 1e-6
    }
}

/// Returns all bounds.
pub fn bounds(results: &Results) -> Vec<Bound> {
    let mut bounds = Vec::new();
    let mut add = |what: String, value: f64, limit: f64| bounds.push(Bound { what, value, limit });
    for machine in MACHINES {
        let rows = (results.row(machine, Engine::Ours), results.row(machine, Engine::Floor));
        let (Some(ours), Some(floor)) = rows else { continue };
        let name = machine.name();
        let levels = if let Machine::Depth(depth) = machine { f64::from(depth) } else { 0.0 };
        let above = ABOVE + PER_LEVEL * levels;
        let (mine, its) = (ours.counts, floor.counts);
        add(format!("{name}: resident tick"), mine.resident, its.resident + above);
        let transition = if machine == Machine::Nested {
            its.transition * NESTED
        } else {
            its.transition + above
        };
        add(format!("{name}: transition"), mine.transition, transition);
        if let (Some(mine), Some(its)) = (mine.traced, its.traced) {
            let limit = its.1 + ABOVE_TRACED + PER_LEVEL * levels;
            add(format!("{name}: transition, trace on"), mine.1, limit);
        }
        for (place, build) in BUILDS.iter().enumerate() {
            if let (Some(Some(mine)), Some(Some(its))) =
                (ours.sizes.get(place), floor.sizes.get(place))
            {
                let what = format!("{name}: .text, {}", build.name);
                add(what, as_number(mine.text), as_number(its.text) * TEXT);
            }
        }
        add(format!("{name}: allocations"), ours.heap, 0.0);
    }
    growth(results, &mut add);
    compiling(results, &mut add);
    bounds
}

fn growth(results: &Results, add: &mut impl FnMut(String, f64, f64)) {
    let ours = |machine| results.row(machine, Engine::Ours);
    if let (Some(few), Some(many)) = (ours(Machine::Ring(10)), ours(Machine::Ring(1000))) {
        let (few, many) = (few.counts, many.counts);
        add("1000 states as 10: resident tick".into(), many.resident, few.resident + STATES);
        add("1000 states as 10: transition".into(), many.transition, few.transition + STATES);
    }
    let level = |engine| {
        let of = |depth| results.row(Machine::Depth(depth), engine).map(|row: &Row| row.counts);
        Some((of(16)?.resident - of(1)?.resident) / 15.0)
    };
    if let (Some(mine), Some(its)) = (level(Engine::Ours), level(Engine::Floor)) {
        add("a level of resident sub-skill".into(), mine, its + PER_LEVEL);
    }
}

fn compiling(results: &Results, add: &mut impl FnMut(String, f64, f64)) {
    let check = |states: u32| {
        let name = format!("{states} states");
        results.costs.iter().find(|cost| cost.name == name).map(|cost| cost.check)
    };
    if let (Some(few), Some(half), Some(all)) = (check(100), check(500), check(1000)) {
        add("1000 states checked, s".into(), all, CHECK);
        let limit = (half - few) / 400.0 * LINEAR;
        add("check of a state above 500, ms".into(), (all - half) * 2.0, limit * 1e3);
    }
    if let Some(space) = results.costs.iter().find(|cost| cost.name.contains("skills")) {
        add("100 skills of 10 states built, s".into(), space.build, BUILD);
    }
}

#[expect(clippy::cast_precision_loss, reason = "sizes of code")]
fn as_number(bytes: u64) -> f64 {
    bytes as f64
}

#[cfg(test)]
mod tests {
    use super::Bound;

    #[test]
    fn a_bound_holds_up_to_its_limit() {
        let bound = |value| Bound { what: String::new(), value, limit: 15.0 };
        assert!(bound(15.0).holds());
        assert!(!bound(15.1).holds());
    }
}
