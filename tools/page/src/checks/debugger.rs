//! Pause, breakpoints with conditions, values, stepping, overrides, faults.

use super::{clean, execute, is_active, open, run, state_of};
use crate::browser::Page;
use crate::lab::Lab;
use crate::program::Program;
use anyhow::{Context as _, ensure};

/// Holds at a breakpoint whose condition is true, and not at one whose condition is false.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let program = run(lab, "standup{}", &["--allow-commands"])?;
    let page = open(lab, &program)?;
    let wait = state_of(&program, "standup", "Wait")?;
    page.wait("the state", &is_active(0, wait))?;
    // The robot lies for a few seconds of its clock only, in which a slow machine must have done what is to be
    // done.
    page.set("#speed", "0.1")?;
    let state = format!("#graph .state[data-machine=\"0\"][data-state=\"{wait}\"] > text.name");
    page.click(&state)?;

    // A condition that does not hold.
    breakpoint(&page, "naomotion.moving && !naomotion.moving")?;
    let before = pass(&program)?;
    program.wait("passes go on", |view| view["pass"].as_u64() > Some(before + 10))?;
    ensure!(program.get("view")?["paused"] == false, "a condition that is false holds the robot");
    page.click("#debug-lists [data-do=remove]")?;
    program
        .wait("no breakpoint", |view| view["breakpoints"].as_array().is_some_and(Vec::is_empty))?;

    // One that does.
    breakpoint(&page, "naomotion.moving || !naomotion.moving")?;
    page.wait(
        "the breakpoint",
        "document.querySelector('#say').textContent.match(/breakpoint.*Wait/)",
    )?;
    // It says so when the next message is there: until then it can be behind.
    page.wait("the pause", "document.querySelector('#link').textContent === 'paused'")?;
    let held = pass(&program)?;
    std::thread::sleep(std::time::Duration::from_millis(200));
    ensure!(pass(&program)? == held, "passes go on at a breakpoint");
    page.wait(
        "the explanation",
        "document.querySelector('#why-list').textContent.includes('20.0')",
    )?;
    page.wait(
        "a value of the blackboard",
        "[...document.querySelectorAll('#board-list td .num')].some((of) => /\\d/.test(of.textContent))",
    )?;
    page.picture(&lab.pictures, "breakpoint")?;
    page.click("#step")?;
    program.wait("one pass", |view| view["pass"] == held + 1)?;
    page.click("#step")?;
    program.wait("another pass", |view| view["pass"] == held + 2)?;
    page.click("#debug-lists [data-do=remove]")?;
    page.click("#pause")?;
    program.wait("passes go on", |view| view["pass"].as_u64() > Some(held + 10))?;

    transitions(lab, &page)?;

    // A call while the robot is paused waits, and says so.
    page.click("#pause")?;
    page.wait("the pause", "document.querySelector('#link').textContent === 'paused'")?;
    execute(&page, "standup{}")?;
    let waiting = "document.querySelector('#waiting')";
    page.wait(
        "a call that waits",
        &format!("!{waiting}.hidden && {waiting}.textContent.includes('standup{{}} waits')"),
    )?;
    page.wait(
        "the answer, which says that it waits",
        "document.querySelector('#notice').textContent.includes('waits')",
    )?;
    page.click("#pause")?;
    page.wait("the call", "document.querySelector('#status').textContent === 'running'")?;
    page.wait("no call that waits", &format!("{waiting}.hidden"))?;

    conditions(&page, &program, &state)?;

    // A fault: an interface loses its writer.
    page.click("#dock-tabs [data-tab=debug]")?;
    page.wait("the interfaces", "!!document.querySelector('#fault-interface option')")?;
    page.set("#fault-kind", "remove_writer")?;
    page.set("#fault-interface", "Nao Sensors")?;
    page.click("#fault-form [type=submit]")?;
    page.wait(
        "the fault",
        "document.querySelector('#fault-list').textContent.includes('Nao Sensors')",
    )?;
    execute(&page, "standup{}")?;
    page.wait("the failure", "document.querySelector('#status').textContent === 'failed'")?;
    page.wait(
        "the reason in the sentence",
        "document.querySelector('#say').textContent.includes('no writer')",
    )?;
    page.click("#tabs [data-tab=board]")?;
    page.wait(
        "the mark",
        "document.querySelector('#board-list .interface.mine')?.textContent.includes('Nao Sensors')",
    )?;
    clean(&page, &program, &["400"])?;
    Ok("a false condition holds nothing, a true one holds, one with a wrong name is refused; step by step; \
        a transition forced, forced once, suppressed; a call that waits; a removed writer"
        .to_owned())
}

