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
    let state = format!("#graph .state[data-machine=\"0\"][data-state=\"{wait}\"] > rect");
    page.click(&state)?;

    // A condition that does not hold.
    breakpoint(&page, "loop", "naomotion.moving && !naomotion.moving")?;
    let before = pass(&program)?;
    program.wait("passes go on", |view| view["pass"].as_u64() > Some(before + 10))?;
    ensure!(program.get("view")?["paused"] == false, "a condition that is false holds the robot");
    page.click("#debug-lists [data-do=remove]")?;
    program
        .wait("no breakpoint", |view| view["breakpoints"].as_array().is_some_and(Vec::is_empty))?;

    // One that does.
    breakpoint(&page, "loop", "naomotion.moving || !naomotion.moving")?;
    page.wait("the breakpoint", "!document.querySelector('#hit').hidden && document.querySelector('#hit').textContent.includes('Wait')")?;
    ensure!(page.text("#link")? == "paused", "the page does not say that the robot is paused");
    let held = pass(&program)?;
    std::thread::sleep(std::time::Duration::from_millis(200));
    ensure!(pass(&program)? == held, "passes go on at a breakpoint");
    page.wait(
        "the explanation",
        "document.querySelector('#why-list').textContent.includes('12.5')",
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

    // Force a transition: `Wait` is left at once.
    page.click("#why-list [data-transition]")?;
    page.click("#selected [data-action=force]")?;
    page.wait("the end", "document.querySelector('#status').textContent === 'final'")?;
    page.click("#debug-lists [data-do=clear]")?;

    // A fault: an interface loses its writer.
    page.click("#tabs [data-tab=debug]")?;
    page.eval(
        "(() => { for (const [id, value] of [['kind', 'remove_writer'], ['interface', 'Nao Sensors']]) { \
         const of = document.querySelector(`#fault-${id}`); of.value = value; of.dispatchEvent(new Event('change', { bubbles: true })); } })()",
    )?;
    page.click("#fault-form [type=submit]")?;
    page.wait(
        "the fault",
        "document.querySelector('#fault-list').textContent.includes('Nao Sensors')",
    )?;
    execute(&page, "standup{}")?;
    page.wait("the failure", "document.querySelector('#status').textContent === 'failed'")?;
    let message = page.text("#message")?;
    ensure!(message.contains("no writer"), "the error is {message:?}");
    page.click("#tabs [data-tab=board]")?;
    page.wait(
        "the mark",
        "document.querySelector('#board-list .interface.bad')?.textContent.includes('Nao Sensors')",
    )?;
    clean(&page, &program, &[])?;
    Ok("a false condition holds nothing, a true one holds; step by step; a forced transition; a removed writer".to_owned())
}

fn breakpoint(page: &Page, on: &str, condition: &str) -> anyhow::Result<()> {
    page.write("#condition", condition)?;
    page.click(&format!("#selected [data-do=break][data-on={on}]"))?;
    page.wait(
        "the breakpoint in the list",
        "!!document.querySelector('#debug-lists [data-do=remove]')",
    )?;
    Ok(())
}

fn pass(program: &Program) -> anyhow::Result<u64> {
    program.get("view")?["pass"].as_u64().context("a number of passes")
}
