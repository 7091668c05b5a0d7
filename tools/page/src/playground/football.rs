//! The NAO's game, as a visitor plays it, and as the program does.

use super::checks::{
    IS_LIVE, PATIENCE, STATE, VIEW, WHY, clean, open, replay, serve, set_speed, state,
};
use crate::browser::{Chromium, DESK, Look};
use crate::lab::pictures;
use crate::pace::slowness;
use anyhow::ensure;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tool_support::{Progress, command};

/// The seeds whose games are compared with those of `nao play`.
const SEEDS: u64 = 20;
/// The longest time for a game of five minutes.
const MAX_GAME: Duration = Duration::from_secs(3);

/// Serves the folder, plays it, and returns what was measured.
pub fn run(chromium: &Chromium, folder: &Path, nao: &Path) -> anyhow::Result<Vec<String>> {
    let (_server, address) = serve(folder)?;
    let pictures = pictures()?;
    Ok(vec![
        games(chromium, &address, &pictures, nao)?,
        by_hand(chromium, &address, &pictures, nao)?,
        wrong(chromium, &address, &pictures)?,
        moment(chromium, &address, &pictures)?,
    ])
}

/// A link shows the moment again, and the source of the skill with its active lines.
fn moment(chromium: &Chromium, address: &str, pictures: &Path) -> anyhow::Result<String> {
    let page =
        chromium.open(&format!("{address}?seed=2&agent=striker&t=46.20&skill=striker"), DESK)?;
    page.wait("the moment", "document.querySelector('#clock').textContent === '46.19 s'")?;
    page.wait("a pause", "document.querySelector('#link').textContent === 'paused'")?;
    page.wait("the tour", "!!document.querySelector('#tour')")?;
    page.key("Escape")?;
    page.wait("no tour", "!document.querySelector('#tour')")?;
    page.click("#tabs [data-tab=source]")?;
    let state = page.text("#graph .state.active:not(.composite) text")?;
    let line = "document.querySelector('#source-lines .waits')?.textContent";
    page.wait("the line of the active state", &format!("{line}?.includes('state {state} ')"))?;
    page.picture(pictures, "playground-source")?;
    // For the README: a game at normal speed.
    page.eval(
        "import(new URL('page/graph.js', location).href).then((of) => of.choose('@active'))",
    )?;
    page.look(Look { width: 1280, height: 800, ..DESK })?;
    page.click("#tabs [data-tab=field]")?;
    page.click("#pause")?;
    page.wait("the game to go on", IS_LIVE)?;
    page.eval("new Promise((done) => setTimeout(done, 1500))")?;
    page.picture(pictures, "playground")?;
    page.click("#pause")?;
    page.look(DESK)?;
    // The menu copies an address.
    page.click("#menu > summary")?;
    page.click("#share")?;
    page.wait(
        "the address",
        "document.querySelector('#notice-text').textContent.includes('seed=2&agent=striker&t=4')",
    )?;
    clean(&page, address)?;
    Ok("a link: the game is held at 46.19 s, with the source of the striker at its active state"
        .to_owned())
}

/// Every seed is the same game as that of the program, and does not take long.
fn games(
    chromium: &Chromium,
    address: &str,
    pictures: &Path,
    nao: &Path,
) -> anyhow::Result<String> {
    let page = open(chromium, address)?;
    set_speed(&page, "max")?;
    page.wait("a moment of the game", &format!("{VIEW}.then((of) => of.time_sec > 120)"))?;
    set_speed(&page, "1")?;
    page.look(Look { width: 1280, height: 800, ..DESK })?;
    page.wait("the game to go on", IS_LIVE)?;
    let is_score = "document.querySelector('#field-text').textContent.replaceAll(' ', '').endsWith(\
        document.querySelector('#play-state').textContent.replaceAll(' ', ''))";
    page.wait("the score in the bar", is_score)?;
    page.picture(pictures, "playground-fast")?;
    page.look(DESK)?;
    set_speed(&page, "max")?;
    let progress = Progress::bar("games", SEEDS);
    let mut times = Vec::new();
    for seed in 1..=SEEDS {
        let mut native = Command::new(nao);
        native.args(["play", "--minutes", "5", "--format", "json", "--seed", &seed.to_string()]);
        let native: Value = serde_json::from_slice(&command::output(&mut native)?.stdout)?;

        page.write("#play-seed", &seed.to_string())?;
        let start = Instant::now();
        page.click("#start")?;
        let is_over = format!(
            "{STATE}.then((text) => JSON.parse(text)).then((of) => of.details.seed === {seed} && of.is_over)"
        );
        page.wait_for(PATIENCE, "the end of the game", &is_over)?;
        times.push(start.elapsed());
        let report = &state(&page)?["details"]["report"];
        ensure!(*report == native, "seed {seed}: {report} in the page, {native} in the program");
        progress.advance();
    }
    progress.finish(true);
    page.click("[data-tab=field][role=tab]")?;
    page.wait("the score", "document.querySelector('#play-state').textContent.endsWith('over')")?;
    page.picture(pictures, "playground-over")?;
    let replayed = replay(&page, nao, &format!("nao-{SEEDS}-striker.mcap"), true)?;
    clean(&page, address)?;
    let slow = slowness(&page)?;
    times.sort_unstable();
    // The machine may be busy with something else for a while.
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    ensure!(
        median < MAX_GAME.mul_f64(slow),
        "a game of 300 s takes {median:.1?}, longer than {MAX_GAME:?}; the machine is slow by {slow:.2}"
    );
    Ok(format!(
        "games: seeds 1 to {SEEDS} as in the program; 300 s take {:.2} s, at most {:.2} s; the recording \
         runs again in the program, {replayed}",
        median.as_secs_f64(),
        longest.as_secs_f64()
    ))
}

