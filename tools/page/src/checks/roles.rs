//! Pages with the tokens of roles: each shows and enables what its token is for.

use super::clean;
use crate::browser::{DESK, Page};
use crate::lab::Lab;
use crate::program::Program;
use anyhow::{Context as _, ensure};
use std::path::Path;

/// The roles with their tokens.
const ROLES: [(&str, &str); 3] = [
    ("see", "see-token-0123456789"),
    ("call", "call-token-0123456789"),
    ("set", "set-token-0123456789"),
];

/// Nothing is shown without a token; controls that another role has say so.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let mut arguments = vec!["run".to_owned(), "standup{}".to_owned()];
    arguments.extend(["--gui", "--allow-commands"].map(str::to_owned));
    for (role, token) in ROLES {
        let path = lab.pictures.join(format!("{role}.token"));
        write(&path, token)?;
        arguments.push(format!("--token-file={role}={}", path.display()));
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let program = Program::start(&lab.program, &arguments)?;
    ensure!(program.token.is_empty(), "a token was printed: {}", program.token);

    let page = lab.chromium.open(&program.origin, DESK)?;
    page.wait(
        "the refusal",
        "document.querySelector('#lost').textContent.includes('#token=TOKEN')",
    )?;
    ensure!(page.eval("!document.querySelector('#graph .state')")? == true, "a graph is shown");
    // In the same tab, as somebody who reads that.
    hash(&page, "see")?;
    page.wait("the active state", "!!document.querySelector('#graph .state.active')")?;
    disabled(&page, "exec", "for reading")?;
    page.click("#tabs [data-tab=params]")?;
    let field = "#params input[type=number]";
    page.wait("a parameter", &format!("!!document.querySelector('{field}')"))?;

    hash(&page, "call")?;
    page.wait("the commands", "!document.querySelector('#stop').disabled")?;
    disabled(&page, "pause", "for calls")?;
    ensure!(page.eval(&format!("document.querySelector('{field}').disabled"))? == true, "it sets");
    page.click("#stop")?;
    page.wait("the stop", "document.querySelector('#status').textContent !== 'running'")?;

    hash(&page, "set")?;
    page.wait("the pause", "!document.querySelector('#pause').disabled")?;
    page.wait("the parameter", &format!("!document.querySelector('{field}').disabled"))?;
    ensure!(page.eval("location.hash")? == "", "the token is in the address");
    clean(&page, &program, &["401"])?;
    Ok("nothing without a token; reading, calls and parameters by role".to_owned())
}

fn write(path: &Path, token: &str) -> anyhow::Result<()> {
    let written = std::fs::write(path, format!("{token}\n"));
    written.with_context(|| format!("cannot write {}", path.display()))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    }
    Ok(())
}

fn hash(page: &Page, role: &str) -> anyhow::Result<()> {
    let token = ROLES.iter().find(|(of, _)| *of == role).map(|(_, token)| *token);
    page.eval(&format!("location.hash = '#token={}'", token.unwrap_or_default()))?;
    Ok(())
}

fn disabled(page: &Page, button: &str, reason: &str) -> anyhow::Result<()> {
    let found = page.wait(
        &format!("{button} to be {reason}"),
        &format!(
            "(({{ disabled, title }}) => disabled && title.includes('{reason}'))(document.querySelector('#{button}'))"
        ),
    );
    found.map(drop)
}
