//! Parameters: a number, a slider, what is refused, and the default again.

use super::{clean, open, run};
use crate::lab::Lab;
use anyhow::ensure;

/// Sets a parameter in each way that the page has.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let program = run(lab, "standup{from=\"back\"}", &["--allow-commands"])?;
    let page = open(lab, &program)?;
    page.click("#tabs [data-tab=params]")?;
    let field = "#params input[type=number][data-name=\"standup.timeout_sec\"]";
    let slider = "#params input[type=range][data-name=\"standup.timeout_sec\"]";
    let value = |of: &str| format!("document.querySelector('{of}').value");
    page.wait("the default", &format!("{} === '20'", value(field)))?;

    page.write(field, "25")?;
    page.key("Enter")?;
    page.wait("the slider to follow", &format!("{} === '25'", value(slider)))?;
    page.click("#dock-tabs [data-tab=trace]")?;
    page.wait(
        "the trace",
        "document.querySelector('#trace-list').textContent.includes('timeout_sec = 25')",
    )?;

    page.click("#tabs [data-tab=params]")?;
    page.write(field, "99")?;
    page.key("Enter")?;
    page.wait("the field as it was", &format!("{} === '25'", value(field)))?;
    let notice = page.text("#notice-text")?;
    ensure!(notice.contains("out of range"), "the page says {notice:?}");

    page.eval(&format!(
        "(() => {{ const of = document.querySelector('{slider}'); of.value = 30; \
         of.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    ))?;
    page.wait("the field to follow", &format!("{} === '30'", value(field)))?;
    page.click("#params [data-do=reset][data-name=\"standup.timeout_sec\"]")?;
    page.wait("the default again", &format!("{} === '20'", value(field)))?;
    page.picture(&lab.pictures, "params")?;
    clean(&page, &program, &["400"])?;
    Ok("a number, a slider, a value out of range that is refused, the default".to_owned())
}
