//! Bounds for the engine. Those of instructions are relative to the floor.

use crate::engines::Engine;
use crate::machines::{MACHINES, Machine};
use crate::results::{Results, Row};
use crate::size::BUILDS;
use serde::Serialize;

/// The maximum number of instructions of a resident tick above the floor, and of one through 16
/// levels of sub-skills.
const RESIDENT: (f64, f64) = (8.0, 22.0);
/// The maximum number of instructions of a transition above the floor, which checks neither that its
/// inputs have a writer nor their age. Bytes come first: a robot takes a few transitions a second.
const TRANSITION: f64 = 100.0;
/// The same of a machine each of whose transitions starts one or two others.
const CALLS: f64 = 195.0;
/// The same with the trace on, above the floor with the same trace.
const TRACED: f64 = 100.0;
/// The maximum number of bytes of `.text`, x86_64 O3.
const TEXT: [(Machine, f64); 7] = [
    (Machine::Standup, 1800.0),
    (Machine::Ring(100), 2600.0),
    (Machine::Nested, 1350.0),
    (Machine::Depth(16), 10_700.0),
    (Machine::Space, 62_000.0),
    (Machine::Calls, 4900.0),
    (Machine::Groups, 2900.0),
];
/// The maximum number of bytes of `.rodata` of 16 levels of sub-skills, x86_64 O3.
const RODATA: f64 = 1300.0;
/// Additional instructions for each level of resident sub-skill.
const PER_LEVEL: f64 = 1.5;
/// The maximum number of instructions by which 1000 states exceed 10 states.
const STATES: f64 = 2.0;
/// The maximum user and system time in seconds of the compiler that checks 1000 states, and 400
/// skills in chains of 30; the maximum time to build 100 skills of 10 states.
const CHECK: f64 = 0.8;
const CHAINS: f64 = 4.5;
const BUILD: f64 = 5.0;
/// The maximum ratio of the cost of a state between 500 and 1000 states to that below.
const LINEAR: f64 = 1.5;

#[derive(Debug, Clone, PartialEq, Serialize)]
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

pub fn bounds(results: &Results) -> Vec<Bound> {
    let mut bounds = Vec::new();
    let mut add = |what: String, value: f64, limit: f64| bounds.push(Bound { what, value, limit });
    for machine in MACHINES {
        let rows = (results.row(machine, Engine::Ours), results.row(machine, Engine::Floor));
        let (Some(ours), Some(floor)) = rows else { continue };
        let name = machine.name();
        let (mine, its) = (ours.counts, floor.counts);
        let above = if let Machine::Depth(_) = machine { RESIDENT.1 } else { RESIDENT.0 };
        add(format!("{name}: resident tick"), mine.resident, its.resident + above);
        let above = if machine == Machine::Calls { CALLS } else { TRANSITION };
        add(format!("{name}: transition"), mine.transition, its.transition + above);
        if let (Some(mine), Some(its)) = (mine.traced, its.traced) {
            add(format!("{name}: transition, trace on"), mine.1, its.1 + TRACED);
        }
        if let Some(size) = ours.sizes.get(BUILDS[0].name) {
            if let Some((_, limit)) = TEXT.iter().find(|(of, _)| *of == machine) {
                add(format!("{name}: .text, {}", BUILDS[0].name), as_number(size.text), *limit);
            }
            if machine == Machine::Depth(16) {
                let what = format!("{name}: .rodata, {}", BUILDS[0].name);
                add(what, as_number(size.rodata), RODATA);
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
        results.costs.iter().find(|cost| cost.name == name).map(|cost| cost.cpu)
    };
    if let (Some(few), Some(half), Some(all)) = (check(100), check(500), check(1000)) {
        add("1000 states checked, s of user and system".into(), all, CHECK);
        let limit = (half - few) / 400.0 * LINEAR;
        add("check of a state above 500, ms".into(), (all - half) * 2.0, limit * 1e3);
    }
    if let Some(chains) = results.costs.iter().find(|cost| cost.name.contains("chains")) {
        let what = format!("{} checked, s of user and system", chains.name);
        add(what, chains.cpu, CHAINS);
    }
    let space = results.costs.iter().find(|cost| cost.name.contains("skills of"));
    if let Some(build) = space.and_then(|space| space.build) {
        add("100 skills of 10 states built, s".into(), build, BUILD);
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
