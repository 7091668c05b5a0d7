//! The files to format, their editions, and where `rustfmt` is configured for them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use ignore::WalkBuilder;
use serde::Deserialize;

use super::CliError;
use crate::error::FormatError;
use crate::format::Formatter;

/// A file to format.
pub struct SourceFile {
    pub path: PathBuf,
    /// The edition of its package.
    pub edition: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    edition: String,
    manifest_path: PathBuf,
    #[serde(default)]
    metadata: Option<serde_json::Value>,
}

impl Package {
    fn directory(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(Path::new("."))
    }

    /// Returns the paths that `[package.metadata.skill-fmt] exclude = ["path", ..]` names.
    fn excluded(&self) -> Result<Vec<PathBuf>, CliError> {
        #[derive(Deserialize, Default)]
        #[serde(default, deny_unknown_fields)]
        struct Settings {
            exclude: Vec<PathBuf>,
        }
        let settings = self.metadata.as_ref().and_then(|metadata| metadata.get("skill-fmt"));
        let Some(settings) = settings else { return Ok(Vec::new()) };
        let settings = Settings::deserialize(settings).map_err(|error| {
            let manifest = self.manifest_path.display();
            CliError::Metadata(format!("{manifest}: `package.metadata.skill-fmt`: {error}"))
        })?;
        Ok(settings.exclude.into_iter().map(|path| self.directory().join(path)).collect())
    }
}

/// Returns the Rust files of all packages of the workspace.
pub fn of_workspace(manifest: Option<&Path>) -> Result<Vec<SourceFile>, CliError> {
    let mut files = Vec::new();
    let here = std::env::current_dir().unwrap_or_default();
    for package in metadata(manifest)? {
        let excluded = package.excluded()?;
        for path in walk(package.directory(), excluded)? {
            let path = path.strip_prefix(&here).map(Path::to_owned).unwrap_or(path);
            files.push(SourceFile { path, edition: Some(package.edition.clone()) });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup_by(|a, b| a.path == b.path);
    Ok(files)
}

/// Returns the files, and the Rust files in the directories.
pub fn of_paths(paths: &[PathBuf]) -> Result<Vec<SourceFile>, CliError> {
    let mut editions = HashMap::new();
    let mut files = Vec::new();
    for path in paths {
        let found = if path.is_dir() {
            walk(path, Vec::new())?
        } else if path.is_file() {
            vec![path.clone()]
        } else {
            return Err(CliError::NoFile { path: path.clone() });
        };
        for path in found {
            let manifest = manifest_of(path.parent().unwrap_or(Path::new("")));
            let edition = editions
                .entry(manifest)
                .or_insert_with_key(|manifest| manifest.as_deref().and_then(edition_of));
            files.push(SourceFile { path, edition: edition.clone() });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup_by(|a, b| a.path == b.path);
    Ok(files)
}

/// Returns the edition of the package of a directory.
pub fn edition_at(directory: &Path) -> Option<String> {
    edition_of(&manifest_of(directory)?)
}

fn manifest_of(directory: &Path) -> Option<PathBuf> {
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let directory = std::path::absolute(directory).ok()?;
    directory.ancestors().map(|at| at.join("Cargo.toml")).find(|manifest| manifest.is_file())
}

fn edition_of(manifest: &Path) -> Option<String> {
    let packages = metadata(Some(manifest)).ok()?;
    let same = |package: &&Package| package.manifest_path == manifest;
    let package = packages.iter().find(same).or(packages.first())?;
    Some(package.edition.clone())
}

fn metadata(manifest: Option<&Path>) -> Result<Vec<Package>, CliError> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["metadata", "--no-deps", "--format-version", "1"]);
    if let Some(manifest) = manifest {
        cargo.arg("--manifest-path").arg(manifest);
    }
    let output = cargo.output().map_err(|error| CliError::Metadata(error.to_string()))?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        let error = error.trim().trim_start_matches("error: ");
        return Err(CliError::Metadata(error.to_owned()));
    }
    let metadata: Result<Metadata, _> = serde_json::from_slice(&output.stdout);
    metadata.map(|all| all.packages).map_err(|error| CliError::Metadata(error.to_string()))
}

/// Returns the Rust files in a directory: not hidden ones, none that Git ignores, no build
/// directories and no other packages.
fn walk(root: &Path, excluded: Vec<PathBuf>) -> Result<Vec<PathBuf>, CliError> {
    let mut files = Vec::new();
    let mut walk = WalkBuilder::new(root);
    walk.filter_entry(move |entry| {
        let path = entry.path();
        let is_other = entry.depth() > 0
            && entry.file_type().is_some_and(|kind| kind.is_dir())
            && (path.join("CACHEDIR.TAG").exists() || path.join("Cargo.toml").exists());
        !is_other && !excluded.iter().any(|excluded| path == excluded)
    });
    for entry in walk.build() {
        let entry = entry.map_err(|error| CliError::File {
            path: root.to_owned(),
            error: std::io::Error::other(error),
        })?;
        let is_rust = entry.path().extension().is_some_and(|extension| extension == "rs");
        if is_rust && entry.file_type().is_some_and(|kind| kind.is_file()) {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

/// The formatters of all files with the same configuration.
#[derive(Default)]
pub struct Formatters(Mutex<HashMap<Configuration, Arc<Formatter>>>);

/// The directory with the configuration of `rustfmt`, and the edition.
type Configuration = (PathBuf, Option<String>);

impl Formatters {
    /// Returns the formatter for a file.
    pub fn of_file(
        &self,
        path: &Path,
        edition: Option<String>,
    ) -> Result<Arc<Formatter>, FormatError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let has_configuration = |directory: &&Path| {
            ["rustfmt.toml", ".rustfmt.toml"].iter().any(|name| directory.join(name).is_file())
        };
        let configured = path.ancestors().skip(1).find(has_configuration);
        let directory = configured.or(path.parent()).unwrap_or(Path::new("."));
        let key = (directory.to_owned(), edition);
        let mut formatters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(formatter) = formatters.get(&key) {
            return Ok(Arc::clone(formatter));
        }
        let formatter = Arc::new(Formatter::new(key.0.clone(), key.1.clone())?);
        formatters.insert(key, Arc::clone(&formatter));
        Ok(formatter)
    }
}
