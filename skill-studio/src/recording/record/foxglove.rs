//! The messages that viewers know by name: log, transforms and scenes, as published by Foxglove
//! (<https://docs.foxglove.dev/docs/visualization/message-schemas/introduction>).

use super::protobuf::{Kind, Message, MessageType, file};
use crate::model::view::{SceneView, Shape, ShapeKind};
use prost_types::FileDescriptorProto;
use skill_runtime::Instant;

/// The names of the schemas.
pub(super) const LOG: &str = "foxglove.Log";
pub(super) const TRANSFORMS: &str = "foxglove.FrameTransforms";
pub(super) const SCENE: &str = "foxglove.SceneUpdate";

const TIMESTAMP: &str = "google.protobuf.Timestamp";
const DURATION: &str = "google.protobuf.Duration";
/// The frame of the world.
const WORLD: &str = "world";

/// A level of the log.
#[derive(Clone, Copy)]
pub(super) enum Level {
    Info = 2,
    Error = 4,
}

pub(super) fn files() -> Vec<FileDescriptorProto> {
    let message = |name: &str| MessageType::new(name);
    let time =
        |name: &str| message(name).field("seconds", 1, Kind::Int).field("nanos", 2, Kind::Int32);
    let reals = |name: &str, fields: &[&str]| {
        let numbered = (1..).zip(fields);
        numbered.fold(message(name), |all, (number, field)| all.field(field, number, Kind::Double))
    };
    let mut log = message("Log")
        .field("timestamp", 1, Kind::Message(TIMESTAMP))
        .field("level", 2, Kind::Enum("Level".to_owned()))
        .field("message", 3, Kind::Text)
        .field("name", 4, Kind::Text);
    let levels = ["UNKNOWN", "DEBUG", "INFO", "WARNING", "ERROR", "FATAL"];
    log.enums.push(("Level".to_owned(), levels.map(str::to_owned).into_iter().zip(0..).collect()));
    let mut line = message("LinePrimitive")
        .field("type", 1, Kind::Enum("Type".to_owned()))
        .field("pose", 2, Kind::Message("foxglove.Pose"))
        .field("thickness", 3, Kind::Double)
        .field("scale_invariant", 4, Kind::Bool)
        .repeated("points", 5, Kind::Message("foxglove.Point3"))
        .field("color", 6, Kind::Message("foxglove.Color"));
    let types = ["LINE_STRIP", "LINE_LOOP", "LINE_LIST"];
    line.enums.push(("Type".to_owned(), types.map(str::to_owned).into_iter().zip(0..).collect()));
    let solid = |name: &str| {
        message(name).field("pose", 1, Kind::Message("foxglove.Pose")).field(
            "size",
            2,
            Kind::Message("foxglove.Vector3"),
        )
    };
    let messages = [
        reals("Vector3", &["x", "y", "z"]),
        reals("Point3", &["x", "y", "z"]),
        reals("Quaternion", &["x", "y", "z", "w"]),
        reals("Color", &["r", "g", "b", "a"]),
        message("Pose").field("position", 1, Kind::Message("foxglove.Vector3")).field(
            "orientation",
            2,
            Kind::Message("foxglove.Quaternion"),
        ),
        log,
        message("FrameTransform")
            .field("timestamp", 1, Kind::Message(TIMESTAMP))
            .field("parent_frame_id", 2, Kind::Text)
            .field("child_frame_id", 3, Kind::Text)
            .field("translation", 4, Kind::Message("foxglove.Vector3"))
            .field("rotation", 5, Kind::Message("foxglove.Quaternion")),
        message("FrameTransforms").repeated(
            "transforms",
            1,
            Kind::Message("foxglove.FrameTransform"),
        ),
        line,
        solid("CubePrimitive").field("color", 3, Kind::Message("foxglove.Color")),
        solid("CylinderPrimitive")
            .field("bottom_scale", 3, Kind::Double)
            .field("top_scale", 4, Kind::Double)
            .field("color", 5, Kind::Message("foxglove.Color")),
        message("SceneEntity")
            .field("timestamp", 1, Kind::Message(TIMESTAMP))
            .field("frame_id", 2, Kind::Text)
            .field("id", 3, Kind::Text)
            .field("lifetime", 4, Kind::Message(DURATION))
            .field("frame_locked", 5, Kind::Bool)
            .repeated("cubes", 8, Kind::Message("foxglove.CubePrimitive"))
            .repeated("cylinders", 10, Kind::Message("foxglove.CylinderPrimitive"))
            .repeated("lines", 11, Kind::Message("foxglove.LinePrimitive")),
        message("SceneUpdate").repeated("entities", 2, Kind::Message("foxglove.SceneEntity")),
    ];
    let google = [("timestamp", "Timestamp"), ("duration", "Duration")].map(|(of, name)| {
        file(&format!("google/protobuf/{of}.proto"), "google.protobuf", &[], &[time(name)])
    });
    let uses = ["google/protobuf/timestamp.proto", "google/protobuf/duration.proto"];
    let all = file("foxglove.proto", "foxglove", &uses, &messages);
    google.into_iter().chain([all]).collect()
}

fn timestamp(message: &mut Message, time: Instant) {
    let micros = time.as_micros();
    message.message(1, |message| {
        message.uint(1, micros / 1_000_000);
        message.uint(2, micros % 1_000_000 * 1000);
    });
}

