//! The drivers, each in a thread of its own.
//!
//! One that is silent makes its interface stale; one whose device is gone ends with a line, and its interface
//! has no writer any more. Skills that need it are FAILED then, with its name. A new start of the program finds the
//! device again.

mod battery;
mod lidar;
mod lines;
mod motors;
mod orders;

// ANCHOR: options
use crate::interfaces::AgvBoard;
use clap::Args;
use lines::Lines;
use skill_studio::Drivers;
use skill_studio::cli::Setup;
use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;

/// The options of the vehicle.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// The serial port of the motors.
    #[arg(long, value_name = "TTY", default_value = "/dev/ttyUSB0")]
    motors: PathBuf,
    /// The serial port of the battery.
    #[arg(long, value_name = "TTY", default_value = "/dev/ttyUSB1")]
    battery: PathBuf,
    /// The address at which packets of the lidar arrive.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "0.0.0.0:2368")]
    lidar: SocketAddr,
    /// The address at which orders arrive.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8070")]
    orders: SocketAddr,
}

// ANCHOR_END: options

// ANCHOR: start
/// Opens all devices, and starts their drivers.
///
/// # Errors
/// The device that cannot be opened, and the reason.
pub fn start(setup: &Setup<'_, AgvBoard, Options>) -> Result<Drivers, Box<dyn Error>> {
    let (board, options) = (setup.board, setup.options);
    let mut motors = motors::Motors::open(&options.motors)?;
    let mut battery = Lines::open(&options.battery)?;
    let lidar = lidar::open(options.lidar)?;
    let mut orders = orders::Queue::open(options.orders)?;
    let mut drivers = setup.drivers();
    drivers.start("motors", board.base.writer()?, move |port| motors.run(port));
    drivers.start("battery", board.battery.writer()?, move |port| battery::run(&mut battery, port));
    drivers.start("lidar", board.lidar.writer()?, move |port| lidar::run(&lidar, port));
    drivers.start("orders", board.orders.writer()?, move |port| orders.run(port));
    Ok(drivers)
}
// ANCHOR_END: start
