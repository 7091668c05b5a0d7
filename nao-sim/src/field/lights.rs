//! Lights that change their brightness at a steady rate.

/// The ids of the lights' interfaces.
pub const LIGHTS: [&str; 17] = [
    "Nao LED ChestBoard/Red",
    "Nao LED ChestBoard/Green",
    "Nao LED ChestBoard/Blue",
    "Nao LED LFoot/Red",
    "Nao LED LFoot/Green",
    "Nao LED LFoot/Blue",
    "Nao LED RFoot/Red",
    "Nao LED RFoot/Green",
    "Nao LED RFoot/Blue",
    "Nao LED Face/Red/Left",
    "Nao LED Face/Green/Left",
    "Nao LED Face/Blue/Left",
    "Nao LED Face/Red/Right",
    "Nao LED Face/Green/Right",
    "Nao LED Face/Blue/Right",
    "Nao LED Ears/Left",
    "Nao LED Ears/Right",
];

/// A light whose brightness ramps linearly.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Light {
    intensity: f32,
    goal: f32,
    /// The change per second; 0 at the goal.
    rate: f32,
}

impl Light {
    /// Returns the brightness, 0 to 1.
    #[must_use]
    pub fn intensity(&self) -> f32 {
        self.intensity
    }

    /// Changes the brightness to `intensity` (clamped to 0..1) in `time_sec`; at once for zero
    /// or less. NaN is ignored.
    pub fn set(&mut self, intensity: f32, time_sec: f32) {
        if intensity.is_nan() || time_sec.is_nan() {
            return;
        }
        self.goal = intensity.clamp(0.0, 1.0);
        if time_sec > 0.0 {
            self.rate = (self.goal - self.intensity).abs() / time_sec;
        } else {
            *self = Light { intensity: self.goal, goal: self.goal, rate: 0.0 };
        }
    }

    pub(super) fn step(&mut self, sec: f32) {
        let gap = self.goal - self.intensity;
        if gap.abs() <= self.rate * sec + 1e-5 {
            self.intensity = self.goal;
        } else {
            self.intensity += (self.rate * sec).copysign(gap);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Light;

    #[test]
    fn it_changes_evenly() {
        let mut light = Light::default();
        light.set(0.8, 0.4);
        light.step(0.1);
        assert!((light.intensity() - 0.2).abs() < 1e-5);
        for _ in 0..30 {
            light.step(0.01);
        }
        assert!((light.intensity() - 0.8).abs() < 1e-5);
        light.step(9.0);
        assert!((light.intensity() - 0.8).abs() < 1e-5);
    }

    #[test]
    fn it_is_set_at_once_within_its_limits() {
        let mut light = Light::default();
        light.set(7.0, 0.0);
        assert!((light.intensity() - 1.0).abs() < 1e-6);
        light.set(f32::NAN, 0.0);
        light.set(0.0, f32::NAN);
        assert!((light.intensity() - 1.0).abs() < 1e-6);
        light.set(-1.0, -1.0);
        assert!(light.intensity().abs() < 1e-6);
    }
}
