//! The robots of a fleet, seen over the network.

use crate::error::{FleetError, zenoh as error};
use crate::key::{self, Key, Topic, any_alive};
use crate::network::{Connection, Network};
use crate::robots::{Robots, Row};
use skill_runtime::dependency::interface_id;
use skill_studio::Description;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use zenoh::pubsub::Subscriber;
use zenoh::sample::{Sample, SampleKind};
use zenoh::{Session, Wait as _};

/// The topics that are kept of each robot.
const TOPICS: [Topic; 3] = [Topic::View, Topic::Alarms, Topic::Control];

/// All robots of a fleet, those that join later too, and those that are gone since the start.
pub struct Watcher {
    robots: Arc<Mutex<Robots>>,
    // Before the session.
    _subscribers: Vec<Subscriber<()>>,
    connection: Connection,
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watcher").field("robots", &self.robots).finish_non_exhaustive()
    }
}

fn lock(robots: &Mutex<Robots>) -> MutexGuard<'_, Robots> {
    robots.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Requests the description of a robot; it comes as a message does.
fn describe(session: &Session, robots: &Arc<Mutex<Robots>>, key: &Key) {
    let robots = Arc::clone(robots);
    let get = session.get(Topic::Description.of(&key.robot));
    // A robot that does not respond is requested again with its next view.
    let _ = get
        .callback(move |reply| {
            if let Ok(sample) = reply.result() {
                take(&robots, sample);
            }
        })
        .wait();
}

/// Takes a message. Returns the robot whose description is to be read.
fn take(robots: &Mutex<Robots>, sample: &Sample) -> Option<Key> {
    let key = Key::read(sample.key_expr().as_str())?;
    lock(robots).message(&key, &sample.payload().to_bytes(), Instant::now()).then_some(key)
}

impl Watcher {
    /// Begins to watch a fleet; `own` is the description of this program's robot, with which those of its kind are
    /// compared. A client waits `patience` for its router, or for ever.
    ///
    /// # Errors
    /// [`FleetError`] if there is no such session.
    pub fn start(
        network: &Network,
        own: Option<Description>,
        patience: Option<Duration>,
    ) -> Result<Self, FleetError> {
        let own = own.map(|of| {
            let hash = interface_id(&crate::message::json(&of));
            (of.robot.to_owned(), format!("{hash:016x}"))
        });
        let robots = Arc::new(Mutex::new(Robots::new(own)));
        let connection = network.open(patience)?;
        let session = &connection.session;
        let mut subscribers = Vec::new();
        let alive = session.liveliness().declare_subscriber(any_alive()).history(true);
        let (of, to) = (session.clone(), Arc::clone(&robots));
        let alive = alive.callback(move |sample| {
            let Some(key) = Key::read(sample.key_expr().as_str()) else { return };
            let is_alive = sample.kind() == SampleKind::Put;
            let is_new = lock(&to).presence(&key, is_alive, Instant::now());
            if is_new {
                describe(&of, &to, &key);
            }
        });
        subscribers.push(alive.wait().map_err(error)?);
        let sessions = session.liveliness().declare_subscriber(key::sessions(None)).history(true);
        let to = Arc::clone(&robots);
        let sessions = sessions.callback(move |sample| {
            if let Some((robot, session)) = key::session_of(sample.key_expr().as_str()) {
                lock(&to).session(&robot, session, sample.kind() == SampleKind::Put);
            }
        });
        subscribers.push(sessions.wait().map_err(error)?);
        for topic in TOPICS {
            let (of, to) = (session.clone(), Arc::clone(&robots));
            let declared = session.declare_subscriber(topic.of_all()).callback(move |sample| {
                if let Some(key) = take(&to, &sample) {
                    describe(&of, &to, &key);
                }
            });
            subscribers.push(declared.wait().map_err(error)?);
        }
        Ok(Self { robots, _subscribers: subscribers, connection })
    }

    /// Returns all robots, by their names.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        lock(&self.robots).rows(Instant::now())
    }

    /// Forgets the robots that are gone.
    pub fn forget_lost(&self) {
        lock(&self.robots).forget_lost();
    }

    /// Returns the connection, for commands.
    pub(crate) fn connection(&self) -> Connection {
        self.connection.clone()
    }
}
