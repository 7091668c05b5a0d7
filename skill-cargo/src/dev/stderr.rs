//! The standard error of a robot: passed on, with its end for the page. It is a file, so that a robot waits for
//! nobody who reads, and can write to it when this program is gone.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;

use anstream::adapter::strip_str;

/// The most that a page is to show, in bytes.
const MOST: usize = 2_000;
/// The length from which on the file is emptied.
const LONG: u64 = 1 << 20;

/// The reader of the file.
pub struct Stderr {
    file: File,
    last: String,
}

impl Stderr {
    /// Creates the file. The other end is for the robot.
    pub fn create(path: &Path) -> io::Result<(Self, File)> {
        let file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
        let robot = File::options().append(true).open(path)?;
        Ok((Self { file, last: String::new() }, robot))
    }

    /// Prints what is new.
    pub fn pass_on(&mut self) {
        let mut new = Vec::new();
        if self.file.read_to_end(&mut new).is_err() || new.is_empty() {
            return;
        }
        // It may be closed.
        let _ = io::stderr().write_all(&new);
        self.last.extend(strip_str(&String::from_utf8_lossy(&new)));
        if let Some(over) = self.last.len().checked_sub(MOST) {
            let cut =
                (over..=self.last.len()).find(|at| self.last.is_char_boundary(*at)).unwrap_or(over);
            let line = self.last[cut..].find('\n').map_or(cut, |end| cut + end + 1);
            self.last.drain(..line);
        }
        if self.file.stream_position().is_ok_and(|read| read > LONG) {
            // The robot writes at the end, wherever that is.
            let _ = self.file.set_len(0).and_then(|()| self.file.rewind());
        }
    }

    /// Returns the last lines.
    pub fn last(&self) -> &str {
        &self.last
    }
}
