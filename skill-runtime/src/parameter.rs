//! Parameters of skills: constants that can be set while the robot runs.
//!
//! `params { wait_sec: f32 = 12.5 in 1.0..=30.0 }` has its default in the program. On the blackboard,
//! in the interface [`Parameters`](crate::Parameters), are only the values that somebody has set. A
//! machine copies its own at the beginning of a pass if the interface has changed since its last, so
//! a pass sees one value, and a blackboard without the interface costs nothing. What is on the
//! blackboard is not trusted: in place of a value that is none of the type, or is out of range, the
//! skill has the default.

use crate::blackboard::FieldType;
pub use crate::blackboard::SetParameterError;
use crate::range::Range;
use core::fmt;

/// A parameter of a skill or of an agent, as data.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ParamInfo {
    /// The name as written; the blackboard knows only `key`.
    pub name: &'static str,
    /// The type of the value in the word.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: ParamType,
    /// The number by which the blackboard knows it: a hash of the skill and the name.
    pub key: u32,
    /// The default as written.
    pub default: &'static str,
    /// The default as the word that is on the blackboard.
    pub default_word: u32,
    /// The range of valid values, if one was declared.
    pub range: Option<Range>,
    /// The unit, derived from the name (`wait_sec`: `s`); empty if there is none.
    pub unit: &'static str,
    /// The doc comment.
    pub docs: &'static str,
}

impl ParamInfo {
    /// Checks a word that is to be the value of the parameter.
    ///
    /// # Errors
    /// Returns [`ParamError`] if the word is no value of the type, or out of range.
    pub fn check(&self, word: u32) -> Result<f64, ParamError> {
        self.limits().check(word)
    }

    /// Returns what a machine needs of the parameter, for the generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn limits(&self) -> ParamLimits {
        let (low, high, inclusive) = match self.range {
            Some(Range { low, high, inclusive, .. }) => (low, high, inclusive),
            None => (None, None, true),
        };
        let range = Range { low, high, inclusive, text: "" };
        ParamLimits { key: self.key, ty: self.ty, default: self.default_word, range }
    }
}

/// The type of a parameter. Each has one word on the blackboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[allow(missing_docs)] // Rust's types
pub enum ParamType {
    Bool,
    U8,
    U16,
    U32,
    I8,
    I16,
    I32,
    F32,
}

impl ParamType {
    /// All types.
    pub const ALL: [Self; 8] =
        [Self::Bool, Self::U8, Self::U16, Self::U32, Self::I8, Self::I16, Self::I32, Self::F32];

    /// Returns the name in Rust.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::F32 => "f32",
        }
    }

    /// Returns the representation of its values on the blackboard.
    #[must_use]
    pub const fn field(self) -> FieldType {
        match self {
            Self::Bool => FieldType::Bool,
            Self::U8 => FieldType::Unsigned(8),
            Self::U16 => FieldType::Unsigned(16),
            Self::U32 => FieldType::Unsigned(32),
            Self::I8 => FieldType::Signed(8),
            Self::I16 => FieldType::Signed(16),
            Self::I32 => FieldType::Signed(32),
            Self::F32 => FieldType::Float(32),
        }
    }

    /// Returns the least and the greatest value.
    #[must_use]
    pub const fn bounds(self) -> (f64, f64) {
        match self {
            Self::Bool => (0.0, 1.0),
            Self::U8 => (0.0, u8::MAX as f64),
            Self::U16 => (0.0, u16::MAX as f64),
            Self::U32 => (0.0, u32::MAX as f64),
            Self::I8 => (i8::MIN as f64, i8::MAX as f64),
            Self::I16 => (i16::MIN as f64, i16::MAX as f64),
            Self::I32 => (i32::MIN as f64, i32::MAX as f64),
            Self::F32 => (f32::MIN as f64, f32::MAX as f64),
        }
    }

    /// Returns the number that a word represents.
    #[must_use]
    pub const fn number(self, word: u32) -> f64 {
        match self {
            Self::Bool | Self::U8 | Self::U16 | Self::U32 => word as f64,
            Self::I8 | Self::I16 | Self::I32 => word.cast_signed() as f64,
            Self::F32 => f32::from_bits(word) as f64,
        }
    }

    /// Returns the text of the value that a word represents.
    #[must_use]
    pub fn text(self, word: u32) -> impl fmt::Display {
        ValueText(self, word)
    }

    /// Returns the word of the value of this type that is nearest to a number.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` saturates
    pub const fn word(self, number: f64) -> u32 {
        match self {
            Self::Bool | Self::U8 | Self::U16 | Self::U32 => number as u32,
            Self::I8 | Self::I16 | Self::I32 => (number as i32).cast_unsigned(),
            Self::F32 => (number as f32).to_bits(),
        }
    }
}

