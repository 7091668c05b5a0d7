//! A program that is killed, and started again at the same port.

use super::{clean, execute, is_active, open, run, state_of};
use crate::lab::Lab;
use crate::program::Program;
use anyhow::ensure;
use std::time::Instant;

/// The page says that the program is gone, and goes on with the next one.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let program = run(lab, "standup{}", &["--allow-commands"])?;
    let page = open(lab, &program)?;
    let wait = state_of(&program, "standup", "Wait")?;
    page.wait("the state", &is_active(0, wait))?;
    page.eval("window.isSamePage = true")?;
    let session = page.eval("probe.view.session")?;
    let gui = format!("--gui=127.0.0.1:{}", program.port());
    program.kill()?;
    let lost = Instant::now();
    page.wait("the loss", "!document.querySelector('#lost').hidden && document.querySelector('#link').className.includes('bad')")?;
    let lost = lost.elapsed();
    ensure!(
        page.eval("document.querySelector('#exec').disabled")? == true,
        "Exec without a program"
    );

    let program = Program::start(&lab.program, &["run", "standup{}", &gui, "--allow-commands"])?;
    let back = Instant::now();
    page.wait("the program again", "document.querySelector('#link').textContent === 'live'")?;
    page.wait("the state", &is_active(0, wait))?;
    let back = back.elapsed();
    ensure!(page.eval("window.isSamePage === true")? == true, "the page was loaded again");
    ensure!(page.eval("probe.view.session")? != session, "the session is the old one");
    let orders = page.eval("Math.max(...[...document.querySelectorAll('#graph .order text')].map((of) => Number(of.textContent)))")?;
    ensure!(orders == 2, "the marks are not those of the new run: {orders}");

    // The token was that of the killed program, which the page says at once; the new address has the new one.
    page.wait("the refusal", "document.querySelector('#read-only').title.includes('restarted')")?;
    page.eval(&format!("location.hash = '#token={}'", program.token))?;
    page.wait("the commands", "!document.querySelector('#stop').disabled")?;
    page.click("#stop")?;
    page.wait("the stop", "document.querySelector('#status').textContent !== 'running'")?;
    execute(&page, "standup{}")?;
    page.wait("the call", "document.querySelector('#status').textContent === 'running'")?;
    let address = page.eval("location.href")?;
    ensure!(address == format!("{}/", program.origin), "the token is in the address: {address}");
    clean(
        &page,
        &program,
        &[
            "401",
            "ERR_CONNECTION_REFUSED",
            "ERR_INCOMPLETE",
            "ERR_CONNECTION_RESET",
            "ERR_EMPTY_RESPONSE",
        ],
    )?;
    Ok(format!(
        "lost after {} ms, marked again {} ms after the new program",
        lost.as_millis(),
        back.as_millis()
    ))
}
