//! A program that accepts no commands, and a page without a token.

use super::{clean, run};
use crate::browser::DESK;
use crate::lab::Lab;
use crate::program::Program;
use anyhow::ensure;

/// Without the flag, and without the token, everything is shown and nothing can be commanded.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let closed = run(lab, "standup{}", &[])?;
    page(lab, &closed, &closed.address(), "--allow-commands")?;
    ensure!(
        post(&closed, Some("0123456789abcdef"), &[])? == (403, "read_only".to_owned()),
        "a command to a program that accepts none"
    );

    let open = run(lab, "standup{}", &["--allow-commands"])?;
    page(lab, &open, &open.origin, "the address with the token")?;
    let wrong = "0".repeat(open.token.len());
    for (token, headers, expected) in [
        (None, &[][..], (401, "no_token")),
        (Some(&wrong), &[], (401, "wrong_token")),
        (Some(&open.token), &[("Origin", "http://evil.example")], (403, "foreign_origin")),
        (Some(&open.token), &[("Host", "evil.example")], (403, "foreign_host")),
    ] {
        let (status, kind) = post(&open, token.map(String::as_str), headers)?;
        ensure!(
            (status, kind.as_str()) == expected,
            "{expected:?} is wanted, {status} {kind} came"
        );
    }
    let view = open.get("view")?;
    ensure!(view["skiller"]["status"] == "running", "somebody stopped it: {view}");
    Ok("buttons are disabled with their reason; four kinds of refusals".to_owned())
}

fn page(lab: &Lab, program: &Program, address: &str, reason: &str) -> anyhow::Result<()> {
    let page = lab.chromium.open(address, DESK)?;
    page.wait("the active state", "!!document.querySelector('#graph .state.active')")?;
    for button in ["exec", "stop", "control", "pause", "step", "speed", "call"] {
        let found = page.eval(&format!(
            "(({{ disabled, title }}) => [disabled, title])(document.querySelector('#{button}'))"
        ))?;
        let title = found[1].as_str().unwrap_or_default();
        ensure!(found[0] == true && title.contains(reason), "{button}: {found}");
    }
    // The chip follows in the frame after the graph.
    page.wait("the words read only", "!document.querySelector('#read-only').hidden")?;
    clean(&page, program, &[])?;
    Ok(())
}

/// Sends `stop`; returns the status and the kind of the error.
fn post(
    program: &Program,
    token: Option<&str>,
    headers: &[(&str, &str)],
) -> anyhow::Result<(u16, String)> {
    let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
    let mut request = agent.post(format!("{}/api/stop", program.origin));
    if let Some(token) = token {
        request = request.header("Authorization", format!("Bearer {token}"));
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let mut answer = request.send_json(serde_json::json!({}))?;
    let status = answer.status().as_u16();
    let body: serde_json::Value = answer.body_mut().read_json()?;
    Ok((status, body["error"].as_str().unwrap_or_default().to_owned()))
}
