//! A deterministic simulator: the robot on a floor with cans.
//!
//! It is the writer of all interfaces but the skiller's, as drivers are on a robot. Wheels
//! reach the commanded velocity at once and never slip; odometry is exact.

use crate::interfaces::gripper::Jaws;
use crate::interfaces::{
    EmergencyStop, Gripper, Lidar, Odometry, RoverBoard, Wheels, gripper, wheels,
};
use core::time::Duration;
use skill_runtime::{Instant, Stages, Tick, Writer, WriterTaken};

/// The time after the last velocity, or the last value of the button, after which the wheels stop.
const WATCHDOG: Duration = Duration::from_millis(200);
/// The range of the lidar.
const RANGE_M: f32 = 4.0;
/// The angle that the lidar covers to each side.
const FIELD_RAD: f32 = 1.0;
/// The reach of the jaws from the middle of the robot.
const REACH_M: f32 = 0.25;
/// The time that the jaws need to move.
const JAWS: Duration = Duration::from_millis(400);
/// The distance from the start within which a can counts as delivered.
pub const HOME_M: f32 = 0.4;

/// A place on the floor, m.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// Ahead of the start.
    pub x_m: f32,
    /// To the left of the start.
    pub y_m: f32,
}

/// The floor, the robot on it, and its drivers.
pub struct Simulator<'a> {
    board: &'a RoverBoard,
    lidar: Writer<'a, Lidar>,
    odometry: Writer<'a, Odometry>,
    wheels: Writer<'a, Wheels>,
    gripper: Writer<'a, Gripper>,
    /// `None` if the driver of the button never started.
    button: Option<Writer<'a, EmergencyStop>>,
    /// Whether the button is pressed.
    pub pressed: bool,
    /// The cans on the floor.
    pub cans: [Option<Place>; 3],
    /// The number of delivered cans.
    pub delivered: u32,
    /// The driven distance, m.
    pub driven_m: f32,
    pose: Odometry,
    velocity: Wheels,
    commanded: Instant,
    jaws: Gripper,
    arrive: Instant,
    last: Instant,
}

impl Stages for Simulator<'_> {
    /// Moves the robot on to `now` and publishes what its sensors measure.
    fn sensor(&mut self, now: Tick) {
        self.step(now.time);
        if let Some(button) = &mut self.button {
            button.write(&EmergencyStop { released: !self.pressed }, now.time);
        }
        self.wheels.write(&self.velocity, now.time);
        self.odometry.write(&self.pose, now.time);
        self.gripper.write(&self.jaws, now.time);
        let seen = self.nearest();
        self.lidar.write(&seen.unwrap_or_default(), now.time);
    }

    /// Takes the messages to the wheels and the gripper.
    fn act(&mut self, now: Tick) {
        while let Some(received) = self.wheels.next_message() {
            self.commanded = now.time;
            self.velocity = match received.message {
                wheels::Message::SetVelocity(to) => Wheels {
                    forward_m_per_sec: to.forward_m_per_sec,
                    turn_rad_per_sec: to.turn_rad_per_sec,
                },
                wheels::Message::Stop(_) => Wheels::default(),
            };
        }
        while let Some(received) = self.gripper.next_message() {
            let gripper::Message::Move(gripper::Move { jaws }) = received.message;
            self.jaws.msgid = received.id.0;
            self.jaws.r#final = false;
            self.jaws.jaws = jaws;
            self.arrive = now.time.after(JAWS);
        }
        // The wheels stop by themselves, whatever the skills do.
        let button = self.board.emergency_stop.sample();
        let stale = |since: Instant| now.time.since(since) > WATCHDOG;
        if !button.data.released || stale(button.time) || stale(self.commanded) {
            self.velocity = Wheels::default();
        }
    }
}

impl<'a> Simulator<'a> {
    /// Returns a robot at the start, three cans in front of it, with all drivers running.
    ///
    /// # Errors
    /// [`WriterTaken`] if the blackboard is in use.
    pub fn new(board: &'a RoverBoard) -> Result<Self, WriterTaken> {
        Ok(Self { button: Some(board.emergency_stop.writer()?), ..Self::without_button(board)? })
    }

