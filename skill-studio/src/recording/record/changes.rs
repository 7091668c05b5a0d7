//! The changes that a debugger makes of what skills do, in a recording.

use super::protobuf::{Kind, MessageType};
use crate::model::view::Change;
use prost::Message;

#[derive(Clone, PartialEq, Eq, Message)]
struct ChangeMessage {
    /// The first pass with it.
    #[prost(uint32, tag = "1")]
    pass: u32,
    #[prost(string, tag = "2")]
    change_json: String,
}

pub(super) fn message_type() -> MessageType {
    MessageType::new("Change").field("pass", 1, Kind::Uint).field("change_json", 2, Kind::Text)
}

/// Returns the message of a change from a pass on.
pub(super) fn message(pass: u32, change: &Change) -> Vec<u8> {
    // Its numbers and texts are always JSON.
    let change_json = serde_json::to_string(change).unwrap_or_default();
    ChangeMessage { pass, change_json }.encode_to_vec()
}

/// The changes of a recording, each until the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes(Vec<(u32, Change)>);

impl Changes {
    pub fn take(&mut self, message: &[u8]) -> Result<(), String> {
        let message = ChangeMessage::decode(message).map_err(|error| error.to_string())?;
        let change = serde_json::from_str(&message.change_json);
        self.0.push((message.pass, change.map_err(|error| error.to_string())?));
        Ok(())
    }

    /// Adds those of the next file.
    pub fn append(&mut self, next: Self) {
        self.0.extend(next.0);
    }

    /// Returns that of a pass.
    pub fn at(&self, pass: u32) -> Option<&Change> {
        let end = self.0.partition_point(|(from, _)| *from <= pass);
        self.0.get(..end)?.last().map(|(_, change)| change)
    }
}
