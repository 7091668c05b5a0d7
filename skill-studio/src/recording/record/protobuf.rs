//! Messages in the protocol buffer encoding, and their schemas as descriptors.

use prost::Message as _;
use prost::encoding::{WireType, encode_key, encode_varint};
use prost_types::field_descriptor_proto::{Label, Type as WireKind};
use prost_types::{
    DescriptorProto, EnumDescriptorProto, EnumValueDescriptorProto, FieldDescriptorProto,
    FileDescriptorProto, FileDescriptorSet,
};

/// A message that is being written. A value of 0 is left out, as the encoding has it.
#[derive(Default)]
pub(super) struct Message(pub Vec<u8>);

impl Message {
    /// Returns the message that `write` writes.
    pub fn of(write: impl FnOnce(&mut Self)) -> Vec<u8> {
        let mut message = Self::default();
        write(&mut message);
        message.0
    }

    pub fn double(&mut self, field: u32, value: f64) {
        if value != 0.0 {
            encode_key(field, WireType::SixtyFourBit, &mut self.0);
            self.0.extend(value.to_le_bytes());
        }
    }

    pub fn float(&mut self, field: u32, value: f32) {
        if value != 0.0 {
            encode_key(field, WireType::ThirtyTwoBit, &mut self.0);
            self.0.extend(value.to_le_bytes());
        }
    }

    pub fn uint(&mut self, field: u32, value: u64) {
        if value != 0 {
            encode_key(field, WireType::Varint, &mut self.0);
            encode_varint(value, &mut self.0);
        }
    }

    pub fn int(&mut self, field: u32, value: i64) {
        self.uint(field, value.cast_unsigned());
    }

    pub fn bytes(&mut self, field: u32, value: &[u8]) {
        if !value.is_empty() {
            self.part(field, value);
        }
    }

    pub fn text(&mut self, field: u32, value: &str) {
        self.bytes(field, value.as_bytes());
    }

    pub fn message(&mut self, field: u32, write: impl FnOnce(&mut Self)) {
        let inner = Self::of(write);
        self.part(field, &inner);
    }

    fn part(&mut self, field: u32, value: &[u8]) {
        encode_key(field, WireType::LengthDelimited, &mut self.0);
        encode_varint(value.len() as u64, &mut self.0);
        self.0.extend(value);
    }
}

/// The type of a field.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind {
    Double,
    Float,
    Uint,
    Int,
    Int32,
    Bool,
    Text,
    Bytes,
    /// A message by its full name.
    Message(&'static str),
    /// An enum of the same message.
    Enum(String),
}

/// A type of messages.
#[derive(Clone, Debug)]
pub(super) struct MessageType {
    pub name: String,
    /// Name, number, type, and whether it is repeated.
    pub fields: Vec<(String, u32, Kind, bool)>,
    pub enums: Vec<(String, Vec<(String, u32)>)>,
}

impl MessageType {
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), fields: Vec::new(), enums: Vec::new() }
    }

    #[must_use]
    pub fn field(mut self, name: &str, number: u32, kind: Kind) -> Self {
        self.fields.push((name.to_owned(), number, kind, false));
        self
    }

    #[must_use]
    pub fn repeated(mut self, name: &str, number: u32, kind: Kind) -> Self {
        self.fields.push((name.to_owned(), number, kind, true));
        self
    }

    fn descriptor(&self, package: &str) -> DescriptorProto {
        let Self { name, fields, enums } = self;
        let field = |(field, number, kind, repeated): &(String, u32, Kind, bool)| {
            let (kind, type_name) = match kind {
                Kind::Double => (WireKind::Double, None),
                Kind::Float => (WireKind::Float, None),
                Kind::Uint => (WireKind::Uint64, None),
                Kind::Int => (WireKind::Int64, None),
                Kind::Int32 => (WireKind::Int32, None),
                Kind::Bool => (WireKind::Bool, None),
                Kind::Text => (WireKind::String, None),
                Kind::Bytes => (WireKind::Bytes, None),
                Kind::Message(of) => (WireKind::Message, Some(format!(".{of}"))),
                Kind::Enum(of) => (WireKind::Enum, Some(format!(".{package}.{name}.{of}"))),
            };
            FieldDescriptorProto {
                name: Some(field.clone()),
                number: i32::try_from(*number).ok(),
                label: Some(if *repeated { Label::Repeated } else { Label::Optional }.into()),
                r#type: Some(kind.into()),
                type_name,
                ..FieldDescriptorProto::default()
            }
        };
        let of_enum = |(name, values): &(String, Vec<(String, u32)>)| EnumDescriptorProto {
            name: Some(name.clone()),
            value: values
                .iter()
                .map(|(name, number)| EnumValueDescriptorProto {
                    name: Some(name.clone()),
                    number: Some(number.cast_signed()),
                    options: None,
                })
                .collect(),
            ..EnumDescriptorProto::default()
        };
        DescriptorProto {
            name: Some(name.clone()),
            field: fields.iter().map(field).collect(),
            enum_type: enums.iter().map(of_enum).collect(),
            ..DescriptorProto::default()
        }
    }
}

/// Returns a file of messages, which uses those of some other files.
pub(super) fn file(
    name: &str,
    package: &str,
    uses: &[&str],
    messages: &[MessageType],
) -> FileDescriptorProto {
    FileDescriptorProto {
        name: Some(name.to_owned()),
        package: Some(package.to_owned()),
        dependency: uses.iter().map(|name| (*name).to_owned()).collect(),
        message_type: messages.iter().map(|of| of.descriptor(package)).collect(),
        syntax: Some("proto3".to_owned()),
        ..FileDescriptorProto::default()
    }
}

/// Returns the schema of the messages in some files, of which each uses only those before it.
pub(super) fn schema(file: Vec<FileDescriptorProto>) -> Vec<u8> {
    FileDescriptorSet { file }.encode_to_vec()
}
