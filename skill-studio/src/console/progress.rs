//! The progress of long work.

use crate::console::output::Output;
use std::cell::Cell;
use std::io::{IsTerminal, Write as _};

/// A line on a terminal that says how far work is; where nobody watches, it prints nothing. It is removed when it
/// is dropped.
pub struct Progress<'p> {
    what: &'p str,
    all: usize,
    done: Cell<usize>,
    is_shown: bool,
}

impl<'p> Progress<'p> {
    /// Begins work on so many things, whose name is in the plural: `games`.
    #[must_use]
    pub fn new(output: &Output, what: &'p str, all: usize) -> Self {
        let is_shown = std::io::stderr().is_terminal() && !output.is_quiet();
        let progress = Self { what, all, done: Cell::new(0), is_shown };
        progress.show();
        progress
    }

    /// Notes that one is done.
    pub fn advance(&self) {
        self.done.set(self.done.get() + 1);
        self.show();
    }

    fn show(&self) {
        if self.is_shown {
            let (done, all, what) = (self.done.get(), self.all, self.what);
            let _ = write!(anstream::stderr(), "\r{done} of {all} {what}\x1b[K");
        }
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(anstream::stderr(), "\r\x1b[K");
        }
    }
}
