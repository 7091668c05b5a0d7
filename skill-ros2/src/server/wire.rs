//! Messages that cannot be read or sent, which do not end the server.

use std::fmt::Debug;

/// Returns what was read. An error is a line for the log.
pub(super) fn taken<T, E: Debug>(
    read: Result<Option<T>, E>,
    what: &str,
    lines: &mut Vec<String>,
) -> Option<T> {
    read.unwrap_or_else(|error| {
        lines.push(format!("a {what} that cannot be read: {error:?}"));
        None
    })
}

/// Adds a line for the log if something could not be sent.
pub(super) fn sent<E: Debug>(written: &Result<(), E>, what: &str, lines: &mut Vec<String>) {
    if let Err(error) = written {
        lines.push(format!("a {what} was not sent: {error:?}"));
    }
}
