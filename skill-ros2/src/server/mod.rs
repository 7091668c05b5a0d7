//! The robot as a node of ROS 2.

mod clients;
mod clock;
mod control;
mod diagnostics;
mod error;
mod lifecycle;
mod params;
pub(crate) mod qos;
mod served;
mod threads;
mod topics;
mod twins;
mod wire;

pub use clock::SimTime;
pub use error::ServerError;

use crate::desk::{Desk, Policy};
use crate::package::Package;
use clients::Departures;
use clock::Clocks;
use control::ControlService;
use diagnostics::Diagnostics;
use lifecycle::Lifecycle;
use params::Params;
use ros2_client::log::LogLevel;
use ros2_client::{Context, ContextOptions, Node, NodeName, NodeOptions, ServiceMapping, rosout};
use served::Served;
use skill_studio::live::Hub;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use topics::Topics;
use twins::Twins;

/// The time between two looks at requests.
const PERIOD: Duration = Duration::from_millis(2);
/// The time for which clients can get their results at the end.
const END: Duration = Duration::from_millis(400);
/// The time in which a robot looks for others of its name before it has actions.
const LISTENS: Duration = Duration::from_secs(1);
/// The time after which a program that stood still makes its node anew: others have taken it for gone, and in
/// half of such cases the client library of DDS reaches nobody any more.
const STANDS: Duration = twins::SILENCE;

/// The options of a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct ServerOptions {
    /// The domain of DDS, 0 to 232.
    pub domain: u16,
    /// The effect of a goal while a skill runs.
    pub policy: Policy,
    /// Whether clients use Cyclone DDS, instead of Fast DDS.
    pub cyclone: bool,
    /// Whether the robot is a managed node, which takes goals once it was configured and activated.
    pub lifecycle: bool,
    /// Whether the robot's time is published on `/clock`, as a simulator's is.
    pub clock: bool,
    /// The clock that follows `/clock`, if that is the robot's time.
    pub sim_time: Option<SimTime>,
    /// The least time between two messages of an interface; 100 ms if it is `None`.
    pub topic_period: Option<Duration>,
}

/// A robot that is a node of ROS 2, in a thread, until this is dropped: then its goals end, and what runs
/// for one is stopped.
#[derive(Debug)]
pub struct Ros2Server {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Ros2Server {
    /// Makes a robot a node, `/rover/skiller` of the robot `rover`, by its hub: as
    /// [`Session::make_live`](skill_studio::Session::make_live) returns it.
    ///
    /// # Errors
    /// [`ServerError`] if the robot has no messages, or there is no such node.
    pub fn start(hub: Arc<Hub>, options: ServerOptions) -> Result<Self, ServerError> {
        let package = Package::of(&hub.description)?;
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_over);
        let (sender, receiver) = mpsc::channel();
        threads::watch();
        let run = move || match Running::new(&hub, &package, options) {
            Ok(mut running) => {
                // The caller waits for it.
                let _ = sender.send(Ok(()));
                while running.run(&package, &flag) == End::Stood {
                    match Running::new(&hub, &package, options) {
                        Ok(next) => running = next,
                        Err(error) => return threads::fail(&error.to_string()),
                    }
                }
            }
            Err(error) => drop(sender.send(Err(error))),
        };
        let thread = thread::Builder::new().name("ros2".to_owned()).spawn(run);
        let thread = Some(thread.map_err(ServerError::Thread)?);
        match receiver.recv() {
            Ok(Ok(())) => Ok(Self { is_over, thread }),
            Ok(Err(error)) => Err(error),
            Err(_) => Err(ServerError::Ros("its thread has ended".to_owned())),
        }
    }
}

impl Ros2Server {
    /// Begins the end, while the robot still stops: goals end, and no more are taken.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Returns why there is no node any more, if its DDS has failed: the skill of a goal is stopped then, and no message
    /// comes or goes. A program should stop its robot, and end.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        threads::failure()
    }
}

impl Drop for Ros2Server {
    fn drop(&mut self) {
        self.end();
        if let Some(thread) = self.thread.take() {
            // One that has panicked has ended as well.
            let _ = thread.join();
        }
    }
}

/// Returns what a node is made in, and the form of its services.
pub(crate) fn context(options: ServerOptions) -> Result<(Context, ServiceMapping), ServerError> {
    if options.domain > 232 {
        return Err(ServerError::Domain(options.domain));
    }
    let mapping = if options.cyclone { ServiceMapping::Cyclone } else { ServiceMapping::Enhanced };
    Ok((Context::with_options(ContextOptions::new().domain_id(options.domain))?, mapping))
}

/// Begins to look for other nodes, in a thread with a name, until `Node::stop_spinner`.
pub(crate) fn spin(node: &mut Node, name: &str) -> Result<JoinHandle<()>, ServerError> {
    let spinner = node.spinner()?;
    let spin = move || drop(futures::executor::block_on(spinner.spin()));
    thread::Builder::new().name(name.to_owned()).spawn(spin).map_err(ServerError::Thread)
}

/// The end of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// It is not wanted any more, or has failed.
    Over,
    /// The program stood still for longer than [`STANDS`].
    Stood,
}

