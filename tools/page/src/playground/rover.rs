//! The rover, as a visitor drives it: any simulated robot has this page without a line of its own.

use super::checks::{IS_LIVE, PATIENCE, VIEW, WHY, clean, open, replay, serve, set_speed, state};
use crate::browser::{Chromium, DESK, Look, Page};
use crate::lab::pictures;
use anyhow::ensure;
use std::path::Path;

/// Serves the folder, drives the rover, and returns what was found.
pub fn run(chromium: &Chromium, folder: &Path, rover: &Path) -> anyhow::Result<Vec<String>> {
    let (_server, address) = serve(folder)?;
    let pictures = pictures()?;
    Ok(vec![
        agent(chromium, &address, &pictures, rover)?,
        by_hand(chromium, &address, &pictures, rover)?,
        stuck(chromium, &address)?,
    ])
}

/// Returns the place of a shape in the picture, as the page draws it.
fn place(id: &str) -> String {
    format!("document.querySelector('#field-shapes [data-id=\"{id}\"]')?.getAttribute('transform')")
}

fn calls(page: &Page, call: &str) -> anyhow::Result<()> {
    page.write("#call", call)?;
    page.key("Enter")?;
    page.eval("document.activeElement.blur()")?;
    Ok(())
}

/// The agent collects a can; its run is a recording of the robot's program.
fn agent(
    chromium: &Chromium,
    address: &str,
    pictures: &Path,
    rover: &Path,
) -> anyhow::Result<String> {
    let page = open(chromium, address)?;
    page.click("#tabs [data-tab=field]")?;
    let before = page.wait("the rover", &place("rover"))?;
    page.wait("a rover that drives", &format!("{} !== {before}", place("rover")))?;
    page.picture(pictures, "playground-rover")?;
    set_speed(&page, "max")?;
    let is_delivered =
        "!document.querySelector('#field-text').textContent.startsWith('0 of 3 cans')";
    page.wait_for(PATIENCE, "a delivered can", is_delivered)?;
    set_speed(&page, "1")?;
    let file = "rover-collector.mcap";
    let replayed = replay(&page, rover, file, false)?;
    // The source of the agent came with the folder, without the folders of this machine.
    page.eval(
        "import(new URL('page/graph.js', location).href).then((of) => of.choose('collector'))",
    )?;
    page.click("#tabs [data-tab=source]")?;
    let lines = "document.querySelector('#source-lines').textContent";
    page.wait("the source", &format!("{lines}.includes('agent Collector')"))?;
    let name = page.text("#source-file")?;
    ensure!(name.ends_with("src/agent.rs") && !name.starts_with('/'), "{name}");
    clean(&page, address)?;
    Ok(format!("the agent delivers a can; the recording runs again in the program, {replayed}"))
}

/// Calls, an explanation, steps, a can that is moved, another start.
fn by_hand(
    chromium: &Chromium,
    address: &str,
    pictures: &Path,
    rover: &Path,
) -> anyhow::Result<String> {
    let page = open(chromium, &format!("{address}?agent=nobody"))?;
    page.wait(
        "no run of the agent",
        &format!("{VIEW}.then((of) => of.skiller.status === 'inactive')"),
    )?;
    calls(&page, "drive_too{}")?;
    page.wait("a mistake", "!document.querySelector('#call-error').hidden")?;
    calls(&page, "drive_to{x_m=1.0, y_m=0.5}")?;
    page.wait("a running skill", "document.querySelector('#status').textContent === 'running'")?;
    page.wait("an explanation", WHY)?;
    page.click("#pause")?;
    page.wait("a pause", "document.querySelector('#link').textContent === 'paused'")?;
    let pass = |page: &Page| page.eval(&format!("{VIEW}.then((of) => of.pass)"));
    let before = pass(&page)?.as_u64().unwrap_or_default();
    for step in 1..=3 {
        page.click("#step")?;
        let next = format!("{VIEW}.then((of) => of.pass === {})", before + step);
        page.wait("one pass more", &next)?;
    }
    page.picture(pictures, "playground-rover-step")?;
    page.click("#pause")?;
    let is_final = "document.querySelector('#status').textContent === 'final'";
    page.wait_for(PATIENCE, "the end of the skill", is_final)?;

    page.click("#tabs [data-tab=field]")?;
    let is_hidden = |how: &str| format!("document.querySelector('#field-{how}').hidden");
    page.wait("no word of pushing, which the rover has not", &is_hidden("push"))?;
    page.wait("a word of moving", &format!("!{}", is_hidden("move")))?;
    let can = place("can 2");
    let before = page.wait("a can", &can)?;
    let at = page.eval(
        "(() => { const at = document.querySelector('#field-shapes [data-id=\"can 2\"]').getBoundingClientRect(); \
         return [at.left + at.width / 2, at.top + at.height / 2]; })()",
    )?;
    page.drag(&at, (-60.0, -20.0))?;
    page.wait("a moved can", &format!("{can} !== {before}"))?;
    let replayed = replay(&page, rover, "rover-nobody.mcap", false)?;

    page.set("#play-agent", "collector")?;
    page.click("#start")?;
    page.wait("a new run", &format!("{VIEW}.then((of) => of.time_sec < 5 && !!of.agent)"))?;
    let query = page.eval("location.search")?;
    ensure!(query == "?agent=collector", "the address has {query}");
    page.wait("the can in its old place", &format!("{can} === {before}"))?;
    let text = state(&page)?["text"].clone();
    ensure!(text == "holds nothing", "the bar says {text}");
    page.wait("the rover to run on", IS_LIVE)?;
    page.look(Look { width: 390, height: 844, dark: true })?;
    page.wait("room for all on a phone", "document.documentElement.scrollWidth <= innerWidth")?;
    page.picture(pictures, "playground-rover-narrow")?;
    page.look(DESK)?;
    clean(&page, address)?;
    Ok(format!(
        "by hand: a mistake, drive_to explained, three steps, FINAL, a can moved; the recording runs again, {replayed}"
    ))
}

/// *Start* replaces a robot that is in a pass without an end: here one to which nothing comes.
fn stuck(chromium: &Chromium, address: &str) -> anyhow::Result<String> {
    let page = open(chromium, address)?;
    page.wait("a rover that drives", &format!("{VIEW}.then((of) => of.time_sec > 1)"))?;
    page.eval(
        "{ const { postMessage } = Worker.prototype; const stuck = new Set(); \
           Worker.prototype.postMessage = function (...of) { \
             if (!stuck.size) stuck.add(this); \
             if (!stuck.has(this)) postMessage.apply(this, of); \
           }; }",
    )?;
    page.wait("no news", "document.querySelector('#link').textContent.startsWith('stale')")?;
    page.click("#start")?;
    page.wait("a rover that drives again", IS_LIVE)?;
    Ok("a robot that is stuck is started again".to_owned())
}
