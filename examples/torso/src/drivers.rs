//! The drivers, each in a thread of its own. Their devices are simulated.

use crate::Torso;
use crate::interfaces::{Arm, Button, arm};
use clap::Args;
use skill_studio::cli::Setup;
use skill_studio::{DriverPort, DriverResult, Drivers};
use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// The time between two looks at a device.
const PERIOD: Duration = Duration::from_millis(5);
/// The way of a hand in this time, m.
const STEP_M: f32 = 0.005;

/// The options of the torso.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// A folder: as long as it has a file `pressed` the button is pressed, and files `left` and `right` unplug the arms.
    /// Without one nothing happens to them.
    #[arg(long, value_name = "FOLDER")]
    devices: Option<PathBuf>,
}

// ANCHOR: start
/// Starts the drivers.
///
/// # Errors
/// An interface that has a driver already, a folder that is not there.
pub fn start(setup: &Setup<'_, Torso, Options>) -> Result<Drivers, Box<dyn Error>> {
    let Torso { left, right, head } = setup.board;
    let devices = setup.options.devices.as_deref();
    if let Some(folder) = devices {
        folder.read_dir().map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let file = |name: &str| devices.map(|folder| folder.join(name));
    let mut drivers = setup.drivers();
    // All parts read the button, and the right arm reads the left one.
    let (pressed, writers) =
        (file("pressed"), [left.button.writer()?, right.button.writer()?, head.button.writer()?]);
    drivers.start("the button", writers, move |port| button(port, pressed.as_deref()));
    let (unplugged, writers) = (file("left"), [left.left.writer()?, right.left.writer()?]);
    drivers.start("the left arm", writers, move |port| arm(port, unplugged.as_deref()));
    let unplugged = file("right");
    drivers
        .start("the right arm", right.right.writer()?, move |port| arm(port, unplugged.as_deref()));
    Ok(drivers)
}
// ANCHOR_END: start

fn is_there(file: Option<&Path>) -> io::Result<bool> {
    file.map_or(Ok(false), Path::try_exists)
}

fn button(port: &DriverPort<Button>, file: Option<&Path>) -> DriverResult {
    while !port.is_over() {
        port.publish(Button { pressed: is_there(file)? });
        thread::sleep(PERIOD);
    }
    Ok(())
}

fn arm(port: &DriverPort<Arm>, unplugged: Option<&Path>) -> DriverResult {
    let (mut z_m, mut goal_m) = (0.0_f32, 0.0);
    while !port.is_over() {
        if is_there(unplugged)? {
            return Err("unplugged".into());
        }
        if let Some(received) = port.await_message(PERIOD) {
            goal_m = match received.message {
                arm::Message::MoveTo(arm::MoveTo { z_m }) => z_m,
                arm::Message::Stop(_) => z_m,
            };
        }
        z_m += (goal_m - z_m).clamp(-STEP_M, STEP_M);
        port.publish(Arm { z_m });
    }
    Ok(())
}
