//! The keys of a fleet. Their second part is the version of what is under them.

use crate::name::Name;

/// The version of the keys and of their payloads.
pub const VERSION: u32 = 1;
/// The key that all robots subscribe: a publication with any payload stops them.
pub const STOP_ALL: &str = "skills/1/@all/stop";

/// The contents of a key of a robot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Topic {
    /// The liveliness token of the robot.
    Alive,
    /// Its description, of the program that runs.
    Description,
    /// Its newest view.
    View,
    /// Why its active states are not left.
    Why,
    /// The new lines of its log.
    Log,
    /// Its numbers, in the text format of Prometheus.
    Metrics,
    /// Its alarms.
    Alarms,
    /// The client with exclusive control.
    Control,
    /// Calls a skill.
    Call,
    /// Stops the skill that runs.
    Stop,
    /// Takes, renews and gives back exclusive control.
    Lease,
}

impl Topic {
    /// Each of them.
    pub const ALL: [Self; 11] = [
        Self::Alive,
        Self::Description,
        Self::View,
        Self::Why,
        Self::Log,
        Self::Metrics,
        Self::Alarms,
        Self::Control,
        Self::Call,
        Self::Stop,
        Self::Lease,
    ];

    /// Returns the last part of its key.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Description => "description",
            Self::View => "view",
            Self::Why => "why",
            Self::Log => "log",
            Self::Metrics => "metrics",
            Self::Alarms => "alarms",
            Self::Control => "control",
            Self::Call => "call",
            Self::Stop => "stop",
            Self::Lease => "lease",
        }
    }

    /// Returns the key of it for a robot.
    #[must_use]
    pub fn of(self, robot: &Name) -> String {
        format!("skills/{VERSION}/{robot}/{}", self.name())
    }

    /// Returns the key expression of it for all robots.
    #[must_use]
    pub fn of_all(self) -> String {
        format!("skills/{VERSION}/*/{}", self.name())
    }
}

/// Returns the key expression of the liveliness tokens of all robots, whatever their version is.
#[must_use]
pub fn any_alive() -> &'static str {
    "skills/*/*/alive"
}

/// Returns the key of the liveliness token of a robot's session. Two of one name are two robots.
#[must_use]
pub fn session(robot: &Name, session: &str) -> String {
    format!("{}/{session}", Topic::Alive.of(robot))
}

/// Returns the key expression of the liveliness tokens of the sessions of a robot, or of all.
#[must_use]
pub fn sessions(robot: Option<&Name>) -> String {
    format!("skills/{VERSION}/{}/alive/*", robot.map_or("*", Name::as_str))
}

/// Returns the robot and the session whose token has a key.
#[must_use]
pub fn session_of(key: &str) -> Option<(Name, &str)> {
    let (robot, session) = key.rsplit_once('/')?;
    let Key { version, robot, topic } = Key::read(robot)?;
    (version == VERSION && topic == Topic::Alive).then_some((robot, session))
}

/// Returns the key expression of all liveliness tokens of a robot, or of all robots, whatever their version is.
#[must_use]
pub fn tokens(robot: Option<&Name>) -> String {
    format!("skills/*/{}/alive/**", robot.map_or("*", Name::as_str))
}

/// Returns the key of the liveliness token of a client.
#[must_use]
pub fn client(name: &Name) -> String {
    format!("skills/{VERSION}/@client/{name}")
}

/// Returns the key expression of the liveliness tokens of all clients.
#[must_use]
pub fn any_client() -> &'static str {
    "skills/1/@client/*"
}

/// Returns the name of the client whose token has a key.
#[must_use]
pub fn client_of(key: &str) -> Option<Name> {
    key.strip_prefix("skills/1/@client/")?.parse().ok()
}

/// A key of a robot, read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// The version of the keys.
    pub version: u32,
    /// The robot.
    pub robot: Name,
    /// The contents of the key.
    pub topic: Topic,
}

impl Key {
    /// Reads a key; `None` if it is none of a robot.
    #[must_use]
    pub fn read(key: &str) -> Option<Self> {
        let mut parts = key.split('/');
        let (first, version, robot, topic) =
            (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        if first != "skills" || parts.next().is_some() {
            return None;
        }
        let topic = Topic::ALL.into_iter().find(|of| of.name() == topic)?;
        Some(Self { version: version.parse().ok()?, robot: robot.parse().ok()?, topic })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_written() {
        let robot: Name = "r1".parse().expect("a name");
        for topic in Topic::ALL {
            let read = Key::read(&topic.of(&robot));
            assert_eq!(read, Some(Key { version: VERSION, robot: robot.clone(), topic }));
        }
        assert_eq!(Key::read("skills/7/r1/alive").map(|key| key.version), Some(7));
        let versioned = format!("skills/{VERSION}/");
        for key in [STOP_ALL, any_client(), &client(&robot)] {
            assert!(key.starts_with(&versioned), "{key}");
            assert_eq!(Key::read(key), None, "{key}");
        }
        assert_eq!(client_of(&client(&robot)), Some(robot.clone()));
        let token = session(&robot, "ab12");
        assert_eq!((Key::read(&token), session_of(&token)), (None, Some((robot.clone(), "ab12"))));
        assert_eq!(session_of(&Topic::Alive.of(&robot)), None);
    }
}
