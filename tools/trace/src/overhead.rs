//! What tracing costs: instructions, counted by valgrind in a generated program.

use super::{Error, built, text};
use crate::commands::{callgrind, cargo, collected};
use crate::generated;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

const MANIFEST: &str = include_str!("templates/Cargo.toml.in");
const MAIN: &str = include_str!("templates/main.rs");
/// The tracers, as the generated program knows them.
const TRACERS: [&str; 3] = ["NoTrace", "TraceRing", "DefmtTrace"];
/// What is counted, as the generated program knows it.
const WORK: [&str; 2] = ["tick", "transition"];
/// How often, in the shorter of two runs; what both have in common cancels out.
const TIMES: u64 = 1000;

/// Prints the instructions of each kind of work with each tracer, or why it does not.
pub fn measure(workspace: &Path, target: &Path, out: &mut impl Write) -> Result<(), Error> {
    if let Err(error) = Command::new("valgrind").arg("--version").output() {
        if error.kind() == io::ErrorKind::NotFound {
            writeln!(out, "there is no valgrind here, so the overhead was not measured")?;
            return Ok(());
        }
        return Err(error.into());
    }
    let program = build(workspace, target)?;
    let frames = target.join("overhead-frames");
    writeln!(
        out,
        "\n{:<12}{:>15}{:>13}{:>13}",
        "tracer", "resident tick", "transition", "its frame"
    )?;
    for tracer in TRACERS {
        let mut costs = [0.0; WORK.len()];
        let mut bytes = 0.0;
        for (work, cost) in WORK.into_iter().zip(&mut costs) {
            let once = |times| count(&program, &frames, work, tracer, times);
            let (short, long) = (once(TIMES)?, once(2 * TIMES)?);
            let each = |long: u64, short: u64| difference(long, short) / difference(TIMES, 0);
            *cost = each(long.0, short.0);
            bytes = each(long.1, short.1);
        }
        let [tick, transition] = costs;
        let frame = if bytes > 0.0 { format!("{bytes:.0} bytes") } else { "-".to_owned() };
        writeln!(out, "{tracer:<12}{tick:>15.0}{transition:>13.0}{frame:>13}")?;
    }
    writeln!(
        out,
        "instructions of one exec on x86_64; the kernel's part of writing is not counted"
    )?;
    Ok(())
}

/// `long - short`; the counts are far below what an `f64` holds exactly.
#[allow(clippy::cast_precision_loss)]
fn difference(long: u64, short: u64) -> f64 {
    long.saturating_sub(short) as f64
}

/// Links the program as `skills-nao/build.rs` has it done.
fn build(workspace: &Path, target: &Path) -> Result<std::path::PathBuf, Error> {
    let root = target.join("overhead");
    fs::create_dir_all(root.join("src"))?;
    fs::write(root.join("Cargo.toml"), MANIFEST)?;
    fs::write(root.join("src").join("main.rs"), MAIN)?;
    generated::lock(workspace, &root)?;
    let script = workspace.join("skills-nao").join("defmt-linux.x");
    let script = format!("link-arg=-Wl,-T,{}", script.display());
    let mut cargo = cargo(&root, target);
    cargo.args(["rustc", "--quiet", "--release", "--bin", "overhead", "--"]);
    for argument in ["link-arg=-fuse-ld=bfd", "link-arg=-no-pie", &script] {
        cargo.args(["-C", argument]);
    }
    built(&cargo.output()?)?;
    Ok(target.join("release").join("overhead"))
}

/// The instructions of the whole program, and the bytes of its frames.
fn count(
    program: &Path,
    frames: &Path,
    work: &str,
    tracer: &str,
    times: u64,
) -> Result<(u64, u64), Error> {
    let mut valgrind = callgrind();
    valgrind.arg(program);
    let output = valgrind.args([work, tracer, &times.to_string()]).arg(frames).output()?;
    text(&output, &[0])?;
    let messages = String::from_utf8_lossy(&output.stderr);
    let count = collected(&messages)
        .ok_or_else(|| Error::Program(format!("valgrind does not tell a count:\n{messages}")))?;
    let bytes = fs::metadata(frames)?.len();
    fs::remove_file(frames)?;
    Ok((count, bytes))
}
