//! The page shows each entry of the trace, each arrow and each value as the robot reports it, and on a
//! slow link their age.

use super::{clean, open};
use crate::browser::{DESK, Page};
use crate::lab::Lab;
use crate::program::Program;
use crate::stream::{Entries, Stream, keyed, with_numbers};
use anyhow::{Context as _, ensure};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The least number of entries of the agent that are compared.
const ENTRIES: usize = 30;
/// The longest wait for them.
const PATIENCE: Duration = Duration::from_secs(60);
/// The rate of a slow link, in bytes per second.
const SLOW_RATE: f64 = 50_000.0;
const WATCHED: Duration = Duration::from_secs(15);
/// The age above which the page says it, and what a look at both sides may add, in seconds.
const BEHIND_SEC: f64 = 1.0;
const LOOK_SEC: f64 = 0.4;

/// The module of the page in this file.
fn module(file: &str, use_it: &str) -> String {
    format!("import(new URL('page/{file}', location).href).then((of) => {use_it})")
}

/// Compares a game with its agent with the page: entries, arrows, and all views.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let program = Program::start(&lab.program, &["play", "--gui", "--allow-commands"])?;
    let stream = Stream::open(&program)?;
    let page = open(lab, &program)?;
    // More happens in the same time.
    page.set("#speed", "10")?;
    let start = Instant::now();
    let of_agent = |all: &Entries| all.keys().filter(|(layer, _)| layer == "agent").count();
    while of_agent(&stream.entries()) < ENTRIES {
        ensure!(start.elapsed() < PATIENCE, "the agent does nothing: {:?}", stream.entries());
        std::thread::sleep(Duration::from_millis(100));
    }
    page.click("#pause")?;
    page.wait("the pause", "document.querySelector('#link').textContent === 'paused'")?;
    let count = compare_entries(&page, &stream)?;
    let arrows = compare_arrows(&page, &stream)?;
    compare_views(&page, &program)?;
    clean(&page, &program, &[])?;
    Ok(format!("{count} entries and {arrows} arrows as the robot reports them, and each value"))
}

/// Checks that the page has each entry that the robot has reported since it was opened, as it was.
fn compare_entries(page: &Page, stream: &Stream) -> anyhow::Result<usize> {
    // What both have taken by now.
    std::thread::sleep(Duration::from_secs(1));
    let shown = page.eval(&module("run.js", "of.entries"))?;
    let shown: Vec<_> = shown.as_array().into_iter().flatten().cloned().collect();
    let gaps: Vec<_> = shown.iter().filter(|of| of["number"].is_null()).collect();
    ensure!(gaps.is_empty(), "the page was not sent everything: {gaps:?}");
    let shown: Entries = shown.iter().map(keyed).collect();
    let reported = stream.entries();
    for layer in ["agent", "skiller"] {
        let of = |all: &Entries| -> Entries {
            let of_layer = all.iter().filter(|((name, _), _)| name == layer);
            of_layer.map(|(key, entry)| (key.clone(), entry.clone())).collect()
        };
        let (shown, mut reported) = (of(&shown), of(&reported));
        let (first, _) = shown.first_key_value().with_context(|| format!("no entry of {layer}"))?;
        // The stream was opened before the page.
        reported.retain(|key, _| key >= first);
        let lacking: Vec<_> = reported.keys().filter(|key| !shown.contains_key(key)).collect();
        ensure!(lacking.is_empty(), "{layer}: the page lacks {lacking:?} of {}", reported.len());
        ensure!(
            shown == reported,
            "{layer}: the page shows something else: {shown:?}, {reported:?}"
        );
    }
    Ok(shown.len())
}

/// Checks that each arrow of the agent that is marked as taken was taken as often as it says.
fn compare_arrows(page: &Page, stream: &Stream) -> anyhow::Result<usize> {
    page.eval(&module("graph.js", "of.choose('@agent')"))?;
    page.wait("an arrow", "!!document.querySelector('#graph .transition.traced .order')")?;
    let marked = page.eval(
        "Object.fromEntries([...document.querySelectorAll('#graph .traced[data-transition]')] \
         .map((of) => [of.dataset.transition, \
         (of.nodeName === 'text' ? of.nextElementSibling : of.querySelector('.order'))?.dataset.label ?? '']))",
    )?;
    let mut taken = BTreeMap::<String, Vec<u64>>::new();
    let mut count = 0;
    for ((layer, _), entry) in stream.entries() {
        // What the agent has the skiller run has numbers of its own.
        if layer != "agent" || entry["machine"] != 0.0 {
            continue;
        }
        if entry["kind"] == "called" {
            (taken, count) = (BTreeMap::new(), 0);
        }
        if let (true, Some(index)) = (entry["kind"] == "transition", entry["transition"].as_f64()) {
            count += 1;
            taken.entry(index.to_string()).or_default().push(count);
        }
    }
    compare_states(page)?;
    let marked = marked.as_object().context("an object")?;
    for (transition, label) in marked {
        let orders = taken.get(transition);
        let orders = orders.with_context(|| format!("arrow {transition} was never taken"))?;
        let last = label.as_str().and_then(|label| label.rsplit(' ').next()).unwrap_or_default();
        let expected = orders.last().map(u64::to_string).unwrap_or_default();
        ensure!(last == expected, "arrow {transition} says {label}, it was taken as {orders:?}");
    }
    let lacking: Vec<_> = taken.keys().filter(|of| !marked.contains_key(*of)).collect();
    ensure!(lacking.is_empty(), "these arrows were taken, too: {lacking:?}");
    Ok(marked.len())
}

