//! Checks what an editor shows inside `skill!`: a running rust-analyzer reads the crate
//! `tools/ide/probes` and checks the expectations in its comments. `cargo xtask ide`.

mod check;
mod lsp;
mod navigate;
mod probe;
mod rename;
mod session;
mod speed;
mod symbols;
mod text;
mod variants;

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, bail};
use clap::Parser;
use tool_support::{GeneratedCrate, command, workspace};

use lsp::Server;
use probe::Source;
use session::Checker;

/// The directory of the probe crate in the workspace.
const PROBES: &str = "tools/ide/probes";
const MODULES: &str = "pub mod speed_plain;\npub mod speed_skill;\n";

/// Check what rust-analyzer shows inside `skill!`, with the probes in tools/ide/probes.
#[derive(Parser)]
#[command(bin_name = "cargo xtask ide")]
struct Options {
    /// Only probes whose position or text contains this
    #[arg(long, default_value = "", hide_default_value = true)]
    filter: String,
    /// Of the half-typed blocks, only each N-th
    #[arg(long, default_value_t = 1, hide_default_value = true, value_name = "N")]
    every: usize,
    /// Only compare the time of a completion in a block of 100 states with that in a plain file:
    /// at most 1.5 times as long. Needs an otherwise idle machine
    #[arg(long, conflicts_with = "filter")]
    speed: bool,
    /// Print all answers
    #[arg(long)]
    verbose: bool,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Options::parse()))
}

/// Checks the probes, and prints those that fail and a summary. Returns whether all pass.
fn run(options: &Options) -> anyhow::Result<bool> {
    let program = rust_analyzer()?;
    let workspace = workspace();
    let probes = workspace.join(PROBES);
    let mut sources = probe::read_all(&probes.join("src"), "src").context(PROBES)?;
    let variants = fs::read_to_string(probes.join("half.rs.in")).context("half.rs.in")?;
    let mut half = Source::parse("src/half/mod.rs", "//! Incomplete code.\n")?;
    for (name, text) in variants::variants(&variants)? {
        half.text += &format!("mod {name};\n");
        sources.push(Source::parse(&format!("src/half/{name}.rs"), &text)?);
    }
    sources.push(half);
    let generated = speed::sources();
    let texts = sources.iter().chain(&generated).map(|source| match &*source.path {
        "src/lib.rs" => ("src/lib.rs", format!("{}{MODULES}", source.text)),
        path => (path, source.text.clone()),
    });
    // The server reports canonical paths.
    let root = write_crate("ide/probes", texts)?.root().canonicalize()?;
    let log = root.join("server.log");
    let check = || {
        let mut server = Server::start(&program, &root, &log)?;
        server.wait_until_ready()?;
        if let Some(warning) = server.warning() {
            println!("ide: rust-analyzer reports {warning}");
        }
        check_all(options, &sources, &generated, Checker::new(&mut server, &root, &sources))
    };
    check().with_context(|| format!("rust-analyzer (its log is {})", log.display()))
}

/// Returns the rust-analyzer to run: `RUST_ANALYZER`, or the one in the path.
fn rust_analyzer() -> anyhow::Result<OsString> {
    let program = std::env::var_os("RUST_ANALYZER").unwrap_or_else(|| "rust-analyzer".into());
    if command::succeeds(Command::new(&program).arg("--version")) {
        return Ok(program);
    }
    bail!(
        "`{}` cannot be run\nhelp: rustup component add rust-analyzer rust-src, or set \
         RUST_ANALYZER to its path",
        program.display()
    )
}

/// Writes a copy of the crate below `target`, with these texts of its files: the server writes
/// nothing into the sources. In `ide/..` it is as deep in the workspace as the original, so that
/// relative paths stay valid.
fn write_crate<'a>(
    directory: &str,
    sources: impl Iterator<Item = (&'a str, String)>,
) -> anyhow::Result<GeneratedCrate> {
    let workspace = workspace();
    let copy = GeneratedCrate::new(&workspace, directory);
    let probes = workspace.join(PROBES);
    let read = |name: &str| fs::read_to_string(probes.join(name)).context(name.to_owned());
    copy.clean("src")?;
    copy.write_manifest(&read("Cargo.toml")?)?;
    copy.write("LampInterface.xml", read("LampInterface.xml")?)?;
    for (path, text) in sources {
        copy.write(path, text)?;
    }
    Ok(copy)
}

fn check_all(
    options: &Options,
    sources: &[Source],
    generated: &[Source; 2],
    mut checker: Checker<'_>,
) -> anyhow::Result<bool> {
    let (mut passed, mut failed) = (0, 0);
    let mut out = std::io::stdout();
    if options.speed {
        let outcome = checker.speed(generated)?;
        writeln!(out, "a completion takes {}", outcome.answer)?;
        return Ok(outcome.holds);
    }
    let is_chosen = |number: usize, source: &Source| {
        !source.path.starts_with("src/half/") || number.is_multiple_of(options.every.max(1))
    };
    let sources = sources.iter().enumerate().filter(|(number, source)| is_chosen(*number, source));
    for (_, source) in sources {
        let chosen: Vec<_> = source
            .probes
            .iter()
            .map(|probe| (probe, format!("{PROBES}/{}:{}", source.path, probe.line)))
            .filter(|(probe, at)| format!("{at}: {}", probe.text).contains(&options.filter))
            .collect();
        if chosen.is_empty() {
            continue;
        }
        checker.open(source)?;
        for (probe, at) in chosen {
            let outcome = checker.check(source, probe)?;
            let (verdict, count) =
                if outcome.holds { ("ok", &mut passed) } else { ("failed", &mut failed) };
            *count += 1;
            if options.verbose || !outcome.holds {
                let (place, text, answer) = (source.place(probe), &probe.text, outcome.answer);
                writeln!(out, "{at}: {verdict}{place}: expected {text}; got: {answer}")?;
                out.flush()?;
            }
        }
        checker.close(source)?;
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(failed == 0)
}
