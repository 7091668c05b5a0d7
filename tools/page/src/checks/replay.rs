//! A recording: back and forth with the slider and the buttons, with why.

use super::{clean, is_active, open, state_of};
use crate::lab::Lab;
use crate::program::Program;
use anyhow::{Context as _, ensure};
use std::process::Command;

/// Records a call, and checks the first and the last pass in the page.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let file = lab.pictures.join("standup.mcap");
    let file = file.to_str().context("a directory with a strange name")?;
    let arguments = ["-q", "run", "standup{from=\"back\"}", "--record", file];
    let status = Command::new(&lab.program).args(arguments).status()?;
    ensure!(status.success(), "nothing was recorded");
    let program = Program::start(&lab.program, &["replay", file])?;
    let page = open(lab, &program)?;
    let seek = |time_sec: f64| {
        page.eval(&format!(
            "(() => {{ const of = document.querySelector('#time'); of.value = {time_sec}; \
             of.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"
        ))
    };
    let clock = |time: &str| format!("document.querySelector('#clock').textContent === '{time} s'");
    let waits = is_active(0, state_of(&program, "standup", "Wait")?);
    seek(12.0)?;
    page.wait("the time that was chosen", &clock("12.00"))?;
    page.wait("the state of that time", &waits)?;
    seek(12.5)?;
    page.wait("the end", &clock("12.50"))?;
    page.wait("no state", &format!("!({waits})"))?;
    page.click("#timeline [data-move=\"-1\"]")?;
    page.wait("a second before", &clock("11.50"))?;
    page.wait("the state again", &waits)?;
    page.click("#timeline [data-move=\"0.01\"]")?;
    page.wait("the next pass", &clock("11.51"))?;
    page.wait("why", "document.querySelector('#why-list').textContent.includes('FINAL')")?;
    page.click("[data-tab=field]")?;
    let label =
        |pose: &str| format!("document.querySelector('#field').textContent.includes('{pose}')");
    page.wait("the robot of that time", &label("The robot sits"))?;
    page.click("#coverage")?;
    page.wait(
        "the transitions that were taken at some time",
        "document.querySelector('#coverage').textContent.match(/^Coverage [1-9]/) \
         && document.querySelector('svg.skill .transition.covered') !== null \
         && document.querySelector('svg.skill .transition.uncovered') !== null",
    )?;
    page.picture(&lab.pictures, "replay")?;
    page.key("v")?;
    page.wait("no colors", "document.querySelector('svg.skill .covered') === null")?;
    seek(0.0)?;
    page.wait("the robot at the begin", &label("lies on its back"))?;
    // Nothing is offered that a recording refuses.
    let offered = page.eval(
        "[...document.querySelectorAll('[data-needs=changes]')].filter((of) => !of.disabled).map((of) => of.id || of.outerHTML)",
    )?;
    ensure!(offered == serde_json::json!([]), "a recording offers {offered}");
    for part in [".call", "#exec", "#stop", "#control"] {
        let shown = page.eval(&format!("document.querySelector('{part}').offsetWidth"))?;
        ensure!(shown == 0, "a recording shows {part}");
    }
    for (path, body) in [("call", r#"{"call": "standup{}"}"#), ("stop", "{}")] {
        let refused = page.eval(&format!(
            "import(new URL('page/api.js', location).href).then((of) => \
             of.send('/api/{path}', {body}).then(() => '', (error) => error.message))"
        ))?;
        let refused = refused.as_str().unwrap_or_default();
        ensure!(refused.contains("what it does cannot be changed"), "{path}: {refused}");
    }
    clean(&page, &program, &["501"])?;
    Ok("to the end, back by a second, on by a pass; no calls, no stops".to_owned())
}
