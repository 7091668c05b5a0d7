//! Other robots of the same name in the domain: a goal would reach all of them.

use super::{clients, wire};
use crate::desk::{Desk, TWINS};
use crate::raw::Raw;
use ros2_client::{Message, Subscription};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// The time without a message after which a robot is gone; it sends one each second while it has passes.
pub(super) const SILENCE: Duration = Duration::from_secs(3);

/// The message of a robot about itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Robot {
    pub package_hash: u64,
    pub up: bool,
    pub description: String,
}

impl Message for Robot {}

/// The robots that say that they are this one.
pub(super) struct Twins {
    robots: Subscription<Robot>,
    /// The messages of the skiller, which each robot has, each second or more often.
    pulse: Option<Subscription<Raw>>,
    own: u32,
    /// Those that take goals.
    up: BTreeSet<u32>,
    /// When each was heard last.
    heard: BTreeMap<u32, Instant>,
    are_there: bool,
}

impl Twins {
    /// Reads what robots say of themselves; `own` is this one.
    pub fn new(robots: Subscription<Robot>, pulse: Option<Subscription<Raw>>, own: u32) -> Self {
        let (up, heard) = (BTreeSet::new(), BTreeMap::new());
        Self { robots, pulse, own, up, heard, are_there: false }
    }

    /// Has goals refused while there is another robot that takes them. Returns lines for the log.
    pub fn turn(&mut self, desk: &mut Desk) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some((Robot { up, .. }, info)) =
            wire::taken(self.robots.take(), "message of a robot", &mut lines)
        {
            let sender = clients::sender(info.publisher_gid());
            if up && sender != self.own {
                self.up.insert(sender);
            } else {
                self.up.remove(&sender);
            }
        }
        while let Some((_, info)) =
            self.pulse.as_ref().and_then(|of| wire::taken(of.take(), "pulse", &mut lines))
        {
            self.heard.insert(clients::sender(info.publisher_gid()), Instant::now());
        }
        self.heard.retain(|_, at| at.elapsed() < SILENCE);
        let are_there = self.up.iter().any(|of| self.heard.contains_key(of));
        desk.set_alone(!are_there);
        if are_there && !self.are_there {
            lines.push(TWINS.to_owned());
        }
        self.are_there = are_there;
        lines
    }
}
