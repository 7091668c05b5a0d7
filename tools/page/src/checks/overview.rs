//! A graph with 150 states, nested six deep: folded at first, and with a map once it is larger than its
//! frame. A small graph has none.

use super::{clean, is_active, open, run};
use crate::axe::Axe;
use crate::browser::{DESK, Look, Page};
use crate::lab::Lab;
use crate::large;
use anyhow::{Context as _, ensure};
use serde_json::json;

const PHONE: Look = Look { width: 400, height: 800, dark: false };
const NOTEBOOK: Look = Look { width: 1024, height: 768, dark: false };
/// The most states that are drawn while the graph is folded.
const MAX_FOLDED: u64 = 12;
const IS_SHOWN: &str = "!document.querySelector('#overview').hidden";

/// The middle of the part of the picture that the frame shows, as a share of the picture.
const MIDDLE: &str = "import(new URL('page/graph.js', location).href).then((of) => { const v = of.view(); \
    return [(v.part.x + v.part.width / 2) / v.size.width, (v.part.y + v.part.height / 2) / v.size.height]; })";

/// Opens the graph, and moves in it by the map.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    small(lab)?;
    let (server, _hub) = large::serve(&lab.program)?;
    let page = lab.chromium.open(&server.url, DESK)?;
    page.wait("the graph", "!!document.querySelector('#graph .state.active')")?;
    let count = "document.querySelectorAll('#graph .state').length";
    let folded = page.eval(count)?.as_u64().unwrap_or(u64::MAX);
    page.key("f")?;
    page.key("o")?;
    page.wait("all states", &format!("{count} >= {}", large::STATES))?;
    page.key("1")?;
    page.wait("the map", IS_SHOWN)?;
    ensure!(folded <= MAX_FOLDED, "{folded} states are drawn at first");
    let drawn = page.eval("document.querySelectorAll('#overview g rect').length")?;
    ensure!(drawn.as_u64() >= Some(large::STATES as u64), "{drawn} states are in the map");
    let active = page.eval("document.querySelectorAll('#overview rect.active').length")?;
    ensure!(active.as_u64() >= Some(1), "no active state is in the map");
    by_mouse(&page)?;
    by_keyboard(&page)?;
    let axe = Axe::get()?;
    for look in [DESK, Look { dark: true, ..DESK }, NOTEBOOK, Look { dark: true, ..NOTEBOOK }] {
        page.look(look)?;
        page.wait("the map", IS_SHOWN)?;
        let name = format!("overview-{}{}", look.width, if look.dark { "-dark" } else { "" });
        axe.check(&page, &name)?;
        page.picture(&lab.pictures, &name)?;
    }
    page.look(PHONE)?;
    page.wait("no map", "document.querySelector('#overview').getClientRects().length === 0")?;
    page.picture(&lab.pictures, "overview-400")?;
    page.look(DESK)?;
    page.key("o")?;
    page.wait("the folded graph", &format!("{count} <= {MAX_FOLDED}"))?;
    page.key("0")?;
    page.wait("no map where all is visible", &format!("!({IS_SHOWN})"))?;
    let left = page.eval("document.querySelectorAll('#overview *').length")?;
    ensure!(left == 0, "{left} elements of the map are left");
    Ok(format!(
        "{folded} of {} states at first; the map of all moves by click, drag and keys, none where all is visible",
        large::STATES
    ))
}

/// Checks that a small robot has no map, and that nothing of it was drawn.
fn small(lab: &Lab) -> anyhow::Result<()> {
    let program = run(lab, "standup{}", &[])?;
    let page = open(lab, &program)?;
    page.wait("the active state", &is_active(0, super::state_of(&program, "standup", "Wait")?))?;
    let parts = page.eval("document.querySelectorAll('#overview *').length")?;
    ensure!(parts == 0, "a small robot has a map with {parts} elements");
    let is_shown = page.eval(IS_SHOWN)?;
    ensure!(is_shown == false, "a small robot has a map");
    clean(&page, &program, &[])?;
    Ok(())
}

fn middle(page: &Page) -> anyhow::Result<[f64; 2]> {
    // A move takes a moment.
    page.eval("new Promise((done) => setTimeout(done, 400))")?;
    let found = page.eval(MIDDLE)?;
    Ok([found[0].as_f64().context("a place")?, found[1].as_f64().context("a place")?])
}

/// Returns whether two places are near.
fn near(one: [f64; 2], other: [f64; 2]) -> bool {
    one.iter().zip(other).all(|(one, other)| (one - other).abs() < 0.05)
}

fn by_mouse(page: &Page) -> anyhow::Result<()> {
    let map = page.eval(
        "(() => { const at = document.querySelector('#overview svg').getBoundingClientRect(); \
         return [at.left, at.top, at.width, at.height]; })()",
    )?;
    let side = |index: usize| map[index].as_f64().context("a side");
    let at =
        |x: f64, y: f64| Ok::<_, anyhow::Error>((side(0)? + x * side(2)?, side(1)? + y * side(3)?));
    let (x, y) = at(0.5, 0.7)?;
    page.click_at(&json!([x, y]))?;
    let clicked = middle(page)?;
    ensure!(near(clicked, [0.5, 0.7]), "a click at the middle shows {clicked:?}");
    // From the middle of the visible part.
    page.drag(&json!([x, y]), (0.0, -0.3 * side(3)?))?;
    let dragged = middle(page)?;
    ensure!(near(dragged, [0.5, 0.4]), "a drag to the middle shows {dragged:?}");
    Ok(())
}

fn by_keyboard(page: &Page) -> anyhow::Result<()> {
    page.eval("document.querySelector('#overview').focus()")?;
    page.key("Home")?;
    let first = middle(page)?;
    page.key("ArrowDown")?;
    let second = middle(page)?;
    ensure!(
        second[1] > first[1] && near([second[0], 0.0], [first[0], 0.0]),
        "{first:?}, {second:?}"
    );
    page.key("End")?;
    let last = middle(page)?;
    ensure!(last[1] > second[1], "{second:?}, {last:?}");
    Ok(())
}
