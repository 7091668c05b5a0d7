//! The journal of systemd, as far as its socket shows.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

/// The fields of an entry.
pub type Entry = BTreeMap<String, String>;

pub struct Journal {
    pub path: PathBuf,
    reader: Child,
    entries: Arc<Mutex<Vec<Entry>>>,
}

impl Journal {
    pub fn listen(path: &Path) -> Journal {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rig/journal.py");
        let mut reader = Command::new("python3");
        let mut reader =
            reader.arg(script).arg(path).stdout(Stdio::piped()).spawn().expect("python3 is there");
        let mut lines = BufReader::new(reader.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "ready");
        let entries = Arc::<Mutex<Vec<Entry>>>::default();
        let read = Arc::clone(&entries);
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                read.lock().unwrap().push(serde_json::from_str(&line).unwrap());
            }
        });
        Journal { path: path.to_owned(), reader, entries }
    }

    /// Returns the first entry that has these fields.
    pub fn find(&self, fields: &[(&str, &str)]) -> Option<Entry> {
        let has = |entry: &&Entry| {
            fields.iter().all(|(name, value)| entry.get(*name).is_some_and(|of| of == value))
        };
        self.entries.lock().unwrap().iter().find(has).cloned()
    }

    pub fn all(&self) -> Vec<Entry> {
        self.entries.lock().unwrap().clone()
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        let _ = self.reader.kill();
        let _ = self.reader.wait();
    }
}