/// Checks that the page marks the states that the server marks for the same run.
fn compare_states(page: &Page) -> anyhow::Result<()> {
    let both = page.eval(
        "(async () => { \
         const traced = (of) => [...of.querySelectorAll('.state.traced[data-machine=\"0\"]')].map((of) => of.dataset.state).sort(); \
         const here = traced(document.querySelector('#graph')); \
         const { graphPath } = await import(new URL('page/early.js', location).href); \
         const { runOf } = await import(new URL('page/export.js', location).href); \
         const { shown } = await import(new URL('page/graph.js', location).href); \
         const run = graphPath(shown.name, { ...runOf(shown.name), active: [] }); \
         const text = await (await fetch(run)).text(); \
         const there = traced(new DOMParser().parseFromString(text, 'image/svg+xml')); \
         const active = [...document.querySelectorAll('#graph .state.active')].map((of) => of.dataset.state); \
         return { here, there, active }; })()",
    )?;
    ensure!(both["here"] == both["there"], "states that were left: {both}");
    ensure!(
        both["here"].as_array().is_some_and(|all| !all.is_empty()),
        "no state was left: {both}"
    );
    Ok(())
}

/// Checks that the views of the page, which it has from changes alone, are those of the robot.
fn compare_views(page: &Page, program: &Program) -> anyhow::Result<()> {
    for kind in ["view", "board", "why"] {
        let (mut of_robot, mut of_page) =
            (program.get(kind)?, page.eval(&module("state.js", &format!("of.state.{kind}")))?);
        for of in [&mut of_robot, &mut of_page] {
            of.as_object_mut().context("a view")?.remove("trace");
            *of = with_numbers(of);
        }
        ensure!(of_robot == of_page, "{kind}: {of_page} in the page, {of_robot} of the robot");
    }
    Ok(())
}

/// Watches a game over a slow link: the page is never older than a second without saying so.
pub fn slow_link(lab: &Lab) -> anyhow::Result<String> {
    let program = Program::start(&lab.program, &["play", "--gui"])?;
    let page = lab.chromium.open(&program.address(), DESK)?;
    page.limit(SLOW_RATE)?;
    page.wait("the page to be live", "document.querySelector('#link').textContent === 'live'")?;
    std::thread::sleep(Duration::from_secs(3));
    let (start, bytes) = (Instant::now(), page.eval("probe.bytes")?);
    let (mut oldest, mut looks, mut said) = (0.0_f64, 0, 0);
    while start.elapsed() < WATCHED {
        let now = program.get("view")?["time_sec"].as_f64().context("a time")?;
        let head = page.eval(
            "[parseFloat(document.querySelector('#clock').textContent), document.querySelector('#link').textContent]",
        )?;
        let age = now - head[0].as_f64().context("a clock")?;
        let label = head[1].as_str().unwrap_or_default();
        let says = label.contains("behind") || label.contains("stale");
        ensure!(says || age < BEHIND_SEC + LOOK_SEC, "`{label}`, and {age:.2} s old");
        (oldest, looks, said) = (oldest.max(age), looks + 1, said + u32::from(says));
        std::thread::sleep(Duration::from_millis(100));
    }
    let bytes = page.eval("probe.bytes")?.as_f64().unwrap_or(0.0) - bytes.as_f64().unwrap_or(0.0);
    let rate = bytes / start.elapsed().as_secs_f64() / 1000.0;
    ensure!(rate > 1.0, "nothing comes: {rate:.1} kB/s");
    // A link that is dead is not live.
    page.limit(1.0)?;
    page.wait("the badge", "document.querySelector('#link').textContent.startsWith('stale')")?;
    page.picture(&lab.pictures, "stale")?;
    page.limit(-1.0)?;
    page.wait("the page to be live", "document.querySelector('#link').textContent === 'live'")?;
    Ok(format!(
        "at {:.0} kB/s at most {oldest:.2} s old in {looks} looks, said {said} times; {rate:.0} kB/s of news",
        SLOW_RATE / 1000.0
    ))
}
