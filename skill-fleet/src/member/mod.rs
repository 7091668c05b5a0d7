//! The robot's side of a fleet.

mod beat;
mod desk;
mod joining;
mod options;
mod published;
mod response;

pub use joining::Joining;
pub use options::MemberOptions;
pub(crate) use options::PERIODS;

use crate::error::{FleetError, zenoh as error};
use crate::key::{self, Topic};
use crate::message::{Membership, json};
use crate::name::Name;
use crate::network::router_of;
use crate::presence::presence;
use desk::{Desk, Request};
use joining::Progress;
use published::{Published, Shared};
use response::{log, respond};
use skill_runtime::dependency::interface_id;
use skill_studio::live::{Command, DocumentRoute, Hub, NewStop, SENDER};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use zenoh::liveliness::LivelinessToken;
use zenoh::pubsub::Subscriber;
use zenoh::query::Queryable;
use zenoh::sample::SampleKind;
use zenoh::{Session, Wait as _};

/// The time between two looks at requests that wait for the robot.
const LOOK: Duration = Duration::from_millis(5);
/// The time until another attempt to open a session.
const RETRY: Duration = Duration::from_secs(3);
/// The time in which a member leaves the fleet.
const END: Duration = Duration::from_secs(1);
/// The time in which a robot of the same name, which may be gone without its token, is waited for; zenoh's lease is 10 s.
const OTHER: Duration = Duration::from_secs(12);
/// The time between two looks at whether it is gone.
const OTHER_LOOK: Duration = Duration::from_millis(100);

/// A robot that is a member of a fleet, in a thread of its own, until this is dropped. It never holds a pass: it takes
/// one view of the hub of the robot in each period, and publishes it itself.
#[derive(Debug)]
pub struct Member {
    is_over: Arc<AtomicBool>,
    error: Arc<OnceLock<FleetError>>,
    progress: Arc<Progress>,
    thread: Option<JoinHandle<()>>,
}

impl Member {
    /// Makes a robot a member by its hub: as [`Session::make_live`](skill_studio::Session::make_live) returns it. A
    /// router that cannot be reached is waited for, with a line in the robot's log, and so is the end of another robot of
    /// the same name, for 12 s: see [`error`](Self::error).
    ///
    /// # Errors
    /// [`FleetError`] if the configuration cannot be used, or there is no thread.
    pub fn start(hub: Arc<Hub>, options: MemberOptions) -> Result<Self, FleetError> {
        let router = router_of(&options.network.config(None)?);
        let progress = Arc::<Progress>::default();
        if let Some(router) = router {
            progress.set(Joining::Waiting(format!("waiting for the router at {router}")));
        }
        let is_over = Arc::new(AtomicBool::new(false));
        let error = Arc::<OnceLock<FleetError>>::default();
        let (flag, failed, way) = (Arc::clone(&is_over), Arc::clone(&error), Arc::clone(&progress));
        let run = move || {
            while !flag.load(Ordering::Relaxed) {
                match Running::new(&hub, &options, &flag, &way) {
                    Ok(running) => {
                        way.set(Joining::Joined);
                        return running.run(&options, &flag);
                    }
                    Err(reason @ FleetError::Taken(_)) => {
                        log(&hub, format!("the fleet cannot be joined: {reason}"));
                        // It is the only one.
                        let _ = failed.set(reason);
                        return;
                    }
                    Err(reason) => {
                        let text = format!("the fleet cannot be joined: {reason}");
                        if !matches!(reason, FleetError::NoRouter(..)) {
                            way.set(Joining::Waiting(text.clone()));
                        }
                        log(&hub, text);
                        let since = Instant::now();
                        while since.elapsed() < RETRY && !flag.load(Ordering::Relaxed) {
                            thread::sleep(Duration::from_millis(50));
                        }
                    }
                }
            }
        };
        let thread = thread::Builder::new().name("fleet".to_owned()).spawn(run);
        Ok(Self { is_over, error, progress, thread: Some(thread.map_err(FleetError::Thread)?) })
    }

