//! Seeded noise.

/// A source of gaussian noise; the same seed gives the same sequence on every
/// machine.
#[derive(Clone, Debug)]
pub(crate) struct Noise {
    /// `None` if the source is off and gives zeros.
    state: Option<u64>,
}

/// Every second 16 bits.
const HALVES: u64 = 0x0000_FFFF_0000_FFFF;

impl Noise {
    /// Returns a source with this seed.
    pub(crate) fn seeded(seed: u64) -> Noise {
        Noise { state: Some(seed) }
    }

    /// Returns one of many independent sources with this seed.
    pub(crate) fn stream(seed: u64, number: u64) -> Noise {
        let mut state = seed ^ number.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        Noise { state: Some(next_word(&mut state)) }
    }

    /// Returns a source that gives zeros.
    pub(crate) fn off() -> Noise {
        Noise { state: None }
    }

    /// Returns a value of mean 0 and standard deviation `sigma`, never beyond 6 sigma.
    ///
    /// It is the sum of twelve uniform values, each of variance 1/12, from three random words.
    pub(crate) fn gauss(&mut self, sigma: f32) -> f32 {
        let Some(state) = &mut self.state else {
            return 0.0;
        };
        // Two sums of 16-bit values in one word.
        let mut sums = 0;
        for _ in 0..3 {
            let word = next_word(state);
            sums += (word & HALVES) + (word >> 16 & HALVES);
        }
        #[allow(clippy::cast_precision_loss)] // 20 bits
        let sum = ((sums >> 32) + (sums & u64::from(u32::MAX))) as f32 / 65536.0;
        (sum - 6.0) * sigma
    }

    /// Returns a value between 0 and 1, both exclusive; a source that is off gives 0.
    #[cfg(any(test, feature = "field"))] // what the field needs
    pub(crate) fn uniform(&mut self) -> f32 {
        let Some(state) = &mut self.state else {
            return 0.0;
        };
        let [low, high, ..] = next_word(state).to_le_bytes();
        (f32::from(u16::from_le_bytes([low, high])) + 0.5) / 65536.0
    }

    /// Returns a value between two others.
    #[cfg(any(test, feature = "field"))]
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.uniform()
    }

    /// Returns true with this probability, down to 1 / 2^32; a source that is off gives false.
    pub(crate) fn chance(&mut self, probability: f32) -> bool {
        let Some(state) = &mut self.state else {
            return false;
        };
        let [_, _, _, _, high @ ..] = next_word(state).to_le_bytes();
        f64::from(u32::from_le_bytes(high)) < f64::from(probability) * 4_294_967_296.0
    }
}

/// Returns the next word of a `SplitMix64` sequence: a mixed counter.
pub(crate) fn next_word(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::{Noise, next_word};

    #[test]
    fn the_word_sequence_is_splitmix64() {
        // The published first values for seed 1234567.
        let mut state = 1_234_567;
        assert_eq!(next_word(&mut state), 6_457_827_717_110_365_317);
        assert_eq!(next_word(&mut state), 3_203_168_211_198_807_973);
    }

    #[test]
    fn gauss_has_the_given_mean_and_deviation() {
        let mut noise = Noise::seeded(7);
        let (mut sum, mut squares) = (0.0_f64, 0.0_f64);
        for _ in 0..100_000 {
            let value = f64::from(noise.gauss(2.0));
            assert!(value.abs() <= 12.0);
            sum += value;
            squares += value * value;
        }
        assert!((sum / 1e5).abs() < 0.03);
        assert!(((squares / 1e5).sqrt() - 2.0).abs() < 0.03);
    }

    #[test]
    fn chances_and_uniform_values_come_out_even() {
        let mut noise = Noise::stream(7, 1);
        let hits = (0..100_000).filter(|_| noise.chance(0.02)).count();
        assert!((1800..2200).contains(&hits), "{hits}");
        let mean = (0..100_000).map(|_| f64::from(noise.between(-1.0, 3.0))).sum::<f64>() / 1e5;
        assert!((mean - 1.0).abs() < 0.02, "{mean}");
        assert!(!noise.chance(0.0) && noise.chance(1.0));
    }

    #[test]
    fn streams_differ() {
        let first = |seed, number| Noise::stream(seed, number).uniform().to_bits();
        assert_ne!(first(1, 1), first(1, 2));
        assert_ne!(first(1, 1), first(2, 1));
        assert_eq!(first(1, 1), first(1, 1));
    }

    #[test]
    fn off_gives_zeros() {
        let mut noise = Noise::off();
        assert!((0..10).all(|_| noise.gauss(1.0).abs() < f32::EPSILON));
    }
}
