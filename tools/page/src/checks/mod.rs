//! The checks: each starts programs and pages of its own.

mod access;
mod attach;
mod bounds;
mod commands;
mod control;
mod debugger;
mod examples;
mod foreign;
mod listing;
mod looks;
mod overview;
mod params;
mod plots;
mod read_only;
mod recorded_run;
mod replay;
mod restart;
mod robots;
mod roles;
mod tasks;
mod truth;

use crate::browser::{DESK, Page};
use crate::lab::Lab;
use crate::program::Program;
use anyhow::ensure;

pub type Check = fn(&Lab) -> anyhow::Result<String>;

pub const ALL: &[(&str, Check)] = &[
    ("attach", attach::check),
    ("follow", attach::follow),
    ("truth", truth::check),
    ("slow link", truth::slow_link),
    ("commands", commands::check),
    ("control", control::check),
    ("debugger", debugger::check),
    ("params", params::check),
    ("replay", replay::check),
    ("plots", plots::check),
    ("overview", overview::check),
    ("restart", restart::check),
    ("read only", read_only::check),
    ("roles", roles::check),
    ("robots", robots::check),
    ("recorded run", recorded_run::check),
    ("foreign origin", foreign::check),
    ("listing", listing::check),
    ("examples", examples::check),
    ("tasks", tasks::by_mouse),
    ("tasks by keyboard", tasks::by_keyboard),
    ("tasks on a phone", tasks::on_a_phone),
    ("access", access::check),
    ("bounds", bounds::check),
    ("long recording", bounds::recording),
    ("ten hours", bounds::ten_hours),
    ("looks", looks::check),
];

/// Starts a run of a skill with its page, in the pace of the clock.
fn run(lab: &Lab, call: &str, options: &[&str]) -> anyhow::Result<Program> {
    let mut arguments = vec!["run", call, "--gui"];
    arguments.extend(options);
    Program::start(&lab.program, &arguments)
}

/// Opens the page of a program and waits until it is live.
fn open(lab: &Lab, program: &Program) -> anyhow::Result<Page> {
    let page = lab.chromium.open(&program.address(), DESK)?;
    page.wait("the page to be live", "document.querySelector('#link').textContent === 'live'")?;
    Ok(page)
}

/// Executes a call as a user does.
fn execute(page: &Page, call: &str) -> anyhow::Result<()> {
    page.write("#call", call)?;
    page.key("Enter")?;
    page.eval("document.activeElement.blur()")?;
    Ok(())
}

/// Chooses an entry of the menu in the head.
fn choose(page: &Page, entry: &str) -> anyhow::Result<()> {
    page.click("#menu > summary")?;
    page.click(entry)
}

/// An expression: whether a state of a machine is marked as active.
fn is_active(machine: usize, state: usize) -> String {
    format!(
        "!!document.querySelector('#graph .state.active[data-machine=\"{machine}\"][data-state=\"{state}\"]')"
    )
}

/// Checks that a page requested nothing from anywhere else, and that its console has no errors but
/// those that contain one of the texts.
pub fn clean(page: &Page, program: &Program, expected: &[&str]) -> anyhow::Result<usize> {
    let requests = page.requests()?;
    let own = |url: &&String| {
        url.starts_with(&format!("{}/", program.origin))
            || url.starts_with("data:")
            || url.starts_with("blob:")
    };
    let strange: Vec<_> = requests.iter().filter(|url| !own(url)).collect();
    ensure!(strange.is_empty(), "the page requests {strange:?}");
    for file in ["/page/main.js", "/page/style.css", "/api/events", "/api/description"] {
        let is_seen =
            requests.iter().any(|url| url.split('?').next().is_some_and(|url| url.ends_with(file)));
        ensure!(is_seen, "the log of requests lacks {file}: {requests:?}");
    }
    let errors = page.errors(expected)?;
    ensure!(errors.is_empty(), "the console has errors: {errors:?}");
    Ok(requests.len())
}

/// The number of a state of a skill, by its name.
fn state_of(program: &Program, skill: &str, name: &str) -> anyhow::Result<usize> {
    let description = program.get("description")?;
    let skills = description["skills"].as_array().into_iter().flatten();
    let states = skills
        .filter(|of| of["name"] == skill)
        .flat_map(|of| of["graph"]["states"].as_array().into_iter().flatten());
    let place = states.enumerate().find(|(_, of)| of["name"] == name);
    place.map(|(index, _)| index).ok_or_else(|| anyhow::anyhow!("no state {name} in {skill}"))
}
