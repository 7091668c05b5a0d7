//! Drivers that are programs of ROS: topics are read into interfaces and written from their messages, and an
//! action is an interface whose messages are its goals.

mod action;
mod drivers;
mod messages;
mod node;
mod publish;
mod topic;

pub use action::{ActionOptions, Ended, Order, Progress};
pub use drivers::Drivers;
pub use messages::{
    BatteryState, Bool, Header, Imu, JointState, LaserScan, Odometry, Point, Pose, PoseStamped,
    PoseWithCovariance, Quaternion, TFMessage, Time, Transform, TransformStamped, Twist,
    TwistWithCovariance, Vector3,
};
pub use node::{RosAction, RosMessage};
pub use topic::TopicDriver;
