//! The hash by which programs know the parts of each other.

/// Returns a hash of the id of an interface.
#[must_use]
pub const fn interface_id(id: &str) -> u64 {
    fnv(0xcbf2_9ce4_8422_2325, id)
}

/// Returns the FNV-1a hash of `text`, continued from `hash`.
#[must_use]
pub const fn fnv(mut hash: u64, text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    hash
}
