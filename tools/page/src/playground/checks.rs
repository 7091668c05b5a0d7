//! The acts of a visitor in any playground.

use crate::browser::{Chromium, DESK, Page};
use crate::program::Program;
use anyhow::{Context as _, ensure};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tool_support::command;

/// The longest wait for a file, or for what takes long in a page.
pub const PATIENCE: Duration = Duration::from_secs(60);
pub const VIEW: &str =
    "import(new URL('page/state.js', location).href).then((of) => of.state.view)";
/// The state of the run, with the details of its robot.
pub const STATE: &str = "import(new URL('page/source.js', location).href).then((of) => \
    of.request('/play/state')).then((of) => of.text())";
/// The text of the explanation, once there is one.
pub const WHY: &str = "(() => { const text = document.querySelector('#why-list').textContent; \
    return text.includes('→') && text; })()";
pub const IS_LIVE: &str = "document.querySelector('#link').textContent === 'live'";
/// Serves a folder, in one of its own, as on many servers; nothing of the server is special. Returns the server and the
/// address.
pub fn serve(folder: &Path) -> anyhow::Result<(Program, String)> {
    let parent = folder.parent().context("a folder in a folder")?.display().to_string();
    let arguments = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", &parent];
    let server = Program::start(Path::new("python3"), &arguments)?;
    let name = folder.file_name().context("a folder with a name")?.to_string_lossy();
    let address = format!("{}/{name}/", server.origin);
    Ok((server, address))
}

/// Opens the playground, waits until its robot runs, and takes the tour.
pub fn open(chromium: &Chromium, address: &str) -> anyhow::Result<Page> {
    let page = chromium.open(address, DESK)?;
    page.wait("the robot to run", IS_LIVE)?;
    page.wait("no picture of the start", "!document.querySelector('#start-picture')")?;
    let first = "document.querySelector('#tour h2')?.textContent.match(/^1 of ([56]):/)?.[1]";
    let count = page.wait("a tour of five steps, or six with a field", first)?;
    let count: u32 = count.as_str().unwrap_or_default().parse()?;
    for step in 1..=count {
        let is_there = format!(
            "document.querySelector('#tour h2')?.textContent.startsWith('{step} of {count}')"
        );
        page.wait("a step of the tour", &is_there)?;
        page.click("#tour button:last-of-type")?;
    }
    page.wait("the end of the tour", "!document.querySelector('#tour')")?;
    Ok(page)
}

/// Selects a speed, as a visitor does.
pub fn set_speed(page: &Page, speed: &str) -> anyhow::Result<()> {
    page.set("#speed", speed)?;
    let factor = if speed == "max" { "null" } else { speed };
    page.wait("the speed", &format!("{VIEW}.then((of) => of.speed === {factor})"))?;
    Ok(())
}

/// Returns the state of the run, as the module writes it.
pub fn state(page: &Page) -> anyhow::Result<Value> {
    Ok(serde_json::from_str(page.eval(STATE)?.as_str().unwrap_or_default())?)
}

/// Checks that everything comes from the server of the page, and that nothing went wrong.
pub fn clean(page: &Page, address: &str) -> anyhow::Result<()> {
    let own = |url: &&String| ["data:", "blob:", address].iter().any(|own| url.starts_with(own));
    let requests = page.requests()?;
    let strange: Vec<_> = requests.iter().filter(|url| !own(url)).collect();
    ensure!(strange.is_empty(), "the page requests {strange:?}");
    let errors = page.errors(&[])?;
    ensure!(errors.is_empty(), "the console has errors: {errors:?}");
    Ok(())
}

/// The exit status of `replay --check` for a recording without an end.
const INCOMPLETE: i32 = 3;

/// Saves the recording of the page, and has the program run the skills on it again. That of a run
/// that goes on has no end. Returns what the program prints.
pub fn replay(page: &Page, program: &Path, name: &str, is_over: bool) -> anyhow::Result<String> {
    let directory = tempfile::tempdir()?;
    page.save_to(directory.path())?;
    page.click("#recording")?;
    let (file, start) = (directory.path().join(name), Instant::now());
    while !file.exists() {
        ensure!(start.elapsed() < PATIENCE, "the page saves no {name}");
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut replay = Command::new(program);
    let output = command::output(replay.args(["replay", "--check"]).arg(file))?;
    let printed = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let messages = command::messages(&output);
    let expected = if is_over { 0 } else { INCOMPLETE };
    let is_same = output.status.code() == Some(expected) && printed.starts_with("the same: ");
    ensure!(is_same, "{name} runs in another way: {printed} {messages}");
    Ok(printed.lines().next().unwrap_or_default().to_owned())
}
