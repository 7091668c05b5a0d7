//! Rust, formatted by `rustfmt`, with the user's `rustfmt.toml`.

mod braces;
mod repair;
mod wrap;

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::error::FormatError;
use crate::print::Fragment;
use crate::style::Style;
use crate::tree::CodeKind;

/// `rustfmt` as it is run for a file.
#[derive(Clone, Debug)]
pub struct Rustfmt {
    /// The program: `$RUSTFMT`, or `rustfmt`.
    program: std::ffi::OsString,
    /// The directory of the file, in and above which it looks for `rustfmt.toml`.
    directory: PathBuf,
    /// The edition of the file, if it is known.
    edition: Option<String>,
}

/// A cache of formatted fragments; `None` if a fragment cannot be formatted.
#[derive(Default)]
pub struct FragmentCache(HashMap<Key, Option<String>>);

/// The key of the cache: everything that the result depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    kind: CodeKind,
    level: usize,
    before: usize,
    lines: String,
}

impl Rustfmt {
    /// Returns `rustfmt` for the files of a directory, of an edition such as `2024`.
    pub fn new(directory: PathBuf, edition: Option<String>) -> Self {
        let program = std::env::var_os("RUSTFMT").unwrap_or_else(|| "rustfmt".into());
        Self { program, directory, edition }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        if !self.directory.as_os_str().is_empty() {
            command.current_dir(&self.directory);
        }
        command.args(["--color", "never"]);
        if let Some(edition) = &self.edition {
            command.args(["--edition", edition]);
        }
        command
    }

    /// Returns the style that `rustfmt.toml` sets.
    ///
    /// # Errors
    ///
    /// `rustfmt` does not run.
    pub fn style(&self) -> Result<Style, FormatError> {
        let mut command = self.command();
        let output =
            command.args(["--print-config", "current", "./lib.rs"]).stdin(Stdio::null()).output();
        let output = output.map_err(|error| self.does_not_run(&error))?;
        if !output.status.success() {
            let error = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            return Err(FormatError::Rustfmt(error));
        }
        let config = String::from_utf8_lossy(&output.stdout).into_owned();
        let value = |name: &str| {
            config.lines().find_map(|line| {
                let (key, value) = line.split_once('=')?;
                (key.trim() == name).then(|| value.trim().trim_matches('"'))
            })
        };
        let number = |name: &str| value(name).and_then(|value| value.parse().ok());
        let usual = Style::default();
        Ok(Style {
            max_width: number("max_width").unwrap_or(usual.max_width),
            tab_spaces: number("tab_spaces").unwrap_or(usual.tab_spaces).max(1),
            hard_tabs: value("hard_tabs") == Some("true"),
            is_disabled: value("disable_all_formatting") == Some("true"),
        })
    }

    /// Formats a whole file.
    ///
    /// # Errors
    ///
    /// `rustfmt` does not run, or the text is not Rust; then with the compiler's errors.
    pub fn file(&self, text: &str) -> Result<String, FormatError> {
        let output = self.run(text, &[])?;
        if output.status.success() {
            return String::from_utf8(output.stdout)
                .map_err(|error| FormatError::Rustfmt(error.to_string()));
        }
        Err(FormatError::Rust(String::from_utf8_lossy(&output.stderr).into_owned()))
    }

    fn run(&self, text: &str, arguments: &[&str]) -> Result<Output, FormatError> {
        let mut command = self.command();
        command.args(arguments).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| self.does_not_run(&error))?;
        let stdin = child.stdin.take();
        let output = thread::scope(|scope| {
            // `rustfmt` may end before it has read everything; its exit status has the reason.
            scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(text.as_bytes())));
            child.wait_with_output()
        });
        output.map_err(|error| self.does_not_run(&error))
    }

    fn does_not_run(&self, error: &io::Error) -> FormatError {
        FormatError::NoRustfmt {
            program: self.program.display().to_string(),
            error: error.to_string(),
        }
    }

    /// Formats fragments of a text. A fragment without a result keeps its line breaks: `rustfmt`
    /// would change its tokens.
    ///
    /// # Errors
    ///
    /// `rustfmt` does not run.
    pub fn fragments(
        &self,
        text: &str,
        style: &Style,
        fragments: &[Fragment],
        known: &mut FragmentCache,
    ) -> Result<crate::print::Code, FormatError> {
        let keys: Vec<Key> = fragments.iter().map(|fragment| key(text, style, fragment)).collect();
        let mut new: Vec<&Key> = keys.iter().filter(|key| !known.0.contains_key(key)).collect();
        new.dedup();
        let results = self.formatted(style, &new)?;
        known.0.extend(new.into_iter().cloned().zip(results));
        let found = fragments.iter().zip(&keys).map(|(fragment, key)| {
            let result = known.0.get(key).cloned().flatten();
            let code = result.unwrap_or_else(|| key.lines.clone());
            ((fragment.place.start, fragment.kind), code)
        });
        Ok(found.collect())
    }

    /// Formats fragments together. If `rustfmt` refuses them, formats each half separately.
    fn formatted(&self, style: &Style, keys: &[&Key]) -> Result<Vec<Option<String>>, FormatError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let Some(texts) = self.texts(style, keys)? else {
            if keys.len() == 1 {
                return Ok(vec![None]);
            }
            let (left, right) = keys.split_at(keys.len() / 2);
            let mut results = self.formatted(style, left)?;
            results.extend(self.formatted(style, right)?);
            return Ok(results);
        };
        let repaired = texts.iter().zip(keys);
        let mut results: Vec<_> =
            repaired.map(|(text, key)| repair::repaired(&key.lines, text)).collect();
        // A second attempt, in case braces are the reason.
        let again: Vec<(usize, Key)> = results
            .iter()
            .enumerate()
            .filter(|(_, result)| result.is_none())
            .filter_map(|(index, _)| {
                let lines = braces::with_comments(&keys[index].lines)?;
                Some((index, Key { lines, ..keys[index].clone() }))
            })
            .collect();
        let wrapped: Vec<&Key> = again.iter().map(|(_, key)| key).collect();
        if !wrapped.is_empty()
            && let Some(texts) = self.texts(style, &wrapped)?
        {
            for ((index, _), text) in again.iter().zip(texts) {
                let text = braces::without_comments(&text);
                results[*index] = repair::repaired(&keys[*index].lines, &text);
            }
        }
        Ok(results)
    }

    /// Returns the fragments as formatted by `rustfmt`, or `None` if it refuses one.
    fn texts(&self, style: &Style, keys: &[&Key]) -> Result<Option<Vec<String>>, FormatError> {
        let file = wrap::file(style, keys);
        let output = self.run(&file, &["--config", "newline_style=Unix"])?;
        let output = String::from_utf8(output.stdout).unwrap_or_default();
        Ok(wrap::results(&output, keys))
    }
}

fn key(text: &str, style: &Style, fragment: &Fragment) -> Key {
    let Fragment { place, kind, level, before } = fragment;
    let is_statements = *kind == CodeKind::Statements;
    let lines = crate::own_lines::reindented(text, place, *level, is_statements, style);
    Key { kind: *kind, level: *level, before: *before, lines }
}
