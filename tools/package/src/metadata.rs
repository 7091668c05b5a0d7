//! The published packages of the workspace, from `cargo metadata`.

use std::path::Path;

use anyhow::{Context as _, bail};
use serde::Deserialize;
use tool_support::command;

/// A package that is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// Its name on the registry.
    pub name: String,
    pub version: String,
    /// The name of its library.
    pub library: String,
    /// The published packages of the workspace that it needs, development apart.
    needs: Vec<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Listed>,
}

#[derive(Deserialize)]
struct Listed {
    name: String,
    version: String,
    /// The registries to which it may be published; any if it is null.
    publish: Option<Vec<String>>,
    targets: Vec<Target>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    kind: Option<String>,
}

/// Returns the published packages, each after those that it needs.
pub fn published(workspace: &Path) -> anyhow::Result<Vec<Package>> {
    let mut cargo = command::cargo(workspace, &workspace.join("target"));
    let output = command::run(cargo.args(["metadata", "--no-deps", "--format-version=1"]))?;
    parse(&output.stdout)
}

fn parse(json: &[u8]) -> anyhow::Result<Vec<Package>> {
    let metadata: Metadata = serde_json::from_slice(json).context("cannot read the metadata")?;
    let is_published = |package: &&Listed| package.publish.as_ref().is_none_or(|to| !to.is_empty());
    let listed: Vec<&Listed> = metadata.packages.iter().filter(is_published).collect();
    let packages = listed.iter().map(|package| {
        let is_library = |target: &&Target| {
            target.kind.iter().any(|kind| matches!(kind.as_str(), "lib" | "rlib" | "proc-macro"))
        };
        let library = package.targets.iter().find(is_library);
        let needs = package.dependencies.iter().filter(|dependency| {
            dependency.kind.as_deref() != Some("dev")
                && listed.iter().any(|other| other.name == dependency.name)
        });
        Package {
            name: package.name.clone(),
            version: package.version.clone(),
            library: library.map_or_else(|| package.name.clone(), |library| library.name.clone()),
            needs: needs.map(|dependency| dependency.name.clone()).collect(),
        }
    });
    in_order(packages.collect())
}

/// Sorts packages so that each comes after those that it needs.
fn in_order(mut rest: Vec<Package>) -> anyhow::Result<Vec<Package>> {
    let mut ordered: Vec<Package> = Vec::new();
    while !rest.is_empty() {
        let is_ready = |package: &Package| {
            package.needs.iter().all(|need| ordered.iter().any(|done| done.name == *need))
        };
        let Some(next) = rest.iter().position(is_ready) else {
            bail!("the packages {rest:?} need each other");
        };
        ordered.push(rest.remove(next));
    }
    Ok(ordered)
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn package(name: &str, publish: &str, needs: &[&str]) -> String {
        let needs: Vec<String> =
            needs.iter().map(|need| format!(r#"{{"name":"{need}","kind":null}}"#)).collect();
        format!(
            r#"{{"name":"{name}","version":"0.2.0","publish":{publish},
                "targets":[{{"name":"lib_{name}","kind":["lib"]}}],"dependencies":[{}]}}"#,
            needs.join(",")
        )
    }

    fn names(packages: &[String]) -> anyhow::Result<Vec<String>> {
        let json = format!(r#"{{"packages":[{}]}}"#, packages.join(","));
        let packages = parse(json.as_bytes())?;
        Ok(packages.into_iter().map(|package| package.library).collect())
    }

    #[test]
    fn dependencies_come_first() {
        let packages = [
            package("runtime", "null", &["macros", "heapless"]),
            package("tool", "[]", &["runtime"]),
            package("macros", "null", &[]),
        ];
        assert_eq!(names(&packages).unwrap(), ["lib_macros", "lib_runtime"]);
    }

    #[test]
    fn a_cycle_is_an_error() {
        let packages = [package("a", "null", &["b"]), package("b", "null", &["a"])];
        assert!(names(&packages).unwrap_err().to_string().contains("need each other"));
    }
}
