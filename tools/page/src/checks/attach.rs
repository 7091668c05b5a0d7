//! Attaching in the middle of a run, and following into a sub-skill.

use super::{clean, execute, is_active, open, run, state_of};
use crate::browser::{DESK, Page};
use crate::lab::Lab;
use crate::pace::slowness;
use anyhow::{Context as _, ensure};
use serde_json::Value;

/// The longest time from an event to the mark of its state, in milliseconds.
const MAX_MARK_MS: f64 = 100.0;
/// The number of calls whose marks are measured.
const CALLS: usize = 5;
const ATTACHES: usize = 5;

/// Attaches while `standup` waits.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let (mut marks, mut loads, mut requests) = (Vec::new(), Vec::new(), 0);
    let mut slow = 1.0_f64;
    for _ in 0..ATTACHES {
        let program = run(lab, "standup{}", &[])?;
        let wait = state_of(&program, "standup", "Wait")?;
        program.wait("standup waits", |view| {
            view["active"].as_array().into_iter().flatten().any(|of| of["name"] == "Wait")
        })?;
        let page = lab.chromium.open(&program.address(), DESK)?;
        page.wait("the active state", &is_active(0, wait))?;
        let (marked, event) = first_mark(&page)?;
        marks.push(marked - event);
        loads.push(marked);
        page.wait("the status", "document.querySelector('#status').textContent === 'running'")?;
        page.wait("the path", "document.querySelector('#path').textContent.includes('Wait')")?;
        let path = page.text("#path")?;
        ensure!(path.contains("standup") && path.contains("Wait"), "the path is {path:?}");
        page.wait("the explanation", "!document.querySelector('#meter').hidden")?;
        page.picture(&lab.pictures, "running")?;
        requests = clean(&page, &program, &[])?;
        slow = slow.max(slowness(&page)?);
    }
    let (mark, load) = (median(&mut marks), median(&mut loads));
    ensure!(
        mark <= MAX_MARK_MS * slow,
        "the active state is marked {mark:.1} ms after the first event; the machine is slow by {slow:.2}"
    );
    Ok(format!(
        "the active state is marked {mark:.1} ms after the first event, {load:.0} ms after the \
         navigation began (median of {ATTACHES}); {requests} requests, all to the program"
    ))
}

/// Returns when the page first marked a state, and when it had the event, in milliseconds.
fn first_mark(page: &Page) -> anyhow::Result<(f64, f64)> {
    let probe = page.eval("({ events: probe.events, marks: probe.marks })")?;
    let at = |kind: &str| probe[kind][0]["at"].as_f64();
    let marked = at("marks").with_context(|| format!("no mark: {probe}"))?;
    Ok((marked, at("events").with_context(|| format!("no event: {probe}"))?))
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Follows into `getup`, which `standup` runs when the robot sits, and measures each change.
pub fn follow(lab: &Lab) -> anyhow::Result<String> {
    let program = run(lab, "standup{}", &["--pose", "sitting", "--allow-commands"])?;
    let page = open(lab, &program)?;
    page.wait("the graph", "!!document.querySelector('#graph .state')")?;
    execute(&page, "standup{}")?;
    let inner =
        "document.querySelector('#graph .state.active:not([data-machine=\"0\"])')?.dataset.machine";
    page.wait("an active state of the sub-skill", inner)?;
    let pressed = page.eval("document.querySelector('#follow').getAttribute('aria-pressed')")?;
    ensure!(pressed == "true", "Follow is not pressed");
    let outer = page.eval("document.querySelectorAll('#graph .state.active').length")?;
    ensure!(outer.as_u64() >= Some(2), "{outer} states are active in the picture");
    let path = page.text("#path")?;
    ensure!(path.contains("standup") && path.contains("getup"), "the path is {path:?}");
    page.picture(&lab.pictures, "follow")?;
    page.wait("the end", "document.querySelector('#status').textContent === 'final'")?;
    // What was taken has its numbers.
    let orders = page
        .eval("[...document.querySelectorAll('#graph .order text')].map((of) => of.textContent)")?;
    ensure!(
        orders.as_array().is_some_and(|all| all.iter().any(|of| of == "1")),
        "orders: {orders}"
    );
    let traced = page.eval("document.querySelectorAll('#graph .transition.traced').length")?;
    ensure!(traced.as_u64() >= Some(1), "no transition is traced");
    // Without a sub-skill that is opened, no position changes while the robot acts.
    page.click("#follow")?;
    page.click("#graph-menu summary")?;
    page.click("#unfold")?;
    let inner = "document.querySelector('#graph .state:not([data-machine=\"0\"])')";
    page.wait("the folded graph", &format!("!{inner}"))?;
    let before = places(&page)?;
    execute(&page, "standup{}")?;
    page.wait("the run", "document.querySelector('#status').textContent === 'running'")?;
    page.wait("the end", "document.querySelector('#status').textContent === 'final'")?;
    let after = places(&page)?;
    ensure!(before == after, "states moved: {before} to {after}");
    for _ in 0..CALLS {
        execute(&page, "standup{}")?;
        page.wait("the mark", "document.querySelector('#status').textContent === 'running' && !!document.querySelector('#graph .state.active')")?;
        page.click("#stop")?;
        page.wait("the stop", "document.querySelector('#status').textContent !== 'running'")?;
    }
    let (slowest, slow) = (slowest(&page)?, slowness(&page)?);
    ensure!(slowest.1 >= CALLS, "only {} changes of state", slowest.1);
    ensure!(
        slowest.0 <= MAX_MARK_MS * slow,
        "a state was marked {:.1} ms after its event; the machine is slow by {slow:.2}",
        slowest.0
    );
    clean(&page, &program, &[])?;
    Ok(format!(
        "into the sub-skill; {} changes of state, marked at most {:.1} ms after their events; nothing moved",
        slowest.1, slowest.0
    ))
}

/// Returns where the states are in the picture.
fn places(page: &Page) -> anyhow::Result<Value> {
    page.eval(
        "[...document.querySelectorAll('#graph .state[data-machine=\"0\"] > rect:first-of-type')]\
         .map((of) => ['x', 'y', 'width', 'height'].map((name) => of.getAttribute(name)).join(' '))",
    )
}

/// Returns the longest time from an event to the mark of its state in milliseconds, and the number
/// of events, without the first.
fn slowest(page: &Page) -> anyhow::Result<(f64, usize)> {
    let probe = page.eval("({ events: probe.events, marks: probe.marks })")?;
    let list = |kind: &str| probe[kind].as_array().cloned().unwrap_or_default();
    let (events, marks) = (list("events"), list("marks"));
    let (mut slowest, mut count) = (0.0_f64, 0);
    // The first one waits for the picture, as `check` measures.
    for event in events.iter().skip(1).filter(|event| !event["state"].is_null()) {
        let at = event["at"].as_f64().context("a time")?;
        let times = marks.iter().filter(|mark| mark["state"] == event["state"]);
        let mark = times.filter_map(|mark| mark["at"].as_f64()).find(|time| *time >= at);
        let mark = mark.with_context(|| format!("{event} was never marked: {probe}"))?;
        slowest = slowest.max(mark - at);
        count += 1;
    }
    Ok((slowest, count))
}
