//! The cost of tracing: instructions that valgrind counts in a generated program.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tool_support::command::{self, Callgrind};
use tool_support::{GeneratedCrate, packages};

const MAIN: &str = include_str!("templates/main.rs");
/// The tracers, by their names in the generated program and on the page.
const TRACERS: [(&str, &str); 3] =
    [("NoTrace", "NoTrace"), ("TraceRing", "TraceRing<64>"), ("DefmtTrace", "DefmtTrace")];
/// The page that has the same table.
const PAGE: &str = "book/src/nao.md";
/// The kinds of work, by their names in the generated program.
const WORK: [&str; 2] = ["tick", "transition"];
/// The repetitions in the shorter of two runs; their difference excludes startup.
const TIMES: u64 = 1000;

/// Prints the instructions of each kind of work with each tracer. Returns whether the page says the
/// same.
pub fn measure(workspace: &Path, target: &Path) -> anyhow::Result<bool> {
    Callgrind::require()?;
    let program = build(workspace, target)?;
    let frames = target.join("overhead-frames");
    let page = fs::read_to_string(workspace.join(PAGE)).context(PAGE)?;
    let mut agrees = true;
    println!("| tracer | nothing happens | one transition | its frame |");
    for (tracer, shown) in TRACERS {
        let mut costs = [0.0; WORK.len()];
        let mut bytes = 0.0;
        for (work, cost) in WORK.into_iter().zip(&mut costs) {
            let count = |times| count(&program, &frames, work, tracer, times);
            let (short, long) = (count(TIMES)?, count(2 * TIMES)?);
            let each = |long: u64, short: u64| difference(long, short) / difference(TIMES, 0);
            *cost = each(long.0, short.0);
            bytes = each(long.1, short.1);
        }
        let [tick, transition] = costs;
        let frame = if bytes > 0.0 { format!("{bytes:.0} bytes ") } else { String::new() };
        let row = format!("| `{shown}` | {tick:.0} | {transition:.0} | {frame}|");
        let is_there = page.lines().any(|line| line == row);
        println!("{row}{}", if is_there { "" } else { " FAILED: not so on the page" });
        agrees &= is_there;
    }
    println!("instructions of one exec on x86_64, without those of the kernel for writing: {PAGE}");
    Ok(agrees)
}

/// Returns `long - short`.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn difference(long: u64, short: u64) -> f64 {
    long.saturating_sub(short) as f64
}

/// Builds the program, linked with the linker script of `defmt`.
fn build(workspace: &Path, target: &Path) -> anyhow::Result<PathBuf> {
    let generated =
        GeneratedCrate::new(workspace, "trace/overhead").building_into(target.to_owned());
    let dependencies = [
        "defmt = \"1\"\n".to_owned(),
        packages::RUNTIME.dependency(workspace, &["std", "defmt"]),
        packages::SKILLS_NAO.dependency(workspace, &[]),
        packages::NAO_SIM.bare_dependency(workspace),
        // The module of the frames uses it.
        packages::STUDIO.dependency(workspace, &["cli"]),
    ];
    let profile = "[profile.release]\npanic = \"abort\"\nlto = \"fat\"\ncodegen-units = 1\n";
    generated.write_package("overhead", &dependencies.concat(), profile)?;
    let sources = workspace.join(packages::NAO.directory).join("src");
    let main = MAIN.replace("NAO_SOURCES", &sources.display().to_string());
    generated.write("src/main.rs", main)?;
    let script = workspace.join(packages::NAO.directory).join("defmt-linux.x");
    let script = format!("link-arg=-Wl,-T,{}", script.display());
    let mut cargo = generated.cargo("rustc");
    cargo.args(["--release", "--bin", "overhead", "--"]);
    for argument in ["link-arg=-fuse-ld=bfd", "link-arg=-no-pie", &script] {
        cargo.args(["-C", argument]);
    }
    command::run(&mut cargo)?;
    Ok(generated.program("release", "overhead"))
}

/// Returns the instructions of the whole program, and the bytes of its frames.
fn count(
    program: &Path,
    frames: &Path,
    work: &str,
    tracer: &str,
    times: u64,
) -> anyhow::Result<(u64, u64)> {
    let times = times.to_string();
    let arguments = [work.as_ref(), tracer.as_ref(), times.as_ref(), frames.as_os_str()];
    let count = Callgrind::new(program).count(&arguments)?;
    let context = || format!("cannot read {}", frames.display());
    let bytes = fs::metadata(frames).with_context(context)?.len();
    fs::remove_file(frames)?;
    Ok((count, bytes))
}