/// A call by hand, an explanation, a push.
fn by_hand(
    chromium: &Chromium,
    address: &str,
    pictures: &Path,
    nao: &Path,
) -> anyhow::Result<String> {
    let page = open(chromium, &format!("{address}?agent=nobody&seed=4"))?;
    page.write("#call", "stnadup{}")?;
    page.key("Enter")?;
    page.wait("a mistake", "!document.querySelector('#call-error').hidden")?;
    page.write("#call", "turn{angle_rad=3.0}")?;
    page.key("Enter")?;
    page.eval("document.activeElement.blur()")?;
    page.wait("a running skill", "document.querySelector('#status').textContent === 'running'")?;
    page.wait("its active state", "!!document.querySelector('#graph .state.active')")?;
    let why = page.wait("an explanation", WHY)?;
    page.picture(pictures, "playground-why")?;
    let is_final = "document.querySelector('#status').textContent === 'final'";
    page.wait_for(PATIENCE, "the end of the skill", is_final)?;

    page.click("#push")?;
    let is_down = "document.querySelector('#field-text').textContent.includes('lies on')";
    page.wait_for(PATIENCE, "a robot that lies on the field", is_down)?;
    page.picture(pictures, "playground-pushed")?;
    page.write("#call", "standup{}")?;
    page.key("Enter")?;
    let is_up = "document.querySelector('#field-text').textContent.includes('stands')";
    page.wait_for(PATIENCE, "a robot that stands", is_up)?;
    let replayed = replay(&page, nao, "nao-4-nobody.mcap", false)?;
    clean(&page, address)?;
    let length = why.as_str().map_or(0, str::len);
    Ok(format!(
        "by hand: a mistake, turn FINAL, explained in {length} letters; pushed, it lies, standup; \
         the recording runs again, {replayed}"
    ))
}

/// Invalid options in the address are named, and an invalid game is rejected.
fn wrong(chromium: &Chromium, address: &str, pictures: &Path) -> anyhow::Result<String> {
    let page = open(chromium, &format!("{address}?seed=-1&agent=%3Cb%3E&t=601&sead=3"))?;
    let state = state(&page)?;
    ensure!(state["details"]["seed"] == 1, "a wrong seed: {state}");
    let notice = page.text("#notice-text")?;
    let names_all = ["seed=-1", "agent=<b>", "t=601", "sead"].iter().all(|of| notice.contains(of));
    ensure!(names_all, "a wrong address: {notice}");
    for (method, target, body, status) in [
        ("POST", "/play/start", "{\"options\": {\"seed\": -1}}", 400),
        ("POST", "/play/start", "{\"options\": {\"agent\": \"goalie\"}}", 400),
        ("GET", "/api/nothing", "", 404),
        ("GET", "/api/call", "", 405),
        ("POST", "/api/call", "{\"call\": \"stand{}\"}", 400),
        ("POST", "/api/push", "{\"shape\": \"moon\", \"x_m\": 1, \"y_m\": 0}", 400),
        ("POST", "/api/params", "{\"name\": \"standup.timeout_sec\", \"value\": 900}", 400),
        ("POST", "/api/params", "{\"name\": \"standup.timeout_sec\", \"value\": 11}", 200),
        ("GET", "/api/graph/%40space?format=svg", "", 200),
        ("GET", "/api/graph/standup?format=mermaid", "", 200),
    ] {
        let options = if body.is_empty() {
            json!({ "method": method })
        } else {
            json!({ "method": method, "body": body })
        };
        let found = page.eval(&format!(
            "import(new URL('page/source.js', location).href).then((of) => of.request({}, {options})).then((of) => of.status)",
            json!(target)
        ))?;
        ensure!(found == status, "{method} {target} {body}: {found}, {status} is wanted");
    }
    page.wait("the game to run on", IS_LIVE)?;
    page.look(Look { width: 390, height: 844, dark: true })?;
    page.wait("room for all on a phone", "document.documentElement.scrollWidth <= innerWidth")?;
    page.picture(pictures, "playground-narrow")?;
    clean(&page, address)?;
    Ok("wrong: seven requests are refused, the game goes on".to_owned())
}
