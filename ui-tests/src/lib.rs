//! Tests of the compiler errors of the skill language: each case in `cases/` is a program that
//! must not compile, next to the output that is expected of `rustc`.
//!
//! After a change of messages: `TRYBUILD=overwrite cargo test -p ui-tests`, then read every
//! difference.

pub mod message;

use std::fs;
use std::path::{Path, PathBuf};

/// A program that must not compile, with the output of the compiler.
pub struct Case {
    /// The title of its topic.
    pub topic: String,
    /// Its title.
    pub title: String,
    /// The file with the program.
    pub path: PathBuf,
    /// The program.
    pub program: String,
    /// The output of the compiler.
    pub output: String,
}

/// Returns the root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns all cases, sorted by topic and name.
///
/// # Panics
/// Panics if a case cannot be read, or if the output that is expected of it is missing.
#[must_use]
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for topic in sorted(&root().join("ui-tests/cases")) {
        for path in sorted(&topic) {
            if path.extension().is_some_and(|end| end == "rs") {
                let read = |path: &Path| {
                    fs::read_to_string(path)
                        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
                };
                cases.push(Case {
                    topic: title(&topic),
                    title: title(&path),
                    program: read(&path),
                    output: read(&path.with_extension("stderr")),
                    path,
                });
            }
        }
    }
    cases
}

/// Returns the paths in a folder, sorted.
///
/// # Panics
/// Panics if the folder cannot be read.
#[must_use]
pub fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// `unknown_target` as `Unknown target`.
fn title(path: &Path) -> String {
    let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").replace('_', " ");
    name[..1].to_uppercase() + &name[1..]
}
