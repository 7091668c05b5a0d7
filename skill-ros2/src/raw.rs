//! The bytes of messages whose fields are known when the program runs.

use ros2_client::Message;
use serde::de::{SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The rest of a message.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Raw(pub Vec<u8>);

impl Message for Raw {}

/// Writes the bytes alone, without their number.
impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(self.0.len())?;
        self.0.iter().try_for_each(|byte| tuple.serialize_element(byte))?;
        tuple.end()
    }
}

/// Reads all bytes that are there.
impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Rest;
        impl<'de> Visitor<'de> for Rest {
            type Value = Raw;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut rest: A) -> Result<Raw, A::Error> {
                let mut bytes = Vec::new();
                // A byte is wrong only where the message ends.
                while let Ok(Some(byte)) = rest.next_element() {
                    bytes.push(byte);
                }
                Ok(Raw(bytes))
            }
        }
        deserializer.deserialize_tuple(usize::MAX, Rest)
    }
}
