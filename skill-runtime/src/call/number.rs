//! The texts of numbers in calls.

use super::{SkillString, push};
use core::fmt;

/// Appends the shortest text that is parsed as this number: `0.5`, `1`, `1e-7`.
pub(super) fn push_float(text: &mut SkillString, number: impl ryu::Float) -> fmt::Result {
    let mut buffer = ryu::Buffer::new();
    let digits = buffer.format(number);
    push(text, digits.strip_suffix(".0").unwrap_or(digits))
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

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact() {
        let shown = |number: f32| {
            let mut text = SkillString::new();
            push_float(&mut text, number).unwrap();
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