/// Returns a line of the log.
pub(super) fn log(time: Instant, level: Level, name: &str, text: &str) -> Vec<u8> {
    Message::of(|message| {
        timestamp(message, time);
        message.uint(2, level as u64);
        message.text(3, text);
        message.text(4, name);
    })
}

/// Writes a vector or a quaternion.
fn reals(message: &mut Message, field: u32, values: &[f64]) {
    message.message(field, |message| {
        for (number, value) in (1..).zip(values) {
            message.double(number, *value);
        }
    });
}

/// A rotation about the vertical axis.
fn heading(rad: f64) -> [f64; 4] {
    [0.0, 0.0, (rad / 2.0).sin(), (rad / 2.0).cos()]
}

/// Returns the shapes that are there, without what robots believe.
fn seen(scene: &SceneView) -> impl Iterator<Item = &Shape> {
    scene.shapes.iter().filter(|shape| shape.believer.is_empty())
}

/// Returns whether a shape moves.
fn moves(shape: &Shape) -> bool {
    shape.movable || shape.pushable
}

/// Returns the frames of all that moves in a scene, in that of the world.
pub(super) fn transforms(time: Instant, scene: &SceneView) -> Vec<u8> {
    Message::of(|message| {
        for shape in scene.shapes.iter().filter(|shape| moves(shape)) {
            message.message(1, |message| {
                timestamp(message, time);
                message.text(2, WORLD);
                message.text(3, &shape.id);
                reals(message, 4, &[shape.x_m, shape.y_m, 0.0]);
                reals(message, 5, &heading(shape.heading_rad));
            });
        }
    })
}

/// Returns a scene: all of it, or, if it was recorded `before`, what moves in it.
pub(super) fn scene(time: Instant, scene: &SceneView, before: bool) -> Vec<u8> {
    Message::of(|message| {
        for shape in seen(scene).filter(|shape| !before || moves(shape)) {
            message.message(2, |message| entity(message, time, shape));
        }
    })
}

fn entity(message: &mut Message, time: Instant, shape: &Shape) {
    timestamp(message, time);
    // Frames are drawn where they are; what does not move is in that of the world.
    message.text(2, if moves(shape) { &shape.id } else { WORLD });
    message.text(3, &shape.id);
    message.uint(5, moves(shape).into());
    let color = color(&shape.fill);
    let pose = |message: &mut Message, field: u32, height_m: f64| {
        message.message(field, |message| {
            let (x, y, rad) = if moves(shape) {
                (0.0, 0.0, 0.0)
            } else {
                (shape.x_m, shape.y_m, shape.heading_rad)
            };
            reals(message, 1, &[x, y, height_m]);
            reals(message, 2, &heading(rad));
        });
    };
    let solid = |message: &mut Message, size: [f64; 3]| {
        pose(message, 1, size[2] / 2.0);
        reals(message, 2, &size);
    };
    let [width, height] = [shape.width_m, shape.height_m];
    match shape.kind {
        ShapeKind::Line => message.message(11, |message| {
            reals(message, 5, &[shape.x_m, shape.y_m, 0.0]);
            reals(message, 5, &[shape.x2_m, shape.y2_m, 0.0]);
            line(message, color);
        }),
        // Lines on the floor.
        ShapeKind::Rect if shape.fill == "line" => message.message(11, |message| {
            message.uint(1, 1);
            pose(message, 2, 0.0);
            let (x, y) = (width / 2.0, height / 2.0);
            for corner in [[-x, -y], [x, -y], [x, y], [-x, y]] {
                reals(message, 5, &[corner[0], corner[1], 0.0]);
            }
            line(message, color);
        }),
        ShapeKind::Circle if shape.fill == "line" => message.message(11, |message| {
            message.uint(1, 1);
            pose(message, 2, 0.0);
            for part in 0..48 {
                let (sin, cos) = (f64::from(part) * std::f64::consts::TAU / 48.0).sin_cos();
                reals(message, 5, &[cos * width / 2.0, sin * width / 2.0, 0.0]);
            }
            line(message, color);
        }),
        ShapeKind::Rect => message.message(8, |message| {
            solid(message, [width, height, 0.1]);
            reals(message, 3, &color);
        }),
        ShapeKind::Circle | ShapeKind::Robot => message.message(10, |message| {
            let high = if shape.kind == ShapeKind::Robot { 2.0 * width } else { width };
            solid(message, [width, width, high]);
            message.double(3, 1.0);
            message.double(4, 1.0);
            reals(message, 5, &color);
        }),
    }
}

/// Writes thickness and color of a line.
fn line(message: &mut Message, color: [f64; 4]) {
    message.double(3, 0.05);
    reals(message, 6, &color);
}

fn color(fill: &str) -> [f64; 4] {
    match fill {
        "ball" => [1.0, 0.5, 0.1, 1.0],
        "robot" => [0.3, 0.5, 0.9, 0.9],
        "opponent" => [0.9, 0.3, 0.3, 0.9],
        "goal" => [0.9, 0.8, 0.2, 1.0],
        "line" => [0.9, 0.9, 0.9, 1.0],
        _ => [0.6, 0.6, 0.6, 1.0],
    }
}
