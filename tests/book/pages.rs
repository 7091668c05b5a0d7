//! The pages that ship: the book's and the README. Used by the build script and by the tests.
#![allow(dead_code)] // each of them uses a part

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the chapters that `SUMMARY.md` links, relative to `book/src`, in order.
pub fn chapters() -> Vec<String> {
    let summary = fs::read_to_string(root().join("book/src/SUMMARY.md")).expect("SUMMARY.md");
    let links = summary.split("](").skip(1);
    links
        .filter_map(|link| Some(link.split_once(')')?.0.trim_start_matches("./").to_owned()))
        .collect()
}

/// A fenced code block of a page.
#[derive(Clone, Debug)]
pub struct Fence {
    /// The line of the opening fence, from 1.
    pub line: usize,
    /// The text after the opening backticks: `rust,should_panic`.
    pub info: String,
    /// The lines between the fences.
    pub lines: Vec<String>,
}

impl Fence {
    /// Returns whether the block is Rust.
    pub fn is_rust(&self) -> bool {
        self.info.split(',').next() == Some("rust")
    }

    /// Returns the file, and the anchor if there is one, if the block is an include alone.
    pub fn include(&self) -> Option<(&str, Option<&str>)> {
        let [line] = &self.lines[..] else { return None };
        let target = line.trim().strip_prefix("{{#include ")?.strip_suffix("}}")?.trim();
        Some(match target.rsplit_once(':') {
            Some((file, anchor)) => (file, Some(anchor)),
            None => (target, None),
        })
    }
}

/// Returns the fenced blocks of a page.
pub fn fences(page: &str) -> Vec<Fence> {
    let (mut all, mut open): (Vec<Fence>, Option<Fence>) = (Vec::new(), None);
    for (number, line) in (1..).zip(page.lines()) {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                open =
                    Some(Fence { line: number, info: info.trim().to_owned(), lines: Vec::new() });
            }
            (Some(_), Some(_)) => all.extend(open.take()),
            (Some(fence), None) => fence.lines.push(line.to_owned()),
            (None, None) => {}
        }
    }
    all
}
