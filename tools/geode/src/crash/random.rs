//! Random numbers.

/// Random numbers (xorshift).
pub struct Random(u32);

impl Random {
    /// Begins with a seed.
    pub fn new(seed: u32) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9) | 1)
    }
    /// Returns the next number.
    pub fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }
    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: u32) -> u32 {
        self.next() % limit
    }
}
