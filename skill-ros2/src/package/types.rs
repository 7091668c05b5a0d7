//! The types of fields in messages.

use skill_runtime::blackboard::{EnumInfo, FieldType};
use skill_studio::arguments::{ArgumentType, Literal};
use std::fmt::{self, Display, Formatter};

/// The type of a field in messages of ROS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// `bool`.
    Bool,
    /// `uint8` to `uint64`, by the number of bits.
    Unsigned(u8),
    /// `int8` to `int64`, by the number of bits.
    Signed(u8),
    /// `float32` or `float64`, by the number of bits.
    Float(u8),
    /// A `string` of at most this number of bytes; 0 for any number.
    Text(usize),
    /// A `uint8`: the number of one of these names, from 1 on. 0 is none, as a message has it that was
    /// not filled in.
    Choice(&'static [&'static str]),
    /// A `uint32`: the number of a value on the blackboard.
    Enum(&'static EnumInfo),
}

/// The number of values that a field has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// One.
    One,
    /// None or one: an array of at most one.
    Optional,
    /// This number, always.
    Array(usize),
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("bool"),
            Self::Unsigned(bits) => write!(f, "uint{bits}"),
            Self::Signed(bits) => write!(f, "int{bits}"),
            Self::Float(bits) => write!(f, "float{bits}"),
            Self::Text(0) => f.write_str("string"),
            Self::Text(most) => write!(f, "string<={most}"),
            Self::Choice(_) => f.write_str("uint8"),
            Self::Enum(_) => f.write_str("uint32"),
        }
    }
}

impl Display for Count {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::One => Ok(()),
            Self::Optional => f.write_str("[<=1]"),
            Self::Array(count) => write!(f, "[{count}]"),
        }
    }
}

impl Type {
    /// Returns the type of a value with this Rust type and these names of values, and whether it may be
    /// missing. `None` if it is no type of arguments.
    pub(super) fn of_argument(
        type_name: &str,
        choices: &'static [&'static str],
    ) -> Option<(Self, Count)> {
        let (ty, is_optional) = ArgumentType::of(type_name, choices);
        let ty = match ty? {
            ArgumentType::Bool => Self::Bool,
            ArgumentType::Unsigned(bits) => Self::Unsigned(bits),
            ArgumentType::Signed(bits) => Self::Signed(bits),
            ArgumentType::Float(bits) => Self::Float(bits),
            ArgumentType::Text(most) => Self::Text(most.filter(|most| *most > 0)?),
            // As many as there are numbers of a `uint8`, but 0.
            ArgumentType::Choice(names) => (names.len() <= 255).then_some(Self::Choice(names))?,
        };
        Some((ty, if is_optional { Count::Optional } else { Count::One }))
    }

    /// Returns the type of a field on the blackboard. Arrays in arrays are one with all their values, and a
    /// type without a description is its words.
    pub(super) fn of_field(ty: FieldType) -> (Self, Count) {
        match ty {
            FieldType::Bool => (Self::Bool, Count::One),
            FieldType::Unsigned(bits) => (Self::Unsigned(bits), Count::One),
            FieldType::Signed(bits) => (Self::Signed(bits), Count::One),
            FieldType::Float(bits) => (Self::Float(bits), Count::One),
            FieldType::Text(most) => (Self::Text(most), Count::One),
            FieldType::Enum(of) => (Self::Enum(of), Count::One),
            FieldType::Other(words) => (Self::Unsigned(32), Count::Array(words)),
            FieldType::Array(of, count) => match Self::of_field(*of) {
                (ty, Count::Array(inner)) => (ty, Count::Array(inner.saturating_mul(count))),
                (ty, _) => (ty, Count::Array(count)),
            },
        }
    }
}

/// Returns a default as ROS writes it; `None` if it is more than a literal, as `PI / 2.0`.
pub fn literal(default: &str, ty: Type) -> Option<String> {
    let ty = match ty {
        Type::Bool => ArgumentType::Bool,
        Type::Unsigned(bits) => ArgumentType::Unsigned(bits),
        Type::Signed(bits) => ArgumentType::Signed(bits),
        Type::Float(bits) => ArgumentType::Float(bits),
        Type::Choice(names) => ArgumentType::Choice(names),
        Type::Text(_) | Type::Enum(_) => return None,
    };
    Some(match ty.literal(default)? {
        Literal::Bool(value) => value.to_string(),
        Literal::Integer(value) => value.to_string(),
        Literal::Float(value) => format!("{value:?}"),
        Literal::Choice(index) => (index + 1).to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rust_types_are_types_of_messages() {
        let of = |name| Type::of_argument(name, &[]);
        assert_eq!(of("f32"), Some((Type::Float(32), Count::One)));
        assert_eq!(of("Option<u8>"), Some((Type::Unsigned(8), Count::Optional)));
        assert_eq!(of("skill_runtime::Text<2_56>"), Some((Type::Text(256), Count::One)));
        assert_eq!(
            of("core :: option :: Option < i32 >"),
            Some((Type::Signed(32), Count::Optional))
        );
        assert_eq!(of("Option<Option<f32>>"), None);
        assert_eq!(of("Meters"), None);
        assert_eq!(of("Text<N>"), None);
        let choices = Type::Choice(&["a"]);
        assert_eq!(Type::of_argument("Option<Jaws>", &["a"]), Some((choices, Count::Optional)));
    }

    #[test]
    fn literals_are_defaults_and_expressions_are_not() {
        assert_eq!(literal("1_000.0", Type::Float(32)).as_deref(), Some("1000.0"));
        assert_eq!(literal("-2f32", Type::Float(32)).as_deref(), Some("-2.0"));
        assert_eq!(literal("3_u8", Type::Unsigned(8)).as_deref(), Some("3"));
        assert_eq!(literal("PI / 2.0", Type::Float(32)), None);
        assert_eq!(literal("true", Type::Bool).as_deref(), Some("true"));
        let names = Type::Choice(&["open", "half_closed"]);
        assert_eq!(literal("Jaws::HalfClosed", names).as_deref(), Some("2"));
        assert_eq!(literal("Jaws::default()", names), None);
        assert_eq!(literal("Text::new()", Type::Text(9)), None);
    }
}
