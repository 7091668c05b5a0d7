//! The NAO's agents, which decide which skills run, each in the file of its name.

mod naojoystick;
mod rivals;
mod striker;
mod tactics;

pub use naojoystick::{Naojoystick, NaojoystickPorts, NaojoystickState};
pub use striker::{Striker, StrikerPorts, StrikerState};
