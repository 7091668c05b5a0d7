//! Results of skills: their types, and their text, which an agent reads from the skiller's
//! interface.

use super::argument::contains;
use super::argument::{Argument, Value};
use super::number::{Numbers, read_number};
use super::raw::CallArguments;
use super::text::{SkillString, push};
use crate::graph::ArgInfo;
use core::fmt;

/// A type of results: `skill Locate() -> Spot`.
///
/// It is implemented for the types of arguments, and by `#[derive(SkillResult)]` for structs of
/// such types. A result must also be `Copy`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a skill",
    label = "not a type of results",
    note = "use a number of at most 32 bits, f64, bool, an enum with `#[derive(Argument)]`, an `Option` of one of these, or a struct with `#[derive(Clone, Copy, SkillResult)]`"
)]
pub trait SkillResult: Sized + 'static {
    /// The fields of a struct; one without a name for any other type.
    const FIELDS: &'static [ArgInfo];
    /// Returns the index and the value of the first field that is outside its range, NaN or
    /// infinite.
    fn out_of_range(&self) -> Option<(usize, f64)>;
    /// Adds the fields to `values`, for a trace.
    fn keep(&self, values: &mut CallArguments);
    /// Appends the text of the result: `{x_m=1.5, y_m=0}` for a struct.
    ///
    /// # Errors
    /// Returns [`fmt::Error`] if the text is full.
    fn write(&self, text: &mut SkillString) -> fmt::Result;
    /// Reads the text that [`write`](Self::write) appends; `None` if it is another.
    fn read(from: &mut ResultReader<'_>) -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Argument> SkillResult for T {
    const FIELDS: &'static [ArgInfo] = &[ArgInfo {
        name: "",
        type_name: "",
        choices: T::CHOICES,
        docs: "",
        default: None,
        range: None,
        unit: "",
        single: T::SINGLE,
    }];
    fn out_of_range(&self) -> Option<(usize, f64)> {
        let outside = |number: &f64| !contains(None, *number);
        self.number().filter(outside).map(|number| (0, number))
    }
    fn keep(&self, values: &mut CallArguments) {
        values.add(self);
    }
    fn write(&self, text: &mut SkillString) -> fmt::Result {
        Argument::write(self, text)
    }
    fn read(from: &mut ResultReader<'_>) -> Option<Self> {
        from.field("")
    }
}

/// The functions of a result type `T` that the generated code calls. Only [`result`] requires that
/// `T` is a result type, so that another type is reported once.
#[doc(hidden)]
#[derive(Debug)]
#[allow(clippy::type_complexity)] // each type is used only once
pub struct ResultOf<T> {
    pub fields: &'static [ArgInfo],
    pub copy: fn(&T) -> T,
    pub out_of_range: fn(&T) -> Option<(usize, f64)>,
    pub keep: fn(&T, &mut CallArguments),
    pub write: fn(&T, &mut SkillString) -> fmt::Result,
    pub read: fn(&str) -> Option<T>,
}

#[doc(hidden)]
#[must_use]
#[inline]
pub const fn result<T: SkillResult + Copy>() -> ResultOf<T> {
    ResultOf {
        fields: T::FIELDS,
        copy: |result| *result,
        out_of_range: T::out_of_range,
        keep: T::keep,
        write: T::write,
        read: |text| ResultReader::read(text),
    }
}

/// The functions of the type of a field that `#[derive(SkillResult)]` calls, as [`ResultOf`].
#[doc(hidden)]
#[derive(Debug)]
#[allow(clippy::type_complexity)] // each type is used only once
pub struct FieldOf<T> {
    pub choices: &'static [&'static str],
    pub single: bool,
    pub number: fn(&T) -> Option<f64>,
    pub keep: fn(&T, &mut CallArguments),
    pub write: fn(&T, &str, &mut SkillString) -> fmt::Result,
    pub read: fn(&mut ResultReader<'_>, &str) -> Option<T>,
}

#[doc(hidden)]
#[must_use]
#[inline]
pub const fn field<T: Argument>() -> FieldOf<T> {
    FieldOf {
        choices: T::CHOICES,
        single: T::SINGLE,
        number: T::number,
        keep: |field, values| values.add(field),
        write: |field, before, text| {
            push(text, before)?;
            field.write(text)
        },
        read: |from, before| from.field(before),
    }
}

/// Appends a part of a result that is the same in all of its type, for the generated code.
///
/// # Errors
/// Returns [`fmt::Error`] if the text is full.
#[doc(hidden)]
pub fn write_part(text: &mut SkillString, part: &str) -> fmt::Result {
    push(text, part)
}

