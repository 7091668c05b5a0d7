//! The floor as the live page shows it, and as it is disturbed there.

extern crate std;

use crate::simulator::{HOME_M, Place, Simulator};
use skill_studio::view::{SceneView, Shape, ShapeKind};
use skill_studio::world::WorldOf;
use std::borrow::ToOwned as _;
use std::format;
use std::string::String;
use std::vec;

/// The edges of the picture: left, below, right, above, m.
const BOUNDS_M: [f64; 4] = [-1.2, -2.2, 3.2, 1.4];
/// The diameters of the robot and of a can, m.
const ROBOT_M: f64 = 0.3;
const CAN_M: f64 = 0.12;
/// The names of the cans.
const CANS: [&str; 3] = ["can 1", "can 2", "can 3"];

/// The floor with the robot and the cans: they can be seen, and the cans moved.
pub const WORLD: WorldOf<Simulator<'static>> =
    WorldOf { scene: Some(scene), move_shape: Some(move_can), push_shape: None };

fn circle(id: &'static str, fill: &'static str, at: Place, width_m: f64) -> Shape {
    Shape {
        id: id.into(),
        kind: ShapeKind::Circle,
        x_m: at.x_m.into(),
        y_m: at.y_m.into(),
        width_m,
        fill: fill.into(),
        ..Shape::default()
    }
}

/// Returns what there is to see.
fn scene(simulator: &Simulator<'_>) -> SceneView {
    let at = simulator.place();
    let start = Place { x_m: 0.0, y_m: 0.0 };
    let robot = Shape {
        kind: ShapeKind::Robot,
        heading_rad: simulator.heading_rad().into(),
        label: if simulator.holds() { "holds a can" } else { "holds nothing" }.into(),
        ..circle("rover", "robot", at, ROBOT_M)
    };
    let mut shapes = vec![circle("home", "line", start, (2.0 * HOME_M).into()), robot];
    for (id, can) in CANS.into_iter().zip(simulator.cans) {
        shapes.extend(can.map(|at| Shape { movable: true, ..circle(id, "ball", at, CAN_M) }));
    }
    let text = format!("{} of {} cans delivered", simulator.delivered, CANS.len());
    SceneView { bounds: BOUNDS_M, shapes, text }
}

/// Moves a can that is on the floor.
#[allow(clippy::cast_possible_truncation)] // rounds
fn move_can(simulator: &mut Simulator<'_>, id: &str, x_m: f64, y_m: f64) -> Result<(), String> {
    let [left, below, right, above] = BOUNDS_M;
    if !(left..=right).contains(&x_m) || !(below..=above).contains(&y_m) {
        return Err(format!("({x_m}, {y_m}) is not on the floor"));
    }
    let can = CANS.iter().position(|name| *name == id);
    match can.and_then(|can| simulator.cans[can].as_mut()) {
        Some(can) => {
            *can = Place { x_m: x_m as f32, y_m: y_m as f32 };
            Ok(())
        }
        None => Err("only cans on the floor can be moved".to_owned()),
    }
}
