//! Calls with their completion and their errors, stop, control.

use super::{choose, clean, execute, open, run};
use crate::lab::Lab;
use anyhow::ensure;

/// Stops and executes, and makes mistakes.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let program = run(lab, "standup{}", &["--allow-commands"])?;
    let page = open(lab, &program)?;
    page.wait("the run", "document.querySelector('#status').textContent === 'running'")?;
    page.click("#stop")?;
    page.wait("the stop", "document.querySelector('#status').textContent !== 'running'")?;
    program.wait("the skiller has stopped", |view| view["skiller"]["status"] != "running")?;

    // Completion: the name, then what it takes.
    page.write("#call", "stand")?;
    page.wait(
        "a completion",
        "document.querySelector('#completions [role=option]')?.textContent.includes('standup')",
    )?;
    // Tab goes on; Enter and the right arrow accept.
    page.key("Tab")?;
    let focus = page.eval("document.activeElement.id")?;
    ensure!(focus != "call", "Tab stays in the call");
    page.wait("no completion", "document.querySelector('#completions').hidden")?;
    page.write("#call", "stand")?;
    page.wait("a completion", "!document.querySelector('#completions').hidden")?;
    page.key("ArrowDown")?;
    page.key("Enter")?;
    page.wait("the completed name", "document.querySelector('#call').value.startsWith('standup')")?;
    page.write("#call", "standup{fr")?;
    page.wait(
        "a completed argument",
        "document.querySelector('#completions [role=option]')?.textContent.includes('from')",
    )?;

    // Mistakes are shown at their places, and change nothing.
    for (call, wrong) in
        [("stadnup{}", "stadnup"), ("standup{form=\"back\"}", "form"), ("standup{from=7}", "7")]
    {
        execute(&page, call)?;
        page.wait(
            &format!("the error of `{call}`"),
            "!document.querySelector('#call-error').hidden && document.querySelector('#call-error p')?.textContent",
        )?;
        let marked = page.text("#call-error mark")?;
        ensure!(marked.contains(wrong), "of `{call}` {marked:?} is marked");
    }
    let view = program.get("view")?;
    ensure!(view["skiller"]["status"] != "running", "a wrong call runs: {view}");
    execute(&page, "stadnup{}")?;
    page.click("#call-error button")?;
    let offered = page.eval("document.querySelector('#call').value")?;
    ensure!(offered == "standup{}", "the suggestion makes {offered}");
    page.click("#exec")?;
    page.wait("the call", "document.querySelector('#status').textContent === 'running'")?;
    page.wait(
        "the call's text",
        "document.querySelector('#called').textContent.startsWith('standup')",
    )?;

    // Exclusive control, and its release.
    choose(&page, "#control")?;
    page.wait(
        "control",
        "document.querySelector('#control').getAttribute('aria-pressed') === 'true'",
    )?;
    program.wait("the page has control", |view| view["skiller"]["controller"] != 0)?;
    choose(&page, "#control")?;
    program.wait("nobody has control", |view| view["skiller"]["controller"] == 0)?;
    clean(&page, &program, &["400"])?;
    Ok("stop, completion, three wrong calls with their places, a suggestion, exec, control"
        .to_owned())
}
