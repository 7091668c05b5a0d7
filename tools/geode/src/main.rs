//! The C library and the program `nao` for the NAO's processor, a Geode: `cargo xtask nao`.
//!
//! | file | contents |
//! |---|---|
//! | `toolchain` | the compilers that build for i586 |
//! | `build` | the static library and the program `nao` |
//! | `header` | the C header of the library |
//! | `programs` | the test programs in C, and how they run on each machine |
//! | `test` | refusals, trace hashes |
//! | `memory` | files of others, wrong sizes, truncation |
//! | `process`, `stage` | programs that run beside the tests, on a memory of their own |
//! | `scenario` | two processes that are killed and stopped |
//! | `lola` | recorded sessions of a V6: the same trace on each machine |
//! | `watch` | watchers of a running behavior |
//! | `crash` | both sides killed, stopped and resumed at every store; corrupted memory |
//! | `proof` | no foreign instruction, no panic, no allocation, no recursion; sizes |

mod build;
// It knows the registers of this processor.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod crash;
mod header;
mod lola;
mod memory;
mod paths;
mod process;
mod programs;
mod proof;
mod report;
mod scenario;
mod stage;
mod test;
mod toolchain;
mod watch;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tool_support::workspace;

/// Build, test and prove the C library for the NAO's processor.
#[derive(Parser)]
#[command(bin_name = "cargo xtask nao")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build libnao_skills.a and the program nao into target/nao
    Build,
    /// Test the library on this machine, in 32 bits, and on an emulated Geode
    Test {
        /// The number of random ticks for each call; a tenth of it in the emulator
        #[arg(long, default_value_t = 1_000_000)]
        ticks: u64,
    },
    /// Prove that the processor has every instruction of the library, and that a tick neither
    /// panics nor allocates nor recurses; print sizes, stack and instructions
    Proof,
    /// Kill, stop and resume both sides at every store of every call; spoil the shared memory
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    Crash(crash::Options),
    /// Run the agent and a skill on recorded sensor packets of a V6 on each machine
    Lola {
        /// The files that `nao lola --save-packets` has written
        #[arg(required = true)]
        sessions: Vec<PathBuf>,
    },
    /// Write nao-c/include/nao_skills.h from the sources
    Header,
}

fn main() -> ExitCode {
    let workspace = workspace();
    tool_support::exit(match Cli::parse().task {
        Task::Build => build::build(&workspace),
        Task::Test { ticks } => test::test(&workspace, ticks),
        Task::Proof => proof::proof(&workspace, &mut io::stdout()),
        #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
        Task::Crash(options) => crash::crash(&workspace, &options),
        Task::Lola { sessions } => lola::test(&workspace, &sessions),
        Task::Header => header::write(&workspace),
    })
}
