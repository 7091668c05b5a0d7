//! Pictures of all views for people, and checks of the layout: nothing is cut off or too small.

use super::{clean, open};
use crate::browser::{DESK, Look, Page};
use crate::lab::Lab;
use crate::program::Program;
use anyhow::ensure;

/// The windows: a desk, a small notebook, a phone.
const SIZES: [(u32, u32); 3] = [(1440, 900), (1024, 768), (400, 800)];
/// Each panel of the page, with the group of tabs that has it.
const PANELS: [(&str, &str); 7] = [
    ("#tabs", "board"),
    ("#tabs", "params"),
    ("#tabs", "field"),
    ("#tabs", "source"),
    ("#dock-tabs", "timeline"),
    ("#dock-tabs", "trace"),
    ("#dock-tabs", "debug"),
];

/// Takes pictures of a game, of a recording, and of a robot that is debugged: each panel at three
/// widths, light and dark.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let program = Program::start(&lab.program, &["play", "--gui", "--allow-commands"])?;
    let page = lab.chromium.open(&program.address(), DESK)?;
    page.wait("the active state", "!!document.querySelector('#graph .state.active')")?;
    let mut count = 0;
    for (name, look) in looks() {
        wear(&page, look)?;
        for (list, tab) in PANELS {
            if look.width < 700 && tab != "board" {
                continue;
            }
            if look.width >= 700 {
                page.click(&format!("{list} [data-tab={tab}]"))?;
            }
            count += shoot(lab, &page, &format!("live-{tab}-{name}"))?;
        }
        if look.width >= 700 {
            page.click("#dock-tabs [data-tab=timeline]")?;
            page.click("#tabs [data-tab=board]")?;
        }
    }
    let unnamed = page.eval(UNNAMED)?;
    ensure!(unnamed.as_array().is_some_and(Vec::is_empty), "no accessible name: {unnamed}");
    wear(&page, DESK)?;
    page.click("#legend-open")?;
    page.wait("the legend", "!document.querySelector('#legend').hidden")?;
    count += shoot(lab, &page, "legend")?;
    page.key("Escape")?;
    page.wait("no legend", "document.querySelector('#legend').hidden")?;
    page.key("?")?;
    page.wait("the keys", "document.querySelector('#help').open")?;
    count += shoot(lab, &page, "keys")?;
    page.key("Escape")?;
    page.click("#menu > summary")?;
    count += shoot(lab, &page, "menu")?;
    page.key("Escape")?;
    drag(&page, &program)?;
    count += debugged(lab, &page)?;
    clean(&page, &program, &[])?;
    drop(page);
    count += recording(lab)?;
    Ok(format!(
        "{count} pictures, nothing too wide, cut off or too small, everything has a name; the ball was dragged"
    ))
}

fn looks() -> impl Iterator<Item = (String, Look)> {
    SIZES.into_iter().flat_map(|(width, height)| {
        [false, true].map(|dark| {
            let theme = if dark { "dark" } else { "light" };
            (format!("{width}-{theme}"), Look { width, height, dark })
        })
    })
}

fn wear(page: &Page, look: Look) -> anyhow::Result<()> {
    page.look(look)?;
    let theme = if look.dark { "dark" } else { "light" };
    page.wait("the colors", &format!("document.documentElement.dataset.theme === '{theme}'"))?;
    Ok(())
}

/// Takes a picture, and checks it. Returns 1.
fn shoot(lab: &Lab, page: &Page, name: &str) -> anyhow::Result<u32> {
    page.eval("new Promise((done) => setTimeout(done, 300))")?;
    page.picture(&lab.pictures, name)?;
    let wide = page.eval("document.documentElement.scrollWidth - innerWidth")?;
    ensure!(wide.as_i64() <= Some(0), "{name}: the page is {wide} pixels too wide");
    for (expression, problem) in
        [(CUT, "cut off"), (SMALL, "smaller than 24 pixels"), (FAINT, "hard to read")]
    {
        let found = page.eval(expression)?;
        ensure!(found.as_array().is_some_and(Vec::is_empty), "{name}: {problem}: {found}");
    }
    Ok(1)
}

/// Clicks the active state until it is selected: the picture may be replaced at the first click.
const SELECTED: &str = "(() => {
    if (document.querySelector('#selected [data-do=break][data-on=loop]')) return true;
    if (Date.now() - (window.clicked ?? 0) < 500) return false;
    window.clicked = Date.now();
    const active = '#graph .state.active:not(.composite, .final, .failed)';
    document.querySelector(active)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return false;
})()";

