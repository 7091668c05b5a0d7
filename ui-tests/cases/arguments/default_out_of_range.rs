//! A default outside the range of its argument.
use skill_runtime::skill;

skill! {
    pub skill Beep(volume: f32 = 1.5 in 0.0..=1.0, pitch: f32 = -1e39) {
        start state Sound { -> FINAL after 1s; }
    }
}

fn main() {}
