//! Shared by the tools of this workspace: generated crates, commands, progress and the exit
//! status.

pub mod command;
pub mod generated;
pub mod packages;
pub mod progress;
pub mod python;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub use generated::GeneratedCrate;
pub use progress::Progress;

/// Returns the root directory of this workspace.
#[must_use]
pub fn workspace() -> PathBuf {
    // At run time if possible: a compiled tool may be in the target directory of a copy.
    let package = std::env::var_os("CARGO_MANIFEST_DIR");
    let package = package.map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    let root = package.ancestors().find(|directory| directory.join("Cargo.lock").exists());
    root.unwrap_or(Path::new(".")).to_owned()
}

/// Returns the exit status of a tool: 0 if everything holds, 1 if something does not. An error
/// is printed to stderr; its status is 2.
#[must_use]
pub fn exit(result: anyhow::Result<bool>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            for cause in error.chain().skip(1) {
                eprintln!("  caused by: {cause}");
            }
            ExitCode::from(2)
        }
    }
}
