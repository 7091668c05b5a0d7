//! Finds the file, and makes text of it.

use crate::escape::escaped;
use crate::limits::Limit;
use crate::position::{Lines, Position};
use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};
use syn::LitStr;

/// A file that was read.
pub struct File {
    /// Its path as errors show it.
    pub shown: String,
    /// Its path on this machine.
    pub absolute: String,
    pub bytes: Vec<u8>,
}

/// Reads the file that `path` names: beside the file with the call, as `include_str!` has
/// it, else below the package.
pub fn find(path: &LitStr) -> Result<File, String> {
    let name = path.value();
    let mut places = Vec::new();
    let caller = caller(path);
    if let Some((directory, shown)) = &caller {
        places.push((directory.join(&name), shown.join(&name)));
    }
    if let Some(package) = std::env::var_os("CARGO_MANIFEST_DIR") {
        let full = Path::new(&package).join(&name);
        places.push((full.clone(), full));
        if caller.is_none() {
            let ends = ending(&name);
            places.extend(below(Path::new(&package), &ends, 8).map(|full| (full.clone(), full)));
        }
    }
    for (full, shown) in &places {
        let shown = shown.display().to_string();
        match read(full) {
            Ok(bytes) => {
                let full = std::path::absolute(full).unwrap_or_else(|_| full.clone());
                return Ok(File { shown, absolute: full.display().to_string(), bytes });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(format!("cannot read {}: {error}", escaped(&shown))),
        }
    }
    let first = places.first().map_or_else(|| PathBuf::from(&name), |(_, shown)| shown.clone());
    let mut reason = format!("cannot find file {}", escaped(&first.display().to_string()));
    if caller.is_some() && places.len() > 1 && Path::new(&name).is_relative() {
        reason += &format!(", nor {} next to the package's Cargo.toml", escaped(&name));
    }
    Err(reason + "\nhelp: a path is relative to the file with this call, or to the package")
}

/// Reads a file, but not much more of it than is allowed.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    // Opening a pipe would wait for its writer.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(Limit::Bytes.max() as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A path without the `..` and `.` that it begins with.
fn ending(name: &str) -> PathBuf {
    let up = |part: &Component| matches!(part, Component::ParentDir | Component::CurDir);
    Path::new(name).components().skip_while(up).collect()
}

/// The first file below `directory` whose path ends so: for an IDE that does not know where
/// the call is.
fn below(directory: &Path, ends: &Path, depth: usize) -> Option<PathBuf> {
    let there = directory.join(ends);
    if there.is_file() {
        return Some(there);
    }
    let mut inside: Vec<PathBuf> = std::fs::read_dir(directory)
        .ok()?
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name();
            let hidden = name == "target" || name.to_string_lossy().starts_with('.');
            (!hidden && entry.file_type().ok()?.is_dir()).then(|| entry.path())
        })
        .collect();
    inside.sort();
    inside.iter().filter(|_| depth > 0).find_map(|inside| below(inside, ends, depth - 1))
}

/// The directory of the file with the call, and how errors show it. An IDE may not know it.
fn caller(path: &LitStr) -> Option<(PathBuf, PathBuf)> {
    if !proc_macro::is_available() {
        return None;
    }
    let span = path.span().unwrap();
    let above = |file: PathBuf| file.parent().unwrap_or(Path::new("")).to_owned();
    let file = span.local_file()?;
    let shown = PathBuf::from(span.file());
    let shown = if shown.as_os_str().is_empty() { file.clone() } else { shown };
    Some((above(file), above(shown)))
}

/// The name of a file without its ending, with `_` for what no name has.
pub fn stem(path: &str) -> String {
    let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
    stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// The bytes as text. Without a word on it, XML is UTF-8; files may declare ISO-8859-1.
pub fn text(bytes: Vec<u8>) -> Result<String, (Position, String)> {
    let max = Limit::Bytes.max();
    if bytes.len() > max {
        let before = String::from_utf8_lossy(&bytes[..max]);
        return Err((Lines::of(&before).position(before.len()), Limit::Bytes.to_string()));
    }
    let error = match String::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(error) => error,
    };
    let (good, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
    if declares_latin1(bytes) {
        return Ok(bytes.iter().map(|byte| char::from(*byte)).collect());
    }
    let before = String::from_utf8_lossy(&bytes[..good]);
    let reason = format!(
        "byte {:#04x} is not valid UTF-8\nhelp: save the file as UTF-8, or declare encoding=\"ISO-8859-1\"",
        bytes.get(good).copied().unwrap_or_default()
    );
    Err((Lines::of(&before).position(before.len()), reason))
}

/// Whether the XML declaration says `encoding="ISO-8859-1"`.
fn declares_latin1(bytes: &[u8]) -> bool {
    let end = bytes.windows(2).position(|two| two == b"?>").unwrap_or(0);
    let declaration = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    declaration.starts_with("<?xml")
        && declaration.split_once("encoding").is_some_and(|(_, rest)| {
            let name = rest.trim_start_matches([' ', '=', '"', '\'']);
            ["iso-8859-1\"", "iso-8859-1'", "latin1\"", "latin1'"]
                .iter()
                .any(|latin1| name.starts_with(latin1))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_below_the_package() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let found = below(package, &ending("../src/./file.rs"), 8);
        assert_eq!(found, Some(package.join("src/file.rs")));
        assert_eq!(below(package, Path::new("src/none.rs"), 8), None);
    }
}
