//! The packages and programs of a workspace, as `cargo metadata` lists them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A workspace, with the packages on which it depends by a path.
pub struct Project(Value);

impl Project {
    /// Reads it from the output of `cargo metadata`, without its arguments.
    pub fn read(mut metadata: Command) -> Result<Self, String> {
        metadata.args(["--format-version=1", "--no-deps"]);
        let output =
            metadata.output().map_err(|error| format!("cannot run `cargo metadata`: {error}"))?;
        if !output.status.success() {
            let printed = String::from_utf8_lossy(&output.stderr);
            return Err(printed.trim_start_matches("error: ").trim_end().to_owned());
        }
        let metadata = serde_json::from_slice(&output.stdout);
        metadata.map(Self).map_err(|error| format!("cannot read the metadata: {error}"))
    }

    fn packages(&self) -> impl Iterator<Item = &Value> {
        self.0["packages"].as_array().into_iter().flatten()
    }

    /// Returns the directories of the packages.
    pub fn directories(&self) -> BTreeSet<PathBuf> {
        let manifests = self.packages().filter_map(|package| package["manifest_path"].as_str());
        let own = manifests.filter_map(|path| Path::new(path).parent());
        let used = self.packages().filter_map(|package| package["dependencies"].as_array());
        let paths = used.flatten().filter_map(|used| used["path"].as_str()).map(Path::new);
        own.chain(paths).map(Path::to_owned).collect()
    }

    /// Returns the directory of the workspace.
    pub fn root(&self) -> PathBuf {
        self.0["workspace_root"].as_str().unwrap_or(".").into()
    }

    /// Returns the directory into which it is built.
    pub fn target(&self) -> PathBuf {
        self.0["target_directory"].as_str().unwrap_or("target").into()
    }

    /// Returns the program that a package names to be run.
    pub fn default_run(&self, package_id: &Value) -> Option<&str> {
        self.packages().find(|package| package["id"] == *package_id)?["default_run"].as_str()
    }

    /// Returns the programs and their packages, as a part of a sentence.
    pub fn programs(&self) -> String {
        let programs = self.packages().flat_map(|package| {
            let targets = package["targets"].as_array().into_iter().flatten();
            let programs = targets.filter(|target| target["kind"] == serde_json::json!(["bin"]));
            programs.filter_map(|program| {
                let (program, package) = (program["name"].as_str()?, package["name"].as_str()?);
                Some(format!("`{program}` of the package `{package}`"))
            })
        });
        programs.collect::<Vec<_>>().join(", ")
    }
}
