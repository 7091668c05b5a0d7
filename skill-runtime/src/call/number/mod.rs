//! The texts of numbers in calls.

mod single;

use super::text::{SkillString, push};
use core::fmt;

/// Appends the shortest text that is parsed as this number: `0.5`, `1`, `1e-7`.
pub(super) fn push_double(text: &mut SkillString, number: f64) -> fmt::Result {
    let mut buffer = ryu::Buffer::new();
    let digits = buffer.format(number);
    push(text, digits.strip_suffix(".0").unwrap_or(digits))
}

/// Appends the shortest text that is parsed as this number, in the form of [`push_double`].
pub(super) fn push_single(text: &mut SkillString, number: f32) -> fmt::Result {
    if number.is_sign_negative() && !number.is_nan() {
        push(text, "-")?;
    }
    if number.is_nan() || number.is_infinite() {
        return push(text, if number.is_nan() { "NaN" } else { "inf" });
    }
    if number == 0.0 {
        return push(text, "0");
    }
    let single::Decimal { mut digits, mut exponent } = single::shortest(number.abs());
    // At most nine digits.
    for _ in 0..9 {
        if digits % 10 != 0 {
            break;
        }
        (digits, exponent) = (digits / 10, exponent + 1);
    }
    let count = digits.checked_ilog10().unwrap_or(0).cast_signed() + 1;
    // The place of the decimal point, counted from the first digit.
    let point = count + exponent;
    match (exponent, point) {
        (0.., ..=13) => {
            push_digits(text, digits, count, count)?;
            (0..exponent).try_for_each(|_| push(text, "0"))
        }
        (_, 1..=13) => push_digits(text, digits, count, point),
        (_, -5..=0) => {
            push(text, "0.")?;
            (point..0).try_for_each(|_| push(text, "0"))?;
            push_digits(text, digits, count, count)
        }
        _ => {
            push_digits(text, digits, count, 1)?;
            push(text, "e")?;
            push_integer(text, i64::from(point - 1))
        }
    }
}

/// Appends `count` digits with a decimal point after `point` of them, unless that is the end.
#[allow(clippy::cast_possible_truncation)] // a digit
fn push_digits(text: &mut SkillString, digits: u32, count: i32, point: i32) -> fmt::Result {
    let mut power = 10_u32.checked_pow(count.cast_unsigned() - 1).unwrap_or(1);
    for place in 0..count.min(10) {
        if place == point {
            push(text, ".")?;
        }
        let digit = char::from((digits / power.max(1) % 10) as u8 + b'0');
        text.push(digit).map_err(|_| fmt::Error)?;
        power /= 10;
    }
    Ok(())
}

/// Appends an integer.
#[allow(clippy::cast_possible_truncation)] // a digit
pub(super) fn push_integer(text: &mut SkillString, number: i64) -> fmt::Result {
    if number < 0 {
        push(text, "-")?;
    }
    let mut rest = number.unsigned_abs();
    let mut digits = ['0'; 19];
    for digit in digits.iter_mut().rev() {
        *digit = char::from((rest % 10) as u8 + b'0');
        rest /= 10;
    }
    let mut leading = digits.len() - 1;
    for &digit in &digits {
        if digit != '0' || leading == 0 {
            leading = 0;
            text.push(digit).map_err(|_| fmt::Error)?;
        } else {
            leading -= 1;
        }
    }
    Ok(())
}

/// The most bytes of a number's text.
const LONGEST: usize = 32;

/// The numbers that a text represents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Numbers {
    Whole,
    Single,
    Double,
}

/// Reads a number as [`push_integer`], [`push_single`] and [`push_double`] write it; `None` if the
/// text is no number.
///
/// The parser of the standard library has loops and slices of which `skill-proof` cannot see
/// that they end and do not panic, and an agent reads results while it steps. This one
/// multiplies, and looks in the neighborhood for the number with exactly this text. It has nothing
/// for numbers that the type of the result does not have.
#[inline(always)]
#[allow(clippy::inline_always)] // one of the three is left
pub(super) fn read_number(text: &str, numbers: Numbers) -> Option<f64> {
    let (near, digits) = read_near(text)?;
    let number = match numbers {
        Numbers::Whole => Some(near),
        Numbers::Single => single_with_text(near, digits),
        Numbers::Double => double_with_text(near, digits),
    };
    let number = number.unwrap_or(near);
    let number = if text.starts_with('-') { -number } else { number };
    number.is_finite().then_some(number)
}

