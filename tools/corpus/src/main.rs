//! Runs recorded machines of Fawkes as skills and compares: `cargo xtask corpus`.

mod program;
mod reports;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Parser;
use corpus_reader::Compared;
use program::NoLog;

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

/// Runs the cases. Prints how much of each was compared, or why it does not agree, and a
/// summary. Returns whether all cases agree with their records.
fn run(cli: &Cli) -> anyhow::Result<bool> {
    let cases = corpus_reader::read_cases(&cli.dir, &cli.filter).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        anyhow!(errors.join("\nerror: "))
    })?;
    let outcomes = program::run(&tool_support::workspace(), &cases, cli.keep)?;
    let (mut failed, mut untranslatable, mut all) = (0, 0, Compared::default());
    for (case, outcome) in cases.iter().zip(outcomes) {
        let name = &case.name;
        let compared = match outcome {
            Ok(log) => case.compare(&log),
            Err(NoLog::Failed(reason)) => Err(reason),
            Err(NoLog::NotTranslatable(reason)) => {
                untranslatable += 1;
                println!("{name}: not translatable: {reason}");
                continue;
            }
        };
        match compared {
            Ok(compared) => {
                all += compared;
                println!("{name}: {compared}");
            }
            Err(reason) => {
                failed += 1;
                println!("{name}: FAILED: {reason}");
            }
        }
    }
    let passed = cases.len() - failed - untranslatable;
    println!("{passed} passed, {failed} failed, {untranslatable} not translatable: {all}");
    Ok(passed == cases.len())
}
