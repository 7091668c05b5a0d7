//! A bouncing ball: crossings, and in the end more of them than any engine can follow.

use skill_runtime::skill;

/// The height that the ball is dropped from.
pub const HEIGHT_M: f32 = 10.0;
/// The acceleration of gravity.
pub const GRAVITY_M_PER_SEC2: f32 = 9.81;

skill! {
    /// A ball that keeps a part of its speed at each bounce. Its bounces come ever faster and
    /// accumulate at a time that no engine can step over; with less than `rest_m_per_sec` it comes
    /// to rest.
    pub skill Ball(keeps: f32 = 0.8 in 0.0..=1.0, rest_m_per_sec: f32 = 0.0) {
        continuous { height_m: f32 = HEIGHT_M, speed_m_per_sec: f32 = 0.0 }
        vars { bounces: u32 = 0 }
        start state Fall {
            flow {
                der(self.height_m) = self.speed_m_per_sec;
                der(self.speed_m_per_sec) = -GRAVITY_M_PER_SEC2;
            }
            -> Bounce when crossing self.height_m <= 0.0;
        }
        state Bounce {
            init {
                self.speed_m_per_sec *= -self.keeps;
                self.bounces += 1;
            }
            -> FINAL when self.speed_m_per_sec < self.rest_m_per_sec;
            -> Fall otherwise;
        }
    }
}

/// Returns the time of the `n`th bounce, by the closed form.
pub fn bounce_sec(keeps: f64, n: i32) -> f64 {
    let (height, gravity) = (f64::from(HEIGHT_M), f64::from(GRAVITY_M_PER_SEC2));
    let fall = (2.0 * height / gravity).sqrt();
    // The duration of a flight is proportional to its initial speed.
    fall + (1..n).map(|bounce| 2.0 * fall * keeps.powi(bounce)).sum::<f64>()
}
