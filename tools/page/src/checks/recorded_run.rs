//! The recording of a run of six robots: each with its own values and beliefs, at one time.

use super::robots::shows;
use super::{clean, open};
use crate::lab::Lab;
use crate::program::Program;
use anyhow::ensure;

const GAME: [&str; 7] = ["play", "--players", "3", "--seed", "3", "--minutes", "2"];

/// Goes to other times and robots; who goes to a time takes all along.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let file = lab.pictures.join("run.mcap");
    let program = Program::replay(&lab.program, &file, &GAME)?;
    let page = open(lab, &program)?;
    page.wait("the whole recording", "document.querySelector('#span').value === 'whole'")?;
    page.click("#tabs [data-tab=field]")?;
    let seek = |time_sec: f64| {
        page.eval(&format!(
            "import(new URL('page/seek.js', location).href).then((of) => of.seek({time_sec}))"
        ))
    };
    let clock = |time: &str| format!("document.querySelector('#clock').textContent === '{time} s'");
    let robots = ["1.1", "2.3", "1.2"];
    let mut passes = 0;
    for (time_sec, text) in [(60.0, "60.00"), (30.5, "30.50"), (90.02, "90.02")] {
        seek(time_sec)?;
        for name in robots {
            page.set("#robots", name)?;
            shows(&page, &program, name)?;
            page.wait("the time of all", &clock(text))?;
            let view = program.of_robot(name, "view")?;
            let near = view["time_sec"].as_f64().unwrap_or_default() - time_sec;
            ensure!((0.0..0.05).contains(&near), "{name} is {near} s off at {text} s");
            passes += 1;
        }
    }
    page.click("#transport [data-move=\"0.01\"]")?;
    page.wait("the next pass", "document.querySelector('#clock').textContent !== '90.02 s'")?;
    page.wait(
        "no word of moving",
        "['move', 'push'].every((how) => document.querySelector(`#field-${how}`).hidden)",
    )?;
    page.picture(&lab.pictures, "recorded-run")?;
    page.click("#field-shapes [data-id='2.1']")?;
    shows(&page, &program, "2.1")?;
    clean(&page, &program, &[])?;
    Ok(format!("three robots at three times, {passes} moments with their beliefs"))
}