/// Forces a transition always and once, and suppresses it.
fn transitions(lab: &Lab, page: &Page) -> anyhow::Result<()> {
    // Force a transition: `Wait` is left at once.
    page.wait("the wait", "document.querySelector('#say').textContent.startsWith('Waits')")?;
    page.click("#why-list [data-transition]")?;
    page.click("#selected [data-action=keep]")?;
    page.set("#speed", "1")?;
    page.wait(
        "the end of what is always forced",
        "document.querySelector('#status').textContent === 'failed'",
    )?;
    let changed = "document.querySelector('#changed')";
    page.wait("what is forced", &format!("{changed}.textContent.includes('is always taken')"))?;
    page.click("#changed-end")?;
    page.wait("nothing that is forced", &format!("{changed}.hidden"))?;

    // Suppressed, it says so: in the head, and instead of the sign of a guard that holds.
    page.click("#selected [data-action=suppress]")?;
    page.wait("what is suppressed", &format!("{changed}.textContent.includes('is never taken')"))?;
    page.set("#speed", "0.1")?;
    execute(page, "standup{}")?;
    page.wait("why", "!!document.querySelector('#why-list .sign.suppressed')")?;
    page.picture(&lab.pictures, "suppressed")?;
    // Forced, it is taken once, and nothing is forced any more.
    page.click("#selected [data-action=force]")?;
    page.set("#speed", "1")?;
    page.wait(
        "the end of what is forced once",
        "document.querySelector('#status').textContent === 'failed'",
    )?;
    page.wait("nothing that is forced", &format!("{changed}.hidden"))?;
    Ok(())
}

/// Writes conditions: names that do not exist, one that is completed; and switches a breakpoint off.
fn conditions(page: &Page, program: &Program, state: &str) -> anyhow::Result<()> {
    // A condition with a name that does not exist is marked as it is written, and refused; a name
    // that does is completed.
    page.click(state)?;
    page.write("#condition", "self.nothing > 2")?;
    page.wait(
        "the mistake at its place",
        "document.querySelector('#condition-help .wrong')?.textContent.includes('no variable `nothing`')",
    )?;
    page.click("#selected [data-do=break][data-on=exit]")?;
    page.wait(
        "the refusal",
        "document.querySelector('#notice').textContent.includes('no variable `nothing`')",
    )?;
    page.write("#condition", "naomotion.mov")?;
    page.click("#condition-help [data-item]")?;
    page.wait(
        "the completed name",
        "document.querySelector('#condition').value.startsWith('naomotion.moving')",
    )?;
    page.click("#selected [data-do=break][data-on=exit]")?;
    // Switched off, it is in the list and not in the robot, also in a page that is opened again.
    page.click("#debug-lists input[type=checkbox]")?;
    program
        .wait("no breakpoint", |view| view["breakpoints"].as_array().is_some_and(Vec::is_empty))?;
    page.wait("one that is off", "!!document.querySelector('#debug-lists tr.off')")?;
    page.eval("location.reload()")?;
    page.wait("one that is off, remembered", "!!document.querySelector('#debug-lists tr.off')")?;
    Ok(())
}

/// Adds a breakpoint in each pass of the selected state, with a condition.
fn breakpoint(page: &Page, condition: &str) -> anyhow::Result<()> {
    page.write("#condition", condition)?;
    page.click("#selected [data-do=break][data-on=loop]")?;
    let condition = serde_json::json!(condition);
    page.wait(
        "the condition in the list",
        &format!("probe.view.breakpoints.some((of) => of.condition === {condition}) && !!document.querySelector('#debug-lists [data-do=remove]')"),
    )?;
    Ok(())
}

fn pass(program: &Program) -> anyhow::Result<u64> {
    program.get("view")?["pass"].as_u64().context("a number of passes")
}
