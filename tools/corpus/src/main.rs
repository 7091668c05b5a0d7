//! Runs recorded machines of Fawkes as skills and compares: `cargo xtask corpus`.

mod program;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Parser;

/// Run recorded machines of Fawkes as skills and compare the runs.
#[derive(Parser)]
#[command(bin_name = "cargo xtask corpus")]
struct Cli {
    /// The directory with the cases: NAME.fsm and NAME.out
    dir: PathBuf,
    /// Only cases whose names contain this
    #[arg(long, default_value = "", hide_default_value = true)]
    filter: String,
    /// Keep the generated crate in target/corpus
    #[arg(long)]
    keep: bool,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Cli::parse()))
}

/// Runs the cases. Prints the mismatches and a summary, and returns whether all cases agree
/// with their records.
fn run(cli: &Cli) -> anyhow::Result<bool> {
    let cases = corpus_reader::read_cases(&cli.dir, &cli.filter).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        anyhow!(errors.join("\nerror: "))
    })?;
    let outcomes = program::run(&tool_support::workspace(), &cases, cli.keep)?;
    let mut failed = 0;
    for (case, outcome) in cases.iter().zip(outcomes) {
        let mismatch = match outcome {
            Ok(log) => case.mismatch(&log),
            Err(reason) => Some(reason),
        };
        if let Some(mismatch) = mismatch {
            failed += 1;
            println!("{}: {mismatch}", case.name);
        }
    }
    println!("{} passed, {failed} failed", cases.len() - failed);
    Ok(failed == 0)
}
