//! The blackboard under the model checker loom: every order of events between
//! threads, within a bound. The models stand in `skill-runtime/tests/blackboard.rs`.

use std::io;
use std::path::Path;
use std::process::Command;

/// Runs the models; answers whether they hold. The output is that of `cargo test`.
///
/// # Errors
/// Cargo could not be run.
pub fn run(workspace: &Path) -> io::Result<bool> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["test", "--package", "robot-skill-runtime", "--test", "blackboard", "--release"])
        .current_dir(workspace)
        .env("RUSTFLAGS", "--cfg loom")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        // The flag would have everything else in `target` built again.
        .env("CARGO_TARGET_DIR", workspace.join("target").join("loom"))
        // The models are small: linking is what takes long.
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .status()?;
    Ok(status.success())
}
