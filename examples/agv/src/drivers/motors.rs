//! The controller of the motors: it sends lines `X Y HEADING`, and takes lines `AHEAD TURN`.

use super::lines::Lines;
use crate::interfaces::{Base, base};
use skill_studio::{DriverPort, DriverResult};
use std::error::Error;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// The time between two lines with the velocity: the controller stops 200 ms after the last.
const REPEAT: Duration = Duration::from_millis(50);

/// The motors.
pub struct Motors {
    lines: Lines,
    velocity: [f32; 2],
    sent: Instant,
}

impl Motors {
    /// Opens their serial port.
    pub fn open(path: &Path) -> Result<Self, Box<dyn Error>> {
        Ok(Self { lines: Lines::open(path)?, velocity: [0.0; 2], sent: Instant::now() })
    }

    fn send(&mut self) -> io::Result<()> {
        let [ahead, turn] = self.velocity;
        self.sent = Instant::now();
        self.lines.write(&format!("{ahead:.3} {turn:.3}"))
    }

    /// Runs them until the end, when they stop.
    pub fn run(&mut self, port: &DriverPort<Base>) -> DriverResult {
        while !port.is_over() {
            if let Some([x_m, y_m, heading_rad]) = self.lines.numbers()? {
                port.publish(Base { x_m, y_m, heading_rad });
            }
            let mut is_new = false;
            while let Some(received) = port.next_message() {
                is_new = true;
                self.velocity = match received.message {
                    base::Message::Drive(to) => [to.ahead_m_per_sec, to.turn_rad_per_sec],
                    base::Message::Stop(_) => [0.0; 2],
                };
            }
            if is_new || self.sent.elapsed() >= REPEAT {
                self.send()?;
            }
        }
        self.velocity = [0.0; 2];
        Ok(self.send()?)
    }
}
