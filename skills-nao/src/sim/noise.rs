//! Seeded noise for the sensors.

/// A source of gaussian noise; the same seed gives the same sequence on every
/// machine.
#[derive(Clone, Debug)]
pub(super) struct Noise {
    /// `None`: the source is off and gives zeros.
    state: Option<u64>,
}

impl Noise {
    /// A source with this seed.
    pub(super) fn seeded(seed: u64) -> Noise {
        Noise { state: Some(seed) }
    }

    /// A source that gives zeros.
    pub(super) fn off() -> Noise {
        Noise { state: None }
    }

    /// A value of mean 0 and standard deviation `sigma`, never beyond 6 sigma.
    ///
    /// It is the sum of twelve uniform values, each of variance 1/12, cut out
    /// of three random words.
    pub(super) fn gauss(&mut self, sigma: f32) -> f32 {
        let Some(state) = &mut self.state else {
            return 0.0;
        };
        let mut sum = 0.0;
        for _ in 0..3 {
            let word = next_word(state).to_le_bytes();
            for pair in word.as_chunks::<2>().0 {
                sum += f32::from(u16::from_le_bytes(*pair)) / 65536.0;
            }
        }
        (sum - 6.0) * sigma
    }
}

/// The next word of a `SplitMix64` sequence: a counter, well mixed.
pub(super) fn next_word(state: &mut u64) -> u64 {
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
    fn gauss_has_the_asked_mean_and_deviation() {
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
    fn off_gives_zeros() {
        let mut noise = Noise::off();
        assert!((0..10).all(|_| noise.gauss(1.0).abs() < f32::EPSILON));
    }
}
