//! Exponential decay: the simplest flow, and its closed form.

use skill_runtime::skill;

skill! {
    /// A charge leaks: `x' = -rate x`.
    pub skill Decay(rate_per_sec: f32 = 1.0 in 0.0..=100.0) {
        continuous { charge: f32 = 1.0 }
        start state Leak {
            flow { der(self.charge) = -self.rate_per_sec * self.charge; }
            -> FINAL when self.charge < 1e-6;
        }
    }
}

/// The charge after some time, by the closed form.
pub fn charge(rate_per_sec: f64, time_sec: f64) -> f64 {
    (-rate_per_sec * time_sec).exp()
}
