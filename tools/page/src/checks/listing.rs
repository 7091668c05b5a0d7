//! The source code of the skill in the graph, with the lines of what is active and selected.

use super::{clean, open, run};
use crate::lab::Lab;
use anyhow::ensure;

/// The lines of a kind, without white space around them.
const LINES: &str = "(kind) => [...document.querySelectorAll(`#source-lines li.${kind}`)].map((of) => of.textContent.trim())";

/// Looks at the active state and at a selected one.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let program = run(lab, "standup{}", &[])?;
    let page = open(lab, &program)?;
    page.click("#tabs [data-tab=source]")?;
    page.wait("the active lines", &format!("({LINES})('active').length > 1"))?;
    let active = page.eval(&format!("({LINES})('active')[0]"))?;
    let state = page.eval("probe.view.active.at(-1).name")?;
    let is_first = |line: &str, state: &str| {
        line.strip_prefix("start ").unwrap_or(line).starts_with(&format!("state {state} "))
    };
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    ensure!(is_first(&text(&active), &text(&state)), "{active} is not the first line of {state}");
    page.eval(
        "document.querySelector('#graph .state:not(.active):not(.final):not(.failed)').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
    )?;
    page.wait("the chosen lines", &format!("({LINES})('chosen').length > 0"))?;
    let chosen = page.eval(&format!("({LINES})('chosen')[0]"))?;
    let link = page.eval("document.querySelector('#source-editor').href")?;
    let link = text(&link);
    let place = link.strip_prefix("vscode://file").and_then(|place| place.rsplit_once(':'));
    let line = place.and_then(|(path, line)| {
        let source = std::fs::read_to_string(path).ok()?;
        source.lines().nth(line.parse::<usize>().ok()?.checked_sub(1)?).map(str::to_owned)
    });
    ensure!(
        line.as_deref().map(str::trim) == chosen.as_str(),
        "{link} is {line:?}, not the chosen state {chosen}"
    );
    clean(&page, &program, &[])?;
    Ok(format!("{state} is marked, and {chosen} after a click, which the link opens"))
}
