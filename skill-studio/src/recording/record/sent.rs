//! The messages that the agent and the skills send to interfaces, in each pass.
//!
//! A message stays in its queue after it was received, until others take its place. So what was sent
//! is between the tail of the queue before, and that after.

use super::protobuf::{Kind, Message, MessageType};
use crate::model::view::{Layer, board};
use prost::Message as _;
use serde_json::Value;
use skill_runtime::blackboard::{AtomicU32, BoardEntry, FieldInfo, FieldType};
use std::fmt::{self, Display, Formatter};
use std::sync::atomic::Ordering::Relaxed;

/// The words in front of a message in a queue: its header and its sender.
const HEADER: usize = 2;
/// The bits of a header that are the number of words, with header and sender.
const LENGTH: u32 = 0xffff;

/// A message that the agent or a skill has sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentMessage {
    /// The number of the pass.
    pub pass: u32,
    /// Whether the agent has sent it, or a skill.
    pub layer: Layer,
    /// The id of the interface.
    pub interface: String,
    /// The name of the message.
    pub name: String,
    /// Its fields, each as `name: value`.
    pub fields: Vec<String>,
}

impl Display for SentMessage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.fields.is_empty() {
            return f.write_str(&self.name);
        }
        write!(f, "{} {{ {} }}", self.name, self.fields.join(", "))
    }
}

/// Returns the words of a queue from one position to another one, in order. Of more than the queue
/// has room for, the last ones.
pub(in crate::recording) fn words_between(
    queue: &[AtomicU32],
    from: u32,
    to: u32,
) -> impl Iterator<Item = u32> + use<'_> {
    let count = (to.wrapping_sub(from) as usize).min(queue.len());
    #[allow(clippy::cast_possible_truncation)] // no queue has 2^32 words
    let first = to.wrapping_sub(count as u32) as usize;
    (0..count).map(move |word| queue[first.wrapping_add(word) & (queue.len() - 1)].load(Relaxed))
}

/// Returns the messages to an interface whose words these are.
pub(in crate::recording) fn messages(
    pass: u32,
    layer: Layer,
    entry: &BoardEntry,
    mut words: &[u32],
) -> Vec<SentMessage> {
    let mut all = Vec::new();
    while let Some((header, [_, number, ..])) = words.split_first() {
        let Some(info) = entry.interface.messages.iter().find(|of| of.number == *number) else {
            break;
        };
        let described = HEADER + 1 + info.fields.iter().map(|of| of.ty.words()).sum::<usize>();
        // The header of a message that was received is 0.
        let len = if *header == 0 { described } else { (header & LENGTH) as usize };
        let Some((message, rest)) = words.split_at_checked(len.max(HEADER + 1)) else { break };
        let mut content = message[HEADER + 1..].iter().copied();
        let fields = info.fields.iter().map(|of| field(of, &mut content)).collect();
        let (interface, name) = (entry.id.to_owned(), info.name.to_owned());
        all.push(SentMessage { pass, layer, interface, name, fields });
        words = rest;
    }
    all
}

fn field(field: &FieldInfo, words: &mut impl Iterator<Item = u32>) -> String {
    let value = board::value(field.ty, words);
    let value = value.map_or_else(|| "invalid".to_owned(), |value| rust_literal(field.ty, &value));
    format!("{}: {value}", field.name)
}

/// Returns a value as in Rust.
fn rust_literal(ty: FieldType, value: &Value) -> String {
    match (ty, value) {
        (FieldType::Text(_), _) => value.to_string(),
        (FieldType::Array(of, _), Value::Array(all)) => {
            let all: Vec<String> = all.iter().map(|value| rust_literal(*of, value)).collect();
            format!("[{}]", all.join(", "))
        }
        (_, Value::String(name)) => name.clone(),
        _ => value.to_string(),
    }
}

/// A message in the file.
#[derive(Clone, PartialEq, Eq, prost::Message)]
struct InFile {
    #[prost(uint64, tag = "1")]
    pass: u64,
    #[prost(string, tag = "2")]
    layer: String,
    #[prost(string, tag = "3")]
    interface: String,
    #[prost(string, tag = "4")]
    name: String,
    #[prost(string, repeated, tag = "5")]
    fields: Vec<String>,
}

/// Returns the type of the messages in the file.
pub(super) fn message_type() -> MessageType {
    MessageType::new("Sent")
        .field("pass", 1, Kind::Uint)
        .field("layer", 2, Kind::Text)
        .field("interface", 3, Kind::Text)
        .field("name", 4, Kind::Text)
        .repeated("fields", 5, Kind::Text)
}

/// Returns the message in the file.
pub(super) fn message(sent: &SentMessage) -> Vec<u8> {
    Message::of(|message| {
        message.uint(1, sent.pass.into());
        message.text(2, sent.layer.name());
        message.text(3, &sent.interface);
        message.text(4, &sent.name);
        sent.fields.iter().for_each(|field| message.text(5, field));
    })
}

/// Reads a message of the file.
pub(super) fn read(data: &[u8]) -> Result<SentMessage, String> {
    let InFile { pass, layer, interface, name, fields } =
        InFile::decode(data).map_err(|error| error.to_string())?;
    let pass = u32::try_from(pass).map_err(|_| format!("pass {pass}"))?;
    let layer = Layer::of_name(&layer).ok_or_else(|| format!("a message of `{layer}`"))?;
    Ok(SentMessage { pass, layer, interface, name, fields })
}
