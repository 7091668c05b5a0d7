//! The types of arguments, and the conversion from values in skill strings.

use super::constant::{Maybe, NotANumber};
use super::number::{push_double, push_integer, push_single};
use super::raw::{CallArguments, RawValue, Tag};
use super::text::{SkillString, push};
use crate::blackboard::Text;
use crate::graph::{ArgInfo, Range, SkillInfo};
use core::fmt;

/// A value in a skill string.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'a> {
    /// `nil`, which is equivalent to omitting the argument.
    Nil,
    /// `true`, `false`.
    Bool(bool),
    /// A number, as in Lua.
    Number(f64),
    /// A quoted text, with its escape sequences unprocessed.
    Text(&'a str),
}

/// The reason why an argument cannot have a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ArgumentError {
    /// This skill has no argument with that name.
    Unknown(&'static SkillInfo),
    /// The value has another type than this description of the expected one.
    WrongType(&'static str),
    /// The value is not one of these names.
    NotOneOf(&'static [&'static str]),
    /// The value is outside this range: the argument's, or that of its type.
    OutOfRange(&'static Range),
}

/// A type that an argument of a skill can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of an argument",
    label = "not an argument type",
    note = "use bool, integers up to 32 bits, f32, f64, `Text<N>`, an enum of an interface or with `#[derive(Argument)]`, or an `Option` of these",
    note = "a struct with `#[derive(Arguments)]` is an argument with two dots before its name: `..name: Type`"
)]
pub trait Argument: Clone + PartialEq + fmt::Debug + 'static {
    /// The value of a missing argument, which prevents the skill from running.
    const PLACEHOLDER: Self;
    /// The type itself if it is a number, `NotANumber` otherwise: how the compiler compares
    /// constants with ranges.
    #[doc(hidden)]
    type Kind;
    /// The names of the possible values, if the type is an enum.
    const CHOICES: &'static [&'static str] = &[];
    /// Whether [`number`](Self::number) is an `f32`.
    #[doc(hidden)]
    const SINGLE: bool = false;
    /// Whether [`number`](Self::number) is an `f64`.
    #[doc(hidden)]
    const DOUBLE: bool = false;
    /// The functions that the generated code calls: only this constant requires that a type is one of
    /// arguments, so that another one is one error.
    #[doc(hidden)]
    const OF: ArgumentOf<Self> = argument();
    /// Converts `value` to this type.
    ///
    /// # Errors
    /// Returns [`ArgumentError`] if `value` has another type or is not a value of this type.
    fn from_value(value: &Value<'_>) -> Result<Self, ArgumentError>;
    /// Returns the value as a number, for the comparison with the argument's range.
    fn number(&self) -> Option<f64> {
        None
    }
    /// Returns the value that is a number, also one that no skill string has: infinite or NaN.
    #[doc(hidden)]
    #[must_use]
    fn of_number(number: f64) -> Option<Self> {
        let _ = number;
        None
    }
    /// Returns the value in the form for a trace.
    fn raw(&self) -> RawValue {
        RawValue::Other
    }
    /// Appends the value in the syntax of skill strings.
    ///
    /// # Errors
    /// Returns [`fmt::Error`] if the text is full.
    fn write(&self, text: &mut SkillString) -> fmt::Result;
}

#[diagnostic::do_not_recommend]
impl Argument for bool {
    type Kind = NotANumber;
    const PLACEHOLDER: Self = false;
    fn from_value(value: &Value<'_>) -> Result<Self, ArgumentError> {
        match value {
            Value::Bool(value) => Ok(*value),
            _ => Err(ArgumentError::WrongType("true or false")),
        }
    }
    fn raw(&self) -> RawValue {
        RawValue::Bool(*self)
    }
    fn write(&self, text: &mut SkillString) -> fmt::Result {
        push(text, if *self { "true" } else { "false" })
    }
}

