//! The range of valid values of an argument or a parameter.

/// The range of an argument or a parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Range {
    /// The lowest value, if there is one.
    pub low: Option<f64>,
    /// The highest value, if there is one.
    pub high: Option<f64>,
    /// Whether the range includes the highest value.
    pub inclusive: bool,
    /// The range as written, `0.1..=30.0`; empty if a bound is not a literal.
    pub text: &'static str,
}

/// Writes the range as it was declared, or with the values of its bounds if these are not
/// literals.
impl core::fmt::Display for Range {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        /// Writes the shortest number that is the bound in the argument's type.
        #[allow(clippy::cast_possible_truncation, clippy::float_cmp)] // checked by the way back
        fn bound(f: &mut core::fmt::Formatter<'_>, bound: Option<f64>) -> core::fmt::Result {
            match bound {
                Some(bound) if f64::from(bound as f32) == bound => write!(f, "{}", bound as f32),
                Some(bound) => write!(f, "{bound}"),
                None => Ok(()),
            }
        }
        if !self.text.is_empty() {
            return f.write_str(self.text);
        }
        bound(f, self.low)?;
        f.write_str(if self.inclusive { "..=" } else { ".." })?;
        bound(f, self.high)
    }
}

impl Range {
    /// Returns whether the range contains `value`. It contains neither NaN nor an infinity.
    #[must_use]
    #[inline]
    pub const fn contains(&self, value: f64) -> bool {
        let above = match self.low {
            Some(low) => value >= low,
            None => true,
        };
        let below = match (self.high, self.inclusive) {
            (Some(high), true) => value <= high,
            (Some(high), false) => value < high,
            (None, _) => true,
        };
        above && below && value.is_finite()
    }
}
