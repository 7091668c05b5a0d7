//! The rover whose drivers are programs of ROS: `cargo run -p robot-skill-ros2 --example hardware -- ros2 start`.

use rover::agent::Collector;
use rover::interfaces::gripper::{self, Jaws};
use rover::interfaces::{EmergencyStop, Gripper, Lidar, RoverBoard, Wheels, wheels};
use rover::skills::RoverSkills;
use serde::{Deserialize, Serialize};
use skill_ros2::driver::{Bool, Drivers, Odometry, RosMessage, Twist};
use skill_ros2::{ServerError, ServerOptions};
use skill_runtime::Agent;
use skill_studio::{Description, Error, Session};
use std::process::ExitCode;

/// The message `Lidar` of the rover's own package.
#[derive(Serialize, Deserialize)]
struct LidarMessage {
    has_writer: bool,
    age_sec: f64,
    sees: bool,
    distance_m: f32,
    bearing_rad: f32,
}

impl RosMessage for LidarMessage {
    const PACKAGE: &'static str = "rover_skills";
    const NAME: &'static str = "Lidar";
}

/// The message `Gripper` of the rover's own package, for its state and for commands.
#[derive(Serialize, Deserialize)]
struct GripperMessage {
    has_writer: bool,
    age_sec: f64,
    jaws: u32,
    holds: bool,
    msgid: u32,
    is_final: bool,
}

impl RosMessage for GripperMessage {
    const PACKAGE: &'static str = "rover_skills";
    const NAME: &'static str = "Gripper";
}

fn main() -> ExitCode {
    let description = Description::of::<RoverSkills>("rover", const { &[Collector::INFO] });
    skill_ros2::main(description, rover)
}

fn rover(options: ServerOptions) -> Result<Session<'static, RoverSkills, Drivers<'static>>, Error> {
    let board: &RoverBoard = Box::leak(Box::default());
    let drivers = drivers(board, options).map_err(Error::usage)?;
    Ok(Session::new(board, drivers).map_err(Error::usage)?.in_realtime(true))
}

// ANCHOR: drivers
#[allow(clippy::cast_possible_truncation)] // meters of a room
fn drivers(
    board: &'static RoverBoard,
    options: ServerOptions,
) -> Result<Drivers<'static>, ServerError> {
    let mut drivers = Drivers::new("rover_drivers", options)?;
    drivers
        .topics(&board.emergency_stop)?
        .reads("/released", |message: &Bool, button: &mut EmergencyStop| {
            button.released = message.data;
            Ok(())
        })?
        .start();
    drivers
        .topics(&board.odometry)?
        .reads("/odom", |message: &Odometry, odometry: &mut rover::interfaces::Odometry| {
            let pose = &message.pose.pose;
            odometry.x_m = pose.position.x as f32;
            odometry.y_m = pose.position.y as f32;
            odometry.heading_rad = pose.orientation.yaw_rad() as f32;
            Ok(())
        })?
        .start();
    drivers
        .topics(&board.wheels)?
        .reads("/odom", |message: &Odometry, wheels: &mut Wheels| {
            wheels.forward_m_per_sec = message.twist.twist.linear.x as f32;
            wheels.turn_rad_per_sec = message.twist.twist.angular.z as f32;
            Ok(())
        })?
        .sends("/cmd_vel", |received, _| {
            let mut twist = Twist::default();
            if let wheels::Message::SetVelocity(to) = &received.message {
                twist.linear.x = to.forward_m_per_sec.into();
                twist.angular.z = to.turn_rad_per_sec.into();
            }
            Some(twist)
        })?
        .start();
    // ANCHOR_END: drivers
    drivers
        .topics(&board.lidar)?
        .reads("/hardware/lidar", |message: &LidarMessage, lidar: &mut Lidar| {
            let LidarMessage { has_writer, sees, distance_m, bearing_rad, .. } = *message;
            if !has_writer {
                return Err("it was not filled in".to_owned());
            }
            *lidar = Lidar { sees, distance_m, bearing_rad };
            Ok(())
        })?
        .start();
    drivers
        .topics(&board.gripper)?
        .reads("/hardware/gripper", |message: &GripperMessage, gripper: &mut Gripper| {
            let GripperMessage { holds, msgid, is_final, .. } = *message;
            let jaws = match message.jaws {
                0 => Jaws::Open,
                1 => Jaws::Closed,
                other => return Err(format!("`jaws` is {other}; expected 0 or 1")),
            };
            *gripper = Gripper { jaws, holds, msgid, r#final: is_final };
            Ok(())
        })?
        .sends("/hardware/gripper_command", |received, _| {
            let gripper::Message::Move(to) = &received.message;
            let (jaws, msgid) = (to.jaws as u32, received.id.0);
            Some(GripperMessage {
                has_writer: true,
                age_sec: 0.0,
                jaws,
                holds: false,
                msgid,
                is_final: false,
            })
        })?
        .start();
    Ok(drivers)
}
