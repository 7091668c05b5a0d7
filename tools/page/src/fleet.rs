//! The page of a fleet: robots that run, stop, are killed and forgotten, and a router that is gone for a while.

use crate::axe::Axe;
use crate::browser::{Chromium, DESK, Look, Page};
use crate::lab::pictures;
use crate::program::Program;
use anyhow::ensure;
use clap::Args;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tool_support::{command, workspace};

/// The longest time until a robot is seen, or seen again.
const NETWORK: Duration = Duration::from_secs(30);
/// Far away: a rover that has not arrived when it is stopped.
const DRIVE: &str = "drive_to{x_m=10.0, y_m=0.0}";

/// The arguments of `fleet-page`.
#[derive(Args)]
pub struct Options {
    /// The browser
    #[arg(long, default_value = "chromium")]
    chromium: PathBuf,
}

/// A program without a page; it is killed when it is dropped.
struct Silent(Child);

impl Silent {
    fn start(program: &Path, arguments: &[&str]) -> anyhow::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self(command.spawn()?))
    }
}

impl Drop for Silent {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An expression: the part of a robot's line that matches a selector; the line itself if that is empty.
fn part(robot: &str, selector: &str) -> String {
    format!("document.querySelector('#robots tr[data-robot={robot}] {selector}')")
}

/// An expression: whether a robot runs something.
fn runs(robot: &str) -> String {
    format!("{}?.classList.contains('running')", part(robot, ""))
}

/// An expression: whether the page has no program.
const BAD: &str = "document.querySelector('#link').classList.contains('bad')";

/// An expression: whether the page says this of a command.
fn told(text: &str) -> String {
    format!("document.querySelector('#error').textContent === '{text}'")
}

/// An expression: whether the head counts the robots so.
fn count(live: usize, lost: usize) -> String {
    let text = format!("{live} live, 0 silent, {lost} lost;");
    format!("document.querySelector('#count').textContent.startsWith('{text}')")
}

/// Returns whether the page keeps what the book says of it.
pub fn run(options: &Options) -> anyhow::Result<bool> {
    let target = workspace().join("target");
    let mut build = command::cargo(&workspace(), &target);
    build.args(["build", "--quiet", "-p", "robot-skill-fleet", "--bins", "--example", "member"]);
    command::run(&mut build)?;
    let (fleet, rover) = (target.join("debug/skill-fleet"), target.join("debug/examples/member"));
    let (chromium, axe) = (Chromium::launch(&options.chromium)?, Axe::get()?);

    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
    let endpoint = format!("tcp/{free}");
    let router = Silent::start(&fleet, &["router", "--listen", &endpoint])?;
    let join = |id| Silent::start(&rover, &["fleet", "join", id, "--connect", &endpoint]);
    let arguments = ["fleet", "join", "r1", "--connect", &endpoint, "--gui=127.0.0.1:0"];
    let r1 = Program::start(&rover, &arguments)?;
    let (_r2, r3) = (join("r2")?, join("r3")?);
    let watch = ["--connect", endpoint.as_str(), "--gui=127.0.0.1:0", "--allow-commands"];
    let watcher = Program::start(&fleet, &watch)?;
    let page = chromium.open(&watcher.address(), DESK)?;
    page.wait_for(NETWORK, "three robots", &count(3, 0))?;
    ensure!(page.eval("location.hash")? == "", "the token is in the address");

    // States as the robots report them.
    for robot in ["r1", "r2"] {
        let call = ["call", robot, DRIVE, "--no-wait", "--connect", &endpoint];
        command::run(Command::new(&fleet).args(call))?;
        page.wait_for(NETWORK, "a robot that runs", &runs(robot))?;
    }
    let state = format!("{}.textContent", part("r1", "td:nth-child(2)"));
    let shown = page.eval(&state)?;
    let view = r1.get("view")?;
    let path = &view["skiller"]["call"];
    ensure!(path == DRIVE, "r1 runs {path}");
    ensure!(shown.as_str().is_some_and(|of| of.starts_with("drive_to")), "r1 is in {shown}");
    axe.check(&page, "robots")?;
    page.picture(&pictures()?, "fleet")?;
    looks(&page, &axe)?;

    // The link leads to the robot's own page.
    let address = page.eval(&format!("{}.href", part("r1", "a")))?;
    let own = chromium.open(address.as_str().unwrap_or_default(), DESK)?;
    own.wait(
        "the robot's page",
        "document.querySelector('#called')?.textContent.includes('drive_to')",
    )?;

    // A part of them is shown.
    page.write("#find", "r2")?;
    let hidden = "[...document.querySelectorAll('#robots tr')].map((of) => of.hidden).join()";
    page.wait("one robot", &format!("{hidden} === 'true,false,true'"))?;
    page.eval("(() => { const of = document.querySelector('#find'); of.value = ''; of.dispatchEvent(new Event('input')); })()")?;

    // One is stopped, then all.
    page.click("#robots tr[data-robot=r2] button")?;
    page.wait("a stopped robot", &format!("!{}", runs("r2")))?;
    ensure!(page.eval(&runs("r1"))? == true, "the other robot has stopped, too");
    page.click("#stop")?;
    page.wait("no robot that runs", &format!("!{}", runs("r1")))?;
    page.wait("who has stopped", &told("3 robots have stopped: r1, r2, r3"))?;

    // One is killed, and forgotten.
    drop(r3);
    page.wait_for(NETWORK, "a lost robot", &count(2, 1))?;
    ensure!(
        page.eval(&format!("{}.disabled", part("r3", "button")))? == true,
        "a robot that is gone can be stopped"
    );
    page.click("#forget")?;
    page.wait("two robots", &format!("{} && !{}", count(2, 0), part("r3", "td")))?;

    // The router is gone for a while.
    drop(router);
    page.wait_for(NETWORK, "no robot", &count(0, 2))?;
    page.click("#stop")?;
    page.wait("no router", &told(&format!("Stop all: no router at {endpoint}: it is gone")))?;
    let _router = Silent::start(&fleet, &["router", "--listen", &endpoint])?;
    page.wait_for(NETWORK, "both robots", &count(2, 0))?;

    // Whoever has no token sees.
    let stranger = chromium.open(&watcher.origin, DESK)?;
    stranger.wait("two robots", &count(2, 0))?;
    let disabled = "[...document.querySelectorAll('button')].every((of) => of.disabled)";
    ensure!(stranger.eval(disabled)? == true, "a button works without a token");
    let titles =
        "[...document.querySelectorAll('button')].every((of) => of.title.startsWith('Read only'))";
    ensure!(stranger.eval(titles)? == true, "a button does not say why it is disabled");

    // The program hangs for a while.
    watcher.hang(true)?;
    page.wait("an age", "/^[1-3] s old$/.test(document.querySelector('#link').textContent)")?;
    page.wait("the end", &format!("{BAD} && document.querySelector('#robots').matches('.old')"))?;
    let gone = "document.querySelector('#link').textContent";
    let gone = page.eval(gone)?;
    let gone = gone.as_str().unwrap_or_default();
    ensure!(gone.starts_with("the program of this page does not respond for "), "{gone}");
    page.click("#robots tr[data-robot=r2] button")?;
    page.wait("no answer", &told("Stop r2: no answer for 2 s"))?;
    watcher.hang(false)?;
    page.wait("it goes on", "document.querySelector('#link').textContent === 'connected'")?;
    page.wait("the stop", &told("1 robot has stopped: r2"))?;
    // The stop without a router.
    let errors = [page.errors(&["503"])?, stranger.errors(&[])?].concat();
    ensure!(errors.is_empty(), "the console has errors: {errors:?}");

    // The program is gone.
    watcher.kill()?;
    page.wait("the end", BAD)?;
    page.click("#stop")?;
    page.wait("no program", &told("Stop all: the program of this page does not respond"))?;
    println!(
        "robots run, stop, are lost, forgotten and seen again; read only without a token: fleet.png"
    );
    Ok(true)
}

/// The controls that are not where a click would hit them.
const HIDDEN: &str = "[...document.querySelectorAll('button, input')].filter((of) => { \
    const at = of.getBoundingClientRect(); \
    return document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2)?.closest('button, input') !== of; \
}).map((of) => of.id || of.ariaLabel).join()";

/// Nothing is cut off in small windows and dark ones, nor unreadable.
fn looks(page: &Page, axe: &Axe) -> anyhow::Result<()> {
    for (width, height, dark) in [(390, 844, false), (1400, 900, true)] {
        page.look(Look { width, height, dark })?;
        let name = format!("fleet-{width}{}", if dark { "-dark" } else { "" });
        let scroll = page.eval("document.documentElement.scrollWidth - innerWidth")?;
        page.picture(&pictures()?, &name)?;
        let hidden = page.eval(HIDDEN)?;
        ensure!(hidden == "", "{name}: {hidden} cannot be clicked");
        ensure!(scroll.as_f64().is_some_and(|of| of <= 0.0), "{name} is too wide by {scroll} px");
        axe.check(page, &name)?;
    }
    page.look(DESK)
}