/// The numbers that are finite in `f32`.
const F32: Range = Range {
    low: Some(f32::MIN as f64),
    high: Some(f32::MAX as f64),
    inclusive: true,
    text: "f32::MIN..=f32::MAX",
};
/// The numbers that are finite in `f64`.
pub(super) const F64: Range = Range {
    low: Some(f64::MIN),
    high: Some(f64::MAX),
    inclusive: true,
    text: "f64::MIN..=f64::MAX",
};

macro_rules! floats {
    ($($type:ty, $single:literal, $all:expr, $push:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Argument for $type {
            type Kind = Self;
            const PLACEHOLDER: Self = 0.0;
            const SINGLE: bool = $single;
            const DOUBLE: bool = !$single;
            #[allow(clippy::cast_possible_truncation)] // rounds to the nearest number
            fn from_value(value: &Value<'_>) -> Result<Self, ArgumentError> {
                match value {
                    // A number that is finite in `f64` can be infinite here.
                    Value::Number(value) if (*value as $type).is_finite() => Ok(*value as $type),
                    Value::Number(_) => Err(ArgumentError::OutOfRange(&$all)),
                    _ => Err(ArgumentError::WrongType("a number")),
                }
            }
            fn number(&self) -> Option<f64> {
                Some(f64::from(*self))
            }
            #[allow(clippy::cast_possible_truncation)] // rounds to the nearest number
            fn of_number(number: f64) -> Option<Self> {
                Some(number as $type)
            }
            #[allow(clippy::cast_possible_truncation)] // for display
            fn raw(&self) -> RawValue {
                RawValue::Float(*self as f32)
            }
            fn write(&self, text: &mut SkillString) -> fmt::Result {
                $push(text, *self)
            }
        }
    )*};
}
floats! {
    f32, true, F32, push_single;
    f64, false, F64, push_double;
}

macro_rules! integers {
    ($kind:ident, $wide:ty: $($type:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Argument for $type {
            type Kind = Self;
            const PLACEHOLDER: Self = 0;
            // The conversion back must result in the same number.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::float_cmp)]
            fn from_value(value: &Value<'_>) -> Result<Self, ArgumentError> {
                match value {
                    Value::Number(value) if f64::from(*value as $type) == *value => Ok(*value as $type),
                    _ => Err(ArgumentError::WrongType(concat!("a whole number (", stringify!($type), ")"))),
                }
            }
            fn number(&self) -> Option<f64> {
                Some(f64::from(*self))
            }
            fn raw(&self) -> RawValue {
                RawValue::$kind(<$wide>::from(*self))
            }
            fn write(&self, text: &mut SkillString) -> fmt::Result {
                push_integer(text, i64::from(*self))
            }
        }
    )*};
}
integers!(Unsigned, u32: u8, u16, u32);
integers!(Signed, i32: i8, i16, i32);

#[diagnostic::do_not_recommend]
impl<T: Argument> Argument for Option<T> {
    type Kind = Maybe<T::Kind>;
    const PLACEHOLDER: Self = None;
    const CHOICES: &'static [&'static str] = T::CHOICES;
    const SINGLE: bool = T::SINGLE;
    const DOUBLE: bool = T::DOUBLE;
    fn from_value(value: &Value<'_>) -> Result<Self, ArgumentError> {
        match value {
            Value::Nil => Ok(None),
            value => T::from_value(value).map(Some),
        }
    }
    fn number(&self) -> Option<f64> {
        self.as_ref().and_then(T::number)
    }
    fn of_number(number: f64) -> Option<Self> {
        T::of_number(number).map(Some)
    }
    fn raw(&self) -> RawValue {
        self.as_ref().map_or(RawValue::Other, T::raw)
    }
    fn write(&self, text: &mut SkillString) -> fmt::Result {
        match self {
            Some(value) => value.write(text),
            None => push(text, "nil"),
        }
    }
}

