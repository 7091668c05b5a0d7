//! The examples of papers and textbooks, step by step: XRobots' program, and the hybrid skills.

use super::{clean, open};
use crate::browser::Page;
use crate::lab::Lab;
use crate::program::Program;
use anyhow::{Context as _, ensure};
use serde_json::Value;
use std::process::{Command, Stdio};
use tool_support::command;

/// The steps by hand.
const STEPS: u64 = 3;
/// The text of the picture.
const FIELD: &str = "document.querySelector('#field-text').textContent";

/// A skill of an example, and where its recording is looked at.
struct Example {
    program: &'static str,
    skill: &'static str,
    call: &'static str,
    /// A text in the page that each step changes.
    changes: &'static str,
    /// The time, s, and the state then.
    moment: (f64, &'static str),
}

/// The height of the ball, among the variables.
const HEIGHT: &str = "[...document.querySelectorAll('#why-list .variables dt')]\
    .find((of) => of.textContent === 'height_m')?.nextElementSibling.title";

const EXAMPLES: [Example; 2] = [
    Example {
        program: "xrobots",
        skill: "root",
        call: "root{}",
        changes: FIELD,
        moment: (28.0, "RightCorner"),
    },
    Example {
        program: "hybrid",
        skill: "ball",
        call: "ball{rest_m_per_sec=0.5}",
        changes: HEIGHT,
        moment: (1.0, "Fall"),
    },
];

/// Steps each, watches it go on, and reads its recording.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let mut found = Vec::new();
    for example in &EXAMPLES {
        let path = command::program(example.program, false)?;
        let arguments = ["run", example.call, "--gui", "--allow-commands"];
        let program = Program::start(&path, &arguments)?;
        let page = open(lab, &program)?;
        page.click("#pause")?;
        let paused = program.wait("it is paused", |view| view["paused"] == true)?;
        page.wait("a pause", "document.querySelector('#link').textContent === 'paused'")?;
        if example.program == "xrobots" {
            page.click("#tabs [data-tab=field]")?;
        }
        let values = steps(&page, example, pass(&paused)?)?;
        page.picture(&lab.pictures, example.program)?;
        if example.program == "xrobots" {
            stop(&page, &program)?;
            page.picture(&lab.pictures, "xrobots-stop")?;
        }
        clean(&page, &program, &[])?;
        drop((page, program));
        recorded(lab, example, &path)?;
        found.push(format!("{}: {}", example.program, values.join(", ")));
    }
    Ok(format!("{}; each recording shows its states", found.join("; ")))
}

fn pass(view: &Value) -> anyhow::Result<u64> {
    view["pass"].as_u64().context("a number of a pass")
}

/// Makes steps; each is one pass, in which something moves. Returns what the page showed.
fn steps(page: &Page, example: &Example, first: u64) -> anyhow::Result<Vec<String>> {
    let mut values = Vec::new();
    let mut shown = page.wait("a value", example.changes)?;
    for step in 1..=STEPS {
        page.click("#step")?;
        page.wait("one pass more", &format!("probe.view.pass === {}", first + step))?;
        shown = page.wait("another value", &format!("{0} !== {shown} && {0}", example.changes))?;
        values.push(shown.as_str().unwrap_or_default().trim().to_owned());
    }
    Ok(values)
}

/// Puts the obstacle into the robot's way: it stops there.
fn stop(page: &Page, program: &Program) -> anyhow::Result<()> {
    page.eval(
        "import(new URL('page/api.js', location).href).then((of) => \
         of.send('/api/move', { shape: 'obstacle', x_m: 0.127, y_m: 1.2 }))",
    )?;
    page.set("#speed", "max")?;
    page.click("#pause")?;
    // `Stop` is a place within each state that goes on to it through `avoid`.
    let stops = |view: &Value| view["active"][1]["name"] == "Stop";
    let within = program.wait("it stops", stops)?["active"][0]["name"].clone();
    ensure!(within == "StraightLine", "it stops within {within}");
    page.wait("the state", "document.querySelector('#path').textContent.includes('Stop')")?;
    page.wait("a touch", &format!("{FIELD}.includes('touches the obstacle')"))?;
    page.set("#speed", "1")?;
    Ok(())
}

/// Records a minute, and goes to a moment of it.
fn recorded(lab: &Lab, example: &Example, program: &std::path::Path) -> anyhow::Result<()> {
    let file = lab.pictures.join(example.program).with_extension("mcap");
    let mut record = Command::new(program);
    record.args(["run", example.call, "--timeout", "60", "--record"]).arg(&file);
    // A program that goes on until something is in the way is stopped after the minute.
    record.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    let file = file.to_str().context("a directory with a strange name")?;
    let program = Program::start(program, &["replay", file])?;
    let page = open(lab, &program)?;
    let (time_sec, state) = example.moment;
    page.eval(&format!(
        "import(new URL('page/seek.js', location).href).then((of) => of.seek({time_sec}))"
    ))?;
    let clock = format!("document.querySelector('#clock').textContent === '{time_sec:.2} s'");
    page.wait("the moment", &clock)?;
    let view = program.get("view")?;
    let names: Vec<_> = view["active"].as_array().into_iter().flatten().collect();
    let is_there = names.iter().any(|of| of["skill"] == example.skill && of["name"] == state);
    ensure!(is_there, "{} is not in {state} at {time_sec} s: {names:?}", example.skill);
    clean(&page, &program, &[])?;
    Ok(())
}
