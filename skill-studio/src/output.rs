//! The standard output of a command.

use crate::Error;
use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::cell::RefCell;
use std::fmt;
use std::io::{self, Stdout, Write as _};

/// The style of success.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// The style of failure.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// The style of names that begin a section.
pub const NAME: Style = Style::new().bold();

/// The amount of output of a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Verbosity {
    /// Only results.
    Quiet,
    /// As documented for each command.
    #[default]
    Normal,
    /// Details as well.
    Verbose,
}

/// The standard output. Styles are removed unless a terminal reads it.
///
/// The first error is kept, and nothing is written after it; [`finish`](Output::finish)
/// returns it. Long-running commands end early when [`is_broken`](Output::is_broken).
#[derive(Debug)]
pub struct Output {
    verbosity: Verbosity,
    stream: RefCell<AutoStream<Stdout>>,
    error: RefCell<Option<io::Error>>,
}

impl Output {
    /// Returns the standard output of this process.
    #[must_use]
    pub fn new(verbosity: Verbosity) -> Output {
        let stream = RefCell::new(AutoStream::auto(io::stdout()));
        Output { verbosity, stream, error: RefCell::new(None) }
    }

    /// Returns how much is to be printed.
    #[must_use]
    pub fn verbosity(&self) -> Verbosity {
        self.verbosity
    }

    /// Returns whether only results are to be printed.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.verbosity == Verbosity::Quiet
    }

    /// Writes a line.
    pub fn line(&self, line: impl fmt::Display) {
        self.write(format_args!("{line}\n"));
    }

    /// Writes a value as one line of JSON.
    pub fn json(&self, value: &impl Serialize) {
        match serde_json::to_string(value) {
            Ok(json) => self.line(json),
            Err(error) => self.fail(error.into()),
        }
    }

    /// Writes a value as indented JSON.
    pub fn pretty_json(&self, value: &impl Serialize) {
        match serde_json::to_string_pretty(value) {
            Ok(json) => self.line(json),
            Err(error) => self.fail(error.into()),
        }
    }

    /// Writes text as it is.
    pub fn write(&self, text: fmt::Arguments<'_>) {
        if self.is_broken() {
            return;
        }
        // Written in one piece, so that a line of one thread is never torn.
        let result = self.stream.borrow_mut().write_all(text.to_string().as_bytes());
        if let Err(error) = result {
            self.fail(error);
        }
    }

    fn fail(&self, error: io::Error) {
        self.error.borrow_mut().get_or_insert(error);
    }

    /// Returns whether writing has failed.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.error.borrow().is_some()
    }

    /// Writes out what is buffered.
    ///
    /// # Errors
    /// [`Error::Output`] with the first error since the beginning.
    pub fn finish(&self) -> Result<(), Error> {
        if !self.is_broken()
            && let Err(error) = self.stream.borrow_mut().flush()
        {
            self.fail(error);
        }
        self.error.borrow_mut().take().map_or(Ok(()), |error| Err(Error::Output(error)))
    }
}