#[diagnostic::do_not_recommend] // its whole type is no name of the language
impl<const N: usize> Argument for Text<N> {
    type Kind = NotANumber;
    const PLACEHOLDER: Self = Text::new();
    fn from_value(value: &Value<'_>) -> Result<Self, ArgumentError> {
        let Value::Text(text) = value else {
            return Err(ArgumentError::WrongType("a text between quotes"));
        };
        let mut out = Text::new();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            let c = match c {
                '\\' => match chars.next() {
                    Some('n') => '\n',
                    Some('t') => '\t',
                    Some(c) => c,
                    None => break,
                },
                c => c,
            };
            out.push(c).map_err(|_| ArgumentError::WrongType("a shorter text"))?;
        }
        Ok(out)
    }
    fn write(&self, text: &mut SkillString) -> fmt::Result {
        push(text, "\"")?;
        // No text has more characters than bytes; so the bound of the loop is visible.
        for c in self.chars().take(N) {
            match c {
                '"' => push(text, "\\\""),
                '\\' => push(text, "\\\\"),
                '\n' => push(text, "\\n"),
                '\t' => push(text, "\\t"),
                c => text.push(c).map_err(|_| fmt::Error),
            }?;
        }
        push(text, "\"")
    }
}

/// Writes the arguments of a call: `a=1, b="x"`.
#[derive(Debug)]
pub struct ArgumentList<'a> {
    text: &'a mut SkillString,
    first: bool,
}

impl<'a> ArgumentList<'a> {
    /// Creates an empty list.
    pub(crate) fn new(text: &'a mut SkillString) -> Self {
        Self { text, first: true }
    }

    /// Writes an argument if it is given.
    ///
    /// # Errors
    /// Returns [`fmt::Error`] if the output is full.
    pub fn assign<T: Argument>(&mut self, name: &str, value: Option<&T>) -> fmt::Result {
        let Some(value) = value else { return Ok(()) };
        if !self.first {
            push(self.text, ", ")?;
        }
        self.first = false;
        push(self.text, name)?;
        push(self.text, "=")?;
        value.write(self.text)
    }
}

