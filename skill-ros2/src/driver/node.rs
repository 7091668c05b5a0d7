//! The node of the drivers, and the parts that they share.

use crate::server::{ServerError, ServerOptions, context, qos, spin};
use ros2_client::dds::rustdds::Topic;
use ros2_client::log::LogLevel;
use ros2_client::{
    Context, Message, MessageTypeName, Name, Node, NodeName, NodeOptions, ServiceMapping, rosout,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use skill_runtime::Instant;
use std::thread::JoinHandle;
use std::time::Duration;

/// The time between two lines about the same topic or action.
const QUIET: Duration = Duration::from_secs(1);
/// The most messages of a topic in one pass.
pub(super) const TURN: usize = 64;

/// A message of ROS, with its fields in the order of its `.msg` file. Texts are `String`, sequences `Vec`, arrays
/// arrays.
pub trait RosMessage: Serialize + DeserializeOwned + 'static {
    /// The package: `geometry_msgs`.
    const PACKAGE: &'static str;
    /// The type in it: `Twist`.
    const NAME: &'static str;
}

/// An action of ROS.
pub trait RosAction: 'static {
    /// The package: `nav2_msgs`.
    const PACKAGE: &'static str;
    /// The type in it: `NavigateToPose`.
    const NAME: &'static str;
    /// The fields of the goal.
    type Goal: Serialize + DeserializeOwned + Clone + 'static;
    /// The fields of the result.
    type Result: Serialize + DeserializeOwned + Clone + 'static;
    /// The fields of the feedback.
    type Feedback: Serialize + DeserializeOwned + 'static;
}

/// The form in which `ros2-client` takes a message.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Wire<T>(pub T);

impl<T: Serialize + DeserializeOwned> Message for Wire<T> {}

/// The parts of a driver in a pass.
pub(super) trait Driver {
    fn sensor(&mut self, now: Instant, log: &mut Vec<String>);
    fn act(&mut self, now: Instant, log: &mut Vec<String>);
}

/// The node, and its drivers.
pub(super) struct DriverNode<'a> {
    // Before the node: they end their goals.
    pub all: Vec<Box<dyn Driver + 'a>>,
    // Before the context, whose node it is.
    pub node: Node,
    _context: Context,
    pub mapping: ServiceMapping,
    spinner: Option<JoinHandle<()>>,
}

impl<'a> DriverNode<'a> {
    pub fn new(name: &str, options: ServerOptions) -> Result<Self, ServerError> {
        let (context, mapping) = context(options)?;
        let name = NodeName::new("/", name)?;
        let mut node = context.new_node(name, NodeOptions::new().enable_rosout(true))?;
        let spinner = Some(spin(&mut node, "ros2 drivers")?);
        Ok(Self { all: Vec::new(), node, _context: context, mapping, spinner })
    }

    pub fn topic<M: RosMessage>(&self, name: &str) -> Result<Topic, ServerError> {
        let type_name = MessageTypeName::new(M::PACKAGE, M::NAME);
        Ok(self.node.create_topic(&parse(name)?, type_name, &qos::every(10))?)
    }

    /// Has each driver do a part of a pass, and logs what it complains about.
    pub fn each(&mut self, mut part: impl FnMut(&mut (dyn Driver + 'a), &mut Vec<String>)) {
        let mut log = Vec::new();
        self.all.iter_mut().for_each(|driver| part(driver.as_mut(), &mut log));
        for line in log {
            rosout!(self.node, LogLevel::Warn, "{line}");
        }
    }
}

impl Drop for DriverNode<'_> {
    fn drop(&mut self) {
        self.all.clear();
        self.node.stop_spinner();
        if let Some(spinner) = self.spinner.take() {
            // One that has panicked has ended as well.
            let _ = spinner.join();
        }
    }
}

/// Returns the name of a topic or an action, `/odom`.
pub(super) fn parse(name: &str) -> Result<Name, ServerError> {
    let (namespace, base) = name.rsplit_once('/').unwrap_or(("", name));
    Ok(Name::new(if namespace.is_empty() { "/" } else { namespace }, base)?)
}

/// Lines for the log, of which there is one in a second.
#[derive(Debug, Default)]
pub(super) struct Complaints {
    last: Option<Instant>,
}

impl Complaints {
    pub fn add(&mut self, now: Instant, log: &mut Vec<String>, line: impl FnOnce() -> String) {
        if self.last.is_none_or(|last| now.since(last) >= QUIET) {
            self.last = Some(now);
            log.push(line());
        }
    }
}
