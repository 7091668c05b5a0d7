//! Exclusive control with two pages, one of which loses its connection.

use super::{choose, clean, execute, open};
use crate::lab::Lab;
use crate::program::Program;
use anyhow::ensure;
use std::time::{Duration, Instant};

/// The longest time until the control of a page that is gone has ended.
const MAX_LEASE: Duration = Duration::from_secs(14);

/// Takes control in a page, tries to call in another, and cuts off the first.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let program = Program::start(&lab.program, &["run", "park{}", "--gui", "--allow-commands"])?;
    let (page, other) = (open(lab, &program)?, open(lab, &program)?);
    program.wait("it has parked", |view| view["skiller"]["status"] == "final")?;
    choose(&page, "#control")?;
    let has = "document.querySelector('#control').getAttribute('aria-pressed') === 'true'";
    page.wait("its control", has)?;
    other.wait("control of another page", "!!document.querySelector('#control.other')")?;
    execute(&other, "park{}")?;
    other.wait(
        "the refusal",
        "document.querySelector('#notice').textContent.includes('exclusive control')",
    )?;
    // A page that is there keeps it.
    std::thread::sleep(MAX_LEASE);
    ensure!(page.eval(has)? == true, "a page that is there has lost control");
    page.offline(true)?;
    let start = Instant::now();
    other.wait_for(MAX_LEASE, "no control", "!document.querySelector('#control.other')")?;
    let lease = start.elapsed();
    execute(&other, "park{}")?;
    program.wait("it parks", |view| view["skiller"]["status"] == "running")?;
    page.offline(false)?;
    page.wait("no control of its own", &format!("!({has})"))?;
    page.wait("the page to be live", "document.querySelector('#link').textContent === 'live'")?;
    clean(&other, &program, &["409"])?;
    Ok(format!(
        "excludes the other page; kept while it is there, ended {:.0} s after it was cut off",
        lease.as_secs_f64()
    ))
}
