//! The liveliness tokens of robots, as they are now.

use crate::error::{FleetError, zenoh as error};
use crate::key::{self, Key, Topic};
use crate::name::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use zenoh::{Session, Wait as _};

/// The time in which the tokens are read.
const READ: Duration = Duration::from_secs(3);

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

/// Reads the tokens of a robot, or of all.
///
/// # Errors
/// [`FleetError::Zenoh`].
pub fn presence(
    session: &Session,
    robot: Option<&Name>,
) -> Result<BTreeMap<Name, Presence>, FleetError> {
    let mut all = BTreeMap::<Name, Presence>::new();
    let replies = session.liveliness().get(key::tokens(robot)).timeout(READ).wait();
    for reply in replies.map_err(error)? {
        let Ok(sample) = reply.result() else { continue };
        let key = sample.key_expr().as_str();
        if let Some((robot, session)) = key::session_of(key) {
            all.entry(robot).or_default().sessions.insert(session.to_owned());
        } else if let Some(Key { version, robot, topic: Topic::Alive }) = Key::read(key) {
            all.entry(robot).or_default().versions.insert(version);
        }
    }
    // A session whose robot is not yet, or no longer, there.
    all.retain(|_, presence| !presence.versions.is_empty());
    Ok(all)
}
