//! The page for those with a keyboard or a screen reader: axe-core finds nothing in any panel, and Tab
//! goes through all of it.

use super::{clean, open};
use crate::axe::Axe;
use crate::browser::{DESK, Look};
use crate::lab::Lab;
use crate::program::Program;
use anyhow::ensure;

const PANELS: [&str; 6] = ["board", "params", "field", "timeline", "trace", "debug"];
const PHONE: Look = Look { width: 400, height: 800, dark: false };

/// Has axe-core check each panel, light and dark, of a game, a robot that is debugged, and a recording.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let axe = Axe::get()?;
    let program = Program::start(&lab.program, &["play", "--gui", "--allow-commands"])?;
    let page = open(lab, &program)?;
    page.wait("the active state", "!!document.querySelector('#graph .state.active')")?;
    let mut count = 0;
    for look in [DESK, Look { dark: true, ..DESK }, PHONE] {
        page.look(look)?;
        for panel in PANELS {
            page.eval(&format!(
                "import(new URL('page/tabs.js', location).href).then((of) => of.openTab('{panel}'))"
            ))?;
            axe.check(&page, &format!("{panel} at {}", look.width))?;
            count += 1;
        }
    }
    page.look(DESK)?;
    page.click("#why-list [data-transition]")?;
    page.click("#selected [data-action=suppress]")?;
    page.click("#selected [data-do=break]")?;
    page.wait("the breakpoint", "!!document.querySelector('#debug-lists [data-do=remove]')")?;
    page.write("#condition", "self.nothing")?;
    page.wait("the mistake", "!!document.querySelector('#condition-help .wrong')")?;
    axe.check(&page, "a robot that is debugged")?;
    page.write("#call", "stand")?;
    page.wait("a completion", "!document.querySelector('#completions').hidden")?;
    axe.check(&page, "a call that is written")?;
    page.key("Escape")?;
    page.click("#menu > summary")?;
    axe.check(&page, "the menu")?;
    page.key("Escape")?;
    let tabs = tabs(&page)?;
    clean(&page, &program, &[])?;
    drop((page, program));
    let file = lab.pictures.join("axe.mcap");
    let program = Program::replay(&lab.program, &file, &["play", "--minutes", "1"])?;
    let page = open(lab, &program)?;
    page.key("?")?;
    page.wait("the keys", "document.querySelector('#help').open")?;
    axe.check(&page, "the keys")?;
    page.key("Escape")?;
    axe.check(&page, "a recording")?;
    Ok(format!("axe-core finds nothing in {} views; Tab goes through {tabs} controls", count + 5))
}

/// Presses Tab until the focus is where it was, and returns after how many steps that is. No field
/// keeps it.
fn tabs(page: &crate::browser::Page) -> anyhow::Result<usize> {
    /// More than there are controls.
    const MANY: usize = 400;
    // States change meanwhile.
    page.click("#pause")?;
    page.wait("the pause", "document.querySelector('#link').textContent === 'paused'")?;
    page.eval(
        "document.querySelector('#call').focus(); window.firstFocus = document.activeElement",
    )?;
    let mut last = serde_json::Value::Null;
    for step in 1..MANY {
        page.key("Tab")?;
        let now = page.eval("[document.activeElement === window.firstFocus, document.activeElement.outerHTML.slice(0, 80), (window.focusCount = (window.lastFocus === document.activeElement ? (window.focusCount ?? 0) + 1 : 0)), (window.lastFocus = document.activeElement) && 0]")?;
        ensure!(now[2].as_u64() < Some(2), "Tab stays at {}", now[1]);
        if now[0] == true {
            return Ok(step);
        }
        last = now[1].clone();
    }
    anyhow::bail!("Tab does not come back in {MANY} steps; it is at {last}")
}