/// Reads the text of a result.
///
/// It is no parser of skill strings: the text is that which a skiller has written, field by
/// field, and an agent reads it while it steps.
#[doc(hidden)]
#[derive(Debug)]
pub struct ResultReader<'a> {
    rest: &'a [u8],
}

impl<'a> ResultReader<'a> {
    /// Reads all of `text` as a result; `None` if it is not the text of one.
    #[must_use]
    pub fn read<T: SkillResult>(text: &'a str) -> Option<T> {
        let mut reader = ResultReader { rest: text.as_bytes() };
        let result = T::read(&mut reader)?;
        (reader.rest.is_empty() && result.out_of_range().is_none()).then_some(result)
    }

    /// Reads this part.
    pub fn part(&mut self, part: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(part.as_bytes())?;
        Some(())
    }

    /// Reads a value after the part `before`.
    pub fn field<T: Argument>(&mut self, before: &str) -> Option<T> {
        self.part(before)?;
        let ends = |byte: &u8| matches!(byte, b',' | b'}');
        let end = self.rest.iter().position(ends).unwrap_or(self.rest.len());
        let (token, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        let token = core::str::from_utf8(token).ok()?;
        T::from_value(&value::<T>(token)?).ok()
    }
}

/// Returns the value of a type with this text.
#[inline]
fn value<T: Argument>(token: &str) -> Option<Value<'_>> {
    let numbers = match (T::SINGLE, T::DOUBLE) {
        (true, _) => Numbers::Single,
        (_, true) => Numbers::Double,
        _ => Numbers::Whole,
    };
    Some(match token {
        "nil" => Value::Nil,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => match token.strip_prefix('"') {
            Some(text) => Value::Text(text.strip_suffix('"')?),
            None => Value::Number(read_number(token, numbers)?),
        },
    })
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::call::ArgumentError;

    /// Returns the text of a result, which is read as the same result.
    fn text<T: SkillResult + PartialEq + fmt::Debug>(result: T) -> SkillString {
        let mut text = SkillString::new();
        result.write(&mut text).unwrap();
        assert_eq!(ResultReader::read(&text), Some(result), "{text}");
        text
    }

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Side {
        Left,
    }

    impl Argument for Side {
        type Kind = super::super::NotANumber;
        const PLACEHOLDER: Self = Side::Left;
        const CHOICES: &'static [&'static str] = &["left"];
        fn from_value(value: &Value<'_>) -> Result<Self, ArgumentError> {
            match value {
                Value::Text("left") => Ok(Side::Left),
                _ => Err(ArgumentError::NotOneOf(Self::CHOICES)),
            }
        }
        fn write(&self, text: &mut SkillString) -> fmt::Result {
            super::super::write_name(text, "left")
        }
    }

    #[test]
    fn a_text_is_read_as_the_same_result() {
        assert_eq!(text(1.5_f32), "1.5");
        assert_eq!(text(true), "true");
        assert_eq!(text(None::<u8>), "nil");
        assert_eq!(text(Some(7_u8)), "7");
        assert_eq!(text(Side::Left), "\"left\"");
        for number in [0.1, f32::MAX, f32::MIN_POSITIVE, 1e-45, -16_777_216.0, 1.0 / 3.0] {
            text(number);
            text(f64::from(number));
        }
        for number in [f64::MAX, f64::MIN_POSITIVE, 5e-324, 0.1 + 0.2, 1.0 / 3.0, 1e300 / 7.0] {
            text(number);
        }
        let mut bits = 1_u64;
        for _ in 0..20_000 {
            bits = bits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let number = f64::from_bits(bits);
            if number.is_finite() {
                text(number);
            }
            #[allow(clippy::cast_possible_truncation)] // any bits
            let number = f32::from_bits((bits >> 32) as u32);
            if number.is_finite() {
                text(number);
            }
        }
    }

    #[test]
    fn another_text_is_no_result() {
        for wrong in
            ["", "x", "1.5}", "{x=1}", "1e999", "nil", "\"left\"", "1..5", "--1", "1e", "."]
        {
            assert_eq!(ResultReader::read::<f32>(wrong), None, "{wrong}");
        }
        assert_eq!(ResultReader::read::<u8>("256"), None);
        assert_eq!(ResultReader::read::<Side>("\"right\""), None);
        assert_eq!(ResultReader::read::<Side>("\"left"), None);
    }
}
