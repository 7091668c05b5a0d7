//! The standard output and standard error of a command.

use crate::console::error::Error;
use crate::text::escape::is_escaped;
use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::cell::RefCell;
use std::fmt::{self, Write as _};
use std::io::{self, Write as _};

/// The style of names that begin a section.
pub const NAME: Style = Style::new().bold();
/// The style of success.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// The style of failure.
pub const BAD: Style = AnsiColor::Red.on_default().bold();

/// The amount of output of a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Verbosity {
    /// Results only: `--quiet`.
    Quiet,
    /// As documented for each command.
    #[default]
    Normal,
    /// Details as well, such as entered states: `--verbose`.
    Verbose,
}

/// The destination of standard output. On Unix a file of its own: the standard library takes errors of a
/// descriptor that cannot be written to for success.
#[cfg(unix)]
type Stream = std::fs::File;
#[cfg(not(unix))]
type Stream = io::Stdout;

#[cfg(unix)]
fn stdout() -> io::Result<Stream> {
    use std::os::fd::AsFd;
    io::stdout().as_fd().try_clone_to_owned().map(Stream::from)
}
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)] // as on Unix
fn stdout() -> io::Result<Stream> {
    Ok(io::stdout())
}

/// The standard output. Styles are removed unless a terminal reads it.
///
/// The first error is kept, and nothing is written after it; [`finish`](Output::finish)
/// returns it. Long-running commands end early when [`is_over`](Output::is_over). A pipe that
/// its reader has closed is no error: what is written after that is dropped, so a command goes on
/// to its end and its exit status is its own.
#[derive(Debug)]
pub struct Output {
    verbosity: Verbosity,
    state: RefCell<State>,
}

#[derive(Debug)]
enum State {
    Open(AutoStream<Stream>),
    /// The reader has closed the pipe.
    Closed,
    Broken(io::Error),
}

impl From<io::Error> for State {
    fn from(error: io::Error) -> State {
        if error.kind() == io::ErrorKind::BrokenPipe { State::Closed } else { State::Broken(error) }
    }
}

impl Output {
    /// Returns the standard output of this process.
    #[must_use]
    pub fn new(verbosity: Verbosity) -> Output {
        let state =
            stdout().map_or_else(State::from, |stream| State::Open(AutoStream::auto(stream)));
        Output { verbosity, state: RefCell::new(state) }
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

    /// Writes a line. Text that comes from elsewhere must be [`Escaped`](crate::text::escape::Escaped).
    pub fn line(&self, line: impl fmt::Display) {
        self.write(format_args!("{line}\n"));
    }

    /// Writes a value as one line of JSON.
    pub fn json(&self, value: &impl Serialize) {
        self.json_line(serde_json::to_string(value));
    }

    /// Writes a value as indented JSON.
    pub fn pretty_json(&self, value: &impl Serialize) {
        self.json_line(serde_json::to_string_pretty(value));
    }

    fn json_line(&self, json: serde_json::Result<String>) {
        match json {
            Ok(json) => self.line(visible(&json)),
            Err(error) => self.fail(error.into()),
        }
    }

    /// Writes text as it is.
    pub fn write(&self, text: fmt::Arguments<'_>) {
        let mut state = self.state.borrow_mut();
        if let State::Open(stream) = &mut *state
            && let Err(error) = stream.write_all(text.to_string().as_bytes())
        {
            *state = error.into();
        }
    }

    fn fail(&self, error: io::Error) {
        let mut state = self.state.borrow_mut();
        if !matches!(*state, State::Broken(_)) {
            *state = State::Broken(error);
        }
    }

    /// Returns whether the command has to end: writing has failed, or a signal came while a
    /// recording is made.
    #[must_use]
    pub fn is_over(&self) -> bool {
        #[cfg(feature = "cli")]
        if crate::console::signals::came().is_some() {
            return true;
        }
        matches!(*self.state.borrow(), State::Broken(_))
    }

    /// Returns whether nothing more is written: the pipe was closed, or writing has failed. A
    /// command that only passes on what it reads ends then.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        !matches!(*self.state.borrow(), State::Open(_))
    }

    /// Writes out what is buffered.
    ///
    /// # Errors
    /// [`Error::Output`] with the first error since the beginning.
    pub fn finish(&self) -> Result<(), Error> {
        let mut state = self.state.borrow_mut();
        if let State::Open(stream) = &mut *state
            && let Err(error) = stream.flush()
        {
            *state = error.into();
        }
        match std::mem::replace(&mut *state, State::Closed) {
            State::Broken(error) => Err(Error::Output(error)),
            State::Open(_) | State::Closed => Ok(()),
        }
    }
}

/// Returns JSON with the characters that [`Escaped`](crate::text::escape::Escaped) escapes in the form of JSON;
/// they are only in texts. Line ends between values stay.
fn visible(json: &str) -> String {
    json.chars().fold(String::new(), |mut out, c| {
        if is_escaped(c) && c != '\n' {
            let units = c
                .encode_utf16(&mut [0; 2])
                .iter()
                .try_for_each(|unit| write!(out, "\\u{unit:04x}"));
            debug_assert!(units.is_ok(), "a `String` can be written to");
        } else {
            out.push(c);
        }
        out
    })
}

/// Writes a line to standard error, which may be closed: nothing more can be done then.
pub fn error_line(line: impl fmt::Display) {
    let mut text = String::new();
    if writeln!(text, "{line}").is_ok() {
        let _ = anstream::stderr().write_all(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn json_is_visible_and_the_same() {
        let text = "a\u{1b}\u{9b}\u{202e}\u{e0001}\"";
        let json = visible(&serde_json::to_string_pretty(&[text]).unwrap());
        assert_eq!(json, "[\n  \"a\\u001b\\u009b\\u202e\\udb40\\udc01\\\"\"\n]");
        assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), [text]);
    }
}