/// A value as it would be written in Rust.
struct ValueText(ParamType, u32);

impl fmt::Display for ValueText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(ty, word) = *self;
        match ty {
            ParamType::Bool if word < 2 => write!(f, "{}", word == 1),
            ParamType::F32 => write!(f, "{}", f32::from_bits(word)),
            _ => write!(f, "{}", ty.number(word)),
        }
    }
}

/// The part of a description that a machine needs: no texts.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ParamLimits {
    pub(crate) key: u32,
    ty: ParamType,
    pub(crate) default: u32,
    range: Range,
}

impl ParamLimits {
    /// Returns whether a word is a value of the parameter.
    pub(crate) const fn accepts(&self, word: u32) -> bool {
        self.check(word).is_ok()
    }

    /// Returns the number that a word represents, if it is a value of the parameter.
    pub(crate) const fn check(&self, word: u32) -> Result<f64, ParamError> {
        let number = self.ty.number(word);
        let (least, greatest) = self.ty.bounds();
        if !number.is_finite() {
            Err(ParamError::NotFinite)
        } else if number < least || number > greatest {
            Err(ParamError::NoValue)
        } else if !self.range.contains(number) {
            Err(ParamError::OutOfRange)
        } else {
            Ok(number)
        }
    }
}

/// The reason why a word on the blackboard is not the value of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum ParamError {
    /// It is outside the range of the parameter.
    OutOfRange,
    /// It is a NaN or an infinity.
    NotFinite,
    /// It is no value of the type.
    NoValue,
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OutOfRange => "out of range",
            Self::NotFinite => "not finite",
            Self::NoValue => "no value of the type",
        })
    }
}

impl core::error::Error for ParamError {}

/// The word of a value, by its type.
#[doc(hidden)]
#[allow(clippy::cast_lossless)] // `From` is not `const`
pub mod word {
    macro_rules! word {
        ($($ty:ident: |$value:ident| $word:expr;)*) => {
            $(#[must_use] pub const fn $ty($value: $ty) -> u32 { $word })*
        };
    }
    word! {
        bool: |value| value as u32;
        u8: |value| value as u32;
        u16: |value| value as u32;
        u32: |value| value;
        i8: |value| (value as i32).cast_unsigned();
        i16: |value| (value as i32).cast_unsigned();
        i32: |value| value.cast_unsigned();
        f32: |value| value.to_bits();
    }
}

/// A value of a parameter, for the generated code.
#[doc(hidden)]
pub trait ParamValue: Copy {
    fn of_word(word: u32) -> Self;
    fn word(self) -> u32;
}

macro_rules! values {
    ($($ty:ty: |$word:ident| $of:expr, |$value:ident| $to:expr;)*) => {$(
        impl ParamValue for $ty {
            #[inline]
            fn of_word($word: u32) -> Self { $of }
            #[inline]
            fn word(self) -> u32 { let $value = self; $to }
        }
    )*};
}

values! {
    bool: |word| word != 0, |value| value.into();
    u8: |word| (word & 0xff) as u8, |value| value.into();
    u16: |word| (word & 0xffff) as u16, |value| value.into();
    u32: |word| word, |value| value;
    i8: |word| ((word & 0xff) as u8).cast_signed(), |value| i32::from(value).cast_unsigned();
    i16: |word| ((word & 0xffff) as u16).cast_signed(), |value| i32::from(value).cast_unsigned();
    i32: |word| word.cast_signed(), |value| value.cast_unsigned();
    f32: |word| f32::from_bits(word), |value| value.to_bits();
}
