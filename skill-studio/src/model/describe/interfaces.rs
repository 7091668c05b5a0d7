//! Interfaces of a description that is read.

use super::error::{DescriptionError, contradiction};
use super::keep::{all_kept, kept};
use serde::Deserialize;
use skill_runtime::blackboard::BoardEntry;
use skill_runtime::blackboard::{
    ConstantInfo, EnumInfo, EnumValue, FieldInfo, FieldType, InterfaceInfo, MessageInfo,
};

/// The most words of a field, and of an interface.
const MAX_WORDS: usize = 1 << 16;
/// The most words of a blackboard.
const MAX_BOARD: usize = 1 << 20;
/// The deepest nesting of arrays.
const MAX_NESTING: usize = 8;

#[derive(Deserialize)]
pub(super) struct Entry {
    id: String,
    writer: Option<String>,
    offset: usize,
    words: usize,
    data_words: usize,
    /// Missing in descriptions before 0.3.
    #[serde(default)]
    layout: String,
    interface: Interface,
}

#[derive(Deserialize)]
struct Interface {
    name: String,
    docs: String,
    max_age_micros: Option<u64>,
    fields: Vec<Field>,
    messages: Vec<Message>,
    enums: Vec<Enum>,
    constants: Vec<Constant>,
}

#[derive(Deserialize)]
struct Field {
    name: String,
    type_name: String,
    #[serde(rename = "type")]
    ty: Type,
    unit: String,
    docs: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Type {
    Bool,
    Unsigned(u8),
    Signed(u8),
    Float(u8),
    Text(usize),
    Enum(String),
    Array(Box<Type>, usize),
    Other(usize),
}

#[derive(Deserialize)]
struct Message {
    name: String,
    docs: String,
    number: u32,
    flush: bool,
    /// Missing in descriptions before 0.3.
    #[serde(default)]
    until: Option<String>,
    fields: Vec<Field>,
}

#[derive(Deserialize)]
struct Enum {
    name: String,
    docs: String,
    values: Vec<Value>,
}

#[derive(Deserialize)]
struct Value {
    name: String,
    text: String,
    number: u32,
    docs: String,
}

#[derive(Deserialize)]
struct Constant {
    name: String,
    type_name: String,
    value: String,
    unit: String,
    docs: String,
}

impl Entry {
    pub fn keep(self) -> Result<BoardEntry, DescriptionError> {
        let Interface { name, docs, max_age_micros, fields, messages, enums, constants } =
            self.interface;
        let enums: Vec<&'static EnumInfo> =
            enums.into_iter().map(|of| &*Box::leak(Box::new(of.keep()))).collect();
        let fields = kept_fields(fields, &enums)?;
        let messages = messages.into_iter().map(|of| of.keep(&enums));
        let messages = messages.collect::<Result<Vec<_>, _>>()?.leak();
        let info = InterfaceInfo {
            name: kept(name),
            docs: kept(docs),
            max_age_micros,
            fields,
            messages,
            enums: enums.leak(),
            constants: all_kept(constants, Constant::keep),
        };
        let Self { id, writer, offset, words, data_words, layout, .. } = self;
        let layout = u64::from_str_radix(&layout, 16).unwrap_or(0);
        let described: usize = info.fields.iter().map(|field| field.ty.words()).sum();
        if described != data_words || words > MAX_WORDS || offset > MAX_BOARD {
            return contradiction(format!(
                "the interface \"{id}\" has another size than its fields"
            ));
        }
        let interface = Box::leak(Box::new(info));
        let writer = writer.map(kept);
        Ok(BoardEntry { id: kept(id), writer, interface, offset, words, data_words, layout })
    }
}

fn kept_fields(
    fields: Vec<Field>,
    enums: &[&'static EnumInfo],
) -> Result<&'static [FieldInfo], DescriptionError> {
    let fields = fields.into_iter().map(|of| of.keep(enums));
    Ok(fields.collect::<Result<Vec<_>, _>>()?.leak())
}

impl Field {
    fn keep(self, enums: &[&'static EnumInfo]) -> Result<FieldInfo, DescriptionError> {
        let ty = self.ty.keep(&self.name, enums, 0)?;
        if ty.words() > MAX_WORDS {
            return contradiction(format!("field `{}` has more than {MAX_WORDS} words", self.name));
        }
        Ok(FieldInfo {
            name: kept(self.name),
            type_name: kept(self.type_name),
            ty,
            unit: kept(self.unit),
            docs: kept(self.docs),
        })
    }
}

impl Type {
    fn keep(
        self,
        field: &str,
        enums: &[&'static EnumInfo],
        nesting: usize,
    ) -> Result<FieldType, DescriptionError> {
        if nesting > MAX_NESTING {
            return contradiction(format!("field `{field}` is nested too deeply"));
        }
        Ok(match self {
            Self::Bool => FieldType::Bool,
            Self::Unsigned(bits) => FieldType::Unsigned(bits),
            Self::Signed(bits) => FieldType::Signed(bits),
            Self::Float(bits) => FieldType::Float(bits),
            Self::Text(bytes) => FieldType::Text(bytes),
            Self::Other(words) => FieldType::Other(words),
            Self::Array(of, count) => {
                let of = of.keep(field, enums, nesting + 1)?;
                FieldType::Array(Box::leak(Box::new(of)), count)
            }
            Self::Enum(name) => match enums.iter().find(|of| of.name == name) {
                Some(of) => FieldType::Enum(of),
                None => {
                    return contradiction(format!("field `{field}` has the unknown enum `{name}`"));
                }
            },
        })
    }
}

impl Message {
    fn keep(self, enums: &[&'static EnumInfo]) -> Result<MessageInfo, DescriptionError> {
        Ok(MessageInfo {
            name: kept(self.name),
            docs: kept(self.docs),
            number: self.number,
            flush: self.flush,
            until: self.until.map(kept),
            fields: kept_fields(self.fields, enums)?,
        })
    }
}

impl Enum {
    fn keep(self) -> EnumInfo {
        let value = |of: Value| EnumValue {
            name: kept(of.name),
            text: kept(of.text),
            number: of.number,
            docs: kept(of.docs),
        };
        EnumInfo {
            name: kept(self.name),
            docs: kept(self.docs),
            values: all_kept(self.values, value),
        }
    }
}

impl Constant {
    fn keep(self) -> ConstantInfo {
        ConstantInfo {
            name: kept(self.name),
            type_name: kept(self.type_name),
            value: kept(self.value),
            unit: kept(self.unit),
            docs: kept(self.docs),
        }
    }
}
