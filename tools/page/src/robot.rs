//! Watches the agent of a robot's program, started as its user does; and the skills of one that
//! `cargo skill dev` keeps running, before and after changes.

use crate::browser::{Chromium, DESK};
use crate::checks::clean;
use crate::lab::pictures;
use crate::playground::checks::{self as visitor, IS_LIVE, open, serve};
use crate::program::Program;
use anyhow::{Context as _, ensure};
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The longest time of a build and a hand-over.
const BUILD: Duration = Duration::from_secs(120);

/// The arguments of `robot`.
#[derive(Args)]
pub struct Options {
    /// The robot's program; with `--dev` that of `cargo skill`
    #[arg(required_unless_present = "playground")]
    program: Option<PathBuf>,
    /// The directory of a new robot, whose skills are changed
    #[arg(long, value_name = "DIR")]
    dev: Option<PathBuf>,
    /// The folder of its playground, in place of the program
    #[arg(long, value_name = "DIR", conflicts_with = "dev")]
    playground: Option<PathBuf>,
    /// The text of the panic by which the robot of that folder fails
    #[arg(long, value_name = "TEXT", requires = "playground")]
    fails: Option<String>,
    /// The browser
    #[arg(long, default_value = "chromium")]
    chromium: PathBuf,
}

/// The active states.
const ACTIVE: &str = "[...document.querySelectorAll('#graph .state.active')].map((of) => of.dataset.state).join() || null";

/// Opens the page while the agent runs, and sees it go on to another state. Returns whether it does.
pub fn run(options: &Options) -> anyhow::Result<bool> {
    let chromium = Chromium::launch(&options.chromium)?;
    if let (Some(folder), Some(text)) = (&options.playground, &options.fails) {
        return fail(&chromium, folder, text);
    }
    if let Some(folder) = &options.playground {
        return visit(&chromium, folder);
    }
    let program = options.program.as_ref().context("a program")?;
    if let Some(robot) = &options.dev {
        return develop(&chromium, program, robot);
    }
    let program = Program::start(program, &["agent", "--realtime", "--gui=127.0.0.1:0"])?;
    let page = chromium.open(&program.address(), DESK)?;
    page.wait("the status", "document.querySelector('#status').textContent === 'running'")?;
    // Of this robot, not of another one.
    let first = page.eval("document.querySelector('#call').placeholder")?;
    let name = program.get("description")?["skills"][0]["name"].as_str().map(str::to_owned);
    ensure!(
        name.as_ref().is_some_and(|name| first == format!("Call a skill: {name}{{}}")),
        "it suggests {first}; its first skill is {name:?}"
    );
    let before = page.wait("an active state", ACTIVE)?;
    let changed = format!("{ACTIVE} !== {before} && {ACTIVE}");
    page.wait("another active state", &changed)?;
    clean(&page, &program, &[])?;
    page.picture(&pictures()?, "robot")?;
    println!("the page shows the agent and its next state: robot.png");
    Ok(true)
}

/// Opens a playground, and sees the agent go on to another state.
/// Opens a playground whose robot fails, starts it again, and sees why it fails each time.
fn fail(chromium: &Chromium, folder: &Path, text: &str) -> anyhow::Result<bool> {
    let (_server, address) = serve(folder)?;
    let page = chromium.open(&address, DESK)?;
    let says = format!(
        "(document.querySelector('#lost:not([hidden])')?.textContent ?? '').includes({text:?}) \
         && document.querySelector('#link').textContent === 'failed'"
    );
    page.wait("the reason of the failure", &says)?;
    page.click("#start")?;
    page.wait("another run", IS_LIVE)?;
    page.wait("the reason of the next failure", &says)?;
    let shown = page.text("#lost")?;
    ensure!(shown.contains(".rs:"), "no line of a file: {shown}");
    println!("the playground of a robot that panics says so: {shown}");
    Ok(true)
}

fn visit(chromium: &Chromium, folder: &Path) -> anyhow::Result<bool> {
    let (_server, address) = serve(folder)?;
    let page = open(chromium, &address)?;
    let before = page.wait("an active state", ACTIVE)?;
    page.wait("another active state", &format!("{ACTIVE} !== {before} && {ACTIVE}"))?;
    visitor::clean(&page, &address)?;
    page.picture(&pictures()?, "robot-playground")?;
    println!("the page runs the agent, which goes on to another state: robot-playground.png");
    Ok(true)
}

/// Breaks a skill, sees the error in the page, repairs it with another name of a state, and sees that state.
fn develop(chromium: &Chromium, program: &Path, robot: &Path) -> anyhow::Result<bool> {
    let (manifest, skills) = (robot.join("Cargo.toml"), robot.join("src/skills.rs"));
    let manifest = manifest.to_str().context("a directory with a strange name")?;
    // The robot that takes over has the same page.
    let arguments = ["skill", "dev", "--manifest-path", manifest, "--features=full", "--", "--gui"];
    let program = Program::start(program, &arguments)?;
    let page = chromium.open(&program.address(), DESK)?;
    page.wait("the status", "document.querySelector('#status').textContent === 'running'")?;
    let text = std::fs::read_to_string(&skills)?;
    ensure!(text.contains("state Go "), "{} has changed", skills.display());
    std::fs::write(&skills, text.replace("state Go ", "state Gone "))?;
    let said = "document.querySelector('#said')";
    let shown = format!("!{said}.hidden && {said}.textContent");
    let error = page.wait_for(BUILD, "the error", &shown)?;
    let error = error.as_str().unwrap_or_default();
    ensure!(
        error.contains("cannot find state `Go`") && error.contains("src/skills.rs"),
        "the page shows {error}"
    );
    page.picture(&pictures()?, "dev")?;
    let changed = text.replace("state Go ", "state Drives ").replace("-> Go ", "-> Drives ");
    std::fs::write(&skills, changed)?;
    let drives = "document.querySelector('#path')?.textContent.includes('Drives')";
    let result = page.wait_for(BUILD, "the changed state", &format!("{drives} && {said}.hidden"));
    std::fs::write(&skills, text)?;
    result?;
    println!("the page shows an error with its line, then the changed state: dev.png");
    Ok(true)
}
