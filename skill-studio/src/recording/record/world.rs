//! The world around the robot in a recording, as the live page shows it.

use super::protobuf::{Kind, MessageType};
use super::source::{Messages, Place, Source};
use crate::model::view::SceneView;
use prost::Message;
use skill_runtime::Instant;
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(feature = "cli")]
use std::time::Duration;

/// The number of pictures after which there is a whole one.
const WHOLE: u32 = 60;

/// The message of a picture.
#[derive(Clone, PartialEq, Eq, Message)]
struct WorldMessage {
    #[prost(bool, tag = "1")]
    whole: bool,
    /// The scene as the live page gets it.
    #[prost(string, tag = "2")]
    scene_json: String,
}

pub(super) fn message_type() -> MessageType {
    MessageType::new("World").field("whole", 1, Kind::Bool).field("scene_json", 2, Kind::Text)
}

/// Makes the messages of a file.
#[derive(Default)]
pub(super) struct Pictures {
    last: Option<SceneView>,
    /// The number of pictures since a whole one.
    changes: u32,
}

impl Pictures {
    /// Returns the message of the next picture: the first one is whole, and then one of some, so that
    /// a viewer can begin there.
    pub fn message(&mut self, scene: &SceneView) -> Vec<u8> {
        let ids = |of: &SceneView| of.shapes.iter().map(|shape| shape.id.clone()).collect();
        let same_ids = |last: &&SceneView| -> bool {
            let (before, now): (Vec<_>, Vec<_>) = (ids(last), ids(scene));
            before == now
        };
        let last = self.last.as_ref().filter(|_| self.changes < WHOLE).filter(same_ids);
        let (whole, scene_json) = match last {
            None => (true, serde_json::to_string(scene)),
            Some(last) => {
                let pairs = last.shapes.iter().zip(&scene.shapes);
                let changed = pairs.filter(|(before, now)| before != now);
                let shapes = changed.map(|(_, now)| now.clone()).collect();
                let (bounds, text) = (scene.bounds, scene.text.clone());
                (false, serde_json::to_string(&SceneView { bounds, shapes, text }))
            }
        };
        self.changes = if whole { 0 } else { self.changes + 1 };
        self.last = Some(scene.clone());
        // Its numbers and texts are always JSON.
        WorldMessage { whole, scene_json: scene_json.unwrap_or_default() }.encode_to_vec()
    }
}

/// The pictures of a recording, which are in its files.
#[derive(Clone, Debug, Default)]
pub(super) struct World {
    /// All robots of a run have the same.
    pictures: Arc<Vec<Picture>>,
    /// The last one that was shown, so that the next one needs what has changed alone.
    last: Arc<Mutex<LastPicture>>,
}

/// The place of a picture of the world, or of what has changed since the last one.
#[derive(Clone, Debug)]
struct Picture {
    time: Instant,
    /// Whether it has all shapes.
    whole: bool,
    place: Place,
}

#[derive(Debug, Default)]
struct LastPicture {
    scene: Option<(usize, SceneView)>,
    messages: Messages,
}

impl World {
    pub fn take(&mut self, time: Instant, message: &[u8], place: Place) -> Result<(), String> {
        let message = WorldMessage::decode(message).map_err(|error| error.to_string())?;
        Arc::make_mut(&mut self.pictures).push(Picture { time, whole: message.whole, place });
        Ok(())
    }

    /// Adds those of the next file.
    pub fn append(&mut self, next: &Self, source: u16) {
        let next = next.pictures.iter().cloned().map(|mut picture| {
            picture.place.source = source;
            picture
        });
        Arc::make_mut(&mut self.pictures).extend(next);
    }

    /// Makes the pictures later.
    #[cfg(feature = "cli")]
    pub fn move_later(&mut self, by: Duration) {
        for picture in Arc::make_mut(&mut self.pictures) {
            picture.time = picture.time.after(by);
        }
        self.last = Arc::default();
    }

    pub fn is_empty(&self) -> bool {
        self.pictures.is_empty()
    }

    /// Returns the world at a time; `None` before the first picture, or if it cannot be read.
    pub fn at(&self, sources: &[Source], time: Instant) -> Option<SceneView> {
        let end = self.pictures.partition_point(|of| of.time <= time);
        let until = self.pictures.get(..end)?;
        let whole = until.iter().rposition(|picture| picture.whole)?;
        let LastPicture { scene, messages } =
            &mut *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut next, mut shown) = match scene.take() {
            Some((at, scene)) if at >= whole && at < end => (at + 1, Some(scene)),
            _ => (whole, None),
        };
        while let Some(picture) = until.get(next) {
            let message = WorldMessage::decode(messages.at(sources, picture.place)?).ok()?;
            let change: SceneView = serde_json::from_str(&message.scene_json).ok()?;
            match &mut shown {
                Some(shown) if !message.whole => follow(shown, change),
                shown => *shown = Some(change),
            }
            next += 1;
        }
        *scene = shown.clone().map(|shown| (end - 1, shown));
        shown
    }
}

/// Changes a picture to the next one.
fn follow(scene: &mut SceneView, change: SceneView) {
    (scene.bounds, scene.text) = (change.bounds, change.text);
    for shape in change.shapes {
        if let Some(of) = scene.shapes.iter_mut().find(|of| of.id == shape.id) {
            *of = shape;
        }
    }
}
