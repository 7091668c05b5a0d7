//! The field as the live page shows it, and as it is disturbed there.

mod teams;

pub use teams::{scene_of_teams, world_of_teams};

use nao_sim::body::{Pose, Side};
use nao_sim::field::geometry::{POST_RADIUS, carpet, posts};
use nao_sim::field::{Field, Pitch, Place, Point};
use nao_sim::game::Game;
use skill_studio::view::{SceneView, Shape, ShapeKind};
use skill_studio::world::WorldOf;

/// The diameter of the circle that represents the robot, m.
const ROBOT_M: f64 = 0.3;

/// Returns the field with its lines, robot and ball.
#[must_use]
pub fn scene(field: &Field) -> SceneView {
    let mut shapes = lines(field.pitch());
    let (ball, robot) = (field.ball().at, field.place());
    shapes.push(ball_shape(ball, field.pitch()));
    let label = field.robot().pose().describe().into();
    shapes.push(Shape { id: "robot".into(), fill: "robot".into(), label, ..robot_shape(robot) });
    let (ours, theirs) = field.score();
    let text = format!("The robot {}. {ours}:{theirs}", field.robot().pose().describe());
    SceneView { bounds: bounds(field.pitch()), shapes, text }
}

/// Returns the carpet.
fn bounds(pitch: &Pitch) -> [f64; 4] {
    let (length, width) = carpet(pitch);
    [-length, -width, length, width].map(f64::from)
}

fn ball_m(pitch: &Pitch) -> f64 {
    f64::from(2.0 * pitch.ball_radius_m)
}

fn ball_shape(ball: Point, pitch: &Pitch) -> Shape {
    Shape {
        id: "ball".into(),
        kind: ShapeKind::Circle,
        x_m: ball.x.into(),
        y_m: ball.y.into(),
        width_m: ball_m(pitch),
        fill: "ball".into(),
        movable: true,
        ..Shape::default()
    }
}

fn robot_shape(robot: Place) -> Shape {
    Shape {
        kind: ShapeKind::Robot,
        x_m: robot.x.into(),
        y_m: robot.y.into(),
        heading_rad: robot.theta.into(),
        width_m: ROBOT_M,
        movable: true,
        pushable: true,
        ..Shape::default()
    }
}

/// Returns the lines and the goals.
fn lines(pitch: &Pitch) -> Vec<Shape> {
    let line = Shape { kind: ShapeKind::Rect, fill: "line".into(), ..Shape::default() };
    let rect = |id: &'static str, x: f32, y: f32, width: f32, height: f32| Shape {
        id: id.into(),
        x_m: x.into(),
        y_m: y.into(),
        width_m: width.into(),
        height_m: height.into(),
        ..line.clone()
    };
    let Pitch { half_length_m, half_width_m, area_depth_m, goal_depth_m, .. } = *pitch;
    let (area, area_width) = (half_length_m - area_depth_m / 2.0, 2.0 * pitch.area_half_width_m);
    let (depth, goal) = (half_length_m + goal_depth_m / 2.0, 2.0 * pitch.goal_half_width_m);
    let mut all = vec![
        rect("field", 0.0, 0.0, 2.0 * half_length_m, 2.0 * half_width_m),
        rect("our penalty area", -area, 0.0, area_depth_m, area_width),
        rect("their penalty area", area, 0.0, area_depth_m, area_width),
    ];
    if pitch.goal_area_m != (area_depth_m, pitch.area_half_width_m) {
        let (depth_m, half_width_m) = pitch.goal_area_m;
        let (at, width_m) = (half_length_m - depth_m / 2.0, 2.0 * half_width_m);
        all.push(rect("our goal area", -at, 0.0, depth_m, width_m));
        all.push(rect("their goal area", at, 0.0, depth_m, width_m));
    }
    let middle = Shape { id: "middle line".into(), kind: ShapeKind::Line, ..line.clone() };
    let half = f64::from(half_width_m);
    all.push(Shape { y_m: -half, y2_m: half, ..middle });
    let center = Shape { kind: ShapeKind::Circle, ..line.clone() };
    let width_m = 2.0 * f64::from(pitch.circle_m);
    all.push(Shape { id: "center circle".into(), width_m, ..center });
    let goals = [
        rect("our goal", -depth, 0.0, goal_depth_m, goal),
        rect("their goal", depth, 0.0, goal_depth_m, goal),
    ];
    let names = ["post 1", "post 2", "post 3", "post 4"];
    let posts = posts(pitch).into_iter().zip(names).map(|(post, name)| Shape {
        id: name.into(),
        kind: ShapeKind::Circle,
        x_m: post.x.into(),
        y_m: post.y.into(),
        width_m: f64::from(2.0 * POST_RADIUS),
        ..Shape::default()
    });
    all.extend(goals.into_iter().chain(posts).map(|of| Shape { fill: "goal".into(), ..of }));
    all
}

/// Returns a place on the carpet.
#[allow(clippy::cast_possible_truncation)] // rounds
fn on_carpet(pitch: &Pitch, x_m: f64, y_m: f64) -> Result<Point, String> {
    let [.., length, width] = bounds(pitch);
    if x_m.abs() <= length && y_m.abs() <= width {
        return Ok(Point { x: x_m as f32, y: y_m as f32 });
    }
    Err(format!("({x_m}, {y_m}) is not on the carpet: at most ({length}, {width})"))
}

/// Moves the ball or the robot.
///
/// # Errors
/// If there is no such shape, or the place is not on the carpet.
pub fn move_shape(field: &mut Field, id: &str, x_m: f64, y_m: f64) -> Result<(), String> {
    let to = on_carpet(field.pitch(), x_m, y_m)?;
    match id {
        "ball" => field.move_ball(to),
        "robot" => field.put_robot(Place::new(to.x, to.y, field.place().theta)),
        _ => return Err(format!("`{id}` cannot be moved; the ball and the robot can")),
    }
    Ok(())
}

/// Pushes the robot forward or backward, whichever is nearer to the direction.
///
/// # Errors
/// If the shape is not a robot, or the robot is not standing.
#[allow(clippy::cast_possible_truncation)] // rounds
pub fn push_shape(field: &mut Field, id: &str, x_m: f64, y_m: f64) -> Result<(), String> {
    if id != "robot" {
        return Err(format!("`{id}` cannot be pushed; the robot can"));
    }
    push(field, Point { x: x_m as f32, y: y_m as f32 })
}

/// Pushes the robot of a field.
fn push(field: &mut Field, direction: Point) -> Result<(), String> {
    if field.robot().pose() != Pose::Standing {
        return Err("the robot does not stand".to_owned());
    }
    let direction = direction.turned(-field.place().theta);
    field.push(if direction.x >= 0.0 { Side::Front } else { Side::Back });
    Ok(())
}

/// Returns the field of a game for the live page.
#[must_use]
pub fn world_of_game<'a>() -> WorldOf<Game<'a>> {
    WorldOf {
        scene: Some(|game| scene(game.field())),
        move_shape: Some(|game, id, x, y| move_shape(game.field_mut(), id, x, y)),
        push_shape: Some(|game, id, x, y| push_shape(game.field_mut(), id, x, y)),
    }
}
