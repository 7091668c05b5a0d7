//! Functions that the generated code calls for the arguments of a skill.

use super::argument::{Argument, ArgumentError, ArgumentGroup, ArgumentList, F64, Value};
use super::constant::Kind;
use super::raw::CallArguments;
use crate::failure::InvalidCall;
use crate::graph::{ArgInfo, Range, SkillInfo};
use core::fmt;
use core::mem::forget;

/// The type of an argument with a range.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a range on an argument of type `{Self}`",
    label = "not a number",
    note = "only numbers have ranges: remove `in ..`"
)]
pub trait Number {
    /// The type itself: without it, the range is no further error.
    type Own;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Number for $number {
            type Own = Self;
        }
    )*};
}
numbers!(u8, u16, u32, i8, i16, i32, f32, f64);

/// The functions of an argument type `T` that the generated code calls. Only [`argument`]
/// requires that `T` is an argument type, so that another type is reported once.
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

#[doc(hidden)]
#[must_use]
#[inline]
pub const fn argument<T: Argument>() -> ArgumentOf<T> {
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

#[doc(hidden)]
#[must_use]
#[inline]
pub const fn group<G: ArgumentGroup>() -> GroupOf<G> {
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

/// Returns the reason why an argument is invalid, if it is, for the generated code. Inlined, so that
/// of the constant `skill` no more remains than the range.
#[doc(hidden)]
#[must_use]
#[inline]
pub fn problem_of(
    skill: &'static SkillInfo,
    index: u16,
    given: bool,
    value: Option<f64>,
) -> Option<InvalidCall> {
    let arg = skill.args.get(usize::from(index))?;
    if !given {
        return arg.default.is_none().then_some(InvalidCall::missing(index));
    }
    let value = value?;
    let outside = !contains(arg.range.as_ref(), value);
    outside.then(|| InvalidCall::out_of_range(index, value))
}

/// Returns the lowest and the highest value of each of `args`, for [`first_outside`].
///
/// # Panics
/// Panics at compile time if there are fewer than `N` arguments.
#[doc(hidden)]
#[must_use]
pub const fn bounds<const N: usize>(args: &[ArgInfo]) -> [(f64, f64); N] {
    let mut bounds = [(f64::MIN, f64::MAX); N];
    let mut i = 0;
    while i < N {
        if let Some(range) = &args[i].range {
            // Never infinite.
            if let Some(low) = range.low
                && low > f64::MIN
            {
                bounds[i].0 = low;
            }
            if let Some(high) = range.high
                && high <= f64::MAX
            {
                bounds[i].1 = if range.inclusive { high } else { high.next_down() };
            }
        }
        i += 1;
    }
    bounds
}

/// Returns the index and the value of the first of `values` that is outside its `bounds`, for the
/// code that `#[derive(Arguments)]` generates. It does not take the descriptions of the
/// arguments, so a program need not contain them.
#[doc(hidden)]
#[must_use]
#[inline(never)]
pub fn first_outside(bounds: &[(f64, f64)], values: &[Option<f64>]) -> Option<(usize, f64)> {
    // If the optimizer knew their number, it would copy the loop for each.
    let bounds = core::hint::black_box(bounds);
    let values = bounds.iter().zip(values).enumerate();
    values.into_iter().find_map(|(index, (&(low, high), value))| {
        value.filter(|value| !(low..=high).contains(value)).map(|value| (index, value))
    })
}

/// Returns the kind of a value.
#[must_use]
pub const fn kind_of<T: Argument>(value: T) -> Kind<T::Kind> {
    forget(value); // a `const` cannot drop a text
    Kind::NEW
}
