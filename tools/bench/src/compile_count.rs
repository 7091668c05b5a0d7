//! The instructions of the compiler, compared with those for the skills of version 0.1.

use crate::compile::HEAD;
use crate::machines::chains;
use crate::ring::Ring;
use anyhow::Context as _;
use serde::Deserialize;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use tool_support::{GeneratedCrate, Progress, command, packages};

/// The macros are optimized, as they were for the counts of version 0.1.
const PROFILES: &str = "[profile.dev.build-override]\nopt-level = 3\n\
                        [profile.release.build-override]\nopt-level = 3\n";
/// The tolerated increase over version 0.1.
const TOLERANCE: f64 = 0.05;
/// Runs the compiler of the crate itself below valgrind. The compiler on the path may be rustup's
/// proxy, which starts another program.
const WRAPPER: &str = "#!/bin/sh\nshift\nexec valgrind --tool=cachegrind --cache-sim=no \
                       --cachegrind-out-file=/dev/null --log-file=\"$0.log\" \
                       \"$(rustc --print sysroot)/bin/rustc\" \"$@\"\n";

/// The counts in git: for each crate the instructions of the compiler with version 0.1.
#[derive(Deserialize)]
struct Before {
    /// A crate without skills: the ratio to it changes less with the compiler.
    reference: u64,
    crates: Vec<Crate>,
}

#[derive(Deserialize)]
struct Crate {
    name: String,
    instructions: u64,
}

/// Counts the instructions of the compiler for a skill of 1000 states and for chains of skills, and
/// prints them. Returns whether none takes 5 % more than with version 0.1.
pub fn compare(workspace: &Path) -> anyhow::Result<bool> {
    let path = workspace.join("tools/bench/compile.json");
    let before: Before = serde_json::from_str(&fs::read_to_string(&path)?)
        .with_context(|| path.display().to_string())?;
    let progress = Progress::spinner("bench");
    progress.step("the compiler on a crate without skills");
    let reference = count(workspace, &reference())?;
    let (mut holds, mut lines) = (true, String::new());
    #[allow(clippy::cast_precision_loss)] // ratios
    let ratio = |instructions: u64, reference: u64| instructions as f64 / reference as f64;
    for Crate { name, instructions } in &before.crates {
        progress.step(&format!("the compiler on {name}"));
        let text = match name.as_str() {
            "1000 states" => Ring { states: 1000, seed: 0 }.skill("Ring"),
            "60 skills in chains of 30" => chains(60, 30),
            _ => anyhow::bail!("{}: unknown crate `{name}`", path.display()),
        };
        let now = count(workspace, &format!("{HEAD}{text}"))?;
        let change = ratio(now, reference) / ratio(*instructions, before.reference) - 1.0;
        writeln!(
            lines,
            "{name}: {now} instructions, {:+.1} % of version 0.1's {instructions}",
            change * 100.0
        )?;
        holds &= change <= TOLERANCE;
    }
    progress.finish(holds);
    print!("{lines}");
    println!("a crate without skills: {reference} instructions, {} then", before.reference);
    Ok(holds)
}

/// A crate of plain Rust: functions with comparisons.
fn reference() -> String {
    let mut text = String::from("#![allow(missing_docs)]\n");
    for number in 0..1500_u32 {
        let _ = writeln!(
            text,
            "pub fn f{number}(x: u32, y: f32) -> Option<u32> {{
    if y > {number}.5 {{ return None; }}
    match x {{ 0..10 => Some(x + {number}), 10 | 20 => x.checked_mul({number}), _ => f0(x / 2, y) }}
}}"
        );
    }
    text
}

fn count(workspace: &Path, text: &str) -> anyhow::Result<u64> {
    let target = workspace.join("target").join("bench").join("target");
    let generated = GeneratedCrate::new(workspace, "bench/count").building_into(target);
    let runtime = packages::RUNTIME.dependency(workspace, &[]);
    generated.write_package("bench-count", &runtime, PROFILES)?;
    // Compiles the dependencies.
    generated.write("src/lib.rs", "")?;
    command::run(&mut generated.cargo("check"))?;
    generated.write("src/lib.rs", text)?;
    let wrapper = generated.root().join("wrapper.sh");
    fs::write(&wrapper, WRAPPER)?;
    fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755))?;
    let mut cargo = generated.cargo("check");
    command::run(cargo.env("RUSTC_WORKSPACE_WRAPPER", &wrapper).env("CARGO_INCREMENTAL", "0"))?;
    let log = fs::read_to_string(generated.root().join("wrapper.sh.log"))?;
    instructions(&log).with_context(|| format!("valgrind reports no count:\n{log}"))
}

/// Parses `==1== I refs: 1,234`.
fn instructions(log: &str) -> Option<u64> {
    let line = log.lines().find(|line| line.contains("I refs") || line.contains("I   refs"))?;
    line.rsplit(':').next()?.trim().replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn reads_the_count_of_valgrind() {
        let log = "==7== Cachegrind\n==7== I   refs:      5,480,276,910\n";
        assert_eq!(super::instructions(log), Some(5_480_276_910));
        assert_eq!(super::instructions("==7== error"), None);
    }
}
