//! A moving picture of six seconds for the README: the robot walks and kicks, the graph lights up, the
//! time of a wait runs, and there is a goal.

use crate::browser::{Chromium, Look, Page};
use crate::program::Program;
use anyhow::{Context as _, ensure};
use gif::{Encoder, Frame, Repeat};
use std::fs::File;
use std::path::Path;
use tool_support::Progress;

const LOOK: Look = Look { width: 1260, height: 720, dark: false };
const SECONDS: u16 = 6;
/// Frames in a second, of a GIF in hundredths of a second.
const RATE: u16 = 8;
/// The speed of the robot in it, so that it walks, kicks and scores.
const SPEED: f64 = 2.0;
/// The game, and the time after its first goal at which the picture ends.
const SEED: &str = "1";
const AFTER_GOAL_SEC: f64 = 2.0;

/// An image: its rows of red, green and blue.
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// Plays a game, and films the page around its first goal.
pub fn make(chromium: &Chromium, program: &Path, out: &Path) -> anyhow::Result<String> {
    let directory = tempfile::tempdir()?;
    let file = directory.path().join("game.mcap");
    let game = ["play", "--minutes", "5", "--seed", SEED];
    let program = Program::replay(program, &file, &game)?;
    let page = chromium.open(&program.address(), LOOK)?;
    page.wait("a goal", "!!document.querySelector('#marks [data-kind=goal]')")?;
    let goal = page.eval(
        "import(new URL('page/api.js', location).href).then((of) => of.getJson('/api/mark?after=0&kind=goal')).then((of) => of.time_sec)",
    )?;
    let goal = goal.as_f64().context("the time of the goal")?;
    page.click("#tabs [data-tab=field]")?;
    page.eval(
        "(() => { const of = document.querySelector('#span'); of.value = 'whole'; of.dispatchEvent(new Event('change', { bubbles: true })); })()",
    )?;
    let frames = u32::from(RATE * SECONDS);
    let begin = goal + AFTER_GOAL_SEC - f64::from(SECONDS) * SPEED;
    let mut film = Film::new(out)?;
    let progress = Progress::bar("film", frames.into());
    for number in 0..frames {
        let time = begin + f64::from(number) * SPEED / f64::from(RATE);
        go_to(&page, time)?;
        film.add(&decoded(&page.png()?)?)?;
        progress.advance();
    }
    progress.finish(true);
    drop(film);
    Ok(format!("{}: {} kB", out.display(), std::fs::metadata(out)?.len() / 1000))
}

/// Shows a moment, and waits until all of the page does.
fn go_to(page: &Page, time: f64) -> anyhow::Result<()> {
    page.eval(&format!(
        "import(new URL('page/seek.js', location).href).then((of) => of.seek({time}))"
    ))?;
    page.wait(
        "the moment",
        &format!(
            "Math.abs(parseFloat(document.querySelector('#clock').textContent) - {time}) < 0.02"
        ),
    )?;
    page.eval("new Promise((done) => setTimeout(done, 450))")?;
    Ok(())
}

fn decoded(png: &[u8]) -> anyhow::Result<Image> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size().context("a size")?];
    let info = reader.next_frame(&mut bytes)?;
    let step = info.color_type.samples();
    ensure!(step >= 3, "a screenshot without colors");
    let pixels =
        bytes[..info.buffer_size()].chunks(step).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]);
    let (width, height) = (usize::try_from(info.width)?, usize::try_from(info.height)?);
    Ok(Image { width, height, pixels: pixels.collect() })
}

/// A GIF of which each frame has what has changed.
struct Film {
    encoder: Encoder<File>,
    before: Option<Image>,
}

impl Film {
    fn new(out: &Path) -> anyhow::Result<Self> {
        let file = File::create(out).with_context(|| format!("cannot write {}", out.display()))?;
        let (width, height) = (u16::try_from(LOOK.width)?, u16::try_from(LOOK.height)?);
        let mut encoder = Encoder::new(file, width, height, &[])?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Self { encoder, before: None })
    }

    fn add(&mut self, image: &Image) -> anyhow::Result<()> {
        let [left, top, right, bottom] = match &self.before {
            Some(before) => changed(before, image),
            None => [0, 0, image.width, image.height],
        };
        let (width, height) = (right - left, bottom - top);
        // A pixel that is as it was is transparent.
        let is_new = |at: usize| {
            let before = self.before.as_ref().map(|before| &before.pixels[at..at + 3]);
            before != Some(&image.pixels[at..at + 3])
        };
        let places = (top..bottom)
            .flat_map(|row| (left..right).map(move |column| (row * image.width + column) * 3));
        let rows = places.flat_map(|at| {
            let [red, green, blue] = [0, 1, 2].map(|of| image.pixels[at + of]);
            [red, green, blue, if is_new(at) { u8::MAX } else { 0 }]
        });
        let mut rows: Vec<u8> = rows.collect();
        let (wide, high) = (u16::try_from(width)?, u16::try_from(height)?);
        let mut frame = Frame::from_rgba_speed(wide, high, &mut rows, 10);
        (frame.left, frame.top) = (u16::try_from(left)?, u16::try_from(top)?);
        frame.delay = 100 / RATE;
        self.encoder.write_frame(&frame)?;
        let Image { width, height, pixels } = image;
        self.before = Some(Image { width: *width, height: *height, pixels: pixels.clone() });
        Ok(())
    }
}

/// Returns the smallest rectangle with all that has changed: left, top, right, bottom; at least a pixel.
fn changed(before: &Image, now: &Image) -> [usize; 4] {
    let [mut left, mut top, mut right, mut bottom] = [now.width, now.height, 0, 0];
    let pairs = before.pixels.chunks(3).zip(now.pixels.chunks(3)).enumerate();
    for (index, _) in pairs.filter(|(_, (one, other))| one != other) {
        let (x, y) = (index % now.width, index / now.width);
        (left, right) = (left.min(x), right.max(x + 1));
        (top, bottom) = (top.min(y), bottom.max(y + 1));
    }
    if left >= right { [0, 0, 1, 1] } else { [left, top, right, bottom] }
}
