//! The static description of an interface, which [`interface!`](crate::interface!) generates for
//! tools that display, record or check the contents of a blackboard.

/// An interface as data: its fields, messages, enums and constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct InterfaceInfo {
    /// The name of the type: `HumanoidMotion`.
    pub name: &'static str,
    /// The doc comment.
    pub docs: &'static str,
    /// The age in microseconds above which a value is stale for a skill that says no `max_age`;
    /// `None` if it never is.
    pub max_age_micros: Option<u64>,
    /// The fields, in the order in which their words are laid out.
    pub fields: &'static [FieldInfo],
    /// The messages in order of appearance.
    pub messages: &'static [MessageInfo],
    /// The enums in order of appearance.
    pub enums: &'static [&'static EnumInfo],
    /// The constants in order of appearance.
    pub constants: &'static [ConstantInfo],
}

impl InterfaceInfo {
    /// Returns the field with the name `name`.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static FieldInfo> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Returns the message with the name `name`.
    #[must_use]
    pub fn message(&self, name: &str) -> Option<&'static MessageInfo> {
        self.messages.iter().find(|message| message.name == name)
    }
}

/// A field of an interface or of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FieldInfo {
    /// The name as written in `interface!`.
    pub name: &'static str,
    /// The Rust type as written.
    pub type_name: &'static str,
    /// The representation of its values as words.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: FieldType,
    /// The unit; empty if there is none. It is given by `#[unit = "rad"]`, otherwise by the
    /// ending of the name (`time_sec`: `s`), otherwise by the documentation, after a comma or
    /// "in" ("The distance, m; negative: backward").
    pub unit: &'static str,
    /// The doc comment.
    pub docs: &'static str,
}

/// The representation of a field's values as words of 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum FieldType {
    /// One word: 0 or 1.
    Bool,
    /// An unsigned integer with this number of bits: one word, or two with the low one first.
    Unsigned(u8),
    /// A signed integer with this number of bits: one word, or two with the low one first.
    Signed(u8),
    /// A floating-point number with this number of bits: one word, or two with the low one first.
    Float(u8),
    /// A text of at most this number of bytes: one word for its length in bytes, then the bytes,
    /// four per word.
    Text(usize),
    /// An enum: one word with the number of the value.
    Enum(#[cfg_attr(feature = "serde", serde(serialize_with = "enum_name"))] &'static EnumInfo),
    /// An array: the element type and the number of elements, which follow each other.
    Array(&'static FieldType, usize),
    /// A type without a description, with this number of words.
    Other(usize),
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde requires
fn enum_name<S: serde::Serializer>(of: &&EnumInfo, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(of.name)
}

impl FieldType {
    /// Returns the number of words of a value.
    #[must_use]
    pub const fn words(self) -> usize {
        match self {
            Self::Bool | Self::Enum(_) => 1,
            Self::Unsigned(bits) | Self::Signed(bits) | Self::Float(bits) => {
                if bits > 32 {
                    2
                } else {
                    1
                }
            }
            Self::Text(bytes) => 1 + bytes.div_ceil(4),
            Self::Array(of, count) => of.words().saturating_mul(count),
            Self::Other(words) => words,
        }
    }
}

/// A message of an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MessageInfo {
    /// The name of the type: `WalkStraight`.
    pub name: &'static str,
    /// The doc comment.
    pub docs: &'static str,
    /// The first word of the message, which identifies it.
    pub number: u32,
    /// Whether it is declared `flush`: sending it discards the queued messages before it.
    pub flush: bool,
    /// The message until which it runs, if it is declared so: `Drive { .. } until Stop`.
    pub until: Option<&'static str>,
    /// The fields, in the order in which their words are laid out.
    pub fields: &'static [FieldInfo],
}

/// An enum of an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EnumInfo {
    /// The name of the type: `Leg`.
    pub name: &'static str,
    /// The doc comment.
    pub docs: &'static str,
    /// The values in order of appearance.
    pub values: &'static [EnumValue],
}

impl EnumInfo {
    /// Returns the value with the number `number`.
    #[must_use]
    pub fn value(&self, number: u32) -> Option<&'static EnumValue> {
        self.values.iter().find(|value| value.number == number)
    }
}

/// A value of an enum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EnumValue {
    /// The name of the variant: `Left`.
    pub name: &'static str,
    /// The name in skill strings: `left`.
    pub text: &'static str,
    /// The word that represents it.
    pub number: u32,
    /// The doc comment.
    pub docs: &'static str,
}

/// A constant of an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ConstantInfo {
    /// The name as written in `interface!`.
    pub name: &'static str,
    /// The Rust type as written.
    pub type_name: &'static str,
    /// The value as written.
    pub value: &'static str,
    /// The unit, determined as for a [field](FieldInfo::unit).
    pub unit: &'static str,
    /// The doc comment.
    pub docs: &'static str,
}

/// Returns the enum of an enum type, for the generated code.
#[doc(hidden)]
#[must_use]
pub const fn enum_of(ty: FieldType) -> &'static EnumInfo {
    match ty {
        FieldType::Enum(info) => info,
        _ => &EnumInfo { name: "", docs: "", values: &[] },
    }
}