/// Takes pictures of a robot that is held by a breakpoint, with a transition that is never taken.
fn debugged(lab: &Lab, page: &Page) -> anyhow::Result<u32> {
    page.click("#why-list [data-transition]")?;
    page.click("#selected [data-action=suppress]")?;
    page.wait("the banner", "!document.querySelector('#changed').hidden")?;
    // Held, so that the state is active still when the breakpoint is there.
    page.click("#pause")?;
    page.wait("the pause", "probe.view.paused")?;
    page.click("#path .crumb:last-of-type")?;
    page.wait(
        "an active state",
        "!!document.querySelector('#graph .state.active:not(.composite, .final, .failed) > rect')",
    )?;
    page.wait("the active state, selected", SELECTED)?;
    page.click("#selected [data-do=break][data-on=loop]")?;
    page.wait("it on the list", "probe.view.breakpoints.length === 1")?;
    page.click("#pause")?;
    page.wait(
        "the breakpoint",
        "document.querySelector('#say').textContent.includes('breakpoint')",
    )?;
    let mut count = 0;
    for (name, look) in looks() {
        wear(page, look)?;
        count += shoot(lab, page, &format!("debug-{name}"))?;
    }
    wear(page, DESK)?;
    page.click("#changed-end")?;
    page.wait("no banner", "document.querySelector('#changed').hidden")?;
    page.click("#debug-lists [data-do=remove]")?;
    page.wait("no breakpoint", "probe.view.breakpoints.length === 0")?;
    Ok(count)
}

/// Takes pictures of a recording of a game, at a failure.
fn recording(lab: &Lab) -> anyhow::Result<u32> {
    let game = ["play", "--minutes", "2", "--seed", "2"];
    let program = Program::replay(&lab.program, &lab.pictures.join("game.mcap"), &game)?;
    let page = open(lab, &program)?;
    page.wait("a mark", "!!document.querySelector('#marks button')")?;
    page.click("#mark-next")?;
    page.wait("the failure", "document.querySelector('#path').textContent.includes('Intercept')")?;
    let mut count = 0;
    for (name, look) in looks() {
        wear(&page, look)?;
        count += shoot(lab, &page, &format!("replay-{name}"))?;
    }
    clean(&page, &program, &[])?;
    Ok(count)
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
    page.click("#tabs [data-tab=board]")
}

/// Buttons whose text is wider than they are, or that are outside of the window.
const CUT: &str = "[...document.querySelectorAll('body > header button, body > header select, .tools button, .tabs button, .side button, .side-list button')]\
 .filter((of) => of.offsetWidth > 0 && getComputedStyle(of).visibility === 'visible' && !of.closest('details:not([open]) > .popup') && !of.closest('#path'))\
 .filter((of) => of.scrollWidth > of.clientWidth + 1 || of.getBoundingClientRect().right > innerWidth + 1)\
 .map((of) => of.outerHTML.slice(0, 80))";

/// Controls that are too small to be hit.
const SMALL: &str = "[...document.querySelectorAll('button, select, input, summary, a[href]')]\
 .filter((of) => of.getClientRects().length > 0 && of.checkVisibility({ visibilityProperty: true }) && of.type !== 'checkbox')\
 .filter((of) => of.offsetHeight < 24 || of.offsetWidth < 24)\
 .map((of) => `${of.offsetWidth}x${of.offsetHeight} ${of.outerHTML.slice(0, 80)}`)";

/// Texts of states whose contrast with their box is below 4.5, by the formula of WCAG.
const FAINT: &str = "(() => {\
 const light = (color) => { const [r, g, b] = color.match(/[\\d.]+/g).map((of) => of / 255).map((of) => of <= 0.04045 ? of / 12.92 : ((of + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };\
 return [...document.querySelectorAll('#graph .state:not(.composite)')].flatMap((of) => {\
  const box = light(getComputedStyle(of.querySelector('rect')).fill);\
  return [...of.querySelectorAll(':scope > text')].filter((text) => { const ink = light(getComputedStyle(text).fill);\
   return (Math.max(box, ink) + 0.05) / (Math.min(box, ink) + 0.05) < 4.5; }).map((text) => text.textContent); }); })()";

/// Controls without a text, a label or a title.
const UNNAMED: &str = "[...document.querySelectorAll('button, select, input, summary, [role=button]')]\
 .filter((of) => of.getClientRects().length > 0 && !(of.textContent.trim() || of.getAttribute('aria-label') || of.title || of.labels?.length))\
 .map((of) => of.outerHTML.slice(0, 80))";
