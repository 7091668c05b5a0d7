//! The journal of systemd by its native protocol: a datagram with the fields of a line.
//!
//! Own code: the libraries for it send to one fixed socket, which no test can be at, and the protocol is a page long,
//! <https://systemd.io/JOURNAL_NATIVE_PROTOCOL/>.

use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::net::UnixDatagram;
use std::path::PathBuf;

/// The socket of the journal, and the variable of the environment that says another one.
const SOCKET: &str = "/run/systemd/journal/socket";
const SOCKET_VARIABLE: &str = "SKILL_STUDIO_JOURNAL";
/// The longest value, in bytes: a datagram has room for some of these.
const VALUE: usize = 16 * 1024;
/// The longest name of a field, in bytes.
const NAME: usize = 64;

/// The journal that reads the standard error of this program.
#[derive(Debug)]
pub struct Journal {
    socket: UnixDatagram,
    path: PathBuf,
}

impl Journal {
    /// Returns the journal if it reads standard error: the manager has said which stream that is.
    pub fn of_stderr() -> Option<Journal> {
        let stream = std::env::var("JOURNAL_STREAM").ok()?;
        let error = File::from(io::stderr().as_fd().try_clone_to_owned().ok()?);
        let own = error.metadata().ok()?;
        if stream != format!("{}:{}", own.dev(), own.ino()) {
            return None;
        }
        let path = std::env::var_os(SOCKET_VARIABLE).unwrap_or_else(|| SOCKET.into()).into();
        let socket = UnixDatagram::unbound().ok()?;
        // A journal that does not read never holds a pass up.
        socket.set_nonblocking(true).ok()?;
        Some(Journal { socket, path })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the journal does not take it now.
    pub fn send<'f>(&self, fields: impl Iterator<Item = (&'f str, &'f str)>) -> io::Result<()> {
        let mut entry = Vec::new();
        for (name, value) in fields {
            put(&mut entry, name, value);
        }
        self.socket.send_to(&entry, &self.path).map(drop)
    }
}

/// Appends a field. A value with a line end has its length before it.
fn put(entry: &mut Vec<u8>, name: &str, value: &str) {
    let end = (0..=VALUE.min(value.len())).rev().find(|end| value.is_char_boundary(*end));
    let value = &value[..end.unwrap_or(0)];
    entry.extend(name.as_bytes());
    if value.contains('\n') {
        entry.push(b'\n');
        entry.extend((value.len() as u64).to_le_bytes());
    } else {
        entry.push(b'=');
    }
    entry.extend(value.as_bytes());
    entry.push(b'\n');
}

/// Returns the name of a field of the user's as the journal has it: letters, digits and `_` only, and none of the
/// names that are `taken`.
pub fn field_name(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    let name: String = name.chars().map(letter).take(NAME - 2).collect();
    if taken(&name) || !name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return format!("F_{name}");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_a_line_or_has_its_length() {
        let mut entry = Vec::new();
        put(&mut entry, "MESSAGE", "a=b");
        put(&mut entry, "REASON", "x\ny");
        assert_eq!(entry, b"MESSAGE=a=b\nREASON\n\x03\0\0\0\0\0\0\0x\ny\n");
        entry.clear();
        put(&mut entry, "M", &"é".repeat(VALUE));
        assert_eq!(entry.len(), "M=".len() + VALUE + 1);
    }

    #[test]
    fn names_of_fields_are_those_of_the_journal() {
        let taken = |name: &str| name == "ROBOT";
        assert_eq!(field_name("charge.percent", taken), "CHARGE_PERCENT");
        assert_eq!(field_name("robot", taken), "F_ROBOT");
        assert_eq!(field_name("_pid", taken), "F__PID");
        assert_eq!(field_name("3d", taken), "F_3D");
        assert_eq!(field_name(&"x".repeat(100), taken).len(), 62);
    }
}
