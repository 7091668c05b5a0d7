//! A directory with recordings of a robot, of which the oldest go.

use super::new_file;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The recordings of a robot in a directory that are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keep {
    /// The names of its files begin so.
    pub prefix: String,
    /// The size that all of them may have, in bytes.
    pub max_bytes: u64,
    /// Whether the runs in which something failed go last. They have a file `NAME.failed`.
    pub failures: bool,
}

/// A file of a recording.
struct Part {
    time: SystemTime,
    path: PathBuf,
    bytes: u64,
}

/// Returns the path of the file that says that something failed in the run of a recording.
pub(super) fn failed(first: &Path) -> PathBuf {
    first.with_extension("failed")
}

/// Removes a file, and returns the number of bytes that are free then.
fn remove(part: &Part) -> u64 {
    if std::fs::remove_file(&part.path).is_ok() { part.bytes } else { 0 }
}

/// Returns the name of the run of a file, without the number of a later file: `..Z-2.mcap`.
fn run_of(path: &Path) -> Option<String> {
    let stem = path.file_stem()?.to_str()?;
    let run = match stem.rsplit_once('-') {
        Some((run, number)) if number.parse::<u32>().is_ok() && is_name(run) => run,
        _ => stem,
    };
    Some(run.to_owned())
}

/// Returns whether a text is a name as [`path_in`] makes one: it ends with a time, or with a number after it.
fn is_name(run: &str) -> bool {
    let time = match run.rsplit_once('_') {
        Some((time, number)) if number.parse::<u32>().is_ok() => time,
        _ => run,
    };
    time.ends_with('Z')
}

/// Returns the path of a recording of `robot` that begins now: `ROBOT-2026-11-26T22-04-54Z.mcap`.
#[must_use]
pub fn path_in(directory: &Path, robot: &str, now: SystemTime) -> PathBuf {
    let time = humantime::format_rfc3339_seconds(now.max(UNIX_EPOCH)).to_string();
    // Colons are no part of names on all systems.
    directory.join(format!("{robot}-{}.mcap", time.replace(':', "-")))
}

impl Keep {
    /// Removes the oldest runs in the directory of `newest` until the rest is small enough: each with all its
    /// files, as it cannot be run again without one of them. Of the run of `newest` the oldest files go if
    /// there is no other any more. Neither `newest` nor a run that is being written is removed. What cannot be
    /// removed stays.
    pub(super) fn prune(&self, newest: &Path) {
        let Some(directory) = newest.parent() else { return };
        let Ok(runs) = self.runs(directory) else { return };
        let mut total: u64 = runs.values().flatten().map(|part| part.bytes).sum();
        let own = run_of(newest);
        let marked = |run: &str| directory.join(format!("{run}.failed"));
        let mut others: Vec<_> =
            runs.iter().filter(|(run, _)| Some(*run) != own.as_ref()).collect();
        others.sort_by_key(|(run, parts)| {
            let last = parts.iter().map(|part| part.time).max();
            (self.failures && marked(run).exists(), last)
        });
        let is_free = |part: &&Part| part.path != newest && new_file::is_free(&part.path);
        for (run, parts) in others {
            if total <= self.max_bytes {
                return;
            }
            if parts.iter().all(|part| is_free(&part)) {
                total -= parts.iter().map(remove).sum::<u64>();
                let _ = std::fs::remove_file(marked(run));
            }
        }
        let parts = own.and_then(|run| runs.get(&run)).into_iter().flatten();
        for part in parts.filter(is_free) {
            if total <= self.max_bytes {
                return;
            }
            total -= remove(part);
        }
    }

