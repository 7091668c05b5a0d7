//! The drivers as stages.

use super::action::{self, ActionDriver, ActionOptions, Order, Progress};
use super::messages::Time;
use super::node::{Complaints, DriverNode, RosAction, RosMessage};
use super::publish::{Publishes, Stamp};
use super::topic::TopicDriver;
use crate::server::{ServerError, ServerOptions};
use skill_runtime::blackboard::{Cell, Received, Sample};
use skill_runtime::{Interface, Stages, Tick};
use std::fmt::{self, Debug, Formatter};
use std::time::Duration;

/// The drivers of a robot that are programs of ROS, as stages of its main loop.
pub struct Drivers<'a>(DriverNode<'a>, Stamp);

impl<'a> Drivers<'a> {
    /// Makes a node with this name, as `rover_drivers`; `options` are those of the robot's own node.
    ///
    /// # Errors
    /// [`ServerError`] if there is no such node.
    pub fn new(name: &str, options: ServerOptions) -> Result<Self, ServerError> {
        Ok(Self(DriverNode::new(name, options)?, Stamp::of(&options)))
    }

    /// Begins the driver of an interface that reads and writes topics; [`TopicDriver::start`] starts it.
    ///
    /// # Errors
    /// [`ServerError`] if the interface has a writer.
    pub fn topics<I: Interface + Clone + Default>(
        &mut self,
        interface: &'a Cell<I>,
    ) -> Result<TopicDriver<'_, 'a, I>, ServerError> {
        let writer = interface.writer()?;
        Ok(TopicDriver::new(&mut self.0, interface, writer))
    }

    /// Publishes an interface that another driver of the robot writes, as a message of ROS: each new value, at most one in a
    /// `period`. `make` gets the time for its header.
    ///
    /// # Errors
    /// [`ServerError`] if the name is none of ROS.
    pub fn publish<M: RosMessage, I: Interface + Default + 'a>(
        &mut self,
        interface: &'a Cell<I>,
        name: &str,
        period: Duration,
        make: impl FnMut(&I, Time) -> M + 'a,
    ) -> Result<(), ServerError> {
        let topic = self.0.topic::<M>(name)?;
        self.0.all.push(Box::new(Publishes {
            name: name.to_owned(),
            cell: interface,
            sample: Sample::default(),
            last: None,
            period,
            publisher: self.0.node.create_publisher(&topic, None)?,
            make,
            stamp: self.1,
            complaints: Complaints::default(),
        }));
        Ok(())
    }

    /// Starts the driver of an interface that is an action with this name, as `/navigate_to_pose`.
    ///
    /// `order` says for a message whether it is a goal; `progress` puts what comes of the goal into the
    /// fields. Both may change them, so that those of a new goal are not those of the old one.
    ///
    /// # Errors
    /// [`ServerError`] if the interface has a writer, or the name is none of ROS.
    pub fn action<A: RosAction, I: Interface + Clone + Default + 'a>(
        &mut self,
        interface: &'a Cell<I>,
        name: &str,
        options: ActionOptions,
        order: impl FnMut(&Received<I::Message>, &mut I) -> Order<A::Goal> + 'a,
        progress: impl FnMut(Progress<'_, A>, &mut I) + 'a,
    ) -> Result<(), ServerError> {
        let writer = interface.writer()?;
        let client = action::client::<A>(&mut self.0.node, self.0.mapping, name)?;
        let driver =
            ActionDriver::<A, I>::new(writer, client, options, Box::new(order), Box::new(progress));
        self.0.all.push(Box::new(driver));
        Ok(())
    }
}

impl Stages for Drivers<'_> {
    fn sensor(&mut self, now: Tick) {
        self.0.each(|driver, log| driver.sensor(now.time, log));
    }

    fn act(&mut self, now: Tick) {
        self.0.each(|driver, log| driver.act(now.time, log));
    }
}

impl Debug for Drivers<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drivers").field("interfaces", &self.0.all.len()).finish_non_exhaustive()
    }
}
