//! The shortest text of an `f32`, without the tables that an `f64` needs.
//!
//! The algorithm is that of R. Giulietti, "The Schubfach way to render doubles" (2020): one product
//! for the number and for each of its neighbors' midpoints, rounded to odd, decides which of at most
//! four decimal numbers is the shortest and nearest.

/// The powers of ten for all exponents of an `f32`: from `10^MIN_POWER` on.
const MIN_POWER: i32 = -31;
const POWERS: [u64; 77] = {
    let mut powers = [0; 77];
    let (mut index, mut exponent) = (0, MIN_POWER);
    while index < powers.len() {
        powers[index] = power(exponent);
        index += 1;
        exponent += 1;
    }
    powers
};

/// Returns 64 bits of `10^exponent`, the first of which is 1, rounded up.
const fn power(exponent: i32) -> u64 {
    let mut five = 1_u128;
    let mut times = exponent.unsigned_abs();
    while times > 0 {
        five *= 5;
        times -= 1;
    }
    let bits = if exponent >= 0 {
        let leading = five.leading_zeros();
        ((five << leading) >> 64) as u64
    } else {
        // The quotient of a power of two that is at least as large, bit by bit.
        let mut rest = 1_u128 << five.ilog2();
        rest <<= if rest < five { 1 } else { 0 };
        let (mut bits, mut place) = (0_u64, 0);
        while place < 64 {
            bits <<= 1;
            if rest >= five {
                rest -= five;
                bits |= 1;
            }
            rest <<= 1;
            place += 1;
        }
        bits
    };
    // An even power of two more is no difference to the algorithm.
    bits + 1
}

/// A decimal number: `digits * 10^exponent`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Decimal {
    pub digits: u32,
    pub exponent: i32,
}

/// The number of bits of the significand that are stored.
const STORED: u32 = f32::MANTISSA_DIGITS - 1;
/// The exponent of the significand as a whole number, for a biased exponent of 0.
const BIAS: i32 = f32::MAX_EXP - 1 + STORED.cast_signed();

/// Returns the shortest decimal number that is read as `number`, which is positive and finite.
pub(super) fn shortest(number: f32) -> Decimal {
    let bits = number.to_bits();
    let (stored, biased) = (bits & ((1 << STORED) - 1), (bits >> STORED).cast_signed());
    let (significand, exponent) = match biased {
        0 => (stored, 1 - BIAS),
        _ => (stored | 1 << STORED, biased - BIAS),
    };
    // A whole number is its own text.
    let shift = exponent.unsigned_abs();
    if biased != 0 && exponent <= 0 && shift <= STORED && significand.trailing_zeros() >= shift {
        return Decimal { digits: significand >> shift, exponent: 0 };
    }
    let is_even = significand & 1 == 0;
    let is_closer = stored == 0 && biased > 1;
    // In quarters of the last place: the number, and the midpoints to its neighbors.
    let middle = 4 * significand;
    let (low, high) = (middle - if is_closer { 1 } else { 2 }, middle + 2);
    let power = (exponent * 1_262_611 - if is_closer { 524_031 } else { 0 }) >> 22;
    let shift = (exponent + ((-power * 1_741_647) >> 19) + 1).cast_unsigned() & 31;
    let place = usize::try_from(-power - MIN_POWER).unwrap_or(0);
    let ten = POWERS.get(place).copied().unwrap_or(1);
    let scaled = |quarters: u32| rounded_to_odd(ten, quarters << shift);
    let number = scaled(middle);
    let low = scaled(low) + u32::from(!is_even);
    let high = scaled(high) - u32::from(!is_even);
    let digits = number / 4;
    if digits >= 10 {
        let tens = digits / 10;
        let (below, above) = (low <= 40 * tens, 40 * tens + 40 <= high);
        if below != above {
            return Decimal { digits: tens + u32::from(above), exponent: power + 1 };
        }
    }
    let (below, above) = (low <= 4 * digits, 4 * digits + 4 <= high);
    let is_up = if below == above {
        let half = 4 * digits + 2;
        number > half || number == half && digits & 1 == 1
    } else {
        above
    };
    Decimal { digits: digits + u32::from(is_up), exponent: power }
}

/// Returns the upper bits of a product; its last bit is set if any lower bit is.
#[allow(clippy::cast_possible_truncation)] // the halves of numbers
fn rounded_to_odd(ten: u64, quarters: u32) -> u32 {
    let low = (ten & 0xffff_ffff) * u64::from(quarters);
    let high = (ten >> 32) * u64::from(quarters) + (low >> 32);
    (high >> 32) as u32 | u32::from(high as u32 > 1)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::super::SkillString;
    use super::*;

    /// Compares the text of a number with that of an independent implementation.
    fn check(bits: u32) {
        let number = f32::from_bits(bits);
        if !number.is_finite() {
            return;
        }
        let mut text = SkillString::new();
        super::super::push_single(&mut text, number).unwrap();
        let mut buffer = ryu::Buffer::new();
        let expected = buffer.format(number);
        assert_eq!(text, *expected.strip_suffix(".0").unwrap_or(expected), "{bits:#x}");
    }

    #[test]
    fn texts_are_those_of_another_implementation() {
        for bits in (0..1 << 12).chain((0..=0xff_u32).flat_map(|exponent| {
            let first = exponent << STORED;
            first.saturating_sub(40)..first + 40
        })) {
            check(bits);
            check(bits | 1 << 31);
        }
        let mut bits = 1_u32;
        for _ in 0..300_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            check(bits);
            // Those that people write.
            let thousandths = u16::try_from(bits >> 16).unwrap_or(0);
            check((f32::from(thousandths) / 1000.0).to_bits());
        }
    }

    #[test]
    #[ignore = "takes a minute"]
    fn all_texts_are_those_of_another_implementation() {
        (0..=u32::MAX).for_each(check);
    }
}
