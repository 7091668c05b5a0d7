//! The command line of the tools.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use xtask::corpus;

/// Tools for the developers of this workspace.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Runs recorded runs of Fawkes on our engine and compares: 0 if all agree,
    /// 1 if not, 2 if the input cannot be used
    Corpus {
        /// The directory with the cases: NAME.fsm and NAME.out
        dir: PathBuf,
        /// Only cases whose names contain this
        #[arg(long, default_value = "", hide_default_value = true)]
        filter: String,
        /// Keep the generated crate in target/corpus
        #[arg(long)]
        keep: bool,
    },
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Task::Corpus { dir, filter, keep } => {
            corpus(&corpus::Options { directory: dir, filter, keep, workspace: workspace() })
        }
    }
}

fn corpus(options: &corpus::Options) -> ExitCode {
    match corpus::run(options, &mut io::stdout()) {
        Ok(summary) if summary.failed == 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(errors) => {
            for error in errors {
                eprintln!("{error}");
            }
            ExitCode::from(2)
        }
    }
}

/// The directory above this package.
fn workspace() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR");
    let package = package.map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    package.parent().unwrap_or(Path::new(".")).to_owned()
}