    /// Returns how far the robot is on its way into the fleet.
    #[must_use]
    pub fn joining(&self) -> Joining {
        self.progress.get()
    }

    /// Returns why the robot is no member, permanently: [`FleetError::Taken`].
    #[must_use]
    pub fn error(&self) -> Option<&FleetError> {
        self.error.get()
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        let Some(thread) = self.thread.take() else { return };
        let since = Instant::now();
        while !thread.is_finished() {
            // One that waits for its router ends with the program.
            if since.elapsed() > END {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
        // One that has panicked has ended as well.
        let _ = thread.join();
    }
}

/// Returns the description of a robot with the fields of the fleet, and its hash.
fn description(hub: &Hub, options: &MemberOptions) -> Result<(String, String), FleetError> {
    let document = DocumentRoute::Description.make(hub, hub.capabilities);
    let text = document.map_err(FleetError::Refused)?.text;
    let hash = format!("{:016x}", interface_id(&json(&hub.description)));
    let membership = Membership {
        version: key::VERSION,
        id: options.id.to_string(),
        hash: hash.clone(),
        url: options.url.clone(),
        period_sec: options.period.as_secs_f64(),
    };
    // The text of an object: one more field.
    let text = text.strip_suffix('}').unwrap_or("{");
    Ok((format!("{text},\"fleet\":{}}}", json(&membership)), hash))
}

/// Waits until no other robot has the name.
///
/// # Errors
/// [`FleetError::Taken`] if one has it for longer than a robot that is gone.
fn await_other(
    session: &Session,
    hub: &Hub,
    robot: &Name,
    (is_over, progress): (&AtomicBool, &Progress),
) -> Result<(), FleetError> {
    let since = Instant::now();
    let mut is_told = false;
    while presence(session, Some(robot))?.contains_key(robot) && !is_over.load(Ordering::Relaxed) {
        if since.elapsed() > OTHER {
            return Err(FleetError::Taken(robot.to_string()));
        }
        if !std::mem::replace(&mut is_told, true) {
            let text = format!("the fleet has a robot {robot} already: waiting until it is gone");
            progress.set(Joining::Waiting(text.clone()));
            log(hub, text);
        }
        thread::sleep(OTHER_LOOK);
    }
    Ok(())
}

/// The declarations in a session; they end with it.
struct Declared {
    _tokens: [LivelinessToken; 2],
    _queryables: Vec<Queryable<()>>,
    _subscribers: Vec<Subscriber<()>>,
}

struct Running {
    desk: Desk,
    published: Published,
    requests: mpsc::Receiver<Request>,
    _declared: Declared,
    session: Session,
}

impl Running {
    fn new(
        hub: &Arc<Hub>,
        options: &MemberOptions,
        is_over: &AtomicBool,
        progress: &Progress,
    ) -> Result<Self, FleetError> {
        let (text, hash) = description(hub, options)?;
        let session = options.network.open(None)?.session;
        await_other(&session, hub, &options.id, (is_over, progress))?;
        let (sender, requests) = mpsc::channel();
        let shared = Arc::new(Shared::new(Arc::clone(hub), text));
        let published = Published::new(&session, options, Arc::clone(&shared))?;
        let mut queryables = Vec::new();
        for topic in published::READ.into_iter().filter(|topic| *topic != Topic::Control) {
            let (shared, key) = (Arc::clone(&shared), topic.of(&options.id));
            let declared = session.declare_queryable(key.clone());
            let declared = declared.callback(move |query| match shared.read(topic) {
                // A client that is gone reads nothing.
                Ok(text) => {
                    drop(query.reply(&key, text).encoding(published::encoding(topic)).wait());
                }
                Err(refusal) => respond(&query, &key, Err(refusal)),
            });
            queryables.push(declared.wait().map_err(error)?);
        }
        for topic in [Topic::Call, Topic::Stop, Topic::Lease, Topic::Control] {
            let key = topic.of(&options.id);
            let (to, own, hub) = (sender.clone(), key.clone(), Arc::clone(hub));
            let declared = session.declare_queryable(key).callback(move |query| {
                // Access rules name keys; an expression of many could avoid them. All may stop.
                let is_command = matches!(topic, Topic::Call | Topic::Lease);
                if is_command && query.key_expr().as_str() != own {
                    return;
                }
                // At once: the thread may be busy.
                let stopped = (topic == Topic::Stop)
                    .then(|| hub.send(SENDER, Command::Stop(NewStop::default())));
                let key = own.clone();
                // The member has ended otherwise.
                let _ = to.send(Request::Query { topic, query, key, stopped });
            });
            queryables.push(declared.wait().map_err(error)?);
        }
        let stop_all = session.declare_subscriber(key::STOP_ALL).callback({
            let hub = Arc::clone(hub);
            move |_| {
                // A robot that is gone runs nothing.
                let _ = hub.send(SENDER, Command::Stop(NewStop::default()));
            }
        });
        let own = session.zid().to_string();
        let token = session.liveliness().declare_token(key::session(&options.id, &own));
        let first = token.wait().map_err(error)?;
        let sessions = session.liveliness().declare_subscriber(key::sessions(Some(&options.id)));
        let sessions = sessions.history(true).callback({
            let sender = sender.clone();
            move |sample| {
                let session = key::session_of(sample.key_expr().as_str());
                if let Some((_, session)) = session.filter(|(_, session)| *session != own) {
                    let is_alive = sample.kind() == SampleKind::Put;
                    let _ = sender.send(Request::Other(session.to_owned(), is_alive));
                }
            }
        });
        let clients = session.liveliness().declare_subscriber(key::any_client()).callback({
            move |sample| {
                let gone = (sample.kind() == SampleKind::Delete)
                    .then(|| key::client_of(sample.key_expr().as_str()))
                    .flatten();
                if let Some(client) = gone {
                    let _ = sender.send(Request::Gone(client));
                }
            }
        });
        let subscribers = vec![
            stop_all.wait().map_err(error)?,
            sessions.wait().map_err(error)?,
            clients.wait().map_err(error)?,
        ];
        // Last: who sees it can read all of it. Its robot has this hash.
        let token = session.liveliness().declare_token(Topic::Alive.of(&options.id));
        let declared = Declared {
            _tokens: [first, token.wait().map_err(error)?],
            _queryables: queryables,
            _subscribers: subscribers,
        };
        let desk = Desk::new(Arc::clone(hub), options.id.clone());
        log(hub, format!("member of the fleet as {}, program {hash}", options.id));
        Ok(Self { desk, published, requests, _declared: declared, session })
    }

    fn run(mut self, options: &MemberOptions, is_over: &AtomicBool) {
        let period = options.period.clamp(PERIODS.0, PERIODS.1);
        while !is_over.load(Ordering::Relaxed) {
            let is_busy = self.desk.is_busy() || self.published.is_sampling();
            // One that ends is not waited for.
            let wait = if is_busy { LOOK } else { self.published.left(period).min(PERIODS.0) };
            let mut next = self.requests.recv_timeout(wait).ok();
            self.desk.beat();
            while let Some(request) = next {
                self.desk.take(request);
                next = self.requests.try_recv().ok();
            }
            let period = if self.desk.awaits_end() { PERIODS.0 } else { period };
            if let Some(newest) = self.published.sample(period) {
                self.desk.look(&newest);
                self.published.publish(&newest, &self.desk.control());
            }
            self.desk.turn();
        }
        self.desk.end();
        let Self { published, _declared: declared, session, .. } = self;
        drop((published, declared));
        // The network may be gone.
        let _ = session.close().wait();
    }
}
