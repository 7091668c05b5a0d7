//! Compares the interfaces of the published libraries with those before, by `cargo-semver-checks`.
//!
//! A change that breaks a program that uses a library is on purpose if the entry about libraries in `CHANGELOG.md` says
//! so. So the libraries are compared with the commit that has changed this entry last: since then nothing may break.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, ensure};
use clap::Parser;
use serde_json::Value;

/// The entry of `CHANGELOG.md` about libraries, up to the next empty line.
const ENTRY: &str = "/^- \\*\\*Libraries\\*\\*/,/^$/:CHANGELOG.md";
/// Its users depend on it with `=`, and none is a program.
const INTERNAL: &str = "robot-skill-compiler";

/// Check that no published library breaks a program that uses it, unless `CHANGELOG.md` says so
///
/// Exit status: 0 if nothing breaks, 1 if something does, 2 if a library cannot be compared.
#[derive(Parser)]
struct Cli {
    /// Compare with this commit, not with the one that has changed the entry about libraries last
    #[arg(long, value_name = "REV")]
    baseline: Option<String>,
    /// The libraries; all that are published if none is named
    #[arg(value_name = "PACKAGE")]
    packages: Vec<String>,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Cli::parse(), &tool_support::workspace()))
}

/// Returns whether nothing breaks in the repository of a workspace.
fn run(cli: &Cli, workspace: &Path) -> anyhow::Result<bool> {
    let baseline = match &cli.baseline {
        Some(commit) => commit.clone(),
        None => declared(workspace)?,
    };
    let packages =
        if cli.packages.is_empty() { published(workspace)? } else { cli.packages.clone() };
    ensure!(!packages.is_empty(), "no library of this workspace is published");
    println!("{} as of {baseline}", packages.join(", "));
    let mut holds = true;
    // Each by itself: one that does not compile hides no other.
    for package in packages {
        let mut check = Command::new("cargo");
        check.args(["semver-checks", "--package", &package, "--baseline-rev", &baseline]);
        // Before 1.0 the second number is the one that breaks, here as in the entry.
        check.args(["--release-type", "minor"]).current_dir(workspace);
        let status = check.status().context("cargo semver-checks")?;
        match status.code() {
            Some(0) => {}
            Some(100) => holds = false,
            _ => anyhow::bail!("cargo semver-checks of {package}: {status}"),
        }
    }
    Ok(holds)
}

/// Returns the commit that has changed the entry about libraries last.
fn declared(workspace: &Path) -> anyhow::Result<String> {
    let mut git = Command::new("git");
    git.args(["log", "-1", "-s", "--format=%H", "-L", ENTRY]).current_dir(workspace);
    let output = git.output().context("git log")?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    ensure!(
        output.status.success() && !text.is_empty(),
        "no commit has an entry `- **Libraries**` in CHANGELOG.md: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(text)
}

/// Returns the packages of the workspace that are published and have a library.
fn published(workspace: &Path) -> anyhow::Result<Vec<String>> {
    let mut metadata = Command::new("cargo");
    metadata.args(["metadata", "--format-version", "1", "--no-deps"]).current_dir(workspace);
    let output = metadata.output().context("cargo metadata")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    let has_library = |package: &Value| {
        let targets = package["targets"].as_array().into_iter().flatten();
        targets.flat_map(|of| of["kind"].as_array().into_iter().flatten()).any(|of| of == "lib")
    };
    // `publish` is an empty list where it is false.
    let is_published = |package: &Value| package["publish"] != serde_json::json!([]);
    let names = packages.iter().filter(|package| is_published(package) && has_library(package));
    let names = names.filter_map(|package| package["name"].as_str());
    Ok(names.filter(|name| *name != INTERNAL).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn git(folder: &Path, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=a", "-c", "user.email=a@b.c"]).args(arguments);
        assert!(git.current_dir(folder).output().unwrap().status.success(), "{arguments:?}");
    }

    fn write(folder: &Path, [code, entry]: [&str; 2]) {
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::write(folder.join("src/lib.rs"), code).unwrap();
        let manifest = "[package]\nname = \"lib-of-a-test\"\nversion = \"0.2.0\"\nedition = \"2024\"\n[workspace]\n";
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        fs::write(folder.join(".gitignore"), "target\nCargo.lock\n").unwrap();
        let changes = format!("## Unreleased\n\n- **Libraries**: {entry}.\n\n### Added\n\n- a\n");
        fs::write(folder.join("CHANGELOG.md"), changes).unwrap();
    }

    fn commit(folder: &Path, files: [&str; 2]) {
        write(folder, files);
        git(folder, &["add", "."]);
        git(folder, &["commit", "--quiet", "--message", "a"]);
    }

    #[test]
    #[ignore = "needs cargo-semver-checks; the lane nightly runs it"]
    fn a_function_that_is_removed_without_a_word_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        git(folder, &["init", "--quiet"]);
        let all = "pub fn stays() {}\npub fn goes() {}\n";
        commit(folder, [all, "nothing"]);
        let cli = Cli { baseline: None, packages: Vec::new() };
        assert!(run(&cli, folder).unwrap(), "nothing has changed");
        commit(folder, [&format!("{all}pub fn comes() {{}}\n"), "nothing"]);
        assert!(run(&cli, folder).unwrap(), "what is added breaks nothing");
        write(folder, ["pub fn stays() {}\n", "nothing"]);
        assert!(!run(&cli, folder).unwrap(), "a function is gone");
        commit(folder, ["pub fn stays() {}\n", "nothing"]);
        assert!(!run(&cli, folder).unwrap(), "it is gone after the commit, too");
        commit(folder, ["pub fn stays() {}\n", "`goes` is gone"]);
        assert!(run(&cli, folder).unwrap(), "the changelog says so");
    }

    #[test]
    fn the_libraries_of_this_workspace_are_those_that_are_published() {
        let all = published(&tool_support::workspace()).unwrap();
        assert!(all.iter().any(|name| name == "robot-skill-runtime"), "{all:?}");
        assert!(all.iter().all(|name| !name.starts_with("tool-") && name != INTERNAL), "{all:?}");
    }
}
