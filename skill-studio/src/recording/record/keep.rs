//! A directory with recordings of a robot, of which the oldest go.

use super::new_file;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The recordings of a robot in a directory that are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keep {
    /// The names of its files begin so.
    pub prefix: String,
    /// The size that all of them may have, in bytes.
    pub max_bytes: u64,
}

/// Returns the path of a recording of `robot` that begins now: `ROBOT-2026-11-26T22-04-54Z.mcap`.
#[must_use]
pub fn path_in(directory: &Path, robot: &str, now: SystemTime) -> PathBuf {
    let time = humantime::format_rfc3339_seconds(now.max(UNIX_EPOCH)).to_string();
    // Colons are no part of names on all systems.
    directory.join(format!("{robot}-{}.mcap", time.replace(':', "-")))
}

impl Keep {
    /// Removes the oldest recordings in the directory of `newest` until the rest is small enough. Neither
    /// `newest` nor one that is being written is removed. What cannot be removed stays.
    pub(super) fn prune(&self, newest: &Path) {
        let Some(directory) = newest.parent() else { return };
        let Ok(entries) = directory.read_dir() else { return };
        let mut files: Vec<(SystemTime, PathBuf, u64)> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let name = entry.file_name().into_string().ok()?;
                let data = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
                let is_recording = Path::new(&name).extension().is_some_and(|of| of == "mcap");
                let is_mine = is_recording && name.starts_with(&self.prefix);
                is_mine.then_some((data.modified().ok()?, entry.path(), data.len()))
            })
            .collect();
        files.sort();
        let mut total: u64 = files.iter().map(|(.., bytes)| bytes).sum();
        for (_, path, bytes) in files {
            if total <= self.max_bytes {
                return;
            }
            let is_free = path != newest && new_file::is_free(&path);
            if is_free && std::fs::remove_file(&path).is_ok() {
                total -= bytes;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_name_has_the_time_in_utc() {
        let now = UNIX_EPOCH + Duration::from_secs(1_795_730_694);
        let path = path_in(Path::new("/log"), "agv", now);
        assert_eq!(path, Path::new("/log/agv-2026-11-26T22-04-54Z.mcap"));
    }

    #[test]
    fn the_oldest_of_the_robot_go() {
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str, age_sec: u64| {
            let path = directory.path().join(name);
            let file = std::fs::File::create(&path).unwrap();
            file.set_len(100).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(age_sec)).unwrap();
            path
        };
        let old = ["agv-1.mcap", "agv-2.mcap", "agv-3.mcap"].map(|name| file(name, 50));
        let others = ["other-1.mcap", "agv-notes.txt"].map(|name| file(name, 90));
        let oldest = file("agv-0.mcap", 60);
        let newest = file("agv-4.mcap", 0);
        Keep { prefix: "agv-".to_owned(), max_bytes: 300 }.prune(&newest);
        assert!(!oldest.exists() && newest.exists() && others.iter().all(|of| of.exists()));
        assert_eq!(old.iter().filter(|of| of.exists()).count(), 2);
        Keep { prefix: "agv-".to_owned(), max_bytes: 0 }.prune(&newest);
        assert!(newest.exists() && !old.iter().any(|of| of.exists()));
    }
}
