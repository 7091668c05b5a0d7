//! Messages of `common_interfaces` that robots have, with their fields in order.

use super::node::RosMessage;
use serde::{Deserialize, Serialize};

macro_rules! messages {
    ($($(#[$doc:meta])* $name:ident = $package:literal { $($(#[$of:meta])* $field:ident: $ty:ty,)* })*) => {$(
        $(#[$doc])*
        #[allow(missing_docs)] // the fields are those of ROS
        #[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
        pub struct $name { $($(#[$of])* pub $field: $ty,)* }

        impl RosMessage for $name {
            const PACKAGE: &'static str = $package;
            const NAME: &'static str = stringify!($name);
        }
    )*};
}

messages! {
    /// `builtin_interfaces/Time`: since the epoch.
    Time = "builtin_interfaces" { sec: i32, nanosec: u32, }
    /// `std_msgs/Bool`.
    Bool = "std_msgs" { data: bool, }
    /// `std_msgs/Header`.
    Header = "std_msgs" { stamp: Time, frame_id: String, }
    /// `geometry_msgs/Vector3`.
    Vector3 = "geometry_msgs" { x: f64, y: f64, z: f64, }
    /// `geometry_msgs/Point`, m.
    Point = "geometry_msgs" { x: f64, y: f64, z: f64, }
    /// `geometry_msgs/Quaternion`.
    Quaternion = "geometry_msgs" { x: f64, y: f64, z: f64, w: f64, }
    /// `geometry_msgs/Pose`.
    Pose = "geometry_msgs" { position: Point, orientation: Quaternion, }
    /// `geometry_msgs/PoseStamped`.
    PoseStamped = "geometry_msgs" { header: Header, pose: Pose, }
    /// `geometry_msgs/Twist`, m/s and rad/s.
    Twist = "geometry_msgs" { linear: Vector3, angular: Vector3, }
    /// `geometry_msgs/PoseWithCovariance`: 6 by 6, in two parts of 18.
    PoseWithCovariance = "geometry_msgs" { pose: Pose, covariance: [[f64; 18]; 2], }
    /// `geometry_msgs/TwistWithCovariance`: 6 by 6, in two parts of 18.
    TwistWithCovariance = "geometry_msgs" { twist: Twist, covariance: [[f64; 18]; 2], }
    /// `nav_msgs/Odometry`.
    Odometry = "nav_msgs" {
        header: Header,
        child_frame_id: String,
        pose: PoseWithCovariance,
        twist: TwistWithCovariance,
    }
    /// `geometry_msgs/Transform`.
    Transform = "geometry_msgs" { translation: Vector3, rotation: Quaternion, }
    /// `geometry_msgs/TransformStamped`.
    TransformStamped = "geometry_msgs" { header: Header, child_frame_id: String, transform: Transform, }
    /// `tf2_msgs/TFMessage`, for `/tf`.
    TFMessage = "tf2_msgs" { transforms: Vec<TransformStamped>, }
    /// `sensor_msgs/JointState`: rad or m, rad/s or m/s, N m or N; each list has one for each name, or none.
    JointState = "sensor_msgs" {
        header: Header,
        name: Vec<String>,
        position: Vec<f64>,
        velocity: Vec<f64>,
        effort: Vec<f64>,
    }
    /// `sensor_msgs/Imu`, rad/s and m/s²; the first of a covariance is -1 where there is no value.
    Imu = "sensor_msgs" {
        header: Header,
        orientation: Quaternion,
        orientation_covariance: [f64; 9],
        angular_velocity: Vector3,
        angular_velocity_covariance: [f64; 9],
        linear_acceleration: Vector3,
        linear_acceleration_covariance: [f64; 9],
    }
    /// `sensor_msgs/LaserScan`, rad, s and m.
    LaserScan = "sensor_msgs" {
        header: Header,
        angle_min: f32,
        angle_max: f32,
        angle_increment: f32,
        time_increment: f32,
        scan_time: f32,
        range_min: f32,
        range_max: f32,
        ranges: Vec<f32>,
        intensities: Vec<f32>,
    }
    /// `sensor_msgs/BatteryState`, with the state of its cells.
    BatteryState = "sensor_msgs" {
        header: Header,
        voltage: f32,
        temperature: f32,
        current: f32,
        charge: f32,
        capacity: f32,
        design_capacity: f32,
        percentage: f32,
        power_supply_status: u8,
        power_supply_health: u8,
        power_supply_technology: u8,
        present: bool,
        cell_voltage: Vec<f32>,
        cell_temperature: Vec<f32>,
        location: String,
        serial_number: String,
    }
}

impl Quaternion {
    /// Returns the rotation about the vertical axis, rad; 0 for a quaternion that was not filled in.
    #[must_use]
    pub fn yaw_rad(&self) -> f64 {
        let (sin, cos) = (self.w * self.z + self.x * self.y, self.y * self.y + self.z * self.z);
        (2.0 * sin).atan2(1.0 - 2.0 * cos)
    }

    /// Returns the quaternion of a rotation about the vertical axis.
    #[must_use]
    pub fn of_yaw(rad: f64) -> Self {
        Self { x: 0.0, y: 0.0, z: (rad / 2.0).sin(), w: (rad / 2.0).cos() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::changes::are_messages_or_errors;

    /// Changes the bytes of a message.
    fn changed<T: RosMessage + Default + std::fmt::Debug>(count: u32) {
        are_messages_or_errors(&T::default(), count, drop);
    }

    #[test]
    fn any_bytes_are_a_message_or_an_error() {
        changed::<Odometry>(20_000);
        changed::<BatteryState>(20_000);
        changed::<PoseStamped>(20_000);
        changed::<Imu>(20_000);
        changed::<JointState>(20_000);
        changed::<LaserScan>(20_000);
        changed::<TFMessage>(20_000);
    }

    #[test]
    #[ignore = "takes a minute"]
    fn very_many_bytes_are_messages_or_errors() {
        changed::<Odometry>(300_000);
        changed::<BatteryState>(400_000);
        changed::<PoseStamped>(300_000);
    }

    #[test]
    fn the_yaw_of_a_quaternion_is_that_it_was_made_of() {
        for tenth in -31..=31 {
            let rad = f64::from(tenth) / 10.0;
            assert!((Quaternion::of_yaw(rad).yaw_rad() - rad).abs() < 1e-9, "{rad}");
        }
        assert!(Quaternion::default().yaw_rad().abs() < 1e-9);
    }
}
