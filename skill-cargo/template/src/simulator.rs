//! The simulated robot: a disc in a square room. It writes what the drivers of a real one do.

use crate::interfaces::{Board, Range, Wheels, wheels};
use core::time::Duration;
use skill_runtime::{Instant, Stages, Tick, Writer, WriterTaken};

/// The distance from the middle of the room to each wall.
const ROOM_M: f32 = 2.0;
/// The time after the last command after which the wheels stop.
const WATCHDOG: Duration = Duration::from_millis(200);

/// The robot and its room.
pub struct Simulator {
    wheels: Writer<'static, Wheels>,
    range: Writer<'static, Range>,
    /// Ahead of the middle of the room, m.
    pub x_m: f32,
    /// To the left of the middle of the room, m.
    pub y_m: f32,
    measured: Wheels,
    commanded: wheels::Drive,
    commanded_at: Instant,
    last: Instant,
}

impl Simulator {
    /// Returns a robot in the middle of the room.
    ///
    /// # Errors
    /// [`WriterTaken`] if the blackboard is in use.
    pub fn new(board: &'static Board) -> Result<Self, WriterTaken> {
        Ok(Self {
            wheels: board.wheels.writer()?,
            range: board.range.writer()?,
            x_m: 0.0,
            y_m: 0.0,
            measured: Wheels::default(),
            commanded: STOPPED,
            commanded_at: Instant::ZERO,
            last: Instant::ZERO,
        })
    }

    /// Returns the distance to the wall ahead, m.
    #[must_use]
    pub fn distance_m(&self) -> f32 {
        let (sin, cos) = libm::sincosf(self.measured.turned_rad);
        let to_wall = |at_m: f32, direction: f32| {
            if direction == 0.0 {
                f32::INFINITY
            } else {
                (ROOM_M - at_m * direction.signum()) / direction.abs()
            }
        };
        to_wall(self.x_m, cos).min(to_wall(self.y_m, sin))
    }
}

const STOPPED: wheels::Drive = wheels::Drive {
    forward_m_per_sec: 0.0,
    turn_rad_per_sec: 0.0,
};

impl Stages for Simulator {
    /// Moves the robot on to `now`, and publishes what its sensors measure.
    fn sensor(&mut self, now: Tick) {
        let sec = now.time.since(self.last).as_secs_f32();
        self.last = now.time;
        self.measured.turned_rad += self.commanded.turn_rad_per_sec * sec;
        // It does not drive through the wall.
        let way_m = (self.commanded.forward_m_per_sec * sec).min(self.distance_m());
        let (sin, cos) = libm::sincosf(self.measured.turned_rad);
        (self.x_m, self.y_m) = (self.x_m + way_m * cos, self.y_m + way_m * sin);
        self.measured.driven_m += way_m;
        self.wheels.write(&self.measured, now.time);
        self.range.write(
            &Range {
                distance_m: self.distance_m(),
            },
            now.time,
        );
    }

    /// Takes the messages to the wheels.
    fn act(&mut self, now: Tick) {
        while let Some(received) = self.wheels.next_message() {
            self.commanded_at = now.time;
            self.commanded = match received.message {
                wheels::Message::Drive(drive) => drive,
                wheels::Message::Stop(_) => STOPPED,
            };
        }
        if now.time.since(self.commanded_at) > WATCHDOG {
            self.commanded = STOPPED;
        }
    }
}
