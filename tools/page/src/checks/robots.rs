//! A run of ten robots: the field with all of them, and the choice of one.

use super::{clean, open};
use crate::browser::{DESK, Look, Page};
use crate::lab::Lab;
use crate::program::Program;
use anyhow::ensure;
use serde_json::Value;

const GAME: [&str; 7] = ["play", "--players", "5", "--against", "5", "--seed", "3"];

/// The beliefs in the picture, by the robots that have them.
const BELIEVERS: &str = "[...new Set([...document.querySelectorAll('#field-shapes .belief')]\
 .map((of) => of.dataset.id.split(' ')[0]))].join()";

/// Chooses robots by mouse and keyboard, on the field, in the list and in the head; each is shown as its program
/// reports it, and all have one pace.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let arguments = [&GAME[..], &["--gui", "--allow-commands"]].concat();
    let program = Program::start(&lab.program, &arguments)?;
    let page = open(lab, &program)?;
    let names =
        page.eval("[...document.querySelectorAll('#robots option')].map((of) => of.value)")?;
    let all = ["1.1", "2.1", "1.2", "2.2", "1.3", "2.3", "1.4", "2.4", "1.5", "2.5"];
    ensure!(names == serde_json::json!(all), "the head offers {names}");
    page.click("#tabs [data-tab=field]")?;
    page.wait("ten robots", "document.querySelectorAll('#field-shapes .number').length === 10")?;
    page.wait("ten rows", "document.querySelectorAll('#robot-list button').length === 10")?;
    page.set("#speed", "10")?;
    let roles = "[...document.querySelectorAll('#robot-list span')].map((of) => of.textContent)";
    let has = |role: &str| format!("{roles}.filter((of) => of.startsWith('{role}')).length >= 2");
    for role in ["striker", "keeper", "defender"] {
        page.wait(role, &has(role))?;
    }
    page.set("#speed", "1")?;
    shows(&page, &program, "1.1")?;
    // On the field, in the list, in the head, and by key.
    page.click("#field-shapes [data-id='2.3']")?;
    shows(&page, &program, "2.3")?;
    page.click("#robot-list [data-name='1.4']")?;
    shows(&page, &program, "1.4")?;
    page.set("#robots", "2.5")?;
    shows(&page, &program, "2.5")?;
    page.eval("document.querySelector('#field-shapes [data-id=\"1.2\"]').focus()")?;
    page.key("Enter")?;
    shows(&page, &program, "1.2")?;
    // The address has it, and one who pauses it pauses all.
    page.click("#pause")?;
    page.wait("the pause", "document.querySelector('#link').textContent === 'paused'")?;
    let pass = || -> anyhow::Result<Vec<Value>> {
        let each = all.iter().map(|name| program.of_robot(name, "view"));
        let passes = each.map(|view| Ok(view?["pass"].clone()));
        passes.collect()
    };
    let before = pass()?;
    ensure!(before.iter().all(|pass| *pass == before[0]), "they are apart: {before:?}");
    page.click("#step")?;
    let next = before[0].as_u64().map(|pass| pass + 1);
    page.wait("the step", &format!("probe.view.pass === {}", next.unwrap_or_default()))?;
    ensure!(pass()?.iter().all(|pass| pass.as_u64() == next), "one pass is one of all");
    let link = page.eval("location.href")?;
    clean(&page, &program, &[])?;
    drop(page);
    let again = lab.chromium.open(link.as_str().unwrap_or_default(), DESK)?;
    again.wait("the robot", "document.querySelector('#robots').value === '1.2'")?;
    again.wait("that it has no token", "!document.querySelector('#read-only').hidden")?;
    // One who may not command may look.
    again.click("#tabs [data-tab=field]")?;
    again.wait("the robots", "document.querySelectorAll('#field-shapes .number').length === 10")?;
    again.click("#field-shapes [data-id='2.1']")?;
    shows(&again, &program, "2.1")?;
    let count = pictures(lab, &again)?;
    Ok(format!("ten robots with their roles, each chosen in four ways, one pace; {count} pictures"))
}

/// Checks that the page shows a robot: its run, its blackboard, and what it believes.
pub(super) fn shows(page: &Page, program: &Program, name: &str) -> anyhow::Result<()> {
    page.wait(name, &format!("document.querySelector('#robots').value === '{name}'"))?;
    let session = program.of_robot(name, "view")?["session"].clone();
    page.wait("its run", &format!("probe.view?.session === {session}"))?;
    page.wait("its agent", "!!document.querySelector('#graph .state.active')")?;
    page.wait("what it believes", &format!("{BELIEVERS} === '{name}'"))?;
    let chosen =
        "[...document.querySelectorAll('.shape.chosen')].map((of) => of.dataset.id).join()";
    page.wait("it on the field", &format!("{chosen} === '{name}'"))?;
    let pressed = "document.querySelector('#robot-list [aria-pressed=true]').dataset.name";
    page.wait("it in the list", &format!("{pressed} === '{name}'"))?;
    Ok(())
}

/// Takes pictures of the field on a desk, light and dark, and on a phone.
fn pictures(lab: &Lab, page: &Page) -> anyhow::Result<u32> {
    let mut count = 0;
    for (name, width, height, dark) in
        [("light", 1440, 900, false), ("dark", 1440, 900, true), ("small", 1024, 768, false)]
    {
        page.look(Look { width, height, dark })?;
        page.eval("new Promise((done) => setTimeout(done, 300))")?;
        page.picture(&lab.pictures, &format!("robots-{name}"))?;
        let wide = page.eval("document.documentElement.scrollWidth - innerWidth")?;
        ensure!(wide.as_i64() <= Some(0), "{name}: the page is {wide} pixels too wide");
        count += 1;
    }
    Ok(count)
}
