//! The page is light: its weight, the processor time until it is painted and while it follows, and the
//! time line of a long recording.

use super::{clean, open};
use crate::browser::Page;
use crate::lab::Lab;
use crate::pace::slowness;
use crate::program::Program;
use anyhow::{Context as _, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::time::{Duration, Instant};

/// The most bytes of all files of the page, each packed on its own.
const MAX_PACKED: u32 = 120_000;
/// The most seconds of the page's processor time until its first picture is there.
const MAX_PAINT_SEC: f64 = 0.5;
/// The most of a core while it follows a robot with 100 passes a second.
const MAX_FOLLOW: f64 = 0.15;
const WATCHED: Duration = Duration::from_secs(10);
const FRAMES: Duration = Duration::from_secs(2);
/// The longest time to go to any moment of a recording, in milliseconds.
const MAX_SEEK_MS: f64 = 500.0;
/// The longest time for a seek while it goes elsewhere, in milliseconds by the clock.
const MAX_INTERRUPTED_MS: f64 = 1000.0;
/// The most memory of a replay, in kB.
const MAX_REPLAY_KB: u64 = 200_000;
/// The longest time of the processor for a field over a whole recording, in milliseconds.
const MAX_PLOT_MS: f64 = 1000.0;

/// Weighs the page, and measures its first picture and a game that it follows.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let program = Program::start(&lab.program, &["play", "--gui"])?;
    let page = open(lab, &program)?;
    page.wait("the active state", "!!document.querySelector('#graph .state.active')")?;
    let paint = page.busy()?;
    let packed = weight(&page, &program)?;
    std::thread::sleep(Duration::from_secs(3));
    let (start, before) = (Instant::now(), page.busy()?);
    std::thread::sleep(WATCHED);
    let share = (page.busy()? - before) / start.elapsed().as_secs_f64();
    let frames = page.eval(&format!(
        "new Promise((done) => {{ let count = 0; const end = performance.now() + {}; \
         const step = (now) => {{ count += 1; if (now < end) requestAnimationFrame(step); else done(count); }}; \
         requestAnimationFrame(step); }})",
        FRAMES.as_millis()
    ))?;
    let rate = frames.as_f64().unwrap_or(0.0) / FRAMES.as_secs_f64();
    clean(&page, &program, &[])?;
    let slow = slowness(&page)?;
    let line = format!(
        "{:.1} kB packed; {paint:.2} s of processor time until the first picture; {:.1} % of a core while it \
         follows, {rate:.0} frames a second; the machine is slow by {slow:.2}",
        f64::from(packed) / 1000.0,
        share * 100.0
    );
    ensure!(packed < MAX_PACKED, "the page is heavy: {line}");
    ensure!(paint < MAX_PAINT_SEC * slow, "the first picture takes long: {line}");
    ensure!(share < MAX_FOLLOW * slow, "following takes much: {line}");
    Ok(line)
}

/// Returns the bytes of all files that the page has loaded, each packed on its own.
fn weight(page: &Page, program: &Program) -> anyhow::Result<u32> {
    let requests = page.requests()?;
    let is_file = |url: &&String| url.contains("/page/") || **url == format!("{}/", program.origin);
    let mut packed = 0;
    for url in requests.iter().filter(is_file) {
        let text = ureq::get(url).call()?.body_mut().read_to_vec()?;
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&text)?;
        packed += u32::try_from(packer.finish()?.len())?;
    }
    Ok(packed)
}

/// Shows a recording of 45 minutes.
pub fn recording(lab: &Lab) -> anyhow::Result<String> {
    go_to_moments(lab, "long", 45, 300.0)
}

/// Shows a recording of ten hours.
pub fn ten_hours(lab: &Lab) -> anyhow::Result<String> {
    go_to_moments(lab, "ten hours", 600, 1000.0)
}

/// Goes to the end as soon as the page is there: it says so, and goes elsewhere at once.
fn interrupt(page: &Page) -> anyhow::Result<f64> {
    let taken = page.eval(
        "Promise.all(['seek', 'state'].map((of) => import(new URL(`page/${of}.js`, location).href))).then(async ([of, { state }]) => { \
         const pause = () => new Promise((done) => setTimeout(done, 2)); \
         of.seek(of.range()[1]); \
         while (!document.querySelector('#say').textContent.startsWith('Goes to')) { \
           if (state.view?.time_sec === of.range()[1]) return 'it was there at once'; \
           await pause(); \
         } \
         const start = performance.now(); of.seek(1); \
         while (state.view?.time_sec !== 1) await pause(); \
         return performance.now() - start; })",
    )?;
    taken.as_f64().with_context(|| format!("on the way to the end: {taken}"))
}

