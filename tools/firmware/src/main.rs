//! `cargo xtask firmware`: the rover's images for a microcontroller, in an emulator.

mod bridge;
mod image;
mod page;
mod process;

use std::fs;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser;
use image::{Image, Runtime};
use tool_support::{command, workspace};

/// Run the rover's firmware in qemu, watch it through its serial port, and measure its flash, memory and stack
#[derive(Parser)]
#[command(bin_name = "cargo xtask firmware")]
struct Cli {
    /// Write the figures to the page of the book instead of comparing them
    #[arg(long)]
    write: bool,
}

/// The kilobyte of the promise: without texts, an image is this many bytes smaller.
const SAVED: u64 = 35 * 1024;

/// Parts of lines that each image must log, in this order.
const EXPECTED: [&str; 8] = [
    "fetch#0: starts in Open",
    "approach#3: Follow -> FINAL",
    "grip#4: called with {jaws=\"closed\"}",
    "fetch#0: Close -> FINAL",
    "drive_to#0: Turn -> Ahead",
    "drive_to#0: Ahead -> FINAL",
    "grip#0: Check -> FINAL",
    "1 cans delivered, ",
];

fn main() -> ExitCode {
    tool_support::exit(run(&Cli::parse()))
}

/// Returns whether all holds.
fn run(cli: &Cli) -> anyhow::Result<bool> {
    command::require("qemu-system-arm", "apt-get install qemu-system-arm")?;
    let rover = command::program("rover", false)?;
    let (mut holds, mut rows, mut first) = (true, Vec::new(), None);
    for runtime in Runtime::ALL {
        let plain = Image::build(runtime, &[])?;
        let text = Image::build(runtime, &["text"])?;
        let measured = Image::build(runtime, &["stack"])?;
        let log = plain.log()?;
        let expected = first.get_or_insert_with(|| log.clone());
        let name = runtime.name();
        let missing = missing(&log);
        holds &= check(missing.is_none(), || format!("{name} does not log {missing:?}: {log:#?}"));
        holds &= check(log == *expected, || format!("{name} logs something else: {log:#?}"));
        holds &= check(text.log()? == log, || format!("{name} logs something else with texts"));
        let saved = text.flash.saturating_sub(plain.flash);
        holds &= check(saved >= SAVED, || format!("{name} without texts is {saved} bytes smaller"));
        let (bound, used) = (runtime.bound()?, measured.stack_used()?);
        holds &= check(used <= bound, || format!("{name} uses {used} of {bound} bytes of stack"));
        let watched = Image::build(runtime, &["watch"])?;
        holds &= check(watched.log()? == log, || format!("{name} logs something else if watched"));
        bridge::check(&watched, &rover).with_context(|| format!("{name} is watched"))?;
        println!("{name}: {} lines logged, {bound} bytes of stack proved, {used} used", log.len());
        rows.push(page::row(name, [plain.flash, plain.ram, bound, used]));
        rows.push(page::row(&format!("{name}, watched"), [watched.flash, watched.ram]));
        rows.push(page::row(&format!("{name}, with texts"), [text.flash, text.ram]));
    }
    let path = workspace().join(page::PATH);
    let page = fs::read_to_string(&path).context(page::PATH)?;
    if cli.write {
        fs::write(&path, page::with_table(&page, &rows)?).context(page::PATH)?;
        return Ok(holds);
    }
    let table = page::table(&page)?;
    holds &= check(page::agrees(table, &rows), || {
        let help = "help: `cargo xtask firmware --write`";
        format!("{} says\n{table}\nand not\n{}\n{help}", page::PATH, rows.join("\n"))
    });
    Ok(holds)
}

/// Prints what is wrong, unless it holds.
fn check(holds: bool, what: impl FnOnce() -> String) -> bool {
    if !holds {
        println!("FAILED: {}", what());
    }
    holds
}

/// Returns the first of the expected lines that does not come after the ones before it.
fn missing(log: &[String]) -> Option<&'static str> {
    let mut lines = log.iter();
    EXPECTED.into_iter().find(|part| !lines.any(|line| line.contains(part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_expected_in_their_order() {
        let mut log: Vec<_> = EXPECTED.iter().map(|part| format!("t=1.5 {part} ..")).collect();
        assert_eq!(missing(&log), None);
        log.swap(0, 7);
        assert_eq!(missing(&log), Some(EXPECTED[1]));
    }
}
