//! A thermostat: two alternating states, each with a flow of its own.

use skill_runtime::skill;

/// The temperature outside, approached with the heating off.
pub const COLD_C: f32 = 10.0;
/// The temperature that permanent heating would lead to.
pub const HOT_C: f32 = 40.0;
/// The time constant of the room.
pub const LAG_SEC: f32 = 60.0;

skill! {
    /// Keeps a room between two temperatures.
    pub skill Thermostat(low_c: f32 = 18.0, high_c: f32 = 22.0) {
        continuous { room_c: f32 = 18.0 }
        start state Heat {
            flow { der(self.room_c) = (HOT_C - self.room_c) / LAG_SEC; }
            -> Off when crossing self.room_c >= self.high_c;
        }
        state Off {
            flow { der(self.room_c) = (COLD_C - self.room_c) / LAG_SEC; }
            -> Heat when crossing self.room_c <= self.low_c;
        }
    }
}

/// Returns the times for which it heats and is off, by the closed form.
pub fn period_sec(low_c: f64, high_c: f64) -> (f64, f64) {
    let (hot, cold, lag) = (f64::from(HOT_C), f64::from(COLD_C), f64::from(LAG_SEC));
    let heat = lag * ((hot - low_c) / (hot - high_c)).ln();
    let off = lag * ((high_c - cold) / (low_c - cold)).ln();
    (heat, off)
}
