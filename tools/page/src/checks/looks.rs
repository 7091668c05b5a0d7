//! Screenshots for people, and checks of the layout: nothing is cut off.

use super::clean;
use crate::browser::{DESK, Look, Page};
use crate::lab::Lab;
use crate::program::Program;
use anyhow::ensure;

const NARROW: Look = Look { width: 400, height: 800, dark: false };

/// Takes pictures of a whole game: light, dark, and on a narrow screen each panel.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let program = Program::start(&lab.program, &["play", "--gui", "--allow-commands"])?;
    let page = lab.chromium.open(&program.address(), DESK)?;
    page.wait("the active state", "!!document.querySelector('#graph .state.active')")?;
    let mut count = 0;
    for (name, look) in [
        ("light", DESK),
        ("dark", Look { dark: true, ..DESK }),
        ("narrow", NARROW),
        ("narrow-dark", Look { dark: true, ..NARROW }),
    ] {
        page.look(look)?;
        let theme = if look.dark { "dark" } else { "light" };
        page.wait("the colors", &format!("document.documentElement.dataset.theme === '{theme}'"))?;
        let tabs = page.eval("[...document.querySelectorAll('#tabs [role=tab]')].filter((of) => of.offsetWidth > 0).map((of) => of.dataset.tab)")?;
        let tabs: Vec<&str> =
            tabs.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
        ensure!(tabs.contains(&"field"), "there is no field: {tabs:?}");
        for tab in tabs {
            page.click(&format!("#tabs [data-tab={tab}]"))?;
            page.eval("new Promise((done) => setTimeout(done, 150))")?;
            page.picture(&lab.pictures, &format!("{name}-{tab}"))?;
            let wide = page.eval("document.documentElement.scrollWidth - innerWidth")?;
            ensure!(wide.as_i64() <= Some(0), "{name} {tab}: the page is {wide} pixels too wide");
            let cut = page.eval(CUT)?;
            ensure!(cut.as_array().is_some_and(Vec::is_empty), "{name} {tab}: cut off: {cut}");
            count += 1;
        }
    }
    let unnamed = page.eval(UNNAMED)?;
    ensure!(unnamed.as_array().is_some_and(Vec::is_empty), "no accessible name: {unnamed}");
    page.look(DESK)?;
    page.key("?")?;
    page.wait("the keys", "document.querySelector('#help').open")?;
    page.picture(&lab.pictures, "keys")?;
    page.key("Escape")?;
    drag(&page, &program)?;
    clean(&page, &program, &[])?;
    Ok(format!(
        "{} pictures, nothing too wide or cut off, everything has a name; the ball was dragged",
        count + 1
    ))
}

/// Drags the ball, and waits until the program has moved it.
fn drag(page: &Page, program: &Program) -> anyhow::Result<()> {
    page.click("#tabs [data-tab=field]")?;
    let place = "(() => { const at = document.querySelector('#field-picture [data-id=ball]')?.getBoundingClientRect(); \
                 return at && [at.left + at.width / 2, at.top + at.height / 2]; })()";
    let from = page.wait("the ball", place)?;
    page.drag(&from, (60.0, -40.0))?;
    let moved = format!("(([x, y]) => x > {} + 30 && y < {} - 20)({place})", from[0], from[1]);
    page.wait("the moved ball", &moved)?;
    // The event that the program sent has it, not only the page.
    let requests = page.requests()?;
    let is_sent = requests.iter().any(|url| *url == format!("{}/api/move", program.origin));
    ensure!(is_sent, "no request moves the ball");
    Ok(())
}

/// Buttons whose text is wider than they are, or that are outside of the window.
const CUT: &str = "[...document.querySelectorAll('header button, header select, .tools button, #tabs button')]\
 .filter((of) => of.offsetWidth > 0 && getComputedStyle(of).visibility === 'visible')\
 .filter((of) => of.scrollWidth > of.clientWidth + 1 || of.getBoundingClientRect().right > innerWidth + 1)\
 .map((of) => of.outerHTML.slice(0, 80))";

/// Controls without a text, a label or a title.
const UNNAMED: &str = "[...document.querySelectorAll('button, select, input, summary, [role=button]')]\
 .filter((of) => of.getClientRects().length > 0 && !(of.textContent.trim() || of.getAttribute('aria-label') || of.title || of.labels?.length))\
 .map((of) => of.outerHTML.slice(0, 80))";
