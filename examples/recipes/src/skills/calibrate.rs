//! A result that is computed: a name in a guard, and in the reason.

use crate::interfaces::Gyro;
use skill_runtime::skill;

/// The mean square of a deviation that is too large, (rad/s)^2.
const NOISE: f32 = 0.0025;

// ANCHOR: calibrate
skill! {
    /// Measures the bias of the gyroscope at rest, rad/s.
    pub skill Calibrate(samples: u32 = 200 in 10..=5000) -> f32 {
        depends_interfaces { gyro: Gyro }
        vars { n: u32 = 0, sum: f32 = 0.0, squares: f32 = 0.0 }

        start state Collect {
            loop {
                self.n += 1;
                self.sum += gyro.rate_rad_per_sec;
                self.squares += gyro.rate_rad_per_sec * gyro.rate_rad_per_sec;
            }
            -> FAILED("robot moved") when gyro.rate_rad_per_sec.abs() > 0.5;
            -> FAILED("too noisy: {}", noise) when self.n >= self.samples
                && let noise = variance(self.n, self.sum, self.squares) && noise > NOISE;
            -> FINAL(mean(self.n, self.sum)) when self.n >= self.samples;
        }
    }
}
// ANCHOR_END: calibrate

#[allow(clippy::cast_precision_loss)] // few samples
fn mean(n: u32, sum: f32) -> f32 {
    sum / n as f32
}

fn variance(n: u32, sum: f32, squares: f32) -> f32 {
    (mean(n, squares) - mean(n, sum) * mean(n, sum)).max(0.0)
}
