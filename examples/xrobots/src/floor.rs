//! The floor in the live page, where the obstacle can be put in the robot's way.

use crate::robot::{BODY_MM, Board, OBSTACLE_MM, Point, Robot};
use skill_runtime::WriterTaken;
use skill_studio::view::{SceneView, Shape, ShapeKind};
use skill_studio::world::WorldOf;

/// The edges of the picture: left, below, right, above, m. All figures are within them.
const BOUNDS_M: [f64; 4] = [-3.4, -0.8, 1.6, 3.4];
/// The place of the obstacle at first: beside all figures.
const ASIDE: Point = Point { x_mm: 1000.0, y_mm: 1300.0 };

/// The floor: it can be seen, and the obstacle moved.
pub const WORLD: WorldOf<Robot<'static>> =
    WorldOf { scene: Some(scene), move_shape: Some(move_obstacle), push_shape: None };

/// Returns a robot with an obstacle that is not in its way.
///
/// # Errors
/// [`WriterTaken`] if `board` has a robot.
pub fn robot(board: &'static Board) -> Result<Robot<'static>, WriterTaken> {
    let mut robot = Robot::new(board)?;
    robot.put(ASIDE);
    Ok(robot)
}

fn circle(id: &'static str, fill: &'static str, at: Point, radius_mm: f64) -> Shape {
    Shape {
        id: id.into(),
        kind: ShapeKind::Circle,
        x_m: at.x_mm / 1000.0,
        y_m: at.y_mm / 1000.0,
        width_m: 2.0 * radius_mm / 1000.0,
        fill: fill.into(),
        ..Shape::default()
    }
}

fn scene(robot: &Robot<'_>) -> SceneView {
    let (pose, bumpers) = (robot.pose(), robot.bumpers());
    let body = Shape {
        kind: ShapeKind::Robot,
        heading_rad: pose.heading_rad,
        ..circle("robot", "robot", pose.at, BODY_MM)
    };
    let obstacle = robot.obstacle().map(|at| circle("obstacle", "ball", at, OBSTACLE_MM));
    let obstacle = obstacle.map(|of| Shape { movable: true, ..of });
    let touches = if bumpers.left || bumpers.right { " and touches the obstacle" } else { "" };
    let text = format!("The robot is at {} mm{touches}.", pose.at);
    SceneView { bounds: BOUNDS_M, shapes: obstacle.into_iter().chain([body]).collect(), text }
}

fn move_obstacle(robot: &mut Robot<'_>, id: &str, x_m: f64, y_m: f64) -> Result<(), String> {
    let [left, below, right, above] = BOUNDS_M;
    if id != "obstacle" {
        return Err(format!("`{id}` cannot be moved; the obstacle can"));
    }
    if !(left..=right).contains(&x_m) || !(below..=above).contains(&y_m) {
        return Err(format!("({x_m}, {y_m}) is not on the floor"));
    }
    robot.put(Point { x_mm: x_m * 1000.0, y_mm: y_m * 1000.0 });
    Ok(())
}
