//! Program and robot together, and the record of the drive.

use crate::program::{LAPS, Root};
use crate::robot::{Board, Bumpers, Point, Pose, Robot, Wheels};
use skill_runtime::{
    Context, Exec, Instant, MainLoop, Skill, Snapshot, Stages, Tick, TraceEvent, TraceKind, Tracer,
    WriterTaken,
};

/// The time of a pass of the main loop.
const PASS_MICROS: u64 = 10_000;
/// The time for which a stopped robot is observed: longer than a side takes.
const WATCHED_MICROS: u64 = 30_000_000;
/// The turn between two recorded points in a corner (3 degrees).
const KEPT_RAD: f64 = 0.0524;
/// The number of figures in a round of the program.
pub const ROUND: usize = 2 * LAPS as usize;

/// The plan of a drive.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The place of the obstacle.
    pub obstacle: Point,
    /// The number of figures after which the obstacle is placed.
    pub after: usize,
}

/// The shape of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A square, with four corners.
    Square,
    /// A triangle, with three corners.
    Triangle,
}

/// One lap around a square or a triangle.
#[derive(Clone, Debug)]
pub struct Figure {
    pub shape: Shape,
    /// The time at which the lap was closed.
    pub ends: Option<Instant>,
    /// The poses in which the robot began to turn.
    pub corners: Vec<Pose>,
    /// The driven points, in order.
    pub path: Vec<Point>,
}

/// The end of the drive.
#[derive(Clone, Debug)]
pub struct Stop {
    pub time: Instant,
    pub pose: Pose,
    /// The bumpers that were pressed.
    pub bumpers: Bumpers,
}

/// The record of a drive.
#[derive(Clone, Debug, Default)]
pub struct Journey {
    /// The figures in the order driven; the last may be unfinished.
    pub figures: Vec<Figure>,
    /// The transitions of the program: the names of source and target.
    pub transitions: Vec<(&'static str, &'static str)>,
    /// The time at which the obstacle was placed.
    pub obstacle_put: Option<Instant>,
    /// The stop at the obstacle, if it was hit.
    pub stop: Option<Stop>,
    /// The time, the pose and the speeds of the wheels at the end of the drive.
    pub end: Option<(Instant, Pose, Wheels)>,
}

impl Journey {
    /// Returns the number of closed figures.
    pub fn driven(&self) -> usize {
        self.figures.iter().filter(|figure| figure.ends.is_some()).count()
    }

    /// Returns the figure that is being driven.
    fn open(&mut self) -> Option<&mut Figure> {
        self.figures.last_mut().filter(|figure| figure.ends.is_none())
    }

    /// Records a transition of the program.
    fn hop(&mut self, from: &'static str, to: &'static str, time: Instant, robot: &Robot<'_>) {
        self.transitions.push((from, to));
        let pose = robot.pose();
        let at = pose.at;
        if let Some(figure) = self.open() {
            figure.path.push(at);
        }
        match (from, to) {
            ("AtSquareCorner", "Square") | ("AtTriangleCorner", "Triangle") => {
                if let Some(figure) = self.open() {
                    figure.ends = Some(time);
                }
            }
            (_, "RightCorner") => self.corner(Shape::Square, pose),
            (_, "TriangleCorner") => self.corner(Shape::Triangle, pose),
            (_, "Stop") if self.stop.is_none() => {
                self.stop = Some(Stop { time, pose, bumpers: robot.bumpers() });
            }
            _ => {}
        }
    }

    fn corner(&mut self, shape: Shape, pose: Pose) {
        if self.open().is_none() {
            let (corners, path) = (Vec::new(), vec![pose.at]);
            self.figures.push(Figure { shape, ends: None, corners, path });
        }
        if let Some(figure) = self.open() {
            figure.corners.push(pose);
        }
    }
}

/// A robot that the program drives.
pub struct Drive<'a> {
    plan: Plan,
    pub robot: Robot<'a>,
    snapshot: Snapshot<'a, Board>,
    root: <Root as Skill>::Machine,
    main_loop: MainLoop,
    time: Instant,
    /// The heading at the last point that was kept.
    kept_rad: f64,
    pub journey: Journey,
}

impl<'a> Drive<'a> {
    /// Returns robot and program on `board`, before the first pass.
    ///
    /// # Errors
    /// [`WriterTaken`] if `board` is in use.
    pub fn new(board: &'a Board, plan: Plan) -> Result<Self, WriterTaken> {
        let mut snapshot = Snapshot::new(board);
        snapshot.claim(<<Root as Skill>::Machine as Exec<Board>>::WRITES)?;
        Ok(Self {
            plan,
            robot: Robot::new(board)?,
            snapshot,
            root: Root {}.start(),
            main_loop: MainLoop::new(),
            time: Instant::ZERO,
            kept_rad: 0.0,
            journey: Journey::default(),
        })
    }

    /// Runs one pass. Returns whether the journey continues: the robot has not stood for a while, nor driven
    /// a whole round past the obstacle.
    pub fn pass(&mut self) -> bool {
        let mut main_loop = self.main_loop;
        main_loop.pass(self.time, self).expect("the clock only goes forward");
        self.main_loop = main_loop;
        let now = self.time;
        self.time = Instant::from_micros(now.as_micros() + PASS_MICROS);
        match &self.journey.stop {
            Some(stop) => now.micros_since(stop.time) < WATCHED_MICROS,
            None => self.journey.driven() < self.plan.after + ROUND,
        }
    }

    /// Drives to the end and returns the record.
    pub fn finish(mut self) -> Journey {
        while self.pass() {}
        // Drops a figure without a driven side.
        self.journey.figures.retain(|figure| figure.path.len() > 1);
        self.journey.end = Some((self.time, self.robot.pose(), self.robot.speeds().clone()));
        self.journey
    }
}

impl Stages for Drive<'_> {
    fn sensor(&mut self, now: Tick) {
        if self.journey.obstacle_put.is_none() && self.journey.driven() >= self.plan.after {
            self.journey.obstacle_put = Some(now.time);
            self.robot.put(self.plan.obstacle);
        }
        self.robot.sensor(now);
        let pose = self.robot.pose();
        if (pose.heading_rad - self.kept_rad).abs() >= KEPT_RAD {
            self.kept_rad = pose.heading_rad;
            if let Some(figure) = self.journey.open() {
                figure.path.push(pose.at);
            }
        }
    }

    fn skill(&mut self, now: Tick) {
        self.snapshot.refresh_all();
        let tracer = Hops { journey: &mut self.journey, robot: &self.robot };
        self.root.exec(&mut Context { snapshot: &self.snapshot, now, tracer });
    }

    fn act(&mut self, now: Tick) {
        self.robot.act(now);
    }
}

/// Records transitions in the journey.
struct Hops<'a> {
    journey: &'a mut Journey,
    robot: &'a Robot<'a>,
}

impl Tracer for Hops<'_> {
    fn record(&mut self, event: &TraceEvent) {
        if let TraceKind::Transition { from, transition } = event.kind {
            let graph = &event.skill.graph;
            let to = graph.transitions[usize::from(transition)].to;
            let names = (graph.state_name(from), graph.state_name(to));
            self.journey.hop(names.0, names.1, event.time, self.robot);
        }
    }
}