    /// Returns the files of the robot by their run, the oldest first.
    fn runs(&self, directory: &Path) -> std::io::Result<BTreeMap<String, Vec<Part>>> {
        let mut runs = BTreeMap::<_, Vec<_>>::new();
        for entry in directory.read_dir()? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = entry.path();
            let Some(run) = run_of(&path).filter(|_| {
                path.extension().is_some_and(|of| of == "mcap") && name.starts_with(&self.prefix)
            }) else {
                continue;
            };
            // It may be gone by now.
            let Ok(data) = entry.metadata() else { continue };
            let (true, Ok(time)) = (data.is_file(), data.modified()) else { continue };
            runs.entry(run).or_default().push(Part { time, path, bytes: data.len() });
        }
        for parts in runs.values_mut() {
            parts.sort_by_key(|part| part.time);
        }
        Ok(runs)
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

    /// A directory with files of 100 bytes, and the names that are there after others have gone.
    struct Directory(tempfile::TempDir);

    impl Directory {
        fn new(files: &[(&str, u64)]) -> Self {
            let directory = tempfile::tempdir().unwrap();
            for (name, age_sec) in files {
                let file = std::fs::File::create(directory.path().join(name)).unwrap();
                file.set_len(100).unwrap();
                file.set_modified(SystemTime::now() - Duration::from_secs(*age_sec)).unwrap();
            }
            Self(directory)
        }

        fn prune(&self, max_bytes: u64, failures: bool, newest: &str) -> Vec<String> {
            let keep = Keep { prefix: "agv-".to_owned(), max_bytes, failures };
            keep.prune(&self.0.path().join(newest));
            let entries = self.0.path().read_dir().unwrap();
            let mut names: Vec<String> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    #[test]
    fn the_oldest_of_the_robot_go() {
        let [one, two, three] = ["agv-1Z.mcap", "agv-2Z.mcap", "agv-2Z_2.mcap"];
        let others = [("other-1Z.mcap", 90), ("agv-notes.txt", 90)];
        let directory = Directory::new(
            &[&[(one, 60), (two, 50), (three, 40), ("agv-3Z.mcap", 0)][..], &others].concat(),
        );
        let left = directory.prune(300, false, "agv-3Z.mcap");
        assert_eq!(
            left,
            ["agv-2Z.mcap", "agv-2Z_2.mcap", "agv-3Z.mcap", "agv-notes.txt", "other-1Z.mcap"]
        );
        let left = directory.prune(0, false, "agv-3Z.mcap");
        assert_eq!(left, ["agv-3Z.mcap", "agv-notes.txt", "other-1Z.mcap"]);
    }

    #[test]
    fn a_run_goes_with_all_its_files_and_the_own_one_last() {
        let old = ["agv-1Z.mcap", "agv-1Z-2.mcap", "agv-1Z-3.mcap"];
        let own = ["agv-2Z_2.mcap", "agv-2Z_2-2.mcap", "agv-2Z_2-3.mcap"];
        let files =
            [(old[0], 90), (old[1], 80), (old[2], 50), (own[0], 60), (own[1], 40), (own[2], 0)];
        let directory = Directory::new(&files);
        assert_eq!(directory.prune(500, false, own[2]), [own[1], own[2], own[0]]);
        assert_eq!(directory.prune(200, false, own[2]), [own[1], own[2]]);
        assert_eq!(directory.prune(0, false, own[2]), [own[2]]);
    }

    #[test]
    fn runs_in_which_something_failed_go_last_if_they_are_to() {
        let files = ["agv-1Z.mcap", "agv-1Z-2.mcap", "agv-2Z.mcap", "agv-3Z.mcap"];
        for (failures, expected) in [
            (true, &["agv-1Z-2.mcap", "agv-1Z.failed", "agv-1Z.mcap", "agv-3Z.mcap"][..]),
            (false, &["agv-2Z.mcap", "agv-3Z.mcap"]),
        ] {
            let all: Vec<_> = files.into_iter().zip([90, 80, 50, 0]).collect();
            let directory = Directory::new(&all);
            std::fs::write(directory.0.path().join("agv-1Z.failed"), "").unwrap();
            assert_eq!(directory.prune(300, failures, "agv-3Z.mcap"), expected);
            assert_eq!(directory.prune(0, failures, "agv-3Z.mcap"), ["agv-3Z.mcap"]);
        }
    }
}
