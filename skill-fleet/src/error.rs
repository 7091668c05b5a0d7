//! The reasons why a fleet cannot be joined, seen or commanded.

use crate::key::VERSION;
use skill_studio::Escaped;
use skill_studio::live::Refusal;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::PathBuf;

/// The reason why a fleet cannot be joined, seen or commanded.
#[derive(Debug)]
pub enum FleetError {
    /// The file with zenoh's configuration cannot be used.
    Config(PathBuf, String),
    /// An endpoint, such as `tcp/10.0.0.2:7447`, is none.
    Endpoint(String, String),
    /// There is no session of zenoh, or a part of it.
    Zenoh(String),
    /// The system has no thread.
    Thread(io::Error),
    /// The endpoints of the router, at which none is.
    NoRouter(String, String),
    /// No robot of this name responds.
    Silent(String),
    /// The keys of a robot have this version.
    Version(String, u32),
    /// A robot of this name was there already.
    Taken(String),
    /// A command was sent to a robot, and what became of it is not known.
    Unknown(String, String),
    /// The robot has a stop, and has not obeyed it yet: it is paused.
    Waits(String),
    /// The robot refuses.
    Refused(Refusal),
    /// The response of a robot cannot be read.
    Unreadable(String),
}

impl Display for FleetError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config(path, error) => {
                write!(
                    f,
                    "{}: no configuration of zenoh: {}",
                    Escaped(path.display()),
                    Escaped(error)
                )
            }
            Self::Endpoint(text, error) => write!(
                f,
                "`{}` is no endpoint: {}; expected PROTOCOL/HOST:PORT, as tcp/10.0.0.2:7447",
                Escaped(text),
                Escaped(error)
            ),
            Self::Zenoh(error) => write!(f, "no session of zenoh: {}", Escaped(error)),
            Self::Thread(error) => write!(f, "no thread for zenoh: {error}"),
            Self::Silent(robot) => write!(
                f,
                "the robot `{}` does not respond\nhelp: the command `list` prints those that do",
                Escaped(robot)
            ),
            Self::NoRouter(endpoints, error) => {
                write!(f, "no router at {}: {}", Escaped(endpoints), Escaped(error))?;
                if !endpoints.contains("tls/") {
                    return Ok(());
                }
                f.write_str(
                    "\nhelp: it may not run, or refuse the certificate: an expired one, or one of another authority",
                )
            }
            Self::Version(robot, version) => write!(
                f,
                "the keys of the robot `{}` have version {version}, those of this program {VERSION}",
                Escaped(robot)
            ),
            Self::Taken(robot) => write!(
                f,
                "another robot is named `{}` already\nhelp: each robot of a fleet has a name of its own",
                Escaped(robot)
            ),
            Self::Unknown(robot, reason) => {
                write!(f, "sent to `{}`; its end is not known: {}", Escaped(robot), Escaped(reason))
            }
            Self::Waits(reason) => write!(f, "{}", Escaped(reason)),
            Self::Refused(refusal) => {
                write!(f, "{}", Escaped(&refusal.message))?;
                match refusal.more.get("help").and_then(|help| help.as_str()) {
                    Some(help) => write!(f, "\nhelp: {}", Escaped(help)),
                    None => Ok(()),
                }
            }
            Self::Unreadable(error) => {
                write!(f, "the response of the robot cannot be read: {}", Escaped(error))
            }
        }
    }
}

impl std::error::Error for FleetError {}

/// Returns an error of zenoh.
pub fn zenoh(error: impl Display) -> FleetError {
    FleetError::Zenoh(without_places(&error.to_string()))
}

/// Returns a text of zenoh without the lines of its own sources, ` at /../x.rs:388.`
pub fn without_places(text: &str) -> String {
    let mut parts = text.split(" at ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (place, rest) = part.split_once(' ').unwrap_or((part, ""));
        if !place.contains(".rs:") {
            out.push_str(" at ");
            out.push_str(part);
        } else if !rest.is_empty() {
            out.push(' ');
            out.push_str(rest);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{FleetError, without_places};

    #[test]
    fn a_router_with_certificates_may_refuse_them() {
        let text = |of: &str| FleetError::NoRouter(of.to_owned(), "late".to_owned()).to_string();
        assert_eq!(text("tcp/a:1"), "no router at tcp/a:1: late");
        let tls = text("tls/a:1");
        assert!(tls.starts_with("no router at tls/a:1: late\nhelp: it may not run, or "), "{tls}");
    }

    #[test]
    fn errors_have_no_places_of_other_sources() {
        let text = "Timeout! at /a b/no at /root/x.rs:388. - Caused by: none at /y.rs:1.";
        assert_eq!(without_places(text), "Timeout! at /a b/no - Caused by: none");
        assert_eq!(without_places("look at this"), "look at this");
    }
}