/// Returns about the number with this text, which is exact for a whole number, without its sign, and
/// its digits.
fn read_near(text: &str) -> Option<(f64, &str)> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.len() > LONGEST {
        return None;
    }
    let (mut mantissa, mut exponent, mut power) = (0_u64, 0_i32, 0_i32);
    let (mut any, mut point, mut in_power, mut small) = (false, false, false, false);
    for byte in digits.bytes().take(LONGEST) {
        match byte {
            b'0'..=b'9' if in_power => {
                power = power.saturating_mul(10).saturating_add(i32::from(byte - b'0'));
                any = true;
            }
            b'0'..=b'9' => {
                mantissa = mantissa.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?;
                exponent -= i32::from(point);
                any = true;
            }
            b'.' if any && !point && !in_power => (point, any) = (true, false),
            b'e' if any && !in_power => (in_power, any) = (true, false),
            b'-' if in_power && !any && !small => small = true,
            _ => return None,
        }
    }
    if !any {
        return None;
    }
    let power = if small { power.saturating_neg() } else { power };
    Some((scaled(mantissa, exponent.saturating_add(power)), digits))
}

/// Returns about `mantissa * 10^exponent`.
#[allow(clippy::cast_precision_loss)] // about
fn scaled(mantissa: u64, exponent: i32) -> f64 {
    const POWERS: [f64; 9] = [1e1, 1e2, 1e4, 1e8, 1e16, 1e32, 1e64, 1e128, 1e256];
    let mut number = mantissa as f64;
    let bits = exponent.unsigned_abs();
    // Largest first, so that a number near the smallest is not rounded twice.
    for (bit, power) in POWERS.iter().enumerate().rev() {
        if bits & (1 << bit) != 0 {
            number = if exponent < 0 { number / power } else { number * power };
        }
    }
    match bits {
        0..512 => number,
        _ if exponent < 0 || mantissa == 0 => 0.0,
        _ => f64::INFINITY,
    }
}

/// Returns the number in the neighborhood of `near` that has this text.
fn double_with_text(near: f64, text: &str) -> Option<f64> {
    /// Larger than the errors of the ten roundings of `scaled`.
    const FAR: u64 = 16;
    let first = near.to_bits().saturating_sub(FAR);
    let neighbors = (0..=2 * FAR).map(|step| f64::from_bits(first.saturating_add(step)));
    with_text(neighbors, push_double, text)
}

/// Returns the `f32` next to `near` that has this text.
#[allow(clippy::cast_possible_truncation)] // rounds
fn single_with_text(near: f64, text: &str) -> Option<f64> {
    let first = (near as f32).to_bits().saturating_sub(1);
    let neighbors = (0..=2).map(|step| f32::from_bits(first.saturating_add(step)));
    with_text(neighbors, push_single, text).map(f64::from)
}

/// Returns the first number that `push` writes as this text, which is that of a finite one.
fn with_text<T: Copy>(
    mut numbers: impl Iterator<Item = T>,
    push: impl Fn(&mut SkillString, T) -> fmt::Result,
    text: &str,
) -> Option<T> {
    numbers.find(|number| {
        let mut own = SkillString::new();
        push(&mut own, *number).is_ok() && own == text
    })
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact() {
        let shown = |number: f32| {
            let mut text = SkillString::new();
            push_single(&mut text, number).unwrap();
            assert_eq!(text.parse(), Ok(number));
            text
        };
        assert_eq!(shown(1.0), "1");
        assert_eq!(shown(-0.25), "-0.25");
        assert_eq!(shown(0.1), "0.1");
        assert_eq!(shown(f32::MAX), "3.4028235e38");
        for number in [0, 7, -10, 1203, i64::from(i32::MIN), i64::from(u32::MAX)] {
            let mut text = SkillString::new();
            push_integer(&mut text, number).unwrap();
            assert_eq!(text.parse(), Ok(number));
        }
    }
}
