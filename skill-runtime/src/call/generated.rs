//! Functions that the generated code calls for the arguments of a skill.

use super::argument::{Argument, contains};
use super::constant::Kind;
use crate::failure::InvalidCall;
use crate::graph::{ArgInfo, SkillInfo};
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
        #[diagnostic::do_not_recommend]
        impl Number for $number {
            type Own = Self;
        }
    )*};
}
numbers!(u8, u16, u32, i8, i16, i32, f32, f64);

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
