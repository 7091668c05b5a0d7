//! The numbers of the command line: each refusal has the range and the unit.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Returns the reader of a number in a range; `what` is its name with its unit.
pub(crate) fn number<T: FromStr + PartialOrd + Display + Clone>(
    what: &'static str,
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("expected {what}, {} to {}", range.start(), range.end())),
    }
}

/// Returns the reader of a share.
pub(crate) fn share() -> impl Fn(&str) -> Result<f32, String> + Clone {
    number("a share", 0.0..=1.0)
}
