//! The rover in ROS 2.

// ANCHOR: program
use rover::agent::Collector;
use rover::interfaces::{Odometry, RoverBoard};
use rover::simulator::Simulator;
use rover::skills::RoverSkills;
use skill_ros2::driver::{self, Drivers};
use skill_ros2::{ServerError, ServerOptions};
use skill_runtime::Agent;
use skill_studio::{Description, Error, Session};
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let description = Description::of::<RoverSkills>("rover", const { &[Collector::INFO] });
    skill_ros2::main(description, rover)
}

type Stages = (Simulator<'static>, Drivers<'static>);

/// The simulated rover, at the pace of the wall clock.
fn rover(options: ServerOptions) -> Result<Session<'static, RoverSkills, Stages>, Error> {
    let board: &RoverBoard = Box::leak(Box::default());
    let simulator = Simulator::new(board).map_err(Error::usage)?;
    let shown = shown(board, options).map_err(Error::usage)?;
    Ok(Session::new(board, (simulator, shown)).map_err(Error::usage)?.in_realtime(true))
}
// ANCHOR_END: program

// ANCHOR: publish
/// Publishes where the rover is, in messages that other programs of ROS know.
fn shown(
    board: &'static RoverBoard,
    options: ServerOptions,
) -> Result<Drivers<'static>, ServerError> {
    let mut drivers = Drivers::new("rover_shown", options)?;
    let period = Duration::from_millis(20);
    drivers.publish(&board.odometry, "/odom", period, |odometry: &Odometry, stamp| {
        let mut message = driver::Odometry {
            header: driver::Header { stamp, frame_id: "odom".to_owned() },
            child_frame_id: "base_link".to_owned(),
            ..Default::default()
        };
        message.pose.pose = pose(odometry);
        message
    })?;
    drivers.publish(&board.odometry, "/tf", period, |odometry: &Odometry, stamp| {
        let driver::Pose { position: driver::Point { x, y, z }, orientation } = pose(odometry);
        let transform = driver::TransformStamped {
            header: driver::Header { stamp, frame_id: "odom".to_owned() },
            child_frame_id: "base_link".to_owned(),
            transform: driver::Transform {
                translation: driver::Vector3 { x, y, z },
                rotation: orientation,
            },
        };
        driver::TFMessage { transforms: vec![transform] }
    })?;
    Ok(drivers)
}

fn pose(odometry: &Odometry) -> driver::Pose {
    driver::Pose {
        position: driver::Point { x: odometry.x_m.into(), y: odometry.y_m.into(), z: 0.0 },
        orientation: driver::Quaternion::of_yaw(odometry.heading_rad.into()),
    }
}
// ANCHOR_END: publish