/// Shows a recording of so many minutes, and goes to moments of it. Its time line is painted within
/// `max_line_ms`.
fn go_to_moments(lab: &Lab, name: &str, minutes: u32, max_line_ms: f64) -> anyhow::Result<String> {
    let file = lab.pictures.join(format!("{name}.mcap"));
    let program =
        Program::replay(&lab.optimized()?, &file, &["play", "--minutes", &minutes.to_string()])?;
    let page = open(lab, &program)?;
    page.wait("a mark", "!!document.querySelector('#marks button')")?;
    let interrupted = if minutes > 100 { interrupt(&page)? } else { 0.0 };
    // The part is requested and painted again, as for a new page.
    let painted =
        page.eval("import(new URL('page/timeline.js', location).href).then((of) => of.measure())")?;
    let painted = painted.as_f64().context("a time")?;
    page.picture(&lab.pictures, name)?;
    // Until it has looked through the whole.
    program.rest()?;
    let plotted = plot_ms(&program)?;
    let (mut seeks, mut busy) = (Vec::new(), Vec::new());
    for part in [0.9, 0.5, 0.97, 0.03, 0.6, 0.999, 0.0, 0.25, 0.8] {
        let before = program.busy_ms();
        let time = page.eval(&format!(
            "import(new URL('page/seek.js', location).href).then(async (of) => {{ \
             const wanted = of.range()[1] * {part}; const start = performance.now(); of.seek(wanted); \
             const {{ state }} = await import(new URL('page/state.js', location).href); \
             while (!state.view?.paused || Math.abs(state.view.time_sec - wanted) > 0.02) await new Promise((done) => setTimeout(done, 2)); \
             return performance.now() - start; }})"
        ))?;
        let time = time.as_f64().context("a time")?;
        // Of the processor, as the machine may be busy with something else.
        let taken = before.zip(program.busy_ms()).map(|(before, now)| now - before);
        seeks.push(time);
        busy.push(taken.unwrap_or(time));
    }
    let slowest = seeks.iter().copied().fold(0.0, f64::max);
    let busiest = busy.iter().copied().fold(0.0, f64::max);
    clean(&page, &program, &[])?;
    let slow = slowness(&page)?;
    let memory = program.most_memory_kb().unwrap_or_default();
    std::fs::remove_file(&file).context("no recording")?;
    let line = format!(
        "the time line of {minutes} minutes is painted in {painted:.0} ms, a field is plotted in {plotted:.0} ms of the \
         processor; a seek takes at most {busiest:.0} ms of the processor, {slowest:.0} ms by the clock; {memory} kB of \
         memory; the machine is slow by {slow:.2}"
    );
    ensure!(memory < MAX_REPLAY_KB, "too much memory: {line}");
    ensure!(
        interrupted < MAX_INTERRUPTED_MS * slow,
        "a seek waits {interrupted:.0} ms for another"
    );
    ensure!(plotted < MAX_PLOT_MS * slow, "too slow: {line}");
    ensure!(
        painted < max_line_ms * slow && busiest < MAX_SEEK_MS * slow,
        "too slow: {line}; {busy:.0?}"
    );
    Ok(line)
}

/// Returns the time for a field over the whole recording, of which nothing was plotted before, in
/// milliseconds of the processor.
fn plot_ms(program: &Program) -> anyhow::Result<f64> {
    let (start, before) = (Instant::now(), program.busy_ms());
    let seek = program.get("description")?["can"]["seek"].clone();
    let query =
        format!("interface=Nao+Sensors&field=accel_x&from={}&to={}&width=2000", seek[0], seek[1]);
    let plot = program.get(&format!("plot?{query}"))?;
    let taken = before.zip(program.busy_ms()).map(|(before, now)| now - before);
    let count = plot["points"].as_array().map_or(0, Vec::len);
    ensure!((1000..=2000).contains(&count), "{count} points in 2000 pixels");
    Ok(taken.unwrap_or(start.elapsed().as_secs_f64() * 1000.0))
}
