//! A recording: any moment by a click into the time line and by buttons, with why.

use super::{clean, is_active, open, state_of};
use crate::lab::Lab;
use crate::program::Program;
use anyhow::ensure;

/// Records a call, and checks the first and the last pass in the page.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let file = lab.pictures.join("standup.mcap");
    let program = Program::replay(&lab.program, &file, &["run", "standup{from=\"back\"}"])?;
    let page = open(lab, &program)?;
    page.wait("the whole recording", "document.querySelector('#span').value === 'whole'")?;
    // As a click into the time line; a pixel of it is a few passes.
    let seek = |time_sec: f64| {
        page.eval(&format!(
            "import(new URL('page/seek.js', location).href).then((of) => of.seek({time_sec}))"
        ))
    };
    let clock = |time: &str| format!("document.querySelector('#clock').textContent === '{time} s'");
    let waits = is_active(0, state_of(&program, "standup", "Wait")?);
    seek(12.0)?;
    page.wait("the time that was chosen", &clock("12.00"))?;
    page.wait("the state of that time", &waits)?;
    seek(12.6)?;
    page.wait("the end", &clock("12.60"))?;
    page.wait("no state", &format!("!({waits})"))?;
    page.click("#transport [data-move=\"-1\"]")?;
    page.wait("a second before", &clock("11.60"))?;
    page.wait("the state again", &waits)?;
    page.click("#transport [data-move=\"0.01\"]")?;
    page.wait("the next pass", &clock("11.61"))?;
    page.wait("why", "document.querySelector('#why-list').textContent.includes('Check')")?;
    page.click("#time-picture")?;
    page.wait(
        "the middle",
        "Math.abs(parseFloat(document.querySelector('#clock').textContent) - 6.3) < 0.1",
    )?;
    page.key("Home")?;
    page.wait("the begin, by a key", &clock("0.00"))?;
    seek(12.0)?;
    page.wait("the time that was chosen", &clock("12.00"))?;
    page.click("#tabs [data-tab=field]")?;
    let label =
        |pose: &str| format!("document.querySelector('#field').textContent.includes('{pose}')");
    page.wait("the robot of that time", &label("The robot sits"))?;
    page.click("#graph-menu > summary")?;
    page.click("#coverage")?;
    page.wait(
        "the transitions that were taken at some time",
        "document.querySelector('#coverage').textContent.match(/^Coverage [1-9]/) \
         && document.querySelector('#graph .transition.covered') !== null \
         && document.querySelector('#graph .transition.uncovered') !== null",
    )?;
    page.picture(&lab.pictures, "replay")?;
    page.key("v")?;
    page.wait("no colors", "document.querySelector('#graph .covered') === null")?;
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
    Ok("to the end, back by a second, on by a pass, into the time line; no calls, no stops"
        .to_owned())
}
