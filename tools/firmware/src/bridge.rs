//! The robot on the microcontroller, in the live page and in a recording of a desktop.

use crate::image::Image;
use crate::process::Process;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use serde_json::Value;
use tool_support::command;

/// The states that the page must show, in this order, each with where the robot is ahead of its start then: from and
/// to, m.
const SHOWN: [(&str, &str, f64, f64); 3] = [
    ("approach", "Follow", 0.0, 1.5),
    ("drive_to", "Ahead", 0.1, 1.6),
    ("grip", "Move", -0.6, 0.6),
];

/// Fails unless the program `rover` shows and records the image, each in a run of its own.
pub fn check(image: &Image, rover: &Path) -> anyhow::Result<()> {
    std::thread::scope(|scope| {
        let recorded = scope.spawn(|| record(image, rover));
        show(image, rover)?;
        recorded.join().map_err(|_| anyhow::anyhow!("the recording has panicked"))?
    })
}

fn started(rover: &Path, arguments: &[&str]) -> anyhow::Result<Process> {
    let mut command = Command::new(rover);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Process::start(&mut command)
}

/// Reads what the server of the live page says.
fn show(image: &Image, rover: &Path) -> anyhow::Result<()> {
    let (_emulator, port) = image.start()?;
    let mut page = started(rover, &["watch", &format!("serial:{port}"), "--gui=127.0.0.1:0"])?;
    let line = page.line("http://")?;
    let address = line.split("http://").nth(1).and_then(|rest| rest.split(['/', ' ']).next());
    let address = address.with_context(|| format!("no address: {line}"))?;
    let mut events = started(rover, &["watch", address, "--format", "json"])?;
    let mut x_m = None;
    for (skill, state, from, to) in SHOWN {
        loop {
            let event: Value = serde_json::from_str(&events.line("{")?)?;
            if event["event"] == "board" {
                x_m = ahead(&event);
            }
            let active = event["active"].as_array().into_iter().flatten();
            let is_in = active.filter(|of| of["skill"] == skill && of["name"] == state).count() > 0;
            if let Some(x_m) = x_m
                && is_in
            {
                ensure!((from..to).contains(&x_m), "{skill} is in {state} at {x_m} m");
                break;
            }
        }
    }
    Ok(())
}

/// Returns how far the robot of a blackboard is ahead of its start, m.
fn ahead(board: &Value) -> Option<f64> {
    let interfaces = board["interfaces"].as_array()?;
    let odometry = interfaces.iter().find(|of| of["id"] == "Odometry")?;
    odometry["values"].as_array()?.first()?.as_f64()
}

/// Records a run to its end, and reads the recording.
fn record(image: &Image, rover: &Path) -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let file = directory.path().join("rover.mcap");
    let (_emulator, port) = image.start()?;
    let path = file.display().to_string();
    let mut recorder = started(rover, &["watch", &format!("serial:{port}"), "--record", &path])?;
    recorder.line("lost: no serial port")?;
    recorder.end()?;
    let coverage = command::run(Command::new(rover).arg("coverage").arg(&file))?;
    let text = String::from_utf8_lossy(&coverage.stdout).into_owned();
    let fetch = text.lines().find(|line| line.trim_start().starts_with("fetch"));
    let fetch = fetch.with_context(|| format!("no line of `fetch`:\n{text}"))?;
    // All but the one after a can that was missed.
    ensure!(fetch.contains("4 of 5 states"), "not all states of `fetch` were recorded:\n{text}");
    Ok(())
}
