//! The five tasks of the page's design, done by a user who knows only what is written on it: by mouse,
//! by keyboard alone, and the first two on a phone.

use super::{clean, open, run};
use crate::browser::{DESK, Look, Page};
use crate::driver::{Driver, Hands};
use crate::lab::Lab;
use crate::large;
use crate::program::Program;

const PHONE: Look = Look { width: 400, height: 800, dark: false };

/// Does all five by mouse, and notes clicks and seconds.
pub fn by_mouse(lab: &Lab) -> anyhow::Result<String> {
    all(lab, Hands::Mouse)
}

/// Does all five by the keyboard.
pub fn by_keyboard(lab: &Lab) -> anyhow::Result<String> {
    all(lab, Hands::Keyboard)
}

/// Does the first two on a phone.
pub fn on_a_phone(lab: &Lab) -> anyhow::Result<String> {
    let program = run(lab, "standup{}", &["--allow-commands"])?;
    let page = open(lab, &program)?;
    page.look(PHONE)?;
    let done = [why(&page, Hands::Mouse)?, stop(&page, Hands::Mouse)?];
    page.picture(&lab.pictures, "task-phone")?;
    clean(&page, &program, &[])?;
    Ok(done.join(", "))
}

fn all(lab: &Lab, hands: Hands) -> anyhow::Result<String> {
    let program = run(lab, "standup{}", &["--allow-commands"])?;
    let page = open(lab, &program)?;
    let mut done = vec![why(&page, hands)?];
    page.wait("the time line", "!!document.querySelector('#rows p.deep')")?;
    page.picture(&lab.pictures, "task-why")?;
    done.push(stop(&page, hands)?);
    done.push(parameter(&page, hands)?);
    clean(&page, &program, &[])?;
    drop((page, program));
    done.push(failure(lab, hands)?);
    done.push(find(lab, hands)?);
    Ok(done.join(", "))
}

/// 1: why does the robot stay where it is?
fn why(page: &Page, hands: Hands) -> anyhow::Result<String> {
    let driver = Driver::new(page, hands)?;
    driver.read("of 20.0 s")?;
    driver.read("then Check")?;
    driver.done("why")
}

/// 2: stop it.
fn stop(page: &Page, hands: Hands) -> anyhow::Result<String> {
    let mut driver = Driver::new(page, hands)?;
    match hands {
        Hands::Mouse => driver.press("Stop")?,
        Hands::Keyboard => driver.key("Escape")?,
    }
    driver.sees("no skill that runs", "!driver.reads('running')")?;
    driver.done("stop")
}

/// 4: change a parameter and see its effect: the robot waits longer.
fn parameter(page: &Page, hands: Hands) -> anyhow::Result<String> {
    let mut driver = Driver::new(page, hands)?;
    if hands == Hands::Mouse {
        driver.press("Parameters")?;
    } else {
        driver.key("]")?;
    }
    driver.write("standup.timeout_sec", "30")?;
    driver.key("Enter")?;
    driver.write("call a skill", "standup{}")?;
    driver.key("Enter")?;
    driver.read("of 30.0 s")?;
    driver.done("parameter")
}

/// 3: find the moment at which a skill has failed, and why.
fn failure(lab: &Lab, hands: Hands) -> anyhow::Result<String> {
    let game = ["play", "--minutes", "2", "--seed", "2"];
    let program = Program::replay(&lab.program, &lab.pictures.join("failure.mcap"), &game)?;
    let page = open(lab, &program)?;
    page.wait("a mark", "!!document.querySelector('#marks button')")?;
    let mut driver = Driver::new(&page, hands)?;
    match hands {
        Hands::Mouse => driver.press("Next FAILED")?,
        Hands::Keyboard => driver.key("n")?,
    }
    driver.read("Failed: ")?;
    page.picture(&lab.pictures, "task-failure")?;
    clean(&page, &program, &[])?;
    driver.done("failure")
}

/// 5: find a state among 150.
fn find(lab: &Lab, hands: Hands) -> anyhow::Result<String> {
    let (server, _hub) = large::serve(&lab.program)?;
    let page = lab.chromium.open(&server.url, DESK)?;
    page.wait("the graph", "!!document.querySelector('#graph .state')")?;
    page.picture(&lab.pictures, "large")?;
    let mut driver = Driver::new(&page, hands)?;
    // The last of the innermost ones.
    driver.write("find states", "Part2babbb")?;
    driver.key("Enter")?;
    driver.sees(
        "the state in sight, in letters that can be read",
        "[...document.querySelectorAll('#graph .found.selected text')].some((of) => { \
         const at = of.getBoundingClientRect(); const frame = document.querySelector('#graph').getBoundingClientRect(); \
         return of.textContent === 'Part2babbb' && at.height > 8 && at.left > frame.left && at.right < frame.right \
         && at.top > frame.top && at.bottom < frame.bottom; })",
    )?;
    page.picture(&lab.pictures, "task-find")?;
    driver.done("find")
}
