//! The compiler's messages about a target, kept beside its intermediate code for the next run.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::stack::{Frames, PASS};

/// The arguments of the compiler with which it says it.
pub const ARGUMENTS: [&str; 3] = ["-Cremark=prologepilog", "--force-warn", "unsafe_code"];

/// The files of a target.
#[derive(Debug, Clone)]
pub struct Files {
    /// The intermediate code.
    pub llvm: PathBuf,
    frames: PathBuf,
    unsafe_code: PathBuf,
}

impl Files {
    pub fn new(llvm: PathBuf) -> Self {
        let [frames, unsafe_code] = ["frames", "unsafe"].map(|end| llvm.with_extension(end));
        Self { llvm, frames, unsafe_code }
    }

    pub fn exist(&self) -> bool {
        [&self.llvm, &self.frames, &self.unsafe_code].into_iter().all(|file| file.exists())
    }

    /// Reads the messages of a run of cargo. There are none if it has not compiled the target again.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn keep(&self, messages: &str) -> anyhow::Result<()> {
        let frames = Frames::of_remarks(messages);
        if frames.is_empty() {
            return Ok(());
        }
        write(&self.frames, &frames.text())?;
        write(&self.unsafe_code, &unsafe_blocks(messages).join("\n"))
    }

    /// Returns the frames of the functions.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn frames(&self) -> anyhow::Result<Frames> {
        Ok(Frames::parse(&read(&self.frames)?))
    }

    /// Returns the places of the blocks of `unsafe` code: `src/line.rs:9`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn unsafe_code(&self) -> anyhow::Result<Vec<String>> {
        Ok(read(&self.unsafe_code)?.lines().map(str::to_owned).collect())
    }
}

/// Returns the messages without what only [`Files::keep`] needs.
pub fn without_frames(messages: &str) -> String {
    let lines = messages.lines().filter(|line| !line.contains(PASS));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the places of the warnings about blocks of `unsafe` code.
fn unsafe_blocks(messages: &str) -> Vec<String> {
    let mut places = Vec::new();
    let mut lines = messages.lines();
    while let Some(line) = lines.next() {
        if line.contains("usage of an `unsafe` block")
            && let Some((_, place)) = lines.next().and_then(|line| line.split_once("--> "))
        {
            let place = place.rsplit_once(':').map_or(place, |(place, _)| place);
            places.push(place.to_owned());
        }
    }
    places
}

pub fn read(file: &Path) -> anyhow::Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_about_unsafe_code_are_places() {
        let messages = concat!(
            "warning: usage of an `unsafe` block\n   --> src/a.rs:126:5\n    |\n",
            "note: src/a.rs:1:0 prologepilog (analysis): 24 stack bytes in function 'f'\n",
            "warning: unused variable\n --> src/b.rs:2:3\n",
        );
        assert_eq!(unsafe_blocks(messages), ["src/a.rs:126"]);
        assert!(!without_frames(messages).contains("stack bytes"));
    }
}
