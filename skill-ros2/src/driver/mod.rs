//! Drivers that are programs of ROS: topics are read into interfaces and written from their messages, and an
//! action is an interface whose messages are its goals.

mod action;
mod drivers;
mod messages;
mod node;
mod topic;

pub use action::{ActionOptions, Ended, Order, Progress};
pub use drivers::Drivers;
pub use messages::{
    BatteryState, Bool, Header, Odometry, Point, Pose, PoseStamped, PoseWithCovariance, Quaternion,
    Time, Twist, TwistWithCovariance, Vector3,
};
pub use node::{RosAction, RosMessage};
pub use topic::TopicDriver;
