//! The world around the robot in a recording, as the live page shows it.

use super::protobuf::{Kind, MessageType};
use crate::model::view::SceneView;
use prost::Message;
use skill_runtime::Instant;

/// The message of a picture.
#[derive(Clone, PartialEq, Eq, Message)]
struct WorldMessage {
    #[prost(bool, tag = "1")]
    whole: bool,
    /// The scene as the live page gets it.
    #[prost(string, tag = "2")]
    scene_json: String,
}

/// Returns the type of the message.
pub(super) fn message_type() -> MessageType {
    MessageType::new("World").field("whole", 1, Kind::Bool).field("scene_json", 2, Kind::Text)
}

/// A picture of the world, or what has changed since the last one.
#[derive(Clone, Debug)]
struct Picture {
    /// Whether it has all shapes.
    whole: bool,
    scene: SceneView,
}

/// Makes the messages of a file.
#[derive(Default)]
pub(super) struct Pictures {
    last: Option<SceneView>,
}

impl Pictures {
    /// Returns the message of the next picture: the first one is whole.
    pub fn message(&mut self, scene: &SceneView) -> Vec<u8> {
        let ids = |of: &SceneView| of.shapes.iter().map(|shape| shape.id.clone()).collect();
        let same_ids = |last: &&SceneView| -> bool {
            let (before, now): (Vec<_>, Vec<_>) = (ids(last), ids(scene));
            before == now
        };
        let (whole, scene_json) = match self.last.as_ref().filter(same_ids) {
            None => (true, serde_json::to_string(scene)),
            Some(last) => {
                let pairs = last.shapes.iter().zip(&scene.shapes);
                let changed = pairs.filter(|(before, now)| before != now);
                let shapes = changed.map(|(_, now)| now.clone()).collect();
                let (bounds, text) = (scene.bounds, scene.text.clone());
                (false, serde_json::to_string(&SceneView { bounds, shapes, text }))
            }
        };
        self.last = Some(scene.clone());
        // Its numbers and texts are always JSON.
        WorldMessage { whole, scene_json: scene_json.unwrap_or_default() }.encode_to_vec()
    }
}

/// The pictures of a recording.
#[derive(Clone, Debug, Default)]
pub(super) struct World(Vec<(Instant, Picture)>);

impl World {
    pub fn take(&mut self, time: Instant, message: &[u8]) -> Result<(), String> {
        let message = WorldMessage::decode(message).map_err(|error| error.to_string())?;
        let scene = serde_json::from_str(&message.scene_json).map_err(|error| error.to_string())?;
        self.0.push((time, Picture { whole: message.whole, scene }));
        Ok(())
    }

    /// Adds those of the next file.
    pub fn append(&mut self, next: Self) {
        self.0.extend(next.0);
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the world at a time; `None` before the first picture.
    pub fn at(&self, time: Instant) -> Option<SceneView> {
        let end = self.0.partition_point(|(of, _)| *of <= time);
        let until = self.0.get(..end)?;
        let begin = until.iter().rposition(|(_, picture)| picture.whole)?;
        let mut scene = until[begin].1.scene.clone();
        for (_, change) in &until[begin + 1..] {
            scene.bounds = change.scene.bounds;
            scene.text.clone_from(&change.scene.text);
            for shape in &change.scene.shapes {
                if let Some(of) = scene.shapes.iter_mut().find(|of| of.id == shape.id) {
                    *of = shape.clone();
                }
            }
        }
        Some(scene)
    }
}
