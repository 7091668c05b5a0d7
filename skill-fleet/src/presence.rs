//! The liveliness tokens of robots, as they are now.

use crate::error::{FleetError, zenoh as error};
use crate::key::{self, Key, Topic, VERSION};
use crate::name::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use zenoh::sample::SampleKind;
use zenoh::{Session, Wait as _};

/// The time in which the tokens are read.
const READ: Duration = Duration::from_secs(3);
/// The time without another robot after which peers have found each other.
const QUIET: Duration = Duration::from_secs(1);
/// The longest time for which robots that come one after the other delay that.
const MOST: Duration = Duration::from_secs(3);

/// The tokens of a name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Presence {
    /// The versions of the keys.
    pub versions: BTreeSet<u32>,
    /// The sessions: two are two robots.
    pub sessions: BTreeSet<String>,
}

impl Presence {
    /// Returns whether two robots have the name.
    pub fn is_twice(&self) -> bool {
        self.sessions.len() > 1
    }
}

/// The tokens of names.
pub type Presences = BTreeMap<Name, Presence>;

/// Adds a token. Returns the robot if it, or another session of it, is new, and its keys have this version.
fn add(all: &mut Presences, key: &str) -> Option<Name> {
    if let Some((robot, session)) = key::session_of(key) {
        let of = all.entry(robot.clone()).or_default();
        let is_new = of.sessions.insert(session.to_owned());
        // The first one may have come after the robot.
        return (is_new && (of.is_twice() || of.versions.is_empty())).then_some(robot);
    }
    let key = Key::read(key).filter(|key| key.topic == Topic::Alive)?;
    let of = all.entry(key.robot.clone()).or_default();
    let is_new = of.versions.insert(key.version);
    (is_new && key.version == VERSION && of.sessions.is_empty()).then_some(key.robot)
}

/// Leaves out the sessions whose robots are not yet, or no longer, there.
fn robots(mut all: Presences) -> Presences {
    all.retain(|_, presence| !presence.versions.is_empty());
    all
}

/// Reads the tokens of a robot, or of all, that are known now.
///
/// # Errors
/// [`FleetError::Zenoh`].
pub fn presence(session: &Session, robot: Option<&Name>) -> Result<Presences, FleetError> {
    let mut all = Presences::new();
    let replies = session.liveliness().get(key::tokens(robot)).timeout(READ).wait();
    for reply in replies.map_err(error)? {
        if let Ok(sample) = reply.result() {
            add(&mut all, sample.key_expr().as_str());
        }
    }
    Ok(robots(all))
}

/// Reads the tokens of all robots until peers have found each other, at a time or a bit later. `found` has each robot
/// whose keys have this version at once, and again if another one has its name.
///
/// # Errors
/// [`FleetError::Zenoh`].
pub fn discover(
    session: &Session,
    settles: Instant,
    mut found: impl FnMut(Name),
) -> Result<Presences, FleetError> {
    let (sender, tokens) = mpsc::channel();
    let subscriber = session.liveliness().declare_subscriber(key::tokens(None)).history(true);
    let subscriber = subscriber.callback(move |sample| {
        if sample.kind() == SampleKind::Put {
            // It has ended otherwise.
            let _ = sender.send(sample.key_expr().to_string());
        }
    });
    let _subscriber = subscriber.wait().map_err(error)?;
    let (mut all, mut until) = (Presences::new(), settles);
    while let Ok(key) = tokens.recv_timeout(until.saturating_duration_since(Instant::now())) {
        if let Some(robot) = add(&mut all, &key) {
            found(robot);
            until = until.max((Instant::now() + QUIET).min(settles + MOST));
        }
    }
    Ok(robots(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_robot_is_new_once_in_any_order_of_its_tokens() {
        let alive = "skills/1/r1/alive";
        for (keys, news) in [
            ([alive, "skills/1/r1/alive/a", alive], [true, false, false]),
            (["skills/1/r1/alive/a", alive, "skills/1/r1/alive/a"], [true, false, false]),
            // Another one of the same name.
            (["skills/1/r1/alive/a", alive, "skills/1/r1/alive/b"], [true, false, true]),
            (["skills/2/r1/alive", "skills/1/r1/view", alive], [false, false, true]),
        ] {
            let mut all = Presences::new();
            let found = keys.map(|key| add(&mut all, key).is_some());
            assert_eq!(found, news, "{keys:?}");
            assert_eq!(robots(all).len(), 1);
        }
        let mut all = Presences::new();
        assert!(add(&mut all, "skills/1/r1/alive/a").is_some());
        assert_eq!(robots(all), Presences::new(), "a session without a robot");
    }
}
