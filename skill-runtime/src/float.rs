//! Whole numbers as `f32`, of the same bits on every processor.
//!
//! An x87 that is set to 24 bits rounds what it computes, and what it stores, but not a whole number
//! that `as f32` converts: until it is stored, it has all of its bits. `cargo skill-proof --x87` finds
//! such conversions.

/// Returns `n as f32`, rounded by an x87, too.
///
/// ```
/// assert_eq!(skill_runtime::f32_from_u32(16_777_217), 16_777_216.0);
/// ```
#[must_use]
#[inline]
pub const fn f32_from_u32(n: u32) -> f32 {
    // Both are exact, and the sum is rounded once.
    #[allow(clippy::cast_possible_truncation, clippy::cast_lossless)] // two halves
    let (high, low) = ((n >> 16) as u16 as f32, n as u16 as f32);
    high * 65_536.0 + low
}

/// Returns `n as f32`, rounded by an x87, too.
///
/// ```
/// assert_eq!(skill_runtime::f32_from_i32(-16_777_219), -16_777_220.0);
/// ```
#[must_use]
#[inline]
pub const fn f32_from_i32(n: i32) -> f32 {
    let magnitude = f32_from_u32(n.unsigned_abs());
    if n < 0 { -magnitude } else { magnitude }
}

/// Returns `n as f32`, rounded by an x87, too. Above 32 bits it is rounded twice: its last bit may
/// differ from that of `as f32`.
#[must_use]
#[inline]
pub const fn f32_from_u64(n: u64) -> f32 {
    #[allow(clippy::cast_possible_truncation)] // two halves
    let (high, low) = ((n >> 32) as u32, n as u32);
    f32_from_u32(high) * 4_294_967_296.0 + f32_from_u32(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_wrap)] // compared with `as`
    fn is_what_as_makes_of_it() {
        let edges = [0, 1, 0xffff, 0x1_0000, 0xff_ffff, 0x100_0001, 0x100_0003, u32::MAX];
        let mut random = 1_u32;
        let others = core::iter::repeat_with(|| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            random >> (random & 7)
        });
        for n in edges.into_iter().chain(others.take(1_000_000)) {
            assert_eq!(f32_from_u32(n).to_bits(), (n as f32).to_bits(), "{n}");
            assert_eq!(f32_from_i32(n as i32).to_bits(), (n as i32 as f32).to_bits(), "{n}");
            assert_eq!(f32_from_u64(n.into()).to_bits(), (n as f32).to_bits(), "{n}");
        }
        assert_eq!(f32_from_u64(1 << 60).to_bits(), 60.0_f32.exp2().to_bits());
    }
}
