//! Pinned fields and lost inputs over the whole time of a recording, at once: nobody has seen them yet.

use super::{clean, open};
use crate::axe::Axe;
use crate::browser::{DESK, Look, Page};
use crate::lab::Lab;
use crate::program::Program;
use anyhow::{Context as _, ensure};
use serde_json::Value;

const SIZES: [(u32, u32); 2] = [(1440, 900), (1024, 768)];

/// Pins a flag and a number, and goes to what was lost.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let game = ["play", "--minutes", "2", "--seed", "2"];
    let program = Program::replay(&lab.program, &lab.pictures.join("plots.mcap"), &game)?;
    let page = open(lab, &program)?;
    page.wait("a mark", "!!document.querySelector('#marks button')")?;
    pin(&page, "WM Ball", "visible")?;
    pin(&page, "Nao Sensors", "accel_x")?;
    let flag = row(&page, "WM Ball.visible")?;
    let number = row(&page, "Nao Sensors.accel_x")?;
    for row in [&flag, &number] {
        let (first, last) = (row["first"].as_f64(), row["last"].as_f64());
        ensure!(first < Some(1.0) && last > Some(119.0), "not the whole recording: {row}");
        let width = page.eval("document.querySelector('#time-picture').clientWidth")?;
        let most = 2 * width.as_u64().unwrap_or(0) + 1;
        ensure!(row["count"].as_u64() <= Some(most), "more than one point a pixel: {row}, {most}");
    }
    ensure!(number["high"].as_f64() > number["low"].as_f64(), "a flat curve: {number}");
    let lost = lost(&page, &program)?;
    let axe = Axe::get()?;
    for (width, height) in SIZES {
        for dark in [false, true] {
            page.look(Look { width, height, dark })?;
            page.eval("new Promise((done) => setTimeout(done, 700))")?;
            let name = format!("plots-{width}-{}", if dark { "dark" } else { "light" });
            axe.check(&page, &name)?;
            page.picture(&lab.pictures, &name)?;
        }
    }
    page.look(DESK)?;
    refused(&program)?;
    clean(&page, &program, &[])?;
    Ok(format!("{} points of a curve before anything was shown; {lost}", number["count"]))
}

fn pin(page: &Page, interface: &str, field: &str) -> anyhow::Result<()> {
    page.eval(&format!(
        "Promise.all(['plot', 'state'].map((name) => import(new URL(`page/${{name}}.js`, location).href))).then(([of, {{ state }}]) => {{ \
         const fields = state.description.interfaces.find((of) => of.id === '{interface}').interface.fields; \
         of.plot('{interface}', fields.findIndex((of) => of.name === '{field}')); }})"
    ))?;
    Ok(())
}

/// Waits for the points of a pinned field.
fn row(page: &Page, label: &str) -> anyhow::Result<Value> {
    let row = format!(
        "import(new URL('page/plot.js', location).href).then((of) => {{ \
         const row = of.plottedRows().find((of) => of.label === '{label}'); \
         return row?.points.length ? {{ count: row.points.length, first: row.points[0][0], last: row.points.at(-1)[0], \
         low: row.low, high: row.high }} : null; }})"
    );
    page.wait(&format!("the points of {label}"), &row)
}

/// Goes to the first loss: there the ball is not visible, and just before it was.
fn lost(page: &Page, program: &Program) -> anyhow::Result<String> {
    page.click("#marks .m-lost")?;
    page.wait(
        "a loss",
        "parseFloat(document.querySelector('#clock').textContent) > 0 && probe.view.paused",
    )?;
    let all = program.get("timeline?from=0&to=120&width=10000")?;
    let marks = all["marks"].as_array().into_iter().flatten();
    let losses: Vec<&Value> = marks.filter(|of| of["kind"] == "lost").collect();
    let of_ball = losses.iter().find(|of| of["text"] == "ball.visible is false");
    let time =
        of_ball.context("the ball was never lost")?["time_sec"].as_f64().context("a time")?;
    let range = format!("&from={}&to={}&width=100", time - 0.055, time + 0.005);
    let plot = program.get(&format!("plot?interface=WM+Ball&field=visible{range}"))?;
    let values: Vec<f64> =
        plot["points"].as_array().into_iter().flatten().filter_map(|of| of[2].as_f64()).collect();
    let fell = values.split_last().is_some_and(|(last, before)| {
        *last < 0.5 && before.len() > 1 && before.iter().all(|of| *of > 0.5)
    });
    ensure!(fell, "the ball at {time}: {values:?}");
    Ok(format!("{} losses, the ball at {time:.2} s", losses.len()))
}

/// Checks that what has no plot is refused.
fn refused(program: &Program) -> anyhow::Result<()> {
    for (query, expected) in [
        ("interface=Nothing&field=visible&from=0&to=1&width=10", 404),
        ("interface=WM+Ball&field=nothing&from=0&to=1&width=10", 404),
        ("interface=Skiller&field=skill_string&from=0&to=1&width=10", 400),
        ("interface=WM+Ball&field=visible&from=1&to=1&width=10", 400),
        ("interface=WM+Ball&field=visible&from=0&to=inf&width=10", 400),
        ("interface=WM+Ball&field=visible&from=0&to=1&width=0", 400),
        ("interface=WM+Ball&field=visible&from=0&to=1&width=100000", 400),
        ("interface=WM+Ball&from=0&to=1&width=10", 400),
    ] {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let found = agent.get(format!("{}/api/plot?{query}", program.origin)).call()?;
        ensure!(found.status() == expected, "{query}: {}", found.status());
    }
    Ok(())
}