/// A struct whose fields are arguments of a skill (`..joints: JointTargets`), implemented by
/// `#[derive(Arguments)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a struct of arguments",
    label = "not a struct of arguments",
    note = "add `#[derive(Clone, Default, PartialEq, Debug, Arguments)]`, with an `Option` in every field"
)]
pub trait ArgumentGroup: Clone + Default + PartialEq + fmt::Debug + 'static {
    /// The fields as arguments.
    const ARGS: &'static [ArgInfo];
    /// The functions that the generated code calls, as [`Argument::OF`].
    #[doc(hidden)]
    const OF: GroupOf<Self> = group();
    /// Sets the field `name`, or returns `None` if there is no such field.
    fn set_argument(&mut self, name: &str, value: &Value<'_>) -> Option<Result<(), ArgumentError>>;
    /// Returns the index and the value of the first field outside its range.
    fn out_of_range(&self) -> Option<(usize, f64)>;
    /// Writes the fields that are given.
    ///
    /// # Errors
    /// Returns [`fmt::Error`] if the output is full.
    fn write(&self, list: &mut ArgumentList<'_>) -> fmt::Result;
    /// Adds the fields to `arguments`, for a trace.
    fn keep(&self, arguments: &mut CallArguments);
}

/// The functions of an argument type `T` that the generated code calls.
#[doc(hidden)]
#[derive(Debug)]
#[allow(clippy::type_complexity)] // each type is used only once
pub struct ArgumentOf<T> {
    pub placeholder: fn() -> T,
    pub choices: &'static [&'static str],
    pub single: bool,
    pub set: fn(&mut Option<T>, &'static [ArgInfo], usize, &Value<'_>) -> Result<(), ArgumentError>,
    pub number: fn(&Option<T>) -> Option<f64>,
    /// The same of a value that is there.
    pub number_of: fn(&T) -> Option<f64>,
    pub write: fn(&Option<T>, &str, &mut ArgumentList<'_>) -> fmt::Result,
    /// Separate from `write`, so that tracing does not link the code that formats numbers.
    pub keep: fn(&Option<T>, &mut CallArguments),
}

const fn argument<T: Argument>() -> ArgumentOf<T> {
    ArgumentOf {
        placeholder: || T::PLACEHOLDER,
        choices: T::CHOICES,
        single: T::SINGLE,
        set: set::<T>,
        number: <Option<T> as Argument>::number,
        number_of: T::number,
        write: |value, name, list| list.assign(name, value.as_ref()),
        keep: |value, arguments| arguments.push(value.as_ref()),
    }
}

/// The functions of a group of arguments that the generated code calls, as [`ArgumentOf`].
#[doc(hidden)]
#[derive(Debug)]
pub struct GroupOf<G> {
    pub args: &'static [ArgInfo],
    pub set: fn(&mut G, &str, &Value<'_>) -> Option<Result<(), ArgumentError>>,
    pub out_of_range: fn(&G) -> Option<(usize, f64)>,
    pub write: fn(&G, &mut ArgumentList<'_>) -> fmt::Result,
    pub keep: fn(&G, &mut CallArguments),
}

const fn group<G: ArgumentGroup>() -> GroupOf<G> {
    GroupOf {
        args: G::ARGS,
        set: G::set_argument,
        out_of_range: G::out_of_range,
        write: G::write,
        keep: G::keep,
    }
}

/// Sets the field of the argument at `index` of `args`.
fn set<T: Argument>(
    field: &mut Option<T>,
    args: &'static [ArgInfo],
    index: usize,
    value: &Value<'_>,
) -> Result<(), ArgumentError> {
    let range = args.get(index).and_then(|arg| arg.range.as_ref());
    let outside = |all| ArgumentError::OutOfRange(range.unwrap_or(all));
    let taken = Option::<T>::from_value(value).map_err(|error| match error {
        ArgumentError::OutOfRange(all) => outside(all),
        error => error,
    })?;
    match taken.number() {
        Some(number) if !contains(range, number) => Err(outside(&F64)),
        _ => {
            *field = taken;
            Ok(())
        }
    }
}

/// Returns whether an argument with this range can have the value `number`, which is never NaN
/// or infinite.
pub(super) fn contains(range: Option<&Range>, number: f64) -> bool {
    range.map_or(number.is_finite(), |range| range.contains(number))
}

impl CallArguments {
    /// Adds the next argument if it is given and fewer than [`MAX`](Self::MAX) are kept.
    pub(super) fn push<T: Argument>(&mut self, value: Option<&T>) {
        let place = self.place;
        self.place = place.saturating_add(1);
        let Some(value) = value else { return };
        let index = usize::from(self.given);
        self.given = self.given.saturating_add(1);
        let (tag, bits) = match value.raw() {
            RawValue::Bool(value) => (Tag::Bool, u32::from(value)),
            RawValue::Float(value) => (Tag::Float, value.to_bits()),
            RawValue::Signed(value) => (Tag::Signed, value.cast_unsigned()),
            RawValue::Unsigned(value) => (Tag::Unsigned, value),
            RawValue::Name(name) => {
                let choice = T::CHOICES.iter().position(|choice| *choice == name);
                choice
                    .and_then(|choice| u32::try_from(choice).ok())
                    .map_or((Tag::Other, 0), |n| (Tag::Choice, n))
            }
            RawValue::Other => (Tag::Other, 0),
        };
        if let (Some(at), Some(of), Some(how)) =
            (self.bits.get_mut(index), self.places.get_mut(index), self.tags.get_mut(index))
        {
            (*at, *of, *how) = (bits, place, tag);
        }
    }

    /// Adds a field of a result.
    #[doc(hidden)]
    pub fn add<T: Argument>(&mut self, value: &T) {
        self.push(Some(value));
    }
}
