//! Random changes of bytes, for tests.

/// Returns a generator of numbers below a bound, the same in each run.
pub fn random() -> impl FnMut(usize) -> usize {
    let mut bits = 0x2545_f491_4f6c_dd1d_u64;
    move |below| {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        usize::try_from(bits >> 33).unwrap_or(0) % below.max(1)
    }
}

/// Truncates or extends bytes, or changes one of those from a place on.
pub fn change(bytes: &mut Vec<u8>, from: usize, random: &mut impl FnMut(usize) -> usize) {
    let end = bytes.len();
    match random(4) {
        0 => bytes.truncate(random(end)),
        1 => bytes.extend((0..random(9)).map(|_| 255)),
        _ if end > from => bytes[from + random(end - from)] = random(256).to_le_bytes()[0],
        _ => {}
    }
}
