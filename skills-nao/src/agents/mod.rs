//! Agents: what decides which skills a NAO runs, each in the file of its name.

mod naojoystick;
mod striker;

pub use naojoystick::{Naojoystick, NaojoystickPorts, NaojoystickState};
pub use striker::{Striker, StrikerPorts, StrikerState};
