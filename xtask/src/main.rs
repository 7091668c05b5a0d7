//! The command line of the tools.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use xtask::{bench, corpus, ide, interfaces, loom, nao, nested, proof, scxml, season, trace};

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
    /// Compiles every interface description (XML) of a directory, and passes values through
    /// the blackboard: 0 if all pass, 1 if not, 2 if the input cannot be used
    Interfaces {
        /// The directory with the descriptions: NAME.xml
        dir: PathBuf,
    },
    /// Proves on release objects that stepping the shipped skills neither panics
    /// nor allocates: 0 if so, 1 if not, 2 if it cannot be told
    Proof {
        /// Add a panic to every skill, to see the proof fail
        #[arg(long, hide = true)]
        plant: bool,
    },
    /// Tries every order of events between threads on the blackboard: 0 if all is
    /// well, 1 if not, 2 if it cannot be told
    Loom,
    /// The robot's side: builds for the NAO, and tests what was built
    #[command(subcommand)]
    Nao(NaoTask),
    /// Runs random nested skills as they are compiled and by an interpreter of the rules:
    /// 0 if nothing differs, 1 if something does, 2 if it cannot be told
    Nested {
        /// How many skills
        #[arg(long, default_value_t = 2000)]
        machines: usize,
        /// How many passes of each
        #[arg(long, default_value_t = 500)]
        inputs: usize,
        /// Makes other skills and inputs
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Asks a real rust-analyzer what an editor shows inside `skill!`: 0 if it is
    /// what the probes in xtask/ide-probes say, 1 if not, 2 if it cannot be told
    Ide {
        /// Only probes whose place or text contains this
        #[arg(long, default_value = "", hide_default_value = true)]
        filter: String,
        /// Show every answer
        #[arg(long)]
        verbose: bool,
        /// Fail if there is no rust-analyzer
        #[arg(long)]
        require: bool,
    },
    /// Compares the trace that `nao trace decode` tells with the printed one, and prints
    /// what tracing costs: 0 if they agree, 1 if not, 2 if it cannot be told
    Trace,
    /// Runs random nested skills and their SCXML documents, these in an implementation of
    /// SCXML, and compares: 0 if they agree, 1 if not, 2 if it cannot be told
    Scxml {
        /// How many skills
        #[arg(long, default_value_t = 100)]
        machines: usize,
        /// How many inputs each is given
        #[arg(long, default_value_t = 100)]
        inputs: usize,
        /// Which skills and inputs
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only install the implementation below target/scxml
        #[arg(long)]
        install: bool,
    },
    /// Has the striker play many games with noise, pushes and moved balls, and prints what
    /// became of them: 0 if 95 % have a goal of ours and nothing went wrong, 1 if not, 2 if it
    /// cannot be told
    Season {
        /// How many games
        #[arg(long, default_value_t = 200)]
        games: u64,
        /// The seed of the first
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How long each lasts, in simulated minutes
        #[arg(long, default_value_t = 5.0)]
        minutes: f64,
    },
    /// Measures the engine beside its peers; tables and plots go to target/bench: 0 if all
    /// bounds hold, 1 if not, 2 if it cannot be told
    Bench {
        /// Only instructions and sizes of our machines: 0 if none is more than 2 % above
        /// the baseline
        #[arg(long)]
        check: bool,
        /// Write the baseline
        #[arg(long)]
        update: bool,
        /// Measure but this machine
        #[arg(long, conflicts_with_all = ["check", "update"])]
        only: Option<String>,
    },
}

#[derive(Clone, Copy, Subcommand)]
enum NaoTask {
    /// Builds libnao_skills.a and the program nao for the NAO's Geode, into target/nao
    Build,
    /// Runs the library on this machine, in 32 bits, and on an emulated Geode: 0 if all
    /// tests passed, 1 if not, 2 if something is missing
    Test {
        /// How many reads the stress test of the shared memory makes
        #[arg(long, default_value_t = 100_000_000)]
        reads: u64,
        /// How many random ticks each call is given, in the emulator a tenth
        #[arg(long, default_value_t = 1_000_000)]
        ticks: u64,
    },
    /// Proves on the library for the Geode that it has no instruction which the processor
    /// lacks, and no panic, allocation or recursion in a tick, and prints sizes, stack and
    /// instructions: 0 if all is as promised, 1 if not, 2 if it cannot be told
    Proof,
    /// Writes nao-c/include/nao_skills.h from the sources
    Header,
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Task::Corpus { dir, filter, keep } => {
            corpus(&corpus::Options { directory: dir, filter, keep, workspace: workspace() })
        }
        Task::Interfaces { dir } => {
            let options = interfaces::Options { workspace: workspace(), directory: dir };
            verdict(interfaces::run(&options, &mut io::stdout()))
        }
        Task::Proof { plant } => {
            let options = proof::Options { workspace: workspace(), plant };
            verdict(proof::run(&options, &mut io::stdout()))
        }
        Task::Nested { machines, inputs, seed } => {
            let options = nested::Options { workspace: workspace(), machines, inputs, seed };
            verdict(nested::run(&options, &mut io::stdout()))
        }
        Task::Loom => verdict(loom::run(&workspace())),
        Task::Nao(task) => nao(task),
        Task::Ide { filter, verbose, require } => {
            let options = ide::Options { workspace: workspace(), filter, verbose, require };
            verdict(ide::run(&options, &mut io::stdout()))
        }
        Task::Bench { check, update, only } => {
            let options = bench::Options { workspace: workspace(), check, update, only };
            verdict(bench::run(&options, &mut io::stdout()))
        }
        Task::Scxml { machines, inputs, seed, install } => {
            let options =
                scxml::Options { workspace: workspace(), machines, inputs, seed, install };
            verdict(scxml::run(&options, &mut io::stdout()))
        }
        Task::Season { games, seed, minutes } => {
            let options = season::Options { workspace: workspace(), games, seed, minutes };
            verdict(season::run(&options, &mut io::stdout()))
        }
        Task::Trace => verdict(trace::run(&workspace(), &mut io::stdout())),
    }
}

fn nao(task: NaoTask) -> ExitCode {
    let mut options = nao::Options { workspace: workspace(), reads: 0, ticks: 0 };
    verdict(match task {
        NaoTask::Build => nao::build(&options, &mut io::stdout()),
        NaoTask::Test { reads, ticks } => {
            (options.reads, options.ticks) = (reads, ticks);
            nao::test(&options, &mut io::stdout())
        }
        NaoTask::Proof => nao::proof(&options, &mut io::stdout()),
        NaoTask::Header => nao::header(&options.workspace, false),
    })
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

/// The exit code of a check.
fn verdict<E: Display>(result: Result<bool, E>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
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