    /// Returns the same robot, but the driver of the emergency stop never started.
    ///
    /// # Errors
    /// [`WriterTaken`] if the blackboard is in use.
    pub fn without_button(board: &'a RoverBoard) -> Result<Self, WriterTaken> {
        let cans = [(1.5, 0.6), (2.4, -0.5), (0.8, -1.6)];
        Ok(Self {
            board,
            lidar: board.lidar.writer()?,
            odometry: board.odometry.writer()?,
            wheels: board.wheels.writer()?,
            gripper: board.gripper.writer()?,
            button: None,
            pressed: false,
            cans: cans.map(|(x_m, y_m)| Some(Place { x_m, y_m })),
            delivered: 0,
            driven_m: 0.0,
            pose: Odometry::default(),
            velocity: Wheels::default(),
            commanded: Instant::ZERO,
            jaws: Gripper { r#final: true, ..Gripper::default() },
            arrive: Instant::ZERO,
            last: Instant::ZERO,
        })
    }

    /// Ends the driver of the emergency stop.
    pub fn stop_button(&mut self) {
        self.button = None;
    }

    /// Returns where the robot is.
    #[must_use]
    pub fn place(&self) -> Place {
        Place { x_m: self.pose.x_m, y_m: self.pose.y_m }
    }

    /// Returns the direction in which the robot looks, rad from ahead of the start to the left.
    #[must_use]
    pub fn heading_rad(&self) -> f32 {
        self.pose.heading_rad
    }

    /// Returns whether the gripper holds a can.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.jaws.holds
    }

    fn step(&mut self, now: Instant) {
        let sec = now.since(self.last).as_secs_f32();
        self.last = now;
        let Wheels { forward_m_per_sec, turn_rad_per_sec } = self.velocity;
        let (way_m, pose) = (forward_m_per_sec * sec, &mut self.pose);
        pose.heading_rad += turn_rad_per_sec * sec;
        pose.x_m += way_m * libm::cosf(pose.heading_rad);
        pose.y_m += way_m * libm::sinf(pose.heading_rad);
        self.driven_m += way_m.abs();
        if !self.jaws.r#final && now >= self.arrive {
            self.jaws.r#final = true;
            match self.jaws.jaws {
                Jaws::Open => self.put_down(),
                Jaws::Closed => self.pick_up(),
            }
        }
    }

    fn pick_up(&mut self) {
        let near = self.nearest().is_some_and(|seen| seen.distance_m <= REACH_M);
        if near && let Some(can) = self.nearest_can().and_then(|can| self.cans.get_mut(can)) {
            *can = None;
            self.jaws.holds = true;
        }
    }

    fn put_down(&mut self) {
        if !core::mem::take(&mut self.jaws.holds) {
            return;
        }
        if libm::hypotf(self.pose.x_m, self.pose.y_m) <= HOME_M {
            self.delivered += 1;
        } else if let Some(free) = self.cans.iter_mut().find(|can| can.is_none()) {
            let (sin, cos) = (libm::sinf(self.pose.heading_rad), libm::cosf(self.pose.heading_rad));
            let (x_m, y_m) = (self.pose.x_m + REACH_M * cos, self.pose.y_m + REACH_M * sin);
            *free = Some(Place { x_m, y_m });
        }
    }

    /// Returns what the lidar measures, if it sees anything.
    fn nearest(&self) -> Option<Lidar> {
        let can = (*self.cans.get(self.nearest_can()?)?)?;
        Some(self.measure(can))
    }

    fn nearest_can(&self) -> Option<usize> {
        let seen = |(index, can): (usize, &Option<Place>)| {
            let measured = self.measure((*can)?);
            let visible = measured.distance_m <= RANGE_M && measured.bearing_rad.abs() <= FIELD_RAD;
            visible.then_some((index, measured.distance_m))
        };
        let all = self.cans.iter().enumerate().filter_map(seen);
        all.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(index, _)| index)
    }

    fn measure(&self, can: Place) -> Lidar {
        let (x, y) = (can.x_m - self.pose.x_m, can.y_m - self.pose.y_m);
        let (sin, cos) = (libm::sinf(self.pose.heading_rad), libm::cosf(self.pose.heading_rad));
        Lidar {
            sees: true,
            distance_m: libm::hypotf(x, y),
            bearing_rad: libm::atan2f(y * cos - x * sin, x * cos + y * sin),
        }
    }
}