/// The node, in its thread.
struct Running {
    // Before the context, whose node it is.
    node: Node,
    _context: Context,
    desk: Desk,
    actions: Vec<Served>,
    control: ControlService,
    lifecycle: Option<Lifecycle>,
    topics: Topics,
    diagnostics: Diagnostics,
    params: Params,
    departures: Departures,
    twins: Twins,
    clocks: Clocks,
    spinner: JoinHandle<()>,
}

impl Running {
    fn new(hub: &Arc<Hub>, package: &Package, options: ServerOptions) -> Result<Self, ServerError> {
        let (context, mapping) = context(options)?;
        let name = NodeName::new(&format!("/{}", package.namespace), "skiller")?;
        let (params, node_options) = Params::declare(hub, NodeOptions::new().enable_rosout(true));
        let mut node = context.new_node(name, node_options)?;
        params.begin();
        let (topics, mut twins) = Topics::new(&mut node, package, &hub.description)?;
        let diagnostics = Diagnostics::new(&mut node, package, hub.description.interfaces)?;
        let spinner = spin(&mut node, "ros2 discovery")?;
        let departures = Departures::new(options.domain)?;
        let clocks = Clocks::new(&mut node, options.clock, options.sim_time)?;
        if let Some(period) = options.topic_period {
            hub.set_board_period(period);
        }
        let mut desk = Desk::new(Arc::clone(hub), options.policy);
        // One that begins beside another takes no goal.
        let start = Instant::now();
        let mut lines = Vec::new();
        while start.elapsed() < LISTENS && lines.is_empty() {
            lines = twins.turn(&mut desk);
            thread::sleep(PERIOD);
        }
        let actions = package.actions.iter().enumerate();
        let actions = actions
            .map(|(index, action)| Served::new(&mut node, package, index, action.clone(), mapping));
        let actions = actions.collect::<Result<_, _>>()?;
        let control = ControlService::new(&mut node, package, mapping)?;
        let lifecycle = options
            .lifecycle
            .then(|| Lifecycle::new(&mut node, &package.namespace, mapping, &mut desk))
            .transpose()?;
        let running = Self {
            node,
            _context: context,
            desk,
            actions,
            control,
            lifecycle,
            topics,
            diagnostics,
            params,
            departures,
            twins,
            clocks,
            spinner,
        };
        running.log(&lines);
        Ok(running)
    }

    fn run(mut self, package: &Package, is_over: &AtomicBool) -> End {
        let mut last = Instant::now();
        let end = loop {
            if is_over.load(Ordering::Relaxed) || threads::failure().is_some() {
                break End::Over;
            }
            if last.elapsed() > STANDS {
                break End::Stood;
            }
            last = Instant::now();
            self.turn(package);
            thread::sleep(PERIOD);
        };
        let why = match end {
            End::Over => "the robot ends",
            End::Stood => "the robot's program stood still",
        };
        if end == End::Stood {
            self.log(&[format!("{why}: its goals end, and its node is made anew")]);
        }
        // No participant of DDS sees that another ends: so it says that in its messages.
        for (id, event) in self.desk.end(why) {
            self.report(id, &event);
        }
        let start = Instant::now();
        while start.elapsed() < END {
            self.turn(package);
            thread::sleep(PERIOD);
        }
        self.node.stop_spinner();
        let _ = self.spinner.join();
        end
    }

    fn turn(&mut self, package: &Package) {
        let mut lines = Vec::new();
        for action in &mut self.actions {
            lines.extend(action.receive(&mut self.desk, (&package.name, package.hash)));
        }
        lines.extend(self.control.serve(&self.desk));
        if let Some(lifecycle) = &mut self.lifecycle {
            let (said, events) = lifecycle.serve(&mut self.desk);
            lines.extend(said);
            for (id, event) in events {
                self.report(id, &event);
            }
        }
        self.topics.robot(self.desk.is_active());
        for gone in self.departures.newest() {
            if self.desk.lose(gone) > 0 {
                lines.push("a goal is canceled: its client is gone".to_owned());
            }
        }
        lines.extend(self.twins.turn(&mut self.desk));
        for (id, event) in self.desk.poll() {
            self.report(id, &event);
        }
        for action in &mut self.actions {
            lines.extend(action.send(&self.desk));
        }
        let newest = self.desk.newest();
        lines.extend(self.clocks.turn(newest.view.value.time_sec));
        self.params.follow(&newest, &self.node);
        lines.extend(self.topics.send(&newest));
        lines.extend(self.diagnostics.send(&newest));
        self.log(&lines);
    }

    fn report(&mut self, id: ros2_client::action::GoalId, event: &crate::desk::Event) {
        let index = self.desk.goal(id).map(|goal| goal.action);
        let action = index.and_then(|index| self.actions.get_mut(index));
        let lines = action.map(|action| action.report(id, event)).unwrap_or_default();
        self.log(&lines);
    }

    fn log(&self, lines: &[String]) {
        for line in lines {
            rosout!(self.node, LogLevel::Warn, "{line}");
        }
    }
}
