//! `cargo xtask proof`: `cargo skill-proof` on every package of this workspace that has skills.
//!
//! The tests of `skill-proof` plant the faults that a proof must find.

use std::process::ExitCode;

use anyhow::ensure;
use skill_proof::{Selection, Workspace, report};
use tool_support::workspace;

/// The packages with skills and agents: the NAO, and the robots that are not a NAO.
const PACKAGES: [&str; 4] = ["skills-nao", "rover", "xrobots", "hybrid"];

fn main() -> ExitCode {
    tool_support::exit(run())
}

fn run() -> anyhow::Result<bool> {
    let selection = Selection {
        packages: PACKAGES.map(str::to_owned).to_vec(),
        // The NAO's.
        x87: true,
        manifest_path: Some(workspace().join("Cargo.toml")),
        ..Selection::default()
    };
    let workspace = Workspace::read(selection)?;
    let mut holds = true;
    for package in &workspace.packages {
        let proofs = workspace.prove(package)?;
        ensure!(!proofs.is_empty(), "`{}` has no skills any more", package.name);
        holds &= report::table(&proofs, &mut std::io::stdout())?;
    }
    Ok(holds)
}
