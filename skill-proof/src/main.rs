//! The program `cargo skill-proof`.

use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::{bail, ensure};
use clap::Parser;
use skill_proof::{Selection, Workspace, report};

/// The maximum number of places of `unsafe` code that are printed.
const MAX_SHOWN: usize = 8;

/// `cargo skill-proof`
#[derive(Parser)]
#[command(name = "cargo", bin_name = "cargo")]
enum Cli {
    SkillProof(Arguments),
}

/// Prove that stepping the skills and agents of a package neither panics nor allocates, and that
/// it ends, with a bound of the stack
///
/// The package is compiled as for a release. In what the compiler makes of it, everything is
/// followed that a skill, an agent or a skill space can reach: blocks, guards, actions, and the
/// functions of yours and of other crates that they call.
///
/// `unsafe` code is compiled and followed like any other, but what makes it right is not looked at:
/// the proof assumes that it has no undefined behavior. Blocks of it in the package are listed.
///
/// Exit status: 0 if everything is proved, 1 if something is not, 2 if the package does not
/// compile.
#[derive(clap::Args)]
#[command(version, after_help = report::NOT_SEEN)]
struct Arguments {
    #[command(flatten)]
    selection: Selection,
}

fn main() -> ExitCode {
    let Cli::SkillProof(arguments) = Cli::parse();
    match run(arguments.selection) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(selection: Selection) -> anyhow::Result<bool> {
    let mut missing = selection.functions.clone();
    let workspace = Workspace::read(selection)?;
    let mut out = io::stdout().lock();
    let (mut holds, mut count) = (true, 0);
    for package in &workspace.packages {
        let proofs = workspace.prove(package)?;
        for (program, features) in &package.skipped {
            let features = features.join(",");
            writeln!(out, "program {program}  NOT PROVED: it needs `--features {features}`")?;
            holds = false;
        }
        holds &= report::table(&proofs, &mut out)?;
        let used = proofs.iter().flat_map(|proof| proof.accepted.iter().copied()).collect();
        for function in package.accepted.unused(&used) {
            let name = &package.name;
            writeln!(out, "note: {name}: nothing was found in `{function}`, which is accepted")?;
        }
        let places = workspace.unsafe_code(package)?;
        if !places.is_empty() {
            let (name, number) = (&package.name, places.len());
            let shown: Vec<_> = places.iter().take(MAX_SHOWN).map(String::as_str).collect();
            let more = if number > MAX_SHOWN { ", .." } else { "" };
            let shown = shown.join(", ");
            writeln!(out, "assumed: {name}: `unsafe` code is right ({number}): {shown}{more}")?;
        }
        count += proofs.len();
        missing.retain(|function| proofs.iter().all(|proof| proof.path != *function));
    }
    if let Some(function) = missing.first() {
        bail!(
            "there is no function `{function}` in what was compiled\n\
             help: `#[inline(never)]` keeps one that is not generic; without `--lib`, `--bin` and `--example`, \
             the library and all programs are searched"
        );
    }
    ensure!(count > 0, "there is no skill, agent or skill space in what was compiled");
    writeln!(out, "{}", report::NOT_SEEN)?;
    Ok(holds)
}
